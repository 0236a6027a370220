//! Whether a text is valid, and whether two are equivalent.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use uriverse_columns::kernels::{predicates, url_records, whatwg};

use crate::columns::callbacks::{normalizer, PythonFunction, ShippedSchemes};
use crate::columns::column::Column;
use crate::columns::running::{by_url_standard, over_chunks, over_column, over_pairs, Input, Run, Second};
use crate::editions::{Edition, EditionArg};
use crate::reference::calls::rule_of;
use crate::reference::normalizing::level_by;

/// Whether the edition, or one rule of it, accepts each text.
#[pyfunction]
#[pyo3(signature = (column, *, rule=None, edition=None, threads=0))]
pub fn is_valid(
    column: Input,
    rule: Option<&Bound<'_, PyString>>,
    edition: EditionArg,
    threads: usize,
) -> PyResult<Column> {
    if by_url_standard(edition) {
        if rule.is_some() {
            return Err(PyValueError::new_err("the URL Standard is not a grammar: it has no rules"));
        }
        return over_column(column, threads, |chunk, threads| url_records::is_valid(chunk, threads));
    }
    let edition = Edition::from_argument(edition)?;
    let (tables, run) = (edition.tables(), Run::new(threads));
    let rule = rule.map(|rule| rule_of(tables, rule.as_any())).transpose()?;
    over_chunks(column, &run, |chunk, threads| predicates::is_valid(tables, chunk, rule, threads))
}

/// Whether a Python function says yes to each text.
#[pyfunction]
#[pyo3(signature = (column, judge, *, threads=0))]
pub fn judged(column: Input, judge: &Bound<'_, PyAny>, threads: usize) -> PyResult<Column> {
    let run = Run::new(threads);
    let function = PythonFunction::new(judge, &run.failure);
    over_chunks(column, &run, |chunk, threads| predicates::judged(chunk, |text| function.says_yes(text), threads))
}

/// Whether both texts of each row are equivalent on a level.
#[pyfunction]
#[pyo3(signature = (a, b, *, level="syntax", edition=None, threads=0))]
pub fn equivalent(a: Input, b: Input, level: &str, edition: EditionArg, threads: usize) -> PyResult<Column> {
    let (py, a) = (a.py(), Column::import("a", a)?);
    if by_url_standard(edition) {
        let (b, run) = (Second::from_urls("b", b)?, Run::new(threads));
        return over_pairs(py, &a, &b, &run, |a, b, threads| whatwg::equivalent(a, b, threads));
    }
    let edition = Edition::from_argument(edition)?;
    let (level, run) = (level_by(&edition, level)?, Run::new(threads));
    let schemes = ShippedSchemes::for_level(py, level, &run.failure)?;
    let normalizer = normalizer(&edition, level, schemes.as_ref());
    over_pairs(py, &a, &Second::read("b", b, &edition, false)?, &run, |a, b, threads| {
        predicates::equivalent(normalizer, a, b, threads)
    })
}
