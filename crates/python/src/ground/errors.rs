//! Raises the exceptions of `uriverse.errors` from the engine's findings.

use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3::IntoPyObjectExt;

/// An exception of `uriverse.errors`.
pub fn exception(py: Python<'_>, class: &str, arguments: &[(&str, Bound<'_, PyAny>)]) -> PyErr {
    let made = py.import("uriverse.errors").and_then(|module| {
        let keywords = PyDict::new(py);
        for (name, value) in arguments {
            keywords.set_item(name, value)?;
        }
        module.getattr(class)?.call((), Some(&keywords))
    });
    match made {
        Ok(value) => PyErr::from_value(value),
        Err(error) => error,
    }
}

pub fn value<'py, T: IntoPyObjectExt<'py>>(py: Python<'py>, value: T) -> Bound<'py, PyAny> {
    value.into_bound_py_any(py).unwrap_or_else(|_| py.None().into_bound(py))
}

/// Where a syntax error is: the position, and the rule of the slot.
pub struct SyntaxPlace<'a> {
    pub at: usize,
    pub start: usize,
    pub rule: &'a str,
    pub accepts: &'a str,
    pub component: Option<&'a str>,
    /// For an error outside the grammar: the reason's keyword, and a sentence.
    pub besides: Option<(&'a str, &'a str)>,
}

pub fn syntax(py: Python<'_>, text: &Bound<'_, PyAny>, edition: &Bound<'_, PyAny>, place: &SyntaxPlace<'_>) -> PyErr {
    let arguments = [
        ("text", text.clone()),
        ("at", value(py, place.at)),
        ("rule", value(py, place.rule)),
        ("edition", edition.clone()),
        ("start", value(py, place.start)),
        ("accepts", value(py, place.accepts)),
        ("component", value(py, place.component)),
        ("reason", value(py, place.besides.map(|(reason, _)| reason))),
        ("detail", value(py, place.besides.map(|(_, detail)| detail))),
    ];
    exception(py, "URISyntaxError", &arguments)
}

/// The error for a reference that cannot be resolved by an edition.
pub fn resolution(
    reference: &Bound<'_, PyAny>,
    base: &Bound<'_, PyAny>,
    edition: &Bound<'_, PyAny>,
    reason: &str,
) -> PyErr {
    let py = reference.py();
    let arguments = [
        ("reference", reference.clone()),
        ("base", base.clone()),
        ("edition", edition.clone()),
        ("reason", value(py, reason)),
    ];
    exception(py, "ResolutionError", &arguments)
}

pub fn percent(py: Python<'_>, text: &Bound<'_, PyAny>, at: usize, reason: &str, detail: &str) -> PyErr {
    let arguments =
        [("text", text.clone()), ("at", value(py, at)), ("reason", value(py, reason)), ("detail", value(py, detail))];
    exception(py, "PercentError", &arguments)
}

pub fn unknown_rule(py: Python<'_>, rule: &str, known: Vec<&str>) -> PyErr {
    exception(py, "UnknownRuleError", &[("rule", value(py, rule)), ("known", value(py, known))])
}

pub fn unknown_edition(py: Python<'_>, id: &str) -> PyErr {
    exception(py, "UnknownEditionError", &[("edition", value(py, id))])
}

pub fn bad_tables(py: Python<'_>, reason: &str) -> PyErr {
    exception(py, "GrammarError", &[("reason", value(py, reason)), ("file", value(py, "<tables>"))])
}

pub fn too_long() -> PyErr {
    PyOverflowError::new_err("texts of 4 GiB or more are not supported: the engine counts offsets in 32 bits")
}

/// The error for an argument of a wrong type.
#[cold]
pub fn wrong_type(name: &str, wanted: &str, argument: &Bound<'_, PyAny>) -> PyErr {
    match argument.get_type().name() {
        Ok(class) => PyTypeError::new_err(format!("{name} must be {wanted}, not {class}")),
        Err(error) => error,
    }
}

/// The error for an argument that is not a text.
#[cold]
pub fn not_a_text(name: &str, argument: &Bound<'_, PyAny>) -> PyErr {
    wrong_type(name, "a str, bytes, a URI reference or a URL", argument)
}
