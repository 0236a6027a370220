//! Two steps that are taken for comparison alone, after the normal form, which must stay near what was written (RFC
//! 3987, section 5.3.2.3: "The conversion described here should be performed only for local comparison"):
//!
//! ```text
//! http://b%C3%BCcher.de:80/é     the normal form on the level "scheme"      http://bücher.de/é
//!                                domain names in the form that DNS has      http://xn--bcher-kva.de/é
//!                                an IRI as the URI to which it maps         http://xn--bcher-kva.de/%C3%A9
//! ```

use std::borrow::Cow;

use uriverse_core::{decode, parse, push_triplet, Malformed, Offsets, Tables};
use uriverse_whatwg::domain;
use uriverse_whatwg::errors::Silent;

/// Whether a host has a character that no name in US-ASCII has. Of such a host alone the name can be another text.
pub(crate) fn may_be_another_name(text: &[u8], offsets: &Offsets) -> bool {
    offsets.host().is_some_and(|host| text[host].iter().any(|&byte| byte == b'%' || !byte.is_ascii()))
}

/// The reference with its host as the domain name system writes it. None if the scheme is not known to use domain
/// names, or if the host cannot be one.
///
/// RFC 3986, section 3.2.2: "When a non-ASCII registered name represents an internationalized domain name intended for
/// resolution via the DNS, the name must be transformed to the IDNA encoding prior to name lookup." RFC 3987, section
/// 5.3.3: comparison "may also consider IDN components and their conversions to punycode as equivalent". A scheme that
/// has a default port is known to use domain names. Departure: both sections name RFC 3490, which is obsolete; this is
/// UTS #46.
pub(crate) fn with_name_of_dns(tables: &Tables, text: &[u8]) -> Option<Vec<u8>> {
    let offsets = parse(tables, text)?;
    tables.default_port(&text[offsets.scheme()?])?;
    let place = offsets.host()?;
    let host = &text[place.clone()];
    if host.starts_with(b"[") {
        return None;
    }
    let decoded = decode(host, Malformed::Keep).ok()?.map_or(Cow::Borrowed(host), Cow::Owned);
    let name = domain::parse(std::str::from_utf8(&decoded).ok()?, false, 0, &mut Silent).ok()?;
    Some([&text[..place.start], name.as_bytes(), &text[place.end..]].concat())
}

/// The URI to which an IRI maps (RFC 3987, section 3.1, step 2).
pub(crate) fn as_uri(text: &[u8]) -> Vec<u8> {
    let mut uri = Vec::with_capacity(text.len() * 2);
    for &byte in text {
        if byte.is_ascii() {
            uri.push(byte);
        } else {
            push_triplet(byte, &mut uri);
        }
    }
    uri
}
