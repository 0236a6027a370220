//! The package `uriverse.schemes`, as the compiled module asks it.
//!
//! The compiled module does not import that package, which imports the compiled module. Instead the package hands over a
//! function when it is imported: [`register_schemes`] keeps it, and it is called when the package is needed.

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;

use crate::arguments::Bound1;

type Answer<'py> = PyResult<Bound<'py, PyAny>>;

/// The function that returns the module `uriverse.schemes`.
static LOADER: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// Hands over the function that returns the module with the rules of schemes; it is called when they are needed.
///
/// A second function is ignored: each returns the module that is imported at the time of the call.
#[pyfunction]
pub fn register_schemes(loader: &Bound<'_, PyAny>) {
    LOADER.get_or_init(loader.py(), || loader.to_owned().unbind());
}

/// The module with the rules of schemes.
pub fn module(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    match LOADER.get(py) {
        Some(loader) => loader.bind(py).call0(),
        None => Err(PyRuntimeError::new_err("uriverse._core is imported without uriverse: import uriverse")),
    }
}

/// `uriverse.schemes.is_valid`, which asks the edition and the scheme.
pub fn is_valid<'py>(text: &Bound<'py, PyAny>, rule: Bound1<'_, 'py>, edition: Bound1<'_, 'py>) -> Answer<'py> {
    if rule.is_some_and(|rule| !rule.is_none()) {
        return Err(PyTypeError::new_err("is_valid() takes a rule or scheme_rules, not both"));
    }
    call(text.py(), "is_valid", (text,), edition.as_deref())
}

fn call<'py, A>(py: Python<'py>, function: &str, arguments: A, edition: Option<&Bound<'py, PyAny>>) -> Answer<'py>
where
    A: pyo3::call::PyCallArgs<'py>,
{
    let keywords = PyDict::new(py);
    keywords.set_item("edition", edition)?;
    module(py)?.getattr(function)?.call(arguments, Some(&keywords))
}

/// Add the function to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(register_schemes, module)?)
}
