//! The places of frequent findings, in URLs of the web that have no other findings.
//!
//! ```text
//! http://me:secret@WWW.example.com:8080/a/../b%7Ec d?token=x
//!        '-1-----' '-2-----------' '-3'   '4' '5' 6  '-7---'
//! ```
//!
//! 1 userinfo, 2 capitals, 3 a port, 4 dot segments, 5 escapes of unreserved characters, 6 spaces, 7 the value of a
//! listed key; and repeated keys. The rest of the text must be plain; otherwise the checks run.

use std::net::Ipv4Addr;
use std::ops::Range;

use memchr::memchr;
use uriverse_core::bytes::{run_of, triplet_value, ByteTable};

use super::{cut, Plain, LONGEST};

/// The most places of one finding in a text: the checks report the first ones.
const MOST: usize = 16;
/// The most characters of a repeated key that a sentence shows.
const LONGEST_NAMED: usize = 64;

macro_rules! counted {
    ($($name:ident $id:literal,)*; $($number:literal,)*) => {
        /// A finding that depends on the text alone, not on a list of ports or addresses.
        enum Counted { $($name,)* }
        /// The ids of the counted findings, those of ports and addresses last; "syntax" is the refusal of the text.
        pub const COUNTED: [&str; [$($id,)* $($number,)*].len()] = [$($id,)* $($number,)*];
    };
}
counted! {
    Syntax "syntax",
    SchemeUpperCase "scheme-upper-case",
    UserinfoInHttp "userinfo-in-http",
    UserinfoPassword "userinfo-password",
    HostUpperCase "host-upper-case",
    PathEmpty "path-empty",
    DotSegment "dot-segment",
    DotSegmentAboveRoot "dot-segment-above-root",
    EscapeUnreserved "escape-unreserved",
    Whitespace "whitespace",
    QueryCredential "query-credential",
    QueryRepeatedKey "query-repeated-key",
    NotNormal "not-normal",
    ;
    "address-metadata",
    "address-unspecified",
    "address-loopback",
    "address-link-local",
    "address-private",
    "address-special",
    "port-default",
    "port-not-default",
    "port-of-another-protocol",
    "port-well-known",
}

/// A place of a counted finding in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its position in [`COUNTED`].
    pub counted: usize,
    /// Its range in the text.
    pub place: Range<usize>,
    /// The range that the finding's sentence quotes: a port, an address or a key.
    pub named: Range<usize>,
    /// The replacement, unless it is a normal form: that depends on the edition.
    pub instead: Option<Vec<u8>>,
}

/// A text, and its findings so far.
struct Finder<'a> {
    text: &'a [u8],
    found: Vec<Found>,
}

impl Finder<'_> {
    fn add(&mut self, counted: Counted, part: &[u8], instead: Option<&[u8]>) {
        self.add_named(counted as usize, part, part, instead);
    }

    /// `part` and `named` are slices of the text, so their places are differences of addresses.
    fn add_named(&mut self, counted: usize, part: &[u8], named: &[u8], instead: Option<&[u8]>) {
        let place = |part: &[u8]| {
            let start = part.as_ptr().addr() - self.text.as_ptr().addr();
            start..start + part.len()
        };
        let (place, named) = (place(part), place(named));
        self.found.push(Found { counted, place, named, instead: instead.map(<[u8]>::to_vec) });
    }

    fn has(&self, counted: Counted) -> bool {
        let counted = counted as usize;
        self.found.iter().any(|found| found.counted == counted)
    }
}

impl Plain {
    /// The places of the counted findings of a text; None if a check may find something else.
    pub fn findings(&self, text: &[u8]) -> Option<Vec<Found>> {
        if self.url(text) {
            return Some(Vec::new());
        }
        if text.ends_with(b" ") {
            return None;
        }
        let mut finder = Finder { text, found: Vec::new() };
        let (scheme, rest) = text.split_at(memchr(b':', text)?);
        let is_https = scheme.eq_ignore_ascii_case(b"https");
        if !is_https && !scheme.eq_ignore_ascii_case(b"http") {
            return None;
        }
        let (rest, fragment) = cut(rest.strip_prefix(b"://")?, b'#');
        let (rest, query) = cut(rest, b'?');
        let (authority, path) = rest.split_at(memchr(b'/', rest).unwrap_or(rest.len()));
        if authority.len() > LONGEST || path.len() > LONGEST {
            return None;
        }
        let (host, port) = match cut(authority, b'@') {
            (userinfo, Some(rest)) => {
                find_in_userinfo(userinfo, &mut finder)?;
                cut(rest, b':')
            }
            (rest, None) => cut(rest, b':'),
        };
        let mut is_normal = true;
        if scheme.iter().any(u8::is_ascii_uppercase) {
            finder.add(Counted::SchemeUpperCase, scheme, Some(&scheme.to_ascii_lowercase()));
            is_normal = false;
        }
        self.find_in_host(host, &mut finder)?;
        let ports = &self.numbers.ports[usize::from(is_https)];
        if let Some(port) = port {
            let number = port_number(port)?;
            let after = ports.partition_point(|(first, _)| *first <= number);
            let found = ports.get(after.checked_sub(1)?)?.1;
            // A default port is removed together with its ":".
            let is_default = COUNTED[found] == "port-default";
            let place = if is_default { &authority[authority.len() - port.len() - 1..] } else { port };
            finder.add_named(found, place, port, is_default.then_some(b""));
        }
        if path.is_empty() {
            // Some parsers take this "@" for the end of a userinfo.
            if [query, fragment].iter().flatten().any(|part| part.starts_with(b"@")) {
                return None;
            }
            finder.add(Counted::PathEmpty, path, Some(b"/"));
        } else if !self.path(path) {
            let (left, is_normal_path) = without_findings(path, &mut finder)?;
            is_normal &= is_normal_path;
            if !self.path(&left) {
                return None;
            }
        }
        if let Some(query) = query.filter(|query| !self.query(query)) {
            self.find_keys(query, &mut finder)?;
        }
        if fragment.is_some_and(|fragment| !self.fragment(fragment)) {
            return None;
        }
        if let Some(space) = finder.found.iter().find(|found| found.counted == Counted::Whitespace as usize) {
            let at = space.place.start;
            finder.add(Counted::Syntax, &text[at..=at], None);
        } else if !is_normal || finder.has(Counted::HostUpperCase) || finder.has(Counted::DotSegment) {
            finder.add(Counted::NotNormal, text, None);
        }
        let found = finder.found;
        let are_all = |counted| found.iter().filter(|each: &&Found| each.counted == counted).count() <= MOST;
        (found.len() <= MOST || (0..COUNTED.len()).all(are_all)).then_some(found)
    }

    /// Finds capitals in a host, or the kind of an address.
    fn find_in_host(&self, host: &[u8], finder: &mut Finder<'_>) -> Option<()> {
        if let Some(address) = ipv4(host) {
            let mut blocks = self.numbers.addresses.iter();
            let block = blocks.find(|(begin, free, _)| address.checked_shr(*free).unwrap_or(0) == *begin);
            if let Some((_, _, Some(found))) = block {
                finder.add_named(*found, host, host, None);
            }
            return Some(());
        }
        let lower = host.to_ascii_lowercase();
        if lower != host {
            finder.add(Counted::HostUpperCase, host, Some(&lower));
        }
        self.host(&lower).then_some(())
    }

    /// Finds the values of listed keys in a query, and repeated keys; None if the rest is not plain.
    fn find_keys(&self, query: &[u8], finder: &mut Finder<'_>) -> Option<()> {
        let is_plain = self.query_by_pairs(query, |is_repeated, key, value| {
            if is_repeated {
                finder.add_named(Counted::QueryRepeatedKey as usize, key, &key[..key.len().min(LONGEST_NAMED)], None);
            } else if !value.is_empty() {
                finder.add_named(Counted::QueryCredential as usize, value, key, None);
            }
            key.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(byte))
        });
        is_plain.then_some(())
    }
}

/// Finds a userinfo of letters, digits and one colon, which is not its first character.
fn find_in_userinfo(userinfo: &[u8], finder: &mut Finder<'_>) -> Option<()> {
    static DATA: ByteTable = ByteTable::only(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    let (user, password) = cut(userinfo, b':');
    let password = password.unwrap_or_default();
    if user.is_empty() || run_of(&DATA, user, 0) < user.len() || run_of(&DATA, password, 0) < password.len() {
        return None;
    }
    finder.add(Counted::UserinfoInHttp, userinfo, None);
    if !password.is_empty() {
        finder.add(Counted::UserinfoPassword, password, None);
    }
    Some(())
}

/// The number of a port without leading zeros.
fn port_number(port: &[u8]) -> Option<u16> {
    let is_plain = matches!(port.first(), Some(b'1'..=b'9')) && port.iter().all(u8::is_ascii_digit);
    is_plain.then(|| std::str::from_utf8(port).ok()?.parse().ok())?
}

/// An IPv4 address of four numbers without leading zeros.
fn ipv4(host: &[u8]) -> Option<u32> {
    host.last()?.is_ascii_digit().then(|| Some(std::str::from_utf8(host).ok()?.parse::<Ipv4Addr>().ok()?.to_bits()))?
}

/// The path with its unreserved characters decoded and letters in place of its other findings, and whether it is in
/// normal form.
fn without_findings(path: &[u8], finder: &mut Finder<'_>) -> Option<(Vec<u8>, bool)> {
    let mut left = Vec::with_capacity(path.len());
    let (mut level, mut is_normal) = (0, true);
    for segment in path.strip_prefix(b"/")?.split(|&byte| byte == b'/') {
        left.push(b'/');
        if matches!(segment, b"." | b"..") {
            finder.add(Counted::DotSegment, segment, None);
            if segment == b".." && level == 0 {
                finder.add(Counted::DotSegmentAboveRoot, segment, None);
            } else if segment == b".." {
                level -= 1;
            }
            left.push(b'x');
            continue;
        }
        level += 1;
        let mut at = 0;
        while at < segment.len() {
            at += match triplet_value(segment, at) {
                Some(octet) => {
                    is_normal &= !segment[at..at + 3].iter().any(u8::is_ascii_lowercase);
                    if octet.is_ascii_alphanumeric() || b"-_~".contains(&octet) {
                        finder.add(Counted::EscapeUnreserved, &segment[at..at + 3], Some(&[octet]));
                        is_normal = false;
                        // A server decodes it: `%77s:` is `ws:`.
                        left.push(octet);
                    } else {
                        left.extend(segment[at..at + 3].to_ascii_uppercase());
                    }
                    3
                }
                None if segment[at] == b' ' => {
                    let run = segment[at..].iter().take_while(|byte| **byte == b' ').count();
                    finder.add(Counted::Whitespace, &segment[at..at + run], Some(&b"%20".repeat(run)));
                    left.push(b'x');
                    run
                }
                None => {
                    left.push(segment[at]);
                    1
                }
            };
        }
    }
    Some((left, is_normal))
}
