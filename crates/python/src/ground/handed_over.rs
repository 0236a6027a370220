//! Lazy imports: Python code that the compiled module calls. An import at load time would be circular.
//!
//! On import, `uriverse` registers a loader for each ([`hand_over`]); the first use calls it.

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use uriverse_core::named_enum;

named_enum! {
    /// A lazy import.
    pub enum LateImport {
        /// The module `uriverse.schemes`.
        Schemes = "schemes",
        /// The function that raises unless parsers agree, for `parse(text, agree=...)`.
        AgreementCheck = "agreement check",
        /// The function that compiles a grammar into an edition, for `Edition.from_grammar`.
        GrammarCompiler = "grammar compiler",
        /// The module `uriverse.reference.composition`.
        Composition = "composition",
        /// The function `uriverse.hosts.verdict`.
        HostVerdict = "host verdict",
    }
}

static LOADERS: [PyOnceLock<Py<PyAny>>; 5] = [const { PyOnceLock::new() }; 5];

fn late_import_named(name: &str) -> PyResult<LateImport> {
    LateImport::named(name).ok_or_else(|| PyValueError::new_err(format!("nothing named {name:?} is handed over")))
}

/// Hands over the loader of a lazy import. A second loader for it is ignored: every loader returns the same import.
#[pyfunction]
pub fn hand_over(name: &str, loader: &Bound<'_, PyAny>) -> PyResult<()> {
    LOADERS[late_import_named(name)? as usize].get_or_init(loader.py(), || loader.to_owned().unbind());
    Ok(())
}

/// The import of a name, loaded if it is not yet.
#[pyfunction]
pub fn handed_over<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    import_late(py, late_import_named(name)?)
}

/// The import, loaded if it is not yet.
pub fn import_late(py: Python<'_>, import: LateImport) -> PyResult<Bound<'_, PyAny>> {
    match LOADERS[import as usize].get(py) {
        Some(loader) => loader.bind(py).call0(),
        None => Err(PyRuntimeError::new_err("uriverse._core is imported without uriverse: import uriverse")),
    }
}

register! { hand_over, handed_over }
