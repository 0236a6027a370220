//! What a column asks of Python: the rules of schemes (the package `uriverse.schemes`), and functions.
//!
//! A kernel's threads do not hold the interpreter; a row that is asked about takes it for that call. An exception that
//! is not a refusal is kept, ends the kernel, and is raised then.

use std::collections::HashSet;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use uriverse_columns::kernels::normalizer::Schemes;
use uriverse_core::Level;

use super::running::Failure;
use crate::editions::Edition;
use crate::strings::string;

/// The package, the names that it knows, and the edition by which it reads.
pub struct PythonSchemes<'a> {
    module: Py<PyAny>,
    names: HashSet<Vec<u8>>,
    edition: Py<PyAny>,
    failure: &'a Failure,
}

impl<'a> PythonSchemes<'a> {
    /// The package, where the level asks for it.
    pub fn for_level(
        py: Python<'_>,
        level: Option<Level>,
        edition: &Edition<'_>,
        failure: &'a Failure,
    ) -> PyResult<Option<PythonSchemes<'a>>> {
        if level != Some(Level::Scheme) {
            return Ok(None);
        }
        let module = crate::schemes::module(py)?;
        let mut names = HashSet::new();
        for name in module.getattr("SCHEMES")?.try_iter()? {
            names.insert(name?.cast::<PyString>()?.to_str()?.to_ascii_lowercase().into_bytes());
        }
        let edition = edition.name(py).unbind();
        Ok(Some(PythonSchemes { module: module.unbind(), names, edition, failure }))
    }

    fn call<T>(&self, function: &str, texts: &[&[u8]], read: impl Fn(&Bound<'_, PyAny>) -> PyResult<T>) -> Option<T> {
        asked(self.failure, |py| {
            let keywords = PyDict::new(py);
            keywords.set_item("edition", &self.edition)?;
            let texts = texts.iter().map(|text| string(py, text)).collect::<PyResult<Vec<_>>>()?;
            let arguments = pyo3::types::PyTuple::new(py, texts)?;
            read(&self.module.bind(py).getattr(function)?.call(arguments, Some(&keywords))?)
        })
    }
}

/// A function of Python that a kernel asks about a text. A `ValueError` is a refusal.
pub struct PythonFunction<'a> {
    function: Py<PyAny>,
    failure: &'a Failure,
}

impl<'a> PythonFunction<'a> {
    pub fn new(function: &Bound<'_, PyAny>, failure: &'a Failure) -> PythonFunction<'a> {
        PythonFunction { function: function.clone().unbind(), failure }
    }

    /// What the function says of a text, as text; None for a refusal, and after a failure.
    pub fn of(&self, text: &[u8]) -> Option<Vec<u8>> {
        asked(self.failure, |py| {
            let answer = self.function.bind(py).call1((string(py, text)?,))?;
            Ok(answer.str()?.to_str()?.as_bytes().to_vec())
        })
    }
}

/// The answer of Python; None for a refusal. Any other exception is kept, and ends the kernel.
fn asked<T>(failure: &Failure, answer: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
    if failure.happened() {
        return None;
    }
    Python::attach(|py| match answer(py) {
        Ok(answer) => Some(answer),
        Err(error) if error.is_instance_of::<PyValueError>(py) => None,
        Err(error) => {
            failure.keep(error);
            None
        }
    })
}

impl Schemes for PythonSchemes<'_> {
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
