//! The options of a kernel: keywords of a call in Python, or the JSON text of a plan.
//!
//! A kernel reads its options from [`Options`], which holds either. An engine that runs the kernel without Python has
//! the options as one JSON text, and makes that text by a call with a [`Recording`] instead of a column:
//! `uc.host(recording, edition="rfc3987")` notes `{"kernel": "part", "want": "host", "edition": "rfc3987"}`.

use std::cell::RefCell;
use std::ops::Deref;
use std::sync::{Mutex, OnceLock};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};
use serde_json::{Map, Value};
use uriverse_canonical::Profile;
use uriverse_columns::kernels::hosts::Parser;
use uriverse_core::Tables;

use crate::calling::values::Items;
use crate::canonicalization::{self, profile_of, CanonicalSteps};
use crate::editions::{find, Edition, SharedEdition};
use crate::ground::errors::{unknown_edition, wrong_type};
use crate::hosts::SuffixTable;

/// The id of the URL Standard, which is an algorithm, not an edition.
const URL_STANDARD: &str = "whatwg";
/// The list of public suffixes that the package ships.
const SUFFIXES: &str = include_str!("../../../../src/uriverse/hosts/data/public_suffix_list.dat");

/// A type of options.
pub trait Argument: Sized {
    fn from_python(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<Self>;
    fn from_json(value: Value) -> Option<Self>;
    /// The option in a plan; None if it is memory of this process.
    fn to_json(&self) -> Option<Value>;
}

enum OptionValues<'a, 'py> {
    Python(&'a Bound<'py, PyDict>),
    Plan(Map<String, Value>),
}

/// The options of one call. What is not read is an error.
pub struct Options<'a, 'py> {
    source: RefCell<OptionValues<'a, 'py>>,
    /// What was read, as data; None if that is impossible.
    plan: RefCell<Option<Map<String, Value>>>,
}

impl<'a, 'py> Options<'a, 'py> {
    pub fn of_call(keywords: &'a Bound<'py, PyDict>) -> Options<'a, 'py> {
        Options { source: OptionValues::Python(keywords).into(), plan: Some(Map::new()).into() }
    }

    pub fn of_plan(plan: Map<String, Value>) -> Options<'static, 'static> {
        Options { source: OptionValues::Plan(plan).into(), plan: None.into() }
    }

    /// An option; None if it is missing or None.
    pub fn get<T: Argument>(&self, name: &str) -> PyResult<Option<T>> {
        let value = match &mut *self.source.borrow_mut() {
            OptionValues::Plan(plan) => plan.remove(name).filter(|value| !value.is_null()).map(|value| {
                T::from_json(value).ok_or_else(|| PyValueError::new_err(format!("the plan has an unknown {name}")))
            }),
            OptionValues::Python(keywords) => {
                let value = keywords.get_item(name)?;
                if value.is_some() {
                    keywords.del_item(name)?;
                }
                value.filter(|value| !value.is_none()).map(|value| T::from_python(name, &value))
            }
        };
        let value = value.transpose()?;
        if let (Some(value), plan) = (&value, &mut *self.plan.borrow_mut()) {
            match (value.to_json(), plan.as_mut()) {
                (Some(value), Some(plan)) => drop(plan.insert(name.to_owned(), value)),
                _ => *plan = None,
            }
        }
        Ok(value)
    }

    /// An option that each call has.
    pub fn required<T: Argument>(&self, name: &str) -> PyResult<T> {
        self.get(name)?.ok_or_else(|| PyTypeError::new_err(format!("the option {name} is missing")))
    }

    pub fn flag(&self, name: &str) -> PyResult<bool> {
        Ok(self.get(name)?.unwrap_or(false))
    }

    /// The parser that the option "edition" names.
    pub fn parser(&self) -> PyResult<ParserArg> {
        Ok(self.get("edition")?.unwrap_or(ParserArg::Default))
    }

    /// The tables of the option "edition"; RFC 3986 by default.
    pub fn tables(&self) -> PyResult<SharedEdition> {
        self.parser()?.edition()
    }

    /// What was read, as the options of a plan; None if it is not all data. An error if an option was not read.
    pub fn finish(self) -> PyResult<Option<Map<String, Value>>> {
        let left = match self.source.into_inner() {
            OptionValues::Plan(plan) => plan.keys().next().cloned(),
            OptionValues::Python(keywords) => keywords.keys().iter().next().map(|name| name.to_string()),
        };
        match left {
            Some(name) => Err(PyTypeError::new_err(format!("there is no option {name}"))),
            None => Ok(self.plan.into_inner()),
        }
    }
}

/// Stands for a column of unknown rows: notes the kernel that it is passed to, and its options.
#[pyclass(frozen, module = "uriverse._core")]
pub struct Recording {
    plan: Mutex<Option<String>>,
}

impl Recording {
    pub fn set(&self, plan: String) {
        if let Ok(mut slot) = self.plan.lock() {
            *slot = Some(plan);
        }
    }
}

#[pymethods]
impl Recording {
    #[new]
    fn new() -> Recording {
        Recording { plan: Mutex::new(None) }
    }

    /// The kernel and its options as a JSON text; None if it was passed to none, or an option is an object.
    #[getter]
    fn plan(&self) -> Option<String> {
        self.plan.lock().ok()?.clone()
    }
}

impl Argument for String {
    fn from_python(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<String> {
        // Words are US-ASCII, so a lone surrogate may become U+FFFD.
        let text = argument.cast::<PyString>().map_err(|_| wrong_type(name, "a str", argument))?;
        Ok(text.to_string_lossy().into_owned())
    }

    fn from_json(value: Value) -> Option<String> {
        serde_json::from_value(value).ok()
    }

    fn to_json(&self) -> Option<Value> {
        Some(self.as_str().into())
    }
}

impl Argument for bool {
    fn from_python(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<bool> {
        let flag = argument.cast::<PyBool>().map_err(|_| wrong_type(name, "True or False", argument))?;
        Ok(flag.is_true())
    }

    fn from_json(value: Value) -> Option<bool> {
        value.as_bool()
    }

    fn to_json(&self) -> Option<Value> {
        Some((*self).into())
    }
}

impl Argument for Vec<String> {
    fn from_python(_: &str, argument: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        Ok(argument.extract::<Items<String>>()?.into())
    }

    fn from_json(value: Value) -> Option<Vec<String>> {
        serde_json::from_value(value).ok()
    }

    fn to_json(&self) -> Option<Value> {
        Some(self.as_slice().into())
    }
}

/// The parser of the texts: the default, an edition, or the URL Standard.
pub enum ParserArg {
    Default,
    Edition(SharedEdition),
    UrlStandard,
}

impl ParserArg {
    pub fn is_url_standard(&self) -> bool {
        matches!(self, ParserArg::UrlStandard)
    }

    /// The edition; an error for the URL Standard, which is none.
    pub fn edition(self) -> PyResult<SharedEdition> {
        match self {
            ParserArg::Default => Ok(Edition::standard().shared()),
            ParserArg::Edition(edition) => Ok(edition),
            ParserArg::UrlStandard => Err(Python::attach(|py| unknown_edition(py, URL_STANDARD))),
        }
    }

    /// The parser of a function on hosts: by default RFC 3986, and RFC 3987 beyond US-ASCII.
    pub fn parser(&self) -> Parser<'_> {
        match self {
            ParserArg::Edition(edition) => Parser::Edition(edition.tables()),
            ParserArg::Default => Parser::Editions(standard_tables(), iri_tables()),
            ParserArg::UrlStandard => Parser::UrlStandard,
        }
    }
}

/// The tables of RFC 3986.
pub fn standard_tables() -> &'static Tables {
    crate::editions::BuiltIn::standard().tables()
}

/// The tables of the edition that accepts every URI and IRI.
pub fn iri_tables() -> &'static Tables {
    find("rfc3987").map_or_else(standard_tables, crate::editions::BuiltIn::tables)
}

impl Argument for ParserArg {
    fn from_python(_: &str, argument: &Bound<'_, PyAny>) -> PyResult<ParserArg> {
        match argument.cast::<PyString>() {
            Ok(name) if name.to_string_lossy() == URL_STANDARD => Ok(ParserArg::UrlStandard),
            _ => Ok(ParserArg::Edition(Edition::from_argument(Some(argument))?.shared())),
        }
    }

    fn from_json(value: Value) -> Option<ParserArg> {
        match value.as_str()? {
            URL_STANDARD => Some(ParserArg::UrlStandard),
            id => Some(ParserArg::Edition(SharedEdition::BuiltIn(find(id)?))),
        }
    }

    fn to_json(&self) -> Option<Value> {
        match self {
            ParserArg::Default => Some(Value::Null),
            ParserArg::UrlStandard => Some(URL_STANDARD.into()),
            ParserArg::Edition(edition) => Some(edition.id()?.into()),
        }
    }
}

/// A list of public suffixes: an object, or the list that the package ships, or none.
pub enum Suffixes {
    Object(Py<SuffixTable>),
    Plan(&'static uriverse_hosts::SuffixTable),
}

impl Deref for Suffixes {
    type Target = uriverse_hosts::SuffixTable;

    fn deref(&self) -> &uriverse_hosts::SuffixTable {
        match self {
            Suffixes::Object(object) => &object.get().table,
            Suffixes::Plan(table) => table,
        }
    }
}

/// A list that is compiled on first use.
fn compiled(of_package: bool) -> Option<&'static uriverse_hosts::SuffixTable> {
    static LISTS: [OnceLock<Option<uriverse_hosts::SuffixTable>>; 2] = [OnceLock::new(), OnceLock::new()];
    let text = if of_package { SUFFIXES } else { "" };
    LISTS[usize::from(of_package)].get_or_init(|| uriverse_hosts::SuffixTable::read(text).ok()).as_ref()
}

impl Argument for Suffixes {
    fn from_python(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<Suffixes> {
        let table = argument.cast::<SuffixTable>().map_err(|_| wrong_type(name, "a SuffixTable", argument))?;
        Ok(Suffixes::Object(table.clone().unbind()))
    }

    /// Whether it is the package's list, else it is empty.
    fn from_json(value: Value) -> Option<Suffixes> {
        compiled(value.as_bool()?).map(Suffixes::Plan)
    }

    fn to_json(&self) -> Option<Value> {
        if self.rules().is_empty() {
            return Some(false.into());
        }
        (self.rules() == compiled(true)?.rules()).then_some(Value::Bool(true))
    }
}

/// The steps of a profile: an object, or compiled for a plan.
pub enum Steps {
    Object(Py<CanonicalSteps>),
    Plan(Box<Profile>),
}

impl Deref for Steps {
    type Target = Profile;

    fn deref(&self) -> &Profile {
        match self {
            Steps::Object(object) => &object.get().profile,
            Steps::Plan(profile) => profile,
        }
    }
}

impl Argument for Steps {
    fn from_python(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<Steps> {
        let steps = argument.cast::<CanonicalSteps>().map_err(|_| wrong_type(name, "CanonicalSteps", argument))?;
        Ok(Steps::Object(steps.clone().unbind()))
    }

    fn from_json(value: Value) -> Option<Steps> {
        let steps: canonicalization::Steps = serde_json::from_value(value).ok()?;
        profile_of(&steps).ok().map(|profile| Steps::Plan(Box::new(profile)))
    }

    fn to_json(&self) -> Option<Value> {
        let Steps::Object(object) = self else { return None };
        let steps = &object.get().steps;
        // The rules of schemes are read by Python.
        let calls_python = steps.0.iter().any(|(name, _)| name == "normalize");
        serde_json::to_value(steps).ok().filter(|_| !calls_python)
    }
}

/// A kernel's level of normalization. The rules of schemes are read by Python, so they are not in a plan.
pub struct LevelName(pub String);

impl Argument for LevelName {
    fn from_python(name: &str, argument: &Bound<'_, PyAny>) -> PyResult<LevelName> {
        String::from_python(name, argument).map(LevelName)
    }

    fn from_json(value: Value) -> Option<LevelName> {
        String::from_json(value).filter(|name| name != "scheme").map(LevelName)
    }

    fn to_json(&self) -> Option<Value> {
        self.0.to_json().filter(|_| self.0 != "scheme")
    }
}
