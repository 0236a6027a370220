//! What other libraries call an attribute that we lack, and our call: the ends of messages about missing attributes.
//!
//! `ref.netloc` raises "'URI' object has no attribute 'netloc'; for urllib.parse's .netloc write .authority". The rows
//! are those of `docs/coming-from`, each of which a test runs in both libraries; `uriverse.ground.later` reads those of
//! modules.

use std::collections::HashMap;
use std::sync::OnceLock;

use pyo3::exceptions::PyAttributeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::strings::utf8;

/// Holder, name and sentence of each row.
const ROWS: &str = include_str!("../../../../src/uriverse/ground/other-names.tsv");

/// The sentence about a name that a holder, "reference" or "Components", lacks.
fn other_name(holder: &str, name: &str) -> Option<&'static str> {
    static TABLE: OnceLock<HashMap<(&str, &str), &str>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let fields = |row: &'static str| {
            let (holder, rest) = row.split_once('\t')?;
            let (name, sentence) = rest.split_once('\t')?;
            Some(((holder, name), sentence))
        };
        ROWS.lines().filter_map(fields).collect()
    });
    table.get(&(holder, name)).copied()
}

/// Adds the sentence, if there is one, to the interpreter's AttributeError about an attribute of a class.
///
/// # Safety
/// Only after `PyObject_GenericGetAttr` returned null for the object and the name, with its error set.
#[cold]
pub unsafe fn explain_missing(class: &str, object: *mut ffi::PyObject, name: *mut ffi::PyObject) {
    // SAFETY: the interpreter called with both, and holds the GIL.
    let name = unsafe { Borrowed::from_ptr(Python::assume_attached(), name) };
    let py = name.py();
    // `utf8` clears the error for a name that is not UTF-8, so the interpreter raises it again.
    let Some(text) = name.cast::<PyString>().ok().and_then(|name| std::str::from_utf8(utf8(name)?).ok()) else {
        // SAFETY: as above.
        unsafe { ffi::PyObject_GenericGetAttr(object, name.as_ptr()) };
        return;
    };
    let holder = if class == "Components" { class } else { "reference" };
    if let Some(sentence) = other_name(holder, text) {
        // SAFETY: the GIL is held. The interpreter makes no exception while another is set.
        unsafe { ffi::PyErr_Clear() };
        let error = PyAttributeError::new_err(format!("'{class}' object has no attribute '{text}'; {sentence}"));
        // With a name and no object the interpreter does not guess: for `with_path` it would say `with_pairs`.
        let _ = error.value(py).setattr("name", name);
        error.restore(py);
    }
}
