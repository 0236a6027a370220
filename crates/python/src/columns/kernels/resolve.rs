//! References and their bases: resolving and relativizing.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use uriverse_columns::kernels::resolve::ResolveWant;
use uriverse_columns::kernels::{resolve as resolve_kernel, whatwg};
use uriverse_columns::Want;
use uriverse_core::{Excess, Options as ResolveOptions};

use crate::calling::values::choice;
use crate::columns::kernels::parse::columns;
use crate::columns::options::Options;
use crate::columns::running::{over_two, Prepared, Second};

/// A reference for each target that resolves to it.
pub fn relativize(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let edition = options.tables()?.for_resolution();
    let base = Second::read(options, "base", &edition, true)?;
    over_two("targets", base, move |targets, base, threads| {
        resolve_kernel::relativize(edition.tables(), targets, base, threads)
    })
}

/// Each reference resolved: the targets alone, or the wanted parts as one struct column.
pub fn resolve(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let (want, parser) = (options.get::<Vec<String>>("want")?, options.parser()?);
    let (strict, new_request) = (options.get("strict")?.unwrap_or(true), options.flag("new_request")?);
    let excess: Option<String> = options.get("excess_parents")?;
    if parser.is_url_standard() {
        if want.is_some() || !strict || excess.is_some() || new_request {
            return Err(PyValueError::new_err("by the URL Standard, resolve gives the targets alone, and in one way"));
        }
        let base = Second::from_urls(options, "base")?;
        return over_two("references", base, |references, base, threads| whatwg::resolve(references, base, threads));
    }
    let edition = parser.edition()?.for_resolution();
    let excess = excess.map(|word| choice("excess_parents", &word, Excess::named, &Excess::NAMES)).transpose()?;
    let choices = ResolveOptions { strict, excess_parents: excess, guards: true, new_request };
    let base = Second::read(options, "base", &edition, true)?;
    let Some(want) = want else {
        return over_two("references", base, move |references, base, threads| {
            resolve_kernel::targets(edition.tables(), references, base, choices, threads)
        });
    };
    let known = [&["uri"], &Want::column_names()[..]].concat();
    let wanted_parts = columns(&want, ResolveWant::named, &known)?;
    over_two("references", base, move |references, base, threads| {
        resolve_kernel::resolve(edition.tables(), references, base, choices, &wanted_parts, threads)
    })
}
