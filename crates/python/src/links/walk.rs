//! `LinkWalk`: the elements of a page that have references, and rows of those that need nothing from Python.
//!
//! The parser hands over elements as Python objects. Of `<a class=more href="../item/1">` a row needs four answers: the
//! tag, the value of one attribute, the line and the column. They are asked for here, and nothing else is: no list of
//! attributes, no tuple of the place, no object for the row. What becomes of the reference is decided by the same
//! functions that `target` and `URL.resolve` call.
//!
//! An element goes back to Python if its page's reader marked it (its attribute is read in another way), and if its
//! reference is not valid, has no target, or isn't covered by the functions here.

use std::collections::HashSet;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use uriverse_core::{FastResolved, Kind, Offsets};
use uriverse_whatwg::parser::parse_with_encoding;
use uriverse_whatwg::{serialized, Encoding, Record};

use super::rows::{fits, LinkRows, Text};
use crate::editions::Edition;
use crate::object;
use crate::resolving::with_target;
use crate::strings::utf8;
use crate::target_buffer::{fits_together, with_buffer};
use crate::whatwg::arguments::encoding_named;
use crate::whatwg::object as whatwg;

const UTF_8: &[u8] = b"utf-8";

/// The elements of a page, with what their references are judged by.
#[pyclass(module = "uriverse._core")]
pub struct LinkWalk {
    elements: Py<PyList>,
    next: usize,
    marked: Py<PyList>,
    next_marked: usize,
    /// For each tag the attribute that holds a reference.
    names: Py<PyDict>,
    /// The tags of elements that tree construction copies.
    copied: Py<PyAny>,
    places: Places,
    source: String,
    base: String,
    rule: String,
    uri: Py<PyAny>,
    url: Option<Py<PyAny>>,
    record: Option<Record>,
    /// Whether a browser resolves against the same base, and as RFC 3986 does; None until it is asked.
    shares_base: Option<bool>,
    encoding: &'static Encoding,
    /// The target of the reference that is looked at, and where a browser goes.
    target: Vec<u8>,
    seen: Vec<u8>,
}

#[pymethods]
impl LinkWalk {
    #[new]
    #[pyo3(signature = (elements, marked, *, names, copied, source, base, rule, uri, url, encoding))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        elements: Py<PyList>,
        marked: Py<PyList>,
        names: Py<PyDict>,
        copied: Py<PyAny>,
        source: String,
        base: String,
        rule: String,
        uri: Py<PyAny>,
        url: Option<Py<PyAny>>,
        encoding: &str,
    ) -> PyResult<LinkWalk> {
        for text in [&source, &base, &rule] {
            fits(text.as_bytes())?;
        }
        Ok(LinkWalk {
            elements,
            next: 0,
            marked,
            next_marked: 0,
            names,
            copied,
            places: Places::default(),
            source,
            base,
            rule,
            uri,
            url,
            record: None,
            shares_base: None,
            encoding: encoding_named(encoding)?,
            target: Vec::new(),
            seen: Vec::new(),
        })
    }
}

impl LinkWalk {
    /// Writes rows until the page ends or an element needs Python, which is returned. Where there is no room for a row,
    /// its element needs Python too: what it makes goes through whoever takes the batches.
    pub(super) fn rows<'py>(&mut self, py: Python<'py>, rows: &mut LinkRows) -> PyResult<Option<Bound<'py, PyAny>>> {
        let before = rows.len();
        let found = self.distinct(py, rows);
        // Also after an error: what was begun is a whole row.
        let written = rows.len() - before;
        for (field, text) in self.common() {
            rows.repeat(field, text, written);
        }
        found
    }

    /// The texts that all rows have in common which are written here.
    fn common(&self) -> [(Text, Option<&[u8]>); 6] {
        [
            (Text::Source, Some(self.source.as_bytes())),
            (Text::Base, Some(self.base.as_bytes())),
            (Text::BaseRule, Some(self.rule.as_bytes())),
            (Text::Error, None),
            (Text::Part, None),
            (Text::Problem, None),
        ]
    }

    /// Writes what differs from row to row, until the page ends or an element needs Python.
    fn distinct<'py>(&mut self, py: Python<'py>, rows: &mut LinkRows) -> PyResult<Option<Bound<'py, PyAny>>> {
        let elements = self.elements.clone_ref(py).into_bound(py);
        let names = self.names.clone_ref(py).into_bound(py);
        let copied = self.copied.clone_ref(py).into_bound(py);
        let (tag_of, line_of, column_of) =
            (pyo3::intern!(py, "tag"), pyo3::intern!(py, "source_line"), pyo3::intern!(py, "source_col"));
        while self.next < elements.len() {
            let element = elements.get_item(self.next)?;
            self.next += 1;
            let is_marked = self.is_marked(&element)?;
            let tag = element.getattr(tag_of)?.cast_into::<PyString>()?;
            let line: Option<i64> = element.getattr(line_of)?.extract()?;
            let column: Option<i64> = element.getattr(column_of)?.extract()?;
            if copied.contains(&tag)? && !self.places.add(line, column) {
                continue;
            }
            if is_marked {
                return Ok(Some(element));
            }
            let Some(name) = names.get_item(&tag)? else { continue };
            let name = name.cast_into::<PyString>()?;
            let Some(value) = attribute(&element, &name)? else { continue };
            if !rows.has_room()
                || !self.row(py, rows, [&tag, &name, &value], (line, column.map(|column| column + 1)))?
            {
                return Ok(Some(element));
            }
        }
        Ok(None)
    }

    /// Whether an element is the next of those that are marked.
    fn is_marked(&mut self, element: &Bound<'_, PyAny>) -> PyResult<bool> {
        let marked = self.marked.bind(element.py());
        if self.next_marked >= marked.len() || !marked.get_item(self.next_marked)?.eq(element)? {
            return Ok(false);
        }
        self.next_marked += 1;
        Ok(true)
    }

    /// Writes the row of a reference; false if Python has to decide what becomes of it.
    fn row(
        &mut self,
        py: Python<'_>,
        rows: &mut LinkRows,
        [tag, name, value]: [&Bound<'_, PyString>; 3],
        (line, column): (Option<i64>, Option<i64>),
    ) -> PyResult<bool> {
        let (Some(tag), Some(name), Some(value)) =
            (utf8(tag.as_borrowed()), utf8(name.as_borrowed()), utf8(value.as_borrowed()))
        else {
            return Ok(false);
        };
        // HTML Standard, "ASCII whitespace": what Rust calls so.
        let reference = fits(value.trim_ascii())?;
        let Some((base, object::Form::Uri)) = object::layout(self.uri.bind_borrowed(py)) else { return Ok(false) };
        let target = &mut self.target;
        let kind = with_target(py, reference, base, |text, kind| {
            target.clear();
            target.extend_from_slice(text);
            kind
        });
        let Some(kind) = kind else { return Ok(false) };
        let Some(seen) = self.browser_goes(py, reference, kind) else { return Ok(false) };
        fits(&self.target)?;
        rows.text(Text::Element, Some(tag));
        rows.text(Text::Attribute, Some(name));
        rows.text(Text::Reference, Some(reference));
        rows.text(Text::Resolved, Some(&self.target));
        rows.text(Text::Kind, Some(kind.as_str().as_bytes()));
        rows.text(
            Text::Browser,
            match seen {
                Seen::Target => Some(&self.target),
                Seen::Other => Some(&self.seen),
                Seen::Nowhere => None,
            },
        );
        rows.will_repeat(self.source.len() + self.base.len() + self.rule.len());
        rows.end_row(line, column, true);
        Ok(true)
    }

    /// Where a browser goes; None if Python has to say. Another place than the target is put into `seen`.
    fn browser_goes(&mut self, py: Python<'_>, reference: &[u8], kind: Kind) -> Option<Seen> {
        let has_no_host = matches!(kind, Kind::AbsolutePath | Kind::RelativePath | Kind::SameDocument);
        if has_no_host && self.shares_base(py) && serialized::is_relative(reference) {
            return Some(Seen::Target);
        }
        let goes_somewhere = self.find_where_a_browser_goes(py, std::str::from_utf8(reference).ok()?);
        Some(if goes_somewhere { Seen::Other } else { Seen::Nowhere })
    }

    /// Whether a browser resolves against the same base, and as RFC 3986 does.
    fn shares_base(&mut self, py: Python<'_>) -> bool {
        let (uri, url) = (&self.uri, &self.url);
        *self.shares_base.get_or_insert_with(|| {
            let Some((base, object::Form::Uri)) = object::layout(uri.bind_borrowed(py)) else { return false };
            let Some(url) = url.as_ref().and_then(|url| whatwg::layout(url.bind_borrowed(py))) else { return false };
            let href = url.href(py).as_bytes();
            let offsets = url.offsets(href.len());
            let is_rfc_3986 = base.edition_index().is_some_and(|index| Edition::standard().is(Some(index)));
            is_rfc_3986
                && utf8(base.text(py)) == Some(href)
                && offsets.flags & Offsets::ROOTED != 0
                && serialized::has_relative_state(href, &offsets)
        })
    }

    /// Puts into `seen` where a browser goes; false if it goes nowhere.
    fn find_where_a_browser_goes(&mut self, py: Python<'_>, reference: &str) -> bool {
        let url = self.url.as_ref().and_then(|url| whatwg::layout(url.bind_borrowed(py)));
        self.seen.clear();
        if let Some(url) = url {
            let base = url.href(py).as_bytes();
            if fits_together(base, reference.as_bytes()) {
                let (offsets, seen) = (url.offsets(base.len()), &mut self.seen);
                let found = with_buffer(base.len() + reference.len(), |buffer| {
                    match serialized::resolve_into(base, &offsets, reference.as_bytes(), buffer) {
                        FastResolved::Reference(_) => seen.extend_from_slice(reference.as_bytes()),
                        FastResolved::Target(tail) => seen.extend_from_slice(buffer.get(..tail.length)?),
                        FastResolved::NotCovered => return None,
                    }
                    Some(())
                });
                if found.is_some() {
                    return true;
                }
            }
            self.record.get_or_insert_with(|| url.record(py));
        }
        // As `Browser.target` has it: what an encoding does to US-ASCII is not asked.
        let encoding = if reference.is_ascii() && self.record.is_some() {
            Encoding::for_label(UTF_8).unwrap_or(self.encoding)
        } else {
            self.encoding
        };
        match parse_with_encoding(reference, self.record.as_ref(), encoding) {
            Ok(found) => {
                self.seen.extend_from_slice(found.serialize().as_bytes());
                true
            }
            Err(_) => false,
        }
    }
}

/// The value of an attribute; None if the element does not have it.
fn attribute<'py>(element: &Bound<'py, PyAny>, name: &Bound<'py, PyString>) -> PyResult<Option<Bound<'py, PyString>>> {
    let py = element.py();
    let method = pyo3::intern!(py, "attr");
    // SAFETY: four objects that are alive, and the null that ends them; a new reference, or null with an error set.
    let value = unsafe {
        let value = ffi::PyObject_CallMethodObjArgs(
            element.as_ptr(),
            method.as_ptr(),
            name.as_ptr(),
            std::ptr::null_mut::<ffi::PyObject>(),
        );
        Bound::from_owned_ptr_or_err(py, value)?
    };
    Ok(if value.is_none() { None } else { Some(value.cast_into()?) })
}

/// Where a browser goes.
enum Seen {
    /// To the target.
    Target,
    /// To another place.
    Other,
    Nowhere,
}

/// The places where elements of those that are copied began. In nearly all pages each begins after the one before it, so
/// that they are a list; a set is made of it when one does not.
#[derive(Default)]
struct Places {
    ascending: Vec<(i64, i64)>,
    all: Option<HashSet<(i64, i64)>>,
}

impl Places {
    /// Adds a place; false if it was there. An element that the parser made has none, and counts as one place.
    fn add(&mut self, line: Option<i64>, column: Option<i64>) -> bool {
        let place = (line.unwrap_or(-1), column.unwrap_or(-1));
        if self.all.is_none() {
            if self.ascending.last().is_none_or(|last| *last < place) {
                self.ascending.push(place);
                return true;
            }
            self.all = Some(self.ascending.drain(..).collect());
        }
        self.all.as_mut().is_some_and(|all| all.insert(place))
    }
}
