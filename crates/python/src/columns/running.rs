//! Runs a kernel over the chunks of a column, with threads, Ctrl-C and exceptions.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use uriverse_columns::kernels::predicates::Other;
use uriverse_columns::output::concat::concat;
use uriverse_columns::{ColumnError, Threads, CHECK_EVERY};
use uriverse_core::memory::{buffer, copy};

use uriverse_core::{parse, ResolveError};

use super::column::Column;
use super::options::{Argument, Options, Recording};
use crate::calling::objects::is_text;
use crate::calling::references::refused;
use crate::calling::text::Text;
use crate::calling::values::length_checked;
use crate::editions::SharedEdition;
use crate::ground::departure::{self, Stay};
use crate::ground::errors;
use crate::ground::errors::wrong_type;
use crate::ground::memory::guarded;
use crate::whatwg::arguments::base_record;

/// A column argument.
pub type Input<'a, 'py> = &'a Bound<'py, PyAny>;

/// The first exception of a run; it ends the run.
pub struct Failure {
    happened: AtomicBool,
    error: Mutex<Option<PyErr>>,
    /// Whether the end of the interpreter ends the run; nobody sees its result then.
    ends: bool,
    _stay: Stay,
}

impl Failure {
    pub fn new() -> Failure {
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

/// What runs on one item. It is called once a chunk, so what runs it is compiled once, not for each kernel.
type OnItem<'a, T> = &'a (dyn Fn(&T, Threads<'_>) -> Result<ArrayRef, ColumnError> + Sync);

/// One call of a function over columns.
pub struct Run {
    threads: usize,
    pub failure: Arc<Failure>,
}

impl Run {
    /// A run with this number of threads; 0 is the number of cores.
    pub fn new(threads: usize) -> Run {
        Run { threads, failure: Arc::new(Failure::new()) }
    }

    /// Runs a kernel on every item, without the interpreter attached.
    fn over<T: Sync>(&self, py: Python<'_>, items: &[T], kernel: OnItem<'_, T>) -> PyResult<Column> {
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

fn over_imported(py: Python<'_>, column: &Column, run: &Run, kernel: OnItem<'_, ArrayRef>) -> PyResult<Column> {
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

/// What a kernel does with a chunk, and with the chunk of the second column if there is one.
type Work = Box<dyn Fn(&ArrayRef, Option<&ArrayRef>, Threads<'_>) -> Result<ArrayRef, ColumnError> + Send + Sync>;

/// A kernel with its options.
pub struct Prepared {
    /// The name of the column in Python.
    column: &'static str,
    work: Work,
    second: Option<Arc<Second>>,
    failure: Option<Arc<Failure>>,
}

/// A kernel of one column.
pub fn over_one(
    work: impl Fn(&ArrayRef, Threads<'_>) -> Result<ArrayRef, ColumnError> + Send + Sync + 'static,
) -> PyResult<Prepared> {
    let work: Work = Box::new(move |chunk, _, threads| work(chunk, threads));
    Ok(Prepared { column: "column", work, second: None, failure: None })
}

/// A kernel of two columns; the first one has a name of its own.
pub fn over_two(
    column: &'static str,
    second: Second,
    work: impl Fn(&ArrayRef, Other<'_>, Threads<'_>) -> Result<ArrayRef, ColumnError> + Send + Sync + 'static,
) -> PyResult<Prepared> {
    let second = Arc::new(second);
    let other = Arc::clone(&second);
    let work: Work = Box::new(move |chunk, column, threads| match (column, &*other) {
        (Some(column), _) => work(chunk, Other::Column(column), threads),
        (None, Second::One(Some(text))) => work(chunk, Other::One(text), threads),
        // Null for all rows.
        (None, _) => {
            work(chunk, Other::Column(&arrow_array::new_null_array(&DataType::Utf8View, chunk.len())), threads)
        }
    });
    Ok(Prepared { column, work, second: Some(second), failure: None })
}

impl Prepared {
    /// The same, whose calls into Python fail by `failure`.
    pub fn failing(self, failure: Option<Arc<Failure>>) -> Prepared {
        Prepared { failure, ..self }
    }

    /// The result for one chunk, and a chunk of the second column, without the interpreter.
    pub fn run(&self, chunk: &ArrayRef, second: Option<&ArrayRef>, threads: usize) -> Result<ArrayRef, ColumnError> {
        (self.work)(chunk, second, Threads::new(threads))
    }

    fn over(self, py: Python<'_>, column: &Column, threads: usize) -> PyResult<Column> {
        let failure = self.failure.unwrap_or_else(|| Arc::new(Failure::new()));
        let (run, work) = (Run { threads, failure }, self.work);
        let Some(Second::Column(second)) = self.second.as_deref() else {
            return over_imported(py, column, &run, &|chunk, threads| work(chunk, None, threads));
        };
        if column.rows() != second.rows() {
            return Err(failed(&ColumnError::Lengths(column.rows(), second.rows())));
        }
        let pairs = pairs(&column.data_type, &column.chunks, &second.data_type, &second.chunks);
        run.over(py, &pairs, &|(a, b), threads| work(a, Some(b), threads))
    }
}

/// A kernel: from its options to what it does.
pub type Kernel = fn(&Options<'_, '_>) -> PyResult<Prepared>;

/// Calls a kernel from Python, with a column of that name and with keywords.
pub fn call(name: &str, kernel: Kernel, column: Input, keywords: &Bound<'_, PyDict>) -> PyResult<Column> {
    let threads: Option<usize> = match keywords.get_item("threads")? {
        None => None,
        Some(threads) => Some(threads.extract().map_err(|error: PyErr| {
            let is_type = error.is_instance_of::<PyTypeError>(column.py());
            if is_type {
                wrong_type("threads", "an int", &threads)
            } else {
                error
            }
        })?),
    };
    let keywords = keywords.copy()?;
    if threads.is_some() {
        keywords.del_item("threads")?;
    }
    let options = Options::of_call(&keywords);
    let prepared = guarded(|| kernel(&options))?;
    let imported = Column::import(prepared.column, column)?;
    let plan = options.finish()?;
    let result = prepared.over(column.py(), &imported, threads.unwrap_or_default())?;
    if let (Ok(recording), Some(mut plan)) = (column.cast::<Recording>(), plan) {
        plan.insert("kernel".to_owned(), name.into());
        recording.get().set(serde_json::Value::from(plan).to_string());
    }
    Ok(result)
}

/// The second argument of a function over two columns.
pub enum Second {
    /// A column, or a text, as Python gives it.
    Argument(Py<PyAny>),
    /// One text for all rows; null is null for all rows.
    One(Option<Vec<u8>>),
    Column(Column),
    /// A column of a plan.
    Planned,
}

impl Argument for Second {
    fn from_python(_: &str, argument: &Bound<'_, PyAny>) -> PyResult<Second> {
        Ok(Second::Argument(argument.clone().unbind()))
    }

    /// A text for all rows, or whether it is a column.
    fn from_json(value: serde_json::Value) -> Option<Second> {
        match value {
            serde_json::Value::String(text) => Some(Second::One(Some(text.into_bytes()))),
            other => other.as_bool().map(|_| Second::Planned),
        }
    }

    fn to_json(&self) -> Option<serde_json::Value> {
        let Second::Argument(argument) = self else { return None };
        Python::attach(|py| match argument.bind(py) {
            column if column.is_instance_of::<Recording>() => Some(true.into()),
            text => text.cast::<PyString>().ok()?.to_str().ok().map(Into::into),
        })
    }
}

impl Second {
    /// The option of that name. A text for all rows is validated here, because an exception is clearer than a column of
    /// nulls.
    pub fn read(
        options: &Options<'_, '_>,
        name: &'static str,
        edition: &SharedEdition,
        is_base: bool,
    ) -> PyResult<Second> {
        Second::converted(options, name, |argument| {
            let text = Text::new(name, argument.as_borrowed())?;
            let bytes = length_checked(text.bytes())?;
            let edition = edition.bind(argument.py());
            match parse(edition.tables(), bytes) {
                None => Err(refused(&text, &edition)),
                Some(offsets) if is_base && offsets.scheme().is_none() => {
                    let base = text.string().as_any();
                    let reference = PyString::new(argument.py(), "").into_any();
                    let name = edition.name(argument.py());
                    Err(errors::resolution(&reference, base, &name, ResolveError::BaseNotAbsolute.as_str()))
                }
                Some(_) => guarded(|| Ok(Second::One(Some(copy(bytes))))),
            }
        })
    }

    /// As [`Second::read`], by the URL Standard.
    pub fn from_urls(options: &Options<'_, '_>, name: &str) -> PyResult<Second> {
        Second::converted(options, name, |argument| {
            Ok(Second::One(base_record(Some(argument.as_borrowed()))?.map(|base| base.href.into_bytes())))
        })
    }

    fn converted(
        options: &Options<'_, '_>,
        name: &str,
        one: impl Fn(&Bound<'_, PyAny>) -> PyResult<Second>,
    ) -> PyResult<Second> {
        match options.get(name)? {
            None => Ok(Second::One(None)),
            Some(Second::Argument(argument)) => Python::attach(|py| {
                let argument = argument.bind(py);
                if is_text(argument)? {
                    return one(argument);
                }
                let is_column = argument.is_instance_of::<Recording>()
                    || argument.hasattr("__arrow_c_stream__")?
                    || argument.hasattr("__arrow_c_array__")?;
                if !is_column {
                    return Err(wrong_type(name, "a column that Arrow's C interface reads, a text or None", argument));
                }
                Column::import(name, argument).map(Second::Column)
            }),
            Some(second) => Ok(second),
        }
    }
}

/// The chunks of two columns of equal length, sliced at the boundaries of either; one empty pair if there are no rows.
pub fn pairs(
    first_type: &DataType,
    first: &[ArrayRef],
    second_type: &DataType,
    second: &[ArrayRef],
) -> Vec<(ArrayRef, ArrayRef)> {
    let mut left = first.iter().cloned();
    let mut right = second.iter().cloned();
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
        pairs.push((arrow_array::new_empty_array(first_type), arrow_array::new_empty_array(second_type)));
    }
    pairs
}
