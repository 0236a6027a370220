//! Canonical forms and their keys.

use pyo3::prelude::*;
use uriverse_columns::kernels;

use crate::columns::options::{Options, Steps};
use crate::columns::running::{over_one, Prepared};

/// The canonical form of each text by the steps of a profile.
pub fn canonical(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let steps: Steps = options.required("steps")?;
    over_one(move |chunk, threads| kernels::canonical::canonical(&steps, chunk, threads))
}

/// The stable key of the canonical form of each text.
pub fn key(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let steps: Steps = options.required("steps")?;
    over_one(move |chunk, threads| kernels::canonical::key(&steps, chunk, threads))
}
