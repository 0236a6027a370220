//! The Arrow PyCapsule interface: import of arrays and streams of any producer, export of ours. The `unsafe` code of
//! columns is here, in `shape` and in `plugin`.
//!
//! Why each step is safe:
//! - a capsule's name is the type of its pointer (`pointer_checked` compares it); a consumer must move a structure out
//!   of it, as `from_raw` does, which marks the producer's copy as released;
//! - a stream is moved in the same way: its five fields are copied and its `release` is set to null;
//! - a structure that is marked released was consumed before, and no other field of it is read;
//! - an array is only built from a structure that has the buffers and the children of its schema (`shape`), and whose
//!   buffers are valid for its type (`validation`), unless the caller trusts the producer;
//! - `get_schema` and `get_next` fill a structure that we own, and it is used only if they succeed;
//! - the lengths of buffers are the producer's promise, as the C data interface requires;
//! - exports are arrow-rs's own structures, or `Outgoing`, whose callbacks are only called with the stream that owns
//!   it, one at a time, and whose `release` frees it once.

use std::ffi::{c_char, c_int, c_void, CStr};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::{self, null, null_mut};
use std::sync::Arc;
use std::vec::IntoIter;

use arrow_array::ffi::{from_ffi_and_data_type, FFI_ArrowArray, FFI_ArrowSchema};
use arrow_array::{make_array, new_null_array, Array, ArrayRef, StructArray};
use arrow_schema::{DataType, Field};
use pyo3::exceptions::{PyKeyboardInterrupt, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use uriverse_columns::input::validation::validate;

use super::shape;
use crate::ground::memory;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

fn bad(what: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("the Arrow data cannot be read: {what}"))
}

fn open_capsule<'py>(object: &Bound<'py, PyAny>, name: &CStr) -> PyResult<(Bound<'py, PyCapsule>, *mut c_void)> {
    let Ok(capsule) = object.cast::<PyCapsule>() else {
        return Err(PyTypeError::new_err(format!("a capsule is wanted, not {}", object.get_type().name()?)));
    };
    match capsule.pointer_checked(Some(name)) {
        Ok(pointer) => Ok((capsule.clone(), pointer.as_ptr())),
        Err(_) => Err(bad(format!("the capsule is not one of {}", name.to_string_lossy()))),
    }
}

/// Runs a function of arrow-rs, which panics at some structures that violate the interface.
fn guarded<T>(run: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| Err("it breaks the rules of Arrow's C interface".to_owned()))
}

pub fn type_of(schema: &FFI_ArrowSchema) -> Result<DataType, String> {
    if schema.release().is_none() {
        return Err("the schema was released before".to_owned());
    }
    shape::check_schema(schema)?;
    guarded(|| DataType::try_from(schema).map_err(|error| error.to_string()))
}

/// An array of a structure and its type. A trusted one is not validated row by row.
pub fn imported(array: FFI_ArrowArray, data_type: &DataType, trusted: bool) -> Result<ArrayRef, String> {
    if array.is_released() {
        return Err("the array was consumed before".to_owned());
    }
    guarded(|| {
        // Polars gives a column of type null a buffer, which the format does not have; it is never read.
        shape::check_numbers(&array)?;
        let len = array.len();
        match data_type {
            DataType::Null if array.num_buffers() <= 1 && array.num_children() == 0 => {
                check_rows_of_nothing(len)?;
                return Ok(new_null_array(data_type, len));
            }
            DataType::Struct(fields) if fields.len() == 1 && *fields[0].data_type() == DataType::Null => {
                check_rows_of_nothing(len)?;
                return Ok(Arc::new(StructArray::new(
                    fields.clone(),
                    vec![new_null_array(&DataType::Null, len)],
                    None,
                )));
            }
            _ => {}
        }
        shape::check(&array, data_type)?;
        // SAFETY: see the top of the module.
        let data = unsafe { from_ffi_and_data_type(array, data_type.clone()) }.map_err(|error| error.to_string())?;
        if !trusted {
            validate(&data)?;
        }
        Ok(make_array(data))
    })
}

/// Limits the rows of an array of nulls: without a buffer they take no memory, but in a result 16 octets each.
fn check_rows_of_nothing(rows: usize) -> Result<(), String> {
    let reserved = Vec::<u128>::new().try_reserve_exact(rows);
    reserved.map_err(|_| format!("there is no memory for the results of {rows} rows"))
}

/// The type of a column, and whether it is a table: a struct that cannot be null, as all producers export tables.
pub struct ColumnType {
    pub data_type: DataType,
    pub is_table: bool,
}

fn column_type(schema: &FFI_ArrowSchema) -> Result<ColumnType, String> {
    let data_type = type_of(schema)?;
    let is_table = matches!(data_type, DataType::Struct(_)) && !schema.nullable();
    Ok(ColumnType { data_type, is_table })
}

/// The type in a schema capsule.
pub fn data_type(capsule: &Bound<'_, PyAny>) -> PyResult<ColumnType> {
    let (_kept, pointer) = open_capsule(capsule, SCHEMA)?;
    // SAFETY: see the top of the module; the capsule lives while its schema is read.
    column_type(unsafe { &*pointer.cast() }).map_err(bad)
}

/// The array of `__arrow_c_array__()`.
pub fn array(pair: &Bound<'_, PyAny>, trusted: bool) -> PyResult<(ColumnType, Vec<ArrayRef>)> {
    let pair = pair.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2);
    let Some(pair) = pair else {
        return Err(PyTypeError::new_err("__arrow_c_array__() gives a tuple of two capsules: a schema and an array"));
    };
    let column_type = data_type(&pair.get_item(0)?)?;
    let (_kept, pointer) = open_capsule(&pair.get_item(1)?, ARRAY)?;
    // SAFETY: see the top of the module.
    let array = unsafe { FFI_ArrowArray::from_raw(pointer.cast()) };
    let array = imported(array, &column_type.data_type, trusted).map_err(bad)?;
    Ok((column_type, vec![array]))
}

/// The type and the arrays of `__arrow_c_stream__()`.
pub fn stream(capsule: &Bound<'_, PyAny>, trusted: bool) -> PyResult<(ColumnType, Vec<ArrayRef>)> {
    let (_kept, pointer) = open_capsule(capsule, STREAM)?;
    let pointer = pointer.cast::<Stream>();
    // SAFETY: see the top of the module.
    let incoming = Incoming(unsafe { ptr::replace(pointer, Stream { release: None, ..*pointer }) });
    // Detach from the interpreter: the producer may wait for threads that need it.
    memory::guarded(|| Ok(capsule.py().detach(|| incoming.read(trusted))))?.map_err(|message| {
        // The interface reports a failure as a text and a number. A producer that runs Python (pyarrow's reader of a
        // generator) passes the traceback, whose last line is the exception.
        if message.trim_end().ends_with("KeyboardInterrupt") {
            PyKeyboardInterrupt::new_err(message)
        } else {
            bad(message)
        }
    })
}

/// `struct ArrowArrayStream` of the C stream interface.
#[repr(C)]
#[derive(Clone, Copy)]
struct Stream {
    get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut FFI_ArrowSchema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Stream, *mut FFI_ArrowArray) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Stream)>,
    private_data: *mut c_void,
}

// SAFETY: a stream may be used by any one thread at a time; we own it.
unsafe impl Send for Stream {}

/// A stream that was moved out of its capsule.
#[repr(transparent)]
struct Incoming(Stream);

// SAFETY: as for the stream.
unsafe impl Send for Incoming {}

impl Incoming {
    fn read(mut self, trusted: bool) -> Result<(ColumnType, Vec<ArrayRef>), String> {
        let (Some(get_schema), Some(get_next)) = (self.0.get_schema, self.0.get_next) else {
            return Err("the stream has no functions".to_owned());
        };
        if self.0.release.is_none() {
            return Err("the stream was consumed before".to_owned());
        }
        let mut schema = FFI_ArrowSchema::empty();
        // SAFETY: see the top of the module.
        let status = unsafe { get_schema(&raw mut self.0, &raw mut schema) };
        self.check(status)?;
        let column_type = column_type(&schema)?;
        let mut chunks = Vec::new();
        loop {
            let mut array = FFI_ArrowArray::empty();
            // SAFETY: see the top of the module.
            let status = unsafe { get_next(&raw mut self.0, &raw mut array) };
            self.check(status)?;
            if array.is_released() {
                return Ok((column_type, chunks));
            }
            chunks.push(imported(array, &column_type.data_type, trusted)?);
        }
    }

    fn check(&mut self, status: c_int) -> Result<(), String> {
        if status == 0 {
            return Ok(());
        }
        // SAFETY: after a failure, and before any other call, the stream returns the error message, or null.
        let message = unsafe {
            self.0
                .get_last_error
                .map(|get| get(&raw mut self.0))
                .filter(|text| !text.is_null())
                .map(|text| CStr::from_ptr(text).to_string_lossy().into_owned())
        };
        Err(message.unwrap_or_else(|| format!("the stream fails with error {status}")))
    }
}

impl Drop for Incoming {
    fn drop(&mut self) {
        if let Some(release) = self.0.release {
            // SAFETY: it is ours, and released once.
            unsafe { release(&raw mut self.0) };
        }
    }
}

/// A schema as a capsule.
pub fn schema_capsule<'py>(py: Python<'py>, data_type: &DataType) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, schema(data_type).map_err(bad)?, SCHEMA)
}

fn schema(data_type: &DataType) -> Result<FFI_ArrowSchema, arrow_schema::ArrowError> {
    FFI_ArrowSchema::try_from(Field::new("", data_type.clone(), true))
}

/// An array as the two capsules of `__arrow_c_array__`.
pub fn array_capsules<'py>(py: Python<'py>, array: &ArrayRef) -> PyResult<Bound<'py, PyTuple>> {
    let capsule = PyCapsule::new_with_value(py, FFI_ArrowArray::new(&array.to_data()), ARRAY)?;
    PyTuple::new(py, [schema_capsule(py, array.data_type())?, capsule])
}

/// Arrays of one type as the capsule of `__arrow_c_stream__`.
pub fn stream_capsule<'py>(
    py: Python<'py>,
    data_type: DataType,
    chunks: Vec<ArrayRef>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let outgoing = Box::new(Outgoing { data_type, chunks: chunks.into_iter() });
    let stream = Stream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release),
        private_data: Box::into_raw(outgoing).cast(),
    };
    PyCapsule::new_with_value(py, Incoming(stream), STREAM)
}

/// The private data of our own streams.
struct Outgoing {
    data_type: DataType,
    chunks: IntoIter<ArrayRef>,
}

unsafe extern "C" fn get_schema(stream: *mut Stream, out: *mut FFI_ArrowSchema) -> c_int {
    const EINVAL: c_int = 22;
    // SAFETY: see the top of the module.
    let outgoing = unsafe { &*(*stream).private_data.cast::<Outgoing>() };
    let Ok(schema) = schema(&outgoing.data_type) else { return EINVAL };
    // SAFETY: the caller's structure, which is uninitialized.
    unsafe { ptr::write(out, schema) };
    0
}

unsafe extern "C" fn get_next(stream: *mut Stream, out: *mut FFI_ArrowArray) -> c_int {
    // SAFETY: see the top of the module.
    let outgoing = unsafe { &mut *(*stream).private_data.cast::<Outgoing>() };
    let next = outgoing.chunks.next().map_or_else(FFI_ArrowArray::empty, |chunk| FFI_ArrowArray::new(&chunk.to_data()));
    // SAFETY: the caller's structure, which is uninitialized.
    unsafe { ptr::write(out, next) };
    0
}

/// There is no text: only a schema can fail, and each type that we export is one of arrow-rs's schemas.
unsafe extern "C" fn get_last_error(_: *mut Stream) -> *const c_char {
    null()
}

unsafe extern "C" fn release(stream: *mut Stream) {
    // SAFETY: called once, by the owner of the stream; a null `release` marks it as released.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<Outgoing>()));
        (*stream).private_data = null_mut();
        (*stream).release = None;
    }
}
