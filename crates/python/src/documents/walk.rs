//! `LinkWalk`: the fast path from a page's elements to rows of links, without Python objects.
//!
//! A row of `<a class=more href="../item/1">` needs the tag, the value of one attribute, the line and the column. The
//! elements are those of the page's source (`start_tags`); `targets.rs` resolves and validates the reference.
//!
//! Python handles an element whose attribute has a syntax of its own (`srcset`), or whose reference is invalid, has no
//! target, or is not covered here; and each element of a page whose tree construction may change the order of tags,
//! which were 6 of 543 pages (benches/reports/2026-11-23-links.md).

use pyo3::prelude::*;

use super::rows::LinkRows;
use super::start_tags::StartTags;
use super::targets::{Link, Page, Targets};
use crate::whatwg::arguments::encoding_named;

/// The elements of a page, and their resolver.
#[pyclass(module = "uriverse._core")]
pub struct LinkWalk {
    elements: Py<StartTags>,
    /// The index of the next element.
    next: usize,
    targets: Targets,
}

#[pymethods]
impl LinkWalk {
    /// `page` is its name in rows, its URL, and whether robots may follow its links; `base` has a text and a rule.
    #[new]
    #[pyo3(signature = (elements, *, page, base, uri, url, encoding))]
    fn new(
        elements: Py<StartTags>,
        page: (String, Option<String>, bool),
        base: (String, String),
        uri: Py<PyAny>,
        url: Option<Py<PyAny>>,
        encoding: &str,
    ) -> PyResult<LinkWalk> {
        let page = Page { source: page.0, base: base.0, rule: base.1, url: page.1, follow: page.2 };
        let targets = Targets::new(page, uri, url, encoding_named(encoding)?)?;
        Ok(LinkWalk { elements, next: 0, targets })
    }

    /// Writes rows of the next elements, until one needs Python or the rows are full.
    ///
    /// Returns the element that Python must handle, or that did not fit; None at the end of the page.
    fn write<'py>(&mut self, py: Python<'py>, rows: &Bound<'py, LinkRows>) -> PyResult<Option<Bound<'py, PyAny>>> {
        rows.try_borrow_mut()?.or_none(|rows| {
            let before = rows.len();
            let element = rows_of_tags(rows, self.elements.bind(py), &mut self.next, &mut self.targets);
            // Also after an error: every row that was begun must be completed.
            rows.complete(self.targets.common(), rows.len() - before);
            element
        })
    }
}

/// Writes the fields that differ from row to row, until the page ends or an element needs Python.
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
                let link = Link {
                    tag: found.tag.as_bytes(),
                    attribute: found.attribute.as_bytes(),
                    value: &found.value,
                    rel: found.rel.as_deref(),
                    place: (Some(i64::from(found.place.0)), Some(i64::from(found.place.1) + 1)),
                };
                if targets.row(py, rows, &link)? {
                    continue;
                }
            }
        }
        return Ok(Some(Bound::new(py, StartTags::element(page, at)?)?.into_any()));
    }
    Ok(None)
}
