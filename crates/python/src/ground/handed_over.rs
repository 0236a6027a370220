//! What the compiled module asks of Python code that stands on it.
//!
//! The compiled module cannot import that code, which imports the compiled module. Instead `uriverse` hands over, when it
//! is imported, a function for each such thing: [`hand_over`] keeps it, and it is called when the thing is needed.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

/// What is handed over.
#[derive(Clone, Copy)]
pub enum Thing {
    /// The module `uriverse.schemes`.
    Schemes,
    /// What raises unless parsers agree, for `parse(text, agree=...)`.
    AgreementCheck,
    /// What compiles a grammar into an edition, for `Edition.from_grammar`.
    GrammarCompiler,
    /// The module `uriverse.reference.composition`.
    Composition,
}

static NAMED: [(&str, Thing); 4] = [
    ("schemes", Thing::Schemes),
    ("agreement check", Thing::AgreementCheck),
    ("grammar compiler", Thing::GrammarCompiler),
    ("composition", Thing::Composition),
];
static LOADERS: [PyOnceLock<Py<PyAny>>; 4] = [const { PyOnceLock::new() }; 4];

fn thing_named(name: &str) -> PyResult<Thing> {
    let found = NAMED.iter().find(|(known, _)| *known == name);
    found
        .map(|(_, thing)| *thing)
        .ok_or_else(|| PyValueError::new_err(format!("nothing named {name:?} is handed over")))
}

/// Hands over the function that returns something; it is called when that is needed.
///
/// A second function is ignored: each returns what is imported at the time of the call.
#[pyfunction]
pub fn hand_over(name: &str, loader: &Bound<'_, PyAny>) -> PyResult<()> {
    LOADERS[thing_named(name)? as usize].get_or_init(loader.py(), || loader.to_owned().unbind());
    Ok(())
}

/// What was handed over under a name.
#[pyfunction]
pub fn handed_over<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    needed(py, thing_named(name)?)
}

/// What was handed over.
pub fn needed(py: Python<'_>, thing: Thing) -> PyResult<Bound<'_, PyAny>> {
    match LOADERS[thing as usize].get(py) {
        Some(loader) => loader.bind(py).call0(),
        None => Err(PyRuntimeError::new_err("uriverse._core is imported without uriverse: import uriverse")),
    }
}

/// Add the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(hand_over, module)?)?;
    module.add_function(wrap_pyfunction!(handed_over, module)?)
}
