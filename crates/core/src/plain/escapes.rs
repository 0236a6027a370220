//! Escapes that no check of an audit has anything to say of: letters beyond US-ASCII, and data that delimits nothing.

use crate::bytes::{run_of, triplet_value, ByteTable};

/// Whether a text has only bytes of a table, escaped letters, and between these other plain escapes.
pub(super) fn is_plain_data(text: &[u8], table: &ByteTable) -> bool {
    let mut at = run_of(table, text, 0);
    while at < text.len() {
        let rest = &text[at..];
        let is_inside = at > 0;
        let after =
            after_letter(rest).or_else(|| after_plain_escape(rest).filter(|after| is_inside && !after.is_empty()));
        match after {
            Some(after) => at = run_of(table, text, text.len() - after.len()),
            None => return false,
        }
    }
    true
}

/// What follows the escaped UTF-8 of a letter of two or three octets, such as `%C3%A9`. Left out are the blocks with
/// invisible characters, and what ends with the low octet of a line break.
pub(super) fn after_letter(text: &[u8]) -> Option<&[u8]> {
    let goes_on =
        |text| escaped(text).filter(|(octet, _)| matches!(octet, 0x80..=0xBF) && !matches!(octet, 0x8A | 0x8D));
    let (first, rest) = escaped(text)?;
    let (_, rest) = goes_on(rest)?;
    match first {
        0xC3..=0xD7 => Some(rest),
        0xE3..=0xE9 => goes_on(rest).map(|(_, rest)| rest),
        _ => None,
    }
}

/// What follows an escape that all editions keep and that delimits nothing.
pub(super) fn after_plain_escape(text: &[u8]) -> Option<&[u8]> {
    let (octet, rest) = escaped(text)?;
    let is_plain = matches!(octet, b' ' | b'"' | b'<' | b'>' | b'[' | b']' | b'^' | b'`' | b'{' | b'|' | b'}');
    is_plain.then_some(rest)
}

/// The octet of an escape in upper case at the start of a text, and what follows it.
fn escaped(text: &[u8]) -> Option<(u8, &[u8])> {
    let octet = triplet_value(text, 0)?;
    let (escape, rest) = text.split_at(3);
    (!escape.iter().any(u8::is_ascii_lowercase)).then_some((octet, rest))
}
