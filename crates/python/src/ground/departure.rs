//! The end of the interpreter: no thread takes it back while functions of this module are on its stack.
//!
//! A daemon thread may still run when the program ends. Up to Python 3.13 the interpreter ends such a thread as soon as
//! it wants to go on: by `pthread_exit`, which unwinds its stack by force. Rust's functions cannot be unwound that way:
//! the process aborts ("FATAL: exception not rethrown"), whatever its exit code would have been. Bytecode that a
//! function of ours calls can lose the interpreter at any moment, so this cannot be prevented inside the call.
//!
//! Instead the end waits, in a function that `atexit` calls ([`end`]), until every thread has left the module. What
//! runs long asks [`has_begun`] and stops. Whoever leaves, or enters from then on, sleeps until the process ends, as
//! from Python 3.14 on in the interpreter itself. A loop over columns in a daemon thread:
//!
//! | thread | main thread |
//! |---|---|
//! | is in row 7 of `columns.audit`: one is inside | the program ends: the end has begun, and waits |
//! | the kernel stops before row 8; none is inside; it sleeps | goes on, finalizes, exits |
//!
//! Neither of the two can miss the other: a thread counts itself before it asks whether the end has begun, and the end
//! begins before it looks at the count.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::thread::sleep;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// How long the end waits: longer than any row takes, unless a function of the caller's own hangs.
const LONGEST: Duration = Duration::from_secs(5);

static BEGUN: AtomicBool = AtomicBool::new(false);
/// The number of threads inside.
static INSIDE: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// The calls of this thread that have not returned: a callback may call the module again.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    static IS_LAST: Cell<bool> = const { Cell::new(false) };
}

/// Whether the interpreter is about to end.
#[inline]
pub fn has_begun() -> bool {
    BEGUN.load(SeqCst)
}

/// Whether this thread ends the interpreter: it may use the module to the last.
pub fn is_last_thread() -> bool {
    IS_LAST.get()
}

/// A call that may run Python code, or detaches from the interpreter, until it is dropped; the thread is attached then.
pub struct Stay {
    /// Whether it is counted: the first one of a thread.
    counts: bool,
}

impl Stay {
    #[inline]
    pub fn begin() -> Stay {
        let counts = DEPTH.replace(DEPTH.get() + 1) == 0;
        if counts {
            INSIDE.fetch_add(1, SeqCst);
            if has_begun() {
                leave();
            }
        }
        Stay { counts }
    }

    /// A call in a worker thread: the thread that waits for the workers is counted.
    pub fn of_worker() -> Stay {
        DEPTH.set(DEPTH.get() + 1);
        Stay { counts: false }
    }
}

impl Drop for Stay {
    #[inline]
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get() - 1);
        if self.counts {
            if has_begun() {
                leave();
            }
            INSIDE.fetch_sub(1, SeqCst);
        }
    }
}

/// Gives the interpreter away for ever.
#[cold]
fn leave() -> ! {
    Python::attach(|py| {
        py.detach(|| {
            INSIDE.fetch_sub(1, SeqCst);
            loop {
                sleep(Duration::MAX);
            }
        })
    })
}

/// Begins the end, and waits until no thread is inside. The calling thread may go on to use the module.
#[pyfunction]
fn end(py: Python<'_>) {
    // It is never the first to enter again, so it never leaves.
    DEPTH.set(DEPTH.get() + 1);
    IS_LAST.set(true);
    BEGUN.store(true, SeqCst);
    py.detach(|| {
        let begin = Instant::now();
        while INSIDE.load(SeqCst) > 0 && begin.elapsed() < LONGEST {
            sleep(Duration::from_millis(1));
        }
    });
}

/// After a fork the calling thread is the only one.
#[pyfunction]
fn forked() {
    INSIDE.store(usize::from(DEPTH.get() > 0), SeqCst);
}

/// Asks Python to call these functions.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    BEGUN.store(false, SeqCst);
    py.import("atexit")?.call_method1("register", (wrap_pyfunction!(end, module)?,))?;
    // A system without fork has no such function.
    if let Some(register) = py.import("os")?.getattr_opt("register_at_fork")? {
        let arguments = pyo3::types::PyDict::new(py);
        arguments.set_item("after_in_child", wrap_pyfunction!(forked, module)?)?;
        register.call((), Some(&arguments))?;
    }
    Ok(())
}
