//! Classes of code points that the Standard names.

use uriverse_scan::ByteTable;

/// Forbidden host code points (§3.2).
pub(crate) static FORBIDDEN_HOST: ByteTable = ByteTable::only(b"\0\t\n\r #/:<>?@[\\]^|");

/// The ASCII code points that a domain may hold (§3.2): all but the above, the C0 controls, "%" and DELETE.
pub(crate) static DOMAIN: ByteTable =
    ByteTable::only(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!\"$&'()*+,-.;=_`{}~");

/// Bytes before the delimiters that end an authority: for other URLs and for special ones.
pub(crate) static AUTHORITY: [ByteTable; 2] = [ByteTable::all_but(b"/?#"), ByteTable::all_but(b"/?#\\")];

/// Bytes before the end of a segment: for other URLs and for special ones, and the same under a state override.
pub(crate) static SEGMENT: [[ByteTable; 2]; 2] = [
    [ByteTable::all_but(b"/?#"), ByteTable::all_but(b"/?#\\")],
    [ByteTable::all_but(b"/"), ByteTable::all_but(b"/\\")],
];

/// Bytes before the end of an opaque path.
pub(crate) static OPAQUE_PATH: ByteTable = ByteTable::all_but(b"?#");

/// ASCII digits.
pub(crate) static DIGITS: ByteTable = ByteTable::only(b"0123456789");

/// The bytes of a scheme.
pub(crate) static SCHEME: ByteTable =
    ByteTable::only(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.");

/// The URL code points below U+0080 (§4.3).
static URL_ASCII: ByteTable =
    ByteTable::only(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!$&'()*+,-./:;=?@_~");

/// URL code points (§4.3): the ASCII ones, and from U+00A0 on all but surrogates and noncharacters.
pub(crate) fn is_url_code_point(c: char) -> bool {
    match u32::from(c) {
        code @ 0..=0x7F => URL_ASCII.contains(code as u8),
        0x80..=0x9F | 0xFDD0..=0xFDEF => false,
        code => code & 0xFFFE != 0xFFFE,
    }
}

/// A Windows drive letter (§4.2): a letter, and ":" or "|".
pub(crate) fn is_windows_drive_letter(text: &[u8]) -> bool {
    matches!(text, [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// A normalized Windows drive letter (§4.2): a letter and ":".
pub(crate) fn is_normalized_windows_drive_letter(text: &[u8]) -> bool {
    matches!(text, [letter, b':'] if letter.is_ascii_alphabetic())
}

/// Whether a text starts with a Windows drive letter (§4.2).
pub(crate) fn starts_with_windows_drive_letter(text: &[u8]) -> bool {
    text.get(..2).is_some_and(is_windows_drive_letter) && matches!(text.get(2), None | Some(b'/' | b'\\' | b'?' | b'#'))
}

/// A single-dot URL path segment (§4.1).
pub(crate) fn is_single_dot(segment: &[u8]) -> bool {
    segment == b"." || segment.eq_ignore_ascii_case(b"%2e")
}

/// A double-dot URL path segment (§4.1).
pub(crate) fn is_double_dot(segment: &[u8]) -> bool {
    match segment.len() {
        2 => segment == b"..",
        4 => segment.eq_ignore_ascii_case(b".%2e") || segment.eq_ignore_ascii_case(b"%2e."),
        6 => segment.eq_ignore_ascii_case(b"%2e%2e"),
        _ => false,
    }
}
