//! String views: 16 bytes that point to a text, or hold a short text inline.
//!
//! ```text
//!           0      4                                      16
//! short:    length │ the bytes, then zeros                │     up to 12 bytes
//! long:     length │ first 4    │ buffer    │ offset      │
//! ```

use std::hint::select_unpredictable;
use std::ops::Range;

/// The longest inline text.
pub(crate) const INLINE: usize = 12;

/// The place of a text: the number of its buffer and the offset in it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Place {
    pub buffer: u32,
    pub offset: u32,
}

/// The view of `source[at..at + len]`, which is at `place` in the result's buffers.
#[inline(always)]
pub(crate) fn view(source: &[u8], at: usize, len: usize, place: Place) -> u128 {
    let first = match source.get(at..).and_then(<[u8]>::first_chunk) {
        Some(chunk) => u128::from_le_bytes(*chunk),
        None => first_bytes(source, at),
    };
    let place = u64::from(place.buffer) | u64::from(place.offset) << 32;
    let short = (first & MASKS[len & 15]) << 32;
    let long = u128::from(place) << 64 | u128::from(first as u32) << 32;
    // Hosts and domains are about as long as an inline text, so a branch would often be mispredicted.
    select_unpredictable(len <= INLINE, short, long) | len as u128
}

/// Masks of the first bytes of a word; a shift by a variable is slower than a lookup table.
const MASKS: [u128; 16] = {
    let mut masks = [0; 16];
    let mut len = 1;
    while len < 16 {
        masks[len] = masks[len - 1] << 8 | 0xFF;
        len += 1;
    }
    masks
};

/// Near the end of a buffer there are fewer than 16 bytes.
#[cold]
fn first_bytes(source: &[u8], at: usize) -> u128 {
    let rest = source.get(at..).unwrap_or_default();
    rest.iter().take(16).rev().fold(0, |word, &byte| word << 8 | u128::from(byte))
}

/// The view of a short text.
pub(crate) fn inline(text: &[u8]) -> u128 {
    debug_assert!(text.len() <= INLINE);
    view(text, 0, text.len(), Place::default())
}

#[inline(always)]
pub(crate) fn length(view: u128) -> usize {
    view as u32 as usize
}

/// The place of a long view's bytes.
#[inline(always)]
pub(crate) fn place(view: u128) -> Place {
    Place { buffer: (view >> 64) as u32, offset: (view >> 96) as u32 }
}

/// The range of a short view's bytes in the view's own memory.
#[inline(always)]
pub(crate) fn inline_range(index: usize, view: u128) -> Range<usize> {
    let start = index * 16 + 4;
    start..start + length(view)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"http://example.com/over/there";

    #[test]
    fn short_texts_are_inline() {
        for (at, len) in [(0, 0), (0, 4), (7, 11), (7, 12), (TEXT.len() - 5, 5), (TEXT.len(), 0)] {
            let built = view(TEXT, at, len, Place { buffer: 3, offset: 9 });
            let bytes = built.to_le_bytes();
            assert_eq!(length(built), len);
            assert_eq!(&bytes[4..4 + len], &TEXT[at..at + len]);
            assert!(bytes[4 + len..].iter().all(|&byte| byte == 0));
        }
    }

    #[test]
    fn long_texts_have_a_place() {
        for at in [0, 7, TEXT.len() - 13] {
            let built = view(TEXT, at, 13, Place { buffer: 3, offset: 9 });
            assert_eq!((length(built), place(built).buffer, place(built).offset), (13, 3, 9));
            assert_eq!(&built.to_le_bytes()[4..8], &TEXT[at..at + 4]);
        }
    }
}
