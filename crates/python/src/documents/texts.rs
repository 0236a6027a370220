//! `Texts`: a column of texts under construction.
//!
//! The rows of a page have the same source and base, and nearly all have no error. So `repeat` writes one text for many
//! rows at once: each copy doubles the written part.

use std::sync::Arc;

use arrow_array::{ListArray, StringArray};
use arrow_buffer::{Buffer, NullBufferBuilder, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field};
use uriverse_core::memory::Grow;

/// A column of texts, each UTF-8 or null.
pub(super) struct Texts {
    bytes: Vec<u8>,
    /// The end of each text, after a leading 0.
    ends: Vec<i32>,
    present: NullBufferBuilder,
}

impl Default for Texts {
    fn default() -> Texts {
        Texts { bytes: Vec::new(), ends: vec![0], present: NullBufferBuilder::new(0) }
    }
}

impl Texts {
    /// Writes one text. The caller keeps the total below 2 GiB.
    #[inline]
    pub(super) fn push(&mut self, text: Option<&[u8]>) {
        match text {
            Some(text) => {
                self.bytes.put_all(text);
                self.present.append_non_null();
            }
            None => self.present.append_null(),
        }
        self.ends.put(self.bytes.len() as i32);
    }

    /// Writes the same text `times` times.
    pub(super) fn repeat(&mut self, text: Option<&[u8]>, times: usize) {
        let start = self.bytes.len();
        let length = text.map_or(0, <[u8]>::len);
        self.ends.room(times);
        self.ends.extend((1..=times).map(|count| (start + count * length) as i32));
        let Some(text) = text else {
            self.present.append_n_nulls(times);
            return;
        };
        self.present.append_n_non_nulls(times);
        let end = start + times * length;
        self.bytes.room(end - start);
        if times > 0 {
            self.bytes.put_all(text);
        }
        while self.bytes.len() < end {
            let more = (end - self.bytes.len()).min(self.bytes.len() - start);
            self.bytes.extend_from_within(start..start + more);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len() - 1
    }

    pub(super) fn get(&self, row: usize) -> Option<&[u8]> {
        let range = self.ends[row] as usize..self.ends[row + 1] as usize;
        self.present.is_valid(row).then(|| &self.bytes[range])
    }

    /// Removes all texts but the first `rows`; returns the number of bytes removed.
    pub(super) fn truncate(&mut self, rows: usize) -> usize {
        let (before, after) = (self.bytes.len(), self.ends[rows] as usize);
        self.bytes.truncate(after);
        self.ends.truncate(rows + 1);
        self.present.truncate(rows);
        before - after
    }

    /// Takes the texts as a column of lists of their words.
    pub(super) fn finish_words(&mut self) -> Result<ListArray, ArrowError> {
        let texts = std::mem::take(self);
        let (mut list, mut ends) = (Texts::default(), vec![0; texts.ends.len()]);
        // Few documents have any.
        for row in 0..if texts.bytes.is_empty() { 0 } else { texts.len() } {
            words(texts.get(row)).for_each(|word| list.push(Some(word)));
            ends[row + 1] = list.len() as i32;
        }
        let offsets = OffsetBuffer::new(ScalarBuffer::from(ends));
        let item = Field::new("item", DataType::Utf8, true);
        ListArray::try_new(Arc::new(item), offsets, Arc::new(list.finish()?), None)
    }

    /// Takes the texts as a column.
    ///
    /// UTF-8 is validated once for all texts, which is faster than at each write.
    pub(super) fn finish(&mut self) -> Result<StringArray, ArrowError> {
        let Texts { bytes, ends, mut present } = std::mem::take(self);
        let ends = OffsetBuffer::new(ScalarBuffer::from(ends));
        StringArray::try_new(ends, Buffer::from_vec(bytes), present.finish())
    }
}

/// The words of a text, which are separated by single spaces; none of a missing text.
pub(super) fn words(text: Option<&[u8]>) -> impl Iterator<Item = &[u8]> {
    text.into_iter().flat_map(|text| text.split(|&byte| byte == b' '))
}
