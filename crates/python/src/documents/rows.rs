//! `LinkRows`: rows of references under construction, and their columns.
//!
//! The fields are those of `uriverse.documents.FoundReference`, in its order.

use std::sync::Arc;

use arrow_array::{Array, ArrayRef, BooleanArray, Int64Array, StructArray};
use arrow_schema::{ArrowError, Field, Fields};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyInt, PyString, PyTuple};

use super::lines;
use super::texts::{words, Texts};
use crate::columns::column::Column;
use crate::ground::memory::{guarded, guarded_objects};
use crate::ground::strings::{bytes_object, utf8, without_utf8};
use uriverse_core::memory::{buffer, owned_text, Grow};

/// The number of rows that complete a batch, and the number of text bytes that complete it earlier. The memory of such
/// a batch, a megabyte, is reused for the next one; larger arrays would be allocated as new pages.
const ROWS: usize = 1 << 12;
const BYTES: usize = 1 << 26;
/// The longest text of a row. The columns of a full batch and one more row have offsets of 32 bits.
const LONGEST: usize = 1 << 30;

/// Declares the fields of a row, in order: an enumeration of those that hold text, their number, and the list of all.
macro_rules! fields {
    ($($name:literal: $kind:ident $(($text:ident))?),* $(,)?) => {
        /// The fields that hold text.
        #[derive(Clone, Copy)]
        pub(super) enum Text {
            $($($text,)?)*
        }

        const TEXTS: usize = [$($(Text::$text,)?)*].len();
        const FIELDS: &[(&str, FieldType)] = &[$(($name, FieldType::$kind $((Text::$text))?)),*];
    };
}

#[derive(Clone, Copy)]
enum FieldType {
    Text(Text),
    /// A list of words, which is stored as one text with spaces; null is the empty list.
    Words(Text),
    Line,
    Column,
    Valid,
    Follow,
}

// Those of `FoundReference` in src/uriverse/documents/rows.py: a test compares the two.
fields! {
    "source": Text(Source),
    "line": Line,
    "column": Column,
    "element": Text(Element),
    "attribute": Text(Attribute),
    "reference": Text(Reference),
    "base": Text(Base),
    "base_rule": Text(BaseRule),
    "resolved": Text(Resolved),
    "kind": Text(Kind),
    "valid": Valid,
    "error": Text(Error),
    "browser": Text(Browser),
    "cut": Text(Cut),
    "trimmed": Text(Trimmed),
    "hint": Text(Hint),
    "rel": Words(Rel),
    "follow": Follow,
    "page": Text(Page),
    "part": Text(Part),
    "problem": Text(Problem),
}

/// Rows of references, as columns.
#[pyclass(module = "uriverse._core")]
#[derive(Default)]
pub struct LinkRows {
    texts: [Texts; TEXTS],
    line: Vec<Option<i64>>,
    column: Vec<Option<i64>>,
    valid: Vec<bool>,
    follow: Vec<bool>,
    rows: usize,
    bytes: usize,
    /// Whether a text had lone surrogates.
    has_mended: bool,
}

impl LinkRows {
    /// Writes one text, in UTF-8, of the current row.
    #[inline]
    pub(super) fn text(&mut self, field: Text, text: Option<&[u8]>) {
        self.bytes += text.map_or(0, <[u8]>::len);
        self.texts[field as usize].push(text);
    }

    /// Completes the last rows: writes the texts that they share, and null for every other text that they lack.
    pub(super) fn complete<'a>(&mut self, shared: impl IntoIterator<Item = (Text, &'a [u8])>, rows: usize) {
        for (field, text) in shared {
            self.texts[field as usize].repeat(Some(text), rows);
        }
        for column in &mut self.texts {
            column.repeat(None, self.rows - column.len());
        }
    }

    /// Counts the bytes that [`LinkRows::complete`] will write for the current row.
    #[inline]
    pub(super) fn will_repeat(&mut self, bytes: usize) {
        self.bytes += bytes;
    }

    pub(super) fn len(&self) -> usize {
        self.rows
    }

    /// Ends a row: writes its place, whether its reference is valid, and whether a robot may follow it.
    #[inline]
    pub(super) fn end_row(&mut self, (line, column): (Option<i64>, Option<i64>), valid: bool, follow: bool) {
        self.line.put(line);
        self.column.put(column);
        self.valid.put(valid);
        self.follow.put(follow);
        self.rows += 1;
    }
}

/// Refuses a text that is longer than a batch can hold.
pub(super) fn fits(text: &[u8]) -> PyResult<&[u8]> {
    if text.len() > LONGEST {
        return Err(PyMemoryError::new_err(format!("a text of a row is longer than {LONGEST} octets")));
    }
    Ok(text)
}

/// The lines of rows, and how many rows are invalid, how many valid ones have no target, and how many are cut.
type CountedLines<'py> = (Bound<'py, PyBytes>, usize, usize, usize);

#[pymethods]
impl LinkRows {
    #[new]
    fn new() -> LinkRows {
        LinkRows::default()
    }

    fn __len__(&self) -> usize {
        self.rows
    }

    /// Whether the rows complete a batch.
    #[getter]
    pub(super) fn is_full(&self) -> bool {
        self.rows >= ROWS || self.bytes >= BYTES
    }

    /// The bytes of text in the rows.
    #[getter]
    fn octets(&self) -> usize {
        self.bytes
    }

    /// Takes the rows from `start` on as tuples of their fields. A text that equals the previous row's is the same
    /// object.
    #[pyo3(signature = (start=0))]
    fn tuples<'py>(&mut self, py: Python<'py>, start: usize) -> PyResult<Bound<'py, PyAny>> {
        guarded_objects(py, || {
            let taken = self.tuples_from(py, start)?;
            self.truncate(start);
            Ok(taken)
        })
    }

    /// Writes a row that Python made. Lone surrogates, for octets that are not UTF-8, become U+FFFD; with mend=False
    /// such a row is not written, and the result is False.
    #[pyo3(signature = (row, *, mend=true))]
    fn append(&mut self, row: &Bound<'_, PyTuple>, mend: bool) -> PyResult<bool> {
        self.or_none(|rows| rows.append_row(row, mend))
    }

    /// Whether any row had lone surrogates.
    #[getter]
    fn has_mended(&self) -> bool {
        self.has_mended
    }

    /// Takes the rows as lines. Returns the lines, the number of invalid rows, that of valid rows without a target, and
    /// that of cut references.
    ///
    /// A line is "plain", a target; or "json" or "csv", the first fields. None if Python must write the rows: a row has
    /// no reference, or a plain line is not visible US-ASCII or its row has an error.
    fn lines<'py>(&mut self, py: Python<'py>, form: &str, fields: usize) -> PyResult<Option<CountedLines<'py>>> {
        guarded(|| {
            let [references, targets, errors, cuts] =
                [Text::Reference, Text::Resolved, Text::Error, Text::Cut].map(|field| &self.texts[field as usize]);
            let (mut refused, mut unresolved, mut cut, mut lines) = (0, 0, 0, Vec::new());
            for row in 0..self.rows {
                let target = targets.get(row);
                if references.get(row).is_none() {
                    return Ok(None);
                }
                refused += usize::from(!self.valid[row]);
                unresolved += usize::from(self.valid[row] && target.is_none());
                cut += usize::from(cuts.get(row).is_some());
                if form == "plain" {
                    let (Some(target), None) = (target, errors.get(row)) else { return Ok(None) };
                    if !target.iter().all(u8::is_ascii_graphic) {
                        return Ok(None);
                    }
                    lines.put_all(target);
                    lines.put(b'\n');
                }
            }
            if form != "plain" {
                let rows = std::mem::take(self).batch().map_err(|fault| PyRuntimeError::new_err(fault.to_string()))?;
                lines = if form == "csv" { lines::csv(&rows, fields) } else { lines::json(&rows, fields) };
            }
            *self = LinkRows::default();
            Ok(Some((bytes_object(py, &lines)?, refused, unresolved, cut)))
        })
    }

    /// Takes the rows as a struct column.
    fn finish(&mut self) -> PyResult<Column> {
        let rows = self.batch().map_err(|fault| PyRuntimeError::new_err(fault.to_string()))?;
        Ok(Column::from_array(Arc::new(rows)))
    }
}

/// The octets of text that `LinkRows.append` would write for a row.
#[pyfunction]
pub fn link_octets(row: &Bound<'_, PyTuple>) -> PyResult<usize> {
    let mut octets = 0;
    for value in row.iter() {
        let value = if value.is_instance_of::<PyTuple>() { joined_words(&value)? } else { value };
        if let Ok(text) = value.cast::<PyString>() {
            octets += match utf8(text.as_borrowed()) {
                Some(text) => text.len(),
                None => without_utf8(text)?.map_or(0, |bytes| bytes.as_bytes().len()),
            };
        }
    }
    Ok(octets)
}

impl LinkRows {
    /// Writes all rows, or none if memory runs out.
    pub(super) fn or_none<R>(&mut self, write: impl FnOnce(&mut LinkRows) -> PyResult<R>) -> PyResult<R> {
        let before = self.rows;
        let result = guarded(|| write(self));
        if matches!(&result, Err(error) if Python::attach(|py| error.is_instance_of::<PyMemoryError>(py))) {
            self.truncate(before);
        }
        result
    }

    fn append_row(&mut self, row: &Bound<'_, PyTuple>, mend: bool) -> PyResult<bool> {
        let mut replaced: [Option<Replaced>; TEXTS] = Default::default();
        let (mut line, mut column, mut valid, mut follow) = Default::default();
        for (index, (_, field)) in FIELDS.iter().enumerate() {
            let value = row.get_item(index)?;
            match field {
                FieldType::Line => line = value.extract()?,
                FieldType::Column => column = value.extract()?,
                FieldType::Valid => valid = value.extract()?,
                FieldType::Follow => follow = value.extract()?,
                FieldType::Words(_) if value.is_empty()? => {}
                FieldType::Words(field) => {
                    replaced[*field as usize] = Some(Replaced::new(joined_words(&value)?.cast_into::<PyString>()?)?)
                }
                FieldType::Text(_) if value.is_none() => {}
                FieldType::Text(field) => {
                    replaced[*field as usize] = Some(Replaced::new(value.cast_into::<PyString>()?)?)
                }
            }
        }
        let is_mended = replaced.iter().flatten().any(|text| matches!(text, Replaced::Mended(_)));
        if is_mended && !mend {
            return Ok(false);
        }
        self.has_mended |= is_mended;
        // Validate everything before the first write, so that a row is written as a whole or not at all.
        let texts =
            replaced.iter().map(|text| text.as_ref().map(Replaced::text).transpose()).collect::<PyResult<Vec<_>>>()?;
        for (column, text) in self.texts.iter_mut().zip(texts) {
            self.bytes += text.map_or(0, <[u8]>::len);
            column.push(text);
        }
        self.end_row((line, column), valid, follow);
        Ok(true)
    }

    fn tuples_from<'py>(&self, py: Python<'py>, start: usize) -> PyResult<Vec<Bound<'py, PyTuple>>> {
        let none = || py.None().into_bound(py);
        let mut last: [(&[u8], Bound<'py, PyAny>); TEXTS] =
            std::array::from_fn(|_| (&b""[..], PyString::new(py, "").into_any()));
        let number = |number: Option<i64>| number.map_or_else(none, |number| PyInt::new(py, number).into_any());
        let mut tuples = buffer(self.rows - start);
        for row in start..self.rows {
            let mut values = buffer(FIELDS.len());
            for &(_, field) in FIELDS {
                values.put(match field {
                    FieldType::Line => number(self.line[row]),
                    FieldType::Column => number(self.column[row]),
                    FieldType::Valid => PyBool::new(py, self.valid[row]).to_owned().into_any(),
                    FieldType::Follow => PyBool::new(py, self.follow[row]).to_owned().into_any(),
                    FieldType::Words(field) => match self.texts[field as usize].get(row) {
                        None => PyTuple::empty(py).into_any(),
                        Some(text) => {
                            let last = &mut last[field as usize];
                            if last.0 != text {
                                let words = words(Some(text)).map(|word| PyString::from_bytes(py, word));
                                let words = PyTuple::new(py, words.collect::<PyResult<Vec<_>>>()?)?;
                                *last = (text, words.into_any());
                            }
                            last.1.clone()
                        }
                    },
                    FieldType::Text(field) => match self.texts[field as usize].get(row) {
                        None => none(),
                        Some(text) => {
                            // Mostly the browser's target is the target.
                            let candidates = [field as usize, Text::Resolved as usize].map(|at| &last[at]);
                            let known =
                                candidates.iter().find(|(known, _)| *known == text).map(|(_, object)| object.clone());
                            let object = match known {
                                Some(object) => object,
                                None => PyString::from_bytes(py, text)?.into_any(),
                            };
                            last[field as usize] = (text, object.clone());
                            object
                        }
                    },
                });
            }
            tuples.put(PyTuple::new(py, values)?);
        }
        Ok(tuples)
    }

    /// Keeps the first rows alone.
    fn truncate(&mut self, rows: usize) {
        if rows > self.rows {
            return;
        }
        let removed = self.texts.iter_mut().map(|column| column.truncate(rows)).sum::<usize>();
        self.bytes = self.bytes.saturating_sub(removed);
        self.line.truncate(rows);
        self.column.truncate(rows);
        self.valid.truncate(rows);
        self.follow.truncate(rows);
        self.rows = rows;
    }

    fn batch(&mut self) -> Result<StructArray, ArrowError> {
        let columns = FIELDS
            .iter()
            .map(|(_, field_type)| {
                Ok(match field_type {
                    FieldType::Text(field) => Arc::new(self.texts[*field as usize].finish()?) as ArrayRef,
                    FieldType::Line => Arc::new(Int64Array::from(std::mem::take(&mut self.line))),
                    FieldType::Column => Arc::new(Int64Array::from(std::mem::take(&mut self.column))),
                    FieldType::Valid => Arc::new(BooleanArray::from(std::mem::take(&mut self.valid))),
                    FieldType::Follow => Arc::new(BooleanArray::from(std::mem::take(&mut self.follow))),
                    FieldType::Words(field) => Arc::new(self.texts[*field as usize].finish_words()?),
                })
            })
            .collect::<Result<Vec<ArrayRef>, ArrowError>>()?;
        let fields: Fields = FIELDS
            .iter()
            .zip(&columns)
            .map(|((name, _), column)| Field::new(*name, column.data_type().clone(), true))
            .collect();
        (self.rows, self.bytes) = (0, 0);
        StructArray::try_new(fields, columns, None)
    }
}

/// A tuple of words as one text, with spaces between them.
fn joined_words<'py>(words: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    PyString::intern(words.py(), " ").call_method1("join", (words,))
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
                let mut mended = buffer(bytes.as_bytes().len());
                let mut left = bytes.as_bytes();
                while let [first, rest @ ..] = left {
                    left = match rest {
                        [0xA0..=0xBF, _, after @ ..] if *first == 0xED => {
                            mended.put_all("\u{FFFD}".as_bytes());
                            after
                        }
                        _ => {
                            mended.push(*first);
                            rest
                        }
                    };
                }
                Ok(Replaced::Mended(owned_text(&mended)))
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
