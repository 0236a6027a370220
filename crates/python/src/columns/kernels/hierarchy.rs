//! The levels above a text.

use pyo3::prelude::*;
use uriverse_columns::kernels;

use crate::columns::options::Options;
use crate::columns::running::{over_one, Prepared};

/// The prefixes of each text, cut after each segment of its path. With `path_only`, the path is cut alone.
pub fn hierarchy(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let (path_only, edition) = (options.flag("path_only")?, options.tables()?);
    over_one(move |chunk, _| kernels::hierarchy::hierarchy(edition.tables(), chunk, path_only))
}
