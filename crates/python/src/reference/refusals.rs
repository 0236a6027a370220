//! What a refusal says: the place and the reason, what was expected, and what to do about it.
//!
//! An error has the text and the edition, and asks for the rest when it is read: finding the place takes longer than
//! raising the error, and most callers only want to know that the text is refused.

use pyo3::prelude::*;
use pyo3::types::PyString;
use pyo3::IntoPyObjectExt;
use uriverse_core as core;

use crate::calling::text::Text;
use crate::calling::values::Answer;
use crate::editions::{Edition, EditionArg};
use crate::ground::pointing::{picture, LONGEST};
use crate::ground::strings::{byte_place, is_ascii};
use crate::reference::calls::rule_of;

/// The position in bytes of a character of a text.
fn in_bytes(text: &Text<'_, '_>, at: usize) -> usize {
    if is_ascii(text.string(), text.bytes()) {
        at
    } else {
        byte_place(text.bytes(), at)
    }
}

/// The rule that read a text, and where it began.
fn point_of(refusal: &core::Refusal<'_>) -> (core::RuleId, usize) {
    (refusal.rule, refusal.start)
}

/// Where an edition refuses a text, why, and, with `words`, the whole message by the same search: `words` makes the end
/// of its first line of the edition and the rule.
///
/// The place is the position, the rule that an error names, and for [`refusal_expected`] the start, the rule that read
/// it and the component.
#[pyfunction]
#[pyo3(signature = (text, words=None, *, edition=None))]
fn refusal_report<'py>(
    text: &Bound<'py, PyString>,
    words: Option<&Bound<'py, PyAny>>,
    edition: EditionArg,
) -> Answer<'py> {
    let edition = Edition::from_argument(edition)?;
    let argument = Text::new("text", text.as_any().as_borrowed())?;
    let (tables, bytes) = (edition.tables(), argument.bytes());
    let refusals = core::refusals(tables, bytes);
    let Some(refusal) = refusals.first() else { return Ok(text.py().None().into_bound(text.py())) };
    let in_characters = |at| if is_ascii(text, bytes) { at } else { core::characters(bytes, at) };
    let (at, start) = (in_characters(refusal.at), in_characters(refusal.start));
    let place =
        (at, refusal.label, start, tables.rule_name(refusal.rule), refusal.component.map(core::Component::as_str));
    let advice = || {
        let points: Vec<_> = refusals.iter().map(point_of).collect();
        let expected = core::expected(tables, bytes, refusal.at, &points);
        Ok((expected, core::hint(tables, bytes, refusal.at, refusal.label, refusal.component)))
    };
    let message = |words: &Bound<'py, PyAny>| -> PyResult<String> {
        let end: String = words.call1((edition.name(text.py()), refusal.label))?.extract()?;
        Ok(format!("{} at {at}: {end}\n{}", subject(text, at)?, lines(text, at, tables, advice)?))
    };
    let message = words.map(message).transpose()?.unwrap_or_default();
    let reason = core::reason(bytes, refusal.at, refusal.label, refusal.component).as_str();
    (place, reason, message).into_bound_py_any(text.py())
}

/// The subject of the message's first line: the refused character.
#[pyfunction]
fn subject(text: &Bound<'_, PyString>, at: usize) -> PyResult<String> {
    let Ok(character) = text.get_item(at) else { return Ok("the text ends".to_owned()) };
    let shown = character.repr()?;
    if character.call_method0(pyo3::intern!(text.py(), "isprintable"))?.is_truthy()? {
        return Ok(shown.to_string());
    }
    let code = text.py().import("builtins")?.call_method1("ord", (&character,))?.extract::<u32>()?;
    Ok(format!("{shown} (U+{code:04X})"))
}

/// The rules and literals that are allowed where a text is refused; the rule `accepts` read it from `start`.
///
/// `component` is None if the caller named a rule, so that the text is not a whole reference.
#[pyfunction]
#[pyo3(signature = (text, at, start, accepts, component=None, *, edition=None))]
fn refusal_expected(
    text: &Bound<'_, PyAny>,
    at: usize,
    start: usize,
    accepts: &Bound<'_, PyAny>,
    component: Option<&str>,
    edition: EditionArg,
) -> PyResult<Vec<String>> {
    let edition = Edition::from_argument(edition)?;
    let tables = edition.tables();
    let text = Text::new("text", text.as_borrowed())?;
    let point = (rule_of(tables, accepts)?, in_bytes(&text, start));
    let mut points = vec![point];
    if component.is_some() {
        let readings: Vec<_> = core::refusals(tables, text.bytes()).iter().map(point_of).collect();
        // Otherwise a component was checked separately, and the text is not a reference.
        if readings.contains(&point) {
            points = readings;
        }
    }
    Ok(core::expected(tables, text.bytes(), in_bytes(&text, at), &points))
}

/// The text around a position and a caret under it, in two lines, with masked secrets; an edition knows the userinfo.
#[pyfunction]
#[pyo3(signature = (text, at, *, edition=None))]
fn pointed(text: &Bound<'_, PyString>, at: usize, edition: EditionArg) -> PyResult<String> {
    let edition = edition.map(|edition| Edition::from_argument(Some(edition))).transpose()?;
    let style = edition.map(|edition| edition.tables().split_style());
    picture(text, at, |bytes| core::split(style?, bytes).userinfo())
}

/// The lines of a message after the first: the picture of the position, what was expected, and the hint.
#[pyfunction]
#[pyo3(signature = (text, at, rule, start, accepts, component, *, edition=None))]
fn refusal_lines(
    text: &Bound<'_, PyString>,
    at: usize,
    rule: &str,
    start: usize,
    accepts: &Bound<'_, PyAny>,
    component: Option<&str>,
    edition: EditionArg,
) -> PyResult<String> {
    lines(text, at, Edition::from_argument(edition)?.tables(), || {
        let expected = refusal_expected(text, at, start, accepts, component, edition)?;
        Ok((expected, refusal_hint(text, at, rule, component, edition)?))
    })
}

/// The lines from the expected names and the hint. A long text is not searched again: it has the picture alone.
fn lines(
    text: &Bound<'_, PyString>,
    at: usize,
    tables: &core::Tables,
    advice: impl FnOnce() -> PyResult<(Vec<String>, String)>,
) -> PyResult<String> {
    let mut lines = picture(text, at, |bytes| core::split(tables.split_style(), bytes).userinfo())?;
    if text.len()? <= LONGEST {
        let (expected, hint) = advice()?;
        if !expected.is_empty() {
            lines += &format!("\nexpected {}", expected.join(" or "));
        }
        if !hint.is_empty() {
            lines += &format!("\n{hint}");
        }
    }
    Ok(lines)
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
    Ok(core::hint(edition.tables(), text.bytes(), in_bytes(&text, at), rule, component))
}

/// The character at which a rule refuses a text; None if it accepts it.
#[pyfunction]
#[pyo3(signature = (text, rule, *, edition=None))]
fn rule_refusal(text: &Bound<'_, PyAny>, rule: &Bound<'_, PyAny>, edition: EditionArg) -> PyResult<Option<usize>> {
    let edition = Edition::from_argument(edition)?;
    let text = Text::new("text", text.as_borrowed())?;
    let (tables, bytes) = (edition.tables(), text.bytes());
    let refusal = core::rule_refusal(tables, rule_of(tables, rule)?, bytes);
    Ok(refusal.map(|refusal| core::characters(bytes, refusal.at)))
}

/// The reason why a text is refused at a character: one word of `refusal_reasons`.
#[pyfunction]
#[pyo3(signature = (text, at, rule, component=None))]
fn refusal_reason(text: &Bound<'_, PyAny>, at: usize, rule: &str, component: Option<&str>) -> PyResult<&'static str> {
    let text = Text::new("text", text.as_borrowed())?;
    let component = component.and_then(core::Component::named);
    Ok(core::reason(text.bytes(), in_bytes(&text, at), rule, component).as_str())
}

/// The possible results of `refusal_reason`.
#[pyfunction]
fn refusal_reasons() -> Vec<&'static str> {
    core::Reason::NAMES.to_vec()
}

register! { pointed, subject, refusal_report, refusal_lines, refusal_expected, refusal_hint, rule_refusal, refusal_reason, refusal_reasons }
