//! Where running text may name a scheme: the colons at which a search for references looks twice.
//!
//! ```text
//! ratio 3:4 at 12:30:05, see note: http://a/b or mailto:c@d
//!        x       x  x            ^  ^               ^
//!        |                       |  |               '-- a known name ends here
//!        |                       |  '-- "//" follows
//!        |                       '-- white space and "/" follow: a line break inside brackets may stand there
//!        '-- no name ends with "3"
//! ```
//!
//! What is skipped is never a scheme's colon; what is given may still be none, and the caller decides. Names are kept
//! as a tree of their letters from the last to the first, so that a word is read backwards only while it may still be
//! the end of one: most words are left after two or three letters, and none is read further than the longest name.

use memchr::memchr;

use crate::bytes::ByteSet;

/// How much white space may stand between a ":" and the "/" that goes on with the reference.
const MOST_SPACE: usize = 64;

/// A scheme's characters without case (RFC 3986, 3.1), numbered.
const LETTERS: usize = 26 + 10 + 3;

/// Which colons count.
#[derive(Clone, Debug)]
pub struct Colons {
    /// `LETTERS` branches a node; 0 where there is none.
    branches: Vec<u16>,
    /// Whether a name begins at a node, read backwards.
    begins: Vec<bool>,
    any: bool,
    next: ByteSet,
}

impl Colons {
    /// The colons behind some names, and those before a "/".
    ///
    /// * `names`: schemes, in any case; one that has other characters than a scheme's is passed over.
    /// * `any`: whether every name counts.
    /// * `next`: what a reference may go on with behind its ":".
    #[must_use]
    pub fn new<'a>(names: impl IntoIterator<Item = &'a [u8]>, any: bool, next: ByteSet) -> Colons {
        let mut made = Colons { branches: vec![0; LETTERS], begins: vec![false], any, next };
        for name in names {
            made.add(name);
        }
        made
    }

    fn add(&mut self, name: &[u8]) {
        let Some(letters) = name.iter().rev().map(|&byte| letter(byte)).collect::<Option<Vec<usize>>>() else { return };
        let mut node = 0;
        for letter in letters {
            let place = node * LETTERS + letter;
            if self.branches[place] == 0 {
                let Ok(made) = u16::try_from(self.begins.len()) else { return };
                self.branches[place] = made;
                self.begins.push(false);
                self.branches.resize(self.begins.len() * LETTERS, 0);
            }
            node = usize::from(self.branches[place]);
        }
        self.begins[node] |= node != 0;
    }

    /// The first such colon at `from` or behind it.
    ///
    /// ```
    /// use uriverse_core::{ByteSet, Colons};
    /// let colons = Colons::new([b"mailto".as_slice()], false, ByteSet::of(b"/05c"));
    /// let text = b"at 12:05: mailto:c, or x://h";
    /// assert_eq!(colons.find(text, 0), Some(16));
    /// assert_eq!(colons.find(text, 17), Some(24));
    /// assert_eq!(colons.find(text, 25), None);
    /// ```
    #[must_use]
    pub fn find(&self, text: &[u8], from: usize) -> Option<usize> {
        let mut at = from;
        while let Some(found) = memchr(b':', text.get(at..)?) {
            let colon = at + found;
            if self.counts(text, colon) {
                return Some(colon);
            }
            at = colon + 1;
        }
        None
    }

    fn counts(&self, text: &[u8], colon: usize) -> bool {
        let (before, after) = (&text[..colon], &text[colon + 1..]);
        let (Some(&last), Some(&next)) = (before.last(), after.first()) else { return false };
        if letter(last).is_none() {
            return false;
        }
        if is_space(next) {
            let behind = after.iter().take(MOST_SPACE + 1).find(|byte| !is_space(**byte));
            return behind == Some(&b'/');
        }
        self.next.contains(next) && (self.any || next == b'/' || self.ends_with_a_name(before))
    }

    fn ends_with_a_name(&self, before: &[u8]) -> bool {
        let mut node = 0;
        for &byte in before.iter().rev() {
            let Some(letter) = letter(byte) else { return false };
            node = usize::from(self.branches[node * LETTERS + letter]);
            if node == 0 {
                return false;
            }
            if self.begins[node] {
                return true;
            }
        }
        false
    }
}

/// The number of a scheme's character, without case.
fn letter(byte: u8) -> Option<usize> {
    Some(match byte {
        b'a'..=b'z' => usize::from(byte - b'a'),
        b'A'..=b'Z' => usize::from(byte - b'A'),
        b'0'..=b'9' => usize::from(byte - b'0') + 26,
        b'+' => 36,
        b'-' => 37,
        b'.' => 38,
        _ => return None,
    })
}

/// White space in US-ASCII: HT to CR, and SP.
fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(names: &[&str], any: bool, text: &str) -> Vec<usize> {
        let next = ByteSet::of(b"abcdefghijklmnopqrstuvwxyz0123456789/@?#-");
        let colons = Colons::new(names.iter().map(|name| name.as_bytes()), any, next);
        let mut all = Vec::new();
        let mut at = 0;
        while let Some(colon) = colons.find(text.as_bytes(), at) {
            all.push(colon);
            at = colon + 1;
        }
        all
    }

    #[test]
    fn the_names_are_found_in_any_case_at_the_end_of_any_word() {
        assert_eq!(found(&["tel", "h323"], false, "tel:1 TEL:1 motel:1 te:1 l:1 h323:a 323:a"), [3, 9, 17, 33]);
        assert_eq!(found(&["tel"], true, "x:1 1:1 _:1 :1 tel:"), [1, 5]);
        assert_eq!(found(&["", "a_b"], false, "a_b:1 c:1"), [] as [usize; 0]);
    }

    #[test]
    fn a_slash_makes_any_word_count() {
        assert_eq!(found(&[], false, "x:/ x://h 1:/ ,:// é:// x: x:\n /h x:\u{a0}/h"), [1, 5, 11, 29]);
    }

    #[test]
    fn white_space_before_the_slash_is_bounded() {
        let text = |space: usize| format!("x:{}/", " ".repeat(space));
        assert_eq!(found(&[], false, &text(64)), [1]);
        assert_eq!(found(&[], false, &text(65)), [] as [usize; 0]);
    }

    #[test]
    fn nothing_is_found_beyond_the_end() {
        let colons = Colons::new([], true, ByteSet::of(b"a"));
        assert_eq!(colons.find(b"a:a", 9), None);
        assert_eq!(colons.find(b"", 0), None);
        assert_eq!(colons.find(b"a:", 0), None);
    }
}
