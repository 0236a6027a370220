//! The canonical form of a domain name on the level "scheme", and the URI to which an IRI maps:
//!
//! ```text
//! http://B%C3%9CCHER.de/é     the normal form of an edition of URIs     http://xn--bcher-kva.de/%C3%A9
//!                             the normal form of RFC 3987               http://bücher.de/é
//!                             what is compared of the latter            http://b%C3%BCcher.de/%C3%A9
//! ```

use std::borrow::Cow;

use uriverse_core::memory::joined;
use uriverse_core::{decode, parse, Malformed, Offsets, Tables};
use uriverse_whatwg::domain;
use uriverse_whatwg::errors::Silent;

/// Whether a host may be a domain name that is not in canonical form: it is beyond US-ASCII or has triplets, or, in an
/// edition of IRIs, has A-labels.
pub(crate) fn may_have_another_form(tables: &Tables, text: &[u8], offsets: &Offsets) -> bool {
    let Some(host) = offsets.host().map(|place| &text[place]) else { return false };
    host.iter().any(|&byte| byte == b'%' || !byte.is_ascii())
        || !tables.is_ascii() && host.windows(4).any(|four| four.eq_ignore_ascii_case(b"xn--"))
}

/// The reference with its host as a domain name in canonical form: mapped by UTS #46, in A-labels, or in U-labels if
/// the edition has them. None if the scheme is not known to use domain names, or if the host cannot be one.
///
/// RFC 3986, section 3.2.2: "When a non-ASCII registered name represents an internationalized domain name intended for
/// resolution via the DNS, the name must be transformed to the IDNA encoding prior to name lookup." RFC 3987, section
/// 5.3.3: comparison "may also consider IDN components and their conversions to punycode as equivalent". A scheme with
/// a default port is known to use domain names. Departure: both sections cite RFC 3490, which is obsolete; this is UTS
/// #46.
pub(crate) fn with_name_in_one_form(tables: &Tables, text: &[u8]) -> Option<Vec<u8>> {
    let offsets = parse(tables, text)?;
    tables.default_port(&text[offsets.scheme()?])?;
    let place = offsets.host()?;
    let host = &text[place.clone()];
    if host.starts_with(b"[") {
        return None;
    }
    let decoded = decode(host, Malformed::Keep).ok()?.map_or(Cow::Borrowed(host), Cow::Owned);
    let in_ascii = |name: &str| Some(domain::parse(name, false, 0, &mut Silent).ok()?.into_owned());
    let name = in_ascii(std::str::from_utf8(&decoded).ok()?)?;
    let with_host = |name: &str| joined(&[&text[..place.start], name.as_bytes(), &text[place.end..]]);
    let unicode = domain::to_unicode(&name);
    if !tables.is_ascii() && in_ascii(&unicode).as_deref() == Some(&*name) {
        let shown = with_host(&unicode);
        if parse(tables, &shown).is_some() {
            return Some(shown);
        }
    }
    Some(with_host(&name))
}
