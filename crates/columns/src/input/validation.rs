//! Whether the buffers of an array hold what its type says.
//!
//! Offsets rise and end within their buffer, views and keys lead to what exists, and texts are UTF-8. A producer that breaks
//! one of these would otherwise get another row's text, or an empty one, which is a valid reference. Example: offsets
//! `[0, 9, 4, 12]` run backwards, so that the second row would begin in the middle of the first.
//!
//! Rows are checked in blocks: a loop without a branch says whether everything in a block is as it should be, and only a
//! block for which it says no is looked at row by row, where a null row may hold anything.

use arrow_buffer::{ArrowNativeType, Buffer};
use arrow_data::ArrayData;
use arrow_schema::DataType;

use crate::input::views::{length, place, Place, INLINE};

/// How many rows are checked at once.
const BLOCK: usize = 256;
/// The sign bits of the twelve octets that a view holds itself: none is set in US-ASCII.
const BEYOND_ASCII: u128 = 0x8080_8080_8080_8080_8080_8080 << 32;
/// Texts so near to each other are looked at together with what is between them.
const GAP: u64 = 64;

/// Checks the contents of an array, and of what it is made of.
///
/// # Errors
/// What is wrong, and the row if there is one.
pub fn validate(data: &ArrayData) -> Result<(), String> {
    data.validate().map_err(|error| error.to_string())?;
    check(data)
}

fn check(data: &ArrayData) -> Result<(), String> {
    if let Some(nulls) = data.nulls() {
        let (said, found) = (nulls.null_count(), nulls.len() - nulls.inner().count_set_bits());
        if said != found {
            return Err(format!("an array says that it has {said} nulls, and has {found}"));
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
    // An offset below zero is no `usize`.
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
                if std::str::from_utf8(text).is_err() && !data.is_null(row) {
                    return at(row, NOT_UTF_8);
                }
            }
        }
    }
    Ok(())
}

/// Whether the texts of a block, which end at these places, are UTF-8.
fn are_texts(bytes: &[u8], mut ends: impl Iterator<Item = usize>) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| ends.all(|end| text.is_char_boundary(end)))
}

fn check_views(data: &ArrayData, is_text: bool) -> Result<(), String> {
    let [views, buffers @ ..] = data.buffers() else { return Err("an array of views has a buffer".to_owned()) };
    let views = &views.typed_data::<u128>()[data.offset()..data.offset() + data.len()];
    for (block, views) in views.chunks(BLOCK).enumerate() {
        if block_is_right(views, buffers, is_text) {
            continue;
        }
        for (row, view) in (block * BLOCK..).zip(views) {
            if data.is_null(row) {
                continue;
            }
            let text = if length(*view) <= INLINE {
                Some(&view.to_le_bytes()[4..4 + length(*view)])
            } else {
                let Place { buffer, offset } = place(*view);
                buffers
                    .get(buffer as usize)
                    .and_then(|bytes| bytes.get(offset as usize..offset as usize + length(*view)))
            };
            match text {
                None => return at(row, "points to what is not there"),
                Some(text) if is_text && std::str::from_utf8(text).is_err() => return at(row, NOT_UTF_8),
                Some(_) => {}
            }
        }
    }
    Ok(())
}

/// Whether all views of a block, those of nulls too, point into their buffers, and, if that is asked, to US-ASCII. Texts
/// that follow each other are one run, which is looked at once.
fn block_is_right(views: &[u128], buffers: &[Buffer], is_text: bool) -> bool {
    let is_right = |buffer: u64, start: u64, end: u64| {
        let bytes = buffers.get(buffer as usize).and_then(|bytes| bytes.get(start as usize..end as usize));
        start == end || bytes.is_some_and(|bytes| !is_text || bytes.is_ascii())
    };
    let long = |view: u128| view as u32 as usize > INLINE;
    let (first, last) = (views[0], views[views.len() - 1]);
    let next = |view: u128| ((view >> 64) as u64).wrapping_add(u64::from(view as u32) << 32);
    let follow = |pair: &[u128]| next(pair[0]) == (pair[1] >> 64) as u64 && long(pair[0]);
    if views.windows(2).fold(long(last), |all, pair| all & follow(pair)) {
        let (first, last) = (place(first), place(last));
        let end = u64::from(last.offset) + length(views[views.len() - 1]) as u64;
        return is_right(u64::from(first.buffer), u64::from(first.offset), end);
    }
    let (mut short, mut current, mut start, mut end) = (0, 0, 0, 0);
    for &view in views {
        let len = view as u32;
        if len as usize <= INLINE {
            short |= view;
            continue;
        }
        let place = (view >> 64) as u64;
        let (buffer, offset) = (place & u64::from(u32::MAX), place >> 32);
        if buffer != current || offset.wrapping_sub(end) > GAP {
            if !is_right(current, start, end) {
                return false;
            }
            (current, start) = (buffer, offset);
        }
        end = offset + u64::from(len);
    }
    is_right(current, start, end) && (!is_text || short & BEYOND_ASCII == 0)
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

/// A key below zero is larger than any number of values as a number without a sign.
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
