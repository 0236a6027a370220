//! The pairs of queries: one value, all of them, names, edits.

use pyo3::prelude::*;
use uriverse_columns::kernels::queries;

use crate::columns::column::Column;
use crate::columns::options::Options;
use crate::columns::running::{over_chunks, over_one, Input, Prepared, Run};
use crate::editions::{Edition, EditionArg};
use crate::ground::charsets::UTF_8;
use crate::reference::queries::{edit, kept_characters, notation, Arguments};

/// The decoded value of a name in each text's query.
pub fn query_value(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let name: String = options.required("name")?;
    let (notation, edition) = (notation(options.flag("form")?), options.tables()?);
    over_one(move |chunk, threads| queries::query_value(edition.tables(), chunk, &name, notation, threads))
}

/// The pairs of each text's query.
pub fn query_pairs(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let (notation, edition) = (notation(options.flag("form")?), options.tables()?);
    over_one(move |chunk, threads| queries::query_pairs(edition.tables(), chunk, notation, threads))
}

/// The decoded names of the pairs of each text's query.
pub fn query_names(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let (notation, edition) = (notation(options.flag("form")?), options.tables()?);
    over_one(move |chunk, _| queries::query_names(edition.tables(), chunk, notation))
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
