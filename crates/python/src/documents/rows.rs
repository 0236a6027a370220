//! `LinkRows`: rows of references while they are written, and the columns that they become.
//!
//! The fields are those of `uriverse.documents.FoundReference`, in its order.

use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Int64Builder};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_schema::{ArrowError, Field, Fields};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};

use super::json;
use super::texts::Texts;
use crate::columns::capsules;
use crate::columns::column::Column;
use crate::ground::errors::wrong_type;
use crate::ground::strings::{utf8, without_utf8};

/// How many rows make a batch, and how many bytes of text end it before.
const ROWS: usize = 1 << 14;
const BYTES: usize = 1 << 26;
/// The longest text of a row. A column of a full batch and one row more has offsets of 32 bits.
const LONGEST: usize = 1 << 30;

/// The fields that hold text.
#[derive(Clone, Copy)]
pub(super) enum Text {
    Source,
    Element,
    Attribute,
    Reference,
    Base,
    BaseRule,
    Resolved,
    Kind,
    Error,
    Browser,
    Cut,
    Trimmed,
    Part,
    Problem,
}

#[derive(Clone, Copy)]
enum Of {
    Text(Text),
    Line,
    Column,
    Valid,
}

/// All fields, in order.
const FIELDS: [(&str, Of); 17] = [
    ("source", Of::Text(Text::Source)),
    ("line", Of::Line),
    ("column", Of::Column),
    ("element", Of::Text(Text::Element)),
    ("attribute", Of::Text(Text::Attribute)),
    ("reference", Of::Text(Text::Reference)),
    ("base", Of::Text(Text::Base)),
    ("base_rule", Of::Text(Text::BaseRule)),
    ("resolved", Of::Text(Text::Resolved)),
    ("kind", Of::Text(Text::Kind)),
    ("valid", Of::Valid),
    ("error", Of::Text(Text::Error)),
    ("browser", Of::Text(Text::Browser)),
    ("cut", Of::Text(Text::Cut)),
    ("trimmed", Of::Text(Text::Trimmed)),
    ("part", Of::Text(Text::Part)),
    ("problem", Of::Text(Text::Problem)),
];

/// Rows of references, as columns.
#[pyclass(module = "uriverse._core")]
#[derive(Default)]
pub struct LinkRows {
    texts: [Texts; 14],
    line: Int64Builder,
    column: Int64Builder,
    valid: BooleanBuilder,
    rows: usize,
    bytes: usize,
    /// Where in `bytes` the row begins that is being written.
    row_start: usize,
    /// How many more rows the document may have, and how many more bytes of text.
    left: u64,
    bytes_left: u64,
    /// Whether a text had lone surrogates.
    has_mended: bool,
}

impl LinkRows {
    /// Writes one text, which is UTF-8, of the row that is being written.
    #[inline]
    pub(super) fn text(&mut self, field: Text, text: Option<&[u8]>) {
        self.bytes += text.map_or(0, <[u8]>::len);
        self.texts[field as usize].push(text);
    }

    /// Writes a text that the last rows have in common.
    pub(super) fn repeat(&mut self, field: Text, text: Option<&[u8]>, rows: usize) {
        self.texts[field as usize].repeat(text, rows);
    }

    /// Counts the bytes that [`LinkRows::repeat`] will write for the row that is being written.
    #[inline]
    pub(super) fn will_repeat(&mut self, bytes: usize) {
        self.bytes += bytes;
    }

    /// How many rows there are.
    pub(super) fn len(&self) -> usize {
        self.rows
    }

    /// Writes what ends a row: its place, and whether its reference is valid.
    #[inline]
    pub(super) fn end_row(&mut self, line: Option<i64>, column: Option<i64>, valid: bool) {
        self.line.append_option(line);
        self.column.append_option(column);
        self.valid.append_value(valid);
        self.rows += 1;
        self.left = self.left.saturating_sub(1);
        self.bytes_left = self.bytes_left.saturating_sub((self.bytes - self.row_start) as u64);
        self.row_start = self.bytes;
    }

    /// Whether a row may be written without asking whoever takes the batches.
    pub(super) fn has_room(&self) -> bool {
        !self.is_full() && self.left > 0 && self.bytes_left > 0
    }
}

/// Refuses a text that is longer than a batch can hold.
pub(super) fn fits(text: &[u8]) -> PyResult<&[u8]> {
    if text.len() > LONGEST {
        return Err(PyMemoryError::new_err(format!("a text of a row is longer than {LONGEST} octets")));
    }
    Ok(text)
}

#[pymethods]
impl LinkRows {
    #[new]
    fn new() -> LinkRows {
        LinkRows::default()
    }

    fn __len__(&self) -> usize {
        self.rows
    }

    /// Whether the rows are as many as one batch should have.
    #[getter]
    fn is_full(&self) -> bool {
        self.rows >= ROWS || self.bytes >= BYTES
    }

    /// Begin a document, which may have as many rows and as many bytes of text in them.
    fn begin(&mut self, rows: u64, octets: u64) {
        (self.left, self.bytes_left) = (rows, octets);
    }

    /// How many more rows the document may have.
    #[getter]
    fn left(&self) -> u64 {
        self.left
    }

    /// How many more bytes of text the document's rows may have.
    #[getter]
    fn octets_left(&self) -> u64 {
        self.bytes_left
    }

    /// Write a row that Python made. Octets that are not UTF-8, which it holds as lone surrogates, become U+FFFD.
    fn append(&mut self, row: &Bound<'_, PyTuple>) -> PyResult<()> {
        let mut made: [Option<Replaced>; 14] = Default::default();
        let (mut line, mut column, mut valid) = (None, None, false);
        for (index, (_, field)) in FIELDS.iter().enumerate() {
            let value = row.get_item(index)?;
            match field {
                Of::Line => line = value.extract()?,
                Of::Column => column = value.extract()?,
                Of::Valid => valid = value.extract()?,
                Of::Text(_) if value.is_none() => {}
                Of::Text(field) => made[*field as usize] = Some(Replaced::new(value.cast_into::<PyString>()?)?),
            }
        }
        self.has_mended |= made.iter().flatten().any(|text| matches!(text, Replaced::Mended(_)));
        // Nothing is written before all of it is known, so that a row is whole or not there.
        let texts =
            made.iter().map(|text| text.as_ref().map(Replaced::text).transpose()).collect::<PyResult<Vec<_>>>()?;
        for (column, text) in self.texts.iter_mut().zip(texts) {
            self.bytes += text.map_or(0, <[u8]>::len);
            column.push(text);
        }
        self.end_row(line, column, valid);
        Ok(())
    }

    /// Whether a row had lone surrogates, now or before.
    #[getter]
    fn has_mended(&self) -> bool {
        self.has_mended
    }

    /// The rows as a struct column; after that there are none.
    fn finish(&mut self) -> PyResult<Column> {
        let rows = self.batch().map_err(|fault| PyRuntimeError::new_err(fault.to_string()))?;
        Ok(Column { data_type: rows.data_type().clone(), chunks: vec![Arc::new(rows)] })
    }
}

/// How many octets of text a row has that Python made: what `LinkRows.append` would write.
#[pyfunction]
pub fn link_octets(row: &Bound<'_, PyTuple>) -> PyResult<usize> {
    let mut octets = 0;
    for value in row.iter_borrowed() {
        if let Ok(text) = value.cast::<PyString>() {
            octets += match utf8(text.as_borrowed()) {
                Some(text) => text.len(),
                None => without_utf8(&text)?.map_or(0, |bytes| bytes.as_bytes().len()),
            };
        }
    }
    Ok(octets)
}

/// The rows of a batch as lines of JSON, with the first fields alone.
#[pyfunction]
pub fn links_as_json(py: Python<'_>, batch: &Bound<'_, PyAny>, fields: usize) -> PyResult<Py<PyBytes>> {
    let rows = capsules::array(&batch.call_method0("__arrow_c_array__")?, false)?;
    let rows = rows.as_struct_opt().ok_or_else(|| wrong_type("batch", "a batch of rows of links", batch))?;
    let lines = py.detach(|| json::lines(rows, fields));
    Ok(PyBytes::new(py, &lines).unbind())
}

impl LinkRows {
    fn batch(&mut self) -> Result<StructArray, ArrowError> {
        let columns = FIELDS
            .iter()
            .map(|(_, of)| {
                Ok(match of {
                    Of::Text(field) => Arc::new(self.texts[*field as usize].finish()?) as ArrayRef,
                    Of::Line => Arc::new(self.line.finish()),
                    Of::Column => Arc::new(self.column.finish()),
                    Of::Valid => Arc::new(self.valid.finish()),
                })
            })
            .collect::<Result<Vec<ArrayRef>, ArrowError>>()?;
        let fields: Fields = FIELDS
            .iter()
            .zip(&columns)
            .map(|((name, _), column)| Field::new(*name, column.data_type().clone(), true))
            .collect();
        (self.rows, self.bytes, self.row_start) = (0, 0, 0);
        StructArray::try_new(fields, columns, None)
    }
}

/// A Python text, with U+FFFD for each lone surrogate.
enum Replaced<'py> {
    Whole(Bound<'py, PyString>),
    Mended(String),
}

impl<'py> Replaced<'py> {
    fn new(text: Bound<'py, PyString>) -> PyResult<Replaced<'py>> {
        match without_utf8(&text)? {
            None => Ok(Replaced::Whole(text)),
            // A surrogate is three bytes: 0xED, one of 0xA0 to 0xBF, and one more.
            Some(bytes) => {
                let mut mended = Vec::with_capacity(bytes.as_bytes().len());
                let mut left = bytes.as_bytes();
                while let [first, rest @ ..] = left {
                    left = match rest {
                        [0xA0..=0xBF, _, after @ ..] if *first == 0xED => {
                            mended.extend_from_slice("\u{FFFD}".as_bytes());
                            after
                        }
                        _ => {
                            mended.push(*first);
                            rest
                        }
                    };
                }
                Ok(Replaced::Mended(String::from_utf8_lossy(&mended).into_owned()))
            }
        }
    }

    fn text(&self) -> PyResult<&[u8]> {
        fits(match self {
            Replaced::Whole(text) => utf8(text.as_borrowed()).unwrap_or_default(),
            Replaced::Mended(text) => text.as_bytes(),
        })
    }
}
