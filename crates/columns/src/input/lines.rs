//! The lines of a block of text as a column, and the rows of a column as lines.
//!
//! Input: a part of a file, such as `b"http://a/\n\nhttp://b/"`. Output: a column of strings, one for each line:
//! `http://a/`, the empty string, `http://b/`. The texts are copied once, without line ends. A line that is not UTF-8
//! is null.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, GenericStringArray, OffsetSizeTrait};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::DataType;
use uriverse_core::memory::{buffer, Grow};
use uriverse_text::lines::lines;

use crate::bitmaps::bitmap;
use crate::errors::ColumnError;

/// The lines of a block, each ended by LF or CR LF (optional at the last). The type is `string`, or `large_string` if
/// the block is too long for 32-bit offsets.
///
/// # Errors
/// [`ColumnError::TooLong`] if the block is too long for a column.
pub fn column_of_lines(block: &[u8]) -> Result<ArrayRef, ColumnError> {
    if i32::try_from(block.len()).is_ok() {
        column_with_offsets::<i32>(block)
    } else {
        column_with_offsets::<i64>(block)
    }
}

fn column_with_offsets<O: OffsetSizeTrait>(block: &[u8]) -> Result<ArrayRef, ColumnError> {
    let (mut values, mut offsets) = (buffer(block.len()), vec![O::default()]);
    let is_utf8 = std::str::from_utf8(block).is_ok();
    let mut valid = Vec::new();
    for line in lines(block, 0..block.len()) {
        let line = &block[line];
        let is_text = is_utf8 || std::str::from_utf8(line).is_ok();
        values.put_all(if is_text { line } else { b"" });
        offsets.put(O::from_usize(values.len()).ok_or(ColumnError::TooLong)?);
        if !is_utf8 {
            valid.put(is_text);
        }
    }
    let nulls = (!is_utf8).then(|| NullBuffer::new(bitmap(valid.into_iter())));
    let column = GenericStringArray::<O>::try_new(OffsetBuffer::new(offsets.into()), values.into(), nulls);
    Ok(Arc::new(column.map_err(|_| ColumnError::TooLong)?))
}

/// All answers, one per line, and the lines without an answer.
#[derive(Debug, Default)]
pub struct Answered {
    /// The answers, each with an LF.
    pub answers: Vec<u8>,
    /// The place in the block of each line without an answer, and the position in `answers` where its answer belongs.
    pub left: Vec<(Range<usize>, usize)>,
}

/// The rows of a column as lines: row *n* is the answer to line *n* of the block. A null means no answer. In a column
/// of booleans, true means the line itself with `before` in front, and false means no answer.
///
/// # Errors
/// [`ColumnError::Type`] for columns of other types, [`ColumnError::Lengths`] unless each line has one row.
pub fn answered(block: &[u8], chunks: &[ArrayRef], before: &str) -> Result<Answered, ColumnError> {
    let count = lines(block, 0..block.len()).count();
    let rows = chunks.iter().map(Array::len).sum();
    if rows != count {
        return Err(ColumnError::Lengths(count, rows));
    }
    let mut of_block = lines(block, 0..block.len());
    let mut answered_lines = Answered { answers: buffer(block.len() + count), left: Vec::new() };
    for chunk in chunks {
        let lines = of_block.by_ref().take(chunk.len());
        match chunk.data_type() {
            DataType::Utf8 => answered_lines.add(lines, chunk.as_string::<i32>().iter()),
            DataType::LargeUtf8 => answered_lines.add(lines, chunk.as_string::<i64>().iter()),
            DataType::Utf8View => answered_lines.add(lines, chunk.as_string_view().iter()),
            DataType::Boolean => {
                for (line, is_so) in lines.zip(chunk.as_boolean()) {
                    if is_so == Some(true) {
                        answered_lines.answers.put_all(before.as_bytes());
                        answered_lines.answers.put_all(&block[line]);
                        answered_lines.answers.put(b'\n');
                    } else {
                        answered_lines.left.put((line, answered_lines.answers.len()));
                    }
                }
            }
            other => return Err(ColumnError::Type(other.to_string())),
        }
    }
    Ok(answered_lines)
}

impl Answered {
    fn add<'a>(&mut self, lines: impl Iterator<Item = Range<usize>>, rows: impl Iterator<Item = Option<&'a str>>) {
        for (line, row) in lines.zip(rows) {
            match row {
                Some(text) => {
                    self.answers.put_all(text.as_bytes());
                    self.answers.put(b'\n');
                }
                None => self.left.put((line, self.answers.len())),
            }
        }
    }
}
