//! Canonical forms and their keys.

use pyo3::prelude::*;
use uriverse_columns::kernels;

use crate::canonicalization::CanonicalSteps;
use crate::columns::column::Column;
use crate::columns::running::{over_column, Input};

/// The canonical form of each text by the steps of a profile.
#[pyfunction]
#[pyo3(signature = (column, steps, *, threads=0))]
pub fn canonical(column: Input, steps: &Bound<'_, CanonicalSteps>, threads: usize) -> PyResult<Column> {
    let profile = &steps.get().profile;
    over_column(column, threads, |chunk, threads| kernels::canonical::canonical(profile, chunk, threads))
}

/// The stable key of the canonical form of each text.
#[pyfunction]
#[pyo3(signature = (column, steps, *, threads=0))]
pub fn key(column: Input, steps: &Bound<'_, CanonicalSteps>, threads: usize) -> PyResult<Column> {
    let profile = &steps.get().profile;
    over_column(column, threads, |chunk, threads| kernels::canonical::key(profile, chunk, threads))
}
