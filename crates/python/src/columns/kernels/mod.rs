//! The functions over columns: arguments in, the engine's kernels on every chunk, a `Column` out.
//!
//! The interpreter is let go while a kernel runs. `threads` is the number of threads; 0 is as many as there are cores.

pub mod lists;
pub mod names;
pub mod parsing;
pub mod queries;
pub mod resolving;
pub mod rewriting;

use arrow_array::ArrayRef;
use pyo3::prelude::*;
use uriverse_columns::{ColumnError, Threads, Want};
use uriverse_core::Tables;

use crate::calling::values::no_such_word;
use crate::columns::column::Column;
use crate::columns::running::{over_chunks, Run};
use crate::editions::Edition;

type Given<'a, 'py> = &'a Bound<'py, PyAny>;
type EditionGiven<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

/// Runs a kernel on every chunk of the column that was given.
fn over_given(
    py: Python<'_>,
    column: Given<'_, '_>,
    threads: usize,
    kernel: impl Fn(&ArrayRef, Threads<'_>) -> Result<ArrayRef, ColumnError> + Send + Sync,
) -> PyResult<Column> {
    over_chunks(py, &Column::import(column)?, &Run::new(threads), kernel)
}

/// As [`over_given`], with the tables of the edition that was given.
fn over_given_by(
    py: Python<'_>,
    column: Given<'_, '_>,
    edition: EditionGiven<'_, '_>,
    threads: usize,
    kernel: impl Fn(&Tables, &ArrayRef, Threads<'_>) -> Result<ArrayRef, ColumnError> + Send + Sync,
) -> PyResult<Column> {
    let edition = Edition::from_argument(edition)?;
    let tables = edition.tables();
    over_given(py, column, threads, |chunk, threads| kernel(tables, chunk, threads))
}

fn unknown_want(name: &str, extra: &[&'static str]) -> PyErr {
    let known: Vec<&str> = extra.iter().copied().chain(Want::names()).collect();
    no_such_word("want", name, &known)
}
