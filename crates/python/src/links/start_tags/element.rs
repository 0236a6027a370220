//! `StartTag`: an element of a page as its tag has it, for Python.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// An element whose start tag was read.
///
/// It answers as the parser's elements do: `tag`, `attrs`, `attr(name)`, `position`, `text`.
#[pyclass(module = "uriverse._core", frozen)]
pub struct StartTag {
    pub(super) namespace: &'static str,
    pub(super) tag: Py<PyString>,
    pub(super) attributes: Py<PyDict>,
    pub(super) position: (u32, u32),
    pub(super) text: Py<PyString>,
    pub(super) is_marked: bool,
}

#[pymethods]
impl StartTag {
    /// Its namespace: "html" or "svg".
    #[getter]
    fn namespace(&self) -> &'static str {
        self.namespace
    }

    /// The element's name, in lower case but for some of SVG.
    #[getter]
    fn tag(&self, py: Python<'_>) -> Py<PyString> {
        self.tag.clone_ref(py)
    }

    /// Its attributes, in order; of two with one name the first.
    #[getter]
    fn attrs(&self, py: Python<'_>) -> Py<PyDict> {
        self.attributes.clone_ref(py)
    }

    /// The value of an attribute; None if the element does not have it.
    fn attr<'py>(&self, py: Python<'py>, name: &Bound<'py, PyString>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.attributes.bind(py).get_item(name)
    }

    /// The line of its tag, from 1, and the column, from 0.
    #[getter]
    fn position(&self) -> (u32, u32) {
        self.position
    }

    /// The content of a style sheet, else an empty text.
    #[getter]
    fn text(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    /// Whether two stand at the same place, as nothing else in a page does.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<StartTag>().is_ok_and(|other| other.get().position == self.position)
    }

    fn __hash__(&self) -> u64 {
        u64::from(self.position.0) << 32 | u64::from(self.position.1)
    }

    /// Whether it has attributes that hold references in other ways than `common` ones do.
    #[getter]
    fn is_marked(&self) -> bool {
        self.is_marked
    }
}
