//! Sort-friendly keys (SURT): the labels of the host in reverse order, so that related URLs are sorted together.
//!
//! ```text
//! http://archive.org/goo?a=1                 org,archive)/goo?a=1
//! with the scheme and a comma at the end     http://(org,archive,)/goo?a=1
//! ```

use crate::url::{Url, UrlPart};
use uriverse_core::memory::Grow;

/// The format of a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) scheme: bool,
    pub(crate) trailing_comma: bool,
    /// Whether the numbers of an IPv4 address are reversed like labels.
    pub(crate) reverse_addresses: bool,
}

pub(crate) fn write(url: &Url, key: Key, text: &mut Vec<u8>) {
    let host = url.part(UrlPart::Host).filter(|host| !host.is_empty());
    if let Some(scheme) = url.part(UrlPart::Scheme).filter(|_| key.scheme || host.is_none()) {
        text.put_all(scheme);
        text.put(b':');
    }
    if let Some(host) = host {
        if key.scheme {
            text.put_all(if url.has_scheme("dns") { b"(" } else { b"//(" });
        }
        url.write_authority(text, |text| write_host(host, key.reverse_addresses, text));
        text.put_all(if key.trailing_comma { b",)" } else { b")" });
    }
    let has_rest = || url.part(UrlPart::Query).or(url.part(UrlPart::Fragment)).is_some();
    if url.path().is_empty() && host.is_some() && has_rest() {
        text.put(b'/');
    }
    url.write_rest(text);
}

/// Writes the labels of a host from the last to the first.
fn write_host(host: &[u8], reverses_addresses: bool, text: &mut Vec<u8>) {
    let is_number = |part: &[u8]| (1..=3).contains(&part.len()) && part.iter().all(u8::is_ascii_digit);
    let labels = || host.split(|&byte| byte == b'.');
    let is_address = || host.last().is_some_and(u8::is_ascii_digit) && labels().count() == 4 && labels().all(is_number);
    if host.first() == Some(&b'[') || (!reverses_addresses && is_address()) {
        text.put_all(host);
        return;
    }
    for (index, label) in labels().rev().enumerate() {
        if index > 0 {
            text.put(b',');
        }
        text.put_all(label);
    }
}
