//! JSON strings in US-ASCII, as Python's `json.dumps` writes them.

use std::io::Write;

/// RFC 8259, section 7. A character above U+FFFF becomes two escapes, a surrogate pair.
pub fn string(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    let mut left = text;
    while let Some(at) = left.bytes().position(|byte| !matches!(byte, b' '..=b'~') || byte == b'"' || byte == b'\\') {
        out.extend_from_slice(&left.as_bytes()[..at]);
        let mut characters = left[at..].chars();
        match characters.next().unwrap_or_default() {
            '"' => out.extend_from_slice(b"\\\""),
            '\\' => out.extend_from_slice(b"\\\\"),
            '\n' => out.extend_from_slice(b"\\n"),
            '\r' => out.extend_from_slice(b"\\r"),
            '\t' => out.extend_from_slice(b"\\t"),
            '\x08' => out.extend_from_slice(b"\\b"),
            '\x0C' => out.extend_from_slice(b"\\f"),
            other => {
                for unit in other.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
        }
        left = characters.as_str();
    }
    out.extend_from_slice(left.as_bytes());
    out.push(b'"');
}
