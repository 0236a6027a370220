//! `uriverse._core`: the border between the engine and Python.
//!
//! Its folders are named after those of src/uriverse that use them:
//!
//! | folder | subject |
//! |---|---|
//! | `reference/` | the hot types, and the functions that run once per URI |
//! | `entries` | the lists of functions and methods; their documentation is in `crates/python/docs` |
//! | `layout/` | the layouts of the hot objects |
//! | `calling/` | calls from Python: arguments, answers, calls of types |
//! | `ground/` | texts and bytes, errors, lazy imports |
//! | `editions` | an `edition` argument as loaded tables |
//! | `schemes/` | the rules of `uriverse.schemes`, a lazy import |
//! | `hosts`, `policies`, `whatwg/`, `templates`, `canonicalization` | the subjects |
//! | `text/`, `audit`, `confusion` | running text and lines; plain texts; the parsers of this library side by side |
//! | `documents/` | the references of documents as columns |
//! | `columns/` | functions over columns of Arrow memory |

/// Defines `register`, which adds functions to the module; or classes, ";" and functions.
macro_rules! register {
    ($($class:path),*; $($function:path),*) => {
        pub fn register(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
            $(pyo3::types::PyModuleMethods::add_class::<$class>(module)?;)*
            $(pyo3::types::PyModuleMethods::add_function(module, pyo3::wrap_pyfunction!($function, module)?)?;)*
            Ok(())
        }
    };
    ($($function:path),*) => { register! { ; $($function),* } };
}

/// The documentation in a file of `crates/python/docs`, as the interpreter takes it. Its first line may be a signature.
macro_rules! doc {
    ($file:literal) => {
        const {
            let text = concat!(include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/", $file, ".txt")), "\0");
            match std::ffi::CStr::from_bytes_with_nul(text.as_bytes()) {
                Ok(text) => text,
                Err(_) => panic!("documentation has no NUL"),
            }
        }
    };
}

mod audit;
mod calling;
mod canonicalization;
#[cfg(not(target_family = "wasm"))]
mod columns;
mod confusion;
#[cfg(not(target_family = "wasm"))]
mod documents;
mod editions;
mod entries;
mod ground;
mod hosts;
mod layout;
mod policies;
mod reference;
mod schemes;
mod templates;
mod text;
mod whatwg;

use std::sync::atomic::{AtomicI64, Ordering};

use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;

/// The id of the interpreter that imported the module first; a negative number before that.
static INTERPRETER: AtomicI64 = AtomicI64::new(-1);

/// The types and the interned names belong to one interpreter.
fn refuse_other_interpreters(py: Python<'_>) -> PyResult<()> {
    // SAFETY: attached, so there is a current interpreter.
    let current = unsafe { ffi::PyInterpreterState_GetID(ffi::PyInterpreterState_Get()) };
    if current < 0 {
        return Err(PyErr::fetch(py));
    }
    match INTERPRETER.compare_exchange(-1, current, Ordering::SeqCst, Ordering::SeqCst) {
        Err(first) if first != current => Err(PyImportError::new_err(
            "uriverse is in use by another interpreter of this process and does not support subinterpreters; use threads \
             or processes instead",
        )),
        _ => Ok(()),
    }
}

register! {
    editions::Handle, canonicalization::CanonicalSteps, templates::CompiledTemplate, audit::Plain,
    text::colons::Colons, text::colons::ColonsInText, ground::secrets::SecretNames,
    ground::globs::Glob, reference::queries::ParameterNames;
}

/// The compiled half of uriverse; import `uriverse`, not this.
#[pymodule(gil_used = false)]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    refuse_other_interpreters(module.py())?;
    // The fingerprint of the sources (`build.rs`); a test compares it with the current sources.
    module.add("__sources__", env!("URIVERSE_SOURCES"))?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    register(module)?;
    ground::departure::register(module)?;
    ground::memory::silence_null_objects();
    reference::types::register(module, entries::reference_methods)?;
    hosts::register(module)?;
    hosts::verdicts::register(module)?;
    policies::register(module)?;
    whatwg::register(module, entries::url_methods)?;
    entries::register(module)?;
    reference::questions::register(module)?;
    reference::refusals::register(module)?;
    reference::pairs::register_sequence(module)?;
    reference::urls::register(module)?;
    ground::handed_over::register(module)?;
    calling::objects::register(module)?;
    schemes::register(module)?;
    confusion::register(module)?;
    text::editing::register(module)?;
    text::mending::register(module)?;
    audit::nested::register(module)?;
    // The build for browsers has neither Arrow nor files.
    #[cfg(not(target_family = "wasm"))]
    {
        columns::register(module)?;
        documents::register(module)?;
    }
    Ok(())
}
