//! Rare queries about an edition or a reference: host types, rules, possible continuations of a text.

use pyo3::prelude::*;
use pyo3::types::{PyFrozenSet, PyString};
use uriverse_core as core;
use uriverse_core::{Offsets, COMPONENTS};

use crate::calling::text::Text;
use crate::editions::{Edition, EditionArg};
use crate::ground::errors::wrong_type;
use crate::layout::object::{layout, Object};
use crate::reference::calls::rule_of;

fn fields<'a>(reference: &'a Bound<'_, PyAny>) -> PyResult<&'a Object> {
    layout(reference.as_borrowed())
        .map(|(fields, _)| fields)
        .ok_or_else(|| wrong_type("reference", "a reference", reference))
}

/// The form of a reference's host, by its edition's host types; None without a host.
#[pyfunction]
fn host_type(reference: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let py = reference.py();
    let edition = Edition::from_argument(Some(&fields(reference)?.edition(py)))?;
    let host = reference.getattr("host")?;
    if host.is_none() {
        return Ok(None);
    }
    let host = Text::new("host", host.as_borrowed())?;
    Ok(edition.tables().host_type(host.bytes()).map(str::to_owned))
}

/// How the authority was parsed: "server", "reg_name", or None if the edition does not distinguish them.
#[pyfunction]
fn authority_form(reference: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
    let flags = fields(reference)?.flags();
    Ok(if flags & Offsets::REG_NAME != 0 {
        Some("reg_name")
    } else if flags & Offsets::SERVER != 0 {
        Some("server")
    } else {
        None
    })
}

/// The ranges of the defined components, in text order, the authority before its parts: (name, start, end).
#[pyfunction]
fn spans(reference: &Bound<'_, PyAny>) -> PyResult<Vec<(&'static str, usize, usize)>> {
    let fields = fields(reference)?;
    let length = fields.text(reference.py()).len()?;
    let offsets = fields.offsets(length);
    let found = COMPONENTS.iter().filter_map(|(name, range)| Some((*name, range(&offsets, length)?)));
    Ok(found.map(|(name, range)| (name, range.start, range.end)).collect())
}

/// The bytes that may follow a prefix by a rule (or a slot's expression), and whether the rule accepts the prefix.
#[pyfunction]
#[pyo3(signature = (rule, prefix, *, edition=None))]
fn continuations<'py>(
    rule: &Bound<'py, PyString>,
    prefix: &Bound<'py, PyAny>,
    edition: EditionArg,
) -> PyResult<(Bound<'py, PyFrozenSet>, bool)> {
    let edition = Edition::from_argument(edition)?;
    let tables = edition.tables();
    let prefix = Text::new("prefix", prefix.as_borrowed())?;
    let (set, accepted) = core::next_bytes(tables, rule_of(tables, rule.as_any())?, prefix.bytes());
    Ok((PyFrozenSet::new(rule.py(), set.iter())?, accepted))
}

/// The ids of the built-in editions.
#[pyfunction]
fn edition_ids() -> Vec<&'static str> {
    crate::editions::ids().collect()
}

/// The default port of a scheme, in any case, or None if the edition has none.
#[pyfunction]
#[pyo3(signature = (scheme, *, edition=None))]
fn default_port(scheme: &str, edition: EditionArg) -> PyResult<Option<u16>> {
    Ok(Edition::from_argument(edition)?.tables().default_port(scheme.as_bytes()))
}

/// Whether a written port is a number above 65535: TCP and UDP have 16 bits for it (RFC 6335, section 6).
#[pyfunction]
fn is_port_too_high(port: Option<&str>) -> bool {
    port.is_some_and(|port| core::is_above_16_bits(port.as_bytes()))
}

/// The instruction set of the scanner on this machine: "avx512", "avx2", "ssse3", "neon", or "scalar" for plain code.
#[pyfunction]
fn backend() -> &'static str {
    core::Backend::best().name()
}

register! {
    host_type, authority_form, default_port, is_port_too_high, spans, continuations, backend, edition_ids
}
