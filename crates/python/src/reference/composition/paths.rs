//! References with another path: `append`, `/` and `parent`.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use uriverse_core::memory::joined;
use uriverse_core::{Kind, Parts};

use super::parts::{of_reference, Old, Writer};
use crate::calling::arguments::Call;
use crate::calling::objects::value_text;
use crate::calling::values::Answer;
use crate::editions::Edition;
use crate::layout::object::{layout, Form};

/// The same reference with another path, and without the components after it.
fn with_path<'py>(py: Python<'py>, edition: &Edition<'py>, old: &Old<'_>, path: &[u8]) -> Answer<'py> {
    let parts = Parts { scheme: old.parts.scheme, authority: old.parts.authority, path, ..Parts::default() };
    Writer { py, edition, is_url: old.is_url }.reference(&parts, None, || vec!["path"])
}

/// `reference.append`.
pub fn append<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let segments = call.positional_only("append")?;
    append_to(call.receiver(), segments.iter().map(|segment| Ok((**segment).to_owned())))
}

/// `reference / segment`; None for operands of other types.
pub fn divide<'py>(left: Borrowed<'_, 'py, PyAny>, right: Borrowed<'_, 'py, PyAny>) -> Option<Answer<'py>> {
    let is_reference = layout(left).is_some_and(|(_, form)| form != Form::Components);
    let is_segment = || value_text(&right, || "the segment".to_owned()).is_ok_and(|text| text.is_some());
    (is_reference && is_segment()).then(|| append_to(left, std::iter::once(Ok((*right).to_owned()))))
}

fn append_to<'py>(
    receiver: Borrowed<'_, 'py, PyAny>,
    segments: impl Iterator<Item = PyResult<Bound<'py, PyAny>>>,
) -> Answer<'py> {
    let py = receiver.py();
    of_reference(receiver, |edition, old, kind| {
        let Some(segments) = (Writer { py, edition, is_url: old.is_url }).segments(segments, b"")? else {
            return Ok(receiver.to_owned());
        };
        if kind == Kind::Opaque {
            let reason = "an opaque URI has no segments to append to (RFC 2396, section 3)";
            return Err(PyValueError::new_err(reason));
        }
        let Parts { scheme, authority, path, .. } = old.parts;
        let between: &[u8] = match path.last() {
            Some(b'/') => b"",
            None if authority.is_some() => b"/",
            None if scheme.is_none() && needs_dot_segment(&segments) => b"./",
            None => b"",
            Some(_) => b"/",
        };
        with_path(py, edition, old, &joined(&[path, between, &segments]))
    })
}

/// Whether a relative path cannot begin with these segments. RFC 3986, section 4.2: a first segment with ":" "must be
/// preceded by a dot-segment (e.g., "./this:that")"; an empty first segment would make the path absolute, or empty.
fn needs_dot_segment(segments: &[u8]) -> bool {
    let first = segments.split(|&byte| byte == b'/').next().unwrap_or_default();
    first.is_empty() || first.contains(&b':')
}

/// `reference.parent`: `/a` for `/a/b`. After an empty segment the "/" is kept, so that `/` appends the name again:
/// `/a//` for `/a//b`. Without an authority no path begins with `//`.
pub fn parent<'py>(receiver: Borrowed<'_, 'py, PyAny>) -> Answer<'py> {
    of_reference(receiver, |edition, old, kind| {
        let path = old.parts.path;
        let above = match path.iter().rposition(|&byte| byte == b'/') {
            _ if path == b"/" || kind == Kind::Opaque => path,
            Some(0) => b"/",
            Some(1) if path[0] == b'/' && old.parts.authority.is_none() => b"/",
            Some(slash) if slash + 1 < path.len() && path[slash - 1] == b'/' => &path[..=slash],
            Some(slash) => &path[..slash],
            None => b"",
        };
        with_path(receiver.py(), edition, old, above)
    })
}
