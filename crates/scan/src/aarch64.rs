//! The NEON backend of aarch64. Each function documents the bytes of the text that it loads. No byte outside the text
//! is read.
//!
//! A table lookup (`TBL`) takes 16 bytes at once, and returns 0 for an index of 16 or more. The first lookup gives the
//! column of each byte, a second one the bit of its row, and `CMTST` tests whether the two have a bit in common.
//!
//! NEON has no instruction that gathers one bit of each byte. For one register, [`nibbles`] shifts and narrows: four
//! bits a byte, in 64 bits. For four registers, [`bits`] keeps bit n of byte n, and three pairwise additions combine
//! them.

use std::arch::aarch64::{
    uint8x16_t, vandq_u8, vdupq_n_u8, vget_lane_u64, vgetq_lane_u64, vld1q_u8, vpaddq_u8, vqtbl1q_u8,
    vreinterpret_u64_u8, vreinterpretq_u16_u8, vreinterpretq_u64_u8, vshrn_n_u16, vshrq_n_u8, vtstq_u8,
};

use crate::table::{first_64, ByteTable, Sets, ROWS};

/// The bit that each byte of a register keeps.
const PLACES: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

#[inline]
#[target_feature(enable = "neon")]
fn array(bytes: &[u8; 16]) -> uint8x16_t {
    // SAFETY: the reference covers sixteen bytes, and the load requires no alignment.
    unsafe { vld1q_u8(bytes.as_ptr()) }
}

/// The bits of the rows of 16 bytes.
#[inline]
#[target_feature(enable = "neon")]
fn rows_of(bytes: uint8x16_t) -> uint8x16_t {
    vqtbl1q_u8(array(&ROWS), vshrq_n_u8::<4>(bytes))
}

/// Which of 16 bytes have the bit of their row in their column: 0xff for these, 0 for the others.
#[inline]
#[target_feature(enable = "neon")]
fn members(columns: uint8x16_t, low: uint8x16_t, rows: uint8x16_t) -> uint8x16_t {
    vtstq_u8(vqtbl1q_u8(columns, low), rows)
}

/// Four bits for each of 16 bytes that are 0xff or 0, the first byte's lowest.
#[inline]
#[target_feature(enable = "neon")]
fn nibbles(bytes: uint8x16_t) -> u64 {
    vget_lane_u64::<0>(vreinterpret_u64_u8(vshrn_n_u16::<4>(vreinterpretq_u16_u8(bytes))))
}

/// One bit for each of 64 bytes that are 0xff or 0, the first byte's lowest.
#[inline]
#[target_feature(enable = "neon")]
fn bits(bytes: [uint8x16_t; 4]) -> u64 {
    let places = array(&PLACES);
    let [a, b, c, d] = bytes.map(|bytes| vandq_u8(bytes, places));
    let sums = vpaddq_u8(vpaddq_u8(a, b), vpaddq_u8(c, d));
    vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)))
}

/// [`crate::run`]: 16 bytes at a time; the last load overlaps the one before. The text has at least 16 bytes.
#[target_feature(enable = "neon")]
pub(crate) fn run_neon(table: &ByteTable, text: &[u8], from: usize) -> usize {
    let columns = array(table.columns());
    let low = vdupq_n_u8(15);
    let flip = if table.is_inverted() { 0 } else { u64::MAX };
    let mut at = from;
    while at < text.len() {
        let place = at.min(text.len() - 16);
        // SAFETY: `place + 16` is at most the length.
        let bytes = unsafe { vld1q_u8(text.as_ptr().add(place)) };
        let hits = nibbles(members(columns, vandq_u8(bytes, low), rows_of(bytes)));
        let others = (hits ^ flip) >> (4 * (at - place));
        if others != 0 {
            return at + others.trailing_zeros() as usize / 4;
        }
        at = place + 16;
    }
    text.len().max(from)
}

/// [`crate::member_masks`]: four loads of 16 bytes. A text shorter than 64 bytes is first copied and padded with zeros.
#[target_feature(enable = "neon")]
pub(crate) fn member_masks_neon<const N: usize>(sets: &Sets<N>, text: &[u8], masks: &mut [u64; N]) {
    let mut copy = [0; 64];
    let (first, valid) = first_64(text, &mut copy);
    // SAFETY: the four loads of 16 bytes are the 64 bytes of the array.
    let bytes = [0, 16, 32, 48].map(|place| unsafe { vld1q_u8(first.as_ptr().add(place)) });
    let (low, rows) = (bytes.map(|bytes| vandq_u8(bytes, vdupq_n_u8(15))), bytes.map(|bytes| rows_of(bytes)));
    for (mask, columns) in masks.iter_mut().zip(sets.columns()) {
        let columns = array(columns);
        *mask = bits(std::array::from_fn(|index| members(columns, low[index], rows[index]))) & valid;
    }
}
