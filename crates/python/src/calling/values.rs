//! The values of arguments: words, truth values, sequences. What goes in is an object of Python's; what comes out is
//! the value, or an error that names the argument.

use std::ops::Deref;

use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PySequence, PyString};

use crate::calling::arguments::Argument;
use crate::ground::errors;
use crate::ground::errors::wrong_type;
use crate::ground::secrets;

/// What a call returns: an object, or an exception.
pub type Answer<'py> = PyResult<Bound<'py, PyAny>>;

/// The items of a sequence that a caller gives. A `Vec` as an argument would reserve memory for as many as its
/// `__len__` says, and a process that cannot have so much ends; these are counted as they come.
pub struct Items<T>(Vec<T>);

impl<'a, 'py, T: FromPyObjectOwned<'py>> FromPyObject<'a, 'py> for Items<T> {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Items<T>> {
        if given.is_instance_of::<PyString>() {
            return Err(PyTypeError::new_err("a list is wanted, and a str is one text"));
        }
        let mut items = Vec::new();
        for item in given.cast::<PySequence>()?.try_iter()? {
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

/// A yes or no; only a `bool` is one, since `strict="no"` would be true.
pub fn flag(name: &str, argument: Argument<'_, '_>, default: bool) -> PyResult<bool> {
    match argument {
        None => Ok(default),
        Some(value) => match value.cast::<PyBool>() {
            Ok(value) => Ok(value.is_true()),
            Err(_) => Err(wrong_type(name, "True or False", &value)),
        },
    }
}

/// A word that chooses among a few, or the default if none was given.
pub fn word<'a>(name: &str, argument: &'a Argument<'_, '_>, default: &'a str) -> PyResult<&'a str> {
    match argument.as_deref() {
        None => Ok(default),
        Some(value) => match value.cast::<PyString>() {
            Ok(word) => word.to_str(),
            Err(_) => Err(wrong_type(name, "a str", value)),
        },
    }
}

/// The error of a word that is none of the known ones. A URI may have been given in its place: its password is masked.
#[cold]
pub fn no_such_word(what: &str, given: &str, known: &[&str]) -> PyErr {
    match Python::attach(|py| secrets::masked(py, given)) {
        Ok(given) => PyValueError::new_err(format!("{what} is one of {}, not {given:?}", known.join(", "))),
        Err(error) => error,
    }
}

/// The bytes of a text, if it is shorter than the engine's offsets can count.
pub fn length_checked(bytes: &[u8]) -> PyResult<&[u8]> {
    if bytes.len() < u32::MAX as usize {
        Ok(bytes)
    } else {
        Err(errors::too_long())
    }
}
