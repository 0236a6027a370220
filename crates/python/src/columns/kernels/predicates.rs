//! Whether a text is valid, and whether two are equivalent.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use uriverse_columns::kernels::{predicates, url_records, whatwg};

use crate::columns::callbacks::{normalizer, schemes_for, PythonFunction, ShippedSchemes};
use crate::columns::column::Column;
use crate::columns::options::{LevelName, Options};
use crate::columns::running::{over_chunks, over_one, over_two, Input, Prepared, Run, Second};
use crate::reference::calls::rule_named;
use crate::reference::normalizing::level_by;

/// Whether the edition, or one rule of it, accepts each text.
pub fn is_valid(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let (rule, parser) = (options.get::<String>("rule")?, options.parser()?);
    if parser.is_url_standard() {
        if rule.is_some() {
            return Err(PyValueError::new_err("the URL Standard is not a grammar: it has no rules"));
        }
        return over_one(|chunk, threads| url_records::is_valid(chunk, threads));
    }
    let edition = parser.edition()?;
    let rule = rule.map(|rule| rule_named(edition.tables(), &rule)).transpose()?;
    over_one(move |chunk, threads| predicates::is_valid(edition.tables(), chunk, rule, threads))
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
pub fn equivalent(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let (level, parser) = (options.get::<LevelName>("level")?, options.parser()?);
    if parser.is_url_standard() {
        return over_two("a", Second::from_urls(options, "b")?, |a, b, threads| whatwg::equivalent(a, b, threads));
    }
    let edition = parser.edition()?;
    let level = level_by(edition.tables(), level.as_ref().map_or("syntax", |level| &level.0))?;
    let (second, schemes) = (Second::read(options, "b", &edition, false)?, schemes_for(level)?);
    let failure = schemes.as_ref().map(ShippedSchemes::failure);
    let prepared = over_two("a", second, move |a, b, threads| {
        predicates::equivalent(normalizer(edition.tables(), level, schemes.as_ref()), a, b, threads)
    });
    Ok(prepared?.failing(failure))
}
