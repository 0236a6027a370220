//! How many places each frequent finding has in a URL of the web that is plain but for such findings.
//!
//! ```text
//! http://me:secret@WWW.example.com:8080/a/../b%7Ec d?token=x
//!        '-1-----' '-2-----------' '-3'   '4' '5' 6  '-7---'
//! ```
//!
//! 1 userinfo, 2 capitals, 3 a port, 4 dot segments, 5 escapes of unreserved characters, 6 spaces, 7 the value of a
//! listed key. What is left without them must be plain. A text that has anything else is left to the checks.

use std::net::Ipv4Addr;

use memchr::memchr;
use uriverse_core::bytes::{run_of, triplet_value, ByteTable};

use super::{cut, Plain, LONGEST};

/// Of a finding that has more places in a text, the checks give the first ones.
const MOST: u8 = 16;

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

/// How many places each has, in the order of [`COUNTED`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts(pub [u8; COUNTED.len()]);

impl Counts {
    fn add(&mut self, counted: Counted) {
        let count = &mut self.0[counted as usize];
        *count = count.saturating_add(1);
    }
}

impl Plain {
    /// The counts of a text; None if a check may find something else.
    #[must_use]
    pub fn counts(&self, text: &[u8]) -> Option<Counts> {
        if self.url(text) {
            return Some(Counts::default());
        }
        let mut counts = Counts::default();
        if text.len() > LONGEST || text.ends_with(b" ") {
            return None;
        }
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
                count_userinfo(userinfo, &mut counts)?;
                cut(rest, b':')
            }
            (rest, None) => cut(rest, b':'),
        };
        let mut is_normal = true;
        if scheme.iter().any(u8::is_ascii_uppercase) {
            counts.add(Counted::SchemeUpperCase);
            is_normal = false;
        }
        self.count_host(host, &mut counts)?;
        let ports = &self.numbers.ports[usize::from(is_https)];
        if let Some(port) = port {
            let number = port_number(port)?;
            let after = ports.partition_point(|(first, _)| *first <= number);
            counts.0[ports.get(after.checked_sub(1)?)?.1] += 1;
        }
        if path.is_empty() {
            // An "@" that some parsers take for the end of a userinfo.
            if [query, fragment].iter().flatten().any(|part| part.starts_with(b"@")) {
                return None;
            }
            counts.add(Counted::PathEmpty);
        } else if !self.path(path) {
            let (left, is_normal_path) = without_findings(path, &mut counts)?;
            is_normal &= is_normal_path;
            if !self.path(&left) {
                return None;
            }
        }
        if query.is_some_and(|query| !self.query(query)) {
            counts.0[Counted::QueryCredential as usize] = self.secrets_in(query?)?;
        }
        if fragment.is_some_and(|fragment| !self.fragment(fragment)) || counts.0.iter().any(|count| *count > MOST) {
            return None;
        }
        let has = |counted| counts.0[counted as usize] > 0;
        if has(Counted::Whitespace) {
            counts.add(Counted::Syntax);
        } else if !is_normal || has(Counted::HostUpperCase) || has(Counted::DotSegment) {
            counts.add(Counted::NotNormal);
        }
        Some(counts)
    }

    /// Count what is found in a host: capitals, or a kind of address.
    fn count_host(&self, host: &[u8], counts: &mut Counts) -> Option<()> {
        if let Some(address) = ipv4(host) {
            let mut blocks = self.numbers.addresses.iter();
            let block = blocks.find(|(begin, free, _)| address.checked_shr(*free).unwrap_or(0) == *begin);
            if let Some((_, _, Some(found))) = block {
                counts.0[*found] += 1;
            }
            return Some(());
        }
        let lower = host.to_ascii_lowercase();
        if lower != host {
            counts.add(Counted::HostUpperCase);
        }
        self.host(&lower).then_some(())
    }

    /// How many values of listed keys a query has; None if it is not plain but for them.
    fn secrets_in(&self, query: &[u8]) -> Option<u8> {
        let mut secrets = 0;
        let is_plain = self.query_by_pairs(query, |key, value| {
            secrets += u8::from(!value.is_empty());
            key.iter().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(byte))
        });
        is_plain.then_some(secrets)
    }
}

/// Count a userinfo of letters and digits, and of one colon, which is not its first character.
fn count_userinfo(userinfo: &[u8], counts: &mut Counts) -> Option<()> {
    static DATA: ByteTable = ByteTable::only(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    let (user, password) = cut(userinfo, b':');
    let password = password.unwrap_or_default();
    if user.is_empty() || run_of(&DATA, user, 0) < user.len() || run_of(&DATA, password, 0) < password.len() {
        return None;
    }
    counts.add(Counted::UserinfoInHttp);
    if !password.is_empty() {
        counts.add(Counted::UserinfoPassword);
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
fn without_findings(path: &[u8], counts: &mut Counts) -> Option<(Vec<u8>, bool)> {
    let mut left = Vec::with_capacity(path.len());
    let (mut level, mut is_normal) = (0, true);
    for segment in path.strip_prefix(b"/")?.split(|&byte| byte == b'/') {
        left.push(b'/');
        if matches!(segment, b"." | b"..") {
            counts.add(Counted::DotSegment);
            if segment == b".." && level == 0 {
                counts.add(Counted::DotSegmentAboveRoot);
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
                        counts.add(Counted::EscapeUnreserved);
                        is_normal = false;
                        left.push(b'x');
                    } else {
                        left.extend(segment[at..at + 3].to_ascii_uppercase());
                    }
                    3
                }
                None if segment[at] == b' ' => {
                    let run = segment[at..].iter().take_while(|byte| **byte == b' ').count();
                    counts.add(Counted::Whitespace);
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
