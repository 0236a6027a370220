//! Functions that run once per URL.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use uriverse_core::{FastResolved, Offsets};
use uriverse_whatwg::parser::parse_with_encoding;
use uriverse_whatwg::{parse as parse_record, serialized, writing, Record};

use super::arguments::{base_record, encoding_of, refused, scalar_values};
use crate::calling::arguments::{Argument, Call};
use crate::calling::values::{no_such_word, Answer};
use crate::ground::errors::wrong_type;
use crate::ground::strings::{utf8, utf8_string};
use crate::ground::target_buffer::{fits_together, with_buffer};
use crate::layout::url::{from_record, layout, make, make_joined};

/// The fast path of `whatwg_parse`, and of `URL(text)`.
#[inline(always)]
pub fn parse_fast<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let (text, bytes) = call.only_text()?;
    let mut offsets = Offsets::EMPTY;
    serialized::parse_into(bytes, &mut offsets).then(|| make(&text, &offsets).ok())?
}

/// `whatwg_parse`.
#[inline(never)]
pub fn parse<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    parse_for("parse", call)
}

/// `URL(...)`.
#[inline(never)]
pub fn construct<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    parse_for("URL", call)
}

fn parse_for<'py>(function: &'static str, call: &Call<'_, 'py>) -> Answer<'py> {
    // Most calls have one argument, which needs no binding.
    if let Some((text, bytes)) = call.only_text() {
        if let Ok(record) = parse_record(std::str::from_utf8(bytes).unwrap_or_default(), None) {
            return from_record(call.py(), &record, Some(&text));
        }
    }
    let ([text], [base, encoding]) = call.bind_by(function, 2, &["text"], &["base", "encoding"])?;
    parse_text(text, base, encoding)
}

/// A URL from a text, a base and an encoding's label.
pub fn parse_text<'py>(
    text: Borrowed<'_, 'py, PyAny>,
    base: Argument<'_, 'py>,
    encoding: Argument<'_, 'py>,
) -> Answer<'py> {
    let py = text.py();
    let input = scalar_values("text", &text)?;
    let encoding = encoding_of(encoding)?;
    let record_of_base = base_record(base)?;
    match parse_with_encoding(&input, record_of_base.as_ref(), encoding) {
        Ok(record) => from_record(py, &record, text.cast_exact::<PyString>().ok().as_deref()),
        Err(failure) => {
            let base = record_of_base.map(|record| record.href);
            Err(refused(py, &input, base.as_deref(), false, failure))
        }
    }
}

/// The fast path of `whatwg_can_parse`.
#[inline(always)]
pub fn can_parse_fast<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let (_, bytes) = call.only_text()?;
    serialized::can_parse(bytes).then(|| PyBool::new(call.py(), true).to_owned().into_any())
}

/// `whatwg_can_parse`.
#[inline(never)]
pub fn can_parse<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let is_url = record_or_none("can_parse", call)?.is_some();
    Ok(PyBool::new(call.py(), is_url).to_owned().into_any())
}

/// `URL.parse(...)`.
pub fn parse_or_none<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    match record_or_none("parse", call)? {
        Some(record) => from_record(call.py(), &record, None),
        None => Ok(call.py().None().into_bound(call.py())),
    }
}

/// The URL of a call's text and base, if there is one.
fn record_or_none(function: &str, call: &Call<'_, '_>) -> PyResult<Option<Record>> {
    let ([text], [base]) = call.bind_by(function, 2, &["text"], &["base"])?;
    let input = scalar_values("text", &text)?;
    let base = match base.filter(|base| !base.is_none()) {
        None => return Ok(parse_record(&input, None).ok()),
        Some(base) => match layout(base) {
            Some(url) => Ok(url.record(call.py())),
            None => parse_record(&scalar_values("base", &base)?, None),
        },
    };
    Ok(base.and_then(|base| parse_record(&input, Some(&base))).ok())
}

/// `uriverse.is_valid(text, edition="whatwg")`: whether the parser accepts the text; by the rule "valid-url-string"
/// whether the text is valid for authors.
#[cold]
pub fn is_valid<'py>(text: Borrowed<'_, 'py, PyAny>, rule: Argument<'_, 'py>) -> Answer<'py> {
    let input = scalar_values("text", &text)?;
    let answer = match rule.filter(|rule| !rule.is_none()) {
        None => parse_record(&input, None).is_ok(),
        Some(rule) => match rule.cast::<PyString>().map_err(|_| wrong_type("rule", "a str", &rule))?.to_str()? {
            VALID_URL_STRING => writing::is_valid_url_string(&input, None),
            other => return Err(no_such_word("rule", other, &[VALID_URL_STRING])),
        },
    };
    Ok(PyBool::new(text.py(), answer).to_owned().into_any())
}

/// The one rule of the URL Standard for authors.
const VALID_URL_STRING: &str = "valid-url-string";

/// The fast path of `URL.resolve`.
#[inline(always)]
pub fn resolve_fast<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let (text, reference) = call.only_text()?;
    let fields = layout(call.receiver())?;
    let base = utf8(fields.text(call.py())).filter(|base| fits_together(base, reference))?;
    let offsets = fields.offsets(base.len());
    with_buffer(base.len() + reference.len(), |buffer| {
        match serialized::resolve_into(base, &offsets, reference, buffer) {
            FastResolved::Reference(found) => make(&text, &found).ok(),
            FastResolved::Target(tail) => {
                let text = utf8_string(call.py(), buffer.get(..tail.length)?)?;
                make_joined(fields, &text, &tail).ok()
            }
            FastResolved::NotCovered => None,
        }
    })
}

/// `URL.resolve`.
pub fn resolve<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let ([reference], [encoding]) = call.bind("resolve", &["reference"], &["encoding"])?;
    parse_text(reference, Some(call.receiver()), encoding)
}
