//! Agreement of two parsers.

use pyo3::prelude::*;
use uriverse_columns::kernels;

use crate::columns::options::Options;
use crate::columns::running::{over_one, Prepared};

/// Where two parsers would send a request for each text, and how they differ.
pub fn agreement(_: &Options<'_, '_>) -> PyResult<Prepared> {
    over_one(|chunk, threads| kernels::agreement::agreement(chunk, threads))
}
