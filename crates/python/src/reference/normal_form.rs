//! Converts a text to its offsets, and a normal form to a reference object.

use pyo3::prelude::*;
use pyo3::types::PyString;
use uriverse_core as core;
use uriverse_core::Offsets;

use crate::calling::values::{length_checked, Answer};
use crate::editions::Edition;
use crate::ground::errors;
use crate::ground::text::Text;
use crate::reference::calls::{form_of, new_reference, reference_from_bytes, refused};

/// The offsets in bytes of a text by an edition, or an error.
pub fn offsets_of(text: &Text<'_, '_>, edition: &Edition<'_>) -> PyResult<Offsets> {
    core::parse(edition.tables(), length_checked(text.bytes())?).ok_or_else(|| refused(text, edition))
}

/// The reference object of a normal form. If nothing changed, the argument itself, or a new object of its text.
pub fn normal_reference<'py>(
    py: Python<'py>,
    text: &Text<'_, 'py>,
    edition: &Edition<'py>,
    offsets: &Offsets,
    changed: Option<Vec<u8>>,
) -> Answer<'py> {
    match (changed, text.reference()) {
        (None, Some(given)) => Ok(given.object.to_owned()),
        (None, None) => new_reference(form_of(offsets), text.string(), text.bytes(), edition, offsets),
        (Some(changed), _) => normal_form(py, &changed, text.string(), edition),
    }
}

fn normal_form<'py>(
    py: Python<'py>,
    changed: &[u8],
    text: &Bound<'py, PyString>,
    edition: &Edition<'py>,
) -> Answer<'py> {
    match core::parse(edition.tables(), changed) {
        Some(offsets) => reference_from_bytes(py, changed, edition, &offsets),
        None => Err(errors::resolution(text.as_any(), text.as_any(), &edition.name(py), "result-refused")),
    }
}
