//! What octets are: percent-encoded triplets (RFC 3986, section 2.1), unreserved characters (2.3), and the characters
//! that end a reference, or the port of one, in running text.

pub const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Whether a triplet is at a position, with its digits in either case.
pub fn is_triplet(text: &[u8], at: usize, digits: &[u8; 2]) -> bool {
    matches!(text.get(at..at + 3), Some([b'%', hex @ ..]) if hex.eq_ignore_ascii_case(digits))
}

/// The first position from `start` on whose byte satisfies `stops`, or the end.
pub fn run(text: &[u8], start: usize, stops: impl Fn(u8) -> bool) -> usize {
    text[start..].iter().position(|&byte| stops(byte)).map_or(text.len(), |length| start + length)
}

/// Whether a text begins with white space, as defined by Python's `str.isspace`.
pub fn is_space(text: &[u8]) -> bool {
    match *text {
        [0x09..=0x0D | 0x1C..=0x20, ..] | [0xC2, 0x85 | 0xA0, ..] => true,
        [0xE1..=0xE3, second, third, ..] => matches!(
            (text[0], second, third),
            (0xE1, 0x9A, 0x80)
                | (0xE2, 0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF)
                | (0xE2, 0x81, 0x9F)
                | (0xE3, 0x80, 0x80)
        ),
        _ => false,
    }
}

/// Whether a text begins with what ends every reference of running text: white space, a quote, "<" or ">".
pub fn separates(text: &[u8]) -> bool {
    matches!(text[0], b'"' | b'\'' | b'`' | b'<' | b'>') || is_space(text)
}

/// Whether the text from a position on is a port of running text, so that nothing secret follows the colon before it.
///
/// It is at most five digits before an end: a bracket, a comma, a control character (a terminal's color), or an end as
/// JSON or HTML writes it. Nothing at all is a port only where the text ends, because a password may begin with a
/// bracket or a comma: `http://h: down` has an empty port, `http://me:(pw@h` a password.
pub fn is_port(text: &[u8], at: usize) -> bool {
    let end = run(text, at, |byte| !byte.is_ascii_digit());
    let rest = &text[end..];
    end - at <= 5 && (rest.is_empty() || end > at && ends_port(rest))
}

fn ends_port(rest: &[u8]) -> bool {
    match rest[0] {
        b'\\' => {
            let escape = run(rest, 0, |byte| byte != b'\\');
            let is_character = json_character(&rest[escape - 1..]).is_some_and(|byte| byte == b' ' || is_end(byte));
            is_character || matches!(rest.get(escape), Some(b'n' | b'r' | b't'))
        }
        b'&' => HTML_ENDS.iter().any(|end| rest.starts_with(end.as_bytes())),
        byte if byte.is_ascii() => is_end(byte),
        _ => WIDE_ENDS.iter().any(|end| rest.starts_with(end.as_bytes())),
    }
}

const fn is_end(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b'"' | b'\'' | b'`' | b'<' | b'>')
        || byte.is_ascii_control()
}

/// HTML, section 13.1.4, of the characters that end a reference.
const HTML_ENDS: [&str; 8] = ["&quot;", "&#34;", "&apos;", "&#39;", "&#x27;", "&lt;", "&gt;", "&nbsp;"];
/// Quotes, brackets and commas beyond US-ASCII, after which East Asian texts have no space.
const WIDE_ENDS: [&str; 22] = [
    "\u{2019}", "\u{201D}", "\u{BB}", "\u{203A}", "\u{3001}", "\u{3002}", "\u{3008}", "\u{3009}", "\u{300A}",
    "\u{300B}", "\u{300C}", "\u{300D}", "\u{300E}", "\u{300F}", "\u{3010}", "\u{3011}", "\u{FF08}", "\u{FF09}",
    "\u{FF0C}", "\u{FF1B}", "\u{FF3D}", "\u{FF5D}",
];

/// The character of an escape of JSON with which a text begins, such as `\u0026` (RFC 8259, section 7), in US-ASCII.
pub fn json_character(text: &[u8]) -> Option<u8> {
    match *text.get(..6)? {
        [b'\\', b'u', b'0', b'0', high @ b'0'..=b'7', low] => {
            let value = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
            Some(value(high)? << 4 | value(low)?)
        }
        _ => None,
    }
}

/// Whether the text from a position on is a percent-encoded port: at most five digits before the end of the text, a
/// space of a form, or an encoded white space, quote, "<", ">", bracket or comma.
pub fn is_encoded_port(text: &[u8], at: usize) -> bool {
    let end = run(text, at, |byte| !byte.is_ascii_digit());
    let ends = |rest: &[u8]| rest[0] == b'+' || is_end(rest[0]) || separates_encoded(rest) || encoded_end(rest);
    end - at <= 5 && (end == text.len() || end > at && ends(&text[end..]))
}

fn encoded_end(rest: &[u8]) -> bool {
    [b"28", b"29", b"5B", b"5D", b"7B", b"7D", b"2C"].iter().any(|hex| is_triplet(rest, 0, hex))
}

/// Whether a text begins with the triplet of white space, a quote, "<" or ">".
pub fn separates_encoded(text: &[u8]) -> bool {
    [b"20", b"09", b"0A", b"0D", b"22", b"27", b"60", b"3C", b"3E"].iter().any(|hex| is_triplet(text, 0, hex))
}
