//! A text in units: one number for each possible character of a variable's value.
//!
//! `%C3%A9` and `%2F` are one unit each, so they are never split:
//!
//! ```text
//!   a              the unit is "a"
//!   %C3%A9         an expansion writes these triplets for "é": the unit is "é"
//!   %2F            an expansion writes this triplet for "/": the unit is D800 + 2F, because "/" is the slash itself
//!   %2f, %41, %A9  only `{+name}` copies them: the unit is DC00 + 4 * octet + the cases of its digits
//! ```
//!
//! No character has a number from D800 to DFFF, so these are free to be units.

use uriverse_core::memory::{buffer, Grow, GrowText};
use uriverse_core::triplet_value;

use crate::characters::{RESERVED_TOO, UNRESERVED};
use crate::expansion::encoded_character;

const ENCODED: u32 = 0xD800;
const OTHER: u32 = 0xDC00;
const DIGITS: &[u8; 16] = b"0123456789ABCDEF";

/// The units of a text of US-ASCII.
pub(crate) fn units(text: &[u8]) -> Vec<u32> {
    let mut units = buffer(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let length = if byte == b'%' && triplet_value(text, at).is_some() { encoded_character(text, at) } else { 1 };
        if length == 1 {
            units.put(u32::from(byte));
        } else {
            put_character(&text[at..at + length], &mut units);
        }
        at += length;
    }
    units
}

/// Appends the unit of a character's triplets; one for each triplet that no expansion of a character writes.
fn put_character(written: &[u8], units: &mut Vec<u32>) {
    let octets: Vec<u8> = (0..written.len()).step_by(3).filter_map(|at| triplet_value(written, at)).collect();
    let character = std::str::from_utf8(&octets).ok().and_then(|text| text.chars().next());
    match character.filter(|_| !written.iter().any(u8::is_ascii_lowercase)) {
        Some(character) if !character.is_ascii() => units.put(u32::from(character)),
        Some(_) if !UNRESERVED.contains(octets[0]) => units.put(ENCODED + u32::from(octets[0])),
        _ => {
            for (octet, triplet) in octets.into_iter().zip(written.chunks(3)) {
                let [high, low] = [1, 2].map(|at| u32::from(triplet[at].is_ascii_lowercase()));
                units.put(OTHER + 4 * u32::from(octet) + 2 * high + low);
            }
        }
    }
}

/// The text of units.
pub(crate) fn written(units: &[u32]) -> Vec<u8> {
    let mut text = buffer(units.len());
    for &unit in units {
        match unit {
            0..0x80 => text.put(unit as u8),
            OTHER..=0xDFFF => text.put_all(&triplet((unit - OTHER) / 4, unit)),
            ENCODED..OTHER => text.put_all(&triplet(unit - ENCODED, 0)),
            _ => {
                for &octet in character(unit).encode_utf8(&mut [0; 4]).as_bytes() {
                    text.put_all(&triplet(u32::from(octet), 0));
                }
            }
        }
    }
    text
}

/// The triplet of an octet. Bits 1 and 0 of `cases` say whether its first and its second digit are lower-case.
fn triplet(octet: u32, cases: u32) -> [u8; 3] {
    let digit = |value: u32, is_lower: bool| {
        let digit = DIGITS[value as usize & 15];
        if is_lower {
            digit.to_ascii_lowercase()
        } else {
            digit
        }
    };
    [b'%', digit(octet >> 4, cases & 2 != 0), digit(octet, cases & 1 != 0)]
}

fn character(unit: u32) -> char {
    char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The text that an unreserved expansion turns into these units.
pub(crate) fn value_of_unreserved(units: &[u32]) -> String {
    let mut value = String::new();
    value.room(units.len());
    for &unit in units {
        value.put(character(if (ENCODED..=0xDFFF).contains(&unit) { unit - ENCODED } else { unit }));
    }
    value
}

/// A text that a reserved expansion turns into these units.
///
/// Triplets of reserved characters stay, because "/" would expand to a slash. `%25` stays if "%" and the next two
/// characters would be a triplet.
pub(crate) fn value_of_reserved(units: &[u32]) -> String {
    let mut value = String::new();
    value.room(units.len());
    for (index, &unit) in units.iter().enumerate() {
        let encoded = (ENCODED..ENCODED + 0x80).contains(&unit).then(|| (unit - ENCODED) as u8);
        let is_digit = |at: usize| units.get(at).is_some_and(|&next| next < 0x80 && (next as u8).is_ascii_hexdigit());
        let stays = match encoded {
            Some(b'%') => is_digit(index + 1) && is_digit(index + 2),
            Some(octet) => RESERVED_TOO.contains(octet),
            None => (OTHER..=0xDFFF).contains(&unit),
        };
        if stays {
            value.put_str(&String::from_utf8_lossy(&written(&[unit])));
        } else {
            value.put(encoded.map_or_else(|| character(unit), char::from));
        }
    }
    value
}

/// A set of units: those that an expansion can write of a value (RFC 6570, 3.2.1), and some more.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Set {
    pub reserved: bool,
    pub more: Vec<u32>,
}

impl Set {
    pub fn contains(&self, unit: u32) -> bool {
        let is_written = match unit {
            0..0x80 => (if self.reserved { &RESERVED_TOO } else { &UNRESERVED }).contains(unit as u8),
            OTHER..=0xDFFF => self.reserved,
            _ => true,
        };
        is_written || self.more.contains(&unit)
    }
}
