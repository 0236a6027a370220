//! `Targets`: resolves a page's references by the functions behind `target` and `URL.resolve`.

use pyo3::prelude::*;
use uriverse_core::memory::Grow;
use uriverse_core::{split, FastResolved, Kind, Offsets, SplitStyle};
use uriverse_whatwg::parser::parse_with_encoding;
use uriverse_whatwg::writing::is_valid_url_string;
use uriverse_whatwg::{serialized, Encoding, Record};

use super::rows::{fits, LinkRows, Text};
use crate::editions::Edition;
use crate::ground::strings::utf8;
use crate::ground::target_buffer::{fits_together, with_buffer};
use crate::layout::object;
use crate::layout::url as whatwg;
use crate::reference::resolving::with_target;

const UTF_8: &[u8] = b"utf-8";

/// What the rows of a page share.
pub(super) struct Page {
    pub(super) source: String,
    pub(super) base: String,
    pub(super) rule: String,
    /// Its URL, if it is known.
    pub(super) url: Option<String>,
    /// Whether robots may follow its links.
    pub(super) follow: bool,
}

/// A link of an element.
pub(super) struct Link<'a> {
    pub(super) tag: &'a [u8],
    pub(super) attribute: &'a [u8],
    pub(super) value: &'a [u8],
    /// The attribute `rel`, if the element has one.
    pub(super) rel: Option<&'a [u8]>,
    /// The line and the column, from 1.
    pub(super) place: (Option<i64>, Option<i64>),
}

/// The edition and bases of a page's references, and what their rows share.
pub(super) struct Targets {
    page: Page,
    uri: Py<PyAny>,
    url: Option<Py<PyAny>>,
    record: Option<Record>,
    /// Cached: whether a browser resolves against the same base, and as RFC 3986 does.
    shares_base: Option<bool>,
    encoding: &'static Encoding,
    /// The target of the current reference, and the browser's.
    target: Vec<u8>,
    seen: Vec<u8>,
    /// The link types of the current reference.
    words: Vec<u8>,
}

impl Targets {
    pub(super) fn new(
        page: Page,
        uri: Py<PyAny>,
        url: Option<Py<PyAny>>,
        encoding: &'static Encoding,
    ) -> PyResult<Targets> {
        for text in [&page.source, &page.base, &page.rule].into_iter().chain(&page.url) {
            fits(text.as_bytes())?;
        }
        Ok(Targets {
            page,
            uri,
            url,
            record: None,
            shares_base: None,
            encoding,
            target: Vec::new(),
            seen: Vec::new(),
            words: Vec::new(),
        })
    }

    /// The texts that all rows share.
    pub(super) fn common(&self) -> impl Iterator<Item = (Text, &[u8])> {
        let Page { source, base, rule, url, .. } = &self.page;
        let texts = [(Text::Source, source), (Text::Base, base), (Text::BaseRule, rule)];
        texts.into_iter().chain(url.iter().map(|url| (Text::Page, url))).map(|(field, text)| (field, text.as_bytes()))
    }

    /// Writes the row of a link. False if Python must handle it.
    pub(super) fn row(&mut self, py: Python<'_>, rows: &mut LinkRows, link: &Link<'_>) -> PyResult<bool> {
        // HTML Standard, "ASCII whitespace", which is also Rust's.
        let reference = fits(link.value.trim_ascii())?;
        let Some((kind, seen)) = self.judge(py, reference) else { return Ok(false) };
        fits(&self.target)?;
        rows.text(Text::Element, Some(link.tag));
        rows.text(Text::Attribute, Some(link.attribute));
        rows.text(Text::Reference, Some(reference));
        rows.text(Text::Resolved, Some(&self.target));
        rows.text(Text::Kind, Some(kind.as_str().as_bytes()));
        rows.text(
            Text::Browser,
            match seen {
                BrowserTarget::Target => Some(&self.target),
                BrowserTarget::Other => Some(&self.seen),
                BrowserTarget::Nowhere => None,
            },
        );
        let mut follow = self.page.follow;
        if let Some(rel) = link.rel {
            follow &= self.read_link_types(fits(rel)?);
            rows.text(Text::Rel, (!self.words.is_empty()).then_some(&self.words));
        } else {
            rows.text(Text::Rel, None);
        }
        let Page { source, base, rule, url, .. } = &self.page;
        rows.will_repeat(source.len() + base.len() + rule.len() + url.as_ref().map_or(0, String::len));
        rows.end_row(link.place, true, follow);
        Ok(true)
    }

    /// Writes the words of `rel` into `words`, in lower case with a space between them; whether none is `nofollow`.
    fn read_link_types(&mut self, rel: &[u8]) -> bool {
        self.words.clear();
        let mut follow = true;
        for word in rel.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
            follow &= !word.eq_ignore_ascii_case(b"nofollow");
            if !self.words.is_empty() {
                self.words.put(b' ');
            }
            let start = self.words.len();
            self.words.put_all(word);
            self.words[start..].make_ascii_lowercase();
        }
        follow
    }

    /// Writes the target into `target`, and returns the reference's kind and the browser's target; None if Python must
    /// decide.
    fn judge(&mut self, py: Python<'_>, reference: &[u8]) -> Option<(Kind, BrowserTarget)> {
        let base = self.uri.bind_borrowed(py);
        if let Some(url) = whatwg::layout(base) {
            let text = std::str::from_utf8(reference).ok()?;
            let record = self.record.get_or_insert_with(|| url.record(py));
            if !is_valid_url_string(text, Some(record)) || !self.find_where_a_browser_goes(py, text) {
                return None;
            }
            std::mem::swap(&mut self.target, &mut self.seen);
            return Some((split(SplitStyle::AppendixB, reference).kind(), BrowserTarget::Target));
        }
        let Some((base, object::Form::Uri)) = object::layout(base) else { return None };
        let target = &mut self.target;
        let kind = with_target(py, reference, base, |text, kind| {
            target.clear();
            target.put_all(text);
            kind
        })?;
        Some((kind, self.browser_goes(py, reference, kind)?))
    }

    /// The browser's target; None if Python must decide. If it differs from the target, it is written into `seen`.
    fn browser_goes(&mut self, py: Python<'_>, reference: &[u8], kind: Kind) -> Option<BrowserTarget> {
        let has_no_host = matches!(kind, Kind::AbsolutePath | Kind::RelativePath | Kind::SameDocument);
        if has_no_host && self.shares_base(py) && serialized::is_relative(reference) {
            return Some(BrowserTarget::Target);
        }
        let goes_somewhere = self.find_where_a_browser_goes(py, std::str::from_utf8(reference).ok()?);
        Some(if goes_somewhere { BrowserTarget::Other } else { BrowserTarget::Nowhere })
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

    /// Writes the browser's target into `seen`; false if it has none.
    fn find_where_a_browser_goes(&mut self, py: Python<'_>, reference: &str) -> bool {
        let url = self.url.as_ref().and_then(|url| whatwg::layout(url.bind_borrowed(py)));
        self.seen.clear();
        if let Some(url) = url {
            let base = url.href(py).as_bytes();
            if fits_together(base, reference.as_bytes()) {
                let (offsets, seen) = (url.offsets(base.len()), &mut self.seen);
                let found = with_buffer(base.len() + reference.len(), |buffer| {
                    match serialized::resolve_into(base, &offsets, reference.as_bytes(), buffer) {
                        FastResolved::Reference(_) => seen.put_all(reference.as_bytes()),
                        FastResolved::Target(tail) => seen.put_all(buffer.get(..tail.length)?),
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
        // As in `Browser.target`: the encoding does not matter for US-ASCII.
        let encoding = if reference.is_ascii() && self.record.is_some() {
            Encoding::for_label(UTF_8).unwrap_or(self.encoding)
        } else {
            self.encoding
        };
        match parse_with_encoding(reference, self.record.as_ref(), encoding) {
            Ok(found) => {
                self.seen.put_all(found.href.as_bytes());
                true
            }
            Err(_) => false,
        }
    }
}

/// The browser's target.
enum BrowserTarget {
    /// The same target.
    Target,
    /// Another target.
    Other,
    Nowhere,
}
