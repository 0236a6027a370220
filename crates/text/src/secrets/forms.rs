//! Secrets that their form tells: tokens by their prefixes, credentials in paths, and headers beside a URL.
//!
//! A form is a [`Pattern`], and its group is the secret. Patterns are data of the caller, such as
//!
//! ```text
//! (ghp_[A-Za-z0-9]{36})                                              a token
//! hooks.slack.com/services/[A-Z0-9]{1}/[A-Z0-9]{1}/([A-Za-z0-9]{1})  the last segment of a path
//! ```
//!
//! Each begins with literal bytes, and the rarest three in a row are its anchor: `hp_` and `ck.`. One pass over blocks
//! of 64 bytes looks for anchors, and for the characters without which the other searches find nothing. The anchors
//! are in two groups, with and without a letter or digit at their end, because `ghp_` and `eyJ` in one group would make
//! candidates of `gyp`. A candidate has a first, a second and a third byte of its group in a row.

use std::ops::Range;

use uriverse_scan::{write_member_masks, ByteTable, Sets, MASKED};

use super::pattern::Pattern;

/// The bytes of an anchor, which may be in two blocks.
const ANCHOR: usize = 3;
const STRIDE: usize = MASKED - (ANCHOR - 1);

/// The patterns, and how candidates for them are found.
pub struct Forms {
    patterns: Vec<Pattern>,
    anchors: Vec<Anchor>,
    /// For each hash of three bytes, the anchors that have it.
    by_hash: Vec<Vec<usize>>,
    sets: Sets<7>,
}

/// Where the three bytes are in their pattern, and which pattern it is.
struct Anchor {
    offset: usize,
    pattern: usize,
}

impl Forms {
    /// The forms of these patterns.
    ///
    /// # Errors
    /// The first text that is not a pattern.
    pub fn new(texts: &[String]) -> Result<Forms, String> {
        let (mut patterns, mut anchors) = (Vec::new(), Vec::new());
        let mut members = [[[false; 256]; ANCHOR]; 2];
        let mut by_hash = vec![Vec::new(); HASHES];
        for (index, text) in texts.iter().enumerate() {
            let pattern = Pattern::new(text).ok_or(text)?;
            let (offset, bytes) = rarest(pattern.literal()).ok_or(text)?;
            let group = &mut members[usize::from(bytes[2].is_ascii_alphanumeric())];
            for (place, &byte) in bytes.iter().enumerate() {
                for case in pattern.cases(byte) {
                    group[place][usize::from(case)] = true;
                }
            }
            by_hash[hash(bytes)].push(anchors.len());
            anchors.push(Anchor { offset, pattern: index });
            patterns.push(pattern);
        }
        let [marked, unmarked] = members.map(|group| group.map(ByteTable::new));
        let others = ByteTable::only(b"@=%\\");
        let [[a, b, c], [d, e, f]] = [&marked, &unmarked];
        let sets = Sets::new([&others, a, b, c, d, e, f]).ok_or("a pattern beyond US-ASCII")?;
        Ok(Forms { patterns, anchors, by_hash, sets })
    }

    /// Adds the secrets of a text, and returns whether it has "@", "=", "%" or a backslash.
    pub fn add_secrets(&self, text: &[u8], secrets: &mut Vec<Range<usize>>) -> bool {
        let (mut others, mut block, mut reads) = (0, 0, Vec::new());
        loop {
            let mut masks = [0; 7];
            write_member_masks(&self.sets, &text[block..], &mut masks);
            others |= masks[0];
            let [_, a, b, c, d, e, f] = masks;
            let mut candidates = a & b >> 1 & c >> 2 | d & e >> 1 & f >> 2;
            while candidates != 0 {
                self.add_form(text, block + candidates.trailing_zeros() as usize, &mut reads, secrets);
                candidates &= candidates - 1;
            }
            if text.len() - block <= MASKED {
                return others != 0;
            }
            block += STRIDE;
        }
    }

    /// Adds the secrets of the patterns whose anchor the text may have at a position.
    ///
    /// `reads` has for each pattern how far its first run has been read, so no text is read once for each candidate.
    fn add_form(&self, text: &[u8], at: usize, reads: &mut Vec<usize>, secrets: &mut Vec<Range<usize>>) {
        let &[first, second, third, ..] = &text[at..] else { return };
        for &index in &self.by_hash[hash([first, second, third])] {
            let Anchor { offset, pattern } = self.anchors[index];
            let Some(start) = at.checked_sub(offset).filter(|&start| !is_within_word(text, start)) else { continue };
            reads.resize(self.patterns.len(), 0);
            secrets.extend(self.patterns[pattern].secret(text, start, &mut reads[pattern]));
        }
    }
}

const HASHES: usize = 1 << 10;

/// A hash of three bytes, in which letters have no case.
fn hash(bytes: [u8; ANCHOR]) -> usize {
    let [first, second, third] = bytes.map(|byte| u32::from(byte | 0x20));
    ((first << 16 | second << 8 | third).wrapping_mul(0x9E37_79B1) >> 22) as usize
}

/// The rarest three bytes of a text in a row, and where they are.
///
/// The last one counts most: with a mark it sets the first group apart, with a capital or "z" the second one.
fn rarest(text: &[u8]) -> Option<(usize, [u8; ANCHOR])> {
    let weight = |byte: u8| match byte {
        b'0'..=b'9' => 9,
        b'e' | b't' | b'a' | b'o' | b'i' | b'n' | b's' | b'r' => 5,
        b'-' | b'.' => 3,
        b'_' | b'A'..=b'Z' | b'j' | b'q' | b'x' | b'z' => 1,
        _ => 4,
    };
    let total = |bytes: &[u8]| {
        let last = if bytes[2].is_ascii_alphanumeric() { weight(bytes[2]) } else { 0 };
        weight(bytes[0]) + weight(bytes[1]) + 4 * last
    };
    let (offset, bytes) = text.windows(ANCHOR).enumerate().min_by_key(|(_, bytes)| total(bytes))?;
    Some((offset, bytes.try_into().ok()?))
}

/// Whether a letter or digit precedes a position. In `%3Dghp_` and `\nghp_` those before "g" belong to an escape.
fn is_within_word(text: &[u8], at: usize) -> bool {
    let before = &text[..at];
    before.last().is_some_and(u8::is_ascii_alphanumeric)
        && !matches!(before, [.., b'%', _, _] | [.., b'\\', b'n' | b'r' | b't'])
}
