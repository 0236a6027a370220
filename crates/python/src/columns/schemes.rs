//! The rules of schemes for a column: the package `uriverse.schemes` is asked for the rows that it has rules for.
//!
//! A kernel's threads do not hold the interpreter; a row that is asked about takes it for that call. An exception that
//! is no refusal is kept and raised when the kernel is done.

use std::collections::HashSet;
use std::sync::Mutex;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use uriverse_columns::ladder::Schemes;
use uriverse_core::Level;

use crate::editions::Edition;
use crate::text::string;

/// The package, the names that it knows, and the edition by which it reads.
pub struct PythonSchemes {
    module: Py<PyAny>,
    names: HashSet<Vec<u8>>,
    edition: Py<PyAny>,
    failure: Mutex<Option<PyErr>>,
}

impl PythonSchemes {
    /// The package, where the level asks for it.
    pub fn for_level(py: Python<'_>, level: Option<Level>, edition: &Edition<'_>) -> PyResult<Option<PythonSchemes>> {
        if level != Some(Level::Scheme) {
            return Ok(None);
        }
        let module = crate::schemes::module(py)?;
        let mut names = HashSet::new();
        for name in module.getattr("SCHEMES")?.try_iter()? {
            names.insert(name?.cast::<PyString>()?.to_str()?.to_ascii_lowercase().into_bytes());
        }
        let edition = edition.name(py).unbind();
        Ok(Some(PythonSchemes { module: module.unbind(), names, edition, failure: Mutex::new(None) }))
    }

    /// Raises what was kept.
    pub fn raise(&self) -> PyResult<()> {
        match self.failure.lock().ok().and_then(|mut failure| failure.take()) {
            None => Ok(()),
            Some(error) => Err(error),
        }
    }

    fn call<T>(&self, function: &str, texts: &[&[u8]], read: impl Fn(&Bound<'_, PyAny>) -> PyResult<T>) -> Option<T> {
        Python::attach(|py| {
            let answer = || {
                let keywords = PyDict::new(py);
                keywords.set_item("edition", &self.edition)?;
                let texts = texts.iter().map(|text| string(py, text)).collect::<PyResult<Vec<_>>>()?;
                let arguments = pyo3::types::PyTuple::new(py, texts)?;
                read(&self.module.bind(py).getattr(function)?.call(arguments, Some(&keywords))?)
            };
            match answer() {
                Ok(answer) => Some(answer),
                // A refusal: the row has no answer.
                Err(error) if error.is_instance_of::<PyValueError>(py) => None,
                Err(error) => {
                    if let Ok(mut failure) = self.failure.lock() {
                        failure.get_or_insert(error);
                    }
                    None
                }
            }
        })
    }
}

impl Schemes for PythonSchemes {
    fn has(&self, scheme: &[u8]) -> bool {
        self.names.contains(&scheme.to_ascii_lowercase())
    }

    fn normalize(&self, text: &[u8]) -> Option<Vec<u8>> {
        self.call("normalize", &[text], |answer| Ok(answer.str()?.to_str()?.as_bytes().to_vec()))
    }

    fn equivalent(&self, a: &[u8], b: &[u8]) -> Option<bool> {
        self.call("equivalent", &[a, b], |answer| answer.is_truthy())
    }
}
