//! What octets are: percent-encoded triplets (RFC 3986, section 2.1) and unreserved characters (2.3).

pub const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Whether a triplet is at a position, with its digits in either case.
pub fn is_triplet(text: &[u8], at: usize, digits: &[u8; 2]) -> bool {
    matches!(text.get(at..at + 3), Some([b'%', hex @ ..]) if hex.eq_ignore_ascii_case(digits))
}
