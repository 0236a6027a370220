//! The step of geo.

use std::borrow::Cow;

use crate::parts::{cut_at, decoded, joined, Parts};
use uriverse_core::memory::Grow;

/// Writes a place in the form that RFC 5870, section 3.4.4, compares.
///
/// Numbers compare by value, names without case, values without percent-encoding, parameters in any order. The default
/// system is omitted. In WGS-84 a pole has no longitude, and 180 degrees equal -180.
///
/// A text with `crs` at a wrong position stays unchanged, because its system is unknown.
pub(crate) fn comparison(parts: &mut Parts<'_>) {
    let mut words = parts.path.split(|&byte| byte == b';');
    let coordinates = words.next().unwrap_or_default();
    let mut numbers: Vec<Vec<u8>> = coordinates.split(|&byte| byte == b',').map(number).collect();
    let pairs: Vec<(&[u8], Option<&[u8]>)> = words.map(|pair| cut_at(pair, b'=')).collect();
    let mut pairs = pairs.as_slice();
    let is_named = |pair: &(&[u8], Option<&[u8]>), name: &[u8]| pair.0.eq_ignore_ascii_case(name);
    if pairs.iter().skip(1).any(|pair| is_named(pair, b"crs")) {
        return;
    }
    let mut system = b"wgs84".to_vec();
    if let Some((first, rest)) = pairs.split_first().filter(|(first, _)| is_named(first, b"crs")) {
        (system, pairs) = (first.1.unwrap_or_default().to_ascii_lowercase(), rest);
    }
    let mut known = Vec::new();
    if system != b"wgs84" {
        known.push([b"crs=", &*system].concat());
    } else if let [latitude, longitude, ..] = &mut *numbers {
        if matches!(&**latitude, b"90" | b"-90") {
            *longitude = b"0".to_vec();
        }
        if *longitude == b"-180" {
            *longitude = b"180".to_vec();
        }
    }
    if let Some((&(name, Some(value)), rest)) = pairs.split_first() {
        if name.eq_ignore_ascii_case(b"u") && is_number(value) {
            known.push([b"u=", &*number(value)].concat());
            pairs = rest;
        }
    }
    let mut others: Vec<Vec<u8>> = pairs.iter().map(|&(name, value)| parameter(name, value)).collect();
    others.sort();
    let words = std::iter::once(joined(numbers, b',')).chain(known).chain(others);
    parts.path = Cow::Owned(joined(words, b';'));
}

fn parameter(name: &[u8], value: Option<&[u8]>) -> Vec<u8> {
    let mut written = name.to_ascii_lowercase();
    if let Some(value) = value {
        written.put(b'=');
        written.extend(decoded(value, b"!*'():&+$"));
    }
    written
}

/// Whether it is an unsigned number.
fn is_number(text: &[u8]) -> bool {
    let is_digits = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    let (whole, fraction) = cut_at(text, b'.');
    is_digits(whole) && fraction.is_none_or(is_digits)
}

/// The shortest form of a number: "-0.50" is "-0.5", "-0" is "0".
fn number(text: &[u8]) -> Vec<u8> {
    let (sign, digits): (&[u8], &[u8]) = match text.strip_prefix(b"-") {
        Some(digits) => (b"-", digits),
        None => (b"", text),
    };
    let (whole, fraction) = cut_at(digits, b'.');
    let start = whole.iter().position(|&digit| digit != b'0').unwrap_or(whole.len());
    let whole = if start == whole.len() { b"0" } else { &whole[start..] };
    let fraction = fraction.unwrap_or_default();
    let fraction = &fraction[..fraction.iter().rposition(|&digit| digit != b'0').map_or(0, |last| last + 1)];
    match (whole, fraction) {
        (b"0", b"") => b"0".to_vec(),
        (_, b"") => [sign, whole].concat(),
        _ => [sign, whole, b".", fraction].concat(),
    }
}
