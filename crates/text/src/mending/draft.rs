//! A text while it is mended: the original, the few edits of its beginning, and the characters to encode.
//!
//! Three texts are kept apart. Their positions are converted by the list of edits and by the breaks:
//!
//! ```text
//!   source   "\thttp:\\ü.example\n/a b "    what was given
//!   base     http://ü.example/a b           without surroundings and breaks; "\" replaced
//!   text     http://xn--tda.example/a b     with the edits
//! ```
//!
//! The characters that a component refuses are replaced when the pieces of the result are written. No list of them is
//! kept, so a draft takes three times the memory of its source.

use std::borrow::Cow;
use std::ops::Range;

use uriverse_core::memory::{buffer, joined, owned, Grow};
use uriverse_core::{begins_a_character, is_accepted, push_triplet, split, triplet_at, EncodeSet, Tables};

use super::model::{Unmended, Why};

/// An edit: a range of the base, and what replaces it.
struct Edit {
    was: Range<usize>,
    now: Vec<u8>,
    why: Why,
}

pub(super) struct Draft<'a> {
    pub source: &'a [u8],
    /// The source without what surrounds the reference.
    inside: Range<usize>,
    base: Cow<'a, [u8]>,
    /// In the order of the text: a scheme, slashes, a host.
    edits: Vec<Edit>,
    /// The base with its edits; None without edits.
    edited: Option<Vec<u8>>,
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The end of the break at `at`, or `at`: line breaks with the blanks around them, and tabs.
fn break_end(source: &[u8], at: usize) -> usize {
    let run = |from: usize, is_member: fn(u8) -> bool| {
        from + source[from..].iter().take_while(|byte| is_member(**byte)).count()
    };
    let byte = source[at];
    if !is_blank(byte) && !matches!(byte, b'\r' | b'\n') {
        return at;
    }
    // Only the first of several blanks looks for a line break, which keeps this linear.
    if at == 0 || !is_blank(source[at - 1]) {
        let after = run(at, is_blank);
        if matches!(source.get(after), Some(b'\r' | b'\n')) {
            return run(after, |byte| is_blank(byte) || matches!(byte, b'\r' | b'\n'));
        }
    }
    run(at, |byte| byte == b'\t')
}

impl<'a> Draft<'a> {
    pub fn new(source: &'a [u8], inside: Range<usize>) -> Draft<'a> {
        let inner = &source[inside.clone()];
        let mut base = Cow::Borrowed(inner);
        if inner.iter().any(|byte| matches!(byte, b'\t' | b'\r' | b'\n')) {
            let (mut joined, mut at) = (buffer(inner.len()), 0);
            while at < inner.len() {
                let end = break_end(inner, at);
                if end == at {
                    joined.put(inner[at]);
                }
                at = end.max(at + 1);
            }
            base = Cow::Owned(joined);
        }
        Draft { source, inside, base, edits: Vec::new(), edited: None }
    }

    /// The text with all changes but those of single characters.
    pub fn text(&self) -> &[u8] {
        self.edited.as_deref().unwrap_or(&self.base)
    }

    pub fn is_changed(&self) -> bool {
        self.edited.is_some() || *self.base != *self.source
    }

    /// Replaces each "\" before `end` by "/".
    pub fn replace_backslashes(&mut self, end: usize) {
        if self.base[..end].contains(&b'\\') {
            let mut base = owned(std::mem::take(&mut self.base));
            base[..end].iter_mut().filter(|byte| **byte == b'\\').for_each(|byte| *byte = b'/');
            self.base = base.into();
        }
    }

    /// Replaces a range of the text, after all earlier edits.
    pub fn replace(&mut self, range: Range<usize>, now: Vec<u8>, why: Why) {
        let text = self.text();
        let edited = joined(&[&text[..range.start], &now, &text[range.end..]]);
        let was = self.in_base(range.start)..self.in_base(range.end);
        self.edits.push(Edit { was, now, why });
        self.edited = Some(edited);
    }

    /// The position in the base of a position of the text.
    fn in_base(&self, at: usize) -> usize {
        let mut place = at;
        for edit in &self.edits {
            if place < edit.was.start {
                break;
            }
            if place < edit.was.start + edit.now.len() {
                return edit.was.start;
            }
            place = place + edit.was.len() - edit.now.len();
        }
        place
    }

    /// The position in the source of a position of the text; with an encoder, of a position of the result.
    pub fn origin(&self, encoder: Option<&Encoder<'_>>, at: usize) -> Result<usize, Unmended> {
        let (mut written, mut origin) = (0, self.source.len());
        self.each_piece(encoder, |was, now, why| {
            if (written..written + now.len()).contains(&at) {
                origin = was.start + if why.is_none() { at - written } else { 0 };
            }
            written += now.len();
        })?;
        Ok(origin)
    }

    /// Calls a function with each piece of the result, in order: its range of the source, the new text, and the reason
    /// of a change.
    pub fn each_piece(
        &self,
        encoder: Option<&Encoder<'_>>,
        mut piece: impl FnMut(Range<usize>, &[u8], Option<Why>),
    ) -> Result<(), Unmended> {
        let (source, text) = (&self.source[..self.inside.end], self.text());
        let mut change = |was: Range<usize>, now: &[u8], why| {
            if !(was.is_empty() && now.is_empty()) {
                piece(was, now, why);
            }
        };
        change(0..self.inside.start, b"", Some(Why::Surroundings));
        let (mut edits, mut triplets) = (self.edits.iter().peekable(), Vec::new());
        // Positions in the source, the base and the text; and where the unchanged characters before them begin.
        let (mut at, mut place, mut written) = (self.inside.start, 0, 0);
        let mut same = at;
        while at < source.len() {
            let end = break_end(source, at);
            if end > at {
                change(same..at, &source[same..at], None);
                change(at..end, b"", Some(Why::Break));
                (at, same) = (end, end);
                continue;
            }
            if let Some(edit) = edits.next_if(|edit| edit.was.start == place) {
                change(same..at, &source[same..at], None);
                let start = at;
                for number in 0..edit.was.len() {
                    at = if number == 0 { at } else { break_end(source, at) } + 1;
                }
                change(start..at, &edit.now, Some(edit.why));
                (place, written, same) = (edit.was.end, written + edit.now.len(), at);
                continue;
            }
            let length = 1 + source[at + 1..].iter().take_while(|byte| !begins_a_character(**byte)).count();
            if let Some(why) = encoder.and_then(|encoder| encoder.refusal(text, written..written + length)) {
                triplets.clear();
                push_character(why, &source[at..at + length], &mut triplets)
                    .map_err(|sentence| Unmended::new(at, sentence))?;
                change(same..at, &source[same..at], None);
                change(at..at + length, &triplets, Some(why));
                same = at + length;
            } else if source[at] != self.base[place] {
                change(same..at, &source[same..at], None);
                change(at..at + 1, b"/", Some(Why::Backslash));
                same = at + 1;
            }
            (at, place, written) = (at + length, place + length, written + length);
        }
        change(same..at, &source[same..at], None);
        change(at..self.source.len(), b"", Some(Why::Surroundings));
        Ok(())
    }
}

/// Appends the triplets of a character, or of the octet that a lone surrogate stands for: Python writes an octet that
/// is not UTF-8 as U+DC80 to U+DCFF.
fn push_character(why: Why, character: &[u8], triplets: &mut Vec<u8>) -> Result<(), &'static str> {
    match *character {
        // RFC 3986, section 2.2: an encoded delimiter is data. The user would be "me:secret", not masked.
        [b':'] if why == Why::Userinfo => return Err("the \":\" ends a user, and the edition has no password"),
        [0xED, second @ (0xB2 | 0xB3), third] => push_triplet(0x80 | (second & 1) << 6 | third & 0x3F, triplets),
        [0xED, 0xA0..=0xBF, _] => return Err("a lone surrogate is not a character"),
        _ => character.iter().for_each(|octet| push_triplet(*octet, triplets)),
    }
    Ok(())
}

/// A component whose characters may be encoded.
struct Part<'t> {
    range: Range<usize>,
    why: Why,
    /// The characters of US-ASCII that it takes, if the edition lists them.
    keep: Option<&'t EncodeSet>,
    /// A reference to which a character of the component is added, to see whether it is taken.
    around: (&'static [u8], &'static [u8]),
}

/// Which characters of a text are encoded.
pub(super) struct Encoder<'t> {
    tables: &'t Tables,
    /// In the order of the text.
    parts: Vec<Part<'t>>,
}

impl<'t> Encoder<'t> {
    /// The components of a text, by the edition's lenient split.
    pub fn new(tables: &'t Tables, text: &[u8]) -> Encoder<'t> {
        let offsets = split(tables.split_style(), text);
        let (query, fragment) = (offsets.query(), offsets.fragment(text.len()));
        let start = match (offsets.authority(), offsets.scheme()) {
            (Some(authority), _) => authority.end,
            (None, scheme) => scheme.map_or(0, |scheme| scheme.end + 1),
        };
        let end = [&query, &fragment].into_iter().flatten().map(|range| range.start - 1).next().unwrap_or(text.len());
        let part = |name: &str, range: Option<Range<usize>>, why, around| {
            let keep = tables.encode_set(name).filter(|_| why != Why::Userinfo);
            Some(Part { range: range?, why, keep, around })
        };
        let parts = [
            part("userinfo", offsets.userinfo(), Why::Userinfo, (b"http://", b"@h/")),
            part("path", Some(start..end), Why::Path, (b"http://h/", b"")),
            part("query", query, Why::Query, (b"http://h/?", b"")),
            part("fragment", fragment, Why::Fragment, (b"http://h/#", b"")),
        ];
        Encoder { tables, parts: parts.into_iter().flatten().collect() }
    }

    /// Why the character at a range of the text is encoded; None if it is not.
    fn refusal(&self, text: &[u8], character: Range<usize>) -> Option<Why> {
        let part = self.parts.iter().find(|part| part.range.contains(&character.start))?;
        let character = match text[character.clone()] {
            [b'%'] => return (!triplet_at(text, character.start)).then_some(Why::Percent),
            [byte] if part.keep.is_some() => {
                let is_kept = part.keep.is_some_and(|keep| keep.ascii()[usize::from(byte)]);
                return (!is_kept).then_some(part.why);
            }
            [first, ..] if !first.is_ascii() && self.tables.is_ascii() => return Some(part.why),
            ref other => other,
        };
        (!is_accepted(self.tables, &joined(&[part.around.0, character, part.around.1]))).then_some(part.why)
    }
}
