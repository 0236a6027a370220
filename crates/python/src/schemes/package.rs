//! Calls of the package `uriverse.schemes`.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::calling::arguments::Argument;
use crate::ground::handed_over::{import_late, LateImport};

type Answer<'py> = PyResult<Bound<'py, PyAny>>;

/// The module with the rules of schemes.
pub fn module(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    import_late(py, LateImport::Schemes)
}

/// `uriverse.schemes.is_valid`, which checks the edition's and the scheme's rules.
pub fn is_valid<'py>(text: &Bound<'py, PyAny>, rule: Argument<'_, 'py>, edition: Argument<'_, 'py>) -> Answer<'py> {
    if rule.is_some_and(|rule| !rule.is_none()) {
        return Err(PyTypeError::new_err("is_valid() takes a rule or scheme_rules, not both"));
    }
    let keywords = PyDict::new(text.py());
    keywords.set_item("edition", edition)?;
    module(text.py())?.getattr("is_valid")?.call((text,), Some(&keywords))
}
