//! The backend in plain Rust: the reference for the others, and the fallback for machines without them.

use crate::table::{ByteTable, Sets};

/// See [`crate::run`].
///
/// Eight bytes are looked up in one step. The end among them is counted without branches: the ends of components are
/// unpredictable, so a branch would be mispredicted. The last step overlaps the one before.
#[inline]
pub(crate) fn run(table: &ByteTable, text: &[u8], from: usize) -> usize {
    let table = table.members();
    let mut at = from;
    while let Some(chunk) = text.get(at..).and_then(<[u8]>::first_chunk) {
        let members = members(table, chunk);
        if members != 0xff {
            return at + members.trailing_ones() as usize;
        }
        at += 8;
    }
    if let Some(chunk) = text.last_chunk().filter(|_| at <= text.len()) {
        let before = 8 - (text.len() - at);
        return at + (members(table, chunk) >> before).trailing_ones() as usize;
    }
    while at < text.len() && table[usize::from(text[at])] {
        at += 1;
    }
    at
}

/// Which of eight bytes are in the table, the first in the lowest bit.
#[inline(always)]
fn members(table: &[bool; 256], chunk: &[u8; 8]) -> u32 {
    let bit = |index: usize| u32::from(table[usize::from(chunk[index])]) << index;
    ((bit(0) | bit(1)) | (bit(2) | bit(3))) | ((bit(4) | bit(5)) | (bit(6) | bit(7)))
}

/// See [`crate::member_masks`]. The memberships of eight bytes form a word; a multiplication gathers one bit of each.
#[inline(never)]
pub(crate) fn member_masks<const N: usize>(sets: &Sets<N>, text: &[u8]) -> [u64; N] {
    let memberships = sets.memberships();
    let bits = |chunk: &[u8; 8]| {
        let bit = |place: usize| u64::from(memberships[usize::from(chunk[place])]) << (8 * place);
        ((bit(0) | bit(1)) | (bit(2) | bit(3))) | ((bit(4) | bit(5)) | (bit(6) | bit(7)))
    };
    let (chunks, rest) = text[..text.len().min(64)].as_chunks();
    let mut masks = [0; N];
    let mut add = |place: usize, word: u64| {
        for (index, mask) in masks.iter_mut().enumerate() {
            *mask |= gathered(word >> index) << (8 * place);
        }
    };
    for (place, chunk) in chunks.iter().enumerate() {
        add(place, bits(chunk));
    }
    if !rest.is_empty() {
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        // The zeros after the end belong to no set.
        add(chunks.len(), bits(&last) & ((1 << (8 * rest.len())) - 1));
    }
    masks
}

/// Gathers the lowest bits of eight bytes, the first byte's bit lowest. The multiplication moves byte k's bit to
/// position 56 + k, and no two products overlap.
fn gathered(word: u64) -> u64 {
    (word & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The bytes of a word whose bit in `kept` is set, the lowest first, padded with zeros.
#[inline]
pub(crate) fn packed(word: u64, kept: u8) -> u64 {
    if kept == 0xFF {
        return word;
    }
    let (mut packed, mut end) = (0, 0);
    for (place, byte) in word.to_le_bytes().into_iter().enumerate() {
        let bit = u64::from(kept >> place & 1);
        packed |= (u64::from(byte) * bit) << end;
        // No byte follows the eighth of eight kept bytes.
        end = (end + 8 * bit) & 63;
    }
    packed
}
