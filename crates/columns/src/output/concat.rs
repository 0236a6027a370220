//! Conversions for a consumer: the chunks of a column as one array, string views as plain strings.

use std::sync::Arc;
use uriverse_core::memory::{buffer, gathered, probe, Grow};

use arrow_array::cast::AsArray;
use arrow_array::types::{ByteArrayType, LargeUtf8Type, Utf8Type};
use arrow_array::{make_array, Array, ArrayRef, GenericByteArray, GenericListArray, OffsetSizeTrait, StructArray};
use arrow_buffer::{ArrowNativeType, Buffer, OffsetBuffer, ScalarBuffer};
use arrow_data::transform::MutableArrayData;
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType, Field, Fields};

/// The chunks of a column as one array.
///
/// # Errors
/// The error of Arrow if one array cannot hold them.
pub fn concat(data_type: &DataType, chunks: &[ArrayRef]) -> Result<ArrayRef, ArrowError> {
    Ok(match chunks {
        [] => arrow_array::new_empty_array(data_type),
        [only] => Arc::clone(only),
        several => {
            let data: Vec<_> = several.iter().map(Array::to_data).collect();
            probe(data.iter().map(copied).sum());
            let mut whole = MutableArrayData::new(data.iter().collect(), false, several.iter().map(Array::len).sum());
            for (index, chunk) in data.iter().enumerate() {
                whole.try_extend(index, 0, chunk.len())?;
            }
            make_array(whole.freeze())
        }
    })
}

/// About how many octets a copy of an array takes. What views point into is shared.
fn copied(data: &ArrayData) -> usize {
    match (data.data_type(), data.child_data()) {
        (DataType::Utf8View | DataType::BinaryView, _) => size_of::<u128>() * data.len(),
        (_, []) => data.get_slice_memory_size().unwrap_or_default(),
        (_, children) => size_of::<i64>() * data.len() + children.iter().map(copied).sum::<usize>(),
    }
}

/// The type for a consumer that requests `requested`: the requested string types, all others unchanged.
pub fn type_for(data_type: &DataType, requested: &DataType) -> DataType {
    match (data_type, requested) {
        (DataType::Utf8View, DataType::Utf8 | DataType::LargeUtf8) => requested.clone(),
        (DataType::Struct(fields), DataType::Struct(wanted)) if fields.len() == wanted.len() => {
            let types =
                fields.iter().zip(wanted).map(|(field, wanted)| type_for(field.data_type(), wanted.data_type()));
            DataType::Struct(
                fields
                    .iter()
                    .zip(types)
                    .map(|(field, of)| field.as_ref().clone().with_data_type(of))
                    .collect::<Fields>(),
            )
        }
        (DataType::LargeList(item), DataType::List(wanted) | DataType::LargeList(wanted)) => {
            let item = item.as_ref().clone().with_data_type(type_for(item.data_type(), wanted.data_type()));
            match requested {
                DataType::List(_) => DataType::List(item.into()),
                _ => DataType::LargeList(item.into()),
            }
        }
        _ => data_type.clone(),
    }
}

/// An array as a type that [`type_for`] returned.
///
/// If all strings of an array together are too long for the offsets of `string`, they become `large_string`; lists stay
/// large in that case.
pub fn as_type(array: &ArrayRef, wanted: &DataType) -> ArrayRef {
    converted(array, wanted, true).unwrap_or_else(|| Arc::clone(array))
}

/// An array as a type; None if it does not fit the offsets, unless what is `large` will do.
fn converted(array: &ArrayRef, wanted: &DataType, large: bool) -> Option<ArrayRef> {
    let unchanged = || large.then(|| Arc::clone(array));
    match (array.data_type(), wanted) {
        (DataType::Utf8View, DataType::Utf8) => {
            plain::<Utf8Type>(array).or_else(|| if large { plain::<LargeUtf8Type>(array) } else { None })
        }
        (DataType::Utf8View, DataType::LargeUtf8) => plain::<LargeUtf8Type>(array),
        (DataType::Struct(_), DataType::Struct(wanted)) if !wanted.is_empty() => {
            let (_, columns, nulls) = array.as_struct().clone().into_parts();
            let columns = columns.iter().zip(wanted).map(|(column, field)| converted(column, field.data_type(), large));
            let columns = columns.collect::<Option<Vec<ArrayRef>>>()?;
            let fields = wanted
                .iter()
                .zip(&columns)
                .map(|(field, column)| field.as_ref().clone().with_data_type(column.data_type().clone()));
            Some(Arc::new(StructArray::new(fields.collect(), columns, nulls)))
        }
        (DataType::LargeList(_), DataType::List(field)) => lists_as::<i32>(array, field, large).or_else(unchanged),
        (DataType::LargeList(_), DataType::LargeList(field)) => lists_as::<i64>(array, field, large).or_else(unchanged),
        _ => Some(Arc::clone(array)),
    }
}

/// An array as arrays of a type, one after the other: more than one if one cannot hold the strings.
pub fn in_parts(array: &ArrayRef, wanted: &DataType) -> Vec<ArrayRef> {
    if array.len() < 2 {
        return vec![as_type(array, wanted)];
    }
    // What does not fit is not copied as `large_string` first, only to be thrown away.
    if let Some(whole) = converted(array, wanted, false) {
        return vec![whole];
    }
    let half = array.len() / 2;
    let mut parts = in_parts(&array.slice(0, half), wanted);
    parts.extend(in_parts(&array.slice(half, array.len() - half), wanted));
    parts
}

fn lists_as<O: OffsetSizeTrait>(array: &ArrayRef, field: &Field, large: bool) -> Option<ArrayRef> {
    let (_, offsets, values, nulls) = array.as_list::<i64>().clone().into_parts();
    // A slice of a column has the values of all rows; only its own are needed.
    let (first, last) = (offsets[0].as_usize(), offsets[offsets.len() - 1].as_usize());
    let values = converted(&values.slice(first, last - first), field.data_type(), large)?;
    // The last one is the largest.
    O::from_usize(last - first)?;
    let offsets = gathered(offsets.iter().map(|&offset| O::usize_as(offset.as_usize() - first)));
    let field = field.clone().with_data_type(values.data_type().clone());
    let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
    Some(Arc::new(GenericListArray::<O>::new(Arc::new(field), offsets, values, nulls)))
}

fn plain<T: ByteArrayType<Native = str>>(array: &ArrayRef) -> Option<ArrayRef> {
    let array = array.as_string_view();
    let lengths = array.lengths().zip(0..).map(|(length, row)| if array.is_valid(row) { length as usize } else { 0 });
    let mut offsets: Vec<T::Offset> = buffer(array.len() + 1);
    let mut total = 0usize;
    offsets.put(T::Offset::default());
    for length in lengths {
        total += length;
        offsets.put(T::Offset::from_usize(total)?);
    }
    let mut values = buffer(total);
    for row in array.iter().flatten() {
        values.extend_from_slice(row.as_bytes());
    }
    let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
    Some(Arc::new(GenericByteArray::<T>::new(offsets, Buffer::from_vec(values), array.nulls().cloned())))
}
