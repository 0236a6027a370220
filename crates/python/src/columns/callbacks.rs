//! Calls from a kernel into Python: functions, and the tables of schemes (the package `uriverse.schemes`).
//!
//! A kernel's threads run detached from the interpreter, and attach to it for each such call. An exception other than a
//! refusal is stored and stops the kernel; it is raised when the kernel returns.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use uriverse_columns::{Normalizer, Schemes};
use uriverse_core::memory::copy;
use uriverse_core::{Level, Offsets, Tables};
use uriverse_schemes::Scheme;

use super::running::Failure;
use crate::ground::departure::Stay;
use crate::ground::strings::string;
use crate::schemes;

/// The rules of the package's own schemes; Python loads each scheme's table once.
pub struct ShippedSchemes(Arc<Failure>);

/// The rules, if the level needs them.
pub fn schemes_for(level: Option<Level>) -> PyResult<Option<ShippedSchemes>> {
    if level != Some(Level::Scheme) {
        return Ok(None);
    }
    Python::attach(schemes::read_names)?;
    Ok(Some(ShippedSchemes(Arc::new(Failure::new()))))
}

impl ShippedSchemes {
    /// Where a failure of Python's is stored.
    pub fn failure(&self) -> Arc<Failure> {
        Arc::clone(&self.0)
    }
}

/// The normalizer of a level, with the rules of schemes if the level uses them.
pub fn normalizer<'a>(tables: &'a Tables, level: Option<Level>, schemes: Option<&'a ShippedSchemes>) -> Normalizer<'a> {
    Normalizer { tables, level, schemes: schemes.map(|schemes| -> &dyn Schemes { schemes }) }
}

impl Schemes for ShippedSchemes {
    fn rules_of(&self, tables: &Tables, text: &[u8], offsets: &Offsets) -> Option<&Scheme> {
        schemes::rules_of(tables, text, offsets, |load| {
            call_python(&self.0, load);
        })
    }
}

/// A Python function that a kernel calls with a text. A `ValueError` is a refusal.
pub struct PythonFunction<'a> {
    function: Py<PyAny>,
    failure: &'a Failure,
}

impl<'a> PythonFunction<'a> {
    pub fn new(function: &Bound<'_, PyAny>, failure: &'a Failure) -> PythonFunction<'a> {
        PythonFunction { function: function.clone().unbind(), failure }
    }

    /// The result as text; None for a refusal, and after a failure.
    pub fn call(&self, text: &[u8]) -> Option<Vec<u8>> {
        call_python(self.failure, |py| {
            let result = self.function.bind(py).call1((string(py, text)?,))?;
            Ok(copy(result.str()?.to_str()?.as_bytes()))
        })
    }

    /// Whether the result is true; false for a refusal, and after a failure.
    pub fn says_yes(&self, text: &[u8]) -> bool {
        call_python(self.failure, |py| self.function.bind(py).call1((string(py, text)?,))?.is_truthy()).unwrap_or(false)
    }
}

/// The result of a call into Python; None for a refusal, and if the interpreter has ended.
///
/// Any other exception is stored, and ends the kernel.
fn call_python<T>(failure: &Failure, result: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
    if failure.happened() {
        return None;
    }
    let _stay = Stay::of_worker();
    let attached = Python::try_attach(|py| match result(py) {
        Ok(result) => Some(result),
        Err(error) if error.is_instance_of::<PyValueError>(py) => None,
        Err(error) => {
            failure.store(error);
            None
        }
    });
    attached.flatten()
}
