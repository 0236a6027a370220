//! Patterns of secrets: literal bytes, runs of a class of bytes, and one group, which is the secret.

use std::ops::Range;

use super::octets::{is_triplet, run};

/// A pattern, of these pieces:
///
/// ```text
/// (?i)         at the beginning: ASCII letters match in either case
/// [A-Z_]{16}   a run of these bytes, as long as it can be and at least 16; "\" makes "\", "[" and "]" members
/// /            also as `\/` of JSON or "%2F", and after the port of a host; as the first character only where it
///              begins a segment, not an authority
/// :            also as "%3A"
/// (...)        the group
/// ```
///
/// Other characters are literal. No letter or digit may follow a run at the end. The group has no "." at its end, which
/// ends a sentence.
pub struct Pattern {
    ignores_case: bool,
    begins_a_segment: bool,
    items: Vec<Item>,
    group: Range<usize>,
}

enum Item {
    Text(Vec<u8>),
    Slash,
    Colon,
    Run { members: Box<[bool; 256]>, least: usize },
}

impl Pattern {
    /// None if the text is not a pattern.
    pub fn new(text: &str) -> Option<Pattern> {
        let (ignores_case, text) = text.strip_prefix("(?i)").map_or((false, text), |rest| (true, rest));
        let mut rest = text.as_bytes();
        let (mut items, mut open, mut close) = (Vec::new(), None, None);
        while let Some((&byte, after)) = rest.split_first() {
            rest = after;
            match byte {
                b'(' => open = Some(items.len()),
                b')' => close = Some(items.len()),
                b'/' => items.push(Item::Slash),
                b':' => items.push(Item::Colon),
                b'[' => {
                    let (run, after) = parsed_run(rest)?;
                    items.push(run);
                    rest = after;
                }
                _ => {
                    let begins = open == Some(items.len()) || close == Some(items.len());
                    match items.last_mut() {
                        Some(Item::Text(last)) if !begins => last.push(byte),
                        _ => items.push(Item::Text(vec![byte])),
                    }
                }
            }
        }
        let mut group = open?..close?;
        let begins_a_segment = matches!(items.first(), Some(Item::Slash));
        if begins_a_segment {
            items.remove(0);
            group = group.start.checked_sub(1)?..group.end.checked_sub(1)?;
        }
        (!group.is_empty()).then_some(Pattern { ignores_case, begins_a_segment, items, group })
    }

    /// The literal bytes with which each match begins.
    pub fn literal(&self) -> &[u8] {
        match self.items.first() {
            Some(Item::Text(first)) => first,
            _ => b"",
        }
    }

    /// The cases in which a literal byte may be.
    pub fn cases(&self, byte: u8) -> impl Iterator<Item = u8> {
        let is_letter = self.ignores_case && byte.is_ascii_alphabetic();
        [byte].into_iter().chain(is_letter.then_some(byte ^ 0x20))
    }

    /// The nonempty group of the match at a position.
    ///
    /// `read` is how far the first run has been read at other positions. Where it begins before that, it ends there
    /// too, and what follows is the same: the pattern fails again, or its group is within the one of that match.
    pub fn secret(&self, text: &[u8], start: usize, read: &mut usize) -> Option<Range<usize>> {
        if self.begins_a_segment && slash_before(text, slash_before(text, start)?).is_some() {
            return None;
        }
        let (mut at, mut is_first, mut group) = (start, true, start..start);
        for (index, item) in self.items.iter().enumerate() {
            if index == self.group.start {
                group.start = at;
            }
            at = match item {
                Item::Text(bytes) => self.end_of_text(bytes, text, at)?,
                Item::Slash => end_of_slash(text, at)?,
                Item::Colon if text.get(at) == Some(&b':') => at + 1,
                Item::Colon => is_triplet(text, at, b"3A").then_some(at + 3)?,
                Item::Run { .. } if is_first && at <= *read => return None,
                Item::Run { members, least } => {
                    let end = run(text, at, |byte| !members[usize::from(byte)]);
                    if is_first {
                        (is_first, *read) = (false, end);
                    }
                    (end - at >= *least).then_some(end)?
                }
            };
            if index + 1 == self.group.end {
                group.end = at;
            }
        }
        let ends_with_run = matches!(self.items.last(), Some(Item::Run { .. }));
        if ends_with_run && text.get(at).is_some_and(u8::is_ascii_alphanumeric) {
            return None;
        }
        group.end -= text[group.clone()].iter().rev().take_while(|&&byte| byte == b'.').count();
        (!group.is_empty()).then_some(group)
    }

    fn end_of_text(&self, bytes: &[u8], text: &[u8], at: usize) -> Option<usize> {
        let end = at + bytes.len();
        let piece = text.get(at..end)?;
        let is_equal = if self.ignores_case { piece.eq_ignore_ascii_case(bytes) } else { piece == bytes };
        is_equal.then_some(end)
    }
}

/// The run whose class begins after its "[", and the pattern after it.
fn parsed_run(mut rest: &[u8]) -> Option<(Item, &[u8])> {
    let (mut members, mut last) = (Box::new([false; 256]), None);
    loop {
        let (&byte, after) = rest.split_first()?;
        rest = after;
        match (byte, last, rest) {
            (b']', ..) => break,
            (b'-', Some(first), [end, after @ ..]) if *end != b']' => {
                members[usize::from(first)..=usize::from(*end)].fill(true);
                (rest, last) = (after, None);
            }
            (b'\\', _, [escaped, after @ ..]) => {
                members[usize::from(*escaped)] = true;
                (rest, last) = (after, None);
            }
            _ => {
                members[usize::from(byte)] = true;
                last = Some(byte);
            }
        }
    }
    let (number, rest) = rest.strip_prefix(b"{")?.split_at_checked(rest.iter().position(|&byte| byte == b'}')? - 1)?;
    let least = std::str::from_utf8(number).ok()?.parse().ok()?;
    Some((Item::Run { members, least }, &rest[1..]))
}

/// The end of a slash, after the port of a host if there is one.
fn end_of_slash(text: &[u8], at: usize) -> Option<usize> {
    let port = match text.get(at) {
        Some(b':') => run(text, at + 1, |byte| !byte.is_ascii_digit()),
        _ => at,
    };
    let slash = run(text, port, |byte| byte != b'\\');
    match text.get(slash) {
        Some(b'/') => Some(slash + 1),
        _ => is_triplet(text, port, b"2F").then_some(port + 3),
    }
}

/// The position of the slash before a position, in any of its forms.
fn slash_before(text: &[u8], at: usize) -> Option<usize> {
    let before = text[..at].strip_suffix(b"/");
    let before = before.map(|before| before.len() - before.iter().rev().take_while(|&&byte| byte == b'\\').count());
    before.or_else(|| at.checked_sub(3).filter(|&slash| is_triplet(text, slash, b"2F")))
}
