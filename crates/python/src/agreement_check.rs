//! `parse(text, agree=...)`: the checker is Python, and hands itself over when `uriverse` is imported.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

/// The function that returns the checker of `parse(text, agree=...)`.
static LOADER: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// Hands over the function that returns the checker of `parse(text, agree=...)`; it is called when it is needed.
#[pyfunction]
pub fn register_agreement(loader: &Bound<'_, PyAny>) {
    LOADER.get_or_init(loader.py(), || loader.to_owned().unbind());
}

/// Raises unless the readers that the caller named agree on a text.
#[cold]
pub fn check(text: &Bound<'_, PyString>, readers: &Bound<'_, PyAny>) -> PyResult<()> {
    let py = text.py();
    let Some(loader) = LOADER.get(py) else {
        return Err(PyRuntimeError::new_err("uriverse._core is imported without uriverse: import uriverse"));
    };
    loader.bind(py).call0()?.call1((text, readers)).map(|_| ())
}
