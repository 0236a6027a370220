//! Classes of octets: those of a scheme, slashes, and blanks.

use uriverse_core::bytes::ByteTable;

pub static SCHEME: ByteTable = ByteTable::only(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+.-");

pub fn is_slash(octet: u8) -> bool {
    matches!(octet, b'/' | b'\\')
}

/// Whether servers or clients strip an octet at the ends of a value.
pub fn is_blank(octet: u8) -> bool {
    octet <= b' ' || octet == b'+'
}

pub fn without_first_blanks(text: &[u8]) -> &[u8] {
    &text[text.iter().position(|octet| !is_blank(*octet)).unwrap_or(text.len())..]
}

pub fn without_last_blanks(text: &[u8]) -> &[u8] {
    &text[..text.iter().rposition(|octet| !is_blank(*octet)).map_or(0, |last| last + 1)]
}
