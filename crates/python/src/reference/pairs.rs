//! `QueryPairs`: the decoded pairs of a query, in one object.
//!
//! The names and values of `a=1&b=x%20y` are one after another in one buffer, and each pair has the ends of its parts.
//! A `str` is made when it is asked for, and a name is compared without one:
//!
//! ```text
//!   data    a 1 b x y           pairs   name 0..1  value 1..2  written 0..3
//!           0 1 2 3 4 5                 name 2..3  value 3..6  written 4..11
//! ```
//!
//! The buffer is UTF-8, in which a lone surrogate has three bytes: it stands for an octet that is not UTF-8.

use std::collections::HashSet;
use std::ops::Range;

use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyList, PySlice, PyString, PyTuple, PyType};
use uriverse_core::memory::{gathered, Grow};
use uriverse_core::{begins_a_character, decode, Malformed};

use crate::calling::text::Text;
use crate::calling::values::{length_checked, Answer};
use crate::ground::errors::wrong_type;
use crate::ground::memory::guarded;
use crate::ground::secrets::always_masked;
use crate::ground::strings::{string, utf8, without_utf8};
use crate::reference::percent::decode_text;

/// The end of a value without "=".
const NO_VALUE: u32 = u32::MAX;

/// Up to so many names are compared with each other: a table of them takes longer to make.
const FEW: usize = 32;

/// Where a pair is: the start and the ends of its name and its value in the buffer, and its place in the text.
#[derive(Clone, Copy)]
struct Place {
    start: u32,
    name_end: u32,
    value_end: u32,
    written: (u32, u32),
}

#[doc = include_str!("../../docs/types/QueryPairs.txt")]
#[pyclass(frozen, module = "uriverse")]
pub struct QueryPairs {
    #[doc = include_str!("../../docs/pairs/text.txt")]
    #[pyo3(get)]
    text: Py<PyString>,
    is_form: bool,
    data: Vec<u8>,
    places: Vec<Place>,
}

type Pair<'py> = (Bound<'py, PyString>, Option<Bound<'py, PyString>>);

/// How a query is split and decoded.
struct Decoding<'a> {
    is_form: bool,
    separators: &'a [u8],
    encoding: &'a str,
    errors: &'a str,
    malformed: Malformed,
    max_pairs: Option<i64>,
}

impl Decoding<'_> {
    /// A reference's query: nothing is refused.
    fn lenient(is_form: bool) -> Decoding<'static> {
        let errors = if is_form { "replace" } else { "surrogateescape" };
        Decoding { is_form, separators: b"&", encoding: "utf-8", errors, malformed: Malformed::Keep, max_pairs: None }
    }

    fn read(&self, text: &Bound<'_, PyString>) -> PyResult<QueryPairs> {
        let py = text.py();
        let escaped = without_utf8(text)?;
        let query = match &escaped {
            Some(bytes) => bytes.as_bytes(),
            None => utf8(text.as_borrowed()).unwrap_or_default(),
        };
        let pieces = self.pieces(length_checked(query)?);
        if let Some(limit) = self.max_pairs.filter(|limit| pieces.len() as i64 > *limit) {
            let message = format!("the query has {} pairs, and the limit is {limit}", pieces.len());
            return Err(PyErr::from_value(py.import("uriverse.errors")?.getattr("URIError")?.call1((message,))?));
        }
        let mut pairs =
            QueryPairs { text: text.clone().unbind(), is_form: self.is_form, data: Vec::new(), places: Vec::new() };
        pairs.data.room(query.len());
        pairs.places.room(pieces.len());
        for written in pieces {
            let (start, piece) = (pairs.end(), &query[written.clone()]);
            let equals = memchr::memchr(b'=', piece);
            self.decode(py, &piece[..equals.unwrap_or(piece.len())], &mut pairs.data)?;
            let name_end = pairs.end();
            if let Some(equals) = equals {
                self.decode(py, &piece[equals + 1..], &mut pairs.data)?;
            }
            let value_end = if equals.is_some() || self.is_form { pairs.end() } else { NO_VALUE };
            let written = (written.start as u32, written.end as u32);
            pairs.places.put(Place { start, name_end, value_end, written });
        }
        Ok(pairs)
    }

    /// The places of the texts between separators; a form has no empty pair.
    fn pieces(&self, query: &[u8]) -> Vec<Range<usize>> {
        let mut pieces = Vec::new();
        let mut add = |start: usize, end: usize| {
            if start < end || !self.is_form {
                pieces.put(start..end);
            }
        };
        let mut start = 0;
        if let [separator] = self.separators {
            for at in memchr::memchr_iter(*separator, query) {
                add(start, at);
                start = at + 1;
            }
        } else {
            let separators = self.separators.chunk_by(|_, &next| !begins_a_character(next)).collect::<Vec<_>>();
            let mut at = 0;
            while at < query.len() {
                let separator = separators.iter().find(|separator| query[at..].starts_with(separator));
                if let Some(separator) = separator {
                    add(start, at);
                    start = at + separator.len();
                }
                at += separator.map_or(1, |separator| separator.len());
            }
        }
        if !query.is_empty() {
            add(start, query.len());
        }
        pieces
    }

    /// Appends a decoded name or value.
    fn decode(&self, py: Python<'_>, written: &[u8], data: &mut Vec<u8>) -> PyResult<()> {
        let spaced: Vec<u8>;
        let mut text = written;
        if self.is_form && written.contains(&b'+') {
            spaced = gathered(written.iter().map(|&byte| if byte == b'+' { b' ' } else { byte }));
            text = &spaced;
        }
        match decode(text, self.malformed) {
            Ok(None) => data.put_all(text),
            Ok(Some(octets)) if self.encoding == "utf-8" && std::str::from_utf8(&octets).is_ok() => {
                data.put_all(&octets)
            }
            _ => {
                let text = string(py, text)?;
                let text = Text::new("query", text.as_any().as_borrowed())?;
                let decoded = decode_text(&text, self.malformed, self.encoding, self.errors)?;
                put(data, decoded.cast::<PyString>()?)?;
            }
        }
        Ok(())
    }
}

fn put(data: &mut Vec<u8>, text: &Bound<'_, PyString>) -> PyResult<()> {
    match without_utf8(text)? {
        Some(bytes) => data.put_all(bytes.as_bytes()),
        None => data.put_all(utf8(text.as_borrowed()).unwrap_or_default()),
    }
    Ok(())
}

impl QueryPairs {
    fn end(&self) -> u32 {
        self.data.len() as u32
    }

    fn name(&self, place: &Place) -> &[u8] {
        &self.data[place.start as usize..place.name_end as usize]
    }

    fn value<'py>(&self, py: Python<'py>, place: &Place) -> PyResult<Option<Bound<'py, PyString>>> {
        if place.value_end == NO_VALUE {
            return Ok(None);
        }
        string(py, &self.data[place.name_end as usize..place.value_end as usize]).map(Some)
    }

    fn pair<'py>(&self, py: Python<'py>, place: &Place) -> PyResult<Pair<'py>> {
        Ok((string(py, self.name(place))?, self.value(py, place)?))
    }

    /// The places of the pairs with a name.
    fn named<'a>(&'a self, name: &'a [u8]) -> impl Iterator<Item = &'a Place> {
        self.places.iter().filter(move |place| self.name(place) == name)
    }

    /// The result of a function on the bytes of a name.
    fn with_name<T>(&self, name: &Bound<'_, PyString>, ask: impl FnOnce(&[u8]) -> PyResult<T>) -> PyResult<T> {
        match utf8(name.as_borrowed()) {
            Some(name) => ask(name),
            None => ask(without_utf8(name)?.as_ref().map_or(&[][..], |bytes| bytes.as_bytes())),
        }
    }

    fn list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, self.places.iter().map(|place| self.pair(py, place)).collect::<PyResult<Vec<_>>>()?)
    }

    /// What is made of the first pair of each name.
    fn firsts<'a, T>(&'a self, make: impl Fn(&'a Place) -> PyResult<T>) -> PyResult<Vec<T>> {
        let mut names = HashSet::new();
        let mut is_first = |index: usize, place: &'a Place| {
            let name = self.name(place);
            if self.places.len() > FEW {
                return names.insert(name);
            }
            !self.places[..index].iter().any(|before| self.name(before) == name)
        };
        let firsts = self.places.iter().enumerate().filter(|(index, place)| is_first(*index, place));
        firsts.map(|(_, place)| make(place)).collect()
    }
}

fn name_of<'a, 'py>(name: &'a Bound<'py, PyAny>) -> PyResult<&'a Bound<'py, PyString>> {
    name.cast::<PyString>().map_err(|_| wrong_type("name", "a str", name))
}

#[pymethods]
impl QueryPairs {
    /// The pairs of a pickle.
    #[new]
    #[pyo3(signature = (text, written, pairs, form=false))]
    fn new(
        text: Bound<'_, PyString>,
        written: Bound<'_, PyTuple>,
        pairs: Bound<'_, PyTuple>,
        form: bool,
    ) -> PyResult<QueryPairs> {
        let mut all = QueryPairs { text: text.clone().unbind(), is_form: form, data: Vec::new(), places: Vec::new() };
        let mut query = Vec::new();
        put(&mut query, &text)?;
        let mut at = 0;
        for (piece, pair) in written.iter().zip(pairs.iter()) {
            let (name, value): (Bound<'_, PyString>, Option<Bound<'_, PyString>>) = pair.extract()?;
            let mut bytes = Vec::new();
            put(&mut bytes, piece.cast::<PyString>()?)?;
            let Some(place) = memchr::memmem::find(&query[at..], &bytes) else {
                return Err(PyValueError::new_err("a pair is not in the text of its query"));
            };
            let start = all.end();
            put(&mut all.data, &name)?;
            let name_end = all.end();
            value.as_ref().map(|value| put(&mut all.data, value)).transpose()?;
            let value_end = if value.is_some() { all.end() } else { NO_VALUE };
            let written = ((at + place) as u32, (at + place + bytes.len()) as u32);
            all.places.put(Place { start, name_end, value_end, written });
            at += place + bytes.len();
        }
        Ok(all)
    }

    #[doc = include_str!("../../docs/pairs/written.txt")]
    #[getter]
    fn written<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let mut query = Vec::new();
        put(&mut query, self.text.bind(py))?;
        let texts =
            self.places.iter().map(|place| string(py, &query[place.written.0 as usize..place.written.1 as usize]));
        PyTuple::new(py, texts.collect::<PyResult<Vec<_>>>()?)
    }

    #[doc = include_str!("../../docs/pairs/get.txt")]
    #[pyo3(signature = (name, default=None))]
    fn get<'py>(
        &self,
        name: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let py = name.py();
        self.with_name(name_of(name)?, |name| match self.named(name).next() {
            Some(place) => Ok(self.value(py, place)?.map(Bound::into_any)),
            None => Ok(default),
        })
    }

    #[doc = include_str!("../../docs/pairs/get_all.txt")]
    fn get_all<'py>(&self, name: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let py = name.py();
        self.with_name(name_of(name)?, |name| {
            PyTuple::new(py, self.named(name).map(|place| self.value(py, place)).collect::<PyResult<Vec<_>>>()?)
        })
    }

    #[doc = include_str!("../../docs/pairs/keys.txt")]
    fn keys<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.firsts(|place| string(py, self.name(place)))?)
    }

    #[doc = include_str!("../../docs/pairs/values.txt")]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.firsts(|place| self.value(py, place))?)
    }

    #[doc = include_str!("../../docs/pairs/items.txt")]
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.firsts(|place| self.pair(py, place))?)
    }

    #[doc = include_str!("../../docs/pairs/to_dict.txt")]
    #[pyo3(signature = (*, multi=false))]
    fn to_dict<'py>(&self, py: Python<'py>, multi: bool) -> PyResult<Bound<'py, PyDict>> {
        if !multi {
            return self.firsts(|place| self.pair(py, place))?.into_py_dict(py);
        }
        let every = PyDict::new(py);
        for place in &self.places {
            let (name, value) = self.pair(py, place)?;
            match every.get_item(&name)? {
                Some(values) => values.cast::<PyList>()?.append(value)?,
                None => every.set_item(name, [value])?,
            }
        }
        Ok(every)
    }

    #[doc = include_str!("../../docs/pairs/count.txt")]
    fn count(&self, value: &Bound<'_, PyAny>) -> PyResult<usize> {
        match value.cast::<PyString>() {
            Ok(name) => self.with_name(name, |name| Ok(self.named(name).count())),
            Err(_) => self.list(value.py())?.as_sequence().count(value),
        }
    }

    #[doc = include_str!("../../docs/pairs/index.txt")]
    #[pyo3(signature = (value, *bounds))]
    fn index<'py>(&self, value: &Bound<'py, PyAny>, bounds: &Bound<'py, PyTuple>) -> Answer<'py> {
        let arguments = [value.clone()].into_iter().chain(bounds.iter());
        self.list(value.py())?.call_method1("index", PyTuple::new(value.py(), arguments.collect::<Vec<_>>())?)
    }

    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> Answer<'py> {
        let py = key.py();
        if let Ok(name) = key.cast::<PyString>() {
            return self.with_name(name, |bytes| match self.named(bytes).next() {
                Some(place) => Ok(self.value(py, place)?.into_pyobject(py)?.into_any()),
                None => Err(PyKeyError::new_err(name.clone().unbind())),
            });
        }
        if key.is_instance_of::<PySlice>() {
            return Ok(self.list(py)?.as_any().get_item(key)?.cast_into::<PyList>()?.to_tuple().into_any());
        }
        let index: isize = key.extract().map_err(|_| {
            PyTypeError::new_err(format!("pairs are found by a name, an index or a slice, not by {}", class_of(key)))
        })?;
        let place = usize::try_from(if index < 0 { index + self.places.len() as isize } else { index });
        match place.ok().and_then(|place| self.places.get(place)) {
            Some(place) => Ok(self.pair(py, place)?.into_pyobject(py)?.into_any()),
            None => Err(PyIndexError::new_err("there is no pair at this index")),
        }
    }

    fn __contains__(&self, key: &Bound<'_, PyAny>) -> PyResult<bool> {
        match key.cast::<PyString>() {
            Ok(name) => self.with_name(name, |name| Ok(self.named(name).next().is_some())),
            Err(_) if key.is_instance_of::<PyTuple>() => self.list(key.py())?.contains(key),
            Err(_) => Ok(false),
        }
    }

    fn __len__(&self) -> usize {
        self.places.len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> Answer<'py> {
        Ok(self.list(py)?.try_iter()?.into_any())
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> Answer<'py> {
        self.list(py)?.call_method0("__reversed__")
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        match other.cast::<QueryPairs>() {
            Ok(other) => {
                let other = other.get();
                let same = self.is_form == other.is_form && self.text.bind(py).as_any().eq(other.text.bind(py))?;
                Ok(same.into_pyobject(py)?.to_owned().into_any().unbind())
            }
            Err(_) => Ok(py.NotImplemented()),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        (self.text.bind(py), self.is_form).into_pyobject(py)?.hash()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        // The delimiter before it says that the text is a query.
        let led = PyString::intern(py, "?").as_any().add(&self.text)?.cast_into::<PyString>()?;
        let masked = always_masked(py)?.masked(&led, false)?.call_method1("removeprefix", ("?",))?;
        Ok(format!("QueryPairs({}{})", masked.repr()?, if self.is_form { ", form=True" } else { "" }))
    }

    #[allow(clippy::type_complexity)]
    fn __reduce__<'py>(
        this: &Bound<'py, QueryPairs>,
    ) -> PyResult<(Bound<'py, PyType>, (Py<PyString>, Bound<'py, PyTuple>, Bound<'py, PyTuple>, bool))> {
        let (py, pairs) = (this.py(), this.get());
        let state = (pairs.text.clone_ref(py), pairs.written(py)?, pairs.list(py)?.to_tuple(), pairs.is_form);
        Ok((this.get_type(), state))
    }
}

fn class_of(object: &Bound<'_, PyAny>) -> String {
    object.get_type().name().map_or_else(|_| String::new(), |name| name.to_string())
}

/// The pairs of the query of a reference or components; empty without a query.
#[pyfunction]
fn pairs_of(reference: &Bound<'_, PyAny>, form: bool) -> PyResult<QueryPairs> {
    guarded(|| {
        let query = reference.getattr(pyo3::intern!(reference.py(), "query"))?;
        let none = PyString::intern(reference.py(), "");
        Decoding::lenient(form).read(query.cast::<PyString>().unwrap_or(&none))
    })
}

/// The pairs of a query, with every choice of `uriverse.query_pairs`.
#[pyfunction]
fn decoded_pairs(
    query: &Bound<'_, PyString>,
    form: bool,
    separators: &Bound<'_, PyString>,
    encoding: &str,
    errors: &str,
    max_pairs: Option<i64>,
) -> PyResult<QueryPairs> {
    let malformed = if form { Malformed::Keep } else { Malformed::Refuse };
    guarded(|| {
        let mut bytes = Vec::new();
        put(&mut bytes, separators)?;
        Decoding { is_form: form, separators: &bytes, encoding, errors, malformed, max_pairs }.read(query)
    })
}

/// Adds the class, which is a sequence for `isinstance` too.
pub fn register_sequence(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    py.import("_collections_abc")?.getattr("Sequence")?.call_method1("register", (py.get_type::<QueryPairs>(),))?;
    register(module)
}

register! { QueryPairs; pairs_of, decoded_pairs }
