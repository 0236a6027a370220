//! Computations on masks, compiled once for each backend.
//!
//! Input: a [`Task`], which computes masks and combines them. Output: its result. With AVX-512 or AVX2, the whole task
//! is compiled for these instructions. So masks stay in registers, and each shift, each search for the first or the
//! last bit is one instruction; baseline x86-64 needs three to six.
//!
//! Example: the fast path of a parse computes five masks of `http://h/a?b` and combines them in about ten such steps.

use crate::table::{Sets, MASKED};

/// Computes masks by one backend.
pub trait Masks: Copy {
    /// As [`crate::member_masks`].
    fn members<const N: usize>(self, sets: &Sets<N>, text: &[u8]) -> [u64; N];

    /// Writes the bytes of a block whose bit in `kept` is set to the start of `out`; returns their number. The bytes
    /// after them in `out` may be overwritten.
    fn pack(self, block: &[u8; MASKED], kept: u64, out: &mut [u8]) -> usize;
}

/// The bytes of a block on one line of the cache: a load of 64 bytes from two lines takes longer.
#[repr(align(64))]
pub struct Block(pub [u8; MASKED]);

/// [`Masks::pack`] by `packed`: the bytes of a word whose bit is set, the lowest first.
#[inline(always)]
pub(crate) fn pack_words(
    block: &[u8; MASKED],
    mut kept: u64,
    out: &mut [u8],
    packed: impl Fn(u64, u8) -> u64,
) -> usize {
    let mut end = 0;
    for word in block.as_chunks().0 {
        if kept == 0 {
            break;
        }
        let bytes = packed(u64::from_le_bytes(*word), kept as u8).to_le_bytes();
        let count = (kept as u8).count_ones() as usize;
        match out[end..].first_chunk_mut() {
            Some(eight) => *eight = bytes,
            None => out[end..end + count].copy_from_slice(&bytes[..count]),
        }
        end += count;
        kept >>= 8;
    }
    end
}

/// A computation that is compiled once for each backend.
pub trait Task {
    /// Its result.
    type Output;

    /// Runs it. An implementation is `#[inline(always)]`, so that it is compiled with the backend's instructions.
    fn run(self, masks: impl Masks) -> Self::Output;
}
