//! A Python argument as text: a `str` as it is, a reference by its text, `bytes` where they are US-ASCII.

use std::borrow::Cow;

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use uriverse_core::{Offsets, NONE};

use crate::object::{layout, Object};

/// A text with the bytes that the engine reads.
pub struct Text<'py> {
    /// The exact `str`.
    pub string: Bound<'py, PyString>,
    /// The bytes with surrogates as they are, where a lone one keeps the text from being UTF-8.
    surrogates: Option<Bound<'py, PyBytes>>,
    /// The reference that was given, if it was one.
    pub object: Option<Bound<'py, PyAny>>,
}

impl<'py> Text<'py> {
    /// Take an argument; `TypeError` where it is no text.
    #[inline]
    pub fn new(argument: &Bound<'py, PyAny>) -> PyResult<Text<'py>> {
        if let Ok(string) = argument.cast_exact::<PyString>() {
            return Text::from_string(string.clone());
        }
        Text::from_other(argument)
    }

    fn from_string(string: Bound<'py, PyString>) -> PyResult<Text<'py>> {
        if string.to_str().is_ok() {
            return Ok(Text { string, surrogates: None, object: None });
        }
        let bytes = string.call_method1("encode", ("utf-8", "surrogatepass"))?.cast_into::<PyBytes>()?;
        Ok(Text { string, surrogates: Some(bytes), object: None })
    }

    #[cold]
    fn from_other(argument: &Bound<'py, PyAny>) -> PyResult<Text<'py>> {
        let py = argument.py();
        if let Some((fields, _)) = layout(argument) {
            let mut text = Text::from_string(fields.text(py).to_owned())?;
            text.object = Some(argument.clone());
            return Ok(text);
        }
        if argument.is_instance_of::<PyString>() {
            // An exact copy: a subclass could hold anything, and what is kept must be a plain text.
            // SAFETY: the argument is a string; the call gives a new reference or null with an error set.
            let exact = unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyUnicode_FromObject(argument.as_ptr()))? };
            return Text::from_string(exact.cast_into::<PyString>()?);
        }
        if let Ok(bytes) = argument.cast::<PyBytes>() {
            // Octets have no charset of their own: what is beyond US-ASCII keeps its place, and the grammar refuses it.
            let latin = bytes.call_method1("decode", ("latin-1",))?.cast_into::<PyString>()?;
            return Text::from_string(latin);
        }
        let class = argument.get_type().name()?;
        Err(PyTypeError::new_err(format!("a text is a str, a URI reference or ASCII bytes, not {class}")))
    }

    /// What the engine reads.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        match &self.surrogates {
            None => self.string.to_str().map_or(&[], str::as_bytes),
            Some(bytes) => bytes.as_bytes(),
        }
    }

    /// The fields of the reference that was given, if it was one.
    pub fn fields(&self) -> Option<&Object> {
        self.object.as_ref().and_then(|object| layout(object)).map(|(fields, _)| fields)
    }
}

/// How many characters the first `at` bytes hold; one that they hold a part of is none yet, so that a character whose
/// first bytes could begin another is refused as a whole.
pub fn characters(bytes: &[u8], at: usize) -> usize {
    let starts = |byte: &&u8| **byte & 0xC0 != 0x80;
    let begun = bytes[..at.min(bytes.len())].iter().filter(starts).count();
    begun - usize::from(bytes.get(at).is_some_and(|byte| !starts(&byte)) && begun > 0)
}

/// Offsets of bytes as offsets of characters; the same where the text is US-ASCII.
pub fn in_characters(bytes: &[u8], offsets: Offsets) -> Offsets {
    if bytes.is_ascii() {
        return offsets;
    }
    let count = |at: u32| if at == NONE { NONE } else { characters(bytes, at as usize) as u32 };
    Offsets {
        scheme_end: count(offsets.scheme_end),
        authority_start: count(offsets.authority_start),
        authority_end: count(offsets.authority_end),
        userinfo_end: count(offsets.userinfo_end),
        host_start: count(offsets.host_start),
        host_end: count(offsets.host_end),
        port_start: count(offsets.port_start),
        path_start: count(offsets.path_start),
        path_end: count(offsets.path_end),
        params_start: count(offsets.params_start),
        query_start: count(offsets.query_start),
        query_end: count(offsets.query_end),
        fragment_start: count(offsets.fragment_start),
        flags: offsets.flags,
    }
}

/// Bytes that the engine made, as a Python string.
pub fn string<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyString>> {
    match String::from_utf8_lossy(bytes) {
        Cow::Borrowed(text) => Ok(PyString::new(py, text)),
        Cow::Owned(_) => {
            Ok(PyBytes::new(py, bytes).call_method1("decode", ("utf-8", "surrogatepass"))?.cast_into::<PyString>()?)
        }
    }
}
