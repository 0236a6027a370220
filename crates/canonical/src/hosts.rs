//! The steps on a host.

use std::net::{Ipv4Addr, Ipv6Addr};
use std::ops::Range;

use uriverse_core::{decode, Malformed};

use crate::escapes::unescape_unreserved;

/// More octets than a name of 253 characters can have in UTF-8; longer hosts stay unchanged, in constant time.
const LONGEST_NAME: usize = 253 * 4;

/// The range without the dots at both ends.
pub(crate) fn without_dots(host: &[u8]) -> Range<usize> {
    let end = host.iter().rposition(|&byte| byte != b'.').map_or(0, |last| last + 1);
    let start = host[..end].iter().position(|&byte| byte != b'.').unwrap_or(0);
    start..end
}

/// Collapses runs of dots; returns whether that changed the host, like all functions here that change one.
pub(crate) fn collapse_dots(host: &mut Vec<u8>) -> bool {
    let length = host.len();
    host.dedup_by(|next, last| *next == b'.' && *last == b'.');
    host.len() < length
}

/// The nonempty range after a leading `www.`, `www2.` or the like.
pub(crate) fn without_www(host: &[u8]) -> Range<usize> {
    let digits = host.iter().skip(3).take_while(|byte| byte.is_ascii_digit()).count();
    let end = 4 + digits;
    let begins = host.get(..3).is_some_and(|letters| letters.eq_ignore_ascii_case(b"www"));
    let start = if begins && host.get(end - 1) == Some(&b'.') && end < host.len() { end } else { 0 };
    start..host.len()
}

/// What to do with a number that is too large for its part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TooLarge {
    /// The host is not an address.
    Refuse,
    /// If the host consists only of digits, the number wraps modulo 2^32.
    Wrap,
}

/// Writes an IPv4 address in any of the forms of `inet_aton` as four decimal numbers: fewer than four parts, octal,
/// and with `hexadecimal` also `0x7f.1`.
pub(crate) fn ipv4(host: &mut Vec<u8>, hexadecimal: bool, too_large: TooLarge) -> bool {
    if !host.first().is_some_and(u8::is_ascii_digit) || host.len() > LONGEST_NAME {
        return false;
    }
    let address = parse_ipv4(host, hexadecimal, too_large).map(Ipv4Addr::from);
    address.is_some_and(|address| replace(host, address.to_string()))
}

fn parse_ipv4(host: &[u8], hexadecimal: bool, too_large: TooLarge) -> Option<u32> {
    if too_large == TooLarge::Wrap && host.iter().all(u8::is_ascii_digit) {
        return Some(
            host.iter().fold(0u32, |value, digit| value.wrapping_mul(10).wrapping_add(u32::from(digit - b'0'))),
        );
    }
    let parts: Vec<u64> =
        host.split(|&byte| byte == b'.').map(|part| number(part, hexadecimal)).collect::<Option<_>>()?;
    let (last, leading) = parts.split_last()?;
    if leading.len() > 3 || leading.iter().any(|&part| part > 255) {
        return None;
    }
    let places = 4 - leading.len();
    if *last >= 1u64 << (8 * places) {
        return None;
    }
    let leading = leading.iter().fold(0u64, |value, part| value << 8 | part);
    u32::try_from(leading << (8 * places) | last).ok()
}

fn number(part: &[u8], hexadecimal: bool) -> Option<u64> {
    let text = std::str::from_utf8(part).ok()?;
    let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) if hexadecimal => (digits, 16),
        Some(_) => return None,
        None if text.len() > 1 && text.starts_with('0') => (&text[1..], 8),
        None => (text, 10),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    u64::from_str_radix(digits, radix).ok()
}

/// Writes an IPv6 address in brackets by RFC 5952.
pub(crate) fn ipv6(host: &mut Vec<u8>) -> bool {
    let inner = host.strip_prefix(b"[").and_then(|rest| rest.strip_suffix(b"]"));
    let address = inner.and_then(|inner| std::str::from_utf8(inner).ok()?.parse::<Ipv6Addr>().ok());
    address.is_some_and(|address| replace(host, format!("[{address}]")))
}

/// Converts a name beyond US-ASCII to A-labels (UTS #46), with `triplets` after decoding them; a name that has no
/// A-labels stays. With `triplets`, those of unreserved characters are decoded in every name (RFC 3986, section
/// 6.2.2.2).
pub(crate) fn to_ascii(host: &mut Vec<u8>, triplets: bool) -> bool {
    let decoded = if triplets { decode(host, Malformed::Keep).ok().flatten() } else { None };
    let name = decoded.as_deref().unwrap_or(host);
    if host.len() > 3 * LONGEST_NAME {
        return false;
    }
    if name.is_ascii() {
        return triplets && unescape_unreserved(host);
    }
    let ascii = std::str::from_utf8(name).ok().and_then(|name| idna::domain_to_ascii(name).ok());
    ascii.filter(|ascii| !ascii.is_empty()).is_some_and(|ascii| replace(host, ascii))
}

fn replace(host: &mut Vec<u8>, new: String) -> bool {
    let changed = host != new.as_bytes();
    *host = new.into_bytes();
    changed
}
