//! The border of `uriverse.canonicalization`: a profile's steps, checked once and run many times.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};
use uriverse_canonical::{stable_key, Arguments, BadStep, Memory, Profile, Refused};
use uriverse_core::{Offsets, Tables};
use uriverse_schemes::Scheme;

use crate::calling::text::Text;
use crate::calling::values::Items;
use crate::editions::Edition;
use crate::ground::memory::guarded;
use crate::ground::strings::{bytes_object, octets, utf8_string};
use crate::schemes;

/// What a profile is compiled of: the name of each step and its arguments, and whether it keeps what it refuses.
pub type Steps = (Vec<(String, Arguments)>, bool);

/// The steps of one profile, ready to run.
#[pyclass(frozen, module = "uriverse._core")]
pub struct CanonicalSteps {
    pub profile: Profile,
    #[cfg_attr(target_family = "wasm", allow(dead_code))]
    pub steps: Steps,
}

thread_local! {
    /// The working memory and the canonical form, reused per thread.
    static WORKING: RefCell<(Memory, Vec<u8>)> = RefCell::default();
}

/// The longest form, in octets, whose memory is reused.
const MAX_REUSED: usize = 64 << 10;

#[pymethods]
impl CanonicalSteps {
    /// Checks the steps; `ValueError` with the number of the invalid step and the reason.
    #[new]
    #[pyo3(signature = (steps, *, keeps_refused=false))]
    fn new(
        py: Python<'_>,
        steps: Items<(String, BTreeMap<String, Items<String>>)>,
        keeps_refused: bool,
    ) -> PyResult<CanonicalSteps> {
        let lists = |(step, lists): (_, BTreeMap<_, Items<_>>)| {
            (step, lists.into_iter().map(|(name, items)| (name, items.into())).collect::<Arguments>())
        };
        let steps: Vec<_> = steps.into_iter().map(lists).collect();
        if steps.iter().any(|(name, _)| name == "normalize") {
            schemes::read_names(py)?;
        }
        let steps = (steps, keeps_refused);
        let profile = profile_of(&steps).map_err(|(step, bad)| PyValueError::new_err((step, bad.0)))?;
        Ok(CanonicalSteps { profile, steps })
    }

    /// The canonical form of a text, or of octets that need not be UTF-8. If a step refuses it: the step's number and
    /// reason.
    fn apply<'py>(&self, text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with_form(text, |py, form| as_text(py, form))
    }

    /// The stable key of the canonical form, or the same as `apply` if a step refuses.
    fn key<'py>(&self, text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with_form(text, |py, form| Ok(stable_key(form).into_pyobject(py)?.into_any()))
    }

    /// The text after each step, the canonical form last. If a step refuses: the texts before it, its number and
    /// reason.
    fn explain<'py>(&self, text: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyList>, Option<Refusing>)> {
        guarded(|| {
            let py = text.py();
            let text = Text::new("reference", text.as_borrowed())?;
            let (texts, refused) = self.profile.explain(&octets(text.bytes()));
            let texts = texts.iter().map(|each| as_text(py, each)).collect::<PyResult<Vec<_>>>()?;
            Ok((PyList::new(py, texts)?, refused.map(|Refused { step, reason }| (step, reason))))
        })
    }
}

/// The steps, compiled; the number of an invalid step, and the reason.
pub fn profile_of((steps, keeps_refused): &Steps) -> Result<Profile, (usize, BadStep)> {
    Profile::new(steps, *keeps_refused, Arc::new(Edition::standard().tables().clone()), shipped_rules)
}

/// The rules of the package's own schemes. An unreadable table is reported as an unraisable exception, as in a
/// destructor.
fn shipped_rules(tables: &Tables, text: &[u8], offsets: &Offsets) -> Option<&'static Scheme> {
    schemes::rules_of(tables, text, offsets, |load| {
        Python::try_attach(|py| load(py).unwrap_or_else(|error| error.write_unraisable(py, None)));
    })
}

impl CanonicalSteps {
    /// The result of a function on the canonical form of a text, or the number of the refusing step and its reason.
    fn with_form<'py>(
        &self,
        text: &Bound<'py, PyAny>,
        make: impl Fn(Python<'py>, &[u8]) -> PyResult<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        guarded(|| {
            let py = text.py();
            let (mut memory, mut form) = WORKING.take();
            form.clear();
            let result = match text.cast::<PyBytes>() {
                Ok(octets) => Ok(self.profile.apply_into(octets.as_bytes(), &mut memory, &mut form)),
                Err(_) => Text::new("reference", text.as_borrowed())
                    .map(|text| self.profile.apply_into(&octets(text.bytes()), &mut memory, &mut form)),
            };
            let answer = match result? {
                Ok(()) => make(py, &form),
                Err(Refused { step, reason }) => Ok((step, reason).into_pyobject(py)?.into_any()),
            };
            if form.capacity() <= MAX_REUSED {
                WORKING.set((memory, form));
            }
            answer
        })
    }
}

/// The number of the refusing step, and its reason.
type Refusing = (usize, &'static str);

/// Octets that are not UTF-8 become lone surrogates, as by `os.fsdecode`.
fn as_text<'py>(py: Python<'py>, octets: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    match utf8_string(py, octets) {
        Some(text) => Ok(text.into_any()),
        None => bytes_object(py, octets)?.call_method1("decode", ("utf-8", "surrogateescape")),
    }
}
