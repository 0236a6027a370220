//! `uriverse._core`: the border between the engine and Python, and nothing else.
//!
//! | file | subject |
//! |---|---|
//! | `object.rs`, `places.rs` | what an object is: its text, its edition, where its components stand |
//! | `types.rs`, `type_making.rs`, `type_calls.rs` | the hot types, made by hand, and what a call of one runs |
//! | `arguments.rs` | the arguments of a fast call |
//! | `entries.rs` | the lists of functions and methods, and their documentation |
//! | `calls.rs` | what most calls share; `parse`, `split`, `is_valid` |
//! | `resolving.rs`, `normalizing.rs`, `normal_form.rs`, `percent.rs` | the other functions that run once per URI |
//! | `queries.rs`, `editing.rs` | edits of a query's pairs, and of many lines |
//! | `questions.rs` | what is asked of an edition or an object now and then |
//! | `schemes.rs`, `scheme_package.rs` | calls of `uriverse.schemes`, which hands itself over |
//! | `editions.rs`, `last_named.rs` | from a caller's `edition` to loaded tables |
//! | `text.rs`, `strings.rs` | from a caller's text to bytes, and offsets back to characters |
//! | `target_buffer.rs` | memory for a target |
//! | `handed_over.rs` | what the module asks of Python code that stands on it |
//! | `agreement.rs` | what the readers of this library make of a text |
//! | `canonical.rs` | the steps of a canonical form |
//! | `hosts.rs` | lists of public suffixes, origins, sites |
//! | `templates.rs` | URI templates and the values of their variables |
//! | `colons.rs` | where running text may name a scheme |
//! | `plain.rs` | texts in which no check of an audit finds anything |
//! | `columns/` | functions over columns of Arrow memory |
//! | `duckdb/` | functions linked into DuckDB |
//! | `links/` | the references of documents as columns |
//! | `whatwg/` | the URL Standard |
//! | `errors.rs` | raising the exceptions of `uriverse.errors` |

mod agreement;
mod arguments;
mod calls;
mod canonical;
mod colons;
#[cfg(not(target_family = "wasm"))]
mod columns;
#[cfg(not(target_family = "wasm"))]
mod duckdb;
mod editing;
mod editions;
mod entries;
mod errors;
mod handed_over;
mod hosts;
mod last_named;
#[cfg(not(target_family = "wasm"))]
mod links;
mod normal_form;
mod normalizing;
mod object;
mod percent;
mod places;
mod plain;
mod queries;
mod questions;
mod resolving;
mod scheme_package;
mod schemes;
mod strings;
mod target_buffer;
mod templates;
mod text;
mod type_calls;
mod type_making;
mod types;
mod whatwg;

use std::sync::atomic::{AtomicI64, Ordering};

use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;

/// The id of the interpreter that imported the module first; a negative number before that.
static INTERPRETER: AtomicI64 = AtomicI64::new(-1);

/// The types, and the names that the module interns, belong to one interpreter.
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

/// The compiled half of uriverse; import `uriverse`, not this.
#[pymodule(gil_used = false)]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    refuse_other_interpreters(module.py())?;
    // What the binary was built from (`build.rs`); a test compares it with the sources beside it.
    module.add("__sources__", env!("URIVERSE_SOURCES"))?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<editions::Handle>()?;
    module.add_class::<canonical::CanonicalSteps>()?;
    module.add_class::<templates::CompiledTemplate>()?;
    module.add_class::<plain::Plain>()?;
    module.add_class::<colons::Colons>()?;
    module.add_class::<colons::ColonsOf>()?;
    module.add_class::<queries::Glob>()?;
    types::register(module)?;
    hosts::register(module)?;
    whatwg::register(module)?;
    entries::register(module)?;
    questions::register(module)?;
    handed_over::register(module)?;
    schemes::register(module)?;
    agreement::register(module)?;
    editing::register(module)?;
    // A browser has no Arrow memory, and no files.
    #[cfg(not(target_family = "wasm"))]
    {
        columns::register(module)?;
        duckdb::register(module)?;
        links::register(module)?;
    }
    Ok(())
}
