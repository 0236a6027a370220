//! An Arrow array as a vector of DuckDB's.
//!
//! A text of up to twelve bytes stands in its row. Longer ones are gathered in one piece, which is handed over as one text;
//! DuckDB keeps its bytes as long as the vector, and the rows point into them. So a text costs no call of DuckDB's. For the
//! hosts `a`, `www.example.org` and `www.example.com` the piece is `www.example.orgwww.example.com`.

use std::ops::Range;
use std::ptr::{copy_nonoverlapping, without_provenance};
use std::slice;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{Array, ArrayRef};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;

use super::holds::Holds;
use super::interface::{Handle, Interface, ListEntry, LongText, ShortText, Text, INLINE, SUCCESS};

/// How many bytes are handed over as one text at most, so that their number has 32 bits.
const PIECE: usize = 1 << 30;

/// Writes an array into a vector of as many rows; `parent` says which rows of it are null besides.
///
/// # Errors
/// If the type of the array is not that of `holds`, or DuckDB has no room for the items of lists.
///
/// # Safety
/// `vector` is the result of a call that is being worked or a child of it, has room for the rows, and its type is that of
/// `holds`.
pub unsafe fn write(
    duckdb: &Interface,
    vector: Handle,
    array: &ArrayRef,
    holds: &Holds,
    parent: Option<&NullBuffer>,
) -> Result<(), String> {
    let own = array.logical_nulls();
    let nulls = NullBuffer::union(own.as_ref(), parent);
    let rows = array.len();
    let is_there = |row| nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
    let wrong =
        || format!("a column of {} is not of the type that the function was registered with", array.data_type());
    // SAFETY: elements are of the type of `holds`, and there are as many as rows.
    unsafe {
        if let Some(nulls) = &nulls {
            let words = nulls.len().div_ceil(64);
            write_nulls(duckdb, vector, nulls.inner().bit_chunks().iter_padded().take(words));
        }
        // A struct has no elements of its own.
        let data = || (duckdb.vector_get_data)(vector);
        match (holds, array.data_type()) {
            // All of them are null.
            (_, DataType::Null) => {}
            (Holds::Text, DataType::Utf8) => {
                let texts = array.as_string::<i32>();
                write_texts(duckdb, vector, rows, |row| is_there(row).then(|| texts.value_unchecked(row).as_bytes()));
            }
            (Holds::Text, DataType::LargeUtf8) => {
                let texts = array.as_string::<i64>();
                write_texts(duckdb, vector, rows, |row| is_there(row).then(|| texts.value_unchecked(row).as_bytes()));
            }
            (Holds::Text, DataType::Utf8View) => {
                let texts = array.as_string_view();
                write_texts(duckdb, vector, rows, |row| is_there(row).then(|| texts.value_unchecked(row).as_bytes()));
            }
            (Holds::Bool, DataType::Boolean) => {
                let elements = slice::from_raw_parts_mut(data().cast::<u8>(), rows);
                for (element, value) in elements.iter_mut().zip(array.as_boolean().values()) {
                    *element = u8::from(value);
                }
            }
            (Holds::Int32, DataType::Int32) => {
                let values = array.as_primitive::<Int32Type>().values();
                slice::from_raw_parts_mut(data().cast::<i32>(), rows).copy_from_slice(values);
            }
            (Holds::Int64, DataType::Int64) => {
                let values = array.as_primitive::<Int64Type>().values();
                slice::from_raw_parts_mut(data().cast::<i64>(), rows).copy_from_slice(values);
            }
            (Holds::Struct(fields), DataType::Struct(made)) if fields.len() == made.len() => {
                for (index, ((_, of), column)) in fields.iter().zip(array.as_struct().columns()).enumerate() {
                    let child = (duckdb.struct_vector_get_child)(vector, index as u64);
                    write(duckdb, child, column, of, nulls.as_ref())?;
                }
            }
            (Holds::List(of), DataType::LargeList(_)) => {
                let lists = array.as_list::<i64>();
                write_lists(duckdb, vector, rows, lists.value_offsets(), lists.values(), of)?;
            }
            (Holds::List(of), DataType::List(_)) => {
                let lists = array.as_list::<i32>();
                let offsets: Vec<i64> = lists.value_offsets().iter().map(|offset| i64::from(*offset)).collect();
                write_lists(duckdb, vector, rows, &offsets, lists.values(), of)?;
            }
            _ => return Err(wrong()),
        }
    }
    Ok(())
}

/// Which rows are not null: a bit for each of them.
///
/// # Safety
/// As for [`write`]; there are no more words than the vector has rows for.
unsafe fn write_nulls(duckdb: &Interface, vector: Handle, words: impl Iterator<Item = u64>) {
    // SAFETY: the vector has a bit for each row once it is asked to have them.
    unsafe {
        (duckdb.vector_ensure_validity_writable)(vector);
        let validity = (duckdb.vector_get_validity)(vector);
        for (index, word) in words.enumerate() {
            *validity.add(index) = word;
        }
    }
}

/// Writes texts, and null where there is none.
///
/// # Safety
/// As for [`write`]; the vector is VARCHAR, and the texts are UTF-8.
pub unsafe fn write_texts<'a>(
    duckdb: &Interface,
    vector: Handle,
    rows: usize,
    mut text: impl FnMut(usize) -> Option<&'a [u8]>,
) {
    let mut piece: Vec<u8> = Vec::with_capacity(rows * 24);
    // The first row that waits for the piece.
    let mut first = 0;
    let mut nulls = Nulls::of(rows);
    // SAFETY: as many elements as rows.
    unsafe {
        let elements = (duckdb.vector_get_data)(vector).cast::<Text>();
        for row in 0..rows {
            let bytes = text(row).unwrap_or_else(|| nulls.add(row));
            if bytes.len() <= INLINE {
                let mut short = ShortText { length: bytes.len() as u32, bytes: [0; INLINE] };
                short.bytes[..bytes.len()].copy_from_slice(bytes);
                *elements.add(row) = Text { short };
                continue;
            }
            if piece.len() + bytes.len() > PIECE {
                hand_over(duckdb, vector, elements, first..row, &piece);
                piece.clear();
                first = row;
            }
            let mut prefix = [0; 4];
            prefix.copy_from_slice(&bytes[..4]);
            // The place in the piece, until the piece has one.
            let place = without_provenance(piece.len());
            *elements.add(row) = Text { long: LongText { length: bytes.len() as u32, prefix, bytes: place } };
            append(&mut piece, bytes);
        }
        hand_over(duckdb, vector, elements, first..rows, &piece);
        nulls.write(duckdb, vector);
    }
}

/// Appends a text of more than twelve bytes. Most are hosts and short paths: up to 32 bytes are two copies of a known length,
/// which overlap, and no call.
#[inline(always)]
fn append(piece: &mut Vec<u8>, text: &[u8]) {
    piece.reserve(text.len());
    let (length, end) = (text.len(), piece.len());
    // SAFETY: there is room for the text, and both copies lie in it.
    unsafe {
        let (from, to) = (text.as_ptr(), piece.as_mut_ptr().add(end));
        match length {
            16..=32 => {
                to.cast::<[u8; 16]>().write_unaligned(from.cast::<[u8; 16]>().read_unaligned());
                let last = length - 16;
                to.add(last).cast::<[u8; 16]>().write_unaligned(from.add(last).cast::<[u8; 16]>().read_unaligned());
            }
            8..=15 => {
                to.cast::<[u8; 8]>().write_unaligned(from.cast::<[u8; 8]>().read_unaligned());
                let last = length - 8;
                to.add(last).cast::<[u8; 8]>().write_unaligned(from.add(last).cast::<[u8; 8]>().read_unaligned());
            }
            _ => copy_nonoverlapping(from, to, length),
        }
        piece.set_len(end + length);
    }
}

/// Writes truths, and null where there is none.
///
/// # Safety
/// As for [`write`]; the vector is BOOLEAN.
pub unsafe fn write_truths(
    duckdb: &Interface,
    vector: Handle,
    rows: usize,
    mut truth: impl FnMut(usize) -> Option<bool>,
) {
    let mut nulls = Nulls::of(rows);
    // SAFETY: as many elements as rows.
    unsafe {
        let elements = (duckdb.vector_get_data)(vector).cast::<bool>();
        for row in 0..rows {
            *elements.add(row) = truth(row).unwrap_or_else(|| !nulls.add(row).is_empty());
        }
        nulls.write(duckdb, vector);
    }
}

/// Writes which rows are null.
///
/// # Safety
/// As for [`write`].
pub unsafe fn write_null_rows(duckdb: &Interface, vector: Handle, rows: usize, is_null: impl Fn(usize) -> bool) {
    let mut nulls = Nulls::of(rows);
    for row in (0..rows).filter(|row| is_null(*row)) {
        nulls.add(row);
    }
    // SAFETY: there are as many rows.
    unsafe { nulls.write(duckdb, vector) };
}

/// The rows that are null, as they are found.
struct Nulls {
    /// A bit for each row that is not null; none as long as there is no null.
    words: Vec<u64>,
    rows: usize,
}

impl Nulls {
    fn of(rows: usize) -> Nulls {
        Nulls { words: Vec::new(), rows }
    }

    /// A row is null; what stands there besides is empty.
    fn add(&mut self, row: usize) -> &'static [u8] {
        if self.words.is_empty() {
            self.words = vec![u64::MAX; self.rows.div_ceil(64)];
        }
        self.words[row / 64] &= !(1 << (row % 64));
        b""
    }

    /// # Safety
    /// As for [`write`].
    unsafe fn write(&self, duckdb: &Interface, vector: Handle) {
        if !self.words.is_empty() {
            // SAFETY: there are as many rows.
            unsafe { write_nulls(duckdb, vector, self.words.iter().copied()) };
        }
    }
}

/// Hands over the bytes of the long texts of some rows, and lets the rows point to them.
///
/// # Safety
/// As for [`write_texts`]; in the rows, a long text has its place in the piece instead of its bytes.
unsafe fn hand_over(duckdb: &Interface, vector: Handle, elements: *mut Text, rows: Range<usize>, piece: &[u8]) {
    if piece.is_empty() {
        return;
    }
    // SAFETY: the piece is longer than what stands in a text itself, so DuckDB copies it to a place of the vector's, and
    // writes that place into the row that it is told. Which of its two layouts a text has follows from its length.
    unsafe {
        let told = elements.add(rows.start);
        let kept = *told;
        let (bytes, length) = (piece.as_ptr().cast(), piece.len() as u64);
        (duckdb.unsafe_vector_assign_string_element_len)(vector, rows.start as u64, bytes, length);
        let start = (*told).long.bytes;
        *told = kept;
        for row in rows {
            let text = &mut *elements.add(row);
            if text.short.length as usize > INLINE {
                text.long.bytes = start.add(text.long.bytes.addr());
            }
        }
    }
}

/// Writes lists of items.
///
/// # Safety
/// As for [`write`]; the vector is a LIST of what `of` says.
unsafe fn write_lists(
    duckdb: &Interface,
    vector: Handle,
    rows: usize,
    offsets: &[i64],
    items: &ArrayRef,
    of: &Holds,
) -> Result<(), String> {
    let (start, end) = (offsets[0] as usize, offsets[rows] as usize);
    let count = (end - start) as u64;
    // SAFETY: as many entries as rows; the child has room for the items once it is asked to.
    unsafe {
        let entries = slice::from_raw_parts_mut((duckdb.vector_get_data)(vector).cast::<ListEntry>(), rows);
        for (entry, pair) in entries.iter_mut().zip(offsets.windows(2)) {
            *entry = ListEntry { offset: pair[0] as u64 - start as u64, length: (pair[1] - pair[0]) as u64 };
        }
        let reserved = (duckdb.list_vector_reserve)(vector, count) == SUCCESS;
        if !reserved || (duckdb.list_vector_set_size)(vector, count) != SUCCESS {
            return Err(format!("DuckDB has no room for {count} items of lists"));
        }
        write(duckdb, (duckdb.list_vector_get_child)(vector), &items.slice(start, end - start), of, None)
    }
}
