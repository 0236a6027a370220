//! Columns of structs, and of lists of adjacent records.
//!
//! The records `[a, b, c]` with the ends `[2, 2, 3]` are the lists `[a, b]`, `[]` and `[c]`.

use std::sync::Arc;

use arrow_array::{ArrayRef, LargeListArray, StructArray};
use arrow_buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{Field, Fields};
use uriverse_core::memory::gathered;

use crate::bitmaps::bitmap;

/// Structs with this number of rows, which are counted even without fields.
pub(crate) fn structs(fields: Fields, columns: Vec<ArrayRef>, rows: usize, nulls: Option<NullBuffer>) -> ArrayRef {
    if columns.is_empty() {
        return Arc::new(StructArray::new_empty_fields(rows, nulls));
    }
    Arc::new(StructArray::new(fields, columns, nulls))
}

/// The bitmap of which rows are not null; none is needed if none is.
pub fn nulls(valid: Vec<bool>) -> Option<NullBuffer> {
    Some(NullBuffer::new(bitmap(valid.into_iter()))).filter(|nulls| nulls.null_count() > 0)
}

/// Lists with these ends.
pub fn list(ends: impl IntoIterator<Item = i64>, records: ArrayRef, nulls: Option<NullBuffer>) -> ArrayRef {
    let offsets: Vec<i64> = gathered(std::iter::once(0).chain(ends));
    let field = Arc::new(Field::new("item", records.data_type().clone(), true));
    Arc::new(LargeListArray::new(field, OffsetBuffer::new(ScalarBuffer::from(offsets)), records, nulls))
}
