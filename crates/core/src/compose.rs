//! Recomposition (RFC 3986, 5.3): from components to text.
//!
//! Input: components, each a text or undefined. Output: their reference. The guards are here too: an operation that
//! computes a path calls them, so that no path is parsed as another component.

use std::ops::Range;

use crate::bytes::{run_of, ByteTable};
use crate::memory::{buffer, Grow};
use crate::offsets::Offsets;
use crate::parse::parse;
use crate::table::Tables;

/// The components of a reference. `None` is an undefined component, which differs from an empty one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parts<'a> {
    /// Before ":".
    pub scheme: Option<&'a [u8]>,
    /// After "//".
    pub authority: Option<&'a [u8]>,
    /// Never undefined.
    pub path: &'a [u8],
    /// After ";", in RFC 1808 only.
    pub params: Option<&'a [u8]>,
    /// After "?".
    pub query: Option<&'a [u8]>,
    /// After "#".
    pub fragment: Option<&'a [u8]>,
}

impl<'a> Parts<'a> {
    /// The components of `text`, cut at `offsets`.
    #[must_use]
    pub fn from_offsets(text: &'a [u8], offsets: &Offsets) -> Parts<'a> {
        let part = |range: Option<Range<usize>>| range.and_then(|range| text.get(range));
        Parts {
            scheme: part(offsets.scheme()),
            authority: part(offsets.authority()),
            path: text.get(offsets.path()).unwrap_or_default(),
            params: part(offsets.params(text.len())),
            query: part(offsets.query()),
            fragment: part(offsets.fragment(text.len())),
        }
    }

    /// The length of the recomposed text.
    #[must_use]
    pub fn len(&self) -> usize {
        let optional = |part: Option<&[u8]>, separator| part.map_or(0, |part| part.len() + separator);
        optional(self.scheme, 1)
            + optional(self.authority, 2)
            + self.path.len()
            + optional(self.params, 1)
            + optional(self.query, 1)
            + optional(self.fragment, 1)
    }

    /// Whether the recomposed text is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The text of these components, with its offsets; None unless the edition parses that text into the same components.
///
/// For the path "//x" without an authority the result is None: the text `//x` has the authority "x".
#[must_use]
pub fn compose(tables: &Tables, parts: &Parts<'_>) -> Option<(Vec<u8>, Offsets)> {
    let text = recompose(parts);
    let offsets = parse(tables, &text)?;
    is_read_as(parts, &offsets, text.len()).then_some((text, offsets))
}

/// Whether the parse of a recomposed text has each component where recomposition put it.
fn is_read_as(parts: &Parts<'_>, offsets: &Offsets, len: usize) -> bool {
    let mut end = 0;
    let mut place = |before: usize, part: Option<&[u8]>, after: usize| -> Option<Range<usize>> {
        let start = end + before;
        let range = start..start + part?.len();
        end = range.end + after;
        Some(range)
    };
    place(0, parts.scheme, 1) == offsets.scheme()
        && place(2, parts.authority, 0) == offsets.authority()
        && place(0, Some(parts.path), 0) == Some(offsets.path())
        && place(1, parts.params, 0) == offsets.params(len)
        && place(1, parts.query, 0) == offsets.query()
        && place(1, parts.fragment, 0) == offsets.fragment(len)
}

/// Recomposes the components (RFC 3986, 5.3); an empty component is not an undefined one. Adds no guards: the text of
/// some components (a path "//x" without an authority) is parsed into other components.
#[must_use]
pub fn recompose(parts: &Parts<'_>) -> Vec<u8> {
    let mut out = buffer(parts.len());
    recompose_into(parts, &mut out);
    out
}

/// Appends the result of [`recompose`].
pub fn recompose_into(parts: &Parts<'_>, out: &mut Vec<u8>) {
    // "if defined(scheme) then append scheme to result; append ":" to result; endif;"
    push_front(out, parts.scheme, parts.authority);
    // "append path to result;"
    out.put_all(parts.path);
    push_back(out, parts.params, parts.query, parts.fragment);
}

/// Appends the scheme and the authority with their delimiters.
fn push_front(out: &mut Vec<u8>, scheme: Option<&[u8]>, authority: Option<&[u8]>) {
    if let Some(scheme) = scheme {
        out.put_all(scheme);
        out.put(b':');
    }
    if let Some(authority) = authority {
        out.put_all(b"//");
        out.put_all(authority);
    }
}

/// Appends the components after the path with their delimiters.
pub(crate) fn push_back(out: &mut Vec<u8>, params: Option<&[u8]>, query: Option<&[u8]>, fragment: Option<&[u8]>) {
    for (separator, part) in [(b';', params), (b'?', query), (b'#', fragment)] {
        if let Some(part) = part {
            out.put(separator);
            out.put_all(part);
        }
    }
}

/// Guards the path from `start` to the end of `out`, so that it is not parsed as another component. Inserts "/" before
/// a path without one after an authority (RFC 3986, 3.3: "If a URI contains an authority component, then the path
/// component must either be empty or begin with a slash ("/") character"), and "/." before a path that begins with "//"
/// without an authority ("the path cannot begin with two slash characters ("//")").
pub(crate) fn guard_path(out: &mut Vec<u8>, start: usize, authority: bool) {
    let path = &out[start..];
    if authority {
        if path.first().is_some_and(|&byte| byte != b'/') {
            out.room(1);
            out.insert(start, b'/');
        }
    } else if path.starts_with(b"//") {
        out.room(2);
        out.splice(start..start, *b"/.");
    }
}

/// Guards a relative path whose first segment holds ":" (RFC 3986, 4.2: "Such a segment must be preceded by a
/// dot-segment").
pub(crate) fn guard_first_segment(out: &mut Vec<u8>, start: usize) {
    if has_colon_in_first_segment(&out[start..]) {
        out.room(2);
        out.splice(start..start, *b"./");
    }
}

/// Whether the first segment of a path holds ":".
pub(crate) fn has_colon_in_first_segment(path: &[u8]) -> bool {
    static OTHERS: ByteTable = ByteTable::all_but(b":/");
    path.get(run_of(&OTHERS, path, 0)) == Some(&b':')
}
