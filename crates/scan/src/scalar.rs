//! The twin in plain Rust: what the other ways must equal, and what a machine without them runs.

use crate::table::{ByteTable, Sets};

/// See [`crate::run`].
///
/// Eight bytes are looked up at a stride, and the place among them is counted and not searched: where a component ends
/// is what no branch predictor can know. The last bytes of the text are looked up together with those before them.
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

/// See [`crate::maps`].
pub(crate) fn maps<const N: usize>(sets: &Sets<N>, text: &[u8]) -> [u64; N] {
    let mut maps = [0; N];
    for (place, &byte) in text.iter().take(64).enumerate() {
        for (map, columns) in maps.iter_mut().zip(sets.columns()) {
            let member = byte < 128 && columns[usize::from(byte & 15)] >> (byte >> 4) & 1 == 1;
            *map |= u64::from(member) << place;
        }
    }
    maps
}
