//! The border of `uriverse.canonicalization`: a profile's steps, checked once and run often.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use uriverse_canonical::{Arguments, Profile, Refused};

use crate::editions::Edition;
use crate::text::Text;

/// The steps of one profile, ready to run.
#[pyclass(frozen, module = "uriverse._core")]
pub struct CanonicalSteps {
    pub profile: Profile,
}

#[pymethods]
impl CanonicalSteps {
    /// Check the steps; `ValueError` with the number of the step that is wrong and why.
    #[new]
    fn new(steps: Vec<(String, Arguments)>) -> PyResult<CanonicalSteps> {
        let tables = Arc::new(Edition::standard().tables().clone());
        let made = Profile::new(&steps, tables);
        made.map(|profile| CanonicalSteps { profile }).map_err(|(step, bad)| PyValueError::new_err((step, bad.0)))
    }

    /// The canonical form of a text, or of octets that need not be UTF-8; the number of the refusing step and its reason where there is none.
    fn apply<'py>(&self, text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = text.py();
        let result = match text.cast::<PyBytes>() {
            Ok(octets) => self.profile.apply(octets.as_bytes()),
            Err(_) => self.profile.apply(Text::new("reference", text.as_borrowed())?.bytes()),
        };
        match result {
            Ok(form) => as_text(py, &form),
            Err(Refused { step, reason }) => Ok((step, reason).into_pyobject(py)?.into_any()),
        }
    }

    /// The text after each step, and last the canonical form; the texts up to the refusing step, its number and its
    /// reason where there is none.
    fn explain<'py>(&self, text: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyList>, Option<Refusing>)> {
        let py = text.py();
        let text = Text::new("reference", text.as_borrowed())?;
        let (texts, refused) = self.profile.explain(text.bytes());
        let texts = texts.iter().map(|each| as_text(py, each)).collect::<PyResult<Vec<_>>>()?;
        Ok((PyList::new(py, texts)?, refused.map(|Refused { step, reason }| (step, reason))))
    }
}

/// The number of the refusing step, and what it needs.
type Refusing = (usize, &'static str);

/// Octets that are not UTF-8 keep their place as lone surrogates, as `os.fsdecode` gives them.
fn as_text<'py>(py: Python<'py>, octets: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    match std::str::from_utf8(octets) {
        Ok(text) => Ok(text.into_pyobject(py)?.into_any()),
        Err(_) => PyBytes::new(py, octets).call_method1("decode", ("utf-8", "surrogateescape")),
    }
}
