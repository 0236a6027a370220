//! Converts an `edition` argument to the tables that the engine runs.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::OnceLock;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString};
use uriverse_core::Tables;

use crate::ground::errors::{bad_tables, unknown_edition, wrong_type};
use crate::ground::strings::utf8;

/// The tables of one edition, loaded; a user's own Edition carries one.
#[pyclass(frozen, module = "uriverse._core", name = "Tables")]
pub struct Handle {
    loaded: Loaded,
}

/// Tables, and a cached lookup.
struct Loaded {
    tables: Tables,
    resolves_as: Option<&'static BuiltIn>,
}

impl Loaded {
    fn new(tables: Tables) -> Loaded {
        let other = tables.setting("resolves_as").and_then(find);
        Loaded { tables, resolves_as: other }
    }
}

#[pymethods]
impl Handle {
    /// Loads a table file; `GrammarError` if it is invalid.
    #[new]
    fn new(py: Python<'_>, data: &Bound<'_, PyBytes>) -> PyResult<Handle> {
        let tables = Tables::load(data.as_bytes()).map_err(|error| bad_tables(py, &error.to_string()))?;
        Ok(Handle { loaded: Loaded::new(tables) })
    }
}

pub struct BuiltIn {
    /// Its index among the built-in editions.
    pub index: u16,
    id: &'static str,
    data: &'static [u8],
    loaded: OnceLock<Loaded>,
    /// The id, interned.
    name: PyOnceLock<Py<PyString>>,
}

static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/editions.rs"));
static BUILT_IN: OnceLock<Vec<BuiltIn>> = OnceLock::new();
static DEFAULT: OnceLock<&BuiltIn> = OnceLock::new();
/// A cache: the index of the built-in edition that was named last. Most programs use one.
static LAST: AtomicUsize = AtomicUsize::new(0);

/// The default edition: STD 66.
const DEFAULT_ID: &str = "rfc3986";

fn built_in() -> &'static [BuiltIn] {
    BUILT_IN.get_or_init(|| {
        let built_in = |(&(id, data), index)| {
            let (loaded, name) = (OnceLock::new(), PyOnceLock::new());
            BuiltIn { index, id, data, loaded, name }
        };
        FILES.iter().zip(0..).map(built_in).collect()
    })
}

/// The built-in edition of that id.
pub fn find(id: &str) -> Option<&'static BuiltIn> {
    built_in().iter().find(|edition| edition.id == id)
}

impl BuiltIn {
    /// The default edition.
    #[inline]
    pub fn standard() -> &'static BuiltIn {
        DEFAULT.get_or_init(|| find(DEFAULT_ID).expect("the default edition is there"))
    }

    /// The edition of an id; None if the argument is not the id of a built-in edition. Caches the last one.
    #[inline]
    pub fn named(id: Borrowed<'_, '_, PyAny>) -> Option<&'static BuiltIn> {
        let text = utf8(id.cast_exact::<PyString>().ok()?)?;
        let last = built_in().get(LAST.load(Relaxed)).filter(|edition| edition.id.as_bytes() == text);
        last.or_else(|| {
            let found = built_in().iter().find(|edition| edition.id.as_bytes() == text)?;
            LAST.store(usize::from(found.index), Relaxed);
            Some(found)
        })
    }

    #[inline]
    fn loaded(&'static self) -> &'static Loaded {
        self.loaded.get_or_init(|| self.load())
    }

    /// The tables for the engine.
    #[inline]
    pub fn tables(&'static self) -> &'static Tables {
        &self.loaded().tables
    }

    #[cold]
    fn load(&self) -> Loaded {
        Loaded::new(Tables::load(self.data).expect("the package's own tables are checked by its tests"))
    }

    #[inline]
    fn name<'py>(&'static self, py: Python<'py>) -> Borrowed<'static, 'py, PyString> {
        self.name.get_or_init(py, || PyString::intern(py, self.id).unbind()).bind_borrowed(py)
    }
}

/// An edition argument; None is the default.
pub type EditionArg<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

/// An edition of the engine and of Python.
pub enum Edition<'py> {
    /// A built-in edition.
    BuiltIn(&'static BuiltIn),
    /// A user's own, with its loaded tables.
    Own(Bound<'py, PyAny>, Bound<'py, Handle>),
}

impl<'py> Edition<'py> {
    /// The default edition.
    #[inline]
    pub fn standard() -> Edition<'py> {
        Edition::BuiltIn(BuiltIn::standard())
    }

    /// The edition that accepts every URI and IRI.
    pub fn for_iris() -> Edition<'py> {
        Edition::BuiltIn(find("rfc3987").expect("the edition of IRIs is there"))
    }

    /// The built-in edition with this [`BuiltIn::index`].
    #[inline]
    pub fn from_index(index: u16) -> Option<Edition<'py>> {
        built_in().get(usize::from(index)).map(Edition::BuiltIn)
    }

    /// The edition that an argument names: None, an id, or an Edition.
    pub fn from_argument(argument: Option<&Bound<'py, PyAny>>) -> PyResult<Edition<'py>> {
        let Some(argument) = argument.filter(|argument| !argument.is_none()) else {
            return Ok(Edition::standard());
        };
        if let Ok(id) = argument.cast::<PyString>() {
            let id = id.to_string_lossy();
            return find(&id).map(Edition::BuiltIn).ok_or_else(|| unknown_edition(argument.py(), &id));
        }
        Edition::own(argument)
    }

    /// A fast path of [`Edition::from_argument`], which never raises: covers None, a built-in edition's id, and an
    /// Edition whose tables are loaded.
    #[inline]
    pub fn known(argument: Borrowed<'_, 'py, PyAny>) -> Option<Edition<'py>> {
        let py = argument.py();
        if argument.is_exact_instance_of::<PyString>() {
            return BuiltIn::named(argument).map(Edition::BuiltIn);
        }
        if argument.is_none() {
            return Some(Edition::standard());
        }
        // SAFETY: an ordinary attribute of a live object; a set error is cleared, and then null is returned.
        let native = unsafe {
            let native = ffi::PyObject_GetAttr(argument.as_ptr(), pyo3::intern!(py, "_native").as_ptr());
            if native.is_null() {
                ffi::PyErr_Clear();
                return None;
            }
            Bound::from_owned_ptr(py, native)
        };
        let handle = native.cast_into::<Handle>().ok()?;
        Some(Edition::Own(argument.to_owned(), handle))
    }

    fn own(edition: &Bound<'py, PyAny>) -> PyResult<Edition<'py>> {
        let py = edition.py();
        let Some(native) = edition.getattr_opt(pyo3::intern!(py, "_native"))? else {
            return Err(wrong_type("edition", "an edition's id or an Edition", edition));
        };
        if let Ok(handle) = native.cast_into::<Handle>() {
            return Ok(Edition::Own(edition.clone(), handle));
        }
        let data = edition.getattr(pyo3::intern!(py, "tables"))?.cast_into::<PyBytes>()?;
        let handle = Bound::new(py, Handle::new(py, &data)?)?;
        // SAFETY: an ordinary attribute of a live object; the frozen dataclass's own `__setattr__` is bypassed.
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

    #[inline]
    fn loaded(&self) -> &Loaded {
        match self {
            Edition::BuiltIn(edition) => edition.loaded(),
            Edition::Own(_, handle) => &handle.get().loaded,
        }
    }

    /// The tables for the engine.
    #[inline]
    pub fn tables(&self) -> &Tables {
        &self.loaded().tables
    }

    /// The value of the attribute `.edition` in Python.
    pub fn name(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        match self {
            Edition::BuiltIn(edition) => edition.name(py).to_owned().into_any(),
            Edition::Own(edition, _) => edition.clone(),
        }
    }

    /// Whether this is the built-in edition with that index.
    #[inline]
    pub fn is(&self, index: Option<u16>) -> bool {
        matches!(self, Edition::BuiltIn(edition) if Some(edition.index) == index)
    }

    /// The fields of an object of this edition: the name or the Edition, and the index of a built-in one.
    #[inline]
    pub fn fields(&self, py: Python<'py>) -> (*mut ffi::PyObject, Option<u16>) {
        match self {
            Edition::BuiltIn(edition) => (edition.name(py).as_ptr(), Some(edition.index)),
            Edition::Own(edition, _) => (edition.as_ptr(), None),
        }
    }

    /// The edition for threads that run without the interpreter.
    #[cfg(not(target_family = "wasm"))]
    pub fn shared(self) -> SharedEdition {
        match self {
            Edition::BuiltIn(edition) => SharedEdition::BuiltIn(edition),
            Edition::Own(edition, handle) => SharedEdition::Own(edition.unbind(), handle.unbind()),
        }
    }

    /// The edition by which references are resolved: RFC 1808 instead of RFC 1738, which has no relative form.
    pub fn for_resolution(self) -> Edition<'py> {
        self.loaded().resolves_as.map_or(self, Edition::BuiltIn)
    }
}

/// An edition, not bound to the interpreter.
#[cfg(not(target_family = "wasm"))]
pub enum SharedEdition {
    BuiltIn(&'static BuiltIn),
    Own(Py<PyAny>, Py<Handle>),
}

#[cfg(not(target_family = "wasm"))]
impl SharedEdition {
    fn loaded(&self) -> &Loaded {
        match self {
            SharedEdition::BuiltIn(edition) => edition.loaded(),
            SharedEdition::Own(_, handle) => &handle.get().loaded,
        }
    }

    /// The tables for the engine.
    pub fn tables(&self) -> &Tables {
        &self.loaded().tables
    }

    /// The id of a built-in edition.
    pub fn id(&self) -> Option<&'static str> {
        match self {
            SharedEdition::BuiltIn(edition) => Some(edition.id),
            SharedEdition::Own(..) => None,
        }
    }

    /// As [`Edition::for_resolution`].
    pub fn for_resolution(self) -> SharedEdition {
        self.loaded().resolves_as.map_or(self, SharedEdition::BuiltIn)
    }

    pub fn bind<'py>(&self, py: Python<'py>) -> Edition<'py> {
        match self {
            SharedEdition::BuiltIn(edition) => Edition::BuiltIn(edition),
            SharedEdition::Own(edition, handle) => Edition::Own(edition.bind(py).clone(), handle.bind(py).clone()),
        }
    }
}

/// The built-in editions, in the order of their ids.
pub fn each_built_in() -> impl Iterator<Item = Edition<'static>> {
    built_in().iter().map(Edition::BuiltIn)
}

/// The ids of the built-in editions.
pub fn ids() -> impl Iterator<Item = &'static str> {
    built_in().iter().map(|edition| edition.id)
}
