//! The components of a text, and the reason of a refusal.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use uriverse_columns::kernels::url_records::Attribute;
use uriverse_columns::kernels::{parse as parse_kernel, url_records};
use uriverse_columns::Want;

use crate::calling::values::{no_such_word, Items};
use crate::columns::column::Column;
use crate::columns::running::{by_url_standard, over_column, over_column_by, Input};
use crate::editions::EditionArg;

/// The error for an unknown field; `extra` are fields besides those of a parse.
pub fn unknown_want(name: &str, extra: &[&'static str]) -> PyErr {
    let known: Vec<&str> = extra.iter().copied().chain(Want::column_names()).collect();
    no_such_word("want", name, &known)
}

fn wants(names: &[String]) -> PyResult<Vec<Want>> {
    let mut wants = Vec::new();
    for name in names {
        wants.extend(Want::columns(name).ok_or_else(|| unknown_want(name, &[]))?);
    }
    Ok(wants)
}

/// The wanted attributes of URLs, for the URL Standard.
fn attributes(names: &[String]) -> PyResult<Vec<Attribute>> {
    let mut attributes = Vec::new();
    for name in names {
        let known: Vec<&str> = Attribute::names().collect();
        attributes.extend(Attribute::named(name).ok_or_else(|| no_such_word("want", name, &known))?);
    }
    Ok(attributes)
}

/// Parses a column: the wanted parts as one struct column.
#[pyfunction]
#[pyo3(signature = (column, want, *, edition=None, threads=0))]
pub fn parse(column: Input, want: Items<String>, edition: EditionArg, threads: usize) -> PyResult<Column> {
    if by_url_standard(edition) {
        let attributes = attributes(&want)?;
        return over_column(column, threads, |chunk, threads| url_records::parse(chunk, &attributes, threads));
    }
    let wants = wants(&want)?;
    over_column_by(column, edition, threads, |tables, chunk, threads| {
        parse_kernel::parse(tables, chunk, &wants, threads)
    })
}

/// The components of every text by the lenient split, valid or not.
#[pyfunction]
#[pyo3(signature = (column, want, *, edition=None, threads=0))]
pub fn split(column: Input, want: Items<String>, edition: EditionArg, threads: usize) -> PyResult<Column> {
    let known: Vec<&str> = Want::ALL.into_iter().filter(|want| want.is_component()).map(Want::as_str).collect();
    if let Some(other) = want.iter().find(|name| !known.contains(&name.as_str())) {
        return Err(no_such_word("want", other, &known));
    }
    let wants = wants(&want)?;
    over_column_by(column, edition, threads, |tables, chunk, threads| {
        parse_kernel::split(tables, chunk, &wants, threads)
    })
}

/// One part of every text.
#[pyfunction]
#[pyo3(signature = (column, want, *, edition=None, threads=0))]
pub fn part(column: Input, want: &str, edition: EditionArg, threads: usize) -> PyResult<Column> {
    let Some(wanted) = Want::named(want) else { return Err(unknown_want(want, &[])) };
    if by_url_standard(edition) {
        if !wanted.is_component() || matches!(wanted, Want::Port | Want::Params) {
            let reason = format!("{want:?} is not a component of the URL Standard's URLs; the port is \"port_text\"");
            return Err(PyValueError::new_err(reason));
        };
        return over_column(column, threads, |chunk, threads| url_records::component(chunk, wanted, threads));
    }
    over_column_by(column, edition, threads, |tables, chunk, threads| {
        parse_kernel::component(tables, chunk, wanted, threads)
    })
}

/// Why, where, by which rule and with which hint each text is refused.
#[pyfunction]
#[pyo3(signature = (column, *, edition=None, threads=0))]
pub fn errors(column: Input, edition: EditionArg, threads: usize) -> PyResult<Column> {
    if by_url_standard(edition) {
        return over_column(column, threads, |chunk, threads| url_records::errors(chunk, threads));
    }
    over_column_by(column, edition, threads, |tables, chunk, threads| parse_kernel::errors(tables, chunk, threads))
}
