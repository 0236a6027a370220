//! `uriverse._core`: the border between the engine and Python, and nothing else.
//!
//! | file | subject |
//! |---|---|
//! | `object.rs` | the hot types, filled by hand |
//! | `arguments.rs` | the arguments of a fast call |
//! | `calls.rs` | the functions that run once per URI |
//! | `questions.rs` | what is asked of an edition or an object now and then |
//! | `schemes.rs` | where `uriverse.schemes` answers |
//! | `editions.rs` | from a caller's `edition` to loaded tables |
//! | `text.rs` | from a caller's text to bytes, and offsets back to characters |
//! | `errors.rs` | raising the exceptions of `uriverse.errors` |

mod arguments;
mod calls;
mod editions;
mod entries;
mod errors;
mod normalizing;
mod object;
mod percent;
mod questions;
mod resolving;
mod schemes;
mod text;

use pyo3::prelude::*;

/// The compiled half of uriverse; import `uriverse`, not this.
#[pymodule(gil_used = false)]
fn _core(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<editions::Handle>()?;
    object::register(module)?;
    entries::register(module)?;
    questions::register(module)
}
