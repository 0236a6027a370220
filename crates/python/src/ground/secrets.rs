//! Secrets in a text: the names whose values are secret, and masking.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use memchr::memchr;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyString};
use uriverse_core::characters;
use uriverse_text::secrets::{merged, starred, Forms, Secrets};

use crate::ground::errors::wrong_type;
use crate::ground::globs::Glob;
use crate::ground::strings::{byte_place, string, utf8, without_utf8};

/// The names whose values are secret, and the prefixes of tokens.
#[pyclass(frozen, module = "uriverse._core")]
pub struct SecretNames {
    pub secrets: Secrets,
}

#[pymethods]
impl SecretNames {
    #[new]
    #[pyo3(signature = (also=None, wide=None))]
    pub fn new(
        py: Python<'_>,
        also: Option<&Bound<'_, PyAny>>,
        wide: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<SecretNames> {
        let is_wide = wide.map(|wide| wide.cast::<PyBool>().map_err(|_| wrong_type("wide", "True or False", wide)));
        SecretNames::from_lists(py, also, is_wide.transpose()?.is_some_and(|wide| wide.is_true()))
    }

    /// The places of the secrets of a text, in characters and in order, without overlaps.
    ///
    /// `userinfo` is the place of the userinfo if it is known, in characters: editions end it at different characters.
    #[pyo3(signature = (text, *, running=false, userinfo=None))]
    fn places(
        &self,
        text: &Bound<'_, PyString>,
        running: bool,
        userinfo: Option<(usize, usize)>,
    ) -> PyResult<Vec<(usize, usize)>> {
        let escaped = without_utf8(text)?;
        let bytes = bytes_of(text, escaped.as_ref());
        let in_characters = |place: Range<usize>| (characters(bytes, place.start), characters(bytes, place.end));
        let userinfo = userinfo.map(|(start, end)| start..end);
        Ok(self.places_in(bytes, running, userinfo).into_iter().map(in_characters).collect())
    }

    /// The text with three stars for each secret.
    #[pyo3(signature = (text, *, running=false))]
    pub fn masked<'py>(&self, text: &Bound<'py, PyString>, running: bool) -> PyResult<Bound<'py, PyString>> {
        changed(text, |bytes| self.secrets.masked(bytes, running))
    }

    /// Whether the values of a name are secrets.
    fn hides(&self, name: &Bound<'_, PyString>) -> PyResult<bool> {
        let escaped = without_utf8(name)?;
        Ok(self.secrets.is_secret_name(bytes_of(name, escaped.as_ref())))
    }

    /// As `masked`, for each line on its own.
    fn masked_lines<'py>(&self, text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
        changed(text, |bytes| self.secrets.masked_lines(bytes))
    }
}

fn changed<'py>(
    text: &Bound<'py, PyString>,
    mask: impl FnOnce(&[u8]) -> Option<Vec<u8>>,
) -> PyResult<Bound<'py, PyString>> {
    let escaped = if utf8(text.as_borrowed()).is_some() { None } else { without_utf8(text)? };
    match mask(bytes_of(text, escaped.as_ref())) {
        Some(masked) => string(text.py(), &masked),
        None => Ok(text.clone()),
    }
}

impl SecretNames {
    /// A reference's text with three stars for each secret; `userinfo` is its place, in characters.
    pub fn masked_reference<'py>(
        &self,
        text: &Bound<'py, PyString>,
        userinfo: Option<Range<usize>>,
    ) -> PyResult<Bound<'py, PyString>> {
        changed(text, |bytes| {
            let places = self.places_in(bytes, false, userinfo);
            (!places.is_empty()).then(|| starred(bytes, &places))
        })
    }

    fn places_in(&self, text: &[u8], running: bool, userinfo: Option<Range<usize>>) -> Vec<Range<usize>> {
        let in_bytes = |place: Range<usize>| byte_place(text, place.start)..byte_place(text, place.end);
        self.places_by(text, running, userinfo.map(in_bytes))
    }

    /// The places of the secrets of a text, in bytes; `userinfo` is its place, if it is known.
    pub fn places_by(&self, text: &[u8], running: bool, userinfo: Option<Range<usize>>) -> Vec<Range<usize>> {
        let mut places = self.secrets.places(text, running);
        if let Some(Range { start, end }) = userinfo {
            if let Some(colon) = memchr(b':', &text[start..end]).filter(|colon| start + colon + 1 < end) {
                places.push(start + colon + 1..end);
                return merged(places);
            }
        }
        places
    }

    /// The names of `uriverse.ground.secret_names`, and the caller's.
    fn from_lists(py: Python<'_>, also: Option<&Bound<'_, PyAny>>, wide: bool) -> PyResult<SecretNames> {
        let (mut added, mut globs) = (Vec::new(), Vec::new());
        if let Some(also) = also {
            let is_text = also.is_instance_of::<PyString>() || also.is_instance_of::<PyBytes>();
            let each = if is_text { None } else { also.try_iter().ok() };
            for name in each.ok_or_else(|| wrong_type("also", "an iterable of names and Globs", also))? {
                let name = name?;
                match (name.cast::<PyString>(), name.cast::<Glob>()) {
                    (Ok(name), _) => added.push(name.to_str()?.to_owned()),
                    (_, Ok(glob)) => globs.push(glob.get().pattern().to_owned()),
                    _ => return Err(wrong_type("each of also", "a str or a Glob", &name)),
                }
            }
        }
        let lists = py.import("uriverse.ground.secret_names")?;
        let list = |name: &str| -> PyResult<Vec<String>> {
            lists.getattr(name)?.try_iter()?.map(|name| name?.extract()).collect()
        };
        added.extend(list(if wide { "WIDE" } else { "STRONG" })?);
        Ok(SecretNames { secrets: Secrets::new(&added, globs, list("TOKEN_PREFIXES")?, forms(&list)?) })
    }
}

/// The forms of `uriverse.ground.secret_names`, which all names share.
fn forms(list: &impl Fn(&str) -> PyResult<Vec<String>>) -> PyResult<Arc<Forms>> {
    static FORMS: OnceLock<Arc<Forms>> = OnceLock::new();
    if let Some(forms) = FORMS.get() {
        return Ok(forms.clone());
    }
    let forms = Forms::new(&list("FORMS")?);
    let forms = forms.map_err(|form| PyValueError::new_err(format!("not a pattern: {form}")))?;
    Ok(FORMS.get_or_init(|| Arc::new(forms)).clone())
}

pub fn bytes_of<'a>(text: &'a Bound<'_, PyString>, escaped: Option<&'a Bound<'_, PyBytes>>) -> &'a [u8] {
    escaped.map_or_else(|| utf8(text.as_borrowed()).unwrap_or_default(), |bytes| bytes.as_bytes())
}

/// The names that every `repr`, error and screen masks.
pub fn always_masked(py: Python<'_>) -> PyResult<&'static SecretNames> {
    static STRONG: PyOnceLock<SecretNames> = PyOnceLock::new();
    STRONG.get_or_try_init(py, || SecretNames::from_lists(py, None, false))
}

/// A text with its secrets masked, for messages.
pub fn masked(py: Python<'_>, text: &str) -> PyResult<String> {
    always_masked(py)?.masked(&PyString::new(py, text), false)?.extract()
}
