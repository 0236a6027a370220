//! Where memory is short: a `MemoryError`, in place of the unwinding of the engine ([`uriverse_core::memory`]).
//!
//! Every call from Python passes `calling::arguments::attached`, or is a function of PyO3. What PyO3 catches becomes
//! its `PanicException`, so those of its functions that need memory for a whole text, or call Python, run inside
//! [`guarded`].

use std::any::Any;
use std::panic::{catch_unwind, resume_unwind, set_hook, take_hook, AssertUnwindSafe};
use std::sync::Once;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::IntoPyObjectExt;
use uriverse_core::memory::{fill_reserve, free_reserve, OutOfMemory};

use crate::ground::departure::Stay;

/// Whether PyO3 panics because Python has no memory for an object.
fn is_null_object(panic: &(dyn Any + Send)) -> bool {
    panic.downcast_ref::<&str>().is_some_and(|message| *message == "PyObject pointer is null")
}

/// The error for a panic, if the reason was that memory is short. What the call held is free here.
pub fn memory_error(panic: &(dyn Any + Send)) -> Option<PyErr> {
    fill_reserve();
    (panic.is::<OutOfMemory>() || is_null_object(panic))
        .then(|| PyMemoryError::new_err("there is not enough memory for the answer"))
}

/// Prints nothing of a panic that becomes a `MemoryError`: a backtrace needs memory too, and waits for itself for ever
/// where it gets none.
pub fn silence_null_objects() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        fill_reserve();
        let print = take_hook();
        set_hook(Box::new(move |panic| {
            if is_null_object(panic.payload()) {
                free_reserve();
            } else {
                print(panic);
            }
        }));
    });
}

/// As [`guarded`], for a result that Python gets as a list of many objects.
pub fn guarded_objects<'py, R: IntoPyObject<'py>>(
    py: Python<'py>,
    run: impl FnOnce() -> PyResult<R>,
) -> PyResult<Bound<'py, PyAny>> {
    guarded(|| run()?.into_bound_py_any(py))
}

/// Runs a function that needs memory for a whole text, or for many rows, or that runs Python code.
pub fn guarded<R>(run: impl FnOnce() -> PyResult<R>) -> PyResult<R> {
    let _stay = Stay::begin();
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| match memory_error(&*panic) {
        Some(error) => Err(error),
        None => resume_unwind(panic),
    })
}
