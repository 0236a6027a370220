//! The pairs of queries: one value, all of them, names, edits.

use pyo3::prelude::*;
use uriverse_columns::kernels::queries;

use crate::columns::column::Column;
use crate::columns::running::{over_chunks, over_column_by, Input, Run};
use crate::editions::{Edition, EditionArg};
use crate::ground::charsets::UTF_8;
use crate::reference::queries::{edit, kept_characters, notation, Arguments};

/// The decoded value of a name in each text's query.
#[pyfunction]
#[pyo3(signature = (column, name, *, form=false, edition=None, threads=0))]
pub fn query_value(column: Input, name: &str, form: bool, edition: EditionArg, threads: usize) -> PyResult<Column> {
    let notation = notation(form);
    over_column_by(column, edition, threads, |tables, chunk, threads| {
        queries::query_value(tables, chunk, name, notation, threads)
    })
}

/// The pairs of each text's query.
#[pyfunction]
#[pyo3(signature = (column, *, form=false, edition=None, threads=0))]
pub fn query_pairs(column: Input, form: bool, edition: EditionArg, threads: usize) -> PyResult<Column> {
    let notation = notation(form);
    over_column_by(column, edition, threads, |tables, chunk, threads| {
        queries::query_pairs(tables, chunk, notation, threads)
    })
}

/// The decoded names of the pairs of each text's query.
#[pyfunction]
#[pyo3(signature = (column, *, form=false, edition=None))]
pub fn query_names(column: Input, form: bool, edition: EditionArg) -> PyResult<Column> {
    let notation = notation(form);
    over_column_by(column, edition, 1, |tables, chunk, _| queries::query_names(tables, chunk, notation))
}

/// Each text with some pairs of its query changed.
#[pyfunction]
#[pyo3(signature = (column, *, set=None, add=None, remove=None, form=false, edition=None, threads=0))]
#[allow(clippy::too_many_arguments)] // the arguments are the Python function's
pub fn with_pairs(
    column: Input,
    set: Option<&Bound<'_, PyAny>>,
    add: Option<&Bound<'_, PyAny>>,
    remove: Option<&Bound<'_, PyAny>>,
    form: bool,
    edition: EditionArg,
    threads: usize,
) -> PyResult<Column> {
    let edition = Edition::from_argument(edition)?;
    let (tables, run) = (edition.tables(), Run::new(threads));
    let [set, add, remove] = [set, add, remove].map(|argument| argument.map(Bound::as_borrowed));
    let given = Arguments { set, add, remove, notation: notation(form), encoding: UTF_8 };
    let (edit, keep) = (edit(column.py(), &given, None)?, kept_characters(tables, UTF_8)?);
    over_chunks(column, &run, |chunk, threads| queries::with_pairs(tables, chunk, &edit, &keep, threads))
}
