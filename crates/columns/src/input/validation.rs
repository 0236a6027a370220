//! Validates the buffers of an array against its type.
//!
//! Offsets must ascend and end within their buffer, views and keys must be in range, and texts must be UTF-8. Without
//! this check, a row could get another row's text, or the empty text, which is a valid reference. For example, the
//! offsets `[0, 9, 4, 12]` descend, so that the third row would begin in the middle of the first.
//!
//! A branchless loop checks a block of rows. Only a block that fails is checked row by row; there, a null row may hold
//! anything.

use std::ops::Range;

use arrow_buffer::{ArrowNativeType, Buffer};
use arrow_data::ArrayData;
use arrow_schema::DataType;
use simdutf8::basic::from_utf8;

use crate::views::{length, place, Place, INLINE};

/// The number of rows in a block.
const BLOCK: usize = 256;
/// The sign bits of the twelve bytes of an inline view: none is set in US-ASCII.
const BEYOND_ASCII: u128 = 0x8080_8080_8080_8080_8080_8080 << 32;
/// If views use less than 1/`SPARSE` of the bytes from the first to the last text, each text is validated alone.
const SPARSE: usize = 4;

/// Checks the contents of an array, and of its children.
///
/// # Errors
/// The fault, and the row if there is one.
pub fn validate(data: &ArrayData) -> Result<(), String> {
    data.validate().map_err(|error| error.to_string())?;
    check(data)
}

fn check(data: &ArrayData) -> Result<(), String> {
    if let Some(nulls) = data.nulls() {
        let (declared, actual) = (nulls.null_count(), nulls.len() - nulls.inner().count_set_bits());
        if declared != actual {
            return Err(format!("an array says that it has {declared} nulls, and has {actual}"));
        }
    }
    match data.data_type() {
        DataType::Utf8 => check_offsets::<i32>(data, true),
        DataType::LargeUtf8 => check_offsets::<i64>(data, true),
        DataType::Binary => check_offsets::<i32>(data, false),
        DataType::LargeBinary => check_offsets::<i64>(data, false),
        DataType::Utf8View => check_views(data, true),
        DataType::BinaryView => check_views(data, false),
        DataType::Dictionary(keys, _) => {
            data.child_data().iter().try_for_each(check)?;
            check_keys(data, keys)
        }
        DataType::Struct(_) => data.child_data().iter().try_for_each(check),
        _ => data.validate_full().map_err(|error| error.to_string()),
    }
}

/// An error that names a row.
fn at<T>(row: usize, what: &str) -> Result<T, String> {
    Err(format!("row {row} {what}"))
}

const NOT_UTF_8: &str = "of a column of texts is not UTF-8; octets that need not be are a column of binary";

fn check_offsets<O: ArrowNativeType + PartialOrd>(data: &ArrayData, is_text: bool) -> Result<(), String> {
    let [offsets, values] = data.buffers() else { return Err("an array of texts has two buffers".to_owned()) };
    if data.is_empty() {
        return Ok(());
    }
    let offsets = &offsets.typed_data::<O>()[data.offset()..=data.offset() + data.len()];
    // A negative offset is not a `usize`.
    if offsets[0].to_usize().is_none() {
        return at(0, "begins before its buffer");
    }
    for (block, rows) in (0..data.len()).step_by(BLOCK).map(|start| start..data.len().min(start + BLOCK)).enumerate() {
        let offsets = &offsets[rows.start..=rows.end];
        if !offsets.windows(2).fold(true, |rise, pair| rise & (pair[0] <= pair[1])) {
            let row = offsets.windows(2).position(|pair| pair[0] > pair[1]).unwrap_or_default();
            return at(block * BLOCK + row, "ends before it begins");
        }
        let (start, end) = (offsets[0].as_usize(), offsets[offsets.len() - 1].as_usize());
        let Some(bytes) = values.get(start..end) else { return at(rows.end - 1, "ends after its buffer") };
        if is_text && !bytes.is_ascii() && !are_texts(bytes, offsets.iter().map(|offset| offset.as_usize() - start)) {
            for (row, pair) in rows.zip(offsets.windows(2)) {
                let text = &values[pair[0].as_usize()..pair[1].as_usize()];
                if from_utf8(text).is_err() && !data.is_null(row) {
                    return at(row, NOT_UTF_8);
                }
            }
        }
    }
    Ok(())
}

/// Whether the texts of a block, which end at these positions, are UTF-8.
fn are_texts(bytes: &[u8], mut ends: impl Iterator<Item = usize>) -> bool {
    from_utf8(bytes).is_ok_and(|text| ends.all(|end| text.is_char_boundary(end)))
}

/// The contents of the part of a buffer that views point into.
enum Contents<'a> {
    Ascii,
    /// All UTF-8: a text is UTF-8 if it begins and ends at a character boundary.
    Utf8(&'a str),
    /// Not all UTF-8, or not validated, because many octets lie between the texts.
    Octets(&'a [u8]),
}

/// For each buffer, the range that the views use.
struct Parts<'a> {
    buffers: &'a [Buffer],
    parts: Vec<Range<usize>>,
    /// The buffer of the previous view, and its part, which grows in registers.
    current: usize,
    part: Range<usize>,
    octets: usize,
}

impl Parts<'_> {
    /// Adds a text; false if it is out of range.
    #[inline(always)]
    fn add(&mut self, Place { buffer, offset }: Place, len: usize) -> bool {
        let (buffer, start) = (buffer as usize, offset as usize);
        let Some(bytes) = self.buffers.get(buffer) else { return false };
        if buffer != self.current {
            let part = self.parts[buffer].clone();
            self.parts[self.current] = std::mem::replace(&mut self.part, part);
            self.current = buffer;
        }
        let is_there = len <= bytes.len().saturating_sub(start);
        if is_there {
            self.part = self.part.start.min(start)..self.part.end.max(start + len);
            self.octets += len;
        }
        is_there
    }
}

/// The place of the texts of a block and their total length, if all are long and each begins where the previous one
/// ends.
fn run(views: &[u128]) -> Option<(Place, usize)> {
    let is_long = |view: u128| view as u32 as usize > INLINE;
    let next = |view: u128| ((view >> 64) as u64).wrapping_add(u64::from(view as u32) << 32);
    let follow = |pair: &[u128]| next(pair[0]) == (pair[1] >> 64) as u64 && is_long(pair[0]);
    let (first, last) = (place(views[0]), views[views.len() - 1]);
    let is_one = views.windows(2).fold(is_long(last), |all, pair| all & follow(pair));
    let len = (place(last).offset as usize).checked_sub(first.offset as usize)?.checked_add(length(last))?;
    is_one.then_some((first, len))
}

/// A first pass over the views computes the part of each buffer that they use. Each part is then validated once from
/// start to end, independent of the order of the views. A second pass checks single views only if the part is not
/// US-ASCII.
fn check_views(data: &ArrayData, is_text: bool) -> Result<(), String> {
    let [views, buffers @ ..] = data.buffers() else { return Err("an array of views has a buffer".to_owned()) };
    let views = &views.typed_data::<u128>()[data.offset()..data.offset() + data.len()];
    let part = Range { start: usize::MAX, end: 0 };
    let mut used = Parts { buffers, parts: vec![part.clone(); buffers.len()], current: 0, part, octets: 0 };
    let mut inline = 0;
    for (block, views) in views.chunks(BLOCK).enumerate() {
        if run(views).is_some_and(|(place, len)| used.add(place, len)) {
            continue;
        }
        for (row, &view) in (block * BLOCK..).zip(views) {
            if length(view) <= INLINE {
                inline |= view;
            } else if !used.add(place(view), length(view)) && !data.is_null(row) {
                return at(row, "points to what is not there");
            }
        }
    }
    let Parts { mut parts, current, part, octets, .. } = used;
    if let Some(last) = parts.get_mut(current) {
        *last = part;
    }
    if !is_text {
        return Ok(());
    }
    let are_near = parts.iter().map(Range::len).sum::<usize>() / SPARSE <= octets;
    let contents: Vec<_> = buffers.iter().zip(&parts).map(|(buffer, part)| contents(buffer, part, are_near)).collect();
    if inline & BEYOND_ASCII == 0 && contents.iter().all(|each| matches!(each, Contents::Ascii)) {
        return Ok(());
    }
    for (row, &view) in views.iter().enumerate() {
        let (len, Place { buffer, offset }) = (length(view), place(view));
        let is_right = if len <= INLINE {
            view & BEYOND_ASCII == 0 || from_utf8(&view.to_le_bytes()[4..4 + len]).is_ok()
        } else {
            // The view of a null may be arbitrary.
            let start = (offset as usize).wrapping_sub(parts.get(buffer as usize).map_or(0, |part| part.start));
            let end = start.wrapping_add(len);
            match contents.get(buffer as usize) {
                None | Some(Contents::Ascii) => true,
                Some(Contents::Utf8(text)) => text.is_char_boundary(start) && text.is_char_boundary(end),
                Some(Contents::Octets(bytes)) => bytes.get(start..end).is_some_and(|text| from_utf8(text).is_ok()),
            }
        };
        if !is_right && !data.is_null(row) {
            return at(row, NOT_UTF_8);
        }
    }
    Ok(())
}

fn contents<'a>(buffer: &'a Buffer, part: &Range<usize>, are_near: bool) -> Contents<'a> {
    let bytes = buffer.get(part.clone()).unwrap_or_default();
    if are_near && bytes.is_ascii() {
        return Contents::Ascii;
    }
    are_near.then(|| from_utf8(bytes).ok()).flatten().map_or(Contents::Octets(bytes), Contents::Utf8)
}

fn check_keys(data: &ArrayData, keys: &DataType) -> Result<(), String> {
    let values = data.child_data()[0].len();
    macro_rules! keys_of {
        ($($type:ident: $native:ty),*) => {
            match keys {
                $(DataType::$type => check_keys_of::<$native>(data, values),)*
                other => Err(format!("a dictionary has no keys of {other}")),
            }
        };
    }
    keys_of!(Int8: i8, Int16: i16, Int32: i32, Int64: i64, UInt8: u8, UInt16: u16, UInt32: u32, UInt64: u64)
}

/// A negative key, cast to unsigned, is larger than any number of values.
fn check_keys_of<K: ArrowNativeType>(data: &ArrayData, values: usize) -> Result<(), String> {
    let keys = &data.buffers()[0].typed_data::<K>()[data.offset()..data.offset() + data.len()];
    let is_right = |key: &K| key.as_usize() < values;
    for (block, keys) in keys.chunks(BLOCK).enumerate() {
        if !keys.iter().fold(true, |right, key| right & is_right(key)) {
            let wrong = |&(row, key): &(usize, &K)| !is_right(key) && !data.is_null(row);
            if let Some((row, key)) = (block * BLOCK..).zip(keys).find(wrong) {
                return at(row, &format!("has the key {key:?} of a dictionary of {values}"));
            }
        }
    }
    Ok(())
}
