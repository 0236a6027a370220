//! From what a caller names as `edition` to the tables that the engine runs.

use std::ffi::CStr;
use std::sync::OnceLock;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString};
use uriverse_core::Tables;

/// The tables of one edition, loaded; a user's own Edition carries one.
#[pyclass(frozen, module = "uriverse._core", name = "Tables")]
pub struct Handle {
    tables: Tables,
}

#[pymethods]
impl Handle {
    /// Load a table file; `GrammarError` where it is none.
    #[new]
    fn new(py: Python<'_>, data: &Bound<'_, PyBytes>) -> PyResult<Handle> {
        match Tables::load(data.as_bytes()) {
            Ok(tables) => Ok(Handle { tables }),
            Err(error) => Err(crate::errors::bad_tables(py, &error.to_string())),
        }
    }
}

struct BuiltIn {
    id: &'static CStr,
    data: &'static [u8],
    tables: OnceLock<Tables>,
    name: PyOnceLock<Py<PyString>>,
}

static FILES: &[(&CStr, &[u8])] = include!(concat!(env!("OUT_DIR"), "/editions.rs"));
static BUILT_IN: OnceLock<Vec<BuiltIn>> = OnceLock::new();
static DEFAULT: OnceLock<usize> = OnceLock::new();

/// The edition that everything is read by unless the caller says otherwise: STD 66.
const DEFAULT_ID: &CStr = c"rfc3986";

fn built_in() -> &'static [BuiltIn] {
    BUILT_IN.get_or_init(|| {
        FILES.iter().map(|&(id, data)| BuiltIn { id, data, tables: OnceLock::new(), name: PyOnceLock::new() }).collect()
    })
}

impl BuiltIn {
    fn tables(&'static self) -> &'static Tables {
        self.tables.get_or_init(|| Tables::load(self.data).expect("the package's own tables are checked by its tests"))
    }

    fn name<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        let id = self.id.to_str().expect("an edition's id is ASCII");
        self.name.get_or_init(py, || PyString::intern(py, id).unbind()).bind(py).clone().into_any()
    }
}

/// An edition as the engine and Python see it.
pub enum Edition<'py> {
    /// One of the package's own, by its place.
    BuiltIn(usize),
    /// A user's own, with its loaded tables.
    Own(Bound<'py, PyAny>, Bound<'py, Handle>),
}

impl<'py> Edition<'py> {
    /// The default edition.
    pub fn standard() -> Edition<'py> {
        Edition::BuiltIn(*DEFAULT.get_or_init(|| {
            built_in().iter().position(|edition| edition.id == DEFAULT_ID).expect("the default edition is there")
        }))
    }

    /// The edition that an argument names: None, an id, or an Edition.
    pub fn from_argument(argument: Option<&Bound<'py, PyAny>>) -> PyResult<Edition<'py>> {
        let Some(argument) = argument.filter(|argument| !argument.is_none()) else {
            return Ok(Edition::standard());
        };
        if let Ok(id) = argument.cast::<PyString>() {
            let id = id.to_str()?;
            return match built_in().iter().position(|edition| edition.id.to_bytes() == id.as_bytes()) {
                Some(index) => Ok(Edition::BuiltIn(index)),
                None => Err(crate::errors::unknown_edition(argument.py(), id)),
            };
        }
        Edition::own(argument)
    }

    fn own(edition: &Bound<'py, PyAny>) -> PyResult<Edition<'py>> {
        let py = edition.py();
        if let Ok(handle) = edition.getattr(pyo3::intern!(py, "_native"))?.cast_into::<Handle>() {
            return Ok(Edition::Own(edition.clone(), handle));
        }
        let data = edition.getattr(pyo3::intern!(py, "tables"))?.cast_into::<PyBytes>()?;
        let handle = Bound::new(py, Handle::new(py, &data)?)?;
        // SAFETY: an ordinary attribute of a live object; the frozen dataclass's own `__setattr__` is passed by.
        let status = unsafe {
            let name = pyo3::intern!(py, "_native");
            ffi::PyObject_GenericSetAttr(edition.as_ptr(), name.as_ptr(), handle.as_ptr())
        };
        if status == 0 {
            Ok(Edition::Own(edition.clone(), handle))
        } else {
            Err(PyErr::fetch(py))
        }
    }

    /// What the engine runs.
    pub fn tables(&self) -> &Tables {
        match self {
            Edition::BuiltIn(index) => built_in()[*index].tables(),
            Edition::Own(_, handle) => &handle.get().tables,
        }
    }

    /// What Python sees as `.edition`.
    pub fn name(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match self {
            Edition::BuiltIn(index) => built_in()[*index].name(py),
            Edition::Own(edition, _) => edition.clone(),
        }
    }

    /// The edition by which references are resolved; RFC 1738 has no relative form, and means RFC 1808.
    pub fn for_resolution(self) -> PyResult<Edition<'py>> {
        let other = self
            .tables()
            .setting("resolves_as")
            .and_then(|id| built_in().iter().position(|edition| edition.id.to_bytes() == id.as_bytes()));
        Ok(other.map_or(self, Edition::BuiltIn))
    }
}

/// The ids of the built-in editions.
pub fn ids() -> impl Iterator<Item = &'static str> {
    built_in().iter().map(|edition| edition.id.to_str().expect("an edition's id is ASCII"))
}
