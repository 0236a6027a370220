//! What contains a text, level by level.

use pyo3::prelude::*;
use uriverse_columns::kernels::hierarchy;

use crate::columns::column::Column;
use crate::columns::running::{over_given_by, EditionGiven, Given};

/// What contains each text: the text cut after each segment of its path. With `path_only` it is the path that is cut.
#[pyfunction]
#[pyo3(signature = (column, *, path_only=false, edition=None))]
pub fn column_hierarchy(column: Given, path_only: bool, edition: EditionGiven) -> PyResult<Column> {
    over_given_by(column, edition, 1, |tables, chunk, _| hierarchy::hierarchy(tables, chunk, path_only))
}
