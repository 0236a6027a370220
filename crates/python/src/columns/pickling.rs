//! The memory of an array as objects that Python pickles.
//!
//! `["a", null]` as views is `(2, 0, b"\\x01", [16 octets for each row], [])`: rows, offset, bitmap, buffers, children.

use arrow_array::cast::AsArray;
use arrow_array::{make_array, Array, ArrayRef};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The rows, the offset of the first one, the bitmap of the rows that are not null, the buffers, and the children.
#[derive(FromPyObject, IntoPyObject)]
pub struct Parts(usize, usize, Option<Py<PyBytes>>, Vec<Py<PyBytes>>, Vec<Parts>);

/// The parts of an array. Views keep only the octets that they point to.
pub fn parts_of(py: Python<'_>, array: &ArrayRef) -> Parts {
    let data = match array.data_type() {
        DataType::Utf8View => array.as_string_view().gc().to_data(),
        _ => array.to_data(),
    };
    let octets = |buffer: &Buffer| PyBytes::new(py, buffer).unbind();
    let bitmap = data.nulls().map(|nulls| octets(&nulls.inner().sliced()));
    let children = data.child_data().iter().map(|child| parts_of(py, &make_array(child.clone()))).collect();
    Parts(data.len(), data.offset(), bitmap, data.buffers().iter().map(octets).collect(), children)
}

/// The array of its parts.
///
/// # Errors
/// A pickle may come from anywhere, so everything is checked.
pub fn array_of_parts(py: Python<'_>, data_type: &DataType, parts: Parts) -> Result<ArrayRef, ArrowError> {
    Ok(make_array(data_of_parts(py, data_type, parts)?))
}

fn data_of_parts(py: Python<'_>, data_type: &DataType, parts: Parts) -> Result<ArrayData, ArrowError> {
    let Parts(rows, offset, bitmap, buffers, children) = parts;
    let octets = |bytes: &Py<PyBytes>| Buffer::from(bytes.as_bytes(py).to_vec());
    let types = match data_type {
        DataType::Struct(fields) => fields.iter().map(|field| field.data_type()).collect(),
        DataType::List(field) | DataType::LargeList(field) => vec![field.data_type()],
        DataType::Dictionary(_, values) => vec![&**values],
        _ => Vec::new(),
    };
    if types.len() != children.len() {
        return Err(ArrowError::InvalidArgumentError(format!("{data_type} has {} children", types.len())));
    }
    let bitmap = bitmap.as_ref().map(octets);
    if bitmap.as_ref().is_some_and(|bitmap| bitmap.len().saturating_mul(8) < rows) {
        return Err(ArrowError::InvalidArgumentError(format!("{rows} rows have a longer bitmap")));
    }
    let nulls = bitmap.map(|bitmap| NullBuffer::new(BooleanBuffer::new(bitmap, 0, rows)));
    let children = types.into_iter().zip(children).map(|(kind, parts)| data_of_parts(py, kind, parts));
    let mut data = ArrayData::builder(data_type.clone()).len(rows).offset(offset);
    data = data.buffers(buffers.iter().map(octets).collect()).child_data(children.collect::<Result<_, _>>()?);
    let data = data.nulls(nulls).align_buffers(true).build()?;
    data.validate_full()?;
    Ok(data)
}
