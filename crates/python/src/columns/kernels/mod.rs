//! The functions over columns: arguments in, the engine's kernels on every chunk, a `Column` out.
//!
//! The interpreter is let go while a kernel runs. `threads` is the number of threads; 0 is as many as there are cores.

mod lists;
mod names;
mod parsing;
mod queries;
mod resolving;
mod rewriting;

use pyo3::prelude::*;
use uriverse_columns::Want;

use crate::calls::no_such_word;

type Given<'a, 'py> = &'a Bound<'py, PyAny>;
type EditionGiven<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

fn unknown_want(name: &str, extra: &[&'static str]) -> PyErr {
    let known: Vec<&str> = extra.iter().copied().chain(Want::names()).collect();
    no_such_word("want", name, &known)
}

/// Add the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    parsing::register(module)?;
    rewriting::register(module)?;
    resolving::register(module)?;
    names::register(module)?;
    queries::register(module)?;
    lists::register(module)
}
