//! Edits of a query's pairs at the border: `reference.with_pairs` and its arguments.

use std::borrow::Cow;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBytes, PyDict, PyList, PyMapping, PyString, PyTuple};
use uriverse_core::memory::{copy, gathered, lossy, Grow};
use uriverse_core::query::{self, Edit, Edited, Notation, Rewritten, Selector, Value};
use uriverse_core::{EncodeSet, Tables};

use crate::calling::arguments::{Argument, Call};
use crate::calling::objects::{url_text, value_text};
use crate::calling::references::offsets_of;
use crate::calling::references::{edition_for, reference_from_bytes};
use crate::calling::text::Text;
use crate::calling::values::{flag, no_such_word, word, Answer, Items};
use crate::editions::Edition;
use crate::ground::charsets::{self, Lacking, UTF_8};
use crate::ground::errors::wrong_type;
use crate::ground::globs::Glob;
use crate::ground::strings::{string, utf8};
use crate::layout::object::{is_url, layout};
use crate::layout::url as url_object;
use crate::reference::urls::like_receiver;

/// The arguments of an edit, and how the pairs are encoded.
pub struct Arguments<'a, 'py> {
    pub set: Argument<'a, 'py>,
    pub add: Argument<'a, 'py>,
    pub remove: Argument<'a, 'py>,
    pub notation: Notation,
    pub encoding: &'a str,
}

/// The edit that arguments describe. Functions among the selectors are called with the pairs of `written`; a column has
/// no such query, and no functions.
pub fn edit<'py>(py: Python<'py>, given: &Arguments<'_, 'py>, written: Option<&[u8]>) -> PyResult<Edit<'static>> {
    let context = Context { py, notation: given.notation, encoding: given.encoding, written };
    let remove = present(given.remove).map(|remove| context.removed(&remove)).transpose()?.unwrap_or_default();
    let mut set = Vec::new();
    if let Some(given) = present(given.set) {
        for (name, values) in items(&given, "set")? {
            let selector = context.selector(&name, "set")?;
            let values = context.values(&values, "set")?;
            if !matches!(selector, Selector::Name(_)) && values.len() != 1 {
                return Err(PyTypeError::new_err("a Glob or a function in set takes one value, not several"));
            }
            set.push((selector, values));
        }
    }
    let add = present(given.add).map(|add| context.added(&add, "add")).transpose()?.unwrap_or_default();
    Ok(Edit::new(given.notation, remove, set, add))
}

fn present<'a, 'py>(argument: Argument<'a, 'py>) -> Argument<'a, 'py> {
    argument.filter(|argument| !argument.is_none())
}

type Item<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

fn items<'py>(given: &Bound<'py, PyAny>, argument: &str) -> PyResult<Vec<Item<'py>>> {
    if let Ok(dict) = given.cast::<PyDict>() {
        return Ok(dict.iter().collect());
    }
    let mapping = match given.cast::<PyMapping>() {
        Ok(mapping) => mapping.clone(),
        // A `QueryPairs`: its names with all of their values.
        Err(_) => match given.getattr_opt("to_dict")? {
            Some(values) => values.call((), Some(&[("multi", true)].into_py_dict(given.py())?))?.cast_into()?,
            None => return Err(wrong_type(argument, "a mapping", given)),
        },
    };
    mapping.items()?.iter().map(|item| item.extract()).collect()
}

/// The names and values of a mapping, or of pairs; and whether a list of values means several pairs.
fn pairs_of<'py>(given: &Bound<'py, PyAny>, argument: &str) -> PyResult<Vec<(Item<'py>, bool)>> {
    if given.cast::<PyMapping>().is_ok() {
        return Ok(items(given, argument)?.into_iter().map(|item| (item, true)).collect());
    }
    let is_text = given.is_instance_of::<PyString>() || given.is_instance_of::<PyBytes>();
    let each = if is_text { None } else { given.try_iter().ok() };
    let Some(each) = each else { return Err(wrong_type(argument, "a mapping or an iterable of pairs", given)) };
    each.map(|pair| {
        let pair = pair?;
        let is_pair = pair.is_instance_of::<PyTuple>() || pair.is_instance_of::<PyList>();
        if !is_pair || pair.len()? != 2 {
            let class = pair.get_type().name()?;
            let reason = format!("each of {argument} must be a tuple of a name and a value, not {class}");
            return Err(PyTypeError::new_err(reason));
        }
        Ok(((pair.get_item(0)?, pair.get_item(1)?), false))
    })
    .collect()
}

/// The context in which selectors and values are converted.
struct Context<'a, 'py> {
    py: Python<'py>,
    notation: Notation,
    encoding: &'a str,
    written: Option<&'a [u8]>,
}

impl<'py> Context<'_, 'py> {
    fn removed(&self, remove: &Bound<'py, PyAny>) -> PyResult<Vec<Selector<'static>>> {
        let is_pattern = remove.is_instance_of::<Glob>() || remove.is_instance_of::<ParameterNames>();
        let single = remove.is_instance_of::<PyString>() || is_pattern || remove.is_callable();
        if single {
            return Ok(vec![self.selector(remove, "remove")?]);
        }
        match remove.try_iter() {
            Ok(each) if !remove.is_instance_of::<PyBytes>() => each.map(|one| self.selector(&one?, "remove")).collect(),
            _ => Err(wrong_type("remove", "a name, a Glob, a function, or an iterable of these", remove)),
        }
    }

    fn added(&self, given: &Bound<'py, PyAny>, argument: &str) -> PyResult<Vec<query::Data<'static>>> {
        let mut added = Vec::new();
        for ((name, given), several) in pairs_of(given, argument)? {
            let Ok(text) = name.cast::<PyString>() else {
                return Err(wrong_type(&format!("a name in {argument}"), "a str", &name));
            };
            let octets = self.octets(text)?;
            let values = match several {
                true => self.values(&given, argument)?,
                false => vec![self.value(&given, argument)?],
            };
            for value in values {
                added.put((copy(&octets).into(), value));
            }
        }
        Ok(added)
    }

    fn selector(&self, given: &Bound<'py, PyAny>, argument: &str) -> PyResult<Selector<'static>> {
        if let Ok(name) = given.cast::<PyString>() {
            return Ok(Selector::Name(self.octets(name)?.into()));
        }
        if let Ok(glob) = given.cast::<Glob>() {
            let pattern = PyString::new(self.py, glob.get().pattern());
            return Ok(Selector::Glob(self.octets(&pattern)?.into()));
        }
        if let Ok(names) = given.cast::<ParameterNames>() {
            return Ok(Selector::Listed(names.get().names.clone()));
        }
        if !given.is_callable() {
            return Err(wrong_type(&format!("a name in {argument}"), "a str, a Glob or a function", given));
        }
        let Some(written) = self.written else {
            let reason = format!("{argument} of a column takes names and Globs, not functions");
            return Err(PyTypeError::new_err(reason));
        };
        let all = if written.is_empty() { Vec::new() } else { gathered(written.split(|&byte| byte == b'&')) };
        let judged = all.into_iter().map(|text| match query::pairs(text, self.notation).next() {
            Some(pair) => {
                let value = pair.value.or((self.notation == Notation::Form).then_some(b""));
                given.call1((self.data(pair.name)?, value.map(|value| self.data(value)).transpose()?))?.is_truthy()
            }
            // An empty pair of a plain query: the iterator over the pairs of an empty query omits it.
            None if self.notation == Notation::Plain => given.call1(("", None::<()>))?.is_truthy(),
            None => Ok(false),
        });
        Ok(Selector::Places(judged.collect::<PyResult<_>>()?))
    }

    /// The values of one name: several if it is a list or a tuple.
    fn values(&self, given: &Bound<'py, PyAny>, argument: &str) -> PyResult<Vec<Value<'static>>> {
        let is_list = given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>();
        // urllib's results are tuples, but count as URLs.
        if is_list && url_text(given)?.is_none() {
            return given.try_iter()?.map(|one| self.value(&one?, argument)).collect();
        }
        Ok(vec![self.value(given, argument)?])
    }

    /// A value as `value_text` writes it; None has no "=".
    fn value(&self, given: &Bound<'py, PyAny>, argument: &str) -> PyResult<Value<'static>> {
        if given.is_none() {
            return Ok((self.notation == Notation::Form).then(|| b"".into()));
        }
        let name = || format!("a value in {argument}");
        match value_text(given, name)? {
            Some(text) => Ok(Some(self.octets(&text)?.into())),
            None => Err(wrong_type(&name(), "a str, a reference, a number, a bool, a UUID, a date or None", given)),
        }
    }

    fn octets(&self, text: &Bound<'py, PyString>) -> PyResult<Vec<u8>> {
        octets(text, self.encoding, self.notation)
    }

    fn data(&self, written: &[u8]) -> PyResult<Bound<'py, PyAny>> {
        let text = charsets::text(self.py, &query::data(written, self.notation), self.encoding, charsets::ESCAPE)?;
        Ok(text.into_any())
    }
}

/// The octets of data in a charset. In a form, a character that the charset lacks becomes a numeric character reference
/// (URL Standard, 5.2, and its "percent-encode after encoding").
fn octets(text: &Bound<'_, PyString>, encoding: &str, notation: Notation) -> PyResult<Vec<u8>> {
    let lacking = match notation {
        Notation::Form => Lacking::Referenced,
        Notation::Plain => Lacking::Refused,
    };
    charsets::octets(text, encoding, lacking)
}

/// `uriverse.compose_query`.
pub fn compose_query<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let ([pairs], [separator, form, encoding, edition]) =
        call.bind("compose_query", &["pairs"], &["separator", "form", "encoding", "edition"])?;
    let (py, notation) = (call.py(), notation(flag("form", form, false)?));
    let (separator, encoding) = (word("separator", &separator, "&")?, word("encoding", &encoding, UTF_8)?);
    let edition = edition_for(edition, &[])?;
    // The charset's name is checked even if no pair needs it.
    octets(&PyString::new(py, ""), encoding, Notation::Form)?;
    Ok(string(py, &query_of(py, &edition, &pairs, separator, notation, encoding)?)?.into_any())
}

/// The query of a mapping or of pairs, as `compose_query` writes it by default.
pub fn query_of_pairs<'py>(py: Python<'py>, edition: &Edition<'py>, pairs: &Bound<'py, PyAny>) -> PyResult<Vec<u8>> {
    query_of(py, edition, pairs, "&", Notation::Plain, UTF_8)
}

fn query_of<'py>(
    py: Python<'py>,
    edition: &Edition<'py>,
    pairs: &Bound<'py, PyAny>,
    separator: &str,
    notation: Notation,
    encoding: &str,
) -> PyResult<Vec<u8>> {
    let pairs = Context { py, notation, encoding, written: None }.added(pairs, "pairs")?;
    let keep = kept_characters(edition.tables(), encoding)?;
    Ok(query::compose(&pairs, separator.as_bytes(), notation, &keep))
}

/// The characters that a name or a value keeps, in a charset.
pub fn kept_characters<'t>(tables: &'t Tables, encoding: &str) -> PyResult<Cow<'t, EncodeSet>> {
    let missing = || no_such_word("component", "query-value", &tables.encode_names().collect::<Vec<_>>());
    let set = tables.encode_set("query-value").ok_or_else(missing)?;
    Ok(if encoding == UTF_8 { Cow::Borrowed(set) } else { Cow::Owned(set.ascii_only()) })
}

/// The notation of a query: a form, or plain.
pub fn notation(form: bool) -> Notation {
    if form {
        Notation::Form
    } else {
        Notation::Plain
    }
}

/// The fast path of `reference.with_pairs`: one value for one name, in US-ASCII.
#[inline(never)]
pub fn with_pairs_fast<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let (py, receiver) = (call.py(), call.receiver());
    let (b"set", set) = call.only_keyword()? else { return None };
    let set = set.cast_exact::<PyDict>().ok()?;
    let (fields, _) = layout(receiver)?;
    let edition = Edition::from_index(fields.edition_index()?)?;
    let tables = edition.tables();
    if !tables.is_ascii() || set.len() != 1 || is_url(receiver) {
        return None;
    }
    let bytes = utf8(fields.text(py))?;
    let (name, value) = set.iter().next()?;
    let name = utf8(name.cast_exact::<PyString>().ok()?.as_borrowed())?;
    let value = utf8(value.cast_exact::<PyString>().ok()?.as_borrowed())?;
    let keep = tables.encode_set("query-value")?;
    match query::set_one(tables, bytes, &fields.offsets(bytes.len()), keep, name, value)? {
        Rewritten::New(changed, offsets) => reference_from_bytes(py, &changed, &edition, &offsets).ok(),
        Rewritten::Same => Some(receiver.to_owned()),
        Rewritten::Refused => None,
    }
}

/// `reference.with_pairs`.
#[inline(never)]
pub fn with_pairs<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let ([], [set, add, remove, form, encoding]) =
        call.bind("with_pairs", &[], &["set", "add", "remove", "form", "encoding"])?;
    let (py, receiver) = (call.py(), call.receiver());
    let text = Text::new("self", receiver)?;
    let edition = edition_for(None, &[&text])?;
    let (tables, bytes, offsets) = (edition.tables(), text.bytes(), offsets_of(&text, &edition)?);
    let written = offsets.query().and_then(|query| bytes.get(query));
    let notation = notation(flag("form", form, false)?);
    let given = Arguments { set, add, remove, notation, encoding: word("encoding", &encoding, UTF_8)? };
    let (edit, keep) = (edit(py, &given, Some(written.unwrap_or_default()))?, kept_characters(tables, given.encoding)?);
    match edit.rewrite(tables, bytes, &offsets, &keep) {
        Rewritten::Same => Ok(receiver.to_owned()),
        Rewritten::New(changed, offsets) => {
            like_receiver(receiver, reference_from_bytes(py, &changed, &edition, &offsets)?, &["query"])
        }
        // The edition does not allow this query; `replace` raises the error.
        Rewritten::Refused => {
            let new = match edit.apply(written, &keep) {
                Edited::Same => written.map(<[u8]>::to_vec),
                Edited::Undefined => None,
                Edited::New(query) => Some(query),
            };
            let keywords = PyDict::new(py);
            keywords.set_item("query", new.map(|query| lossy(&query).into_owned()))?;
            receiver.call_method("replace", (), Some(&keywords))
        }
    }
}

/// `URL.with_pairs`: the search setter's steps write the query.
#[inline(never)]
pub fn url_with_pairs<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let ([], [set, add, remove, form, encoding]) =
        call.bind("with_pairs", &[], &["set", "add", "remove", "form", "encoding"])?;
    let (py, receiver) = (call.py(), call.receiver());
    let url = url_object::layout(receiver).ok_or_else(|| wrong_type("self", "a URL", &receiver))?;
    let bytes = url.href(py).as_bytes();
    let written = url.offsets(bytes.len()).query().and_then(|query| bytes.get(query));
    let notation = notation(flag("form", form, false)?);
    let given = Arguments { set, add, remove, notation, encoding: word("encoding", &encoding, UTF_8)? };
    let edition = Edition::standard();
    let keep = kept_characters(edition.tables(), given.encoding)?;
    let search = match edit(py, &given, Some(written.unwrap_or_default()))?.apply(written, &keep) {
        Edited::Same => return Ok(receiver.to_owned()),
        Edited::Undefined => String::new(),
        Edited::New(query) => format!("?{}", lossy(&query)),
    };
    let mut record = url.record(py);
    let _ = record.set_search(&search);
    url_object::from_record(py, &record, None)
}

/// A list of parameters' names, ignoring case; "*" at the end of a name marks a prefix.
#[pyclass(frozen, module = "uriverse._core")]
pub struct ParameterNames {
    names: query::Names,
}

#[pymethods]
impl ParameterNames {
    #[new]
    fn new(names: Items<String>) -> ParameterNames {
        let names: Vec<String> = names.into();
        ParameterNames { names: query::Names::new(&names) }
    }
}
