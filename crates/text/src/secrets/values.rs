//! The values of secret names: in parameters of a path, in pairs of a query, and in percent-encoded pairs.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use memchr::{memchr, memchr2, memchr_iter, memrchr};
use uriverse_core::{begins_a_character, decode, query, Malformed};

use super::octets::{is_triplet, is_unreserved};

/// The most characters of a name.
const LONGEST_NAME: usize = 64;

/// The names whose values are secrets.
pub struct Names {
    names: HashSet<Box<[u8]>>,
    globs: Vec<String>,
}

impl Names {
    /// The names may be in any case, and with or without "_", "-" and ".".
    pub fn new(names: &[String], globs: Vec<String>) -> Names {
        Names { names: names.iter().map(|name| plain_name(name.as_bytes()).into()).collect(), globs }
    }

    /// Adds the values of secret names in a text, percent-encoded or not.
    pub fn add_values(&self, text: &[u8], running: bool, secrets: &mut Vec<Range<usize>>) {
        if memchr2(b'=', b'%', text).is_none() {
            return;
        }
        let in_running = |rest: &[u8]| !matches!(rest[0], b'&' | b'#' | b'"' | b'\'' | b'<' | b'>') && !is_space(rest);
        let is_delimiter = |byte| matches!(byte, b'?' | b'&' | b';' | b'#');
        if running {
            self.add_pairs(text, 0, is_delimiter, in_running, secrets);
        } else {
            // Before the query, ";" begins a parameter of a segment; in the query it delimits pairs, as "&" does.
            let path_end = text.iter().position(|byte| matches!(byte, b'?' | b'#')).unwrap_or(text.len());
            let in_pair = |rest: &[u8]| !matches!(rest[0], b'&' | b'#' | b'\r' | b'\n');
            let in_parameter = |rest: &[u8]| in_pair(rest) && !matches!(rest[0], b';' | b'/' | b'?');
            self.add_pairs(text, 0, |byte| matches!(byte, b'?' | b'&' | b'#'), in_pair, secrets);
            self.add_pairs(&text[..path_end], 0, |byte| byte == b';', in_parameter, secrets);
            self.add_pairs(text, path_end, is_delimiter, in_running, secrets);
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
        is_delimiter: impl Fn(u8) -> bool,
        in_value: impl Fn(&[u8]) -> bool,
        secrets: &mut Vec<Range<usize>>,
    ) {
        let mut at = from.max(1);
        while let Some(delimiter) = text.get(at - 1..).and_then(|rest| rest.iter().position(|&byte| is_delimiter(byte)))
        {
            at += delimiter;
            at = match name_end(text, at) {
                Some(equals) if self.is_secret(&text[at..equals]) => {
                    let (start, mut end) = (equals + 1, equals + 1);
                    while end < text.len() && in_value(&text[end..]) {
                        end += 1;
                    }
                    if end > start {
                        secrets.push(start..end);
                    }
                    end
                }
                Some(equals) => equals + 1,
                None => at + 1,
            };
        }
    }

    /// Whether the values of a name are secrets; of a nested name, such as `user[password]`, the last field decides.
    #[must_use]
    pub fn is_secret(&self, name: &[u8]) -> bool {
        let name = name.strip_prefix(b"amp;").unwrap_or(name);
        let decoded = match memchr(b'%', name) {
            None => Cow::Borrowed(name),
            Some(_) => match decode(name, Malformed::Keep) {
                Ok(Some(octets)) => Cow::Owned(String::from_utf8_lossy(&octets).into_owned().into_bytes()),
                _ => Cow::Borrowed(name),
            },
        };
        let hides = |name: &[u8]| {
            self.names.contains(&*plain_name(name))
                || self.globs.iter().any(|pattern| query::glob(pattern.as_bytes(), name))
        };
        hides(&decoded) || (decoded.ends_with(b"]") && hides(last_field(&decoded)))
    }
}

/// A name in lower case without "_", "-" and ".".
fn plain_name(name: &[u8]) -> Vec<u8> {
    let kept = name.iter().filter(|byte| !matches!(byte, b'_' | b'-' | b'.'));
    let plain: Vec<u8> = kept.map(u8::to_ascii_lowercase).collect();
    match std::str::from_utf8(&plain) {
        Ok(text) if !text.is_ascii() => text.to_lowercase().into_bytes(),
        _ => plain,
    }
}

/// The last field of a nested name: `password` in `user[password]`, `user[password][]` and `user[password][0]`.
///
/// PHP, Rails and Node's qs write fields of objects in brackets, and elements of lists in "[]" or with their index.
fn last_field(mut name: &[u8]) -> &[u8] {
    while let Some(inner) = name.strip_suffix(b"]") {
        let Some(open) = memrchr(b'[', inner) else { break };
        let field = &inner[open + 1..];
        if !field.iter().all(u8::is_ascii_digit) {
            return field;
        }
        name = &inner[..open];
    }
    name
}

/// The position of the "=" after a name that begins at `start`.
fn name_end(text: &[u8], start: usize) -> Option<usize> {
    let first = if text[start..].starts_with(b"amp;") { start + 4 } else { start };
    let (mut at, mut characters) = (first, 0);
    while let Some(&byte) = text.get(at) {
        match byte {
            b'=' => return (characters > 0).then_some(at),
            b'&' | b';' | b'#' | b'?' | b'/' | b'"' | b'\'' | b'<' | b'>' => return None,
            _ if is_space(&text[at..]) => return None,
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

/// Whether a text begins with white space, as defined by Python's `str.isspace`.
fn is_space(text: &[u8]) -> bool {
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
        b'&' | b'#' | b'"' | b'\'' | b'<' | b'>' => true,
        b'%' => is_triplet(text, *at, b"26") || is_triplet(text, *at, b"23"),
        _ => is_space(&text[*at..]),
    };
    let end = (first..text.len()).find(ends).unwrap_or(text.len());
    (end > first).then_some((&text[start..equals], first..end))
}
