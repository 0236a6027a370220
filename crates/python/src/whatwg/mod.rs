//! The border of `uriverse.whatwg`: the URL Standard's algorithms for Python.
//!
//! | file | subject |
//! |---|---|
//! | `types.rs` | the type `URL`, created like the hot types of references |
//! | `calls.rs` | functions that run once per URL: parsing, resolving, `can_parse` |
//! | `search_params.rs` | the type `URLSearchParams` |
//! | `functions.rs` | everything else: validation errors, setters, forms, domains |
//! | `arguments.rs` | texts, bases and encodings as arguments |

pub mod arguments;
pub mod calls;
mod functions;
mod search_params;
mod types;

use std::collections::BTreeMap;

use pyo3::ffi;
use pyo3::prelude::*;
use uriverse_whatwg::special_schemes::SPECIAL_SCHEMES;

/// Adds the functions and the type to the module.
pub fn register(module: &Bound<'_, PyModule>, methods: fn() -> &'static mut [ffi::PyMethodDef]) -> PyResult<()> {
    types::register(module, methods)?;
    module.add("SPECIAL_SCHEMES", SPECIAL_SCHEMES.into_iter().collect::<BTreeMap<_, _>>())?;
    search_params::register(module)?;
    functions::register(module)
}
