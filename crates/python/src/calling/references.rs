//! References as arguments and as answers: by which edition a text is read, and the objects of texts and offsets.

use pyo3::prelude::*;
use pyo3::types::PyString;
use uriverse_core as core;
use uriverse_core::Offsets;

use crate::calling::arguments::Argument;
use crate::calling::text::{ReferenceArgument, Text};
use crate::calling::values::{length_checked, Answer};
use crate::editions::Edition;
use crate::ground::errors;
use crate::ground::strings::{in_characters, is_ascii, string};
use crate::layout::object::{self, Form};

/// The edition argument of a call; else the edition of a reference argument; else the default.
#[inline]
pub fn edition_for<'py>(argument: Argument<'_, 'py>, texts: &[&Text<'_, 'py>]) -> PyResult<Edition<'py>> {
    if let Some(argument) = argument {
        if !argument.is_none() {
            return Edition::from_argument(Some(&argument));
        }
    }
    match texts.iter().find_map(|text| text.object) {
        Some(reference) => edition_of(reference),
        None => Ok(Edition::standard()),
    }
}

/// The edition that parsed a reference.
#[inline]
fn edition_of<'py>(reference: ReferenceArgument<'_, 'py>) -> PyResult<Edition<'py>> {
    match reference.fields.edition_index().and_then(Edition::from_index) {
        Some(edition) => Ok(edition),
        None => Edition::from_argument(Some(&reference.fields.edition(reference.object.py()))),
    }
}

pub fn form_of(offsets: &Offsets) -> Form {
    if offsets.scheme_end == core::NONE {
        Form::Relative
    } else {
        Form::Uri
    }
}

/// A new object of a form, from a text and its offsets in bytes.
#[inline(always)]
pub fn new_reference<'py>(
    form: Form,
    text: &Bound<'py, PyString>,
    bytes: &[u8],
    edition: &Edition<'py>,
    offsets: &Offsets,
) -> Answer<'py> {
    if (form != Form::Components && edition.tables().is_ascii()) || is_ascii(text, bytes) {
        object::make(form, text, edition, offsets)
    } else {
        object::make(form, text, edition, &in_characters(bytes, offsets))
    }
}

/// A new reference from the engine's bytes.
#[inline]
pub fn reference_from_bytes<'py>(
    py: Python<'py>,
    bytes: &[u8],
    edition: &Edition<'py>,
    offsets: &Offsets,
) -> Answer<'py> {
    let bytes = length_checked(bytes)?;
    new_reference(form_of(offsets), &string(py, bytes)?, bytes, edition, offsets)
}

/// The error for a text that an edition refuses.
#[cold]
pub fn refused(text: &Text<'_, '_>, edition: &Edition<'_>) -> PyErr {
    let py = text.string().py();
    errors::syntax(py, text.string().as_any(), &edition.name(py))
}

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
