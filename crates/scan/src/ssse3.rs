//! The backend of x86-64 machines with SSSE3 but without AVX2. Each function documents the bytes of the text that it
//! loads. No byte outside the text is read.
//!
//! A shuffle looks up 16 bytes at once, and returns 0 for an index from 0x80 on: a byte beyond ASCII has no column. A
//! second shuffle gives the bit of the byte's row. A byte whose column lacks the bit of its row compares equal to 0.

use std::arch::x86_64::{
    __m128i, _mm_and_si128, _mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_set1_epi8, _mm_setzero_si128,
    _mm_shuffle_epi8, _mm_srli_epi16,
};

use crate::table::{first_64, ByteTable, Sets, ROWS};

#[inline]
#[target_feature(enable = "ssse3")]
fn array(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the reference covers sixteen bytes, and the load requires no alignment.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

/// The bits of the rows of 16 bytes.
#[inline]
#[target_feature(enable = "ssse3")]
fn rows_of(bytes: __m128i) -> __m128i {
    let high = _mm_and_si128(_mm_srli_epi16::<4>(bytes), _mm_set1_epi8(15));
    _mm_shuffle_epi8(array(&ROWS), high)
}

/// Which of 16 bytes have the bit of their row in their column.
#[inline]
#[target_feature(enable = "ssse3")]
fn members(columns: __m128i, bytes: __m128i, rows: __m128i) -> u16 {
    let hits = _mm_and_si128(_mm_shuffle_epi8(columns, bytes), rows);
    !(_mm_movemask_epi8(_mm_cmpeq_epi8(hits, _mm_setzero_si128())) as u16)
}

/// [`crate::run`]: 16 bytes at a time; the last load overlaps the one before. The text has at least 16 bytes.
#[target_feature(enable = "ssse3")]
pub(crate) fn run_ssse3(table: &ByteTable, text: &[u8], from: usize) -> usize {
    let columns = array(table.columns());
    let flip = if table.is_inverted() { 0 } else { u16::MAX };
    let mut at = from;
    while at < text.len() {
        let place = at.min(text.len() - 16);
        // SAFETY: `place + 16` is at most the length.
        let bytes = unsafe { _mm_loadu_si128(text.as_ptr().add(place).cast()) };
        let others = (members(columns, bytes, rows_of(bytes)) ^ flip) >> (at - place);
        if others != 0 {
            return at + others.trailing_zeros() as usize;
        }
        at = place + 16;
    }
    text.len().max(from)
}

/// [`crate::member_masks`]: four loads of 16 bytes. A text shorter than 64 bytes is first copied and padded with zeros.
#[target_feature(enable = "ssse3")]
pub(crate) fn member_masks_ssse3<const N: usize>(sets: &Sets<N>, text: &[u8], masks: &mut [u64; N]) {
    let mut copy = [0; 64];
    let (first, valid) = first_64(text, &mut copy);
    // SAFETY: the four loads of 16 bytes are the 64 bytes of the array.
    let bytes = [0, 16, 32, 48].map(|place| unsafe { _mm_loadu_si128(first.as_ptr().add(place).cast()) });
    let rows = bytes.map(|bytes| rows_of(bytes));
    for (mask, columns) in masks.iter_mut().zip(sets.columns()) {
        let columns = array(columns);
        *mask = (0..4)
            .fold(0, |found, index| found | u64::from(members(columns, bytes[index], rows[index])) << (16 * index))
            & valid;
    }
}
