//! Mending for Python: the reference that an invalid text most likely means, with its changes as records.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyString, PyTuple};
use pyo3::IntoPyObjectExt;
use uriverse_core::{accepts, characters, Tables};
use uriverse_text::mending::{mend as mended, Change, Mended, Problem, Unmended, Why};

use crate::calling::references::{form_of, new_reference, reference_from_bytes};
use crate::calling::text::Text;
use crate::calling::values::{length_checked, Answer};
use crate::editions::Edition;
use crate::ground::errors::{explained, syntax, unknown_edition, wrong_type};
use crate::ground::memory::guarded;
use crate::ground::records::record;
use crate::ground::secrets::masked;
use crate::ground::strings::{is_ascii, string};
use crate::reference::calls::rule_named;
use crate::whatwg::arguments::is_named as is_url_standard;

/// Change, MendedReference, and the function that says why UTS #46 refuses a name.
type Classes<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>);

/// The MendedReference of a text, with at most `max_changes` of its changes.
#[pyfunction]
fn mend<'py>(
    text: &Bound<'py, PyAny>,
    scheme: Option<&Bound<'py, PyAny>>,
    edition: &Bound<'py, PyAny>,
    max_changes: usize,
    classes: Classes<'py>,
) -> Answer<'py> {
    let text = Text::new("text", text.as_borrowed())?;
    let edition = edition_of(edition)?;
    let scheme = scheme_of(&edition, scheme)?;
    let bytes = length_checked(text.bytes())?;
    guarded(|| match mended(edition.tables(), bytes, scheme.as_deref().map(str::as_bytes), max_changes) {
        Ok(mended) => result(&text, bytes, &edition, &mended, &classes),
        Err(unmended) => Err(refusal(&text, bytes, &edition, &unmended, &classes.2)),
    })
}

/// The edition of the mended texts.
fn edition_of<'py>(edition: &Bound<'py, PyAny>) -> PyResult<Edition<'py>> {
    if let Some(edition) = Edition::known(edition.as_borrowed()) {
        return Ok(edition);
    }
    if is_url_standard(Some(edition.as_borrowed())) {
        return Err(unknown_edition(edition.py(), "whatwg"));
    }
    Edition::from_argument(Some(edition))
}

/// The scheme of texts without one; an error if the argument is not a scheme by the edition.
fn scheme_of(edition: &Edition<'_>, scheme: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
    let Some(argument) = scheme else { return Ok(None) };
    let text = argument.cast::<PyString>().map_err(|_| wrong_type("scheme", "a str or None", argument))?;
    check_scheme(edition.tables(), text.to_string_lossy().into_owned()).map(Some)
}

/// The scheme, if it is one by the tables of an edition.
pub fn check_scheme(tables: &Tables, scheme: String) -> PyResult<String> {
    if accepts(tables, rule_named(tables, "scheme")?, scheme.as_bytes()) {
        return Ok(scheme);
    }
    Python::attach(|py| {
        let shown = PyString::new(py, &masked(py, &scheme)?).repr()?;
        let message = format!("scheme must be a scheme, such as \"https\", not {shown}");
        Err(pyo3::exceptions::PyValueError::new_err(message))
    })
}

fn result<'py>(
    text: &Text<'_, 'py>,
    bytes: &[u8],
    edition: &Edition<'py>,
    mended: &Mended<'_>,
    (change_class, class, _): &Classes<'py>,
) -> Answer<'py> {
    let py = class.py();
    let reference = if mended.count == 0 {
        new_reference(form_of(&mended.offsets), text.string(), bytes, edition, &mended.offsets)?
    } else {
        reference_from_bytes(py, &mended.text, edition, &mended.offsets)?
    };
    let is_ascii = is_ascii(text.string(), bytes);
    // The changes are in the order of the text, so characters are counted from the previous change.
    let (mut place, mut character) = (0, 0);
    let change = |change: &Change| {
        let Change { was, now, why } = change;
        character += if is_ascii { was.start - place } else { characters(&bytes[place..], was.start - place) };
        place = was.start;
        let (sentence, rule) = &words(py)[*why as usize];
        let (was, now) = (string(py, &bytes[was.clone()])?, string(py, &mended.text[now.clone()])?);
        let at = character.into_bound_py_any(py)?;
        let [sentence, rule] = [sentence, rule].map(|word| word.bind(py).clone().into_any());
        record(change_class, [at, was.into_any(), now.into_any(), sentence, rule])
    };
    let changes = mended.changes.iter().map(change).collect::<PyResult<Vec<_>>>()?;
    let more = (mended.count - mended.changes.len()).into_bound_py_any(py)?;
    record(class, [reference, PyTuple::new(py, changes)?.into_any(), more])
}

/// The sentence and the rule of each reason, as strings that all changes share.
fn words(py: Python<'_>) -> &'static [(Py<PyString>, Py<PyString>)] {
    static WORDS: PyOnceLock<Vec<(Py<PyString>, Py<PyString>)>> = PyOnceLock::new();
    let word = |text: &str| PyString::intern(py, text).unbind();
    WORDS.get_or_init(py, || Why::WORDS.iter().map(|(sentence, rule)| (word(sentence), word(rule))).collect())
}

/// The error for a text that is not mended.
#[cold]
fn refusal<'py>(
    text: &Text<'_, 'py>,
    bytes: &[u8],
    edition: &Edition<'py>,
    unmended: &Unmended,
    reason: &Bound<'py, PyAny>,
) -> PyErr {
    let (py, name) = (text.string().py(), edition.name(text.string().py()));
    let sentence = match &unmended.problem {
        Problem::Refused => return syntax(py, text.string().as_any(), &name),
        Problem::NoSingleReading(sentence) => Ok(sentence.clone()),
        Problem::Name(name) => string(py, name).and_then(|name| reason.call1((name,))?.extract()),
    };
    let tables = edition.tables();
    let (at, rule) = (characters(bytes, unmended.at), tables.rule_name(tables.start()));
    sentence.map_or_else(
        |error| error,
        |sentence| explained(text.string().as_any(), &name, (at, rule, None), "no-single-reading", &sentence),
    )
}

register! { mend }
