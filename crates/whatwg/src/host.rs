//! Hosts: the host parser, the opaque-host parser and the host serializer (§3.5, §3.6).

use std::borrow::Cow;

use uriverse_core::memory::{lossy, text_buffer};
use uriverse_core::triplet_at;
use uriverse_scan::{member_masks, run, ByteTable, Sets};

use crate::code_points::{is_url_code_point, FORBIDDEN_HOST};
use crate::domain;
use crate::errors::{Failure, Report, ValidationError as Error};
use crate::ipv4;
use crate::ipv6;
use crate::percent::{percent_decode, utf8_percent_encode, C0_CONTROL};

/// A host that is not null.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Host {
    /// A domain.
    Domain(String),
    /// An IPv4 address.
    Ipv4(u32),
    /// An IPv6 address.
    Ipv6(ipv6::Pieces),
    /// An opaque host; empty, it is the empty host.
    Opaque(String),
}

impl Host {
    /// The host serializer.
    pub fn serialize(self) -> String {
        match self {
            Host::Domain(text) | Host::Opaque(text) => text,
            Host::Ipv4(address) => ipv4::serialize(address),
            Host::Ipv6(pieces) => format!("[{}]", ipv6::serialize(&pieces)),
        }
    }
}

/// The longest name and the longest label, in octets (RFC 1035, section 2.3.4).
const LONGEST: (usize, usize) = (253, 63);

/// RFC 1123, section 2.1, in lower case, and "_", which is in use.
static LABEL: ByteTable = ByteTable::only(b"abcdefghijklmnopqrstuvwxyz0123456789-_");

/// Whether a serialized host of a special URL is a name or an address, so that all programs look up, or connect to,
/// the same. It reads no list but the table of UTS #46.
pub fn is_plain(host: &[u8]) -> bool {
    let name = host.strip_suffix(b".").unwrap_or(host);
    host.starts_with(b"[") || ipv4::ends_in_a_number(host) || is_plain_name(name, false)
}

/// Whether a host in US-ASCII, without capital letters and without a dot at its end, is a name of the DNS. No label may
/// hide letters (`domain::hides_ascii`), unless `may_hide`.
pub fn is_plain_name(name: &[u8], may_hide: bool) -> bool {
    let (is_name, may_have_prefix) = if name.len() <= LONGEST.1 { is_short_name(name) } else { (is_name(name), true) };
    let hides = |label: &[u8]| label.starts_with(b"xn--") && std::str::from_utf8(label).is_ok_and(domain::hides_ascii);
    is_name
        && !ipv4::ends_in_a_number(name)
        && (may_hide || !may_have_prefix || !name.split(|&byte| byte == b'.').any(hides))
}

/// Whether a text consists of labels between dots, none of them empty, within the lengths of the DNS.
fn is_name(name: &[u8]) -> bool {
    let is_label = |label: &[u8]| (1..=LONGEST.1).contains(&label.len()) && run(&LABEL, label, 0) == label.len();
    name.len() <= LONGEST.0 && name.split(|&byte| byte == b'.').all(is_label)
}

/// As [`is_name`], for a text of at most 63 octets; and whether it has "--". Octet n is bit n, so all are looked at
/// together: `a.b` has the dots 0b010, and labels start at 0b101, where neither a dot nor the end may be.
fn is_short_name(name: &[u8]) -> (bool, bool) {
    static SETS: Sets<3> = Sets::from_ascii([&LABEL, &ByteTable::only(b"."), &ByteTable::only(b"-")]);
    let [labels, dots, hyphens] = member_masks(&SETS, name);
    let (starts, end) = (dots << 1 | 1, 1 << name.len());
    (labels | dots == end - 1 && starts & (dots | end) == 0, hyphens & (hyphens << 1) != 0)
}

/// The host parser. `start` is the position of the input, for the report.
pub fn parse<R: Report>(input: &str, is_opaque: bool, start: usize, report: &mut R) -> Result<Host, Failure> {
    if let Some(rest) = input.strip_prefix('[') {
        let Some(inside) = rest.strip_suffix(']') else {
            return Err(report.fail(Error::Ipv6Unclosed, start + input.len()));
        };
        return ipv6::parse(inside, start + 1, report).map(Host::Ipv6);
    }
    if is_opaque {
        return parse_opaque(input, start, report).map(Host::Opaque);
    }
    let decoded = percent_decode(input.as_bytes());
    let domain = match &decoded {
        Cow::Borrowed(_) => Cow::Borrowed(input),
        Cow::Owned(bytes) => {
            let at = (0..input.len()).find(|&at| triplet_at(input.as_bytes(), at)).unwrap_or_default();
            report.add(Error::DomainPercentEncoded, start + at);
            lossy(bytes)
        }
    };
    to_host(domain::parse(&domain, false, start, report)?.into_owned(), input, start, report)
}

/// An IPv4 address if the domain in ASCII ends in a number; else the domain.
fn to_host<R: Report>(ascii_domain: String, input: &str, start: usize, report: &mut R) -> Result<Host, Failure> {
    if ipv4::ends_in_a_number(ascii_domain.as_bytes()) {
        // A position within the address is one in the input only if both are written alike.
        if ascii_domain.eq_ignore_ascii_case(input) {
            return ipv4::parse(&ascii_domain, start, report).map(Host::Ipv4);
        }
        return ipv4::parse(&ascii_domain, start, &mut AtStart { start, report }).map(Host::Ipv4);
    }
    Ok(Host::Domain(ascii_domain))
}

/// A report that moves every error to the start of the host.
struct AtStart<'a, R> {
    start: usize,
    report: &'a mut R,
}

impl<R: Report> Report for AtStart<'_, R> {
    const LISTENS: bool = R::LISTENS;

    fn add(&mut self, error: Error, _at: usize) {
        self.report.add(error, self.start);
    }

    fn fail(&mut self, error: Error, _at: usize) -> Failure {
        self.report.fail(error, self.start)
    }
}

/// The opaque-host parser.
fn parse_opaque<R: Report>(input: &str, start: usize, report: &mut R) -> Result<String, Failure> {
    if let Some(at) = input.bytes().position(|byte| FORBIDDEN_HOST.contains(byte)) {
        return Err(report.fail(Error::HostInvalidCodePoint, start + at));
    }
    if R::LISTENS {
        if let Some((at, _)) = input.char_indices().find(|&(_, c)| c != '%' && !is_url_code_point(c)) {
            report.add(Error::InvalidUrlUnit, start + at);
        }
        let bytes = input.as_bytes();
        let mut percents = memchr::memchr_iter(b'%', bytes);
        if let Some(at) = percents.find(|&at| !triplet_at(bytes, at)) {
            report.add(Error::InvalidUrlUnit, start + at);
        }
    }
    let mut output = text_buffer(input.len());
    utf8_percent_encode(input, &C0_CONTROL, &mut output);
    Ok(output)
}
