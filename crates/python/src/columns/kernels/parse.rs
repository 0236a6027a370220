//! The components of a text, and the reason of a refusal.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use uriverse_columns::kernels::url_records::Attribute;
use uriverse_columns::kernels::{parse as parse_kernel, url_records};
use uriverse_columns::Want;

use crate::calling::values::{choice, Items};
use crate::columns::column::Column;
use crate::columns::running::{by_url_standard, over_column, over_column_by, Input};
use crate::editions::EditionArg;

/// The columns of some fields; "error" stands for several.
pub fn columns<T: Clone>(fields: &[String], named: fn(&str) -> Option<Vec<T>>, known: &[&str]) -> PyResult<Vec<T>> {
    let columns = fields.iter().map(|field| choice("want", field, named, known));
    Ok(columns.collect::<PyResult<Vec<_>>>()?.concat())
}

/// Parses a column: the wanted parts as one struct column.
#[pyfunction]
#[pyo3(signature = (column, want, *, edition=None, threads=0))]
pub fn parse(column: Input, want: Items<String>, edition: EditionArg, threads: usize) -> PyResult<Column> {
    if by_url_standard(edition) {
        let attributes = columns(&want, Attribute::named, &Attribute::names())?;
        return over_column(column, threads, |chunk, threads| url_records::parse(chunk, &attributes, threads));
    }
    let wants = columns(&want, Want::columns, &Want::column_names())?;
    over_column_by(column, edition, threads, |tables, chunk, threads| {
        parse_kernel::parse(tables, chunk, &wants, threads)
    })
}

/// The components of every text by the lenient split, valid or not.
#[pyfunction]
#[pyo3(signature = (column, want, *, edition=None, threads=0))]
pub fn split(column: Input, want: Items<String>, edition: EditionArg, threads: usize) -> PyResult<Column> {
    let known: Vec<&str> = Want::ALL.into_iter().filter(|want| want.is_component()).map(Want::as_str).collect();
    let component = |name: &str| Some(vec![Want::named(name).filter(|want| want.is_component())?]);
    let wants = columns(&want, component, &known)?;
    over_column_by(column, edition, threads, |tables, chunk, threads| {
        parse_kernel::split(tables, chunk, &wants, threads)
    })
}

/// One part of every text.
#[pyfunction]
#[pyo3(signature = (column, want, *, edition=None, threads=0))]
pub fn part(column: Input, want: &str, edition: EditionArg, threads: usize) -> PyResult<Column> {
    let wanted = choice("want", want, Want::named, &Want::NAMES)?;
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
