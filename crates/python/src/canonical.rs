//! The border of `uriverse.canonicalization`: a profile's steps, checked once and run often.

use std::sync::{Arc, Mutex};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use uriverse_canonical::{stable_key, Arguments, Memory, Profile, Refused};

use crate::editions::Edition;
use crate::text::Text;

/// The steps of one profile, ready to run.
#[pyclass(frozen, module = "uriverse._core")]
pub struct CanonicalSteps {
    pub profile: Profile,
    /// What the steps work with, kept from one call to the next; a call that finds none makes its own.
    working: Mutex<Option<Box<Working>>>,
}

#[derive(Default)]
struct Working {
    memory: Memory,
    form: Vec<u8>,
}

/// The longest form, in octets, whose memory is kept.
const KEPT: usize = 64 << 10;

#[pymethods]
impl CanonicalSteps {
    /// Check the steps; `ValueError` with the number of the step that is wrong and why.
    #[new]
    fn new(steps: Vec<(String, Arguments)>) -> PyResult<CanonicalSteps> {
        let tables = Arc::new(Edition::standard().tables().clone());
        let made = Profile::new(&steps, tables);
        made.map(|profile| CanonicalSteps { profile, working: Mutex::default() })
            .map_err(|(step, bad)| PyValueError::new_err((step, bad.0)))
    }

    /// The canonical form of a text, or of octets that need not be UTF-8; the number of the refusing step and its reason where there is none.
    fn apply<'py>(&self, text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with_form(text, |py, form| as_text(py, form))
    }

    /// The stable key of the canonical form; as `apply` where there is none.
    fn key<'py>(&self, text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with_form(text, |py, form| Ok(stable_key(form).into_pyobject(py)?.into_any()))
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

impl CanonicalSteps {
    /// What a function makes of the canonical form of a text; the number of the refusing step and its reason where there
    /// is none.
    fn with_form<'py>(
        &self,
        text: &Bound<'py, PyAny>,
        make: impl Fn(Python<'py>, &[u8]) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = text.py();
        let mut working =
            self.working.lock().map_or_else(|_| Box::default(), |mut kept| kept.take().unwrap_or_default());
        let Working { memory, form } = &mut *working;
        form.clear();
        let result = match text.cast::<PyBytes>() {
            Ok(octets) => self.profile.apply_into(octets.as_bytes(), memory, form),
            Err(_) => self.profile.apply_into(Text::new("reference", text.as_borrowed())?.bytes(), memory, form),
        };
        let made = match result {
            Ok(()) => make(py, form),
            Err(Refused { step, reason }) => Ok((step, reason).into_pyobject(py)?.into_any()),
        };
        if form.capacity() <= KEPT {
            if let Ok(mut kept) = self.working.lock() {
                *kept = Some(working);
            }
        }
        made
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
