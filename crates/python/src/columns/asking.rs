//! What a column asks of Python: functions, and the tables of schemes (the package `uriverse.schemes`).
//!
//! A kernel's threads do not hold the interpreter; a row that is asked about takes it for that call. An exception that
//! is not a refusal is kept, ends the kernel, and is raised then.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use uriverse_columns::{Normalizer, Schemes};
use uriverse_core::{Level, Offsets, Tables};
use uriverse_schemes::Scheme;

use super::running::Failure;
use crate::editions::Edition;
use crate::ground::strings::string;
use crate::schemes;

/// The rules of the package's own schemes; Python reads each one's table once.
pub struct ShippedSchemes<'a> {
    failure: &'a Failure,
}

impl<'a> ShippedSchemes<'a> {
    /// The rules, if the level needs them.
    pub fn for_level(
        py: Python<'_>,
        level: Option<Level>,
        failure: &'a Failure,
    ) -> PyResult<Option<ShippedSchemes<'a>>> {
        if level != Some(Level::Scheme) {
            return Ok(None);
        }
        schemes::read_names(py)?;
        Ok(Some(ShippedSchemes { failure }))
    }
}

/// What normalizes on a level, with the rules of schemes where the level has them.
pub fn normalizer<'a>(
    edition: &'a Edition<'_>,
    level: Option<Level>,
    schemes: Option<&'a ShippedSchemes<'_>>,
) -> Normalizer<'a> {
    let schemes = schemes.map(|schemes| -> &dyn Schemes { schemes });
    Normalizer { tables: edition.tables(), level, schemes }
}

impl Schemes for ShippedSchemes<'_> {
    fn rules_of(&self, tables: &Tables, text: &[u8], offsets: &Offsets) -> Option<&Scheme> {
        schemes::rules_of(tables, text, offsets, |load| {
            asked(self.failure, load);
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
    pub fn call(&self, text: &[u8]) -> Option<Vec<u8>> {
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
