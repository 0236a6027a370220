//! What other libraries call an attribute that we lack, and our call: the ends of messages about missing attributes.
//!
//! `ref.netloc` raises "'URI' object has no attribute 'netloc'; for urllib.parse's .netloc write .authority". The rows
//! are those of `docs/coming-from`, each of which a test runs in both libraries; `uriverse.ground.later` reads those of
//! modules.

use pyo3::exceptions::PyAttributeError;
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString};

use super::strings::utf8;

/// Holder, name and sentence of each row.
const ROWS: &str = include_str!("../../../../src/uriverse/ground/other-names.tsv");

/// The sentences about the names that a holder, "reference" or "Components", lacks.
fn sentences<'py>(py: Python<'py>, holder: &str) -> PyResult<Bound<'py, PyDict>> {
    let table = PyDict::new(py);
    for row in ROWS.lines() {
        if let Some((name, sentence)) = row.strip_prefix(holder).and_then(|row| row[1..].split_once('\t')) {
            table.set_item(name, sentence)?;
        }
    }
    Ok(table)
}

/// Adds the sentence, if there is one, to the interpreter's AttributeError about an attribute of a class.
///
/// A dictionary of the interpreter finds a name by its cached hash, so `hasattr` costs 10 ns more and not 60.
///
/// # Safety
/// Only after `PyObject_GenericGetAttr` failed for the name, with its error set.
#[cold]
pub unsafe fn explain_missing(py: Python<'_>, class: &str, name: *mut ffi::PyObject) {
    static REFERENCE: PyOnceLock<Py<PyDict>> = PyOnceLock::new();
    static COMPONENTS: PyOnceLock<Py<PyDict>> = PyOnceLock::new();
    let (table, holder) = if class == "Components" { (&COMPONENTS, class) } else { (&REFERENCE, "reference") };
    let table = match table.get(py) {
        Some(table) => table,
        None => {
            let error = PyErr::fetch(py);
            let made = table.get_or_try_init(py, || sentences(py, holder).map(Bound::unbind));
            error.restore(py);
            let Ok(made) = made else { return };
            made
        }
    };
    // A subclass of str may have a hash that raises.
    // SAFETY: the caller keeps the name alive.
    if !unsafe { Borrowed::from_ptr(py, name) }.is_exact_instance_of::<PyString>() {
        return;
    }
    // SAFETY: both are alive; the look-up of a string raises nothing, and leaves the error that is set.
    let sentence = unsafe { ffi::PyDict_GetItemWithError(table.as_ptr(), name) };
    if sentence.is_null() {
        return;
    }
    // SAFETY: the dictionary's keys and values are strings; it keeps the value alive, and the caller the name.
    let text = |string| unsafe { utf8(Borrowed::from_ptr(py, string).cast_unchecked::<PyString>()) };
    let text = |string| std::str::from_utf8(text(string).unwrap_or_default()).unwrap_or_default();
    // SAFETY: the GIL is held. The interpreter makes no exception while another is set.
    unsafe { ffi::PyErr_Clear() };
    let message = format!("'{class}' object has no attribute '{}'; {}", text(name), text(sentence));
    let error = PyAttributeError::new_err(message);
    // With a name and no object the interpreter does not guess: for `with_path` it would say `with_pairs`.
    // SAFETY: the caller keeps the name alive.
    let _ = error.value(py).setattr(intern!(py, "name"), unsafe { Borrowed::from_ptr(py, name) });
    error.restore(py);
}
