//! The values of secret names: in parameters of a path, in pairs of a query, and in percent-encoded pairs.

use std::ops::Range;

use memchr::{memchr2, memchr_iter};
use uriverse_core::begins_a_character;
use uriverse_scan::ByteTable;

use super::names::Names;
use super::octets::{is_triplet, is_unreserved, separates};

/// The most characters of a name.
const LONGEST_NAME: usize = 64;

/// All bytes but those that a pair of a query, a parameter of a path, or either of them follows.
static NO_QUERY_DELIMITER: ByteTable = ByteTable::all_but(b"?&#");
static NO_SEMICOLON: ByteTable = ByteTable::all_but(b";");
static NO_DELIMITER: ByteTable = ByteTable::all_but(b"?&;#");

impl Names {
    /// Adds the values of secret names in a text, percent-encoded or not.
    pub fn add_values(&self, text: &[u8], running: bool, secrets: &mut Vec<Range<usize>>) {
        if memchr2(b'=', b'%', text).is_none() {
            return;
        }
        let in_running = |rest: &[u8]| !matches!(rest[0], b'&' | b'#') && !separates(rest);
        if running {
            self.add_pairs(text, 0, &NO_DELIMITER, in_running, running, secrets);
        } else {
            // Before the query, ";" begins a parameter of a segment; in the query it delimits pairs, as "&" does.
            let path_end = text.iter().position(|byte| matches!(byte, b'?' | b'#')).unwrap_or(text.len());
            let in_pair = |rest: &[u8]| !matches!(rest[0], b'&' | b'#' | b'\r' | b'\n');
            let in_parameter = |rest: &[u8]| in_pair(rest) && !matches!(rest[0], b';' | b'/' | b'?');
            self.add_pairs(text, 0, &NO_QUERY_DELIMITER, in_pair, running, secrets);
            self.add_pairs(&text[..path_end], 0, &NO_SEMICOLON, in_parameter, running, secrets);
            self.add_pairs(text, path_end, &NO_DELIMITER, in_running, running, secrets);
        }
        for at in memchr_iter(b'%', text) {
            if [b"3F", b"26", b"23"].iter().any(|hex| is_triplet(text, at, hex)) {
                secrets.extend(
                    encoded_pair(text, at + 3).filter(|(name, _)| self.is_secret(name)).map(|(_, value)| value),
                );
            }
        }
    }

    /// Adds the values of secret names from a position on: a delimiter, a name, "=" and a nonempty value.
    ///
    /// The value of another name is scanned too: `?a=1;token=2` has a token.
    fn add_pairs(
        &self,
        text: &[u8],
        from: usize,
        no_delimiter: &ByteTable,
        in_value: impl Fn(&[u8]) -> bool,
        running: bool,
        secrets: &mut Vec<Range<usize>>,
    ) {
        let mut at = from.max(1);
        while at <= text.len() {
            let delimiter = uriverse_scan::run(no_delimiter, text, at - 1);
            if delimiter == text.len() {
                return;
            }
            at = delimiter + 1;
            at = match name_end(text, at) {
                Some(equals) if self.is_secret(&text[at..equals]) => {
                    let (start, mut end) = (equals + 1, equals + 1);
                    while end < text.len() && in_value(&text[end..]) {
                        end += 1;
                    }
                    let mut last = end - usize::from(is_escaped_quote(text, end));
                    if running && text.get(end).is_none_or(|_| separates(&text[end..])) {
                        last = without_marks(text, start, last);
                    }
                    if last > start {
                        secrets.push(start..last);
                    }
                    end
                }
                Some(equals) => equals + 1,
                None => at + 1,
            };
        }
    }
}

/// The position of the "=" after a name that begins at `start`.
fn name_end(text: &[u8], start: usize) -> Option<usize> {
    let first = if text[start..].starts_with(b"amp;") { start + 4 } else { start };
    let (mut at, mut characters) = (first, 0);
    while let Some(&byte) = text.get(at) {
        match byte {
            b'=' => return (characters > 0).then_some(at),
            b'&' | b';' | b'#' | b'?' | b'/' => return None,
            _ if separates(&text[at..]) => return None,
            _ => {}
        }
        characters += usize::from(begins_a_character(byte));
        if characters > LONGEST_NAME {
            return None;
        }
        at += 1;
    }
    None
}

/// Whether a quote at a position is escaped, as in a text within JSON: after `\`, and not after `\\`.
fn is_escaped_quote(text: &[u8], at: usize) -> bool {
    let escapes = text[..at].iter().rev().take_while(|&&byte| byte == b'\\').count();
    matches!(text.get(at), Some(b'"' | b'\'')) && escapes % 2 == 1
}

/// The end of a value without the marks after it, which belong to the sentence or the brackets around a reference.
///
/// A value of such marks alone is one.
fn without_marks(text: &[u8], start: usize, end: usize) -> usize {
    let is_mark = |byte: &&u8| matches!(byte, b',' | b'.' | b';' | b':' | b')' | b']' | b'}');
    let marks = text[start..end].iter().rev().take_while(is_mark).count();
    if start + marks < end {
        end - marks
    } else {
        end
    }
}

/// The name and the value of a percent-encoded pair that begins at `start`.
fn encoded_pair(text: &[u8], start: usize) -> Option<(&[u8], Range<usize>)> {
    let (mut equals, mut characters) = (start, 0);
    while characters <= LONGEST_NAME {
        let is_bracket = is_triplet(text, equals, b"5B") || is_triplet(text, equals, b"5D");
        equals += match text.get(equals) {
            Some(&byte) if is_unreserved(byte) => 1,
            Some(b'%') if is_bracket => 3,
            _ => break,
        };
        characters += 1;
    }
    if characters == 0 || characters > LONGEST_NAME || !is_triplet(text, equals, b"3D") {
        return None;
    }
    let first = equals + 3;
    let ends = |at: &usize| match text[*at] {
        b'&' | b'#' => true,
        b'%' => is_triplet(text, *at, b"26") || is_triplet(text, *at, b"23"),
        _ => separates(&text[*at..]),
    };
    let end = (first..text.len()).find(ends).unwrap_or(text.len());
    (end > first).then_some((&text[start..equals], first..end))
}
