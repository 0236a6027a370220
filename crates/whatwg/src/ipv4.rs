//! IPv4 addresses: the ends-in-a-number checker, the parser and the serializer (§3.5, §3.6).

use crate::errors::{Failure, Report, ValidationError as Error};

/// The ends in a number checker.
#[inline]
pub fn ends_in_a_number(input: &[u8]) -> bool {
    let parts = input.strip_suffix(b".").unwrap_or(input);
    // Most last labels end with a letter that no number has.
    if !parts.last().is_some_and(|&byte| byte.is_ascii_hexdigit() || matches!(byte, b'x' | b'X')) {
        return false;
    }
    match parts.rsplit(|&byte| byte == b'.').next() {
        Some([b'0', b'x' | b'X', rest @ ..]) => rest.iter().all(u8::is_ascii_hexdigit),
        Some([b'0'..=b'9', rest @ ..]) => rest.iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// The IPv4 parser. `start` is the position of the input, for the report.
pub fn parse<R: Report>(input: &str, start: usize, report: &mut R) -> Result<u32, Failure> {
    let end = start + input.len();
    let text = match input.strip_suffix('.') {
        Some(shorter) => {
            report.add(Error::Ipv4EmptyPart, end - 1);
            shorter
        }
        None => input,
    };
    let size = text.split('.').count();
    if size < 4 {
        report.add(Error::Ipv4TooFewParts, end);
    }
    if size > 4 {
        let fifth: usize = text.split('.').take(4).map(|part| part.len() + 1).sum();
        return Err(report.fail(Error::Ipv4TooManyParts, start + fifth));
    }
    let mut numbers = [0; 4];
    let mut places = [0; 4];
    let mut at = start;
    for (index, part) in text.split('.').enumerate() {
        let Some((value, odd)) = number(part) else {
            return Err(report.fail(Error::Ipv4NonNumericPart, at));
        };
        if odd {
            report.add(Error::Ipv4NonDecimalPart, at);
        }
        (numbers[index], places[index]) = (value, at);
        at += part.len() + 1;
    }
    let numbers = &numbers[..size];
    let mut failure = None;
    if let Some(first) = numbers.iter().position(|&value| value > 255) {
        failure = Some(report.fail(Error::Ipv4OutOfRangePart, places[first]));
    }
    let last = numbers[size - 1];
    let too_large = numbers[..size - 1].iter().any(|&value| value > 255) || last >= 256u64.pow(5 - size as u32);
    match failure {
        Some(failure) if too_large => Err(failure),
        _ => Ok(numbers[..size - 1]
            .iter()
            .zip([24, 16, 8])
            .fold(last as u32, |sum, (&n, shift)| sum + ((n as u32) << shift))),
    }
}

/// The IPv4 number parser: the value, and whether it is written in hexadecimal or octal digits; None is failure.
///
/// A value that no part may have is returned as `u64::MAX`.
fn number(input: &str) -> Option<(u64, bool)> {
    let (digits, radix) = match input.as_bytes() {
        [] => return None,
        [b'0', b'x' | b'X', ..] => (&input[2..], 16),
        [b'0', _, ..] => (&input[1..], 8),
        _ => (input, 10),
    };
    let mut value = 0u64;
    for c in digits.chars() {
        value = value.saturating_mul(u64::from(radix)).saturating_add(u64::from(c.to_digit(radix)?));
    }
    Some((value, radix != 10))
}

/// The IPv4 serializer.
pub fn serialize(address: u32) -> String {
    std::net::Ipv4Addr::from(address).to_string()
}
