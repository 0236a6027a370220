//! The URI to which an IRI maps (RFC 3987, section 3.1).
//!
//! A scheme with a default port, such as http, is known to use domain names. So in `http://bücher.de/ä` the host
//! becomes `xn--bcher-kva.de` (UTS #46, as in browsers). Every other octet beyond US-ASCII becomes a triplet:
//! `http://xn--bcher-kva.de/%C3%A4`.

use uriverse_core::memory::Grow;
use uriverse_core::{parse, push_triplet, Tables};
use uriverse_whatwg::domain;
use uriverse_whatwg::errors::Silent;

/// The reason why an IRI maps to no URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoUri {
    /// The edition of IRIs refuses the text.
    Refused,
    /// The host is not a domain name.
    NoAsciiHost,
}

/// Appends the URI to which an IRI beyond US-ASCII maps. If `as_name` is false, the host is written with triplets too.
///
/// # Errors
/// [`NoUri`], after which `uri` holds a part of the URI.
pub fn write_uri(tables: &Tables, iri: &[u8], as_name: bool, uri: &mut Vec<u8>) -> Result<(), NoUri> {
    let offsets = parse(tables, iri).ok_or(NoUri::Refused)?;
    let mut rest = iri;
    let has_names = || offsets.scheme().is_some_and(|scheme| tables.default_port(&iri[scheme]).is_some());
    if let Some(host) = offsets.host().filter(|host| as_name && !iri[host.clone()].is_ascii() && has_names()) {
        let name = std::str::from_utf8(&iri[host.clone()]).ok().filter(|name| !name.contains('%'));
        let name = name.and_then(|name| domain::parse(name, false, 0, &mut Silent).ok()).ok_or(NoUri::NoAsciiHost)?;
        push_mapped(&iri[..host.start], uri);
        uri.put_all(name.as_bytes());
        rest = &iri[host.end..];
    }
    push_mapped(rest, uri);
    Ok(())
}

/// Appends a text with the octets beyond US-ASCII as triplets.
fn push_mapped(text: &[u8], uri: &mut Vec<u8>) {
    uri.reserve(2 * text.len());
    for &octet in text {
        if octet.is_ascii() {
            uri.put(octet);
        } else {
            push_triplet(octet, uri);
        }
    }
}
