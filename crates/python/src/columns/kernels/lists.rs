//! Columns of lists: what a function of Python finds in each text, and what the engine finds without asking it.

use std::ops::Range;

use arrow_schema::DataType;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use uriverse_columns::kernels::lists::{self, Holds, Records, Value};
use uriverse_columns::ColumnError;
use uriverse_core::BareReference;

use super::{EditionGiven, Given};
use crate::calls::no_such_word;
use crate::colons::Colons;
use crate::columns::column::Column;
use crate::columns::running::{failed, made};
use crate::editions::Edition;
use crate::plain::Plain;
use crate::strings::string;

/// A failure of a kernel that asks Python.
enum Failed {
    Column(ColumnError),
    Python(PyErr),
}

impl From<ColumnError> for Failed {
    fn from(error: ColumnError) -> Failed {
        Failed::Column(error)
    }
}

impl From<PyErr> for Failed {
    fn from(error: PyErr) -> Failed {
        Failed::Python(error)
    }
}

/// The records that a function finds in each text, as a column of lists of structs. The function takes a text (`bytes`
/// where the column is of octets) and gives tuples, one value for each of the fields, which are pairs of a name and
/// "text", "word", "int32" or "bool". Where `plain` is given, plain URLs have no records and are not asked about.
#[pyfunction]
#[pyo3(signature = (column, fields, find, *, plain=None))]
fn column_lists(
    py: Python<'_>,
    column: Given<'_, '_>,
    fields: Vec<(String, String)>,
    find: &Bound<'_, PyAny>,
    plain: Option<&Bound<'_, Plain>>,
) -> PyResult<Column> {
    let plain = plain.map(|plain| &plain.get().0);
    found(py, column, fields, find, |text, _, _| plain.is_some_and(|plain| plain.url(text)))
}

/// The same for the references in each text. A text without any of the octets of `having` has none. If `colons` are
/// given, a text without one of them has none either; and if an edition is given, references that stand between spaces
/// and are http or https URLs are found without the function.
#[pyfunction]
#[pyo3(signature = (column, fields, find, *, having, colons=None, edition=None))]
fn column_matches(
    py: Python<'_>,
    column: Given<'_, '_>,
    fields: Vec<(String, String)>,
    find: &Bound<'_, PyAny>,
    having: &str,
    colons: Option<&Bound<'_, Colons>>,
    edition: EditionGiven<'_, '_>,
) -> PyResult<Column> {
    let edition = edition.map(|edition| Edition::from_argument(Some(edition))).transpose()?;
    let (tables, colons) = (edition.as_ref().map(Edition::tables), colons.map(|colons| &colons.get().0));
    let mut bare = Vec::new();
    found(py, column, fields, find, |text, records, fields| {
        if !text.iter().any(|octet| having.as_bytes().contains(octet)) {
            return true;
        }
        let Some(colons) = colons else { return false };
        let Some(first) = colons.find(text, 0) else { return true };
        let Some(tables) = tables else { return false };
        bare.clear();
        if !uriverse_core::bare_references(colons, tables, text, first, &mut bare) {
            return false;
        }
        for reference in &bare {
            push(reference, text, records, fields);
        }
        true
    })
}

/// One such reference as a record. What has no value here is null: the other reading, the heuristic, the cut.
fn push(found: &BareReference, text: &[u8], records: &mut Records<'_>, fields: &[(String, Holds)]) {
    let part = |range: &Range<usize>| std::str::from_utf8(&text[range.clone()]).unwrap_or_default();
    for (index, (name, _)) in fields.iter().enumerate() {
        let value = match name.as_str() {
            "text" | "uri" => Value::Text(part(&found.place)),
            "start" => Value::Int32(found.place.start as i32),
            "end" => Value::Int32(found.place.end as i32),
            "how" => Value::Text("bare"),
            "trimmed" => Value::Text(part(&found.trimmed)),
            "lenient" => Value::Bool(false),
            _ => Value::Null,
        };
        records.push(index, value);
    }
}

/// Runs a function over texts, where `answered` has not answered; it may push records of its own.
fn found(
    py: Python<'_>,
    column: Given<'_, '_>,
    fields: Vec<(String, String)>,
    find: &Bound<'_, PyAny>,
    mut answered: impl FnMut(&[u8], &mut Records<'_>, &[(String, Holds)]) -> bool,
) -> PyResult<Column> {
    let column = Column::of(column)?;
    let words = ["text", "word", "int32", "bool"];
    let fields: Vec<(String, Holds)> = fields
        .into_iter()
        .map(|(name, word)| Ok((name, Holds::named(&word).ok_or_else(|| no_such_word("field", &word, &words))?)))
        .collect::<PyResult<_>>()?;
    let values = match &column.data_type {
        DataType::Dictionary(_, values) => values.as_ref(),
        other => other,
    };
    let octets = matches!(values, DataType::Binary | DataType::LargeBinary | DataType::BinaryView);
    let mut texts = 0u32;
    let mut ask = |text: &[u8], records: &mut Records<'_>| -> Result<(), Failed> {
        if answered(text, records, &fields) {
            // No call of Python looks after Ctrl-C here.
            texts += 1;
            if texts.is_multiple_of(4096) {
                py.check_signals()?;
            }
            return Ok(());
        }
        let text = if octets { PyBytes::new(py, text).into_any() } else { string(py, text)?.into_any() };
        for record in find.call1((text,))?.try_iter()? {
            let record = record?;
            let record = record.cast::<PyTuple>().map_err(PyErr::from)?;
            if record.len() != fields.len() {
                return Err(PyValueError::new_err("a record has a value for each field").into());
            }
            for (index, (value, (_, holds))) in record.iter().zip(&fields).enumerate() {
                match holds {
                    _ if value.is_none() => records.push(index, Value::Null),
                    Holds::Int32 => records.push(index, Value::Int32(value.extract()?)),
                    Holds::Bool => records.push(index, Value::Bool(value.extract()?)),
                    // A lone surrogate, which stands for an octet that is not UTF-8, becomes U+FFFD.
                    Holds::Text | Holds::Word => {
                        let text = value.cast::<PyString>().map_err(PyErr::from)?.to_string_lossy();
                        records.push(index, Value::Text(&text));
                    }
                }
            }
        }
        Ok(())
    };
    let empty = [arrow_array::new_empty_array(&column.data_type)];
    let chunks = if column.chunks.is_empty() { &empty[..] } else { &column.chunks[..] };
    let found = chunks.iter().map(|chunk| lists::lists(chunk, &fields, &mut ask)).collect();
    match found {
        Ok(chunks) => made(chunks),
        Err(Failed::Column(error)) => Err(failed(&error)),
        Err(Failed::Python(error)) => Err(error),
    }
}

/// Add the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(column_lists, module)?)?;
    module.add_function(wrap_pyfunction!(column_matches, module)?)
}
