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
    let (head, tail) = match source.get(at..).and_then(<[u8]>::first_chunk) {
        Some(first) => head_and_tail(first),
        None => first_bytes(source, at),
    };
    let inline = len.min(INLINE);
    let short = tail & MASKS[inline.saturating_sub(4)];
    let long = u64::from(place.buffer) | u64::from(place.offset) << 32;
    // Branchless: hosts and domains are about as long as the inline limit, so a branch would be mispredicted.
    let second = select_unpredictable(len <= INLINE, short, long);
    u128::from(second) << 64 | u128::from(u64::from(head) & MASKS[inline.min(4)]) << 32 | len as u128
}

/// Masks of the first bytes of a word; a shift by a variable is slower than a lookup table.
const MASKS: [u64; 9] = {
    let mut masks = [0; 9];
    let mut len = 1;
    while len < 9 {
        masks[len] = masks[len - 1] << 8 | 0xFF;
        len += 1;
    }
    masks
};

/// The bytes of an inline text as the view has them: the first four, and the rest.
#[inline(always)]
fn head_and_tail(&[a, b, c, d, ref tail @ ..]: &[u8; INLINE]) -> (u32, u64) {
    (u32::from_le_bytes([a, b, c, d]), u64::from_le_bytes(*tail))
}

/// The slow path near the end of a buffer, where fewer than twelve bytes can be loaded.
#[cold]
fn first_bytes(source: &[u8], at: usize) -> (u32, u64) {
    let rest = source.get(at..).unwrap_or_default();
    let mut bytes = [0; INLINE];
    let count = rest.len().min(INLINE);
    bytes[..count].copy_from_slice(&rest[..count]);
    head_and_tail(&bytes)
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
