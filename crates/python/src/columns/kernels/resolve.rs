//! References and their bases: resolving and relativizing.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use uriverse_columns::kernels::resolve::ResolveWant;
use uriverse_columns::kernels::{resolve as resolve_kernel, whatwg};
use uriverse_columns::Want;
use uriverse_core::{Excess, Options};

use crate::calling::values::{choice, Items};
use crate::columns::column::Column;
use crate::columns::kernels::parse::columns;
use crate::columns::running::{by_url_standard, over_pairs, Input, Run, Second};
use crate::editions::{Edition, EditionArg};

/// A reference for each target that resolves to it.
#[pyfunction]
#[pyo3(signature = (targets, base, *, edition=None, threads=0))]
pub fn relativize(targets: Input, base: Input, edition: EditionArg, threads: usize) -> PyResult<Column> {
    let (py, targets) = (targets.py(), Column::import("targets", targets)?);
    let edition = Edition::from_argument(edition)?.for_resolution();
    let (tables, run) = (edition.tables(), Run::new(threads));
    over_pairs(py, &targets, &Second::read("base", base, &edition, true)?, &run, |targets, base, threads| {
        resolve_kernel::relativize(tables, targets, base, threads)
    })
}

/// Each reference resolved: the targets alone, or the wanted parts as one struct column.
#[pyfunction]
#[pyo3(signature = (
    references, base, want=None, *, edition=None, strict=true, excess_parents=None, new_request=false, threads=0
))]
#[allow(clippy::too_many_arguments)] // the arguments are the Python function's
pub fn resolve(
    references: Input,
    base: Input,
    want: Option<Items<String>>,
    edition: EditionArg,
    strict: bool,
    excess_parents: Option<&str>,
    new_request: bool,
    threads: usize,
) -> PyResult<Column> {
    let (py, references) = (references.py(), Column::import("references", references)?);
    if by_url_standard(edition) {
        if want.is_some() || !strict || excess_parents.is_some() || new_request {
            return Err(PyValueError::new_err("by the URL Standard, resolve gives the targets alone, and in one way"));
        }
        let (base, run) = (Second::from_urls("base", base)?, Run::new(threads));
        return over_pairs(py, &references, &base, &run, |references, base, threads| {
            whatwg::resolve(references, base, threads)
        });
    }
    let edition = Edition::from_argument(edition)?.for_resolution();
    let (tables, run) = (edition.tables(), Run::new(threads));
    let excess = |word| choice("excess_parents", word, Excess::named, &Excess::NAMES);
    let excess_parents = excess_parents.map(excess).transpose()?;
    let options = Options { strict, excess_parents, guards: true, new_request };
    let base = Second::read("base", base, &edition, true)?;
    let Some(want) = want else {
        return over_pairs(py, &references, &base, &run, |references, base, threads| {
            resolve_kernel::targets(tables, references, base, options, threads)
        });
    };
    let known = [&["uri"], &Want::column_names()[..]].concat();
    let wanted_parts = columns(&want, ResolveWant::named, &known)?;
    over_pairs(py, &references, &base, &run, |references, base, threads| {
        resolve_kernel::resolve(tables, references, base, options, &wanted_parts, threads)
    })
}
