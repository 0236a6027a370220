//! The texts of a vector: row by row where they are, or as an Arrow array, into which they are copied, since their places are
//! anywhere.

use std::slice;
use std::sync::Arc;

use arrow_array::{ArrayRef, LargeStringArray};
use arrow_buffer::{Buffer, OffsetBuffer};

use super::interface::{Handle, Interface, Text, INLINE};

/// The bytes of a text.
///
/// # Safety
/// The text is one of DuckDB's, and its vector lives as long as the bytes are used.
unsafe fn bytes(text: &Text) -> &[u8] {
    // SAFETY: both layouts begin with the length, which says which of them it is.
    unsafe {
        let length = text.short.length as usize;
        if length <= INLINE {
            &text.short.bytes[..length]
        } else {
            slice::from_raw_parts(text.long.bytes, length)
        }
    }
}

/// The texts of one argument of a call.
pub struct Argument<'a> {
    texts: &'a [Text],
    /// A bit for each row that is not null; None if no row is.
    validity: Option<&'a [u64]>,
}

impl<'a> Argument<'a> {
    /// # Safety
    /// `chunk` holds the arguments of a call that is being worked, which ends after `'a`; the one of that index is VARCHAR.
    pub unsafe fn of(duckdb: &Interface, chunk: Handle, index: usize) -> Argument<'a> {
        // SAFETY: before a call, DuckDB makes its arguments flat: an element for each row, and a bit for each if one is null.
        unsafe {
            let rows = (duckdb.data_chunk_get_size)(chunk) as usize;
            let vector = (duckdb.data_chunk_get_vector)(chunk, index as u64);
            let texts = slice::from_raw_parts((duckdb.vector_get_data)(vector).cast(), rows);
            let validity = (duckdb.vector_get_validity)(vector);
            let validity =
                (!validity.is_null()).then(|| slice::from_raw_parts(validity.cast_const(), rows.div_ceil(64)));
            Argument { texts, validity }
        }
    }

    pub fn rows(&self) -> usize {
        self.texts.len()
    }

    /// The bytes of a row, in UTF-8, which DuckDB promises of VARCHAR; None for null.
    #[inline]
    pub fn text(&self, row: usize) -> Option<&'a [u8]> {
        if self.validity.is_some_and(|words| words[row / 64] >> (row % 64) & 1 == 0) {
            return None;
        }
        // SAFETY: see `of`.
        Some(unsafe { bytes(&self.texts[row]) })
    }

    /// The texts as an array.
    pub fn array(&self) -> ArrayRef {
        let total = (0..self.rows()).filter_map(|row| self.text(row)).map(<[u8]>::len).sum();
        let (mut offsets, mut values) = (Vec::with_capacity(self.rows() + 1), Vec::with_capacity(total));
        offsets.push(0);
        for row in 0..self.rows() {
            values.extend_from_slice(self.text(row).unwrap_or_default());
            offsets.push(values.len() as i64);
        }
        let nulls = self.validity.map(|_| (0..self.rows()).map(|row| self.text(row).is_some()).collect());
        // SAFETY: the offsets rise, end with the number of bytes, and lie between texts, which are UTF-8.
        Arc::new(unsafe {
            let offsets = OffsetBuffer::new_unchecked(offsets.into());
            LargeStringArray::new_unchecked(offsets, Buffer::from_vec(values), nulls)
        })
    }
}
