//! Zeros and bitmaps, as long as a column.

use arrow_buffer::{BooleanBuffer, Buffer};
use bytemuck::allocation::try_zeroed_vec;
use bytemuck::Zeroable;
use uriverse_core::memory::out_of_memory;

/// So many zeros, which the system need not write.
pub(crate) fn zeroed<T: Zeroable>(count: usize) -> Vec<T> {
    try_zeroed_vec(count).unwrap_or_else(|()| out_of_memory())
}

/// Bits as a bitmap.
pub(crate) fn bitmap(values: impl ExactSizeIterator<Item = bool>) -> BooleanBuffer {
    let rows = values.len();
    let mut words = zeroed::<u64>(rows.div_ceil(64));
    values.enumerate().for_each(|(row, bit)| words[row / 64] |= u64::from(bit) << (row % 64));
    bits(words, rows)
}

/// The first bits of words as a bitmap.
pub(crate) fn bits(words: Vec<u64>, rows: usize) -> BooleanBuffer {
    BooleanBuffer::new(Buffer::from_vec(words), 0, rows)
}
