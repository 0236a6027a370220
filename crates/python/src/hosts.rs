//! The border of `uriverse.hosts`: compiled lists of public suffixes; origins and sites; Unicode's tables; verdicts.

use std::ops::Range;

use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;
use uriverse_core::memory::{lossy, owned_string};
use uriverse_core::split;
use uriverse_hosts::characters::{nfc, nfkc, short_name, Property};
use uriverse_hosts::iris::{write_iri, write_uri, NoUri};
use uriverse_hosts::{cut, labels, BadRule, Choice, MoreThanAHost, NamePart, Origin, Parts, Section};

use crate::calling::objects::url_text;
use crate::calling::references::{edition_for, form_of, new_reference, offsets_of, refused};
use crate::calling::text::Text;
use crate::calling::values::{choice, length_checked, no_such_word, Answer, Items};
use crate::editions::{Edition, EditionArg};
use crate::ground::errors::wrong_type;
use crate::ground::memory::guarded;
use crate::ground::records::frozen;
use crate::ground::strings::{string, utf8};
use crate::layout::object::{layout, Form};
use crate::layout::url as whatwg;
use crate::whatwg::arguments::scalar_values;

pub mod verdicts;

/// The compiled rules of a list of public suffixes.
#[pyclass(frozen, module = "uriverse._core")]
pub struct SuffixTable {
    pub table: uriverse_hosts::SuffixTable,
}

/// The most characters of a rule that an error shows.
const SHOWN: usize = 80;

fn not_a_rule(rule: &str, begin: &str) -> PyErr {
    let shown: String = rule.chars().take(SHOWN).collect();
    PyValueError::new_err(format!("{begin}{shown:?} is not a rule of a list of public suffixes"))
}

#[pymethods]
impl SuffixTable {
    /// Compiles rules with their sections, "icann" or "private"; `ValueError` names an invalid one.
    #[new]
    fn new(rules: Items<(String, String)>) -> PyResult<SuffixTable> {
        let section = |name: &str| choice("section", name, Section::named, &Section::NAMES);
        let rules = rules.into_iter().map(|(rule, name)| Ok((rule, section(&name)?))).collect::<PyResult<Vec<_>>>()?;
        match uriverse_hosts::SuffixTable::new(&rules) {
            Ok(table) => Ok(SuffixTable { table }),
            Err(BadRule { rule, .. }) => Err(not_a_rule(&rule, "")),
        }
    }

    /// Compiles the text of a list; `ValueError` names the line of an invalid rule.
    #[staticmethod]
    fn read(py: Python<'_>, text: &str) -> PyResult<SuffixTable> {
        match guarded(|| Ok(py.detach(|| uriverse_hosts::SuffixTable::read(text))))? {
            Ok(table) => Ok(SuffixTable { table }),
            Err(BadRule { line, rule }) => Err(not_a_rule(&rule, &format!("line {line}: "))),
        }
    }

    /// The rules as written, with their sections.
    fn rules(&self) -> Vec<(&str, &'static str)> {
        self.table.rules().iter().map(|(rule, section)| (rule.as_str(), section.as_str())).collect()
    }

    /// The public suffix of a host, or None.
    fn public_suffix<'py>(&self, host: &Bound<'py, PyAny>, private: bool, default: bool) -> PyResult<Part<'py>> {
        self.part(host, Choice { private, default }, NamePart::PublicSuffix)
    }

    /// The registrable domain of a host, or None.
    fn domain<'py>(&self, host: &Bound<'py, PyAny>, private: bool, default: bool) -> PyResult<Part<'py>> {
        self.part(host, Choice { private, default }, NamePart::Domain)
    }

    /// The labels before the registrable domain of a host, or None.
    fn subdomain<'py>(&self, host: &Bound<'py, PyAny>, private: bool, default: bool) -> PyResult<Part<'py>> {
        self.part(host, Choice { private, default }, NamePart::Subdomain)
    }

    /// Suffix, domain, subdomain and the section of the rule, or None.
    fn parts(&self, host: &Bound<'_, PyAny>, private: bool, default: bool) -> PyResult<Option<AllParts>> {
        self.cut(host, Choice { private, default }, |_, parts| {
            let text = |range: Range<usize>| parts.name[range].to_owned();
            let places = &parts.places;
            let section = places.section.map(Section::as_str);
            Ok((text(places.suffix()), places.domain().map(text), places.subdomain().map(text), section))
        })
    }
}

type Part<'py> = Option<Bound<'py, PyString>>;
type AllParts = (String, Option<String>, Option<String>, Option<&'static str>);

impl SuffixTable {
    fn part<'py>(&self, host: &Bound<'py, PyAny>, choice: Choice, part: NamePart) -> PyResult<Part<'py>> {
        let found = self.cut(host, choice, |py, parts| {
            Ok(part.range_in(&parts.places).map(|range| PyString::new(py, &parts.name[range])))
        })?;
        Ok(found.flatten())
    }

    /// The result of a function on the parts of a host's name; None without such parts.
    fn cut<'py, T>(
        &self,
        host: &Bound<'py, PyAny>,
        choice: Choice,
        ask: impl Fn(Python<'py>, &Parts<'_>) -> PyResult<T>,
    ) -> PyResult<Option<T>> {
        let Some(host) = argument_host(host)? else { return Ok(None) };
        let Some(text) = utf8(host.as_borrowed()).and_then(|text| std::str::from_utf8(text).ok()) else {
            return Ok(None);
        };
        match cut(text, &self.table, choice) {
            Ok(Some(parts)) => ask(host.py(), &parts).map(Some),
            Ok(None) => Ok(None),
            Err(error) => Err(more_than_a_host(text, error)),
        }
    }
}

#[cold]
fn more_than_a_host(text: &str, error: MoreThanAHost) -> PyErr {
    let MoreThanAHost { at, found } = error;
    let at = text[..at].chars().count();
    PyValueError::new_err(format!(
        "the text is more than a host: no host has {found:?}, which stands at {at}; give uriverse.parse(text), or its \
         host"
    ))
}

/// The host of an argument: a text, or a reference's host; None without a host.
fn argument_host<'py>(argument: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyString>>> {
    if let Ok(text) = argument.cast::<PyString>() {
        return Ok(Some(text.clone()));
    }
    if argument.is_none() {
        return Ok(None);
    }
    match layout(argument.as_borrowed()) {
        Some((_, Form::Uri | Form::Relative)) => Ok(argument.getattr("host")?.cast_into::<PyString>().ok()),
        _ => match url_text(argument)? {
            Some(text) => Ok(split_host(&text)?),
            None => Err(wrong_type("host", "a str, a URI reference, a URL or None", argument)),
        },
    }
}

/// The host of a URL's text.
fn split_host<'py>(url: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyString>>> {
    let text = Text::new("host", url.as_borrowed())?;
    let offsets = split(Edition::standard().tables().split_style(), length_checked(text.bytes())?);
    offsets.host().map(|host| string(url.py(), &text.bytes()[host])).transpose()
}

/// The `Origin` of a reference, which is `kind`; None if it is opaque.
#[pyfunction]
#[pyo3(signature = (reference, kind, *, edition=None))]
fn origin<'py>(
    reference: &Bound<'py, PyAny>,
    kind: &Bound<'py, PyAny>,
    edition: EditionArg,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = reference.py();
    let record = |origin: Origin<'_>| -> Answer<'py> {
        let fields = [
            (intern!(py, "scheme"), PyString::new(py, origin.scheme).into_any()),
            (intern!(py, "host"), PyString::new(py, &origin.host).into_any()),
            (intern!(py, "port"), origin.port.into_pyobject(py)?.into_any()),
        ];
        frozen(kind, fields)
    };
    with_origin("reference", reference, edition, record)?.transpose()
}

/// Whether two references have one origin that is not opaque.
#[pyfunction]
#[pyo3(signature = (a, b, *, edition=None))]
fn same_origin(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, edition: EditionArg) -> PyResult<bool> {
    let owned = |origin: Origin<'_>| (origin.scheme, owned_string(origin.host), origin.port);
    let origins = (with_origin("a", a, edition, owned)?, with_origin("b", b, edition, owned)?);
    Ok(matches!(origins, (Some(one), Some(other)) if one == other))
}

/// The site of a reference by a list of suffixes; None if its origin is opaque.
#[pyfunction]
#[pyo3(signature = (reference, suffixes, schemeful, *, edition=None))]
fn site(
    reference: &Bound<'_, PyAny>,
    suffixes: &Bound<'_, SuffixTable>,
    schemeful: bool,
    edition: EditionArg,
) -> PyResult<Option<String>> {
    guarded(|| {
        with_origin("reference", reference, edition, |origin| {
            let mut text = Vec::new();
            origin.write_site(&suffixes.get().table, schemeful, &mut text);
            owned_string(lossy(&text))
        })
    })
}

/// The result of a function on a reference's origin; None if the origin is opaque.
fn with_origin<T>(
    name: &'static str,
    reference: &Bound<'_, PyAny>,
    edition: EditionArg,
    ask: impl FnOnce(Origin<'_>) -> T,
) -> PyResult<Option<T>> {
    guarded(|| {
        if let Some(url) = whatwg::layout(reference.as_borrowed()) {
            let href = url.href(reference.py()).as_bytes();
            if !href.starts_with(b"blob:") {
                return Ok(uriverse_hosts::url_origin(href, &url.offsets(href.len())).map(ask));
            }
            let Some(text) = url.tuple_origin(reference.py()) else { return Ok(None) };
            return Ok(uriverse_hosts::serialized_origin(&text).map(ask));
        }
        let text = Text::new(name, reference.as_borrowed())?;
        let bytes = length_checked(text.bytes())?;
        let offsets = match (text.reference(), edition.filter(|edition| !edition.is_none())) {
            // The edition that read it has the places, in characters.
            (Some(argument), _) if bytes.is_ascii() => argument.fields.offsets(bytes.len()),
            (Some(_), _) => offsets_of(&text, &edition_for(None, &[&text])?)?,
            (None, None) if !bytes.is_ascii() => offsets_of(&text, &Edition::for_iris())?,
            (None, named) => offsets_of(&text, &Edition::from_argument(named)?)?,
        };
        Ok(uriverse_hosts::origin(bytes, &offsets, Edition::standard().tables()).map(ask))
    })
}

/// The short name of a property of a code point, by Unicode's tables in this module, not the running Python's.
#[pyfunction]
fn unicode_property(name: &str, code_point: u32) -> PyResult<&'static str> {
    let property = choice("name", name, Property::named, &Property::NAMES)?;
    Ok(short_name(property, code_point))
}

/// A text in Normalization Form C or KC, by Unicode's tables in this module; U+FFFD for each lone surrogate.
#[pyfunction]
fn unicode_normalize(form: &str, text: &Bound<'_, PyAny>) -> PyResult<String> {
    guarded(|| {
        let text = scalar_values("text", text)?;
        match form {
            "NFC" => Ok(nfc(&text)),
            "NFKC" => Ok(nfkc(&text)),
            _ => Err(no_such_word("form", form, &["NFC", "NFKC"])),
        }
    })
}

/// A label in Unicode, and the id of the first doubt about it; None if it is not a label of a domain name.
#[pyfunction]
fn host_label(label: &Bound<'_, PyAny>) -> PyResult<Option<(String, Option<&'static str>)>> {
    guarded(|| {
        let label = scalar_values("label", label)?;
        Ok(labels::judge(&label).map(|judged| (owned_string(judged.unicode), judged.doubt.map(labels::Doubt::as_str))))
    })
}

/// The start and end of a label, its letters, and the doubt about them.
type JudgedLabel = (usize, usize, Option<String>, Option<&'static str>);

/// The labels of a host that are beyond US-ASCII or begin with "xn--": start and end in characters, and the result of
/// [`host_label`], or None and None for an invalid one.
#[pyfunction]
fn host_labels(host: &Bound<'_, PyAny>) -> PyResult<Vec<JudgedLabel>> {
    guarded(|| {
        let host = scalar_values("host", host)?;
        let (mut at, mut passed) = (0, 0);
        let mut characters = |end: usize| {
            passed += host[at..end].chars().count();
            at = end;
            passed
        };
        let labels = labels::international(&host).take(MOST_LABELS).map(|(place, label)| {
            let (start, end) = (characters(place.start), characters(place.end));
            let (unicode, doubt) = label.map_or((None, None), |label| (Some(owned_string(label.unicode)), label.doubt));
            (start, end, unicode, doubt.map(labels::Doubt::as_str))
        });
        Ok(labels.collect())
    })
}

/// The most labels in a name of 253 characters.
const MOST_LABELS: usize = 127;

/// A host as a browser displays it; None if it has no form in US-ASCII.
#[pyfunction]
fn shown_host(host: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    guarded(|| Ok(labels::shown(&scalar_values("host", host)?)))
}

/// The text of the URI to which an IRI beyond US-ASCII maps; None if its host is not a domain name.
#[pyfunction]
fn mapped_iri(iri: &Bound<'_, PyAny>, as_name: bool) -> PyResult<Option<String>> {
    guarded(|| {
        let iri = Text::new("iri", iri.as_borrowed())?;
        let edition = Edition::for_iris();
        let mut uri = Vec::new();
        match write_uri(edition.tables(), length_checked(iri.bytes())?, as_name, &mut uri) {
            Ok(()) => Ok(String::from_utf8(uri).ok()),
            Err(NoUri::NoAsciiHost) => Ok(None),
            Err(NoUri::Refused) => Err(refused(&iri, &edition)),
        }
    })
}

/// The IRI that a URI, or an IRI, stands for.
#[pyfunction]
fn to_iri<'py>(uri: &Bound<'py, PyAny>) -> Answer<'py> {
    guarded(|| {
        let (edition, text) = (Edition::for_iris(), Text::new("uri", uri.as_borrowed())?);
        let (tables, offsets) = (edition.tables(), offsets_of(&text, &edition)?);
        let mut iri = Vec::new();
        if let Some(shown) = tables.encode_set("unreserved").filter(|_| memchr::memchr(b'%', text.bytes()).is_some()) {
            write_iri(tables, shown, text.bytes(), &offsets, &mut iri);
        }
        if iri.is_empty() || iri == text.bytes() {
            return new_reference(form_of(&offsets), text.string(), text.bytes(), &edition, &offsets);
        }
        let iri = string(uri.py(), &iri)?;
        let iri = Text::new("uri", iri.as_any().as_borrowed())?;
        let offsets = offsets_of(&iri, &edition)?;
        new_reference(form_of(&offsets), iri.string(), iri.bytes(), &edition, &offsets)
    })
}

register! {
    SuffixTable;
    origin, same_origin, site, host_label, host_labels, shown_host, mapped_iri, to_iri, unicode_property, unicode_normalize
}
