//! The border of `uriverse.templates`: a compiled template, and Python's values as the values of its variables.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMapping, PyString, PyTuple};
use uriverse_core::characters;
use uriverse_core::memory::{buffer, copy, lossy};
use uriverse_templates::matching::MOST_WORK;
use uriverse_templates::{CompositePrefix, Matched, Matcher, Part, Route, Template, Unmatched, Value, Values};

use crate::calling::objects::value_text;
use crate::calling::text::Text;
use crate::ground::errors::wrong_type;
use crate::ground::memory::guarded;
use crate::ground::strings::string;

/// The compiled half of `uriverse.templates.Template`.
#[pyclass(frozen, subclass, module = "uriverse._core")]
pub struct CompiledTemplate {
    template: Template,
    /// None if the template is not a route, or has bound values.
    route: Option<Route>,
    matcher: Matcher,
    text: Py<PyString>,
    names: Vec<Py<PyString>>,
    /// Bound values, whose variables are still in the text.
    bound: Py<PyDict>,
    /// The number of dot segments in the template's own text.
    dot_segments: usize,
}

/// The number of segments of a reference's path that are "." or "..".
fn dot_segments_of(reference: &[u8]) -> usize {
    let path = reference.split(|byte| matches!(byte, b'?' | b'#')).next().unwrap_or_default();
    path.split(|&byte| byte == b'/').filter(|segment| matches!(*segment, b"." | b"..")).count()
}

/// A part as a Python tuple: an expanded literal, or an operator with its variables (name, prefix, whether it explodes)
/// and the range of the expression in the text, in characters.
type Described = (Option<String>, Option<(&'static str, Vec<DescribedVariable>, usize, usize)>);
type DescribedVariable = (String, Option<u16>, bool);

/// The values of the variables, and other values that expand to the same reference.
type Matches<'py> = (Bound<'py, PyDict>, Option<Bound<'py, PyDict>>);

#[pymethods]
impl CompiledTemplate {
    /// Compiles a text that the edition `rfc6570` accepts; `ValueError` with the position of a reserved operator.
    #[new]
    fn new(py: Python<'_>, text: Bound<'_, PyString>, bound: Bound<'_, PyDict>) -> PyResult<CompiledTemplate> {
        let source = text.to_str()?;
        let template = Template::new(source).map_err(|at| PyValueError::new_err(characters(source.as_bytes(), at)))?;
        let names = template.names().iter().map(|name| PyString::intern(py, name).unbind()).collect();
        let written = template.parts().iter().map(|part| match part {
            Part::Literal(literal) => copy(literal),
            // "x" stands for a value: a "." next to a value is not a dot segment.
            Part::Expression(expression) => [expression.operator.text().as_bytes(), b"x"].concat(),
        });
        let dot_segments = dot_segments_of(&written.collect::<Vec<_>>().concat());
        let route = if bound.is_empty() { Route::new(&template) } else { None };
        let (matcher, bound, text) = (Matcher::default(), bound.unbind(), text.unbind());
        Ok(CompiledTemplate { template, route, matcher, names, bound, text, dot_segments })
    }

    /// The text of the template.
    #[getter]
    fn text(&self, py: Python<'_>) -> Py<PyString> {
        self.text.clone_ref(py)
    }

    /// The names of the variables, each once, in the order of first appearance.
    #[getter]
    fn variables<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.names.iter().map(|name| name.bind(py)))
    }

    /// The bound values.
    #[getter]
    fn bound(&self, py: Python<'_>) -> PyResult<Py<PyDict>> {
        self.bound.bind(py).copy().map(Bound::unbind)
    }

    /// The values with which the template expands to a reference, and a second set of them or None; None if there are
    /// none.
    fn matched<'py>(&self, py: Python<'py>, reference: &Bound<'py, PyAny>) -> PyResult<Option<Matches<'py>>> {
        let text = Text::new("reference", reference.as_borrowed())?;
        guarded(|| match self.route.as_ref().map_or(Matched::Unknown, |route| route.matched(text.bytes())) {
            Matched::Values(values) => {
                let variables = PyDict::new(py);
                for (name, value) in values {
                    variables.set_item(self.names[name].bind(py), string(py, &value)?)?;
                }
                Ok(Some((variables, None)))
            }
            Matched::None => Ok(None),
            Matched::Unknown => {
                let bound = self.bound_values(py)?;
                let matches = self.matcher.matches(&self.template, text.bytes(), &bound);
                let matches = matches.map_err(|why| self.unmatched(why))?;
                let mut dicts = matches.iter().map(|values| self.dict(py, values));
                let first = dicts.next().transpose()?;
                let second = dicts.next().transpose()?;
                Ok(first.map(|first| (first, second)))
            }
        })
    }

    /// The parts in order, for inspection.
    fn parts(&self, py: Python<'_>) -> PyResult<Vec<Described>> {
        let text = self.text.bind(py).to_str()?.as_bytes();
        // Positions ascend, so characters are counted from the previous position.
        let (mut byte, mut character) = (0, 0);
        let mut place = |at: usize| {
            character += characters(&text[byte..], at - byte);
            byte = at;
            character
        };
        let described = self.template.parts().iter().map(|part| match part {
            Part::Literal(literal) => (Some(lossy(literal).into_owned()), None),
            Part::Expression(expression) => {
                let names = self.template.names();
                let variables = expression.variables.iter();
                let variables = variables.map(|each| (names[each.name].to_string(), each.prefix, each.explode));
                let (start, end) = (place(expression.place.start), place(expression.place.end));
                (None, Some((expression.operator.text(), variables.collect(), start, end)))
            }
        });
        Ok(described.collect())
    }

    /// The text of the reference that the values make (RFC 6570, section 3).
    ///
    /// A value is a str, a reference, True or False (`true`, `false`), a number, a UUID, a date or a time (as Python
    /// writes it), a list or tuple of these, or a mapping or a list of (name, value) tuples. None, an empty list and an
    /// empty mapping are undefined, and so is a variable without a value. The result need not be a valid reference:
    /// `{+path}` lets brackets through.
    ///
    /// values: a mapping from names to values; it may hold more than the template asks for.
    ///
    /// Raises:
    ///     TypeError: a value has another type, a keyword is not a variable, or a list or mapping stands where the
    ///         template takes a prefix.
    ///     ValueError: a value holds a lone surrogate, is not a finite number, or makes a segment "." or "..".
    ///
    /// >>> from uriverse.templates import Template
    /// >>> Template("/find{?year*}{&format}").expand({"format": "json"}, year=[1965, 2000])
    /// '/find?year=1965&year=2000&format=json'
    #[pyo3(signature = (values=None, /, *, dot_segments=false, **given))]
    fn expand<'py>(
        &self,
        py: Python<'py>,
        values: Option<&Bound<'py, PyAny>>,
        dot_segments: bool,
        given: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyString>> {
        guarded(|| {
            let lookup = Lookup::new(values, given, self.bound.bind(py))?;
            let mut in_order = buffer(self.names.len());
            let mut keywords = 0;
            for name in &self.names {
                let name = name.bind(py);
                let (value, is_keyword) = lookup.get(name)?;
                keywords += usize::from(is_keyword);
                in_order.push(match value {
                    Some(value) => value_of(name, &value)?,
                    None => None,
                });
            }
            if let Some(given) = given {
                if given.len() > keywords {
                    return Err(self.no_such_variable(py, given));
                }
            }
            let expanded = self.template.expand(&in_order).map_err(|CompositePrefix { name }| {
                let name = &self.template.names()[name];
                PyTypeError::new_err(format!("the value of '{name}' must be a str: the template takes a prefix of it"))
            })?;
            if !dot_segments && dot_segments_of(&expanded) > self.dot_segments {
                return Err(PyValueError::new_err(
                    "the values make a segment \".\" or \"..\", which is removed when the reference is resolved (RFC 3986, \
                     section 5.2.4); dot_segments=True lets it through",
                ));
            }
            string(py, &expanded)
        })
    }
}

impl CompiledTemplate {
    /// The bound values, in the order of the names; none if nothing is bound.
    fn bound_values(&self, py: Python<'_>) -> PyResult<Vec<Option<Value<String>>>> {
        let bound = self.bound.bind(py);
        if bound.is_empty() {
            return Ok(Vec::new());
        }
        let value = |name: &Py<PyString>| {
            let name = name.bind(py);
            let value = bound.get_item(name)?.map(|value| value_of(name, &value)).transpose()?.flatten();
            Ok(value.map(|value| match value {
                Value::Text(text) => Value::Text(text.as_ref().to_owned()),
                Value::List(members) => Value::List(members.iter().map(|member| member.as_ref().to_owned()).collect()),
                Value::Pairs(pairs) => Value::Pairs(
                    pairs.iter().map(|(key, value)| (key.as_ref().to_owned(), value.as_ref().to_owned())).collect(),
                ),
            }))
        };
        self.names.iter().map(value).collect()
    }

    /// The values by their names. Pairs are a dict, or a list if a name occurs twice.
    fn dict<'py>(&self, py: Python<'py>, values: &Values) -> PyResult<Bound<'py, PyDict>> {
        let variables = PyDict::new(py);
        for (name, value) in values {
            let value = match value {
                Value::Text(text) => string(py, text.as_bytes())?.into_any(),
                Value::List(members) => PyList::new(py, members)?.into_any(),
                Value::Pairs(pairs) => {
                    let unique = PyDict::new(py);
                    pairs.iter().try_for_each(|(key, value)| unique.set_item(key, value))?;
                    if unique.len() == pairs.len() {
                        unique.into_any()
                    } else {
                        PyList::new(py, pairs)?.into_any()
                    }
                }
            };
            variables.set_item(self.names[*name].bind(py), value)?;
        }
        Ok(variables)
    }

    #[cold]
    fn unmatched(&self, why: Unmatched) -> PyErr {
        PyValueError::new_err(match why {
            Unmatched::TooLong(steps, units) => format!(
                "the reference and the template are too long to be matched: {steps} steps by {units} characters are \
                 more than {MOST_WORK}"
            ),
            Unmatched::TooManyWays => {
                "the template can be read in more than 200 ways; the first ones do not match".to_owned()
            }
            Unmatched::TooManyReadings(name) => format!(
                "the values of '{}' can be read in more than 2,000 ways; the first ones do not match",
                self.template.names()[name]
            ),
        })
    }

    #[cold]
    fn no_such_variable(&self, py: Python<'_>, given: &Bound<'_, PyDict>) -> PyErr {
        let has =
            |key: &Bound<'_, PyAny>| self.names.iter().any(|name| name.bind(py).as_any().eq(key).unwrap_or(false));
        let wrong = given.keys().iter().find(|key| !has(key));
        let shown = wrong.map_or_else(String::new, |key| key.to_string());
        let known: Vec<_> = self.template.names().iter().map(AsRef::as_ref).collect();
        let known = if known.is_empty() { "no variables".to_owned() } else { known.join(", ") };
        PyTypeError::new_err(format!("the template has no variable '{shown}'; it has {known}"))
    }
}

/// The source of values: a keyword, else the mapping, else the bound values.
struct Lookup<'a, 'py> {
    keywords: Option<&'a Bound<'py, PyDict>>,
    dict: Option<&'a Bound<'py, PyDict>>,
    mapping: Option<&'a Bound<'py, PyMapping>>,
    bound: Option<&'a Bound<'py, PyDict>>,
}

impl<'a, 'py> Lookup<'a, 'py> {
    fn new(
        values: Option<&'a Bound<'py, PyAny>>,
        keywords: Option<&'a Bound<'py, PyDict>>,
        bound: &'a Bound<'py, PyDict>,
    ) -> PyResult<Lookup<'a, 'py>> {
        let bound = (!bound.is_empty()).then_some(bound);
        let mut lookup = Lookup { keywords, dict: None, mapping: None, bound };
        if let Some(values) = values {
            lookup.dict = values.cast_exact::<PyDict>().ok();
            if lookup.dict.is_none() {
                lookup.mapping =
                    Some(values.cast::<PyMapping>().map_err(|_| wrong_type("values", "a mapping", values))?);
            }
        }
        Ok(lookup)
    }

    /// The value of a name, and whether it was a keyword.
    fn get(&self, name: &Bound<'py, PyString>) -> PyResult<(Option<Bound<'py, PyAny>>, bool)> {
        if let Some(value) = in_dict(self.keywords, name)? {
            return Ok((Some(value), true));
        }
        if let Some(value) = in_dict(self.dict, name)? {
            return Ok((Some(value), false));
        }
        if let Some(mapping) = self.mapping {
            if mapping.contains(name)? {
                return Ok((Some(mapping.get_item(name)?), false));
            }
        }
        Ok((in_dict(self.bound, name)?, false))
    }
}

fn in_dict<'py>(dict: Option<&Bound<'py, PyDict>>, name: &Bound<'py, PyString>) -> PyResult<Option<Bound<'py, PyAny>>> {
    dict.map_or(Ok(None), |dict| dict.get_item(name))
}

/// A string that is UTF-8.
struct Utf8<'py>(Bound<'py, PyString>);

impl AsRef<str> for Utf8<'_> {
    fn as_ref(&self) -> &str {
        // `text_of` checked that it is UTF-8.
        self.0.to_str().unwrap_or_default()
    }
}

/// The value of a variable; None if it is undefined (2.3): None, or a composite value without a defined member.
fn value_of<'py>(name: &Bound<'py, PyString>, given: &Bound<'py, PyAny>) -> PyResult<Option<Value<Utf8<'py>>>> {
    if given.is_none() {
        return Ok(None);
    }
    if let Some(text) = text_of(name, given)? {
        return Ok(Some(Value::Text(text)));
    }
    if let Ok(list) = given.cast::<PyList>() {
        return listed(name, &list.to_tuple());
    }
    if let Ok(tuple) = given.cast::<PyTuple>() {
        return listed(name, tuple);
    }
    if let Ok(dict) = given.cast::<PyDict>() {
        return paired(name, dict.iter().map(Ok));
    }
    if let Ok(mapping) = given.cast::<PyMapping>() {
        return paired(name, mapping.items()?.iter().map(|pair| pair.extract()));
    }
    Err(bad(name, "must be a str, a number, a list or a mapping", given))
}

/// A list, or pairs as a list of tuples of two.
fn listed<'py>(name: &Bound<'py, PyString>, list: &Bound<'py, PyTuple>) -> PyResult<Option<Value<Utf8<'py>>>> {
    let is_pair = |each: &Bound<'py, PyAny>| each.cast::<PyTuple>().is_ok_and(|pair| pair.len() == 2);
    if !list.is_empty() && list.iter().all(|each| is_pair(&each)) {
        return paired(name, list.iter().map(|pair| pair.extract()));
    }
    let mut members = buffer(list.len());
    for each in list.iter().filter(|each| !each.is_none()) {
        members.push(member_of(name, &each)?);
    }
    Ok((!members.is_empty()).then_some(Value::List(members)))
}

fn paired<'py>(
    name: &Bound<'py, PyString>,
    pairs: impl Iterator<Item = PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)>>,
) -> PyResult<Option<Value<Utf8<'py>>>> {
    let mut members = Vec::new();
    for pair in pairs {
        let (key, value) = pair?;
        if !value.is_none() {
            members.push((member_of(name, &key)?, member_of(name, &value)?));
        }
    }
    Ok((!members.is_empty()).then_some(Value::Pairs(members)))
}

fn member_of<'py>(name: &Bound<'py, PyString>, given: &Bound<'py, PyAny>) -> PyResult<Utf8<'py>> {
    text_of(name, given)?.ok_or_else(|| bad(name, "may have members that are a str or a number", given))
}

/// The text of a value; None if the value is composite.
fn text_of<'py>(name: &Bound<'py, PyString>, given: &Bound<'py, PyAny>) -> PyResult<Option<Utf8<'py>>> {
    let Some(text) = value_text(given, || format!("the value of '{name}'"))? else { return Ok(None) };
    if text.to_str().is_err() {
        return Err(PyValueError::new_err(format!("the value of '{name}' holds a lone surrogate, which no UTF-8 has")));
    }
    Ok(Some(Utf8(text)))
}

#[cold]
fn bad(name: &Bound<'_, PyString>, wanted: &str, given: &Bound<'_, PyAny>) -> PyErr {
    match given.get_type().name() {
        Ok(class) => PyTypeError::new_err(format!("the value of '{name}' {wanted}, not {class}")),
        Err(error) => error,
    }
}
