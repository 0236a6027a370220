//! A Python argument as text: a `str` as it is, a reference or a URL by its text, `bytes` as UTF-8.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::ground::errors::not_a_text;
use crate::ground::objects::url_text;
use crate::ground::strings::{utf8, utf8_string, without_utf8};
use crate::reference::object::{layout, Form, Object};

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
    fn from_other(name: &str, given: Borrowed<'a, 'py, PyAny>) -> PyResult<Text<'a, 'py>> {
        let py = given.py();
        let url = if given.is_instance_of::<PyString>() || given.is_instance_of::<PyBytes>() {
            None
        } else {
            url_text(&given)?
        };
        let argument = url.as_ref().unwrap_or(&given);
        if argument.is_instance_of::<PyString>() {
            // An exact copy: a subclass could hold anything, and what is kept must be a plain text.
            // SAFETY: the argument is a string; the call gives a new reference or null with an error set.
            let exact = unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyUnicode_FromObject(argument.as_ptr()))? };
            return Text::of_made(exact.cast_into::<PyString>()?);
        }
        if let Ok(bytes) = argument.cast::<PyBytes>() {
            // An octet that is not UTF-8 becomes a lone surrogate, as in Python's names of files: every grammar refuses
            // it at its place, and the text still has the octet.
            let text = match utf8_string(py, bytes.as_bytes()) {
                Some(text) => text,
                None => bytes.call_method1("decode", ("utf-8", "surrogateescape"))?.cast_into::<PyString>()?,
            };
            return Text::of_made(text);
        }
        Err(not_a_text(name, argument))
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
