//! The components of a text, and the reason of a refusal.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use uriverse_columns::kernels::url_records::Attribute;
use uriverse_columns::kernels::{parse as parse_kernel, url_records};
use uriverse_columns::Want;

use crate::calling::values::choice;
use crate::columns::options::Options;
use crate::columns::running::{over_one, Prepared};

/// The columns of some fields; "error" stands for several.
pub fn columns<T: Clone>(fields: &[String], named: fn(&str) -> Option<Vec<T>>, known: &[&str]) -> PyResult<Vec<T>> {
    let columns = fields.iter().map(|field| choice("want", field, named, known));
    Ok(columns.collect::<PyResult<Vec<_>>>()?.concat())
}

/// Parses a column: the wanted parts as one struct column.
pub fn parse(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let (want, parser) = (options.required::<Vec<String>>("want")?, options.parser()?);
    if parser.is_url_standard() {
        let attributes = columns(&want, Attribute::named, &Attribute::names())?;
        return over_one(move |chunk, threads| url_records::parse(chunk, &attributes, threads));
    }
    let (wants, edition) = (columns(&want, Want::columns, &Want::column_names())?, parser.edition()?);
    over_one(move |chunk, threads| parse_kernel::parse(edition.tables(), chunk, &wants, threads))
}

/// The components of every text by the lenient split, valid or not.
pub fn split(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let known: Vec<&str> = Want::ALL.into_iter().filter(|want| want.is_component()).map(Want::as_str).collect();
    let component = |name: &str| Some(vec![Want::named(name).filter(|want| want.is_component())?]);
    let wants = columns(&options.required::<Vec<String>>("want")?, component, &known)?;
    let edition = options.tables()?;
    over_one(move |chunk, threads| parse_kernel::split(edition.tables(), chunk, &wants, threads))
}

/// One part of every text.
pub fn part(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let (want, parser) = (options.required::<String>("want")?, options.parser()?);
    let wanted = choice("want", &want, Want::named, &Want::NAMES)?;
    if parser.is_url_standard() {
        if !wanted.is_component() || matches!(wanted, Want::Port | Want::Params) {
            let reason = format!("{want:?} is not a component of the URL Standard's URLs; the port is \"port_text\"");
            return Err(PyValueError::new_err(reason));
        };
        return over_one(move |chunk, threads| url_records::component(chunk, wanted, threads));
    }
    let edition = parser.edition()?;
    over_one(move |chunk, threads| parse_kernel::component(edition.tables(), chunk, wanted, threads))
}

/// Why, where, by which rule and with which hint each text is refused.
pub fn errors(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let parser = options.parser()?;
    if parser.is_url_standard() {
        return over_one(|chunk, threads| url_records::errors(chunk, threads));
    }
    let edition = parser.edition()?;
    over_one(move |chunk, threads| parse_kernel::errors(edition.tables(), chunk, threads))
}
