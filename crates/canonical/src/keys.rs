//! Sort-friendly keys (SURT): the labels of the host first, from the top-level domain on, so that what belongs together
//! stands together.
//!
//! ```text
//! http://archive.org/goo?a=1                 org,archive)/goo?a=1
//! with the scheme and a comma at the end     http://(org,archive,)/goo?a=1
//! ```

use crate::url::Url;

/// How a key is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) scheme: bool,
    pub(crate) trailing_comma: bool,
    /// Whether the numbers of an IPv4 address are turned round as labels are.
    pub(crate) reverse_addresses: bool,
}

/// Writes the key of a URL.
pub(crate) fn write(url: &Url, key: Key, text: &mut Vec<u8>) {
    let host = url.host.as_deref().filter(|host| !host.is_empty());
    if let Some(scheme) = url.scheme.as_ref().filter(|_| key.scheme || host.is_none()) {
        text.extend_from_slice(scheme);
        text.push(b':');
    }
    if let Some(host) = host {
        if key.scheme {
            text.extend_from_slice(if url.has_scheme("dns") { b"(" } else { b"//(" });
        }
        url.write_authority(&reversed(host, key.reverse_addresses), text);
        text.extend_from_slice(if key.trailing_comma { b",)" } else { b")" });
    }
    if url.path.is_empty() && host.is_some() && (url.query.is_some() || url.fragment.is_some()) {
        text.push(b'/');
    }
    url.write_rest(text);
}

fn reversed(host: &[u8], addresses: bool) -> Vec<u8> {
    let numbers = || {
        host.split(|&byte| byte == b'.')
            .all(|part| (1..=3).contains(&part.len()) && part.iter().all(u8::is_ascii_digit))
    };
    let is_address = || host.iter().filter(|&&byte| byte == b'.').count() == 3 && numbers();
    if host.first() == Some(&b'[') || (!addresses && is_address()) {
        return host.to_vec();
    }
    let mut labels: Vec<&[u8]> = host.split(|&byte| byte == b'.').collect();
    labels.reverse();
    labels.join(&b',')
}
