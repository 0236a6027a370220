//! Runs a kernel over the chunks of a column, with threads, Ctrl-C and exceptions.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Mutex;
use std::time::Instant;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use uriverse_columns::kernels::predicates::Other;
use uriverse_columns::output::concat::concat;
use uriverse_columns::{ColumnError, Threads, CHECK_EVERY};
use uriverse_core::memory::{buffer, copy};

use uriverse_core::{parse, ResolveError, Tables};

use super::column::Column;
use crate::calling::objects::is_text;
use crate::calling::references::refused;
use crate::calling::text::Text;
use crate::calling::values::length_checked;
use crate::editions::{Edition, EditionArg};
use crate::ground::departure::{self, Stay};
use crate::ground::errors;
use crate::ground::errors::wrong_type;
use crate::ground::memory::guarded;
use crate::whatwg::arguments::{base_record, is_named};

/// A column argument.
pub type Input<'a, 'py> = &'a Bound<'py, PyAny>;

/// Whether the URL Standard parses the texts, not an edition.
pub fn by_url_standard(edition: EditionArg) -> bool {
    is_named(edition.map(Bound::as_borrowed))
}

/// The first exception of a run; it ends the run.
pub struct Failure {
    happened: AtomicBool,
    error: Mutex<Option<PyErr>>,
    /// Whether the end of the interpreter ends the run; nobody sees its result then.
    ends: bool,
    _stay: Stay,
}

impl Failure {
    fn new() -> Failure {
        let ends = !departure::is_last_thread();
        Failure { happened: AtomicBool::default(), error: Mutex::default(), ends, _stay: Stay::begin() }
    }

    pub fn store(&self, error: PyErr) {
        if let Ok(mut kept) = self.error.lock() {
            kept.get_or_insert(error);
        }
        self.happened.store(true, Ordering::Relaxed);
    }

    pub fn happened(&self) -> bool {
        self.happened.load(Ordering::Relaxed) || (self.ends && departure::has_begun())
    }

    /// Whether to stop: an exception is stored, or a signal handler raises one (Ctrl-C), or the interpreter ends.
    fn stops(&self) -> bool {
        if !self.happened() {
            match Python::try_attach(|py| py.check_signals()) {
                Some(Ok(())) => {}
                Some(Err(error)) => self.store(error),
                None => self.happened.store(true, Ordering::Relaxed),
            }
        }
        self.happened()
    }

    /// Raises the stored exception.
    fn raise(&self) -> PyResult<()> {
        self.error.lock().ok().and_then(|mut error| error.take()).map_or(Ok(()), Err)
    }
}

/// A kernel for one item. It is called once a chunk, so what runs it is compiled once, not for each kernel.
type Kernel<'a, T> = &'a (dyn Fn(&T, Threads<'_>) -> Result<ArrayRef, ColumnError> + Sync);

/// One call of a function over columns.
pub struct Run {
    threads: usize,
    pub failure: Failure,
}

impl Run {
    /// A run with this number of threads; 0 is the number of cores.
    pub fn new(threads: usize) -> Run {
        Run { threads, failure: Failure::new() }
    }

    /// Runs a kernel on every item, without the interpreter attached.
    fn over<T: Sync>(&self, py: Python<'_>, items: &[T], kernel: Kernel<'_, T>) -> PyResult<Column> {
        let stops = || self.failure.stops();
        let run = || {
            let threads = Threads::new(self.threads).until(&stops);
            let (mut chunks, mut last_check) = (buffer(items.len()), Instant::now());
            for item in items {
                chunks.push(kernel(item, threads)?);
                // Kernels check for signals only in long chunks.
                if last_check.elapsed() >= CHECK_EVERY {
                    stops();
                    last_check = Instant::now();
                }
                if self.failure.happened() {
                    break;
                }
            }
            Ok(chunks)
        };
        let chunks = guarded(|| Ok(py.detach(run)))?;
        self.failure.raise()?;
        column_from_chunks(chunks.map_err(|error| failed(&error))?)
    }
}

pub fn failed(error: &ColumnError) -> PyErr {
    let message = error.to_string();
    match error {
        ColumnError::Type(_) => PyTypeError::new_err(message),
        ColumnError::Lengths(..) => PyValueError::new_err(message),
        ColumnError::TooLong => PyOverflowError::new_err(message),
    }
}

/// Runs a kernel on every chunk. A column without chunks runs as one empty chunk, which gives the result's type.
pub fn over_chunks(
    column: Input,
    run: &Run,
    kernel: impl Fn(&ArrayRef, Threads<'_>) -> Result<ArrayRef, ColumnError> + Sync,
) -> PyResult<Column> {
    over_imported(column.py(), &Column::import("column", column)?, run, &kernel)
}

fn over_imported(py: Python<'_>, column: &Column, run: &Run, kernel: Kernel<'_, ArrayRef>) -> PyResult<Column> {
    if column.chunks.is_empty() {
        return run.over(py, &[arrow_array::new_empty_array(&column.data_type)], kernel);
    }
    match guarded(|| Ok(one_dictionary(column)))? {
        Some(whole) => run.over(py, &[whole], kernel),
        None => run.over(py, &column.chunks, kernel),
    }
}

/// The chunks of a dictionary column as one array, if they share their values, so that these are converted once.
fn one_dictionary(column: &Column) -> Option<ArrayRef> {
    let values = column.chunks.iter().map(|chunk| Some(chunk.as_any_dictionary_opt()?.values().to_data()));
    let [first, others @ ..] = &values.collect::<Option<Vec<_>>>()?[..] else { return None };
    if others.is_empty() || !others.iter().all(|other| other.ptr_eq(first)) {
        return None;
    }
    concat(&column.data_type, &column.chunks).ok()
}

pub fn column_from_chunks(chunks: Vec<ArrayRef>) -> PyResult<Column> {
    let data_type = chunks.first().map_or(DataType::Null, |chunk| chunk.data_type().clone());
    Ok(Column { data_type, chunks })
}

/// The second argument of a function over two columns: one text for all rows, or a column.
pub enum Second {
    One(Option<Vec<u8>>),
    Column(Column),
}

impl Second {
    /// A text for all rows is validated here, because an exception is clearer than a column of nulls.
    pub fn read<'py>(
        name: &'static str,
        argument: &Bound<'py, PyAny>,
        edition: &Edition<'py>,
        is_base: bool,
    ) -> PyResult<Second> {
        if let Some(second) = Second::without_text(name, argument)? {
            return Ok(second);
        }
        let text = Text::new(name, argument.as_borrowed())?;
        let bytes = length_checked(text.bytes())?;
        match parse(edition.tables(), bytes) {
            None => Err(refused(&text, edition)),
            Some(offsets) if is_base && offsets.scheme().is_none() => {
                let base = text.string().as_any();
                let reference = PyString::new(argument.py(), "").into_any();
                let name = edition.name(argument.py());
                Err(errors::resolution(&reference, base, &name, ResolveError::BaseNotAbsolute.as_str()))
            }
            Some(_) => guarded(|| Ok(Second::One(Some(copy(bytes))))),
        }
    }

    /// As [`Second::read`], by the URL Standard.
    pub fn from_urls(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<Second> {
        if let Some(second) = Second::without_text(name, argument)? {
            return Ok(second);
        }
        let base = base_record(Some(argument.as_borrowed()))?;
        Ok(Second::One(base.map(|base| base.href.into_bytes())))
    }

    /// A column, or null for all rows; None for a text. `TypeError` for any other object.
    fn without_text(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<Option<Second>> {
        if argument.is_none() {
            return Ok(Some(Second::One(None)));
        }
        if argument.hasattr("__arrow_c_stream__")? || argument.hasattr("__arrow_c_array__")? {
            return Ok(Some(Second::Column(Column::import(name, argument)?)));
        }
        if is_text(argument)? {
            return Ok(None);
        }
        Err(wrong_type(name, "a column that Arrow's C interface reads, a text or None", argument))
    }
}

/// Runs a kernel of two columns on every pair of chunks; both are sliced at the chunk boundaries of either.
pub fn over_pairs(
    py: Python<'_>,
    first: &Column,
    second: &Second,
    run: &Run,
    kernel: impl Fn(&ArrayRef, Other<'_>, Threads<'_>) -> Result<ArrayRef, ColumnError> + Sync,
) -> PyResult<Column> {
    let second = match second {
        Second::One(Some(one)) => {
            return over_imported(py, first, run, &|chunk, threads| kernel(chunk, Other::One(one), threads))
        }
        // Null for all rows.
        Second::One(None) => {
            return over_imported(py, first, run, &|chunk, threads| {
                kernel(chunk, Other::Column(&arrow_array::new_null_array(&DataType::Utf8View, chunk.len())), threads)
            })
        }
        Second::Column(second) => second,
    };
    if first.rows() != second.rows() {
        return Err(failed(&ColumnError::Lengths(first.rows(), second.rows())));
    }
    run.over(py, &pairs(first, second), &|(a, b), threads| kernel(a, Other::Column(b), threads))
}

fn pairs(first: &Column, second: &Column) -> Vec<(ArrayRef, ArrayRef)> {
    let empty = |column: &Column| arrow_array::new_empty_array(&column.data_type);
    let mut left = first.chunks.iter().cloned();
    let mut right = second.chunks.iter().cloned();
    let (mut a, mut b) = (left.next(), right.next());
    let mut pairs = Vec::new();
    while let (Some(one), Some(other)) = (&a, &b) {
        let rows = one.len().min(other.len());
        if rows > 0 {
            pairs.push((one.slice(0, rows), other.slice(0, rows)));
        }
        let rest = |chunk: &ArrayRef| (chunk.len() > rows).then(|| chunk.slice(rows, chunk.len() - rows));
        (a, b) = (rest(one).or_else(|| left.next()), rest(other).or_else(|| right.next()));
    }
    if pairs.is_empty() {
        pairs.push((empty(first), empty(second)));
    }
    pairs
}

/// Runs a kernel on every chunk of a column.
pub fn over_column(
    column: Input,
    threads: usize,
    kernel: impl Fn(&ArrayRef, Threads<'_>) -> Result<ArrayRef, ColumnError> + Sync,
) -> PyResult<Column> {
    over_chunks(column, &Run::new(threads), kernel)
}

/// As [`over_column`], with the tables of an edition.
pub fn over_column_by(
    column: Input,
    edition: EditionArg,
    threads: usize,
    kernel: impl Fn(&Tables, &ArrayRef, Threads<'_>) -> Result<ArrayRef, ColumnError> + Sync,
) -> PyResult<Column> {
    let edition = Edition::from_argument(edition)?;
    let tables = edition.tables();
    over_column(column, threads, |chunk, threads| kernel(tables, chunk, threads))
}
