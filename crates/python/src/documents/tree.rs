//! `TreeElements`: the elements of the parser's tree, each a Python object.

use std::collections::HashSet;

use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use uriverse_core::memory::{out_of_memory, Grow};

use super::rows::LinkRows;
use super::start_tags::HAS_REL;
use super::targets::{Link, Targets};
use uriverse_html::names::Name;

use crate::ground::strings::utf8;

/// The elements of a page that may have references, in the tree's order.
#[pyclass(module = "uriverse._core")]
pub struct TreeElements {
    elements: Py<PyList>,
    next: usize,
    marked: Py<PyList>,
    next_marked: usize,
    /// For each tag, the attribute that holds a reference.
    names: Py<PyDict>,
    /// The tags of elements that tree construction copies.
    copied: Py<PyAny>,
    places: Places,
}

#[pymethods]
impl TreeElements {
    /// `marked` are the elements that Python handles.
    #[new]
    fn new(elements: Py<PyList>, marked: Py<PyList>, names: Py<PyDict>, copied: Py<PyAny>) -> TreeElements {
        TreeElements { elements, next: 0, marked, next_marked: 0, names, copied, places: Places::default() }
    }
}

impl TreeElements {
    /// Writes the fields that differ from row to row, until the page ends or an element needs Python.
    pub(super) fn rows<'py>(
        &mut self,
        py: Python<'py>,
        rows: &mut LinkRows,
        targets: &mut Targets,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let elements = self.elements.clone_ref(py).into_bound(py);
        let names = self.names.clone_ref(py).into_bound(py);
        let copied = self.copied.clone_ref(py).into_bound(py);
        let mut known = KnownTags::default();
        while self.next < elements.len() {
            let element = elements.get_item(self.next)?;
            self.next += 1;
            let is_marked = self.is_marked(&element)?;
            let tag = element.getattr(intern!(py, "tag"))?.cast_into::<PyString>()?;
            let line: Option<i64> = element.getattr(intern!(py, "source_line"))?.extract()?;
            let column: Option<i64> = element.getattr(intern!(py, "source_col"))?.extract()?;
            let (is_copied, name) = known.get_or_find(&tag, |tag| {
                let name = names.get_item(tag)?.map(Bound::cast_into::<PyString>).transpose()?;
                Ok((copied.contains(tag)?, name))
            })?;
            if is_copied && !self.places.add(line, column) {
                continue;
            }
            if is_marked {
                return Ok(Some(element));
            }
            let Some(name) = name else { continue };
            let value = element.call_method1(intern!(py, "attr"), (&name,))?;
            if value.is_none() {
                continue;
            }
            let value = value.cast_into::<PyString>()?;
            let place = (line, column.map(|column| column + 1));
            let mut rel = None;
            if utf8(tag.as_borrowed()).is_some_and(|tag| HAS_REL.contains(&Name::from_text(tag))) {
                let value = element.call_method1(intern!(py, "attr"), (intern!(py, "rel"),))?;
                rel = (!value.is_none()).then(|| value.cast_into::<PyString>()).transpose()?;
            }
            // Python handles a value that is not UTF-8.
            let texts = [Some(&tag), Some(&name), Some(&value), rel.as_ref()];
            let is_written = match texts.map(|text| text.map(|text| utf8(text.as_borrowed()))) {
                [Some(Some(tag)), Some(Some(attribute)), Some(Some(value)), rel]
                    if rel != Some(None) && !rows.is_full() =>
                {
                    targets.row(py, rows, &Link { tag, attribute, value, rel: rel.flatten(), place })?
                }
                _ => false,
            };
            if !is_written {
                return Ok(Some(element));
            }
        }
        Ok(None)
    }

    /// Whether an element is the next marked one.
    fn is_marked(&mut self, element: &Bound<'_, PyAny>) -> PyResult<bool> {
        let marked = self.marked.bind(element.py());
        if self.next_marked >= marked.len() || !marked.get_item(self.next_marked)?.eq(element)? {
            return Ok(false);
        }
        self.next_marked += 1;
        Ok(true)
    }
}

/// Facts about a tag: whether its elements are copied, and the attribute that holds a reference.
type TagFacts<'py> = (bool, Option<Bound<'py, PyString>>);

/// A cache of the last tags. The parser uses one text object for all elements of an HTML tag, so pointers are compared.
#[derive(Default)]
struct KnownTags<'py>(Vec<(Bound<'py, PyString>, TagFacts<'py>)>);

impl<'py> KnownTags<'py> {
    /// Further tags are looked up each time.
    const MOST: usize = 16;

    #[inline]
    fn get_or_find(
        &mut self,
        tag: &Bound<'py, PyString>,
        find: impl FnOnce(&Bound<'py, PyString>) -> PyResult<TagFacts<'py>>,
    ) -> PyResult<TagFacts<'py>> {
        if let Some((_, found)) = self.0.iter().find(|(known, _)| known.is(tag)) {
            return Ok(found.clone());
        }
        let found = find(tag)?;
        if self.0.len() < KnownTags::MOST {
            self.0.push((tag.clone(), found.clone()));
        }
        Ok(found)
    }
}

/// The places of the elements of copied tags. In nearly all pages they ascend, and a list is enough; the first place
/// out of order converts it to a set.
#[derive(Default)]
struct Places {
    ascending: Vec<(i64, i64)>,
    all: Option<HashSet<(i64, i64)>>,
}

impl Places {
    /// Adds a place; false if it was present. All elements without a place, which the parser made, count as one place.
    fn add(&mut self, line: Option<i64>, column: Option<i64>) -> bool {
        let place = (line.unwrap_or(-1), column.unwrap_or(-1));
        if self.all.is_none() && self.ascending.last().is_none_or(|last| *last < place) {
            self.ascending.put(place);
            return true;
        }
        let all = self.all.get_or_insert_default();
        if all.try_reserve(1 + self.ascending.len()).is_err() {
            out_of_memory();
        }
        all.extend(self.ascending.drain(..));
        all.insert(place)
    }
}
