//! `StartTag`: an element of a page as its tag has it, for Python.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::StartTags;

/// An element whose start tag was read.
///
/// It answers as the parser's elements do: `tag`, `attrs`, `attr(name)`, `position`, `text`.
#[pyclass(module = "uriverse._core", frozen)]
pub struct StartTag {
    pub(super) page: Py<StartTags>,
    pub(super) at: usize,
}

#[pymethods]
impl StartTag {
    /// Its namespace: "html" or "svg".
    #[getter]
    fn namespace(&self) -> &'static str {
        self.page.get().namespace(self.at)
    }

    /// The element's name, in lower case but for some of SVG.
    #[getter]
    fn tag<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.page.get().tag(py, self.at)
    }

    /// Its attributes, in order; of two with one name the first.
    #[getter]
    fn attrs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.page.get().attributes(py, self.at)
    }

    /// The value of an attribute; None if the element does not have it.
    fn attr<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyString>>> {
        self.page.get().attribute(py, self.at, name)
    }

    /// The line of its tag, from 1, and the column, from 0.
    #[getter]
    fn position(&self) -> (u32, u32) {
        self.page.get().place(self.at)
    }

    /// The content of a style sheet, else an empty text.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        self.page.get().content(py, self.at)
    }

    /// Whether it has attributes that hold references in other ways than `common` ones do.
    #[getter]
    fn is_marked(&self) -> bool {
        self.page.get().is_marked(self.at)
    }

    /// Whether two are the same element.
    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<StartTag>() else { return false };
        let other = other.get();
        self.page.is(&other.page) && self.at == other.at
    }

    fn __hash__(&self) -> usize {
        self.at
    }
}
