//! Columns of lists: what a function of Python finds in each text, and what the engine finds without asking it.

use std::ops::Range;

use arrow_schema::DataType;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use uriverse_columns::kernels::find::{lists, FieldType, Records, Value};
use uriverse_columns::ColumnError;
use uriverse_text::BareReference;

use crate::audit::Plain;
use crate::calling::values::{no_such_word, Items};
use crate::columns::column::Column;
use crate::columns::running::{failed, made, EditionGiven, Given};
use crate::editions::Edition;
use crate::ground::strings::string;
use crate::text::colons::Colons;

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
/// "text", "word", "int32" or "bool". Where `plain` is given, plain URLs have no records and are not asked about; and
/// of URLs that are plain but for their port, those of the same scheme and port have the same records, as far as they
/// are at the port.
#[pyfunction]
#[pyo3(signature = (column, fields, find, *, plain=None))]
pub fn column_lists(
    column: Given,
    fields: Items<(String, String)>,
    find: &Bound<'_, PyAny>,
    plain: Option<&Bound<'_, Plain>>,
) -> PyResult<Column> {
    let plain = plain.map(|plain| &plain.get().0);
    let field = |name| fields.iter().position(|(known, _)| known == name).unwrap_or(usize::MAX);
    let of_place = [field("start"), field("end"), field("replacement")];
    found(column, fields, find, |text, records, _| match plain.and_then(|plain| plain.url_but_for_a_port(text)) {
        None => Asked::Only,
        Some(None) => Asked::Not,
        Some(Some(port)) => {
            let ports = Ports::new(text, port, of_place);
            match records.kept(ports.key) {
                None => Asked::AndKept(ports),
                Some(known) => {
                    records.repeat(known, &ports.place);
                    Asked::Not
                }
            }
        }
    })
}

/// Whether a text is asked about.
enum Asked {
    Not,
    Only,
    /// It is asked about, and its records are kept if they are those of its port.
    AndKept(Ports),
}

/// The port of a URL that is plain but for it.
struct Ports {
    /// The same for the same scheme and port.
    key: u64,
    /// The fields of a record that hold its place, and the place of this port.
    place: [(usize, i32); 2],
    /// The field that holds what to write instead of the text.
    replacement: usize,
}

impl Ports {
    /// The fields are those of the place's start, of its end, and of what to write instead.
    fn new(text: &[u8], port: Range<usize>, [start, end, replacement]: [usize; 3]) -> Ports {
        let digits = text[port.clone()].iter().fold(0, |number, digit| 10 * number + u64::from(digit - b'0'));
        Ports {
            key: 2 * digits + u64::from(text.starts_with(b"https")),
            place: [(start, port.start as i32), (end, port.end as i32)],
            replacement,
        }
    }

    /// Whether records are at the port, and tell of nothing else of the text.
    fn have(&self, records: &Records<'_>, mut of: Range<usize>) -> bool {
        of.all(|record| {
            let is_there = |&(field, place)| records.number(record, field) == Some(place);
            self.place.iter().all(is_there) && records.is_null(record, self.replacement)
        })
    }
}

/// The same for the references in each text. A text without any of the octets of `having` has none. If `colons` are
/// given, a text without one of them has none either; and if an edition is given, references that stand between spaces
/// and are http or https URLs are found without the function.
#[pyfunction]
#[pyo3(signature = (column, fields, find, *, having, colons=None, edition=None))]
pub fn column_matches(
    column: Given,
    fields: Items<(String, String)>,
    find: &Bound<'_, PyAny>,
    having: &str,
    colons: Option<&Bound<'_, Colons>>,
    edition: EditionGiven,
) -> PyResult<Column> {
    let edition = edition.map(|edition| Edition::from_argument(Some(edition))).transpose()?;
    let (tables, colons) = (edition.as_ref().map(Edition::tables), colons.map(Bound::get));
    let mut bare = Vec::new();
    found(column, fields, find, |text, records, fields| {
        if !text.iter().any(|octet| having.as_bytes().contains(octet)) {
            return Asked::Not;
        }
        let Some(Colons(colons, run)) = colons else { return Asked::Only };
        let Some(first) = colons.find(text, 0) else { return Asked::Not };
        // Places count characters.
        let Some(tables) = tables.filter(|_| text.is_ascii()) else { return Asked::Only };
        bare.clear();
        if uriverse_text::bare_references(colons, run, tables, text, first..text.len(), usize::MAX, &mut bare).is_some()
        {
            return Asked::Only;
        }
        for reference in &bare {
            push(reference, text, records, fields);
        }
        Asked::Not
    })
}

/// One such reference as a record. What has no value here is null: the other reading, the heuristic, the cut.
fn push(found: &BareReference, text: &[u8], records: &mut Records<'_>, fields: &[(String, FieldType)]) {
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

/// Runs a function over the texts that are asked about; `asked` may push records of its own.
fn found(
    column: Given,
    fields: Items<(String, String)>,
    find: &Bound<'_, PyAny>,
    mut asked: impl FnMut(&[u8], &mut Records<'_>, &[(String, FieldType)]) -> Asked,
) -> PyResult<Column> {
    if fields.is_empty() {
        return Err(PyValueError::new_err("fields must name one field or more"));
    }
    let (py, column) = (column.py(), Column::import(column)?);
    let words = ["text", "word", "int32", "bool"];
    let fields: Vec<(String, FieldType)> = fields
        .into_iter()
        .map(|(name, word)| Ok((name, FieldType::named(&word).ok_or_else(|| no_such_word("field", &word, &words))?)))
        .collect::<PyResult<_>>()?;
    let values = match &column.data_type {
        DataType::Dictionary(_, values) => values.as_ref(),
        other => other,
    };
    let octets = matches!(values, DataType::Binary | DataType::LargeBinary | DataType::BinaryView);
    let mut texts = 0u32;
    let mut ask = |text: &[u8], records: &mut Records<'_>| -> Result<(), Failed> {
        let asked = asked(text, records, &fields);
        if matches!(asked, Asked::Not) {
            // No call of Python looks after Ctrl-C here.
            texts += 1;
            if texts.is_multiple_of(4096) {
                py.check_signals()?;
            }
            return Ok(());
        }
        let first = records.count();
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
                    FieldType::Int32 => records.push(index, Value::Int32(value.extract()?)),
                    FieldType::Bool => records.push(index, Value::Bool(value.extract()?)),
                    // A lone surrogate, which stands for an octet that is not UTF-8, becomes U+FFFD.
                    FieldType::Text | FieldType::Word => {
                        let text = value.cast::<PyString>().map_err(PyErr::from)?.to_string_lossy();
                        records.push(index, Value::Text(&text));
                    }
                }
            }
        }
        match asked {
            Asked::AndKept(port) if port.have(records, first..records.count()) => {
                records.keep(port.key, first..records.count());
            }
            _ => {}
        }
        Ok(())
    };
    let empty = [arrow_array::new_empty_array(&column.data_type)];
    let chunks = if column.chunks.is_empty() { &empty[..] } else { &column.chunks[..] };
    let found = chunks.iter().map(|chunk| lists(chunk, &fields, &mut ask)).collect();
    match found {
        Ok(chunks) => made(chunks),
        Err(Failed::Column(error)) => Err(failed(&error)),
        Err(Failed::Python(error)) => Err(error),
    }
}
