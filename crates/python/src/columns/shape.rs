//! Checks that an array of the Arrow C data interface matches its schema.
//!
//! The interface passes an array and a schema, which need not match, and their numbers are signed. arrow-rs assumes a
//! matching pair and non-negative numbers, so both are checked first. Examples: a schema `string` with an array of two
//! buffers (a `string` has three: nulls, offsets, bytes), or an array whose offset is -1.
//!
//! The interface passes buffer lengths only for views. For other types the producer guarantees that the buffers fit the
//! array's length and offset. The contents of the buffers are checked after the import, by
//! [`uriverse_columns::input::validation`].

use std::ffi::{c_char, c_void, CStr};

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema};
use arrow_data::layout;
use arrow_schema::DataType;

/// The greatest depth of a nested type, and its greatest number of parts.
const DEPTH: usize = 64;
const PARTS: usize = 1 << 16;
/// More rows than memory has octets.
const TOO_MANY: i64 = 1 << 56;

/// `struct ArrowSchema` of the C data interface.
#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    children_count: i64,
    children: *const *const Schema,
    dictionary: *const Schema,
    release: *const c_void,
    private_data: *const c_void,
}

/// Checks the numbers and the nesting of a schema.
///
/// # Errors
/// A sentence that names the fault.
pub fn check_schema(schema: &FFI_ArrowSchema) -> Result<(), String> {
    // SAFETY: both are the interface's structure; arrow-rs's own has the same layout.
    check_part((&raw const *schema).cast(), DEPTH, &mut PARTS.clone())
}

fn check_part(schema: *const Schema, depth: usize, parts: &mut usize) -> Result<(), String> {
    // SAFETY: a non-null pointer points to a structure, by the interface.
    let schema = unsafe { schema.as_ref() }.ok_or("a part of the schema is missing")?;
    let count = usize::try_from(schema.children_count);
    let count = count.map_err(|_| format!("the schema has {} children", schema.children_count))?;
    if depth == 0 || count >= *parts {
        return Err(format!("the schema is nested deeper than {DEPTH}, or has more than {PARTS} parts"));
    }
    *parts -= 1;
    // SAFETY: as above; a format is a NUL-terminated text.
    if schema.format.is_null() || unsafe { CStr::from_ptr(schema.format) }.to_str().is_err() {
        return Err("the schema has no format".to_owned());
    }
    if count > 0 && schema.children.is_null() {
        return Err("the children of the schema are missing".to_owned());
    }
    for index in 0..count {
        // SAFETY: by the interface, there are this many pointers.
        check_part(unsafe { *schema.children.add(index) }, depth - 1, parts)?;
    }
    if schema.dictionary.is_null() {
        Ok(())
    } else {
        check_part(schema.dictionary, depth - 1, parts)
    }
}

/// Checks the numbers of an array.
///
/// # Errors
/// A sentence that names the fault.
pub fn check_numbers(array: &FFI_ArrowArray) -> Result<(), String> {
    // arrow-rs returns the signed numbers as unsigned ones.
    let [length, offset, null_count] = [array.len(), array.offset(), array.null_count()].map(|number| number as i64);
    for (number, name, least) in [(length, "length", 0), (offset, "offset", 0), (null_count, "null count", -1)] {
        if !(least..TOO_MANY).contains(&number) {
            return Err(format!("the {name} of an array is {number}"));
        }
    }
    Ok(())
}

/// Compares an array with its type.
///
/// # Errors
/// A sentence that names the difference.
pub fn check(array: &FFI_ArrowArray, data_type: &DataType) -> Result<(), String> {
    check_numbers(array)?;
    let physical = match data_type {
        DataType::Dictionary(keys, _) => keys,
        other => other,
    };
    let expected = layout(physical);
    let has_mask = expected.can_contain_null_mask;
    let buffers = usize::from(has_mask) + expected.buffers.len() + usize::from(expected.variadic);
    let found = array.num_buffers();
    let more = if expected.variadic { i32::MAX as usize } else { buffers };
    if !(buffers..=more).contains(&found) {
        return Err(format!("the schema says {data_type}, which has {buffers} buffers, and the array has {found}"));
    }
    let nulls = array.null_count_opt().unwrap_or(0);
    if has_mask && nulls > 0 && array.buffer(0).is_null() {
        return Err(format!("an array has {nulls} nulls, and no buffer says which"));
    }
    check_sizes(array, physical, buffers)?;
    let children = children(data_type);
    let found = array.num_children();
    if found != children.len() {
        let children = children.len();
        return Err(format!("the schema says {data_type}, which has {children} children, and the array has {found}"));
    }
    for (index, child) in children.into_iter().enumerate() {
        check(array.child(index), child)?;
    }
    match (array.dictionary(), data_type) {
        (Some(values), DataType::Dictionary(_, of)) => check(values, of),
        (None, DataType::Dictionary(_, _)) => {
            Err(format!("the schema says {data_type}, and the array has no dictionary"))
        }
        (Some(_), _) => Err(format!("the schema says {data_type}, and the array has a dictionary")),
        (None, _) => Ok(()),
    }
}

/// Checks the numbers from which the length of another buffer follows: the last offset of texts, the sizes of buffers
/// that views point into.
fn check_sizes(array: &FFI_ArrowArray, physical: &DataType, least_buffers: usize) -> Result<(), String> {
    let last = array.len() + array.offset();
    let (buffer, places, wide) = match physical {
        DataType::Utf8 | DataType::Binary if last > 0 => (1, last..last + 1, false),
        DataType::LargeUtf8 | DataType::LargeBinary if last > 0 => (1, last..last + 1, true),
        DataType::Utf8View | DataType::BinaryView => {
            (array.num_buffers() - 1, 0..array.num_buffers() - least_buffers, true)
        }
        _ => return Ok(()),
    };
    let numbers = array.buffer(buffer);
    if numbers.is_null() && !places.is_empty() {
        return Err(format!("the buffer {buffer} of an array of {physical} is missing"));
    }
    for place in places {
        // SAFETY: by the interface, there are this many numbers.
        let number = unsafe {
            if wide {
                numbers.cast::<i64>().add(place).read_unaligned()
            } else {
                i64::from(numbers.cast::<i32>().add(place).read_unaligned())
            }
        };
        if !(0..TOO_MANY).contains(&number) {
            return Err(format!("a buffer of an array of {physical} has the length {number}"));
        }
    }
    Ok(())
}

fn children(data_type: &DataType) -> Vec<&DataType> {
    match data_type {
        DataType::List(field)
        | DataType::LargeList(field)
        | DataType::FixedSizeList(field, _)
        | DataType::ListView(field)
        | DataType::LargeListView(field)
        | DataType::Map(field, _) => vec![field.data_type()],
        DataType::Struct(fields) => fields.iter().map(|field| field.data_type()).collect(),
        DataType::Union(fields, _) => fields.iter().map(|(_, field)| field.data_type()).collect(),
        DataType::RunEndEncoded(ends, values) => vec![ends.data_type(), values.data_type()],
        _ => Vec::new(),
    }
}
