//! Agreement of two parsers.

use pyo3::prelude::*;
use uriverse_columns::kernels;

use crate::columns::column::Column;
use crate::columns::running::{over_column, Input};

/// Where two parsers would send a request for each text, and how they differ.
#[pyfunction]
#[pyo3(signature = (column, *, threads=0))]
pub fn agreement(column: Input, threads: usize) -> PyResult<Column> {
    over_column(column, threads, |chunk, threads| kernels::agreement::agreement(chunk, threads))
}
