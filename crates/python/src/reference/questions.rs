//! Rare queries about an edition or a reference: host types, rules, possible continuations of a text.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyFrozenSet, PyString};
use uriverse_core as core;
use uriverse_core::{Offsets, COMPONENTS};

use crate::editions::{Edition, EditionArg};
use crate::ground::errors::wrong_type;
use crate::ground::strings::byte_place;
use crate::ground::text::Text;
use crate::reference::calls::rule_of;
use crate::reference::object::{layout, Object};

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
    let (words, accepted) = core::next_bytes(tables, rule_of(tables, rule.as_any())?, prefix.bytes());
    Ok((bytes_of(rule.py(), words)?, accepted))
}

/// The bytes of a set; byte b is bit b % 64 of word b / 64. Recent sets are cached, because many texts are refused at
/// the same few points of the grammar.
fn bytes_of(py: Python<'_>, words: [u64; 4]) -> PyResult<Bound<'_, PyFrozenSet>> {
    static CACHE: Mutex<Vec<([u64; 4], Py<PyFrozenSet>)>> = Mutex::new(Vec::new());
    const MOST: usize = 32;
    let kept = || CACHE.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
    if let Some((_, set)) = kept().iter().find(|(of, _)| *of == words) {
        return Ok(set.bind(py).clone());
    }
    let live: BTreeSet<u8> = (0..=255u8).filter(|byte| words[usize::from(byte >> 6)] >> (byte & 63) & 1 == 1).collect();
    let set = PyFrozenSet::new(py, live)?;
    let mut kept = kept();
    if kept.len() == MOST {
        kept.remove(0);
    }
    kept.push((words, set.clone().unbind()));
    Ok(set)
}

/// The rules for one character or one triplet: name, bytes, whether a triplet counts.
#[pyfunction]
#[pyo3(signature = (*, edition=None))]
fn unit_rules<'py>(py: Python<'py>, edition: EditionArg) -> PyResult<Vec<(String, Bound<'py, PyFrozenSet>, bool)>> {
    let edition = Edition::from_argument(edition)?;
    let rules = edition.tables().unit_rules();
    rules.map(|(name, set, triplets)| Ok((name.to_owned(), PyFrozenSet::new(py, set.iter())?, triplets))).collect()
}

/// The hint for a refusal at a character of a text; "" if the list of expected characters is enough.
#[pyfunction]
#[pyo3(signature = (text, at, rule, component=None, *, edition=None))]
fn refusal_hint(
    text: &Bound<'_, PyAny>,
    at: usize,
    rule: &str,
    component: Option<&str>,
    edition: EditionArg,
) -> PyResult<String> {
    let edition = Edition::from_argument(edition)?;
    let text = Text::new("text", text.as_borrowed())?;
    let component = component.and_then(core::Component::named);
    Ok(core::hint(edition.tables(), text.bytes(), byte_place(text.bytes(), at), rule, component))
}

/// The rules that could continue where a text is refused, each with the position of its first character; [] if the text
/// is accepted.
#[pyfunction]
#[pyo3(signature = (text, *, edition=None))]
fn refusing_rules(text: &Bound<'_, PyAny>, edition: EditionArg) -> PyResult<Vec<(String, usize)>> {
    let edition = Edition::from_argument(edition)?;
    let text = Text::new("text", text.as_borrowed())?;
    let (tables, bytes) = (edition.tables(), text.bytes());
    let found = core::refusals(tables, bytes).into_iter();
    Ok(found.map(|each| (tables.rule_name(each.rule).to_owned(), core::characters(bytes, each.start))).collect())
}

/// The character at which a rule refuses a text; None if it accepts it.
#[pyfunction]
#[pyo3(signature = (text, rule, *, edition=None))]
fn rule_refusal(text: &Bound<'_, PyAny>, rule: &Bound<'_, PyAny>, edition: EditionArg) -> PyResult<Option<usize>> {
    let edition = Edition::from_argument(edition)?;
    let text = Text::new("text", text.as_borrowed())?;
    let (tables, bytes) = (edition.tables(), text.bytes());
    let found = core::rule_refusal(tables, rule_of(tables, rule)?, bytes);
    Ok(found.map(|refusal| core::characters(bytes, refusal.at)))
}

/// The reason why a text is refused at a character: one word of `refusal_reasons`.
#[pyfunction]
#[pyo3(signature = (text, at, rule, component=None))]
fn refusal_reason(text: &Bound<'_, PyAny>, at: usize, rule: &str, component: Option<&str>) -> PyResult<&'static str> {
    let text = Text::new("text", text.as_borrowed())?;
    let component = component.and_then(core::Component::named);
    Ok(core::reason(text.bytes(), byte_place(text.bytes(), at), rule, component).as_str())
}

/// The possible results of `refusal_reason`.
#[pyfunction]
fn refusal_reasons() -> Vec<&'static str> {
    core::Reason::NAMES.to_vec()
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
    host_type, authority_form, default_port, is_port_too_high, spans, continuations, unit_rules, refusal_hint,
    refusing_rules, rule_refusal, refusal_reason, refusal_reasons, backend, edition_ids
}
