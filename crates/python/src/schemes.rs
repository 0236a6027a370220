//! Where a scheme's own rules are asked for: the package `uriverse.schemes` answers, nothing is decided here.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use uriverse_core::{split, Tables};

use crate::arguments::Bound1;
use crate::editions::Edition;

type Answer<'py> = PyResult<Bound<'py, PyAny>>;

/// Whether a scheme's own table may add to the generic normal form. The schemes whose empty path the edition's table
/// knows (http and its kin) have all their rules there.
pub fn have_a_say(tables: &Tables, text: &[u8]) -> bool {
    let scheme = split(tables.split_style(), text).scheme().and_then(|range| text.get(range));
    scheme.is_some_and(|scheme| tables.empty_path(scheme).is_none())
}

/// `uriverse.schemes.normalize`.
pub fn normalize<'py>(reference: &Bound<'py, PyAny>, edition: &Edition<'py>) -> Answer<'py> {
    call(reference.py(), "normalize", (reference,), Some(&edition.name(reference.py())))
}

/// `uriverse.schemes.equivalent`.
pub fn equivalent<'py>(a: &Bound<'py, PyAny>, b: &Bound<'py, PyAny>, edition: &Edition<'py>) -> Answer<'py> {
    call(a.py(), "equivalent", (a, b), Some(&edition.name(a.py())))
}

/// `uriverse.schemes.is_valid`, which asks the edition and the scheme.
pub fn is_valid<'py>(text: &Bound<'py, PyAny>, rule: Bound1<'_, 'py>, edition: Bound1<'_, 'py>) -> Answer<'py> {
    if rule.is_some_and(|rule| !rule.is_none()) {
        return Err(PyTypeError::new_err("is_valid() takes a rule or scheme_rules, not both"));
    }
    call(text.py(), "is_valid", (text,), edition.as_deref())
}

fn call<'py, A>(py: Python<'py>, function: &str, arguments: A, edition: Option<&Bound<'py, PyAny>>) -> Answer<'py>
where
    A: pyo3::call::PyCallArgs<'py>,
{
    let keywords = PyDict::new(py);
    keywords.set_item("edition", edition)?;
    py.import("uriverse.schemes")?.getattr(function)?.call(arguments, Some(&keywords))
}
