//! Where memory is short: a `MemoryError`, in place of the unwinding of the engine ([`uriverse_core::memory`]).
//!
//! Every call from Python passes `calling::arguments::attached`, or is a function of PyO3. What PyO3 catches becomes
//! its `PanicException`, so those of its functions that need memory for a whole text, or call Python, run inside
//! [`guarded`].

use std::any::Any;
use std::panic::{catch_unwind, resume_unwind, set_hook, take_hook, AssertUnwindSafe};
use std::sync::{Mutex, Once, PoisonError};

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::IntoPyObjectExt;
use uriverse_core::memory::OutOfMemory;

use crate::ground::departure::Stay;

/// Whether PyO3 panics because Python has no memory for an object.
fn is_null_object(panic: &(dyn Any + Send)) -> bool {
    panic.downcast_ref::<&str>().is_some_and(|message| *message == "PyObject pointer is null")
}

/// The error for a panic, if the reason was that memory is short.
pub fn memory_error(panic: &(dyn Any + Send)) -> Option<PyErr> {
    (panic.is::<OutOfMemory>() || is_null_object(panic))
        .then(|| PyMemoryError::new_err("there is not enough memory for the answer"))
}

/// What a panic for a missing object is raised with: it needs 56 octets itself, where Python has just got none, and the
/// process is aborted if they are missing. The hook frees this before the panic begins.
static RESERVE: Mutex<Vec<u8>> = Mutex::new(Vec::new());
const RESERVED: usize = 4096;

/// Fills the reserve, if that is possible.
fn fill_reserve() {
    let mut reserve = RESERVE.lock().unwrap_or_else(PoisonError::into_inner);
    if reserve.capacity() == 0 {
        // Without it, a panic has what malloc has left.
        let _ = reserve.try_reserve_exact(RESERVED);
    }
}

/// Prints nothing of a panic that becomes a `MemoryError`: a backtrace needs memory too, and waits for itself for ever
/// where it gets none.
pub fn silence_null_objects() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = take_hook();
        set_hook(Box::new(move |panic| {
            if is_null_object(panic.payload()) {
                *RESERVE.lock().unwrap_or_else(PoisonError::into_inner) = Vec::new();
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
    fill_reserve();
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
