//! What a text is: its components, its validity, and why it is refused.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use uriverse_columns::kernels::url_records::{Attribute, UrlComponent};
use uriverse_columns::kernels::{parse as parse_kernel, predicates, url_records};
use uriverse_columns::Want;

use super::{over_given, over_given_by, unknown_want, EditionGiven, Given};
use crate::calling::values::{no_such_word, Items};
use crate::columns::column::Column;
use crate::columns::running::{over_chunks, Run};
use crate::editions::Edition;
use crate::reference::calls::rule_of;
use crate::whatwg::arguments::is_named;

fn wants(names: &[String]) -> PyResult<Vec<Want>> {
    let mut wants = Vec::new();
    for name in names {
        wants.extend(Want::named(name).ok_or_else(|| unknown_want(name, &[]))?);
    }
    Ok(wants)
}

/// The same by the URL Standard, whose words are the attributes of its URLs.
fn attributes(names: &[String]) -> PyResult<Vec<Attribute>> {
    let mut attributes = Vec::new();
    for name in names {
        let known: Vec<&str> = Attribute::names().collect();
        attributes.extend(Attribute::named(name).ok_or_else(|| no_such_word("want", name, &known))?);
    }
    Ok(attributes)
}

/// Parse a column: the wanted parts as one struct column.
#[pyfunction]
#[pyo3(signature = (column, want, *, edition=None, threads=0))]
fn column_parse(
    py: Python<'_>,
    column: Given<'_, '_>,
    want: Items<String>,
    edition: EditionGiven<'_, '_>,
    threads: usize,
) -> PyResult<Column> {
    if is_named(edition.map(Bound::as_borrowed)) {
        let (attributes, column, run) = (attributes(&want)?, Column::import(column)?, Run::new(threads));
        return over_chunks(py, &column, &run, |chunk, threads| url_records::parse(chunk, &attributes, threads));
    }
    let (edition, wants, column) = (Edition::from_argument(edition)?, wants(&want)?, Column::import(column)?);
    let (tables, run) = (edition.tables(), Run::new(threads));
    over_chunks(py, &column, &run, |chunk, threads| parse_kernel::parse(tables, chunk, &wants, threads))
}

/// The components of every text by the lenient split, valid or not.
#[pyfunction]
#[pyo3(signature = (column, want, *, edition=None, threads=0))]
fn column_split(
    py: Python<'_>,
    column: Given<'_, '_>,
    want: Items<String>,
    edition: EditionGiven<'_, '_>,
    threads: usize,
) -> PyResult<Column> {
    let known: Vec<&str> = Want::names().filter(|name| Want::named(name).is_some_and(is_component)).collect();
    if let Some(other) = want.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(no_such_word("want", other, &known));
    }
    let (edition, wants, column) = (Edition::from_argument(edition)?, wants(&want)?, Column::import(column)?);
    let (tables, run) = (edition.tables(), Run::new(threads));
    over_chunks(py, &column, &run, |chunk, threads| parse_kernel::split(tables, chunk, &wants, threads))
}

fn is_component(wants: &[Want]) -> bool {
    wants.iter().all(|want| want.is_component())
}

/// One part of every text.
#[pyfunction]
#[pyo3(signature = (column, want, *, edition=None, threads=0))]
fn column_part(
    py: Python<'_>,
    column: Given<'_, '_>,
    want: &str,
    edition: EditionGiven<'_, '_>,
    threads: usize,
) -> PyResult<Column> {
    let Some([asked]) = Want::named(want) else { return Err(unknown_want(want, &[])) };
    if is_named(edition.map(Bound::as_borrowed)) {
        let Some(component) = UrlComponent::from_want(*asked) else {
            let reason = format!("{want:?} is not a component of the URL Standard's URLs; the port is \"port_text\"");
            return Err(PyValueError::new_err(reason));
        };
        return over_given(py, column, threads, |chunk, threads| url_records::component(chunk, component, threads));
    }
    over_given_by(py, column, edition, threads, |tables, chunk, threads| {
        parse_kernel::component(tables, chunk, *asked, threads)
    })
}

/// Why, where, by which rule and with which hint each text is refused.
#[pyfunction]
#[pyo3(signature = (column, *, edition=None, threads=0))]
fn column_errors(
    py: Python<'_>,
    column: Given<'_, '_>,
    edition: EditionGiven<'_, '_>,
    threads: usize,
) -> PyResult<Column> {
    if is_named(edition.map(Bound::as_borrowed)) {
        return over_given(py, column, threads, |chunk, threads| url_records::errors(chunk, threads));
    }
    over_given_by(py, column, edition, threads, |tables, chunk, threads| parse_kernel::errors(tables, chunk, threads))
}

/// Whether the edition, or one rule of it, accepts each text.
#[pyfunction]
#[pyo3(signature = (column, *, rule=None, edition=None, threads=0))]
fn column_is_valid(
    py: Python<'_>,
    column: Given<'_, '_>,
    rule: Option<&Bound<'_, PyString>>,
    edition: EditionGiven<'_, '_>,
    threads: usize,
) -> PyResult<Column> {
    if is_named(edition.map(Bound::as_borrowed)) {
        if rule.is_some() {
            return Err(PyValueError::new_err("the URL Standard is not a grammar: it has no rules"));
        }
        return over_given(py, column, threads, |chunk, threads| url_records::is_valid(chunk, threads));
    }
    let (edition, column) = (Edition::from_argument(edition)?, Column::import(column)?);
    let (tables, run) = (edition.tables(), Run::new(threads));
    let rule = rule.map(|rule| rule_of(tables, rule.as_any())).transpose()?;
    over_chunks(py, &column, &run, |chunk, threads| predicates::is_valid(tables, chunk, rule, threads))
}

/// Add the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(column_parse, module)?)?;
    module.add_function(wrap_pyfunction!(column_split, module)?)?;
    module.add_function(wrap_pyfunction!(column_part, module)?)?;
    module.add_function(wrap_pyfunction!(column_errors, module)?)?;
    module.add_function(wrap_pyfunction!(column_is_valid, module)?)
}
