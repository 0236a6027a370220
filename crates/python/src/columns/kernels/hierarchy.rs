//! The levels above a text.

use pyo3::prelude::*;
use uriverse_columns::kernels;

use crate::columns::column::Column;
use crate::columns::running::{over_column_by, Input};
use crate::editions::EditionArg;

/// The prefixes of each text, cut after each segment of its path. With `path_only`, the path is cut alone.
#[pyfunction]
#[pyo3(signature = (column, *, path_only=false, edition=None))]
pub fn hierarchy(column: Input, path_only: bool, edition: EditionArg) -> PyResult<Column> {
    over_column_by(column, edition, 1, |tables, chunk, _| kernels::hierarchy::hierarchy(tables, chunk, path_only))
}
