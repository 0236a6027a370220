//! The functions: registered when a database is opened, called by its queries.
//!
//! DuckDB loads a linked extension into each database that a process opens. Ours adds functions only to the database that
//! this module opens: `duckdb_connect` puts them aside for its thread, in which DuckDB calls `load`.
//!
//! Why it is safe: the descriptor and the access are DuckDB's and are used while it calls; what a function is belongs to the
//! database, which drops it last, and is not changed; no panic leaves a function that DuckDB calls.

use std::cell::RefCell;
use std::ffi::{c_void, CStr, CString, OsString};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::null_mut;

use arrow_array::ArrayRef;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use uriverse_columns::output::concat::concat;
use uriverse_columns::Want;
use uriverse_core::{parse_into, Offsets, Tables};

use super::holds::Holds;
use super::interface::{Access, Descriptor, Handle, Interface, SUCCESS};
use super::reading::Argument;
use super::writing;
use crate::columns::column::Column;
use crate::editions::{Edition, KeptTables};

const NAME: &CStr = c"uriverse";
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
/// The version of DuckDB's C interface.
const API_VERSION: &CStr = c"v1.5.6";
const NO_DATABASE: &CStr = c"uriverse: DuckDB gives no connection to the database that it opens";
const REFUSED: &CStr = c"uriverse: DuckDB refuses a function";
const PANICKED: &CStr = c"uriverse: an internal error";

thread_local! {
    /// The functions of the database that this thread opens.
    static ASIDE: RefCell<Option<Vec<Function>>> = const { RefCell::new(None) };
}

/// A function of SQL.
struct Function {
    name: CString,
    arguments: usize,
    result: Holds,
    work: Work,
}

/// How rows are worked.
enum Work {
    /// By a callable, which takes as many columns as there are arguments, and gives one of as many rows.
    Python(Py<PyAny>),
    /// By a parse, without an array in between: components, and whether a text is valid. Several make a struct.
    Parse(Vec<Want>, KeptTables),
}

impl Work {
    /// A callable, or words and an edition.
    fn of(given: &Bound<'_, PyAny>) -> PyResult<Work> {
        let Ok((words, edition)) = given.extract::<(Vec<String>, Bound<'_, PyAny>)>() else {
            return Ok(Work::Python(given.clone().unbind()));
        };
        let wants = words.iter().map(|word| match Want::named(word) {
            Some([want]) if *want == Want::Valid || want.is_component() && *want != Want::Port => Ok(*want),
            _ => Err(PyValueError::new_err(format!("{word:?} is neither \"valid\" nor a component that is a text"))),
        });
        Ok(Work::Parse(wants.collect::<PyResult<_>>()?, KeptTables::of(Edition::from_argument(Some(&edition))?)))
    }
}

impl Function {
    /// Works the rows of a call.
    ///
    /// # Safety
    /// `arguments` and `result` are those of a call that is being worked.
    unsafe fn work(&self, duckdb: &Interface, arguments: Handle, result: Handle) -> Result<(), String> {
        // SAFETY: the function was registered with as many arguments, and for its result.
        unsafe {
            match &self.work {
                Work::Python(run) => {
                    let arguments = (0..self.arguments).map(|index| Argument::of(duckdb, arguments, index).array());
                    let answers = answers(run, arguments.collect())?;
                    writing::write(duckdb, result, &answers, &self.result, None)?;
                }
                Work::Parse(wants, tables) => {
                    let texts = Argument::of(duckdb, arguments, 0);
                    match (&self.result, &wants[..]) {
                        (Holds::Struct(_), wants) => write_parse(duckdb, result, &texts, tables.tables(), wants),
                        (_, [Want::Valid]) => write_valid(duckdb, result, &texts, tables.tables()),
                        (_, [want]) => write_component(duckdb, result, &texts, tables.tables(), *want),
                        _ => return Err("several parts are a struct".to_owned()),
                    }
                }
            }
        }
        Ok(())
    }
}

/// Writes whether each text is valid.
///
/// # Safety
/// As for [`Function::work`].
unsafe fn write_valid(duckdb: &Interface, result: Handle, texts: &Argument<'_>, tables: &Tables) {
    let mut offsets = Offsets::EMPTY;
    let valid = |row| texts.text(row).map(|text| parse_into(tables, text, &mut offsets));
    // SAFETY: the result is BOOLEAN.
    unsafe { writing::write_truths(duckdb, result, texts.rows(), valid) };
}

/// Writes one component of each text, as soon as the text is parsed.
///
/// # Safety
/// As for [`Function::work`].
unsafe fn write_component(duckdb: &Interface, result: Handle, texts: &Argument<'_>, tables: &Tables, want: Want) {
    let mut offsets = Offsets::EMPTY;
    let component = |row| {
        let text = texts.text(row).filter(|text| parse_into(tables, text, &mut offsets))?;
        want.part(&offsets, text.len()).map(|(start, end)| &text[start..end])
    };
    // SAFETY: the result is VARCHAR, and a component of a text that is valid begins and ends with a character.
    unsafe { writing::write_texts(duckdb, result, texts.rows(), component) };
}

/// Parses all texts, and writes the wanted parts one after the other, as the fields of a struct.
///
/// # Safety
/// As for [`Function::work`].
unsafe fn write_parse(duckdb: &Interface, result: Handle, texts: &Argument<'_>, tables: &Tables, wants: &[Want]) {
    let parsed = |row| {
        let mut offsets = Offsets::EMPTY;
        parse_into(tables, texts.text(row)?, &mut offsets).then_some(offsets)
    };
    let parsed: Vec<Option<Offsets>> = (0..texts.rows()).map(parsed).collect();
    // SAFETY: the result is a struct with a field for each of `wants`.
    unsafe {
        writing::write_null_rows(duckdb, result, texts.rows(), |row| texts.text(row).is_none());
        for (index, want) in wants.iter().enumerate() {
            let field = (duckdb.struct_vector_get_child)(result, index as u64);
            if *want == Want::Valid {
                let valid = |row: usize| texts.text(row).map(|_| parsed[row].is_some());
                writing::write_truths(duckdb, field, texts.rows(), valid);
                continue;
            }
            let component = |row: usize| {
                let (text, offsets) = (texts.text(row)?, parsed[row].as_ref()?);
                want.part(offsets, text.len()).map(|(start, end)| &text[start..end])
            };
            writing::write_texts(duckdb, field, texts.rows(), component);
        }
    }
}

/// The answers of a callable for the rows of some arguments.
fn answers(run: &Py<PyAny>, arguments: Vec<ArrayRef>) -> Result<ArrayRef, String> {
    let rows = arguments.first().map_or(0, |argument| argument.len());
    let asked = Python::try_attach(|py| {
        let columns = arguments
            .into_iter()
            .map(|array| Bound::new(py, Column { data_type: array.data_type().clone(), chunks: vec![array] }));
        let columns = PyTuple::new(py, columns.collect::<PyResult<Vec<_>>>()?)?;
        let answer = run.bind(py).call1(columns)?;
        match answer.cast::<Column>() {
            Ok(column) => Ok((column.get().data_type.clone(), column.get().chunks.clone())),
            Err(_) => Column::of(&answer).map(|column| (column.data_type, column.chunks)),
        }
    });
    let asked = asked.ok_or_else(|| "Python is ending".to_owned())?;
    let (data_type, chunks) = asked.map_err(|error: PyErr| error.to_string())?;
    let whole = match &chunks[..] {
        [one] => one.clone(),
        chunks => concat(&data_type, chunks).map_err(|error| error.to_string())?,
    };
    if whole.len() != rows {
        return Err(format!("the function gave {} rows for {rows}", whole.len()));
    }
    Ok(whole)
}

/// What DuckDB calls for up to 2048 rows.
unsafe extern "C" fn run(call: Handle, arguments: Handle, result: Handle) {
    let Some(duckdb) = Interface::found() else { return };
    // SAFETY: see the top of the module.
    let worked = catch_unwind(AssertUnwindSafe(|| unsafe {
        let function = &*(duckdb.scalar_function_get_extra_info)(call).cast::<Function>();
        function.work(duckdb, arguments, result)
    }));
    let message = match worked {
        Ok(Ok(())) => return,
        Ok(Err(message)) => CString::new(message.replace('\0', " ")).unwrap_or_default(),
        Err(_) => PANICKED.to_owned(),
    };
    // SAFETY: the message lives as long as the call, which copies it.
    unsafe { (duckdb.scalar_function_set_error)(call, message.as_ptr()) };
}

unsafe extern "C" fn drop_function(function: *mut c_void) {
    // SAFETY: it was made by `Box::into_raw`, and is dropped once.
    drop(catch_unwind(|| unsafe { Box::from_raw(function.cast::<Function>()) }));
}

/// Tells DuckDB of the extension.
unsafe extern "C" fn describe(descriptor: *mut Descriptor) -> i32 {
    // SAFETY: see the top of the module.
    let descriptor = unsafe { &mut *descriptor };
    descriptor.version = 1;
    descriptor.name = NAME.as_ptr();
    descriptor.extension_version = VERSION.as_ptr().cast();
    descriptor.api_version = API_VERSION.as_ptr();
    descriptor.entry_capi_v1 = Some(load);
    0
}

/// What DuckDB calls for each database that is opened.
unsafe extern "C" fn load(info: Handle, access: *const Access) -> bool {
    let functions = ASIDE.try_with(|aside| aside.try_borrow_mut().ok()?.take()).ok().flatten();
    let (Some(functions), Some(duckdb)) = (functions, Interface::found()) else { return true };
    // SAFETY: see the top of the module.
    unsafe {
        let refused =
            match catch_unwind(AssertUnwindSafe(|| load_into(duckdb, (*access).get_database, info, functions))) {
                Ok(Ok(())) => return true,
                Ok(Err(message)) => message,
                Err(_) => PANICKED,
            };
        ((*access).set_error)(info, refused.as_ptr());
    }
    false
}

unsafe fn load_into(
    duckdb: &Interface,
    get_database: unsafe extern "C" fn(Handle) -> *mut Handle,
    info: Handle,
    functions: Vec<Function>,
) -> Result<(), &'static CStr> {
    // SAFETY: see the top of the module; what is made here is destroyed here, but for the functions, which DuckDB takes.
    unsafe {
        let database = get_database(info);
        let mut connection = null_mut();
        if database.is_null() || (duckdb.connect)(*database, &raw mut connection) != SUCCESS {
            return Err(NO_DATABASE);
        }
        let mut all = true;
        let text = Holds::Text.logical_type(duckdb);
        for function in functions {
            let mut made = (duckdb.create_scalar_function)();
            (duckdb.scalar_function_set_name)(made, function.name.as_ptr());
            for _ in 0..function.arguments {
                (duckdb.scalar_function_add_parameter)(made, text.handle);
            }
            (duckdb.scalar_function_set_return_type)(made, function.result.logical_type(duckdb).handle);
            // A null is handed over as any other row.
            (duckdb.scalar_function_set_special_handling)(made);
            (duckdb.scalar_function_set_function)(made, run);
            (duckdb.scalar_function_set_extra_info)(made, Box::into_raw(Box::new(function)).cast(), drop_function);
            all &= (duckdb.register_scalar_function)(connection, made) == SUCCESS;
            (duckdb.destroy_scalar_function)(&raw mut made);
        }
        (duckdb.disconnect)(&raw mut connection);
        if all {
            Ok(())
        } else {
            Err(REFUSED)
        }
    }
}

/// Opens a database that has functions: what `open` gives, and whether a database was opened in this call and has them.
///
/// `library` is the file of DuckDB's Python module. A function is its name, how many texts it takes, what its result holds
/// (a word, fields by name, or an object whose `of` says what a list is of) and a callable of as many columns, or components
/// (and "valid") and an edition, which are worked without Python.
///
/// Raises OSError if that module has no interface for linked extensions.
#[pyfunction]
fn duckdb_connect<'py>(
    library: OsString,
    functions: Vec<(String, usize, Bound<'py, PyAny>, Bound<'py, PyAny>)>,
    open: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyAny>, bool)> {
    let duckdb = Interface::at(&library).map_err(PyOSError::new_err)?;
    let made = functions.into_iter().map(|(name, arguments, result, work)| {
        Ok(Function { name: CString::new(name)?, arguments, result: Holds::of(&result)?, work: Work::of(&work)? })
    });
    let made = made.collect::<PyResult<Vec<_>>>()?;
    // SAFETY: a function of the right type, which stays as long as the process. It may be registered again.
    if unsafe { (duckdb.register_static_extension)(describe) } != 0 {
        return Err(PyOSError::new_err("DuckDB has another extension of the name uriverse"));
    }
    ASIDE.set(Some(made));
    let opened = open.call0();
    let was_taken = ASIDE.take().is_none();
    Ok((opened?, was_taken))
}

/// Add the function to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(duckdb_connect, module)?)
}
