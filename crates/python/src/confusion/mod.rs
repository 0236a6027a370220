//! Compares the parsers of this library, for `uriverse.confusion`: their splits, and the destinations of requests.
//!
//! `agreement_alike("http://h/a", ...)` runs several parsers. All of them split this text alike, so it returns a bit
//! for each edition that accepts it. For `http://127.0.0.1\@1.1.1.1/` it returns None, and `agreement_cuts` returns
//! each split.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use uriverse_core as core;
use uriverse_core::{Offsets, SplitStyle};
use uriverse_whatwg::destination::{
    as_fetched, browser, host_form, path_form, port_form, same_authority_and_path, userinfo_form, Browser, Cut,
    Destination, Port,
};

use crate::calling::text::Text;
use crate::calling::values::{length_checked, no_such_word, Items};
use crate::editions::{each_built_in, Edition};
use crate::ground::memory::guarded;
use crate::ground::strings::string;
use crate::whatwg::arguments::scalar_values;

/// The requested editions that accept a text, if they, the lenient split and the URL Standard split it alike. None if
/// any differs, or if the URL Standard serializes it differently. Editions are bits in the order of `edition_ids`.
#[pyfunction]
fn agreement_alike(text: &Bound<'_, PyString>, editions: u64) -> PyResult<Option<u64>> {
    guarded(|| {
        let text = Text::new("text", text.as_any().as_borrowed())?;
        let bytes = length_checked(text.bytes())?;
        let cut = core::split(SplitStyle::AppendixB, bytes);
        if browser(bytes, &cut) != Browser::Same {
            return Ok(None);
        }
        let (mut accepted, mut offsets) = (0, Offsets::EMPTY);
        for (number, edition) in each_built_in().enumerate().filter(|(number, _)| editions >> number & 1 == 1) {
            let tables = edition.tables();
            if core::parse_into(tables, bytes, &mut offsets) {
                if !same_authority_and_path(&as_fetched(bytes, &offsets, tables.split_style()), &cut) {
                    return Ok(None);
                }
                accepted |= 1 << number;
            }
        }
        Ok(Some(accepted))
    })
}

/// The result of each parser for a text: None if it refuses the text, else the host as written, and the five components
/// of the destination. A parser is an edition's id, "split" or "whatwg".
#[pyfunction]
fn agreement_cuts<'py>(
    text: &Bound<'py, PyString>,
    parsers: Items<String>,
) -> PyResult<Vec<Option<Bound<'py, PyTuple>>>> {
    guarded(|| {
        let argument = Text::new("text", text.as_any().as_borrowed())?;
        let bytes = length_checked(argument.bytes())?;
        parsers.iter().map(|parser| cut_by(parser, text, bytes)).collect()
    })
}

fn cut_by<'py>(parser: &str, text: &Bound<'py, PyString>, bytes: &[u8]) -> PyResult<Option<Bound<'py, PyTuple>>> {
    let py = text.py();
    match parser {
        "split" => answer(py, bytes, &core::split(SplitStyle::AppendixB, bytes)).map(Some),
        "whatwg" => {
            // A lone surrogate counts as U+FFFD (the Standard's "scalar value string").
            let scalars = scalar_values("text", text.as_any())?;
            let Ok(record) = uriverse_whatwg::parse(&scalars, None) else { return Ok(None) };
            answer(py, record.href.as_bytes(), &record.offsets).map(Some)
        }
        _ => {
            let id = PyString::new(py, parser);
            let edition = Edition::from_argument(Some(id.as_any()))?;
            let tables = edition.tables();
            let parsed = core::parse(tables, bytes);
            parsed.map(|parsed| answer(py, bytes, &as_fetched(bytes, &parsed, tables.split_style()))).transpose()
        }
    }
}

fn answer<'py>(py: Python<'py>, text: &[u8], offsets: &Offsets) -> PyResult<Bound<'py, PyTuple>> {
    let cut = Cut::from_offsets(text, offsets);
    let host = cut.host.map(|host| string(py, host)).transpose()?;
    let Destination { scheme, userinfo, host: goes_to, port, path } = Destination::from_cut(&cut);
    (host, scheme, userinfo, goes_to, port_object(py, port)?, path).into_pyobject(py)
}

fn port_object(py: Python<'_>, port: Option<Port>) -> PyResult<Option<Bound<'_, PyAny>>> {
    Ok(match port {
        None => None,
        Some(Port::Number(number)) => Some(number.into_pyobject(py)?.into_any()),
        Some(Port::Text(text)) => Some(text.into_pyobject(py)?.into_any()),
    })
}

/// One component in the form in which destinations are compared: "userinfo", "host", "port" or "path". A port's default
/// is that of the scheme; a path's form depends on whether the reference has a host.
#[pyfunction]
#[pyo3(signature = (component, text, *, scheme=None, has_host=true))]
fn agreement_form<'py>(
    component: &str,
    text: &Bound<'py, PyString>,
    scheme: Option<&str>,
    has_host: bool,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    guarded(|| {
        let py = text.py();
        let argument = Text::new("text", text.as_any().as_borrowed())?;
        let bytes = argument.bytes();
        let found = match component {
            "userinfo" => userinfo_form(bytes),
            "host" => host_form(bytes),
            "path" => Some(path_form(bytes, has_host, has_host || scheme.is_none() || bytes.starts_with(b"/"))),
            "port" => return port_object(py, port_form(bytes, scheme.filter(|_| has_host))),
            other => return Err(no_such_word("component", other, &["userinfo", "host", "port", "path"])),
        };
        Ok(found.map(|found| found.into_pyobject(py)).transpose()?.map(Bound::into_any))
    })
}

register! { agreement_alike, agreement_cuts, agreement_form }
