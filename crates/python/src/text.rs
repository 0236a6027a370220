//! A Python argument as text: a `str` as it is, a reference by its text, `bytes` as UTF-8.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use uriverse_core::{begins_a_character, characters, Offsets, NONE};

use crate::arguments::wrong_type;
use crate::object::{layout, Form, Object};

/// A text with the bytes that the engine reads.
pub struct Text<'a, 'py> {
    source: Source<'a, 'py>,
    /// The reference that was given, if it was one.
    pub object: Option<Given<'a, 'py>>,
}

/// Where the bytes are.
enum Source<'a, 'py> {
    /// In the argument itself, or in the text of the reference that it is: it lives as long as the call.
    Lent(Borrowed<'a, 'py, PyString>, &'a [u8]),
    /// In a string made for the call, or, where a lone surrogate keeps it from being UTF-8, in bytes that hold it as it
    /// is.
    Made(Bound<'py, PyString>, Option<Bound<'py, PyBytes>>),
}

/// A reference that was given in place of a text.
#[derive(Clone, Copy)]
pub struct Given<'a, 'py> {
    pub object: Borrowed<'a, 'py, PyAny>,
    pub fields: &'a Object,
    pub form: Form,
}

impl Given<'_, '_> {
    /// The length of the text in characters.
    pub fn length(&self) -> usize {
        self.fields.text(self.object.py()).len().unwrap_or_default()
    }
}

impl<'a, 'py> Text<'a, 'py> {
    /// Take the argument of that name; `TypeError` if it is not a text.
    #[inline]
    pub fn new(name: &'static str, argument: Borrowed<'a, 'py, PyAny>) -> PyResult<Text<'a, 'py>> {
        if let Ok(string) = argument.cast_exact::<PyString>() {
            return Text::of_string(string);
        }
        if let Some((fields, form)) = layout(argument) {
            let mut text = Text::of_string(fields.text(argument.py()))?;
            text.object = Some(Given { object: argument, fields, form });
            return Ok(text);
        }
        Text::from_other(name, argument)
    }

    #[inline]
    fn of_string(string: Borrowed<'a, 'py, PyString>) -> PyResult<Text<'a, 'py>> {
        match utf8(string) {
            Some(bytes) => Ok(Text { source: Source::Lent(string, bytes), object: None }),
            None => Text::of_made(string.to_owned()),
        }
    }

    #[cold]
    fn of_made(string: Bound<'py, PyString>) -> PyResult<Text<'a, 'py>> {
        let bytes = without_utf8(&string)?;
        Ok(Text { source: Source::Made(string, bytes), object: None })
    }

    #[cold]
    fn from_other(name: &str, argument: Borrowed<'a, 'py, PyAny>) -> PyResult<Text<'a, 'py>> {
        let py = argument.py();
        if argument.is_instance_of::<PyString>() {
            // An exact copy: a subclass could hold anything, and what is kept must be a plain text.
            // SAFETY: the argument is a string; the call gives a new reference or null with an error set.
            let exact = unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyUnicode_FromObject(argument.as_ptr()))? };
            return Text::of_made(exact.cast_into::<PyString>()?);
        }
        if let Ok(bytes) = argument.cast::<PyBytes>() {
            // An octet that is not UTF-8 becomes a lone surrogate, as in Python's names of files: every grammar refuses
            // it at its place, and the text still tells which octet it was.
            let text = match utf8_string(py, bytes.as_bytes()) {
                Some(text) => text,
                None => bytes.call_method1("decode", ("utf-8", "surrogateescape"))?.cast_into::<PyString>()?,
            };
            return Text::of_made(text);
        }
        Err(wrong_type(name, "a str, a URI reference or bytes", &argument))
    }

    /// The exact `str`.
    #[inline]
    pub fn string(&self) -> &Bound<'py, PyString> {
        match &self.source {
            Source::Lent(string, _) => string,
            Source::Made(string, _) => string,
        }
    }

    /// What the engine reads.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        match &self.source {
            Source::Lent(_, bytes) => bytes,
            Source::Made(string, None) => string.to_str().map_or(&[], str::as_bytes),
            Source::Made(_, Some(bytes)) => bytes.as_bytes(),
        }
    }

    /// The reference that was given, if it was a parsed one.
    pub fn reference(&self) -> Option<Given<'a, 'py>> {
        self.object.filter(|given| given.form != Form::Components)
    }
}

/// The bytes of a string that has no UTF-8 of its own, for it has a lone surrogate; nothing for any other.
pub fn without_utf8<'py>(string: &Bound<'py, PyString>) -> PyResult<Option<Bound<'py, PyBytes>>> {
    match string.to_str() {
        Ok(_) => Ok(None),
        Err(_) => Ok(Some(string.call_method1("encode", ("utf-8", "surrogatepass"))?.cast_into::<PyBytes>()?)),
    }
}

/// The UTF-8 of a string, which it keeps for as long as it lives; None if it has a lone surrogate.
#[inline]
pub fn utf8<'a>(string: Borrowed<'a, '_, PyString>) -> Option<&'a [u8]> {
    let mut length = 0;
    // SAFETY: it is a string, alive for 'a; the bytes live as long as it does, and null comes with an error set.
    unsafe {
        let bytes = ffi::PyUnicode_AsUTF8AndSize(string.as_ptr(), &raw mut length);
        if bytes.is_null() {
            ffi::PyErr_Clear();
            return None;
        }
        Some(std::slice::from_raw_parts(bytes.cast(), length as usize))
    }
}

/// Where character number `at` begins; the inverse of `characters`.
pub fn byte_place(bytes: &[u8], at: usize) -> usize {
    let firsts = bytes.iter().enumerate().filter(|(_, &byte)| begins_a_character(byte));
    firsts.map(|(place, _)| place).nth(at).unwrap_or(bytes.len())
}

/// Offsets of bytes as offsets of characters, of a text that is not US-ASCII.
#[cold]
pub fn in_characters(bytes: &[u8], offsets: &Offsets) -> Offsets {
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

/// UTF-8 as a Python string; None if the bytes are not UTF-8.
#[inline]
pub fn utf8_string<'py>(py: Python<'py>, bytes: &[u8]) -> Option<Bound<'py, PyString>> {
    // SAFETY: as many bytes as the slice has; a new string, or null with an error set if they are not UTF-8.
    unsafe {
        let made = ffi::PyUnicode_FromStringAndSize(bytes.as_ptr().cast(), bytes.len() as ffi::Py_ssize_t);
        if made.is_null() {
            ffi::PyErr_Clear();
            return None;
        }
        Some(Bound::from_owned_ptr(py, made).cast_into_unchecked())
    }
}

/// Bytes that the engine made, as a Python string.
#[inline]
pub fn string<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyString>> {
    match utf8_string(py, bytes) {
        Some(string) => Ok(string),
        None => {
            Ok(PyBytes::new(py, bytes).call_method1("decode", ("utf-8", "surrogatepass"))?.cast_into::<PyString>()?)
        }
    }
}
