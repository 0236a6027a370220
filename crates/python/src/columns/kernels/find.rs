//! Columns of lists: the records that a Python function finds in each text, unless the engine decides on the text.
//!
//! Alternative: the records of a URL that is plain but for its port were kept, by scheme and port (739f0b83). 20,000
//! such URLs then took `audit` 7 ms and not 154; few lists have many.

use std::ops::Range;

use arrow_schema::DataType;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use uriverse_columns::kernels::find::{self as kernel, FieldType, Records, Value};
use uriverse_columns::ColumnError;
use uriverse_text::BareReference;

use crate::audit::Plain;
use crate::calling::values::{choice, Items};
use crate::columns::column::Column;
use crate::columns::running::{column_from_chunks, failed, Input};
use crate::editions::{Edition, EditionArg};
use crate::ground::memory::guarded;
use crate::ground::strings::{bytes_object, string};
use crate::text::colons::Colons;

/// A failure of a kernel that calls Python.
struct Failed(PyErr);

impl From<ColumnError> for Failed {
    fn from(error: ColumnError) -> Failed {
        Failed(failed(&error))
    }
}

impl From<PyErr> for Failed {
    fn from(error: PyErr) -> Failed {
        Failed(error)
    }
}

/// The records that a function finds in each text, as a column of lists of structs. The function takes a text (`bytes`
/// if the column is binary) and returns tuples, one value for each of the fields, which are pairs of a name and "text",
/// "word", "int32" or "bool". With `plain`, plain URLs have no records and the function is not called.
#[pyfunction]
#[pyo3(signature = (column, fields, find, *, plain=None))]
pub fn lists(
    column: Input,
    fields: Items<(String, String)>,
    find: &Bound<'_, PyAny>,
    plain: Option<&Bound<'_, Plain>>,
) -> PyResult<Column> {
    let plain = plain.map(|plain| &plain.get().0);
    find_records(column, fields, find, |text, _, _| plain.is_none_or(|plain| !plain.url(text)))
}

/// As `lists`, for the references in each text. The function is not called for a text without any octet of `having` or,
/// with `colons`, without any of these colons: such a text has no references. With an edition, http and https URLs
/// between spaces are found without a call.
#[pyfunction]
#[pyo3(signature = (column, fields, find, *, having, colons=None, edition=None))]
pub fn matches(
    column: Input,
    fields: Items<(String, String)>,
    find: &Bound<'_, PyAny>,
    having: &str,
    colons: Option<&Bound<'_, Colons>>,
    edition: EditionArg,
) -> PyResult<Column> {
    let edition = edition.map(|edition| Edition::from_argument(Some(edition))).transpose()?;
    let (tables, colons) = (edition.as_ref().map(Edition::tables), colons.map(Bound::get));
    let mut bare = Vec::new();
    find_records(column, fields, find, |text, records, fields| {
        if !text.iter().any(|octet| having.as_bytes().contains(octet)) {
            return false;
        }
        let Some(Colons(colons, run)) = colons else { return true };
        let Some(first) = colons.find(text, 0) else { return false };
        // Python's positions count characters, so the text must be ASCII.
        let Some(tables) = tables.filter(|_| text.is_ascii()) else { return true };
        bare.clear();
        if uriverse_text::bare_references(colons, run, tables, text, first..text.len(), usize::MAX, &mut bare).is_some()
        {
            return true;
        }
        for reference in &bare {
            push(reference, text, records, fields);
        }
        false
    })
}

/// Pushes a reference as a record. These fields are null: the other reading, the heuristic, the cut.
fn push(reference: &BareReference, text: &[u8], records: &mut Records<'_>, fields: &[(String, FieldType)]) {
    let part = |range: &Range<usize>| std::str::from_utf8(&text[range.clone()]).unwrap_or_default();
    for (index, (name, _)) in fields.iter().enumerate() {
        let value = match name.as_str() {
            "text" | "uri" => Value::Text(part(&reference.place)),
            "start" => Value::Int32(reference.place.start as i32),
            "end" => Value::Int32(reference.place.end as i32),
            "how" => Value::Text("bare"),
            "trimmed" => Value::Text(part(&reference.trimmed)),
            "lenient" => Value::Bool(false),
            _ => Value::Null,
        };
        records.push(index, value);
    }
}

/// Runs a function on the texts that `selects` selects; `selects` may also push records of its own.
fn find_records(
    column: Input,
    fields: Items<(String, String)>,
    find: &Bound<'_, PyAny>,
    mut selects: impl FnMut(&[u8], &mut Records<'_>, &[(String, FieldType)]) -> bool,
) -> PyResult<Column> {
    guarded(|| {
        if fields.is_empty() {
            return Err(PyValueError::new_err("fields must name one field or more"));
        }
        let (py, column) = (column.py(), Column::import("column", column)?);
        let fields: Vec<(String, FieldType)> = fields
            .into_iter()
            .map(|(name, word)| Ok((name, choice("field", &word, FieldType::named, &FieldType::NAMES)?)))
            .collect::<PyResult<_>>()?;
        let values = match &column.data_type {
            DataType::Dictionary(_, values) => values.as_ref(),
            other => other,
        };
        let octets = matches!(values, DataType::Binary | DataType::LargeBinary | DataType::BinaryView);
        let mut texts = 0u32;
        let mut run = |text: &[u8], records: &mut Records<'_>| -> Result<(), Failed> {
            if !selects(text, records, &fields) {
                // The only check for Ctrl-C in this loop.
                texts += 1;
                if texts.is_multiple_of(4096) {
                    py.check_signals()?;
                }
                return Ok(());
            }
            let text = if octets { bytes_object(py, text)?.into_any() } else { string(py, text)?.into_any() };
            for record in find.call1((text,))?.try_iter()? {
                let record = record?;
                let record = record.cast::<PyTuple>().map_err(PyErr::from)?;
                if record.len() != fields.len() {
                    return Err(PyValueError::new_err("a record has a value for each field").into());
                }
                for (index, (value, (_, holds))) in record.iter().zip(&fields).enumerate() {
                    match holds {
                        _ if value.is_none() => records.push(index, Value::Null),
                        FieldType::Int32 => records.push(index, Value::Int32(value.extract()?)),
                        FieldType::Bool => records.push(index, Value::Bool(value.extract()?)),
                        // A lone surrogate, which represents an octet that is not UTF-8, becomes U+FFFD.
                        FieldType::Text | FieldType::Word => {
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
        let found = chunks.iter().map(|chunk| kernel::lists(chunk, &fields, &mut run)).collect::<Result<_, Failed>>();
        column_from_chunks(found.map_err(|Failed(error)| error)?)
    })
}
