//! The places of the frequent findings in a URL of the web that is plain but for them.
//!
//! ```text
//! http://me:secret@WWW.example.com:8080/a/../b%7Ec d?token=x
//!        '-1-----' '-2-----------' '-3'   '4' '5' 6  '-7---'
//! ```
//!
//! 1 userinfo, 2 capitals, 3 a port, 4 dot segments, 5 escapes of unreserved characters, 6 spaces, 7 the value of a
//! listed key; and repeated keys. What is left without them must be plain. A text that has anything else is left to the
//! checks.

use std::net::Ipv4Addr;
use std::ops::Range;

use memchr::memchr;
use uriverse_core::bytes::{run_of, triplet_value, ByteTable};

use super::{cut, Plain, LONGEST};

/// Of a finding that has more places in a text, the checks give the first ones.
const MOST: usize = 16;
/// Of a longer repeated key, a sentence has the first characters.
const LONGEST_NAMED: usize = 64;

macro_rules! counted {
    ($($name:ident $id:literal,)*; $($number:literal,)*) => {
        /// A finding that is counted by what the text is.
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
    /// The place.
    pub place: Range<usize>,
    /// What the finding's sentence names: a port, an address or a key.
    pub named: Range<usize>,
    /// What to write there instead; a normal form, which is an edition's, is not among it.
    pub instead: Option<Vec<u8>>,
}

/// How many places each has, in the order of [`COUNTED`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts(pub [u8; COUNTED.len()]);

/// A text, and what has been found in it.
struct Finder<'a> {
    text: &'a [u8],
    found: Vec<Found>,
}

impl Finder<'_> {
    fn add(&mut self, counted: Counted, part: &[u8], instead: Option<&[u8]>) {
        self.add_named(counted as usize, part, part, instead);
    }

    /// Parts are slices of the text, so their places are the differences of the addresses.
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
    /// The counts of a text; None if a check may find something else.
    #[must_use]
    pub fn counts(&self, text: &[u8]) -> Option<Counts> {
        let mut counts = Counts::default();
        self.findings(text)?.iter().for_each(|found| counts.0[found.counted] += 1);
        Some(counts)
    }

    /// The places of the counted findings of a text; None if a check may find something else.
    #[must_use]
    pub fn findings(&self, text: &[u8]) -> Option<Vec<Found>> {
        if self.url(text) {
            return Some(Vec::new());
        }
        if text.len() > LONGEST || text.ends_with(b" ") {
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
            // With a default port, the ":" goes too.
            let is_default = COUNTED[found] == "port-default";
            let place = if is_default { &authority[authority.len() - port.len() - 1..] } else { port };
            finder.add_named(found, place, port, is_default.then_some(b""));
        }
        if path.is_empty() {
            // An "@" that some parsers take for the end of a userinfo.
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

    /// Find capitals in a host, or a kind of address.
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

    /// Find the values of listed keys in a query, and repeated keys; None if it is not plain but for them.
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

/// Find a userinfo of letters and digits, and of one colon, which is not its first character.
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

/// The number of a port without a zero before it.
fn port_number(port: &[u8]) -> Option<u16> {
    let is_plain = matches!(port.first(), Some(b'1'..=b'9')) && port.iter().all(u8::is_ascii_digit);
    is_plain.then(|| std::str::from_utf8(port).ok()?.parse().ok())?
}

/// An IPv4 address of four numbers without a zero before them.
fn ipv4(host: &[u8]) -> Option<u32> {
    host.last()?.is_ascii_digit().then(|| Some(std::str::from_utf8(host).ok()?.parse::<Ipv4Addr>().ok()?.to_bits()))?
}

/// A path with letters in the places of what is counted, and whether it is normal.
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
                        left.push(b'x');
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
