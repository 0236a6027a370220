//! Which attributes the tags of a page can have, told from its octets, before any element is asked.
//!
//! A selector such as `[background]` makes the parser look at every element. Nearly no page has that attribute, and its
//! source says so: `<a class=more href="../item/1">` has the names `class` and `href`.
//!
//! The source is not parsed again. From a "<" before a letter the states of a tag are followed to its ">" (HTML Standard,
//! 13.2.5.6 to 13.2.5.40), and what stands between tags is passed over. A "<" before a letter may also stand in a comment or a
//! script, where it begins no tag. Then this walk can be inside what is none when a tag begins. So if a "<" stands inside
//! of what the walk takes for a tag, it does not answer. If none does, the walk was between tags at each tag's beginning
//! and followed all of it. It may find more names than the tree has, never fewer.

use memchr::memchr;
use pyo3::prelude::*;

/// Which of some names of attributes occur in the tags of a page; None if that is not known.
///
/// The octets must be in an encoding in which US-ASCII is itself, the names in lower case.
#[pyfunction]
pub fn attributes_of_tags(data: &[u8], names: Vec<String>) -> Option<Vec<String>> {
    let mut found = vec![false; names.len()];
    let shapes = Shapes::of(&names);
    let mut left = data;
    while let Some(at) = memchr(b'<', left) {
        left = &left[at + 1..];
        if !left.first().is_some_and(u8::is_ascii_alphabetic) {
            continue;
        }
        let length = tag(left, |name| {
            if !shapes.has(name) {
                return;
            }
            for (known, found) in names.iter().zip(&mut found) {
                *found |= name.len() == known.len() && name.eq_ignore_ascii_case(known.as_bytes());
            }
        });
        if memchr(b'<', &left[..length]).is_some() {
            return None;
        }
        left = &left[length..];
    }
    Some(names.into_iter().zip(found).filter_map(|(name, found)| found.then_some(name)).collect())
}

/// First letters and lengths of names. Nearly no attribute of a page shares both with a name that is looked for: `class` has
/// the first letter of `cite` and `content`, but another length.
struct Shapes([u64; 32]);

impl Shapes {
    fn of(names: &[String]) -> Shapes {
        let mut shapes = Shapes([0; 32]);
        for name in names {
            let (letter, length) = Shapes::place(name.as_bytes());
            shapes.0[letter] |= 1 << length;
        }
        shapes
    }

    fn has(&self, name: &[u8]) -> bool {
        let (letter, length) = Shapes::place(name);
        self.0[letter] >> length & 1 == 1
    }

    /// Both cases of a letter have the same low bits. Names that are longer than all have one length.
    fn place(name: &[u8]) -> (usize, usize) {
        (usize::from(name.first().map_or(0, |letter| letter & 31)), name.len().min(63))
    }
}

/// Calls a function with the name of each attribute of the tag whose name begins a text. Returns where its ">" stands, or
/// the text's length if it has none.
fn tag(text: &[u8], mut named: impl FnMut(&[u8])) -> usize {
    let run = |from: usize, ends: fn(u8) -> bool| {
        from + text[from..].iter().position(|byte| ends(*byte)).unwrap_or(text.len() - from)
    };
    let mut at = run(0, |byte| is_space(byte) || matches!(byte, b'/' | b'>'));
    loop {
        // 13.2.5.32, before the name of an attribute.
        at = run(at, |byte| !is_space(byte) && byte != b'/');
        if at >= text.len() || text[at] == b'>' {
            return at;
        }
        // 13.2.5.33: a "=" that begins a name is a part of it.
        let start = at;
        at = run(at + 1, |byte| is_space(byte) || matches!(byte, b'/' | b'>' | b'='));
        named(&text[start..at]);
        at = run(at, |byte| !is_space(byte));
        if text.get(at) != Some(&b'=') {
            continue;
        }
        // 13.2.5.35, before the value.
        at = run(at + 1, |byte| !is_space(byte));
        at = match text.get(at) {
            Some(quote @ (b'"' | b'\'')) => match memchr(*quote, &text[at + 1..]) {
                Some(length) => at + 1 + length + 1,
                None => text.len(),
            },
            _ => run(at, |byte| is_space(byte) || byte == b'>'),
        };
    }
}

/// What separates attributes. CR is there because the standard makes it LF before (13.2.3.5).
fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}
