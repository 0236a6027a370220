//! `URLSearchParams`: a query as a list of names and values (URL Standard, section 6.2).
//!
//! The list is behind a lock. While it is held only a `str` is made: a list or a tuple could begin a collection of
//! garbage, which runs any code.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::{PyBytes, PyList, PyMapping, PyString, PyType};
use pyo3::IntoPyObjectExt;
use uriverse_core::memory::{owned_string, Grow};
use uriverse_whatwg::form::{self, Pairs};
use uriverse_whatwg::UTF_8;

use super::arguments::scalar_values;
use crate::calling::values::Answer;
use crate::ground::errors::wrong_type;
use crate::ground::memory::guarded;
use crate::ground::secrets::masked;

#[doc = include_str!("../../docs/types/URLSearchParams.txt")]
#[pyclass(frozen, subclass, name = "URLSearchParams", module = "uriverse.whatwg")]
pub struct SearchParams {
    pairs: Mutex<Pairs>,
}

fn scalar(name: &str, text: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = text.cast::<PyString>().map_err(|_| wrong_type(name, "a str", text))?;
    Ok(owned_string(scalar_values(name, text)?))
}

fn pair_of(item: &Bound<'_, PyAny>) -> PyResult<(String, String)> {
    let texts = item.try_iter().map_err(|_| wrong_type("each of init", "a pair of a name and a value", item))?;
    let texts = texts.collect::<PyResult<Vec<_>>>()?;
    let [name, value] = &*texts else {
        return Err(PyTypeError::new_err(format!("a pair is a name and a value, not {} texts", texts.len())));
    };
    let text = |text| scalar("each name and value of init", text);
    Ok((text(name)?, text(value)?))
}

fn pairs_of(init: &Bound<'_, PyAny>) -> PyResult<Pairs> {
    if let Ok(text) = init.cast::<PyString>() {
        let text = scalar_values("init", text)?;
        return Ok(form::parse(text.strip_prefix('?').unwrap_or(&text).as_bytes()));
    }
    if let Ok(bytes) = init.cast::<PyBytes>() {
        return Ok(form::parse(bytes.as_bytes()));
    }
    let items = init.cast::<PyMapping>().ok().map(|mapping| mapping.items()).transpose()?;
    let items = items.as_ref().map_or(init, |items| items.as_any()).try_iter();
    let items = items.map_err(|_| wrong_type("init", "a str, bytes, a mapping or pairs", init))?;
    items.map(|item| pair_of(&item?)).collect()
}

impl SearchParams {
    fn pairs(&self, py: Python<'_>) -> MutexGuard<'_, Pairs> {
        self.pairs.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner)
    }

    fn texts<'py>(&self, py: Python<'py>, text: impl Fn(&(String, String)) -> &str) -> Vec<Bound<'py, PyString>> {
        self.pairs(py).iter().map(|pair| PyString::new(py, text(pair))).collect()
    }

    fn first<'py>(&self, name: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyString>>> {
        let (py, name) = (name.py(), scalar("name", name)?);
        let pairs = self.pairs(py);
        Ok(pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| PyString::new(py, value)))
    }
}

/// Whether a pair has a name and, if one is given, a value.
fn matching(name: &Bound<'_, PyAny>, value: Option<&Bound<'_, PyAny>>) -> PyResult<impl Fn(&(String, String)) -> bool> {
    let (name, value) = (scalar("name", name)?, value.map(|value| scalar("value", value)).transpose()?);
    Ok(move |(known, of_name): &(String, String)| *known == name && value.as_ref().is_none_or(|value| value == of_name))
}

#[pymethods]
impl SearchParams {
    #[new]
    #[pyo3(signature = (init=None))]
    fn new(init: Option<&Bound<'_, PyAny>>) -> PyResult<SearchParams> {
        let pairs = guarded(|| init.map_or_else(|| Ok(Pairs::new()), pairs_of))?;
        Ok(SearchParams { pairs: Mutex::new(pairs) })
    }

    /// The number of pairs.
    #[getter]
    fn size(&self, py: Python<'_>) -> usize {
        self.pairs(py).len()
    }

    /// Add a pair at the end.
    fn append(&self, name: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let pair = (scalar("name", name)?, scalar("value", value)?);
        guarded(|| {
            self.pairs(name.py()).put(pair);
            Ok(())
        })
    }

    /// Remove all pairs with a name; with a value, only those with both.
    #[pyo3(signature = (name, value=None))]
    fn delete(&self, name: &Bound<'_, PyAny>, value: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let is_removed = matching(name, value)?;
        self.pairs(name.py()).retain(|pair| !is_removed(pair));
        Ok(())
    }

    /// The first value of a name, or None if there is none.
    fn get<'py>(&self, name: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyString>>> {
        self.first(name)
    }

    /// All values of a name, in the order of the list.
    fn get_all<'py>(&self, name: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyString>>> {
        let (py, has_name) = (name.py(), matching(name, None)?);
        Ok(self.pairs(py).iter().filter(|pair| has_name(pair)).map(|(_, value)| PyString::new(py, value)).collect())
    }

    /// Whether there is a pair with a name; with a value, one with both.
    #[pyo3(signature = (name, value=None))]
    fn has(&self, name: &Bound<'_, PyAny>, value: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        Ok(self.pairs(name.py()).iter().any(matching(name, value)?))
    }

    /// Set the value of the first pair with a name and remove the others; append a pair if there is none.
    fn set(&self, py: Python<'_>, name: &Bound<'_, PyAny>, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let (name, value) = (scalar("name", name)?, scalar("value", value)?);
        let mut pairs = self.pairs(py);
        let Some(first) = pairs.iter().position(|(known, _)| *known == name) else {
            pairs.put((name, value));
            return Ok(());
        };
        pairs[first].1 = value;
        let mut count = 0;
        pairs.retain(|(known, _)| {
            count += 1;
            count <= first + 1 || *known != name
        });
        Ok(())
    }

    /// Sort by name, in the order of UTF-16 code units; pairs of one name keep their order.
    fn sort(&self, py: Python<'_>) {
        self.pairs(py).sort_by(|(one, _), (other, _)| one.encode_utf16().cmp(other.encode_utf16()));
    }

    /// The names, in the order of the list.
    fn keys<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyString>> {
        self.texts(py, |(name, _)| name)
    }

    /// The values, in the order of the list.
    fn values<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyString>> {
        self.texts(py, |(_, value)| value)
    }

    /// The pairs.
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let text = |text: &str| PyString::new(py, text);
        let pairs: Vec<_> = self.pairs(py).iter().map(|(name, value)| (text(name), text(value))).collect();
        PyList::new(py, pairs)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> Answer<'py> {
        Ok(self.items(py)?.try_iter()?.into_any())
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.size(py)
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(name.is_instance_of::<PyString>() && self.has(name, None)?)
    }

    fn __getitem__<'py>(&self, name: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyString>> {
        self.first(name)?.ok_or_else(|| PyKeyError::new_err(name.clone().unbind()))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let py = other.py();
        match other.cast::<SearchParams>() {
            Ok(other) => {
                let pairs = self.pairs(py).clone();
                (pairs == *other.get().pairs(py)).into_py_any(py)
            }
            Err(_) => Ok(py.NotImplemented()),
        }
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        let pairs = self.pairs(py);
        guarded(|| Ok(form::serialize(pairs.iter().map(|(name, value)| (&**name, &**value)), UTF_8)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        // The delimiter before it says that the text is a query.
        let shown = masked(py, &format!("?{}", self.__str__(py)?))?;
        Ok(format!("URLSearchParams({})", PyString::new(py, &shown[1..]).repr()?))
    }

    #[allow(clippy::type_complexity)]
    fn __reduce__<'py>(
        this: &Bound<'py, SearchParams>,
    ) -> PyResult<(Bound<'py, PyType>, (Bound<'py, PyList>,), Option<Bound<'py, PyAny>>)> {
        Ok((this.get_type(), (this.get().items(this.py())?,), this.getattr_opt("__dict__")?))
    }
}

register! { SearchParams; }
