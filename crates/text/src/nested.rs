//! Nested references: what a server and its clients make of a path, a query or a fragment after they have decoded it.
//!
//! ```text
//! http://example.com/fetch?url=+htt%70%3A%2F%2Fa%26@127.0.0.1%2Fadmin
//!                          key '-- decoded (`readings`): ` http://a&@127.0.0.1/admin`
//!                                  its authority (`authorities`), by the URL parser: the host `127.0.0.1`
//! ```
//!
//! A server decodes a value as a form: "+" is a space, triplets are octets; a proxy before it may have decoded it once.
//! Then a client strips C0 controls and spaces at the ends, and drops tabs and line breaks (URL Standard, section 4.4).
//! So each part has up to four readings, and each is searched. "+" counts as a space at the ends only: elsewhere a
//! space changes no scheme and no host.
//!
//! Nothing here is limited in length, and all is linear: what is scanned from two positions is scanned once.

mod authorities;
mod model;
mod octets;
mod readings;

use std::collections::hash_map::RandomState;
use std::collections::HashMap;
use std::hash::BuildHasher;

use memchr::{memchr2_iter, memchr_iter, memmem};
use uriverse_core::bytes::run_of;

use crate::secrets::Secrets;

use authorities::{add_references, literal_before};
use octets::{is_slash, SCHEME};
use readings::{readings, Decoded};

pub use model::{Kind, Nested, PartKind, Place};
pub(crate) use octets::{without_first_blanks, without_last_blanks};

/// Searches each reading of a part; the result is sorted by kind and place, and has no duplicates, and of rows that are
/// alike but for their places only the first. Of values only the secret ones count.
pub fn nested(part: &[u8], component: PartKind, secrets: &Secrets) -> Vec<Nested> {
    let mut nested = Vec::new();
    let readings = readings(part);
    for (number, reading) in readings.iter().enumerate() {
        add_references(reading, component, &mut nested);
        // What a key, a scheme or a segment is when it is written, it still is when it is decoded.
        let is_decoded = number > 0 || readings.len() == 1;
        match component {
            PartKind::Path if is_decoded => add_parameters(reading, &mut nested),
            PartKind::Query if is_decoded => {
                add_pairs(reading, secrets, &mut nested);
                add_climbs(reading, &mut nested);
            }
            _ => {}
        }
    }
    nested.sort_unstable();
    nested.dedup();
    if nested.len() > MOST_ALIKE {
        let (hasher, mut counts) = (RandomState::new(), HashMap::new());
        nested.retain(|row| {
            let count = counts.entry(hasher.hash_one((row.kind, &row.name, &row.hosts))).or_insert(0);
            *count += 1;
            *count <= MOST_ALIKE
        });
    }
    nested
}

/// A check judges a row by its kind, its name and its hosts, and shows 16 places: so many rows that are alike in these
/// give them, in four readings each.
const MOST_ALIKE: usize = 16 * 4;

/// Adds what the values of a query begin with, and its secret values. A value begins after each literal "=".
fn add_pairs(reading: &Decoded<'_>, secrets: &Secrets, nested: &mut Vec<Nested>) {
    let octets = &*reading.octets;
    let is_literal = |at: &usize| reading.is_literal(*at);
    let mut start = 0;
    for end in memchr2_iter(b'&', b';', octets).filter(is_literal).chain([octets.len()]) {
        let mut before = start;
        for equals in memchr_iter(b'=', &octets[start..end]).map(|at| start + at).filter(is_literal) {
            let key = without_last_blanks(without_first_blanks(&octets[before..equals]));
            let value = without_first_blanks(&octets[equals + 1..end]);
            let first = end - value.len();
            let place = (reading.position(equals + 1), reading.position(end));
            let mut push = |kind, place, name, hosts| nested.push(Nested { kind, place, name, hosts });
            if before == start && equals + 1 < end && secrets.is_secret_name(text(key).as_bytes()) {
                push(Kind::Value, place, text(key), Vec::new());
            }
            if let Some(scheme) = scheme_of(value) {
                push(Kind::Scheme, place, text(scheme).to_lowercase(), Vec::new());
            }
            if let Some((at_sign, rest)) = at_sign_of(value) {
                let place = (reading.position(first), reading.position(first + at_sign + 1));
                push(Kind::AtSign, place, text(key), vec![text(rest)]);
            }
            before = equals + 1;
        }
        start = end + 1;
    }
}

fn text(octets: &[u8]) -> String {
    String::from_utf8_lossy(octets).into_owned()
}

/// The scheme with which a value begins.
fn scheme_of(value: &[u8]) -> Option<&[u8]> {
    let end = run_of(&SCHEME, value, 0);
    (value.get(end) == Some(&b':') && value[0].is_ascii_alphabetic()).then(|| &value[..end])
}

/// The position of the "@" with which a value begins, perhaps after a port, and what follows up to a delimiter.
fn at_sign_of(value: &[u8]) -> Option<(usize, &[u8])> {
    let port = value.strip_prefix(b":").map_or(0, |port| 1 + port.iter().take_while(|c| c.is_ascii_digit()).count());
    let rest = value[port..].strip_prefix(b"@")?;
    let end = rest.iter().position(|octet| matches!(octet, b'&' | b';' | b'@' | b'?' | b'#') || is_slash(*octet));
    let rest = &rest[..end.unwrap_or(rest.len())];
    // A triplet may be a blank; the next reading shows it.
    (!matches!(without_first_blanks(rest).first(), None | Some(b'%'))).then_some((port, rest))
}

/// Adds each ".." that is a value, a whole query, or a segment of one.
fn add_climbs(reading: &Decoded<'_>, nested: &mut Vec<Nested>) {
    let octets = &*reading.octets;
    for at in memmem::find_iter(octets, b"..") {
        let begins =
            at > 0 && is_slash(octets[at - 1]) || matches!(literal_before(reading, at), Some("" | "=" | "&" | ";"));
        let after = at + 2;
        let slash = usize::from(octets.get(after).is_some_and(|octet| is_slash(*octet)));
        let next = octets.len() - without_first_blanks(&octets[after..]).len();
        let is_last = next == octets.len() || matches!(octets[next], b'&' | b';') && reading.is_literal(next);
        if begins && (slash == 1 || is_last) {
            let place = (reading.position(at), reading.position(after + slash));
            nested.push(Nested { kind: Kind::Climb, place, name: String::new(), hosts: Vec::new() });
        }
    }
}

/// Adds each dot segment with a parameter.
fn add_parameters(reading: &Decoded<'_>, nested: &mut Vec<Nested>) {
    let octets = &*reading.octets;
    for at in memchr_iter(b';', octets) {
        let dots = octets[..at].iter().rev().take(3).take_while(|octet| **octet == b'.').count();
        let start = at - dots;
        if matches!(dots, 1 | 2) && (start == 0 || is_slash(octets[start - 1])) {
            let place = (reading.position(start), reading.position(at + 1));
            nested.push(Nested { kind: Kind::Parameter, place, name: String::new(), hosts: Vec::new() });
        }
    }
}
