//! The URI to which an IRI maps (RFC 3987, section 3.1), and the IRI that a URI stands for (section 3.2).
//!
//! A scheme with a default port, such as http, is known to use domain names. So in `http://bücher.de/ä` the host
//! becomes `xn--bcher-kva.de` (UTS #46, as in browsers). Every other octet beyond US-ASCII becomes a triplet:
//! `http://xn--bcher-kva.de/%C3%A4`.

use uriverse_core::bytes::triplet_value;
use uriverse_core::memory::Grow;
use uriverse_core::percent::push_mapped;
use uriverse_core::{parse, push_triplet, EncodeSet, Offsets, Tables};
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

/// Appends the IRI that a URI with these offsets stands for: the triplets decoded that stand for a character of
/// `shown`, the unreserved ones that an IRI may show.
///
/// Two departures preserve the meaning: a segment that would become "." or ".." stays encoded, and so does a host that
/// would become another kind of host.
pub fn write_iri(tables: &Tables, shown: &EncodeSet, uri: &[u8], offsets: &Offsets, iri: &mut Vec<u8>) {
    let decoded = |part: &[u8]| {
        let mut decoded = Vec::with_capacity(part.len());
        push_shown(part, shown, &mut decoded);
        decoded
    };
    let mut at = 0;
    for part in [offsets.userinfo(), offsets.host()].into_iter().flatten() {
        iri.put_all(&uri[at..part.start]);
        at = part.end;
        let (written, text) = (&uri[part.clone()], decoded(&uri[part.clone()]));
        let is_host = offsets.host() == Some(part);
        let is_same = !is_host || tables.host_type(written) == tables.host_type(&text);
        iri.put_all(if is_same { &text } else { written });
    }
    let path = offsets.path();
    iri.put_all(&uri[at..path.start]);
    for (index, segment) in uri[path.clone()].split(|&byte| byte == b'/').enumerate() {
        if index > 0 {
            iri.put(b'/');
        }
        let text = decoded(segment);
        iri.put_all(if matches!(&*text, b"." | b"..") { segment } else { &text });
    }
    // Neither "?" nor "#" is a triplet.
    push_shown(&uri[path.end..], shown, iri);
}

/// Appends a text with the triplets decoded of each character that may be shown. The octets of other characters, and
/// those that are not UTF-8, are written in upper case; reserved characters stay as they are written.
fn push_shown(text: &[u8], shown: &EncodeSet, out: &mut Vec<u8>) {
    let mut at = 0;
    while at < text.len() {
        let Some(octet) = triplet_value(text, at) else {
            out.put(text[at]);
            at += 1;
            continue;
        };
        if octet < 0x80 {
            let is_unreserved = octet.is_ascii_alphanumeric() || b"-._~".contains(&octet);
            out.put_all(if is_unreserved { std::slice::from_ref(&octet) } else { &text[at..at + 3] });
            at += 3;
            continue;
        }
        // The length of a sequence by its first octet (RFC 3629, section 3); a wrong length does not decode.
        let length = 1 + usize::from(octet >= 0xC0) + usize::from(octet >= 0xE0) + usize::from(octet >= 0xF0);
        let mut octets = [0; 4];
        let count = (0..length).map_while(|index| triplet_value(text, at + 3 * index)).zip(&mut octets);
        let count = count.map(|(octet, place)| *place = octet).count();
        let is_character = std::str::from_utf8(&octets[..count]).is_ok_and(|text| text.chars().count() == 1);
        let sequence = &octets[..if is_character { count } else { 1 }];
        if is_character && shown.encode(sequence, false).is_none() {
            out.put_all(sequence);
        } else {
            sequence.iter().for_each(|&octet| push_triplet(octet, out));
        }
        at += 3 * sequence.len();
    }
}
