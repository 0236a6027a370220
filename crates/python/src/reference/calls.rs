//! The functions of `uriverse._core` that run once per URI.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};
use uriverse_core as core;
use uriverse_core::{Excess, Offsets, Tables};

use crate::calling::arguments::{Argument, Call};
use crate::calling::references::{edition_for, form_of, new_reference, refused};
use crate::calling::text::Text;
use crate::calling::values::{flag, length_checked, Answer};
use crate::editions::{BuiltIn, Edition};
use crate::ground::errors;
use crate::ground::errors::wrong_type;
use crate::ground::handed_over::{import_late, LateImport};
use crate::ground::strings::{ascii, code_points, short_utf8, string};
use crate::layout::object::{self, layout, Form};
use crate::whatwg::arguments::is_named as by_url_standard;
use crate::whatwg::calls as url_calls;

/// The text and the edition of a call without an edition, or with the id of the edition that was named last.
#[inline(always)]
fn text_and_built_in<'a, 'py>(call: &Call<'a, 'py>) -> Option<(Borrowed<'a, 'py, PyString>, &'static BuiltIn)> {
    match call.only_string() {
        Some(text) => Some((text, BuiltIn::standard())),
        None => text_and_named(call),
    }
}

#[inline(never)]
fn text_and_named<'a, 'py>(call: &Call<'a, 'py>) -> Option<(Borrowed<'a, 'py, PyString>, &'static BuiltIn)> {
    let (text, edition) = call.string_and_object(pyo3::intern!(call.py(), "edition"))?;
    Some((text, BuiltIn::named(edition)?))
}

/// The fast path of `uriverse.parse`.
#[inline(always)]
pub fn parse_fast<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let Some((text, edition)) = text_and_built_in(call) else { return parse_by_edition(call) };
    parse_string(text, &Edition::BuiltIn(edition))
}

/// The same for another edition.
#[inline(never)]
fn parse_by_edition<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let (text, edition) = call.string_and_object(pyo3::intern!(call.py(), "edition"))?;
    parse_string(text, &Edition::known(edition)?)
}

#[inline(always)]
fn parse_string<'py>(text: Borrowed<'_, 'py, PyString>, edition: &Edition<'py>) -> Option<Bound<'py, PyAny>> {
    let mut offsets = Offsets::EMPTY;
    if parse_letters(text, edition.tables(), &mut offsets) {
        return object::make(form_of(&offsets), &text, edition, &offsets).ok();
    }
    let bytes = short_utf8(text)?;
    if !core::parse_into(edition.tables(), bytes, &mut offsets) {
        return None;
    }
    new_reference(form_of(&offsets), &text, bytes, edition, &offsets).ok()
}

/// Writes the parse of a text with letters beyond US-ASCII, in characters, into `offsets`. False is inconclusive.
#[inline(always)]
fn parse_letters(text: Borrowed<'_, '_, PyString>, tables: &Tables, offsets: &mut Offsets) -> bool {
    !tables.is_ascii() && ascii(text).is_none() && parse_code_points(text, tables, offsets)
}

#[inline(never)]
fn parse_code_points(text: Borrowed<'_, '_, PyString>, tables: &Tables, offsets: &mut Offsets) -> bool {
    code_points(text).is_some_and(|text| core::parse_code_points_into(tables, text, offsets))
}

/// `uriverse.parse`.
#[inline(never)]
pub fn parse<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let ([text], [edition, agree]) = call.bind("parse", &["text"], &["edition", "agree"])?;
    let parsed = if by_url_standard(edition) { whatwg_text(text)? } else { parse_text(text, edition)? };
    if let Some(parsers) = agree.filter(|parsers| !parsers.is_none()) {
        import_late(call.py(), LateImport::AgreementCheck)?.call1((Text::new("text", text)?.string(), &parsers))?;
    }
    Ok(parsed)
}

/// The URL of a text, by the URL Standard's parser.
#[cold]
fn whatwg_text<'py>(text: Borrowed<'_, 'py, PyAny>) -> Answer<'py> {
    url_calls::parse_text(text, None, None)
}

#[inline]
fn parse_text<'py>(argument: Borrowed<'_, 'py, PyAny>, edition: Argument<'_, 'py>) -> Answer<'py> {
    let text = Text::new("text", argument)?;
    let edition = edition_for(edition, &[&text])?;
    if let Some(reference) = text.reference() {
        if reference.fields.edition(argument.py()).eq(edition.name(argument.py()))? {
            return Ok(argument.to_owned());
        }
    }
    let bytes = length_checked(text.bytes())?;
    match core::parse(edition.tables(), bytes) {
        Some(offsets) => new_reference(form_of(&offsets), text.string(), bytes, &edition, &offsets),
        None => Err(refused(&text, &edition)),
    }
}

/// The fast path of `URI(text)`, `RelativeReference(text)` and `URIReference(text)`.
#[inline(always)]
pub fn construct_fast<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let (text, bytes) = call.only_text()?;
    let edition = Edition::standard();
    let tables = edition.tables();
    let offsets = core::parse(tables, bytes).filter(|_| tables.is_ascii())?;
    let form = form_of(&offsets);
    let wanted = object::form_of_class(call.receiver());
    if wanted.is_some_and(|wanted| wanted != form) {
        return None;
    }
    object::make(form, &text, &edition, &offsets).ok()
}

/// `URI(...)`, `RelativeReference(...)`, `URIReference(...)`.
#[inline(never)]
pub fn construct<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let py = call.py();
    let wanted = object::form_of_class(call.receiver());
    let function = match wanted {
        Some(Form::Uri) => "URI",
        Some(Form::Relative) => "RelativeReference",
        _ => "URIReference",
    };
    let ([text], [edition]) = call.bind(function, &["text"], &["edition"])?;
    let made = parse_text(text, edition)?;
    match (wanted, layout(made.as_borrowed())) {
        // A `URL` is a URI already; this one is plain.
        (Some(Form::Uri), Some((fields, Form::Uri))) if object::is_url(made.as_borrowed()) => {
            let text = fields.text(py).to_owned();
            object::make(Form::Uri, &text, &Edition::standard(), &fields.offsets(text.len()?))
        }
        (Some(wanted), Some((fields, form))) if wanted != form => {
            let besides = if wanted == Form::Uri {
                ("no-scheme", "it is a relative reference, and a URI begins with a scheme")
            } else {
                ("has-scheme", "it is a URI, and a relative reference has no scheme")
            };
            Err(errors::wrong_kind(fields.text(py).as_any(), &fields.edition(py), besides))
        }
        _ => Ok(made),
    }
}

/// The fast path of `uriverse.split`.
#[inline(always)]
pub fn split_fast<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let (text, bytes) = call.only_text()?;
    let edition = Edition::standard();
    let offsets = core::split(edition.tables().split_style(), bytes);
    new_reference(Form::Components, &text, bytes, &edition, &offsets).ok()
}

/// `uriverse.split`.
#[inline(never)]
pub fn split<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let ([text], [edition]) = call.bind("split", &["text"], &["edition"])?;
    let text = Text::new("text", text)?;
    let edition = edition_for(edition, &[&text])?;
    let bytes = length_checked(text.bytes())?;
    let offsets = core::split(edition.tables().split_style(), bytes);
    new_reference(Form::Components, text.string(), bytes, &edition, &offsets)
}

/// The fast path of `uriverse.is_valid`.
#[inline(always)]
pub fn is_valid_fast<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let Some((text, edition)) = text_and_built_in(call) else { return is_valid_by_edition(call) };
    is_valid_text(text, edition.tables())
}

/// The same for another edition.
#[inline(never)]
fn is_valid_by_edition<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let (text, edition) = call.string_and_object(pyo3::intern!(call.py(), "edition"))?;
    is_valid_text(text, Edition::known(edition)?.tables())
}

#[inline(always)]
fn is_valid_text<'py>(text: Borrowed<'_, 'py, PyString>, tables: &Tables) -> Option<Bound<'py, PyAny>> {
    let valid =
        parse_letters(text, tables, &mut Offsets::EMPTY.clone()) || core::is_accepted(tables, short_utf8(text)?);
    Some(PyBool::new(text.py(), valid).to_owned().into_any())
}

/// `uriverse.is_valid`.
#[inline(never)]
pub fn is_valid<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let ([argument], [rule, edition, scheme_rules]) =
        call.bind("is_valid", &["text"], &["rule", "edition", "scheme_rules"])?;
    if scheme_rules.is_some() && flag("scheme_rules", scheme_rules, false)? {
        return follows_scheme_rules(&argument, rule, edition);
    }
    if by_url_standard(edition) {
        return url_calls::is_valid(argument, rule);
    }
    let text = Text::new("text", argument)?;
    let edition = edition_for(edition, &[&text])?;
    let (tables, bytes) = (edition.tables(), length_checked(text.bytes())?);
    let valid = match rule.filter(|rule| !rule.is_none()) {
        None => core::is_accepted(tables, bytes),
        Some(rule) => core::accepts(tables, rule_of(tables, &rule)?, bytes),
    };
    Ok(PyBool::new(call.py(), valid).to_owned().into_any())
}

/// `uriverse.schemes.is_valid`, which checks the edition's and the scheme's rules.
fn follows_scheme_rules<'py>(
    text: &Bound<'py, PyAny>,
    rule: Argument<'_, 'py>,
    edition: Argument<'_, 'py>,
) -> Answer<'py> {
    if rule.is_some_and(|rule| !rule.is_none()) {
        return Err(PyTypeError::new_err("is_valid() takes a rule or scheme_rules, not both"));
    }
    let keywords = PyDict::new(text.py());
    keywords.set_item("edition", edition)?;
    import_late(text.py(), LateImport::Schemes)?.getattr("is_valid")?.call((text,), Some(&keywords))
}

/// The rule of that name, or `UnknownRuleError` with the known names.
pub fn rule_of(tables: &Tables, name: &Bound<'_, PyAny>) -> PyResult<core::RuleId> {
    // Names of rules are US-ASCII, so a lone surrogate may become U+FFFD.
    let text = name.cast::<PyString>().map_err(|_| wrong_type("rule", "a str", name))?.to_string_lossy();
    rule_named(tables, &text)
}

/// As [`rule_of`], of a name in Rust.
pub fn rule_named(tables: &Tables, name: &str) -> PyResult<core::RuleId> {
    let unknown = || Python::attach(|py| errors::unknown_rule(py, name, tables.rule_names().collect()));
    tables.rule(name).ok_or_else(unknown)
}

/// `uriverse.remove_dot_segments`.
pub fn remove_dot_segments<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let ([path], []) = call.bind("remove_dot_segments", &["path"], &[])?;
    let text = Text::new("path", path)?;
    match core::remove_dot_segments(text.bytes(), Excess::Drop) {
        Ok(Some(removed)) => Ok(string(call.py(), &removed)?.into_any()),
        // An unchanged path is returned as it is; `Excess::Drop` never fails.
        Ok(None) | Err(_) => Ok(text.string().clone().into_any()),
    }
}
