//! `StartTags`: the elements of a page that have references, found from its start tags alone.
//!
//! Gain: most pages need no tree. A row needs an element's name, its position, one attribute, and the order of
//! elements. The source has all of these if the tree has one element for each start tag, in source order, as for most
//! pages. For other pages [`StartTags::read`] returns None, and the parser builds the tree.
//!
//! ```text
//! <table><tr><td><a href=x></table>     the elements table, tr, td, a: all here (tbody has no tag and no row)
//! <table><tr><a href=x></table>         the tree has "a" before the table: the parser reads this page
//! ```
//!
//! | file | subject |
//! |---|---|
//! | `known.rs` | `ReferenceNames`: which attributes hold references |
//! | `character_references.rs` | the values of attributes |
//!
//! The elements must be those of the parser: tests/documents/test_start_tags.py compares the two on random, mutated and
//! real pages.

mod character_references;
mod known;

use std::borrow::Cow;

use memchr::{memchr, memchr_iter};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use uriverse_core::memory::Grow;

use character_references::{decoded, with_newlines};
use known::ReferenceIn;
use uriverse_html::construction::{Construction, Fate};
use uriverse_html::names::Name;
use uriverse_html::places::Places;
use uriverse_html::tokens::{may_be_escaped, Markup, Next, Tag};

use crate::ground::memory::guarded;

pub use known::ReferenceNames;

/// The elements of a page that have references, in order.
#[pyclass(module = "uriverse._core", frozen)]
pub struct StartTags {
    data: Py<PyBytes>,
    names: Py<ReferenceNames>,
    /// The length of a byte order mark at the beginning.
    mark: usize,
    is_ascii: bool,
    elements: Vec<FoundElement>,
    /// The first `base` with an `href`.
    base: Option<usize>,
    /// The end of the last `meta` that may name the page's encoding.
    last_meta: usize,
    /// Each `meta` whose name may be `robots`.
    robots: Vec<usize>,
}

/// An element that has references.
struct FoundElement {
    /// Its name in the source.
    name: (u32, u32),
    is_svg: bool,
    /// Its start: the line and the column of "<".
    place: (u32, u32),
    /// The value of its `rel`, if it is one of `HAS_REL` with such an attribute; else empty.
    rel: (u32, u32),
    holds: Content,
}

#[derive(Clone, Copy)]
enum Content {
    /// One reference: the index in `ReferenceNames::common`, and its value in the source.
    Common(u16, (u32, u32)),
    /// An element that Python handles; the range of its content, if it is a style sheet.
    Other((u32, u32)),
}

const MARK: &[u8] = b"\xEF\xBB\xBF";
const BASE: Name = Name::from_text(b"base");
const HREF: Name = Name::from_text(b"href");
const META: Name = Name::from_text(b"meta");
const CHARSET: Name = Name::from_text(b"charset");
const HTTP_EQUIV: Name = Name::from_text(b"http-equiv");
const SCRIPT: Name = Name::from_text(b"script");
const STYLE: Name = Name::from_text(b"style");
const SVG: Name = Name::from_text(b"svg");
const NAME: Name = Name::from_text(b"name");
/// The elements whose links have types (HTML Standard, section 4.6.7, "Link types"; SVG 2, section 16.2).
const HAS_REL: [Name; 4] =
    [Name::from_text(b"a"), Name::from_text(b"area"), Name::from_text(b"form"), Name::from_text(b"link")];

#[pymethods]
impl StartTags {
    /// Reads a page; None if its tree may differ from one element for each tag, in order.
    ///
    /// The page must be UTF-8, or US-ASCII in any encoding that extends it.
    #[staticmethod]
    fn read(data: &Bound<'_, PyBytes>, names: &Bound<'_, ReferenceNames>) -> PyResult<Option<StartTags>> {
        guarded(|| Ok(StartTags::read_page(data, names)))
    }

    fn __len__(&self) -> usize {
        self.elements.len()
    }

    /// Whether the page is US-ASCII.
    #[getter]
    fn is_ascii(&self) -> bool {
        self.is_ascii
    }

    /// The end of the last `meta` that may name the page's encoding, or 0.
    #[getter]
    fn last_meta(&self) -> usize {
        self.last_meta
    }

    /// Each `meta` whose name may be `robots`.
    #[getter]
    fn robots(slf: &Bound<'_, StartTags>) -> Vec<StartTag> {
        slf.get().robots.iter().map(|&at| StartTag { page: slf.clone().unbind(), at }).collect()
    }

    /// The element that sets the base, or None.
    #[getter]
    fn base(slf: &Bound<'_, StartTags>) -> Option<StartTag> {
        slf.get().base.map(|at| StartTag { page: slf.clone().unbind(), at })
    }

    pub(super) fn element(slf: &Bound<'_, StartTags>, at: usize) -> PyResult<StartTag> {
        if at >= slf.get().elements.len() {
            return Err(PyIndexError::new_err("there are not so many elements"));
        }
        Ok(StartTag { page: slf.clone().unbind(), at })
    }
}

/// A reference whose target does not depend on other attributes of the element.
pub(super) struct Reference<'a> {
    pub(super) tag: &'a str,
    pub(super) attribute: &'a str,
    pub(super) value: Cow<'a, [u8]>,
    pub(super) rel: Option<Cow<'a, [u8]>>,
    /// The line and the column, from 1 and from 0.
    pub(super) place: (u32, u32),
}

impl StartTags {
    fn read_page(data: &Bound<'_, PyBytes>, names: &Bound<'_, ReferenceNames>) -> Option<StartTags> {
        let octets = data.as_bytes();
        let mark = if octets.starts_with(MARK) { MARK.len() } else { 0 };
        let text = &octets[mark..];
        let is_ascii = text.is_ascii();
        // Only LF is counted as a line end, so a lone CR is rejected. So is NUL, which each state treats differently.
        let is_read_here = octets.len() <= u32::MAX as usize
            && (is_ascii || std::str::from_utf8(text).is_ok())
            && memchr(0, text).is_none()
            && memchr_iter(b'\r', text).all(|at| text.get(at + 1) == Some(&b'\n'));
        if !is_read_here {
            return None;
        }
        let mut finder = TagFinder {
            markup: Markup::new(text),
            construction: Construction::default(),
            names: names.get(),
            places: Places::new(text, is_ascii),
            elements: Vec::new(),
            base: None,
            last_meta: 0,
            robots: Vec::new(),
        };
        finder.find()?;
        let TagFinder { elements, base, last_meta, robots, .. } = finder;
        Some(StartTags {
            data: data.clone().unbind(),
            names: names.clone().unbind(),
            mark,
            is_ascii,
            elements,
            base,
            robots,
            last_meta: if last_meta == 0 { 0 } else { mark + last_meta },
        })
    }

    fn text(&self, py: Python<'_>) -> &[u8] {
        &self.data.as_bytes(py)[self.mark..]
    }

    pub(super) fn len(&self) -> usize {
        self.elements.len()
    }

    /// The reference of an element; None if Python must handle it.
    #[inline]
    pub(super) fn reference(&self, py: Python<'_>, at: usize) -> PyResult<Option<Reference<'_>>> {
        let FoundElement { place, rel, holds: Content::Common(names, value_range), .. } = self.elements[at] else {
            return Ok(None);
        };
        let known = self.names.get();
        let [tag, attribute] = &known.common[usize::from(names)].texts;
        let value = |range| decoded(cut(self.text(py), range), known.characters.bind(py));
        let rel = if rel.0 < rel.1 { Some(value(rel)?) } else { None };
        Ok(Some(Reference { tag, attribute, value: value(value_range)?, rel, place }))
    }

    /// The attributes of an element, in the source.
    fn in_source<'a>(&self, text: &'a [u8], at: usize) -> impl Iterator<Item = (&'a [u8], &'a [u8])> {
        let mut markup = Markup { at: self.elements[at].name.1 as usize, ..Markup::new(text) };
        std::iter::from_fn(move || {
            let attribute = markup.next_attribute()?;
            Some((&text[attribute.name.0..attribute.name.1], &text[attribute.value.0..attribute.value.1]))
        })
    }

    fn value<'py>(&self, py: Python<'py>, value: &[u8]) -> PyResult<Bound<'py, PyString>> {
        PyString::from_bytes(py, &decoded(value, self.names.get().characters.bind(py))?)
    }
}

/// Whether a value is a word, ignoring case and the white space around it, or has a character reference.
fn may_be(value: &[u8], word: &[u8]) -> bool {
    value.trim_ascii().eq_ignore_ascii_case(word) || memchr(b'&', value).is_some()
}

fn cut(text: &[u8], (start, end): (u32, u32)) -> &[u8] {
    &text[start as usize..end as usize]
}

fn lower_case<'py>(py: Python<'py>, name: &[u8]) -> PyResult<Bound<'py, PyString>> {
    PyString::from_bytes(py, &name.to_ascii_lowercase())
}

/// A scan of a page's source.
struct TagFinder<'a> {
    markup: Markup<'a>,
    construction: Construction,
    names: &'a ReferenceNames,
    places: Places<'a>,
    elements: Vec<FoundElement>,
    base: Option<usize>,
    last_meta: usize,
    robots: Vec<usize>,
}

impl TagFinder<'_> {
    /// Scans to the end of the source; None if the parser must read the page.
    fn find(&mut self) -> Option<()> {
        loop {
            let tag = match self.markup.next_tag() {
                Next::Tag(tag) => tag,
                Next::End => return Some(()),
                Next::Unsure => return None,
            };
            if self.markup.looks_at_text {
                if self.markup.has_text {
                    self.construction.text();
                }
                self.markup.looks_at_text = self.construction.looks_at_text();
            }
            let name = Name::from_text(&self.markup.text[tag.name.0..tag.name.1]);
            if tag.is_end {
                while self.markup.next_attribute().is_some() {}
                if self.markup.end_tag() && self.construction.end(name) == Fate::Unsure {
                    return None;
                }
                self.markup.has_sections = self.construction.is_in_svg();
            } else {
                self.start(&tag, name)?;
            }
        }
    }

    #[inline]
    fn start(&mut self, tag: &Tag, name: Name) -> Option<()> {
        let mut holds = None;
        let mut may_name_encoding = false;
        let mut has_href = false;
        let mut rel = (0, 0);
        let mut may_be_robots = false;
        let is_svg = name == SVG || self.construction.is_in_svg();
        let mut after = self.markup.at;
        while let Some(attribute) = self.markup.next_attribute() {
            after = self.markup.at;
            let (from, to) = attribute.name;
            let text = &self.markup.text[from..to];
            let value = &self.markup.text[attribute.value.0..attribute.value.1];
            may_name_encoding |= name == META && matches!(Name::from_text(text), CHARSET | HTTP_EQUIV);
            has_href |= name == BASE && Name::from_text(text) == HREF;
            if text.eq_ignore_ascii_case(b"rel") && rel == (0, 0) && HAS_REL.contains(&name) {
                rel = (attribute.value.0 as u32, attribute.value.1 as u32);
            }
            may_be_robots |= name == META && Name::from_text(text) == NAME && may_be(value, b"robots");
            match (self.names.content((!is_svg).then_some(name), text, value), &holds) {
                (ReferenceIn::Common(names), None) => {
                    let (start, end) = attribute.value;
                    holds = Some(Content::Common(names, (start as u32, end as u32)));
                }
                (ReferenceIn::Other, _) => holds = Some(Content::Other((0, 0))),
                _ => {}
            }
        }
        let is_self_closing = self.markup.is_self_closing(after);
        if !self.markup.end_tag() {
            return Some(());
        }
        if may_name_encoding {
            self.last_meta = self.markup.at;
        }
        if may_be_robots && !is_svg {
            holds = Some(Content::Other((0, 0)));
        }
        match self.construction.start(name, is_self_closing) {
            Fate::Unsure => return None,
            Fate::LeftOut if holds.is_some() => return None,
            Fate::LeftOut | Fate::Element => {}
            Fate::RawText => {
                let content = self.markup.pass_over_raw_text(tag.name);
                if name == SCRIPT && may_be_escaped(&self.markup.text[content.0..content.1]) {
                    return None;
                }
                if name == STYLE {
                    holds = Some(Content::Other((content.0 as u32, content.1 as u32)));
                }
            }
        }
        self.markup.has_sections = self.construction.is_in_svg();
        if has_href && !is_svg {
            if self.construction.is_in_template() {
                return None;
            }
            self.base.get_or_insert(self.elements.len());
        }
        if may_be_robots && !is_svg {
            self.robots.put(self.elements.len());
        }
        if let Some(holds) = holds {
            let name = (tag.name.0 as u32, tag.name.1 as u32);
            self.elements.put(FoundElement { name, is_svg, place: self.places.place(tag.start), rel, holds });
        }
        Some(())
    }
}

/// An element whose start tag was read.
///
/// It has the attributes of the parser's elements: `tag`, `attrs`, `attr(name)`, `position`, `text`.
#[pyclass(module = "uriverse._core", frozen)]
pub struct StartTag {
    page: Py<StartTags>,
    at: usize,
}

impl StartTag {
    fn found(&self) -> &FoundElement {
        &self.page.get().elements[self.at]
    }
}

#[pymethods]
impl StartTag {
    /// Its namespace: "html" or "svg".
    #[getter]
    fn namespace(&self) -> &'static str {
        if self.found().is_svg {
            "svg"
        } else {
            "html"
        }
    }

    /// The element's name, in lower case except for some names of SVG.
    #[getter]
    fn tag<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let FoundElement { name, is_svg, .. } = self.found();
        let tag = cut(self.page.get().text(py), *name);
        match uriverse_html::svg::with_upper_case(tag) {
            Some(name) if *is_svg => Ok(PyString::new(py, name)),
            _ => lower_case(py, tag),
        }
    }

    /// Its attributes, in order; of two with one name the first.
    #[getter]
    fn attrs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (page, attributes) = (self.page.get(), PyDict::new(py));
        for (name, value) in page.in_source(page.text(py), self.at) {
            let key = match page.names.get().svg_name(name) {
                Some(name) if self.found().is_svg => PyString::new(py, name),
                _ => lower_case(py, name)?,
            };
            if !attributes.contains(&key)? {
                attributes.set_item(key, page.value(py, value)?)?;
            }
        }
        Ok(attributes)
    }

    /// The value of an attribute; None if the element does not have it.
    fn attr<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyString>>> {
        let page = self.page.get();
        let mut attributes = page.in_source(page.text(py), self.at);
        let attribute = attributes.find(|(key, _)| key.eq_ignore_ascii_case(name.as_bytes()));
        attribute.map(|(_, value)| page.value(py, value)).transpose()
    }

    /// The line of its tag, from 1, and the column, from 0.
    #[getter]
    fn position(&self) -> (u32, u32) {
        self.found().place
    }

    /// The content of a style sheet, else an empty text.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let content = match self.found().holds {
            Content::Other(content) => with_newlines(cut(self.page.get().text(py), content)),
            Content::Common(..) => Cow::Borrowed(&[][..]),
        };
        PyString::from_bytes(py, &content)
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
