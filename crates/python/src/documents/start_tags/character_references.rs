//! Character references in the values of attributes (HTML Standard, 13.2.5.72 to 13.2.5.80).
//!
//! `?a&amp;b&copy=1&#x2F;` is `?a&b&copy=1/`: in attributes, a name without a semicolon is not a reference if "=" or a
//! letter follows.

use std::borrow::Cow;

use memchr::{memchr, memchr2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::ground::strings::utf8;
use uriverse_core::memory::{buffer, gathered, Grow};

/// The longest name of a character, "CounterClockwiseContourIntegral;", has fewer letters.
const LONGEST: usize = 40;

/// 13.2.5.80: the characters of `&#x80;` to `&#x9F;`.
const C1: [char; 32] = [
    '\u{20AC}', '\u{81}', '\u{201A}', '\u{192}', '\u{201E}', '\u{2026}', '\u{2020}', '\u{2021}', '\u{2C6}', '\u{2030}',
    '\u{160}', '\u{2039}', '\u{152}', '\u{8D}', '\u{17D}', '\u{8F}', '\u{90}', '\u{2018}', '\u{2019}', '\u{201C}',
    '\u{201D}', '\u{2022}', '\u{2013}', '\u{2014}', '\u{2DC}', '\u{2122}', '\u{161}', '\u{203A}', '\u{153}', '\u{9D}',
    '\u{17E}', '\u{178}',
];

/// The decoded value of an attribute, which must be UTF-8.
///
/// `characters` is Python's `html.entities.html5`: names with their semicolon, and also without it where that is
/// allowed.
#[inline]
pub(super) fn decoded<'a>(value: &'a [u8], characters: &Bound<'_, PyDict>) -> PyResult<Cow<'a, [u8]>> {
    match memchr2(b'&', b'\r', value) {
        None => Ok(Cow::Borrowed(value)),
        Some(_) => replaced(value, characters).map(Cow::Owned),
    }
}

fn replaced(value: &[u8], characters: &Bound<'_, PyDict>) -> PyResult<Vec<u8>> {
    let value = with_newlines(value);
    let (mut out, mut left) = (buffer(value.len()), &value[..]);
    while let Some(at) = memchr(b'&', left) {
        out.put_all(&left[..at]);
        left = &left[at..];
        let length = match left.get(1) {
            Some(b'#') => number(left, &mut out),
            Some(letter) if letter.is_ascii_alphanumeric() => name(left, characters, &mut out)?,
            _ => 0,
        };
        if length == 0 {
            out.put(b'&');
        }
        left = &left[length.max(1)..];
    }
    out.put_all(left);
    Ok(out)
}

/// 13.2.3.5, "normalize newlines". A page with a CR without LF is rejected before.
pub(super) fn with_newlines(text: &[u8]) -> Cow<'_, [u8]> {
    match memchr(b'\r', text) {
        None => Cow::Borrowed(text),
        Some(_) => Cow::Owned(gathered(text.iter().copied().filter(|byte| *byte != b'\r'))),
    }
}

/// Writes the character of `&#47;` or `&#x2F;`. Returns the reference's length, or 0 without a reference.
fn number(text: &[u8], out: &mut Vec<u8>) -> usize {
    let is_hexadecimal = matches!(text.get(2), Some(b'x' | b'X'));
    let (from, radix) = if is_hexadecimal { (3, 16) } else { (2, 10) };
    let digits = text[from..].iter().take_while(|byte| char::from(**byte).is_digit(radix)).count();
    if digits == 0 {
        return 0;
    }
    let number = text[from..from + digits]
        .iter()
        .filter_map(|byte| char::from(*byte).to_digit(radix))
        .fold(0u32, |number, digit| number.saturating_mul(radix).saturating_add(digit));
    let character = match number {
        0 => char::REPLACEMENT_CHARACTER,
        0x80..=0x9F => C1[number as usize - 0x80],
        // Beyond Unicode, or a surrogate.
        _ => char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER),
    };
    out.put_all(character.encode_utf8(&mut [0; 4]).as_bytes());
    let end = from + digits;
    end + usize::from(text.get(end) == Some(&b';'))
}

/// Writes the characters of `&amp;`. Returns the reference's length, or 0 without a reference.
///
/// If a letter or a digit follows the longest matching name, the reference is text. So all adjacent letters and digits
/// together must be a name.
fn name(text: &[u8], characters: &Bound<'_, PyDict>, out: &mut Vec<u8>) -> PyResult<usize> {
    if text.starts_with(b"&amp;") {
        out.put(b'&');
        return Ok(5);
    }
    let letters = text[1..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let end = match text.get(1 + letters) {
        Some(b';') => letters + 2,
        Some(b'=') => return Ok(0),
        _ => letters + 1,
    };
    if end > LONGEST {
        return Ok(0);
    }
    let Ok(key) = std::str::from_utf8(&text[1..end]) else { return Ok(0) };
    let Some(expansion) = characters.get_item(key)? else { return Ok(0) };
    let expansion = expansion.cast_into::<PyString>()?;
    let Some(expansion) = utf8(expansion.as_borrowed()) else { return Ok(0) };
    out.put_all(expansion);
    Ok(end)
}
