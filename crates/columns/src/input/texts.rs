//! The texts of an Arrow array in any layout: offsets of 32 or 64 bits, or views.
//!
//! A kernel sees rows: the bytes of each, and a view of any part of them. Buffers of the input become buffers of the
//! result. A view's offset has 31 bits, so a larger buffer is passed on as *windows* that begin 1 GiB apart and are
//! nearly 2 GiB long. A text is shorter than 1 GiB, so it always lies in the window in which it begins.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{ByteArrayType, ByteViewType, Int16Type, Int32Type, Int64Type, RunEndIndexType};
use arrow_array::{Array, GenericByteArray, GenericByteViewArray, LargeBinaryArray, OffsetSizeTrait};
use arrow_buffer::{ArrowNativeType, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::DataType;

use crate::bitmaps::{bitmap, zeroed};
use crate::errors::ColumnError;
use crate::input::dictionary::Keys;
use crate::views::{inline_range, length, place, view, Place, INLINE};
use uriverse_core::memory::{gathered, Grow};

const WINDOW_BITS: u32 = 30;
const WINDOW: usize = 1 << WINDOW_BITS;
const REACH: usize = i32::MAX as usize;

/// How binary data is decoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Octets {
    /// As text in UTF-8. An octet that is not UTF-8 becomes a lone surrogate, as for a `bytes` argument of a single
    /// call; every grammar refuses it.
    Text,
    /// Unchanged: data to encode.
    Data,
}

/// The rows of one array.
pub struct Texts {
    pub(crate) layout: Layout,
    pub(crate) nulls: Option<NullBuffer>,
    buffers: Vec<Buffer>,
    /// Whether all rows are UTF-8. If not, only rows that a grammar has accepted may be in a result.
    is_utf8: bool,
}

pub(crate) enum Layout {
    Small(Offset<i32>),
    Large(Offset<i64>),
    Views(Views),
}

/// The rows as kernels read them.
pub(crate) trait Rows: Sync {
    /// The bytes of a row.
    fn text(&self, row: usize) -> &[u8];

    /// The bytes of the rows from `first` on.
    #[inline(always)]
    fn write_texts<'a>(&'a self, first: usize, texts: &mut [&'a [u8]]) {
        for (row, text) in (first..).zip(texts) {
            *text = self.text(row);
        }
    }

    /// The view of `start..start + len` of a row's bytes.
    fn view(&self, row: usize, start: usize, len: usize) -> u128;
}

/// Adjacent texts, and the start of each.
pub(crate) struct Offset<O: OffsetSizeTrait> {
    offsets: ScalarBuffer<O>,
    values: Buffer,
}

/// Texts anywhere in some buffers.
pub(crate) struct Views {
    views: ScalarBuffer<u128>,
    buffers: Arc<[Buffer]>,
}

impl<O: OffsetSizeTrait> Rows for Offset<O> {
    #[inline(always)]
    fn text(&self, row: usize) -> &[u8] {
        let (start, end) = (self.offsets[row].as_usize(), self.offsets[row + 1].as_usize());
        self.values.as_slice().get(start..end).unwrap_or_default()
    }

    #[inline(always)]
    fn write_texts<'a>(&'a self, first: usize, texts: &mut [&'a [u8]]) {
        let values = self.values.as_slice();
        for (pair, text) in self.offsets[first..].windows(2).zip(texts) {
            *text = values.get(pair[0].as_usize()..pair[1].as_usize()).unwrap_or_default();
        }
    }

    #[inline(always)]
    fn view(&self, row: usize, start: usize, len: usize) -> u128 {
        let at = self.offsets[row].as_usize() + start;
        let place = Place { buffer: (at >> WINDOW_BITS) as u32, offset: (at & (WINDOW - 1)) as u32 };
        view(self.values.as_slice(), at, len, place)
    }
}

impl Rows for Views {
    #[inline(always)]
    fn text(&self, row: usize) -> &[u8] {
        let view = self.views[row];
        let len = length(view);
        if len <= INLINE {
            return self.views.inner().as_slice().get(inline_range(row, view)).unwrap_or_default();
        }
        let Place { buffer, offset } = place(view);
        let start = offset as usize;
        self.buffers.get(buffer as usize).and_then(|buffer| buffer.get(start..start + len)).unwrap_or_default()
    }

    #[inline(always)]
    fn view(&self, row: usize, start: usize, len: usize) -> u128 {
        let whole = self.views[row];
        if length(whole) <= INLINE {
            // No view begins after the twelfth octet, where the shift would be by all the bits.
            if len == 0 {
                return 0;
            }
            let mask = (1u128 << (8 * len.min(INLINE))) - 1;
            return (whole >> (32 + 8 * start) & mask) << 32 | len as u128;
        }
        let Place { buffer, offset } = place(whole);
        let source = self.buffers.get(buffer as usize).map_or(&[][..], |buffer| buffer.as_slice());
        view(source, offset as usize + start, len, Place { buffer, offset: offset + start as u32 })
    }
}

impl Rows for Texts {
    #[inline(always)]
    fn text(&self, row: usize) -> &[u8] {
        with_rows!(self, rows => rows.text(row))
    }

    #[inline(always)]
    fn write_texts<'a>(&'a self, first: usize, texts: &mut [&'a [u8]]) {
        with_rows!(self, rows => rows.write_texts(first, texts));
    }

    #[inline(always)]
    fn view(&self, row: usize, start: usize, len: usize) -> u128 {
        with_rows!(self, rows => rows.view(row, start, len))
    }
}

/// Runs an expression with the concrete type of the layout.
macro_rules! with_rows {
    ($texts:expr, $rows:ident => $body:expr) => {
        match &$texts.layout {
            $crate::input::texts::Layout::Small($rows) => $body,
            $crate::input::texts::Layout::Large($rows) => $body,
            $crate::input::texts::Layout::Views($rows) => $body,
        }
    };
}
pub(crate) use with_rows;

/// The run of each row, and the values of the runs.
fn runs<R: RunEndIndexType>(array: &dyn Array) -> (Keys, &dyn Array) {
    let array = array.as_run::<R>();
    let (ends, mut run) = (array.run_ends(), array.get_start_physical_index());
    let places = gathered((ends.offset()..ends.offset() + ends.len()).map(|row| {
        run += usize::from(row >= ends.values()[run].as_usize());
        run
    }));
    (Keys::of_places(places), array.values())
}

impl Texts {
    /// The texts of an array, also of a dictionary.
    ///
    /// # Errors
    /// [`ColumnError::Type`] if the array holds no texts, [`ColumnError::TooLong`] if one is too long.
    pub fn read(array: &dyn Array, octets: Octets) -> Result<Texts, ColumnError> {
        match array.data_type() {
            DataType::Utf8 => Texts::offset(array.as_string::<i32>(), Layout::Small, true),
            DataType::LargeUtf8 => Texts::offset(array.as_string::<i64>(), Layout::Large, true),
            DataType::Utf8View => Texts::views(array.as_string_view(), true),
            DataType::Binary => Texts::octets(array.as_binary::<i32>(), octets, Layout::Small),
            DataType::LargeBinary => Texts::octets(array.as_binary::<i64>(), octets, Layout::Large),
            DataType::BinaryView => {
                let array = array.as_binary_view();
                match octets {
                    Octets::Data => Texts::views(array, false),
                    Octets::Text if are_utf8(array.iter()) => Texts::views(array, true),
                    Octets::Text => Ok(Texts::escaped(array.iter())),
                }
            }
            DataType::FixedSizeBinary(_) => {
                let fixed = array.as_fixed_size_binary();
                let size = i64::from(fixed.value_length());
                let offsets = OffsetBuffer::new(gathered((0..=fixed.len() as i64).map(|row| row * size)).into());
                let values = fixed.values().slice_with_length(0, fixed.len() * size as usize);
                let binary = LargeBinaryArray::new(offsets, values, fixed.nulls().cloned());
                Texts::octets(&binary, octets, Layout::Large)
            }
            DataType::RunEndEncoded(ends, _) => {
                let (keys, values) = match ends.data_type() {
                    DataType::Int16 => runs::<Int16Type>(array),
                    DataType::Int32 => runs::<Int32Type>(array),
                    _ => runs::<Int64Type>(array),
                };
                Ok(Texts::read(values, octets)?.by_keys(&keys))
            }
            DataType::Null => Ok(Texts::all_null(array.len())),
            // An all-null column of pandas: NaN in every row.
            DataType::Float64 if array.null_count() == array.len() => Ok(Texts::all_null(array.len())),
            DataType::Dictionary(_, _) => {
                let dictionary = array.as_any_dictionary();
                let values = Texts::read(dictionary.values().as_ref(), octets)?;
                Ok(values.by_keys(&Keys::new(dictionary)))
            }
            other => Err(ColumnError::Type(other.to_string())),
        }
    }

    fn offset<T: ByteArrayType>(
        array: &GenericByteArray<T>,
        layout: fn(Offset<T::Offset>) -> Layout,
        is_utf8: bool,
    ) -> Result<Texts, ColumnError> {
        let (offsets, values) = (array.offsets().inner().clone(), array.values().clone());
        if values.len() >= WINDOW && offsets.windows(2).any(|pair| (pair[1] - pair[0]).as_usize() >= WINDOW) {
            return Err(ColumnError::TooLong);
        }
        let buffers = windows(&values);
        Ok(Texts { layout: layout(Offset { offsets, values }), nulls: array.nulls().cloned(), buffers, is_utf8 })
    }

    fn views<T: ByteViewType + ?Sized>(array: &GenericByteViewArray<T>, is_utf8: bool) -> Result<Texts, ColumnError> {
        // The view of a null may be arbitrary.
        if array.views().iter().enumerate().any(|(row, &view)| length(view) >= WINDOW && array.is_valid(row)) {
            return Err(ColumnError::TooLong);
        }
        let buffers: Arc<[Buffer]> = array.data_buffers().iter().cloned().collect();
        Ok(Texts {
            buffers: buffers.to_vec(),
            layout: Layout::Views(Views { views: array.views().clone(), buffers }),
            nulls: array.nulls().cloned(),
            is_utf8,
        })
    }

    fn octets<T: ByteArrayType<Native = [u8]>>(
        array: &GenericByteArray<T>,
        octets: Octets,
        layout: fn(Offset<T::Offset>) -> Layout,
    ) -> Result<Texts, ColumnError> {
        match octets {
            Octets::Data => Texts::offset(array, layout, false),
            Octets::Text if are_utf8(array.iter()) => Texts::offset(array, layout, true),
            Octets::Text => Ok(Texts::escaped(array.iter())),
        }
    }

    /// Binary rows, decoded as `bytes` arguments of a single call, in a buffer of their own: 0xFF is U+DCFF, in three
    /// bytes.
    fn escaped<'a>(rows: impl Iterator<Item = Option<&'a [u8]>>) -> Texts {
        let (mut offsets, mut values, mut valid) = (vec![0i64], Vec::new(), Vec::new());
        for row in rows {
            for chunk in row.unwrap_or_default().utf8_chunks() {
                values.put_all(chunk.valid().as_bytes());
                for octet in chunk.invalid() {
                    values.put_all(&[0xED, 0xB0 | octet >> 6, 0x80 | octet & 0x3F]);
                }
            }
            offsets.put(values.len() as i64);
            valid.put(row.is_some());
        }
        let values = Buffer::from_vec(values);
        let buffers = windows(&values);
        let layout = Layout::Large(Offset { offsets: offsets.into(), values });
        Texts { layout, nulls: Some(NullBuffer::new(bitmap(valid.into_iter()))), buffers, is_utf8: false }
    }

    fn all_null(rows: usize) -> Texts {
        let views = Views { views: ScalarBuffer::from(zeroed::<u128>(rows)), buffers: Arc::from(Vec::new()) };
        let nulls = Some(NullBuffer::new_null(rows));
        Texts { layout: Layout::Views(views), nulls, buffers: Vec::new(), is_utf8: true }
    }

    /// The rows of a dictionary: for each key the view of its value.
    fn by_keys(&self, keys: &Keys) -> Texts {
        let views: Vec<u128> = with_rows!(self, rows => gathered(keys
            .places()
            .map(|place| place.filter(|&place| place < self.len()))
            .map(|place| place.map_or(0, |place| rows.view(place, 0, rows.text(place).len())))));
        let views = Views { views: views.into(), buffers: self.buffers.clone().into() };
        let nulls = keys.nulls(self.nulls.as_ref());
        Texts { layout: Layout::Views(views), nulls, buffers: self.buffers.clone(), is_utf8: self.is_utf8 }
    }

    /// The number of rows.
    pub fn len(&self) -> usize {
        match &self.layout {
            Layout::Small(rows) => rows.offsets.len() - 1,
            Layout::Large(rows) => rows.offsets.len() - 1,
            Layout::Views(rows) => rows.views.len(),
        }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the column's type is text, not binary.
    pub(crate) fn is_text(&self) -> bool {
        self.is_utf8
    }

    /// Whether a text of these rows is UTF-8, so that it may be in a result.
    pub(crate) fn may_stay(&self, text: &[u8]) -> bool {
        self.is_utf8 || std::str::from_utf8(text).is_ok()
    }

    /// The buffers that the views of these rows point into.
    pub(crate) fn buffers(&self) -> &[Buffer] {
        &self.buffers
    }

    /// Which of up to 64 rows from `first` on are not null: row `first + k` is bit k.
    #[inline]
    pub(crate) fn present(&self, first: usize, count: usize) -> u64 {
        let all = if count >= 64 { u64::MAX } else { (1 << count) - 1 };
        match &self.nulls {
            None => all,
            Some(nulls) => (0..count).fold(0, |bits, k| bits | u64::from(nulls.is_valid(first + k)) << k),
        }
    }

    /// Whether a row holds a text.
    #[inline]
    pub(crate) fn is_present(&self, row: usize) -> bool {
        self.nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row))
    }
}

fn are_utf8<'a>(mut rows: impl Iterator<Item = Option<&'a [u8]>>) -> bool {
    rows.all(|row| std::str::from_utf8(row.unwrap_or_default()).is_ok())
}

fn windows(values: &Buffer) -> Vec<Buffer> {
    (0..values.len().max(1))
        .step_by(WINDOW)
        .map(|start| values.slice_with_length(start, (values.len() - start).min(REACH)))
        .collect()
}
