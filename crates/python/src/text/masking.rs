//! Texts with their secrets as stars: `repr` and `redacted` of references, and what `uriverse.ground.masking` calls.

use std::ops::Range;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString};
use uriverse_core::characters;
use uriverse_text::Secrets;

use crate::calling::arguments::{Call, Signature};
use crate::ground::errors::wrong_type;
use crate::ground::strings::{string, utf8, without_utf8};
use crate::reference::calls::{flag, Answer};
use crate::reference::object::{layout, Form};
use crate::reference::queries::Glob;

/// The names whose values are secrets, and the beginnings of tokens.
#[pyclass(frozen, module = "uriverse._core")]
pub struct SecretNames {
    secrets: Secrets,
}

#[pymethods]
impl SecretNames {
    #[new]
    #[pyo3(signature = (also=None, wide=None))]
    fn new(py: Python<'_>, also: Option<&Bound<'_, PyAny>>, wide: Option<&Bound<'_, PyAny>>) -> PyResult<SecretNames> {
        SecretNames::from_lists(py, also, flag("wide", wide.map(|wide| wide.as_borrowed()), false)?)
    }

    /// Where the secrets of a text stand, in characters and in order; no two of them overlap.
    #[pyo3(signature = (text, *, running=false))]
    fn places(&self, text: &Bound<'_, PyString>, running: bool) -> PyResult<Vec<(usize, usize)>> {
        let made = without_utf8(text)?;
        let bytes = bytes_of(text, made.as_ref());
        let in_characters = |place: Range<usize>| (characters(bytes, place.start), characters(bytes, place.end));
        Ok(self.secrets.places(bytes, running).into_iter().map(in_characters).collect())
    }

    /// The text with three stars for each secret in it.
    #[pyo3(signature = (text, *, running=false))]
    pub fn masked<'py>(&self, text: &Bound<'py, PyString>, running: bool) -> PyResult<Bound<'py, PyString>> {
        changed(text, |bytes| self.secrets.masked(bytes, running))
    }

    /// The same of each line by itself.
    fn masked_lines<'py>(&self, text: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
        changed(text, |bytes| self.secrets.masked_lines(bytes))
    }
}

fn changed<'py>(
    text: &Bound<'py, PyString>,
    mask: impl FnOnce(&[u8]) -> Option<Vec<u8>>,
) -> PyResult<Bound<'py, PyString>> {
    let made = if utf8(text.as_borrowed()).is_some() { None } else { without_utf8(text)? };
    match mask(bytes_of(text, made.as_ref())) {
        Some(masked) => string(text.py(), &masked),
        None => Ok(text.clone()),
    }
}

impl SecretNames {
    /// The names of `uriverse.ground.secret_names`, and those that a caller adds.
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
        Ok(SecretNames { secrets: Secrets::new(&added, globs, list("TOKEN_PREFIXES")?) })
    }
}

fn bytes_of<'a>(text: &'a Bound<'_, PyString>, made: Option<&'a Bound<'_, PyBytes>>) -> &'a [u8] {
    made.map_or_else(|| utf8(text.as_borrowed()).unwrap_or_default(), |bytes| bytes.as_bytes())
}

/// The names that every `repr`, error and screen hides.
pub fn strong(py: Python<'_>) -> PyResult<&'static SecretNames> {
    static STRONG: PyOnceLock<SecretNames> = PyOnceLock::new();
    STRONG.get_or_try_init(py, || SecretNames::from_lists(py, None, false))
}

/// `repr(reference)`: the constructor's call.
pub fn reference_repr<'py>(object: Borrowed<'_, 'py, PyAny>) -> Answer<'py> {
    let py = object.py();
    let (fields, form) = layout(object).expect("the slot belongs to the types of references");
    let shown = strong(py)?.masked(&fields.text(py), false)?;
    let mut made = String::with_capacity(64);
    made.push_str(if form == Form::Uri { "URI(" } else { "RelativeReference(" });
    match utf8(shown.as_borrowed()) {
        Some(text) if text.iter().all(|&byte| matches!(byte, b' '..=b'~') && byte != b'\'' && byte != b'\\') => {
            made.extend(["'", &String::from_utf8_lossy(text), "'"]);
        }
        _ => made.push_str(shown.repr()?.to_str()?),
    }
    let edition = fields.edition(py);
    let id = if edition.is_instance_of::<PyString>() { edition.to_owned() } else { edition.getattr("id")? };
    if id.cast::<PyString>()?.to_str()? != "rfc3986" {
        made.extend([", edition=", id.repr()?.to_str()?]);
    }
    made.push(')');
    Ok(string(py, made.as_bytes())?.into_any())
}

/// `redacted()` of references and components.
pub fn redacted<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    const SIGNATURE: Signature<2> =
        Signature { function: "redacted", names: ["also", "wide"], positional: 0, required: 0 };
    let py = call.py();
    let text = layout(call.receiver()).expect("a method of references and components").0.text(py);
    let [also, wide] = call.bind(&SIGNATURE)?;
    let wide = flag("wide", wide, false)?;
    let shown = match also {
        None if !wide => strong(py)?.masked(&text, false),
        also => SecretNames::from_lists(py, also.as_deref(), wide)?.masked(&text, false),
    };
    Ok(shown?.into_any())
}
