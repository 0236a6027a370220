//! Nested references for Python.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use uriverse_core::begins_a_character;
use uriverse_text::nested::{nested as search, Kind, PartKind};

use crate::ground::secrets::always_masked;
use crate::ground::strings::{utf8, without_utf8};

/// The kind, start and end in characters, the name, and the hosts.
type Row = (&'static str, usize, usize, String, Vec<String>);

/// What is inside a "path", a "query" or another part, in order; see the engine's `nested`.
#[pyfunction]
fn nested(text: &Bound<'_, PyString>, component: &str) -> PyResult<Vec<Row>> {
    let component = match component {
        "path" => PartKind::Path,
        "query" => PartKind::Query,
        "other" => PartKind::Other,
        _ => return Err(PyValueError::new_err("a component is \"path\", \"query\" or \"other\"")),
    };
    let escaped = without_utf8(text)?;
    let part = match &escaped {
        Some(bytes) => bytes.as_bytes(),
        None => utf8(text.as_borrowed()).unwrap_or_default(),
    };
    if part.len() >= u32::MAX as usize {
        return Err(PyValueError::new_err("the text is too long"));
    }
    // The number of characters before each byte.
    let characters: Option<Vec<usize>> = (!part.is_ascii()).then(|| {
        let counts = part.iter().scan(0, |count, byte| {
            *count += usize::from(begins_a_character(*byte));
            Some(*count)
        });
        [0].into_iter().chain(counts).collect()
    });
    let character = |at: usize| characters.as_ref().map_or(at, |characters| characters[at]);
    let rows = search(part, component, &always_masked(text.py())?.secrets).into_iter().map(|nested| {
        let (start, end) = nested.place;
        (name(nested.kind), character(start), character(end), nested.name, nested.hosts)
    });
    Ok(rows.collect())
}

fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Reference => "reference",
        Kind::Scheme => "scheme",
        Kind::AtSign => "at-sign",
        Kind::Climb => "climb",
        Kind::Value => "value",
        Kind::Parameter => "parameter",
    }
}

register! { nested }
