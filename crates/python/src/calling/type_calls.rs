//! Calls of a type, such as `URI(text)`, at the cost of a function call.
//!
//! The interpreter calls a type in one of two ways. `tp_vectorcall` gets the array of arguments on the caller's stack,
//! as a function does. `tp_new` gets a new tuple. Before Python 3.14 the stable ABI has only `tp_new`. So a wheel for
//! one Python version has both, and a wheel for all versions has only `tp_new`.
//!
//! Gain: `tp_vectorcall` saves 37 % of the instructions of `URI(text, edition=...)`, and 15 % of those of `URI(text)`
//! and `URL(text)`, counted by valgrind, including the interpreter's.

use std::ptr;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::calling::arguments::{attached, entry, Call, RawCall};

/// A module with both calls of a type, which run `$function` after its fast path.
macro_rules! type_calls {
    ($name:ident = $function:path [$fast:path]) => {
        mod $name {
            use pyo3::ffi;

            #[cfg(not(feature = "stable-abi"))]
            use crate::calling::arguments::{entry, RawCall};
            use crate::calling::type_calls::tuple_entry;

            #[cfg(not(feature = "stable-abi"))]
            pub unsafe extern "C" fn vectorcall(
                class: *mut ffi::PyObject,
                args: *const *mut ffi::PyObject,
                count_and_flag: usize,
                keywords: *mut ffi::PyObject,
            ) -> *mut ffi::PyObject {
                // SAFETY: the arguments are those of a fast call; the flag only says that the slot before them is free.
                unsafe {
                    let count = ffi::PyVectorcall_NARGS(count_and_flag);
                    entry(RawCall { receiver: class, args, count, keywords }, $fast, $function)
                }
            }

            pub unsafe extern "C" fn new(
                class: *mut ffi::PyTypeObject,
                args: *mut ffi::PyObject,
                kwargs: *mut ffi::PyObject,
            ) -> *mut ffi::PyObject {
                // SAFETY: the interpreter passes a type, a tuple, and a dict or null, with the GIL held.
                unsafe { tuple_entry(class, args, kwargs, $fast, $function) }
            }
        }
    };
}

pub(crate) use type_calls;

/// As [`entry`], for arguments in a tuple and a dict.
///
/// # Safety
/// They must be those of a `tp_new` call that has not returned yet, with the interpreter attached.
#[inline]
pub unsafe fn tuple_entry<F, R>(
    class: *mut ffi::PyTypeObject,
    args: *mut ffi::PyObject,
    kwargs: *mut ffi::PyObject,
    fast_path: F,
    run: R,
) -> *mut ffi::PyObject
where
    F: for<'a, 'py> FnOnce(&Call<'a, 'py>) -> Option<Bound<'py, PyAny>>,
    R: for<'a, 'py> FnOnce(&Call<'a, 'py>) -> PyResult<Bound<'py, PyAny>>,
{
    // SAFETY: the caller's promise; the tuple and the dict keep their items alive for the call.
    unsafe {
        let count = ffi::PyTuple_Size(args);
        let mut values: Vec<*mut ffi::PyObject> = (0..count).map(|at| ffi::PyTuple_GetItem(args, at)).collect();
        if kwargs.is_null() {
            let raw = RawCall { receiver: class.cast(), args: values.as_ptr(), count, keywords: ptr::null_mut() };
            return entry(raw, fast_path, run);
        }
        attached(|py| {
            let kwargs = Borrowed::from_ptr(py, kwargs).cast::<PyDict>()?;
            values.extend(kwargs.values().iter().map(|value| value.as_ptr()));
            let keywords = PyTuple::new(py, kwargs.keys())?;
            let raw = RawCall { receiver: class.cast(), args: values.as_ptr(), count, keywords: keywords.as_ptr() };
            run(&raw.call(py))
        })
    }
}
