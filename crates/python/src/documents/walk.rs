//! `LinkWalk`: the elements of a page that have references, and rows of those that need nothing from Python.
//!
//! Of `<a class=more href="../item/1">` a row needs four answers: the tag, the value of one attribute, the line and the
//! column. No list of attributes, no tuple of the place and no object for the row is made. The elements are those of
//! the page's source (`start_tags`) or, where tree construction may change them, of the parser's tree (`tree.rs`). What
//! becomes of the reference is decided in `targets.rs`.
//!
//! An element goes back to Python if its attribute is read in another way, and if its reference is not valid, has no
//! target, or isn't covered by the functions here.

use pyo3::prelude::*;

use super::rows::LinkRows;
use super::start_tags::StartTags;
use super::targets::Targets;
use super::tree::TreeElements;
use crate::whatwg::arguments::encoding_named;

/// The elements of a page, with what their references are judged by.
#[pyclass(module = "uriverse._core")]
pub struct LinkWalk {
    elements: Elements,
    /// How many elements of the page's source were passed.
    next: usize,
    targets: Targets,
}

/// Where a page's elements come from.
#[derive(FromPyObject)]
enum Elements {
    Source(Py<StartTags>),
    Tree(Py<TreeElements>),
}

#[pymethods]
impl LinkWalk {
    #[new]
    #[pyo3(signature = (elements, *, source, base, rule, uri, url, encoding))]
    fn new(
        elements: Elements,
        source: String,
        base: String,
        rule: String,
        uri: Py<PyAny>,
        url: Option<Py<PyAny>>,
        encoding: &str,
    ) -> PyResult<LinkWalk> {
        let targets = Targets::new([source, base, rule], uri, url, encoding_named(encoding)?)?;
        Ok(LinkWalk { elements, next: 0, targets })
    }

    /// Write rows of the next elements, until one needs Python or there is no room.
    ///
    /// Returns the element whose rows Python is to make, or None at the page's end. If there is no room for a row, its
    /// element needs Python too: the row that Python makes goes to the consumer of the batches.
    fn write<'py>(&mut self, py: Python<'py>, rows: &Bound<'py, LinkRows>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let rows = &mut *rows.try_borrow_mut()?;
        let before = rows.len();
        let found = match &self.elements {
            Elements::Source(tags) => rows_of_tags(rows, tags.bind(py), &mut self.next, &mut self.targets),
            Elements::Tree(tree) => tree.bind(py).try_borrow_mut()?.rows(py, rows, &mut self.targets),
        };
        // Also after an error: what was begun is a whole row.
        let written = rows.len() - before;
        for (field, text) in self.targets.common() {
            rows.repeat(field, text, written);
        }
        found
    }
}

/// Writes what differs from row to row, until the page ends or an element needs Python.
fn rows_of_tags<'py>(
    rows: &mut LinkRows,
    page: &Bound<'py, StartTags>,
    next: &mut usize,
    targets: &mut Targets,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let (py, tags) = (page.py(), page.get());
    while *next < tags.len() {
        let at = *next;
        *next += 1;
        if !rows.is_full() {
            if let Some(found) = tags.reference(py, at)? {
                let texts = [found.tag.as_bytes(), found.attribute.as_bytes(), &found.value];
                let place = (Some(i64::from(found.place.0)), Some(i64::from(found.place.1) + 1));
                if targets.row(py, rows, texts, place)? {
                    continue;
                }
            }
        }
        return Ok(Some(Bound::new(py, StartTags::element(page, at)?)?.into_any()));
    }
    Ok(None)
}
