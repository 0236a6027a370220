//! Raises the exceptions of `uriverse.errors` from the engine's findings.

use pyo3::call::PyCallArgs;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{IntoPyDict, PyDict, PyString, PyType};
use pyo3::IntoPyObjectExt;

/// A class of `uriverse.errors`, imported once.
pub struct ErrorClass {
    name: &'static str,
    class: PyOnceLock<Py<PyType>>,
}

impl ErrorClass {
    pub const fn new(name: &'static str) -> ErrorClass {
        ErrorClass { name, class: PyOnceLock::new() }
    }

    fn class<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyType>> {
        self.class.import(py, "uriverse.errors", self.name)
    }

    /// An exception with these attributes, which are all that the constructor sets.
    ///
    /// It is made as unpickling makes it. Calling the constructor takes three times as long, which is most of the time
    /// of a refusal.
    #[cold]
    pub fn raise<'py, const N: usize>(
        &self,
        py: Python<'py>,
        attributes: [(&Bound<'py, PyString>, Bound<'py, PyAny>); N],
    ) -> PyErr {
        let make = || {
            let class = self.class(py)?;
            let error = class.call_method1(pyo3::intern!(py, "__new__"), (class,))?;
            let dictionary = PyDict::new(py);
            for (name, value) in attributes {
                dictionary.set_item(name, value)?;
            }
            error.setattr(pyo3::intern!(py, "__dict__"), dictionary)?;
            Ok(error)
        };
        make().map_or_else(|error| error, PyErr::from_value)
    }

    /// The exception that the constructor makes of these arguments.
    #[cold]
    pub fn call<'py>(&self, py: Python<'py>, arguments: impl PyCallArgs<'py>) -> PyErr {
        self.class(py).and_then(|class| class.call1(arguments)).map_or_else(|error| error, PyErr::from_value)
    }
}

pub fn value<'py, T: IntoPyObjectExt<'py>>(py: Python<'py>, value: T) -> Bound<'py, PyAny> {
    value.into_bound_py_any(py).unwrap_or_else(|_| py.None().into_bound(py))
}

/// Interned names of attributes with their values.
macro_rules! attributes {
    ($py:expr, $($name:ident: $value:expr),* $(,)?) => {
        [$((pyo3::intern!($py, stringify!($name)), $crate::ground::errors::value($py, $value))),*]
    };
}

/// The error for a text that an edition refuses. The error finds the place when it is read (`reference::refusals`).
pub fn syntax<'py>(py: Python<'py>, text: &Bound<'py, PyAny>, edition: &Bound<'py, PyAny>) -> PyErr {
    SYNTAX_ERROR.raise(py, attributes! { py, text: text, edition: edition })
}

/// The error for a reference of the wrong kind: the reason's keyword, and a sentence.
pub fn wrong_kind<'py>(text: &Bound<'py, PyAny>, edition: &Bound<'py, PyAny>, (reason, detail): (&str, &str)) -> PyErr {
    explained(text, edition, (0, "scheme", Some("scheme")), reason, detail)
}

/// The error for a text whose place is known (the position, the rule and the component), with a sentence.
pub fn explained<'py>(
    text: &Bound<'py, PyAny>,
    edition: &Bound<'py, PyAny>,
    (at, rule, component): (usize, &str, Option<&str>),
    reason: &str,
    detail: &str,
) -> PyErr {
    let (py, place) = (text.py(), (at, rule, 0, rule, component));
    let attributes = attributes! { py, text: text, edition: edition, _place: place, _reason: reason, detail: detail };
    SYNTAX_ERROR.raise(py, attributes)
}

static SYNTAX_ERROR: ErrorClass = ErrorClass::new("URISyntaxError");

/// The error for a reference that cannot be resolved by an edition.
pub fn resolution<'py>(
    reference: &Bound<'py, PyAny>,
    base: &Bound<'py, PyAny>,
    edition: &Bound<'py, PyAny>,
    reason: &str,
) -> PyErr {
    static CLASS: ErrorClass = ErrorClass::new("ResolutionError");
    let py = reference.py();
    CLASS.raise(py, attributes! { py, reference: reference, base: base, edition: edition, reason: reason })
}

pub fn percent<'py>(py: Python<'py>, text: &Bound<'py, PyAny>, at: usize, reason: &str, detail: &str) -> PyErr {
    static CLASS: ErrorClass = ErrorClass::new("PercentError");
    CLASS.raise(py, attributes! { py, text: text, at: at, reason: reason, detail: detail })
}

/// The error for a text of which there is no URL, or for a base: `is_base`.
pub fn url(
    py: Python<'_>,
    text: &str,
    at: usize,
    error: &str,
    (base, is_base): (Option<&str>, bool),
    detail: &str,
) -> PyErr {
    static CLASS: ErrorClass = ErrorClass::new("URLError");
    let at = uriverse_core::characters(text.as_bytes(), at);
    let attributes = attributes! { py, text: text, at: at, error: error, base: base, is_base: is_base, detail: detail };
    CLASS.raise(py, attributes)
}

/// The error for an argument that is none of the words which it may be.
#[cold]
pub fn unknown_word(py: Python<'_>, argument: &str, word: &str, choices: &[&str]) -> PyErr {
    static CLASS: ErrorClass = ErrorClass::new("UnknownWordError");
    CLASS.call(py, (argument, word, choices))
}

/// The error for a keyword that a function does not have, in the interpreter's words.
#[cold]
pub fn unknown_keyword<'a>(
    py: Python<'_>,
    function: &str,
    keyword: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> PyErr {
    let names: Vec<&str> = names.into_iter().collect();
    let near = || py.import("uriverse.ground.near_names")?.getattr("suggestion")?.call1((keyword, names))?.extract();
    near().map_or_else(
        |error| error,
        |end: String| PyTypeError::new_err(format!("{function}() got an unexpected keyword argument '{keyword}'{end}")),
    )
}

pub fn unknown_rule(py: Python<'_>, rule: &str, known: Vec<&str>) -> PyErr {
    static CLASS: ErrorClass = ErrorClass::new("UnknownRuleError");
    CLASS.call(py, (rule, known))
}

pub fn unknown_edition(py: Python<'_>, id: &str) -> PyErr {
    static CLASS: ErrorClass = ErrorClass::new("UnknownEditionError");
    CLASS.call(py, (id,))
}

pub fn bad_tables(py: Python<'_>, reason: &str) -> PyErr {
    static CLASS: ErrorClass = ErrorClass::new("GrammarError");
    let make = || CLASS.class(py)?.call((reason,), Some(&[("file", "<tables>")].into_py_dict(py)?));
    make().map_or_else(|error| error, PyErr::from_value)
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
