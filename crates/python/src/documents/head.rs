//! The fields of a record's head (ISO 28500) and of a response's (RFC 9112, section 2.1).

use std::borrow::Cow;
use uriverse_core::memory::{buffer, GrowText};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};

use crate::ground::memory::guarded;

/// Parses the fields after the first line: the fields, and the first value of each by its name in lower case.
///
/// Lines without a colon are ignored, and folded lines are joined. A head that is not UTF-8 is read as ISO 8859-1.
#[pyfunction]
pub fn head_fields<'py>(head: &Bound<'py, PyBytes>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
    guarded(|| {
        let (py, octets) = (head.py(), head.as_bytes());
        let text = match std::str::from_utf8(octets) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(octets.iter().copied().map(char::from).collect()),
        };
        let mut fields: Vec<(&str, Cow<'_, str>)> = Vec::new();
        for line in text.split('\n').skip(1) {
            if line.starts_with([' ', '\t']) {
                if let Some((_, value)) = fields.last_mut() {
                    let value = value.to_mut();
                    value.put(' ');
                    value.put_str(stripped(line));
                }
            } else if let Some((name, value)) = line.split_once(':') {
                fields.push((stripped(name), Cow::Borrowed(stripped(value))));
            }
        }
        let first_values = PyDict::new(py);
        let mut pairs = buffer(fields.len());
        for (name, value) in &fields {
            let value = PyString::new(py, value);
            let key = if name.is_ascii() { name.to_ascii_lowercase() } else { name.to_lowercase() };
            first_values.call_method1("setdefault", (key, &value))?;
            pairs.push((PyString::new(py, name), value));
        }
        Ok((PyTuple::new(py, pairs)?, first_values))
    })
}

/// A text without white space around it, as `str.strip` removes it.
fn stripped(text: &str) -> &str {
    text.trim_matches(|character: char| character.is_whitespace() || matches!(character, '\x1C'..='\x1F'))
}
