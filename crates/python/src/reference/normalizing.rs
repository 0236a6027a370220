//! Normalization at the border: `normalize` and `equivalent`.

use std::borrow::Cow;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBool;
use uriverse_core as core;
use uriverse_core::{Level, Offsets, Tables};
use uriverse_schemes::Scheme;

use crate::calling::arguments::{Argument, Call};
use crate::calling::references::{edition_for, form_of, reference_from_bytes};
use crate::calling::references::{normal_reference, offsets_of};
use crate::calling::text::Text;
use crate::calling::values::{choice, word, Answer};
use crate::editions::Edition;
use crate::layout::object;
use crate::reference::urls::like_receiver;
use crate::schemes;
use crate::whatwg::arguments as whatwg;
use crate::whatwg::calls::parse_text as parse_url;

const LEVELS: [&str; 6] = ["string", "case", "percent", "path", "syntax", "scheme"];

/// A level of normalization; None for "string", which changes nothing.
fn level_of(name: &str) -> PyResult<Option<Level>> {
    match name {
        "string" => Ok(None),
        _ => choice("level", name, Level::named, &LEVELS).map(Some),
    }
}

/// The level of that name, which the edition must support.
pub fn level_by(tables: &Tables, name: &str) -> PyResult<Option<Level>> {
    let level = level_of(name)?;
    if level.is_none_or(|level| tables.has_level(level)) {
        return Ok(level);
    }
    let has = |name: &&str| level_of(name).is_ok_and(|level| level.is_none_or(|level| tables.has_level(level)));
    let known: Vec<_> = LEVELS.into_iter().filter(has).collect();
    Err(PyValueError::new_err(format!(
        "the edition {} has no level {name:?}, because its document does not give that step a meaning; it has {}; \
         edition=\"rfc3986\" takes RFC 3986's steps",
        tables.id(),
        known.join(", ")
    )))
}

/// The fast path of `uriverse.normalize`.
#[inline(always)]
pub fn normalize_fast<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let (text, bytes) = call.only_text()?;
    let edition = Edition::standard();
    let tables = edition.tables();
    let mut offsets = Offsets::EMPTY;
    if !tables.is_ascii() || !core::parse_into(tables, bytes, &mut offsets) {
        return None;
    }
    match core::normalize(tables, bytes, &offsets, Level::Syntax) {
        None => object::make(form_of(&offsets), &text, &edition, &offsets).ok(),
        Some(changed) => {
            let offsets = core::parse(tables, &changed)?;
            reference_from_bytes(call.py(), &changed, &edition, &offsets).ok()
        }
    }
}

/// `reference.normalize()`, by its own edition.
pub fn normalize_method<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let ([], [level]) = call.bind("normalize", &[], &["level"])?;
    like_receiver(call.receiver(), normalized(call.receiver(), level, None, true)?, &[])
}

/// `uriverse.normalize`.
#[inline(never)]
pub fn normalize<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let ([reference], [level, edition]) = call.bind("normalize", &["reference"], &["level", "edition"])?;
    if whatwg::is_named(edition) {
        whatwg::refuse_choices(&[("level", level)])?;
        return parse_url(reference, None, None);
    }
    normalized(reference, level, edition, true)
}

fn normalized<'py>(
    reference: Borrowed<'_, 'py, PyAny>,
    level: Argument<'_, 'py>,
    edition: Argument<'_, 'py>,
    has_scheme_rules: bool,
) -> Answer<'py> {
    let py = reference.py();
    let text = Text::new("reference", reference)?;
    let read_by = edition_for(edition, &[&text])?;
    let level = level_by(read_by.tables(), word("level", &level, "syntax")?)?;
    let offsets = offsets_of(&text, &read_by)?;
    let rules = if has_scheme_rules { scheme_rules(py, level, &read_by, text.bytes(), &offsets)? } else { None };
    let changed = uriverse_schemes::normalize(read_by.tables(), text.bytes(), &offsets, level, rules);
    normal_reference(py, &text, &read_by, &offsets, changed)
}

/// The rules of the scheme, if the level uses them; None if the edition's own table has all of them.
fn scheme_rules(
    py: Python<'_>,
    level: Option<Level>,
    edition: &Edition<'_>,
    bytes: &[u8],
    offsets: &Offsets,
) -> PyResult<Option<&'static Scheme>> {
    match level {
        Some(Level::Scheme) => schemes::known_rules_of(py, edition.tables(), bytes, offsets),
        _ => Ok(None),
    }
}

/// The normal form by the edition's own table only (RFC 3986, section 6.2, "Comparison Ladder").
pub fn normalize_generic<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let ([reference], [level, edition]) = call.bind("normalize_generic", &["reference"], &["level", "edition"])?;
    normalized(reference, level, edition, false)
}

/// `uriverse.equivalent`.
pub fn equivalent<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let ([one, other], [level, edition]) = call.bind("equivalent", &["a", "b"], &["level", "edition"])?;
    if whatwg::is_named(edition) {
        whatwg::refuse_choices(&[("level", level)])?;
        let equal = parse_url(one, None, None)?.eq(parse_url(other, None, None)?)?;
        return Ok(PyBool::new(call.py(), equal).to_owned().into_any());
    }
    let a = Text::new("a", one)?;
    let b = Text::new("b", other)?;
    let edition = edition_for(edition, &[&a, &b])?;
    let level = level_by(edition.tables(), word("level", &level, "syntax")?)?;
    let compared = |text| -> PyResult<Cow<'_, [u8]>> {
        let (offsets, bytes) = (offsets_of(text, &edition)?, Text::bytes(text));
        let rules = scheme_rules(call.py(), level, &edition, bytes, &offsets)?;
        Ok(uriverse_schemes::compared(edition.tables(), bytes, &offsets, level, rules))
    };
    Ok(PyBool::new(call.py(), compared(&a)? == compared(&b)?).to_owned().into_any())
}
