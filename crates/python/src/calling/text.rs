//! A Python argument as text: a `str`, the text of a reference or a URL, or `bytes` as UTF-8.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::calling::objects::url_text;
use crate::ground::errors::not_a_text;
use crate::ground::strings::{utf8, utf8_string, without_utf8};
use crate::layout::object::{layout, Form, Object};

/// A text, and its bytes for the engine.
pub struct Text<'a, 'py> {
    source: Source<'a, 'py>,
    /// The reference, if the argument is one.
    pub object: Option<ReferenceArgument<'a, 'py>>,
}

/// The owner of the bytes.
enum Source<'a, 'py> {
    /// The argument itself, or the text of a reference argument: it lives as long as the call.
    Borrowed(Borrowed<'a, 'py, PyString>, &'a [u8]),
    /// A string made for this call; with a copy of the bytes if the string has lone surrogates and so no UTF-8.
    Owned(Bound<'py, PyString>, Option<Bound<'py, PyBytes>>),
}

/// A reference as an argument, instead of a text.
#[derive(Clone, Copy)]
pub struct ReferenceArgument<'a, 'py> {
    pub object: Borrowed<'a, 'py, PyAny>,
    pub fields: &'a Object,
    pub form: Form,
}

impl ReferenceArgument<'_, '_> {
    /// The length of the text in characters.
    pub fn length(&self) -> usize {
        self.fields.text(self.object.py()).len().unwrap_or_default()
    }
}

impl<'a, 'py> Text<'a, 'py> {
    /// Takes the argument of that name; `TypeError` if it is not a text.
    #[inline]
    pub fn new(name: &'static str, argument: Borrowed<'a, 'py, PyAny>) -> PyResult<Text<'a, 'py>> {
        if let Ok(string) = argument.cast_exact::<PyString>() {
            return Text::from_string(string);
        }
        if let Some((fields, form)) = layout(argument) {
            let mut text = Text::from_string(fields.text(argument.py()))?;
            text.object = Some(ReferenceArgument { object: argument, fields, form });
            return Ok(text);
        }
        Text::from_other(name, argument)
    }

    #[inline]
    fn from_string(string: Borrowed<'a, 'py, PyString>) -> PyResult<Text<'a, 'py>> {
        match utf8(string) {
            Some(bytes) => Ok(Text { source: Source::Borrowed(string, bytes), object: None }),
            None => Text::from_owned(string.to_owned()),
        }
    }

    #[cold]
    fn from_owned(string: Bound<'py, PyString>) -> PyResult<Text<'a, 'py>> {
        let bytes = without_utf8(&string)?;
        Ok(Text { source: Source::Owned(string, bytes), object: None })
    }

    #[cold]
    fn from_other(name: &str, argument: Borrowed<'a, 'py, PyAny>) -> PyResult<Text<'a, 'py>> {
        let py = argument.py();
        let url = if argument.is_instance_of::<PyString>() || argument.is_instance_of::<PyBytes>() {
            None
        } else {
            url_text(&argument)?
        };
        let argument = url.as_ref().unwrap_or(&argument);
        if argument.is_instance_of::<PyString>() {
            // A copy as an exact `str`: a subclass could override anything, and objects must store a plain string.
            // SAFETY: the argument is a string; the call returns a new reference, or null with an error set.
            let exact = unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyUnicode_FromObject(argument.as_ptr()))? };
            return Text::from_owned(exact.cast_into::<PyString>()?);
        }
        if let Ok(bytes) = argument.cast::<PyBytes>() {
            // An octet that is not UTF-8 becomes a lone surrogate, as in Python's file names: every grammar refuses it
            // at its position, and the text keeps the octet.
            let text = match utf8_string(py, bytes.as_bytes()) {
                Some(text) => text,
                None => bytes.call_method1("decode", ("utf-8", "surrogateescape"))?.cast_into::<PyString>()?,
            };
            return Text::from_owned(text);
        }
        Err(not_a_text(name, argument))
    }

    /// The exact `str`.
    #[inline]
    pub fn string(&self) -> &Bound<'py, PyString> {
        match &self.source {
            Source::Borrowed(string, _) => string,
            Source::Owned(string, _) => string,
        }
    }

    /// The bytes for the engine.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        match &self.source {
            Source::Borrowed(_, bytes) => bytes,
            Source::Owned(string, None) => string.to_str().map_or(&[], str::as_bytes),
            Source::Owned(_, Some(bytes)) => bytes.as_bytes(),
        }
    }

    /// The reference, if the argument is a parsed one.
    pub fn reference(&self) -> Option<ReferenceArgument<'a, 'py>> {
        self.object.filter(|argument| argument.form != Form::Components)
    }
}
