//! Authorities inside a reading: where a nested reference may begin, and the hosts that clients take from it.
//!
//! `x=http:a;@127.0.0.1:80/b` has one opening. By the URL Standard its authority is `a;@127.0.0.1:80`, with the host
//! `127.0.0.1`; a server that splits at ";" sees `a`. Both are reported.

use memchr::{memchr, memrchr};
use uriverse_core::bytes::triplet_value;
use uriverse_whatwg::{parse, special_schemes::is_special};

use super::model::{Kind, Nested, PartKind};
use super::octets::{is_blank, is_slash, without_last_blanks, SCHEME};
use super::readings::Decoded;

/// Where the authority of a reference begins.
struct Opening {
    /// The first octet of its scheme or, without one, of its slashes.
    start: usize,
    /// The first octet after its slashes.
    authority: usize,
    /// Whether its scheme is special; a reference without a scheme gets the scheme of its server.
    is_special: bool,
    /// "scheme", or the literal delimiter before a reference without a scheme.
    before: &'static str,
}

/// Adds the references of a reading that have a host.
pub(super) fn add_references(reading: &Decoded<'_>, component: PartKind, nested: &mut Vec<Nested>) {
    let openings = openings(reading, component);
    let mut ends = [0; 4];
    for (number, opening) in openings.iter().enumerate() {
        let third = openings.get(number + 2).map_or(usize::MAX, |third| third.authority);
        for splits in [false, true] {
            let cached = &mut ends[usize::from(splits) << 1 | usize::from(opening.is_special)];
            if *cached < opening.authority {
                *cached = authority_end(reading, opening, component, splits);
            }
            let end = *cached;
            // Of more than two openings in one authority, the first ones need not be parsed. If an "@" follows them,
            // they have the host of the last one. Otherwise, another scheme and its ":" stand in their port. An opening
            // with "//" ends the authority before it.
            if end > opening.authority && (end <= third || !opening.is_special) {
                let hosts = hosts(&reading.octets[opening.authority..end], opening.is_special);
                let place = (reading.position(opening.start), reading.position(end));
                if !hosts.is_empty() {
                    nested.push(Nested { kind: Kind::Reference, place, name: opening.before.to_owned(), hosts });
                }
            }
        }
    }
}

/// The openings of a reading, in order: a scheme and its slashes and, except in a path, two slashes at the start of a
/// value.
fn openings(reading: &Decoded<'_>, component: PartKind) -> Vec<Opening> {
    let (octets, mut openings, mut at) = (&*reading.octets, Vec::new(), 0);
    while let Some(mark) = octets[at..].iter().position(|octet| *octet == b':' || is_slash(*octet)) {
        let mark = at + mark;
        let is_colon = octets[mark] == b':';
        let slashes = mark + usize::from(is_colon);
        at = slashes + octets[slashes..].iter().take_while(|octet| is_slash(**octet)).count();
        if is_colon {
            openings.extend(after_scheme(octets, mark, at));
        } else if at - slashes > 1 && component != PartKind::Path {
            let before = literal_before(reading, mark);
            openings.extend(before.map(|before| Opening { start: mark, authority: at, is_special: true, before }));
        }
    }
    openings
}

/// The opening by a scheme before a colon, whose slashes end at `end`. Special schemes need no slashes and may have
/// any number; "file" has two, and other schemes have "//".
///
/// In `x.http:h` and `x=http:h` the scheme is `http`, in `xhttp://h` it is `xhttp`. After a triplet none begins: what
/// is before it, the next reading shows.
fn after_scheme(octets: &[u8], colon: usize, end: usize) -> Option<Opening> {
    let run = &octets[..colon];
    let before = run.iter().rposition(|octet| !SCHEME[usize::from(*octet)]);
    if before.is_some_and(|before| triplet_value(run, before).is_some()) {
        return None;
    }
    let run = &run[before.map_or(0, |before| before + 1)..];
    let word = run.iter().rev().take_while(|octet| octet.is_ascii_alphanumeric()).count();
    let word = run[run.len() - word..].to_ascii_lowercase();
    let (before, two) = ("scheme", colon + 3);
    if is_special(&word) {
        let authority = if word == b"file" { Some(two).filter(|two| *two <= end) } else { Some(end) };
        return authority.map(|authority| Opening { start: colon - word.len(), authority, is_special: true, before });
    }
    let start = colon - run.len() + run.iter().position(u8::is_ascii_alphabetic)?;
    octets[colon + 1..].starts_with(b"//").then_some(Opening { start, authority: two, is_special: false, before })
}

/// The literal delimiter that a value follows, with nothing but blanks between; "" at the start of the part.
pub(super) fn literal_before(reading: &Decoded<'_>, at: usize) -> Option<&'static str> {
    let blanks = reading.octets[..at].iter().rev().take_while(|octet| is_blank(**octet)).count();
    let Some(before) = (at - blanks).checked_sub(1) else { return Some("") };
    let delimiters = ["=", "&", ";", "?", "#", "/", "!"];
    let delimiter = delimiters.into_iter().find(|delimiter| delimiter.as_bytes() == [reading.octets[before]]);
    delimiter.filter(|_| reading.is_literal(before))
}

/// The end of an authority by the URL Standard or, for a server that splits values, before "&", ";" and "," too.
fn authority_end(reading: &Decoded<'_>, opening: &Opening, component: PartKind, splits: bool) -> usize {
    let ends = |at: &usize| match reading.octets[*at] {
        b'/' | b'?' | b'#' => true,
        b'\\' => opening.is_special,
        b'&' => splits || component == PartKind::Query && reading.is_literal(*at),
        b';' | b',' => splits,
        _ => false,
    };
    (opening.authority..reading.octets.len()).find(ends).unwrap_or(reading.octets.len())
}

/// The hosts of an authority: as written, and as the URL parser reads it if that differs.
///
/// The first is needed as well, because some clients read `010.0.0.1` otherwise, and some take what the parser refuses:
/// but not if it has triplets, because the next reading, without them, is what they take.
fn hosts(authority: &[u8], is_special: bool) -> Vec<String> {
    let authority = without_last_blanks(authority);
    let host = &authority[memrchr(b'@', authority).map_or(0, |at| at + 1)..];
    let end = match host.first() {
        Some(b'[') => memchr(b']', host).map(|bracket| bracket + 1),
        _ => memchr(b':', host),
    };
    let host = String::from_utf8_lossy(&host[..end.unwrap_or(host.len())]).into_owned();
    let scheme = if is_special { "http" } else { "x" };
    let hosts = match parse(&format!("{scheme}://{}", String::from_utf8_lossy(authority)), None) {
        Ok(url) => [Some(host), url.host().map(str::to_owned)],
        Err(_) => [Some(host).filter(|_| memchr(b'%', authority).is_none()), None],
    };
    let mut hosts: Vec<String> = hosts.into_iter().flatten().filter(|host| !host.is_empty()).collect();
    hosts.dedup();
    hosts
}
