//! The call of a type, as in `URI(text)`, which runs what the call of a function would run.
//!
//! The interpreter calls a type in one of two ways. With `tp_vectorcall` it hands over the array of arguments that the
//! caller has on its stack, as to a function. With `tp_new` it first makes a tuple of them. The stable ABI offers only
//! the second before Python 3.14, so a wheel for one version of Python has both and a wheel for all of them the second.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::calling::arguments::{attached, entry, Call, RawCall};

/// How many arguments by position the fast way through `tp_new` takes; no type here has more.
const FEW: usize = 4;

/// A module with both calls of a type: the function that they run, and its fast path.
macro_rules! type_calls {
    ($name:ident = $function:path [$fast:path]) => {
        mod $name {
            use pyo3::ffi;

            #[cfg(not(feature = "stable-abi"))]
            use crate::calling::arguments::{entry, RawCall};
            use crate::calling::type_calls::entry_of_new;

            #[cfg(not(feature = "stable-abi"))]
            pub unsafe extern "C" fn vectorcall(
                class: *mut ffi::PyObject,
                args: *const *mut ffi::PyObject,
                count_and_flag: usize,
                keywords: *mut ffi::PyObject,
            ) -> *mut ffi::PyObject {
                // SAFETY: the interpreter hands what it hands to a fast call; the flag tells only that a place before
                // the arguments is free.
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
                // SAFETY: the interpreter hands a type, a tuple, and a dict or null, with the GIL held.
                unsafe { entry_of_new(class, args, kwargs, $fast, $function) }
            }
        }
    };
}

pub(crate) use type_calls;

/// [`entry`], for arguments in a tuple and a dict.
///
/// # Safety
/// They must be those of a `tp_new` call that has not returned yet, with the interpreter attached.
#[inline]
pub unsafe fn entry_of_new<F, R>(
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
    // SAFETY: the caller's promise; the tuple keeps its items alive for the call, and so does the list made of the
    // dict.
    unsafe {
        let count = ffi::PyTuple_Size(args);
        if kwargs.is_null() && count as usize <= FEW {
            let mut values = [std::ptr::null_mut(); FEW];
            for (at, value) in (0..count).zip(&mut values) {
                *value = ffi::PyTuple_GetItem(args, at);
            }
            let raw = RawCall { receiver: class.cast(), args: values.as_ptr(), count, keywords: std::ptr::null_mut() };
            return entry(raw, fast_path, run);
        }
        attached(|py| {
            let args = Borrowed::from_ptr(py, args).cast::<PyTuple>()?;
            let given: Vec<(Bound<'_, PyAny>, Bound<'_, PyAny>)> = match Borrowed::from_ptr_or_opt(py, kwargs) {
                Some(kwargs) => kwargs.cast::<PyDict>()?.iter().collect(),
                None => Vec::new(),
            };
            let keywords = PyTuple::new(py, given.iter().map(|(name, _)| name))?;
            let values: Vec<*mut ffi::PyObject> = args
                .iter_borrowed()
                .map(|value| value.as_ptr())
                .chain(given.iter().map(|(_, value)| value.as_ptr()))
                .collect();
            let raw = RawCall { receiver: class.cast(), args: values.as_ptr(), count, keywords: keywords.as_ptr() };
            run(&raw.call(py))
        })
    }
}
