//! Rare forms of IPv4 addresses (RFC 3986, section 7.4): how a resolver reads a host that is not dotted-decimal.
//!
//! ```text
//! 0x7f.1        inet_aton 127.0.0.1
//! 010.0.0.1     inet_aton 8.0.0.1     decimal numbers 10.0.0.1
//! ```

use std::net::{Ipv4Addr, Ipv6Addr};

/// A longer text is not an address.
pub const LONGEST: usize = 1024;

/// The address that the C function `inet_aton` reads. Text after white space is ignored, as in that function.
pub fn inet_aton(text: &str) -> Option<Ipv4Addr> {
    let is_space = |c: char| matches!(c, ' ' | '\t' | '\n' | '\x0B' | '\x0C' | '\r');
    address(text.split(is_space).next().unwrap_or_default(), number)
}

/// The address for parsers that read "010" as ten, as OpenJDK's `InetAddress` and Python's `ipaddress` before 3.9.5.
pub fn decimal(text: &str) -> Option<Ipv4Addr> {
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit()).then(|| value(part, 10)).flatten();
    address(text, digits)
}

/// The address of one to four parts: the last one fills the octets that are left.
fn address(text: &str, number: impl Fn(&str) -> Option<u64>) -> Option<Ipv4Addr> {
    let count = text.split('.').count();
    if text.len() > LONGEST || count > 4 {
        return None;
    }
    let mut octets = 0;
    for (index, part) in text.split('.').enumerate() {
        let (value, is_last) = (number(part)?, index + 1 == count);
        let bits = if is_last { 8 * (5 - count as u32) } else { 8 };
        if value >> bits != 0 {
            return None;
        }
        octets = octets << bits | value;
    }
    Some(Ipv4Addr::from(octets as u32))
}

/// A number as in the C language: hexadecimal after "0x", octal after "0", else decimal.
fn number(part: &str) -> Option<u64> {
    match part.as_bytes() {
        [b'0', b'x' | b'X', ..] => value(&part[2..], 16),
        [b'0', _, ..] => value(part, 8),
        _ => value(part, 10),
    }
}

/// The value of digits; the greatest number for one that no address has.
fn value(digits: &str, radix: u32) -> Option<u64> {
    let step = |sum: u64, c: char| Some(sum.saturating_mul(radix.into()).saturating_add(c.to_digit(radix)?.into()));
    if digits.is_empty() {
        None
    } else {
        digits.chars().try_fold(0, step)
    }
}

/// The text that RFC 5952, section 4, recommends for an IPv6 address without a zone.
///
/// Section 5 asks for mixed notation after the well-known prefixes of RFC 4291 (2.5.5.2, IPv4-mapped) and RFC 2765
/// (2.1, IPv4-translated). Departure: IPv4-compatible addresses (RFC 4291, 2.5.5.1) are deprecated, and their prefix is
/// that of "::" and "::1", so the prefix does not identify them.
pub fn ipv6_text(text: &str) -> Option<String> {
    let address: Ipv6Addr = text.parse().ok()?;
    let bits = u128::from(address);
    Some(match bits >> 32 {
        0xFFFF_0000 => format!("::ffff:0:{}", Ipv4Addr::from(bits as u32)),
        _ => address.to_string(),
    })
}
