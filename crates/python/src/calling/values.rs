//! Conversion of arguments: keywords, flags, sequences. An error names the argument.

use std::ops::Deref;

use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PySequence, PyString};

use crate::calling::arguments::Argument;
use crate::ground::errors;
use crate::ground::errors::wrong_type;

/// The result of a call: an object, or an exception.
pub type Answer<'py> = PyResult<Bound<'py, PyAny>>;

/// The items of a sequence argument. Unlike a `Vec`, it reserves no memory for the argument's `__len__`: a huge false
/// length would abort the process.
pub struct Items<T>(Vec<T>);

impl<'a, 'py, T: FromPyObjectOwned<'py>> FromPyObject<'a, 'py> for Items<T> {
    type Error = PyErr;

    fn extract(argument: Borrowed<'a, 'py, PyAny>) -> PyResult<Items<T>> {
        if argument.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("a list is wanted, and a str is one text"));
        }
        let mut items = Vec::new();
        for item in argument.cast::<PySequence>()?.try_iter()? {
            items.try_reserve(1).map_err(|_| PyMemoryError::new_err("there is not enough memory for the list"))?;
            items.push(item?.extract().map_err(Into::into)?);
        }
        Ok(Items(items))
    }
}

impl<T> Deref for Items<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> IntoIterator for Items<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<T> From<Items<T>> for Vec<T> {
    fn from(items: Items<T>) -> Vec<T> {
        items.0
    }
}

/// A flag; only a `bool` is accepted, because `strict="no"` would be true.
pub fn flag(name: &str, argument: Argument<'_, '_>, default: bool) -> PyResult<bool> {
    match argument {
        None => Ok(default),
        Some(value) => match value.cast::<PyBool>() {
            Ok(value) => Ok(value.is_true()),
            Err(_) => Err(wrong_type(name, "True or False", &value)),
        },
    }
}

/// A keyword from a fixed set, or the default if the argument is missing.
pub fn word<'a>(name: &str, argument: &'a Argument<'_, '_>, default: &'a str) -> PyResult<&'a str> {
    match argument.as_deref() {
        None => Ok(default),
        Some(value) => match value.cast::<PyString>() {
            Ok(word) => word.to_str(),
            Err(_) => Err(wrong_type(name, "a str", value)),
        },
    }
}

/// The error for an argument that is none of the words which it may be.
#[cold]
pub fn no_such_word(argument: &str, word: &str, choices: &[&str]) -> PyErr {
    Python::attach(|py| errors::unknown_word(py, argument, word, choices))
}

/// Converts a keyword by the function `named`; an error that lists `names` if it is unknown.
pub fn choice<T>(what: &str, word: &str, named: fn(&str) -> Option<T>, names: &[&str]) -> PyResult<T> {
    named(word).ok_or_else(|| no_such_word(what, word, names))
}

/// The bytes of a text; an error if it is too long for the engine's offsets.
pub fn length_checked(bytes: &[u8]) -> PyResult<&[u8]> {
    if bytes.len() < u32::MAX as usize {
        Ok(bytes)
    } else {
        Err(errors::too_long())
    }
}
