//! Columns of lists: the records that a Python function finds in each text, unless the engine decides on the text.

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
/// "word", "int32" or "bool". With `plain`, plain URLs have no records and the function is not called. URLs that are
/// plain except for their port are cached by scheme and port, if their records are all at the port.
#[pyfunction]
#[pyo3(signature = (column, fields, find, *, plain=None))]
pub fn lists(
    column: Input,
    fields: Items<(String, String)>,
    find: &Bound<'_, PyAny>,
    plain: Option<&Bound<'_, Plain>>,
) -> PyResult<Column> {
    let plain = plain.map(|plain| &plain.get().0);
    let field = |name| fields.iter().position(|(known, _)| known == name).unwrap_or(usize::MAX);
    let of_place = [field("start"), field("end"), field("replacement")];
    find_records(column, fields, find, |text, records, _| {
        match plain.and_then(|plain| plain.url_but_for_a_port(text)) {
            None => Lookup::Call,
            Some(None) => Lookup::Skip,
            Some(Some(port)) => {
                let ports = Ports::new(text, port, of_place);
                match records.cached(ports.key) {
                    None => Lookup::CallAndCache(ports),
                    Some(known) => {
                        records.repeat(known, &ports.place);
                        Lookup::Skip
                    }
                }
            }
        }
    })
}

/// Whether the Python function is called for a text.
enum Lookup {
    Skip,
    Call,
    /// Call it, and cache its records if all are at the port.
    CallAndCache(Ports),
}

/// The port of a URL that is plain except for its port.
struct Ports {
    /// The cache key: equal for equal scheme and port.
    key: u64,
    /// The fields of a record that hold the port's place, and that place.
    place: [(usize, i32); 2],
    /// The field of the replacement text.
    replacement: usize,
}

impl Ports {
    /// The fields hold the start, the end and the replacement.
    fn new(text: &[u8], port: Range<usize>, [start, end, replacement]: [usize; 3]) -> Ports {
        let digits = text[port.clone()].iter().fold(0, |number, digit| 10 * number + u64::from(digit - b'0'));
        Ports {
            key: 2 * digits + u64::from(text.starts_with(b"https")),
            place: [(start, port.start as i32), (end, port.end as i32)],
            replacement,
        }
    }

    /// Whether all of `new_records` are at the port, and have no replacement.
    fn have_all(&self, records: &Records<'_>, mut new_records: Range<usize>) -> bool {
        new_records.all(|record| {
            let is_there = |&(field, place)| records.number(record, field) == Some(place);
            self.place.iter().all(is_there) && records.is_null(record, self.replacement)
        })
    }
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
            return Lookup::Skip;
        }
        let Some(Colons(colons, run)) = colons else { return Lookup::Call };
        let Some(first) = colons.find(text, 0) else { return Lookup::Skip };
        // Python's positions count characters, so the text must be ASCII.
        let Some(tables) = tables.filter(|_| text.is_ascii()) else { return Lookup::Call };
        bare.clear();
        if uriverse_text::bare_references(colons, run, tables, text, first..text.len(), usize::MAX, &mut bare).is_some()
        {
            return Lookup::Call;
        }
        for reference in &bare {
            push(reference, text, records, fields);
        }
        Lookup::Skip
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

/// Runs a function on the texts that `decide` selects; `decide` may also push records of its own.
fn find_records(
    column: Input,
    fields: Items<(String, String)>,
    find: &Bound<'_, PyAny>,
    mut decide: impl FnMut(&[u8], &mut Records<'_>, &[(String, FieldType)]) -> Lookup,
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
            let lookup = decide(text, records, &fields);
            if matches!(lookup, Lookup::Skip) {
                // The only check for Ctrl-C in this loop.
                texts += 1;
                if texts.is_multiple_of(4096) {
                    py.check_signals()?;
                }
                return Ok(());
            }
            let first = records.count();
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
            match lookup {
                Lookup::CallAndCache(ports) if ports.have_all(records, first..records.count()) => {
                    records.cache(ports.key, first..records.count());
                }
                _ => {}
            }
            Ok(())
        };
        let empty = [arrow_array::new_empty_array(&column.data_type)];
        let chunks = if column.chunks.is_empty() { &empty[..] } else { &column.chunks[..] };
        let found = chunks.iter().map(|chunk| kernel::lists(chunk, &fields, &mut run)).collect::<Result<_, Failed>>();
        column_from_chunks(found.map_err(|Failed(error)| error)?)
    })
}
