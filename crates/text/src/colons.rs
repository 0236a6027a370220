//! The colons in running text that may belong to a reference, which a search must inspect.
//!
//! ```text
//! ratio 3:4 at 12:30:05, see note: http://a/b or mailto:c@d
//!        x       x  x            ^  ^               ^
//!        |                       |  |               '-- a known name ends here
//!        |                       |  '-- "//" follows
//!        |                       '-- white space and "/" follow: perhaps a line break inside brackets
//!        '-- no name ends with "3"
//! ```
//!
//! Input: the names of schemes, then a text and a position. Output: the next colon that may end a scheme's name. False
//! positives are possible, false negatives are not.
//!
//! The names form a trie of their letters, from the last letter to the first. From a colon, the letters before it are
//! looked up in the trie, from right to left, while a name may still match. Most words fail after two or three letters,
//! and none is read further than the longest name, so the search is linear.

use memchr::memchr;

use uriverse_core::bytes::ByteSet;

/// The most white space between a ":" and the "/" that continues the reference.
const MOST_SPACE: usize = 64;

/// Recognizes the colons that may end a scheme.
#[derive(Clone, Debug)]
pub struct Colons {
    /// The number of each letter of a name, from 1 and without case; 0 for all other bytes.
    numbers: [u8; 256],
    /// The number of these numbers, including 0.
    width: usize,
    /// The trie: `width` branches for each node; 0 for an absent branch.
    branches: Vec<u16>,
    /// Whether a name begins at a node, read backwards.
    begins: Vec<bool>,
    any: bool,
    next: ByteSet,
}

impl Colons {
    /// The colons after certain names, and those before a "/".
    ///
    /// * `names`: schemes, in either case; a name with a byte that is not among `letters` is ignored.
    /// * `letters`: the bytes that a scheme may consist of, in either case.
    /// * `any`: whether a colon counts after every word of `letters`, not only after a name.
    /// * `next`: the bytes that a reference may have after its ":".
    pub fn new<'a>(names: impl IntoIterator<Item = &'a [u8]>, letters: &[u8], any: bool, next: ByteSet) -> Colons {
        let (mut numbers, mut width) = ([0; 256], 1);
        for byte in letters {
            if numbers[usize::from(*byte)] == 0 {
                for cased in [byte.to_ascii_lowercase(), byte.to_ascii_uppercase()] {
                    numbers[usize::from(cased)] = width;
                }
                width += 1;
            }
        }
        let width = usize::from(width);
        let mut colons = Colons { numbers, width, branches: vec![0; width], begins: vec![false], any, next };
        for name in names {
            colons.add(name);
        }
        colons
    }

    fn add(&mut self, name: &[u8]) {
        if name.iter().any(|byte| self.number(*byte) == 0) {
            return;
        }
        let mut node = 0;
        for byte in name.iter().rev() {
            let place = node * self.width + self.number(*byte);
            if self.branches[place] == 0 {
                let Ok(colons) = u16::try_from(self.begins.len()) else { return };
                self.branches[place] = colons;
                self.begins.push(false);
                self.branches.resize(self.begins.len() * self.width, 0);
            }
            node = usize::from(self.branches[place]);
        }
        self.begins[node] |= node != 0;
    }

    /// The first such colon at or after `from`.
    ///
    /// ```
    /// use uriverse_core::ByteSet;
    /// use uriverse_text::Colons;
    /// let letters = b"abcdefghijklmnopqrstuvwxyz";
    /// let names = [b"mailto".as_slice(), b"a_b"]; // the second has a byte that is not a letter
    /// let colons = Colons::new(names, letters, false, ByteSet::from_bytes(b"/05c"));
    /// let text = b"at 12:05: mailto:c, or x://h, a_b:c";
    /// assert_eq!(colons.find(text, 0), Some(16));
    /// assert_eq!(colons.find(text, 17), Some(24));
    /// assert_eq!(colons.find(text, 25), None);
    /// assert_eq!(colons.find(br"x:\/\/h", 0), Some(1));
    /// let spaced = |count| format!("x:{}/", " ".repeat(count)).into_bytes();
    /// assert_eq!([64, 65].map(|count| colons.find(&spaced(count), 0)), [Some(1), None]);
    /// ```
    pub fn find(&self, text: &[u8], from: usize) -> Option<usize> {
        let mut at = from;
        while let Some(found) = memchr(b':', text.get(at..)?) {
            let colon = at + found;
            if self.is_candidate(text, colon) {
                return Some(colon);
            }
            at = colon + 1;
        }
        None
    }

    fn is_candidate(&self, text: &[u8], colon: usize) -> bool {
        let (before, after) = (&text[..colon], &text[colon + 1..]);
        let (Some(&last), Some(&next)) = (before.last(), after.first()) else { return false };
        if self.number(last) == 0 {
            return false;
        }
        if is_space(next) {
            let following = after.iter().take(MOST_SPACE + 1).find(|byte| !is_space(**byte));
            return following == Some(&b'/');
        }
        // A string of JSON may have "\/" for "/" (RFC 8259, section 7).
        self.next.contains(next) && (self.any || next == b'/' || self.ends_with_a_name(before))
            || after.starts_with(br"\/\/")
    }

    fn ends_with_a_name(&self, before: &[u8]) -> bool {
        let mut node = 0;
        for &byte in before.iter().rev() {
            node = usize::from(self.branches[node * self.width + self.number(byte)]);
            if node == 0 {
                return false;
            }
            if self.begins[node] {
                return true;
            }
        }
        false
    }

    fn number(&self, byte: u8) -> usize {
        usize::from(self.numbers[usize::from(byte)])
    }
}

/// White space in US-ASCII: HT to CR, and SP.
fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}
