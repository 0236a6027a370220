//! Escapes without findings: letters beyond US-ASCII, and data that delimits nothing.

use uriverse_core::bytes::{run_of, triplet_value, ByteTable};
use uriverse_whatwg::special_schemes::SPECIAL_SCHEMES;

/// Characters that may be escaped in a segment: white space, characters that no URI has, and delimiters that all
/// editions keep. Excluded are ":", which ends a scheme, and the bytes that end a segment or a path.
pub(super) static SEGMENT_ESCAPES: ByteTable = ByteTable::only(b" \"<>[]^`{|};@&=+$,");
/// Characters that may be escaped in a query. "%" may be, unless two digits follow, which would be a triplet again.
pub(super) static QUERY_ESCAPES: ByteTable = ByteTable::only(b" \"<>[]^`{|};@&=+$,:/?#%");
/// Characters that may be escaped in a fragment: white space, and characters that no URI has.
pub(super) static FRAGMENT_ESCAPES: ByteTable = ByteTable::only(b" \"<>[]^`{|}");
/// Characters that begin a value which is neither a reference nor a userinfo, and which no program strips.
static MARKS: ByteTable = ByteTable::only(b"\"<>[]^`{|}$,");

/// Whether a text has only bytes of a table, escaped letters, and escapes of others.
pub(super) fn is_plain_data(text: &[u8], table: &ByteTable, escapes: &ByteTable) -> bool {
    let mut at = run_of(table, text, 0);
    while at < text.len() {
        let rest = &text[at..];
        match after_letter(rest).or_else(|| after_escape(rest, escapes)) {
            Some(after) => at = run_of(table, text, text.len() - after.len()),
            None => return false,
        }
    }
    true
}

/// Whether a text may lead elsewhere because of one of these delimiters ("/" and ":", escaped or not): two slashes
/// begin a host, and so does "http:" or another special scheme; a dot before a slash may be a "..".
pub(super) fn leads_elsewhere(text: &[u8], delimiters: &[u8]) -> bool {
    let (mut at, mut after_slash) = (0, None);
    while at < text.len() {
        let octet = triplet_value(text, at);
        let after = at + if octet.is_some() { 3 } else { 1 };
        let (octet, before) = (octet.unwrap_or(text[at]), &text[..at]);
        if delimiters.contains(&octet) {
            if octet == b'/' && (after_slash == Some(at) || before.ends_with(b"."))
                || octet == b':' && SPECIAL_SCHEMES.iter().any(|(scheme, _)| ends_with(before, scheme.as_bytes()))
            {
                return true;
            }
            if octet == b'/' {
                after_slash = Some(after);
            }
        }
        at = after;
    }
    false
}

/// Whether a text ends with `word`, ignoring case. `word` is in lower case.
fn ends_with(text: &[u8], word: &[u8]) -> bool {
    text.len() >= word.len() && text[text.len() - word.len()..].eq_ignore_ascii_case(word)
}

/// The text after the escaped UTF-8 of a letter of two or three octets, such as `%C3%A9`. Excluded are the blocks with
/// invisible characters, and characters that end with the low octet of a line break.
fn after_letter(text: &[u8]) -> Option<&[u8]> {
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

fn after_escape<'a>(text: &'a [u8], escapes: &ByteTable) -> Option<&'a [u8]> {
    let is_triplet = |rest: &[u8]| rest.len() >= 2 && rest[..2].iter().all(u8::is_ascii_hexdigit);
    let (octet, rest) = escaped(text).filter(|(octet, _)| escapes[usize::from(*octet)])?;
    (octet != b'%' || !is_triplet(rest)).then_some(rest)
}

/// Whether a text begins with an escaped mark, so that no scheme begins there.
pub(super) fn begins_with_a_mark(text: &[u8]) -> bool {
    escaped(text).is_some_and(|(octet, _)| MARKS[usize::from(octet)])
}

/// The octet of an uppercase escape at the start of a text, and the text after it.
fn escaped(text: &[u8]) -> Option<(u8, &[u8])> {
    let octet = triplet_value(text, 0)?;
    let (escape, rest) = text.split_at(3);
    (!escape.iter().any(u8::is_ascii_lowercase)).then_some((octet, rest))
}
