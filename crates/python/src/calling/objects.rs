//! Objects that are accepted as text: URLs of other libraries, and values as data.
//!
//! A type is recognized by its name and the top-level package of its module, or by those of a base class, so that no
//! library is imported: `yarl.URL("http://h/")` by "yarl" and "URL". Other objects are rejected: any object has a
//! `str()`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyFloat, PyInt, PyString, PyType};

use crate::layout::object;
use crate::layout::url::layout as url_layout;

/// The top-level package of a type's module, the type's name, and the method that returns the text.
type Known = (&'static str, &'static str, &'static str);

const URLS: [Known; 14] = [
    ("furl", "furl", "__str__"),
    ("httpx", "URL", "__str__"),
    ("pydantic", "_BaseMultiHostUrl", "__str__"),
    ("pydantic", "_BaseUrl", "__str__"),
    ("pydantic_core", "MultiHostUrl", "__str__"),
    ("pydantic_core", "Url", "__str__"),
    ("starlette", "URL", "__str__"),
    ("urllib", "DefragResult", "geturl"),
    ("urllib", "DefragResultBytes", "geturl"),
    ("urllib", "ParseResult", "geturl"),
    ("urllib", "ParseResultBytes", "geturl"),
    ("urllib", "SplitResult", "geturl"),
    ("urllib", "SplitResultBytes", "geturl"),
    ("yarl", "URL", "__str__"),
];

const VALUES: [Known; 4] = [
    ("datetime", "date", "isoformat"),
    ("datetime", "time", "isoformat"),
    ("decimal", "Decimal", "__str__"),
    ("uuid", "UUID", "__str__"),
];

fn known(given: &Bound<'_, PyAny>, types: &[Known]) -> PyResult<Option<Known>> {
    for class in given.get_type().mro() {
        let class = class.cast_into::<PyType>()?;
        let Ok(module) = class.getattr("__module__")?.extract::<String>() else { continue };
        let (module, name) = (module.split('.').next().unwrap_or_default(), class.name()?);
        let name = name.to_str()?;
        if let Some(found) = types.iter().find(|(package, own, _)| *package == module && *own == name) {
            return Ok(Some(*found));
        }
    }
    Ok(None)
}

/// The text of a URL, of ours or of another library, as an exact `str` or as bytes; None for any other object.
#[cold]
pub fn url_text<'py>(given: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if let Some(url) = url_layout(given.as_borrowed()) {
        return Ok(Some(url.text(given.py()).to_owned().into_any()));
    }
    let Some((_, _, method)) = known(given, &URLS)? else { return Ok(None) };
    let text = given.call_method0(method)?;
    Ok(if text.is_instance_of::<PyBytes>() { Some(text) } else { Some(text.str()?.into_any()) })
}

/// Whether an object is accepted as a text.
#[pyfunction]
pub fn is_text(given: &Bound<'_, PyAny>) -> PyResult<bool> {
    let is_ours = given.is_instance_of::<PyString>()
        || given.is_instance_of::<PyBytes>()
        || object::layout(given.as_borrowed()).is_some();
    Ok(is_ours || url_text(given)?.is_some())
}

/// The text of a value: a str, a reference or a URL as it is; `true`, `false`; a finite number, a UUID, a date or a
/// time as Python writes it. None for any other object.
///
/// `ValueError`, with `name`, for a number that is not finite.
pub fn value_text<'py>(
    given: &Bound<'py, PyAny>,
    name: impl FnOnce() -> String,
) -> PyResult<Option<Bound<'py, PyString>>> {
    let py = given.py();
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(Some(text.clone()));
    }
    if let Some((fields, _)) = object::layout(given.as_borrowed()) {
        return Ok(Some(fields.text(py).to_owned()));
    }
    if let Ok(truth) = given.cast::<PyBool>() {
        return Ok(Some(PyString::intern(py, if truth.is_true() { "true" } else { "false" })));
    }
    // A subclass may override `__str__`; the number is written, not that text.
    if given.is_instance_of::<PyInt>() {
        return Ok(Some(py.get_type::<PyInt>().call_method1("__repr__", (given,))?.cast_into()?));
    }
    if let Ok(number) = given.cast::<PyFloat>() {
        if !number.value().is_finite() {
            return Err(not_finite(&name()));
        }
        return Ok(Some(py.get_type::<PyFloat>().call_method1("__repr__", (given,))?.cast_into()?));
    }
    if let Some((_, class, method)) = known(given, &VALUES)? {
        if class == "Decimal" && !given.call_method0("is_finite")?.is_truthy()? {
            return Err(not_finite(&name()));
        }
        return Ok(Some(given.call_method0(method)?.cast_into()?));
    }
    Ok(url_text(given)?.and_then(|text| text.cast_into::<PyString>().ok()))
}

fn not_finite(name: &str) -> PyErr {
    PyValueError::new_err(format!("{name} is not a finite number"))
}

register! { is_text }
