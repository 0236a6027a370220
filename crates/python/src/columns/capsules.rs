//! The Arrow PyCapsule interface: arrays and streams of any producer in, ours out. All `unsafe` of columns is here.
//!
//! Why each step is safe:
//! - a capsule's name says what its pointer points at (`pointer_checked` compares it), and the interface says that a
//!   consumer takes a structure by moving it out, which `from_raw` does: the producer's copy is then marked released;
//! - a stream is moved out in the same way: its five fields are copied and its `release` is set to null;
//! - a structure that is marked released was consumed before, and nothing else of it is read;
//! - an array is only made of a structure that has the buffers and the children of its schema (`shape`), and whose
//!   buffers hold what its type says (`validation`), unless the caller says that the producer is trusted;
//! - `get_schema` and `get_next` fill a structure that we own, and only what they filled with success is used;
//! - that buffers are as long as the structure says is each producer's promise, as the C data interface has it;
//! - what goes out is made by arrow-rs, or by `Outgoing`, whose callbacks are only ever called with the stream that
//!   owns it, one at a time, and whose `release` frees it once.

use std::ffi::{c_char, c_int, c_void, CStr, CString};
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

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

fn bad(what: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("the Arrow data cannot be read: {what}"))
}

fn taken<'py>(object: &Bound<'py, PyAny>, name: &CStr) -> PyResult<(Bound<'py, PyCapsule>, *mut c_void)> {
    let Ok(capsule) = object.cast::<PyCapsule>() else {
        return Err(PyTypeError::new_err(format!("a capsule is wanted, not {}", object.get_type().name()?)));
    };
    match capsule.pointer_checked(Some(name)) {
        Ok(pointer) => Ok((capsule.clone(), pointer.as_ptr())),
        Err(_) => Err(bad(format!("the capsule is not one of {}", name.to_string_lossy()))),
    }
}

/// Runs a function of arrow-rs, which panics at some structures that break the interface's rules.
fn guarded<T>(run: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| Err("it breaks the rules of Arrow's C interface".to_owned()))
}

fn type_of(schema: &FFI_ArrowSchema) -> Result<DataType, String> {
    if schema.release().is_none() {
        return Err("the schema was released before".to_owned());
    }
    shape::check_schema(schema)?;
    guarded(|| DataType::try_from(schema).map_err(|error| error.to_string()))
}

/// An array of a structure and its type. A trusted one is not looked at row by row.
fn imported(array: FFI_ArrowArray, data_type: &DataType, trusted: bool) -> Result<ArrayRef, String> {
    if array.is_released() {
        return Err("the array was consumed before".to_owned());
    }
    guarded(|| {
        // Polars gives a column of nothing a buffer, which the format does not know; no buffer of it is read.
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

/// Nulls without a buffer take no memory, but 16 octets each in a result: a process that cannot have so many would end.
fn check_rows_of_nothing(rows: usize) -> Result<(), String> {
    let reserved = Vec::<u128>::new().try_reserve_exact(rows);
    reserved.map_err(|_| format!("there is no memory for the results of {rows} rows"))
}

/// The type that a schema capsule says.
pub fn data_type(capsule: &Bound<'_, PyAny>) -> PyResult<DataType> {
    let (_kept, pointer) = taken(capsule, SCHEMA)?;
    // SAFETY: see the top of the module; the capsule is kept while its schema is read.
    type_of(unsafe { &*pointer.cast() }).map_err(bad)
}

/// The array of `__arrow_c_array__()`.
pub fn array(pair: &Bound<'_, PyAny>, trusted: bool) -> PyResult<ArrayRef> {
    let pair = pair.cast::<PyTuple>().ok().filter(|pair| pair.len() == 2);
    let Some(pair) = pair else {
        return Err(PyTypeError::new_err("__arrow_c_array__() gives a tuple of two capsules: a schema and an array"));
    };
    let data_type = data_type(&pair.get_item(0)?)?;
    let (_kept, pointer) = taken(&pair.get_item(1)?, ARRAY)?;
    // SAFETY: see the top of the module.
    imported(unsafe { FFI_ArrowArray::from_raw(pointer.cast()) }, &data_type, trusted).map_err(bad)
}

/// The type and the arrays of `__arrow_c_stream__()`.
pub fn stream(capsule: &Bound<'_, PyAny>, trusted: bool) -> PyResult<(DataType, Vec<ArrayRef>)> {
    let (_kept, pointer) = taken(capsule, STREAM)?;
    let pointer = pointer.cast::<Stream>();
    // SAFETY: see the top of the module.
    let incoming = Incoming(unsafe { ptr::replace(pointer, Stream { release: None, ..*pointer }) });
    // The producer may wait for other threads, which may want the interpreter.
    capsule.py().detach(|| incoming.read(trusted)).map_err(|message| {
        // The interface carries a failure as a text and a number. A producer that runs Python (pyarrow's reader of a
        // generator) puts the traceback there, whose last line is the exception.
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
    fn read(mut self, trusted: bool) -> Result<(DataType, Vec<ArrayRef>), String> {
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
        let data_type = type_of(&schema)?;
        let mut chunks = Vec::new();
        loop {
            let mut array = FFI_ArrowArray::empty();
            // SAFETY: see the top of the module.
            let status = unsafe { get_next(&raw mut self.0, &raw mut array) };
            self.check(status)?;
            if array.is_released() {
                return Ok((data_type, chunks));
            }
            chunks.push(imported(array, &data_type, trusted)?);
        }
    }

    fn check(&mut self, status: c_int) -> Result<(), String> {
        if status == 0 {
            return Ok(());
        }
        // SAFETY: after a failure, and before any other call, the stream tells what it was, or null.
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
    let outgoing = Box::new(Outgoing { data_type, chunks: chunks.into_iter(), error: CString::default() });
    let stream = Stream {
        get_schema: Some(get_schema),
        get_next: Some(get_next),
        get_last_error: Some(get_last_error),
        release: Some(release),
        private_data: Box::into_raw(outgoing).cast(),
    };
    PyCapsule::new_with_value(py, Incoming(stream), STREAM)
}

/// What our own streams own.
struct Outgoing {
    data_type: DataType,
    chunks: IntoIter<ArrayRef>,
    error: CString,
}

unsafe extern "C" fn get_schema(stream: *mut Stream, out: *mut FFI_ArrowSchema) -> c_int {
    const EINVAL: c_int = 22;
    // SAFETY: see the top of the module.
    let outgoing = unsafe { &mut *(*stream).private_data.cast::<Outgoing>() };
    match schema(&outgoing.data_type) {
        Ok(schema) => {
            // SAFETY: the caller's structure, which holds nothing yet.
            unsafe { ptr::write(out, schema) };
            0
        }
        Err(error) => {
            outgoing.error = CString::new(error.to_string()).unwrap_or_default();
            EINVAL
        }
    }
}

unsafe extern "C" fn get_next(stream: *mut Stream, out: *mut FFI_ArrowArray) -> c_int {
    // SAFETY: see the top of the module.
    let outgoing = unsafe { &mut *(*stream).private_data.cast::<Outgoing>() };
    let next = outgoing.chunks.next().map_or_else(FFI_ArrowArray::empty, |chunk| FFI_ArrowArray::new(&chunk.to_data()));
    // SAFETY: the caller's structure, which holds nothing yet.
    unsafe { ptr::write(out, next) };
    0
}

unsafe extern "C" fn get_last_error(stream: *mut Stream) -> *const c_char {
    // SAFETY: see the top of the module.
    let outgoing = unsafe { &*(*stream).private_data.cast::<Outgoing>() };
    if outgoing.error.is_empty() {
        null()
    } else {
        outgoing.error.as_ptr()
    }
}

unsafe extern "C" fn release(stream: *mut Stream) {
    // SAFETY: called once, by the owner of the stream; null says that it was.
    unsafe {
        drop(Box::from_raw((*stream).private_data.cast::<Outgoing>()));
        (*stream).private_data = null_mut();
        (*stream).release = None;
    }
}
