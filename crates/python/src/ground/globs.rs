//! Patterns of names.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};
use uriverse_core::query;

use crate::ground::errors::wrong_type;
use crate::ground::strings::{octets, utf8, without_utf8};

#[doc = include_str!("../../docs/types/Glob.txt")]
#[pyclass(frozen, eq, hash, module = "uriverse")]
#[derive(PartialEq, Eq, Hash)]
pub struct Glob {
    #[doc = include_str!("../../docs/globs/pattern.txt")]
    #[pyo3(get)]
    pattern: String,
}

impl Glob {
    /// The pattern as written.
    pub fn pattern(&self) -> &str {
        &self.pattern
    }
}

#[pymethods]
impl Glob {
    #[new]
    fn new(pattern: &Bound<'_, PyAny>) -> PyResult<Glob> {
        let text = pattern.cast::<PyString>().map_err(|_| wrong_type("pattern", "a str", pattern))?;
        Ok(Glob { pattern: text.to_str()?.to_owned() })
    }

    #[doc = include_str!("../../docs/globs/matches.txt")]
    fn matches(&self, text: &Bound<'_, PyAny>) -> PyResult<bool> {
        let text = text.cast::<PyString>().map_err(|_| wrong_type("text", "a str", text))?;
        if let Some(text) = utf8(text.as_borrowed()) {
            return Ok(query::glob(self.pattern.as_bytes(), text));
        }
        let bytes = without_utf8(text)?;
        Ok(query::glob(self.pattern.as_bytes(), &octets(bytes.as_ref().map_or(&[], |bytes| bytes.as_bytes()))))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Glob({})", PyString::new(py, &self.pattern).repr()?))
    }

    fn __reduce__<'py>(this: &Bound<'py, Glob>) -> (Bound<'py, PyType>, (String,)) {
        (this.get_type(), (this.get().pattern.clone(),))
    }
}
