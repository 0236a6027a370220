//! Arguments of the URL Standard's algorithms: texts, bases and encodings.

use std::borrow::Cow;

use pyo3::exceptions::{PyLookupError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use uriverse_core::memory::{self, owned_text};
use uriverse_whatwg::{parser, Encoding, Failure, Record, UTF_8};

use crate::calling::arguments::Argument;
use crate::calling::objects::url_text;
use crate::calling::values::length_checked;
use crate::ground::errors::{self, not_a_text, wrong_type};
use crate::ground::secrets;
use crate::ground::strings::utf8;
use crate::layout::url::layout;

/// A scalar value string: the text of an argument, with U+FFFD for each lone surrogate.
///
/// An argument is a `str`, a URL or a reference, or `bytes`, which are decoded as UTF-8.
pub fn scalar_values<'a>(name: &str, argument: &'a Bound<'_, PyAny>) -> PyResult<Cow<'a, str>> {
    if let Some(url) = layout(argument.as_borrowed()) {
        return Ok(Cow::Borrowed(url.href(argument.py())));
    }
    if let Ok(string) = argument.cast::<PyString>() {
        return match string.to_str() {
            Ok(text) => {
                length_checked(text.as_bytes())?;
                Ok(Cow::Borrowed(text))
            }
            Err(_) => replace_surrogates(string).map(Cow::Owned),
        };
    }
    if let Some((reference, _)) = crate::layout::object::layout(argument.as_borrowed()) {
        let text = reference.text(argument.py());
        return match utf8(text) {
            Some(_) => Ok(Cow::Owned(memory::text(text.to_str()?))),
            None => replace_surrogates(&text).map(Cow::Owned),
        };
    }
    if let Ok(bytes) = argument.cast::<PyBytes>() {
        length_checked(bytes.as_bytes())?;
        return Ok(Cow::Owned(owned_text(bytes.as_bytes())));
    }
    match url_text(argument)? {
        Some(text) => Ok(Cow::Owned(owned_text(scalar_values(name, &text)?.as_bytes()))),
        None => Err(not_a_text(name, argument)),
    }
}

/// A string with lone surrogates as a scalar value string.
#[cold]
fn replace_surrogates(string: &Bound<'_, PyString>) -> PyResult<String> {
    let units = string.call_method1("encode", ("utf-16-le", "surrogatepass"))?;
    let text: String = units.call_method1("decode", ("utf-16-le", "replace"))?.extract()?;
    length_checked(text.as_bytes())?;
    Ok(text)
}

/// The encoding of a label; `LookupError` if the Encoding Standard has none of that name.
pub fn encoding_of(label: Argument<'_, '_>) -> PyResult<&'static Encoding> {
    let Some(label) = label.filter(|label| !label.is_none()) else { return Ok(UTF_8) };
    encoding_named(label.cast::<PyString>().map_err(|_| wrong_type("encoding", "a str", &label))?.to_str()?)
}

/// The encoding of a label in Rust.
pub fn encoding_named(label: &str) -> PyResult<&'static Encoding> {
    Encoding::for_label(label.as_bytes()).ok_or_else(|| match Python::attach(|py| secrets::masked(py, label)) {
        Ok(label) => PyLookupError::new_err(format!("the Encoding Standard has no encoding {label:?}")),
        Err(error) => error,
    })
}

/// Whether an `edition` argument names the URL Standard, which is an algorithm, not an edition.
pub fn is_named(edition: Argument<'_, '_>) -> bool {
    let name = edition.as_deref().and_then(|edition| edition.cast::<PyString>().ok());
    name.is_some_and(|name| name.to_str().is_ok_and(|name| name == "whatwg"))
}

/// Refuses the arguments for choices of the RFCs: the URL Standard has none.
pub fn refuse_choices(choices: &[(&str, Argument<'_, '_>)]) -> PyResult<()> {
    match choices.iter().find(|(_, value)| value.is_some()) {
        None => Ok(()),
        Some((name, _)) => {
            Err(PyTypeError::new_err(format!("the URL Standard leaves no choice: {name} cannot be given")))
        }
    }
}

/// The record of a base argument, or None without a base.
pub fn base_record(base: Argument<'_, '_>) -> PyResult<Option<Record>> {
    let Some(base) = base.filter(|base| !base.is_none()) else { return Ok(None) };
    if let Some(url) = layout(base) {
        return Ok(Some(url.record(base.py())));
    }
    let text = scalar_values("base", &base)?;
    match parser::parse(&text, None) {
        Ok(record) => Ok(Some(record)),
        Err(failure) => Err(refused(base.py(), &text, None, true, failure)),
    }
}

/// The `URLError` for a text that the parser refuses.
#[cold]
pub fn refused(py: Python<'_>, text: &str, base: Option<&str>, is_base: bool, failure: Failure) -> PyErr {
    let Failure::Input { error, at } = failure else {
        return pyo3::exceptions::PySystemError::new_err("only a setter ignores a value without a validation error");
    };
    errors::url(py, text, at, error.as_str(), (base, is_base), "")
}
