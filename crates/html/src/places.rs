//! Converts ascending positions in a text to lines and columns: lines from 1, columns in characters from 0.

use memchr::{memchr_iter, memrchr};

/// The last position, with its line.
pub struct Places<'a> {
    text: &'a [u8],
    is_ascii: bool,
    at: usize,
    line: u32,
    column: u32,
}

impl<'a> Places<'a> {
    /// Starts at the first line of a text.
    pub fn new(text: &'a [u8], is_ascii: bool) -> Places<'a> {
        Places { text, is_ascii, at: 0, line: 1, column: 0 }
    }

    /// The line and the column of a position, which must not be before the previous one.
    #[inline]
    pub fn place(&mut self, at: usize) -> (u32, u32) {
        let mut passed = &self.text[self.at..at];
        self.at = at;
        if let Some(last) = memrchr(b'\n', passed) {
            self.line += memchr_iter(b'\n', passed).count() as u32;
            self.column = 0;
            passed = &passed[last + 1..];
        }
        self.column += if self.is_ascii { passed.len() } else { characters(passed) } as u32;
        (self.line, self.column)
    }
}

/// The number of characters that begin in a text of UTF-8.
fn characters(text: &[u8]) -> usize {
    text.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}
