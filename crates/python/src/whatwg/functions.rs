//! Functions outside hot paths: validation errors, setters, forms, domains, percent-encoding.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyBytes, PyString};
use uriverse_core::characters;
use uriverse_core::memory::{buffer, owned_string};
use uriverse_whatwg::encodings::first_error;
use uriverse_whatwg::errors::Silent;
use uriverse_whatwg::host::{self, Host};
use uriverse_whatwg::percent::{percent_decode, percent_encode_after_encoding, NAMED};
use uriverse_whatwg::{domain, form, ipv4, ipv6, parser, writing, Encoding, Failure, Record};

use super::arguments::{base_record, encoding_named, scalar_values};
use crate::calling::values::{no_such_word, Items};
use crate::ground::charsets::python_charset;
use crate::ground::errors::wrong_type;
use crate::ground::memory::{guarded, guarded_objects};
use crate::ground::strings::bytes_object;
use crate::layout::url::{from_record, layout};

/// The validation errors of a text as (name, place in characters), and whether the parser returns failure.
#[pyfunction]
#[pyo3(signature = (text, base=None, *, encoding="utf-8"))]
fn whatwg_errors<'py>(
    text: &Bound<'py, PyAny>,
    base: Option<&Bound<'py, PyAny>>,
    encoding: &str,
) -> PyResult<Bound<'py, PyAny>> {
    guarded_objects(text.py(), || {
        let input = scalar_values("text", text)?;
        let base = base_record(base.map(Bound::as_borrowed))?;
        let parsed = parser::parse_with_errors(&input, base.as_ref(), encoding_named(encoding)?);
        let bytes = input.as_bytes();
        let places = parsed.errors.iter().map(|&(error, at)| (error, at));
        let mut found = buffer(parsed.errors.len());
        // Positions mostly ascend, so characters are counted from the previous position.
        let (mut byte, mut character) = (0, 0);
        for (error, at) in places {
            if at < byte {
                (byte, character) = (0, 0);
            }
            character += characters(&bytes[byte..], at - byte);
            byte = at;
            found.push((error.as_str(), character));
        }
        Ok((found, parsed.result.is_err()))
    })
}

/// Octets as text by the encoding of a label (Encoding Standard, section 4.2): the encoding's name, the text with
/// U+FFFD for each error, and the position of the first error or None. None for an unknown label, and for
/// "replacement".
#[pyfunction]
fn whatwg_decode<'py>(
    data: &Bound<'py, PyBytes>,
    label: &str,
) -> Option<(&'static str, Bound<'py, PyString>, Option<usize>)> {
    let encoding = Encoding::for_label_no_replacement(label.as_bytes())?;
    let (text, has_errors) = encoding.decode_without_bom_handling(data.as_bytes());
    let error = if has_errors { first_error(encoding, data.as_bytes()) } else { None };
    Some((encoding.name(), PyString::new(data.py(), &text), error))
}

/// A URL with one attribute set by its setter's steps, and whether the setter ignored the value.
#[pyfunction]
fn whatwg_set<'py>(
    url: &Bound<'py, PyAny>,
    attribute: &str,
    value: &Bound<'py, PyAny>,
) -> PyResult<(Bound<'py, PyAny>, bool)> {
    guarded(|| {
        let py = url.py();
        let fields = layout(url.as_borrowed()).ok_or_else(|| PyTypeError::new_err("it is not a URL"))?;
        let value = scalar_values("value", value)?;
        let mut record = fields.record(py);
        let named = SETTERS.iter().find(|(name, _)| *name == attribute);
        let (_, setter) = named.ok_or_else(|| no_such_word("name", attribute, &SETTERS.map(|(name, _)| name)))?;
        let ignored = setter(&mut record, &value).is_err();
        Ok((from_record(py, &record, Some(&fields.text(py)))?, ignored))
    })
}

type Setter = fn(&mut Record, &str) -> Result<(), Failure>;

const SETTERS: [(&str, Setter); 9] = [
    ("protocol", Record::set_protocol),
    ("username", Record::set_username),
    ("password", Record::set_password),
    ("host", Record::set_host),
    ("hostname", Record::set_hostname),
    ("port", Record::set_port),
    ("pathname", Record::set_pathname),
    ("search", Record::set_search),
    ("hash", Record::set_hash),
];

/// A URL with another query, or none, unchanged: the update steps of a `URLSearchParams`.
#[pyfunction]
#[pyo3(signature = (url, query))]
fn whatwg_with_query<'py>(url: &Bound<'py, PyAny>, query: Option<PyBackedStr>) -> PyResult<Bound<'py, PyAny>> {
    guarded(|| {
        let fields = layout(url.as_borrowed()).ok_or_else(|| PyTypeError::new_err("it is not a URL"))?;
        from_record(url.py(), &fields.record(url.py()).with_query(query.as_deref()), None)
    })
}

/// Whether a text is a valid URL string.
#[pyfunction]
#[pyo3(signature = (text, base=None))]
fn whatwg_is_valid(text: &Bound<'_, PyAny>, base: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
    guarded(|| {
        let base = base_record(base.map(Bound::as_borrowed))?;
        Ok(writing::is_valid_url_string(&scalar_values("text", text)?, base.as_ref()))
    })
}

/// The `application/x-www-form-urlencoded` parser.
#[pyfunction]
fn whatwg_form_parse<'py>(data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    guarded_objects(data.py(), || {
        if let Ok(bytes) = data.cast::<PyBytes>() {
            return Ok(form::parse(bytes.as_bytes()));
        }
        let text = data.cast::<PyString>().map_err(|_| wrong_type("data", "a str or bytes", data))?;
        Ok(form::parse(scalar_values("data", text)?.as_bytes()))
    })
}

/// The `application/x-www-form-urlencoded` serializer.
#[pyfunction]
#[pyo3(signature = (pairs, *, encoding="utf-8"))]
fn whatwg_form_serialize(pairs: Items<(PyBackedStr, PyBackedStr)>, encoding: &str) -> PyResult<String> {
    guarded(|| {
        let tuples = pairs.iter().map(|(name, value)| (&**name, &**value));
        Ok(form::serialize(tuples, encoding_named(encoding)?))
    })
}

/// The host parser: the kind of host and its serialization, or None for failure.
#[pyfunction]
#[pyo3(signature = (text, *, is_opaque=false))]
fn whatwg_host(text: &Bound<'_, PyAny>, is_opaque: bool) -> PyResult<Option<(&'static str, String)>> {
    guarded(|| {
        let parsed = host::parse(&scalar_values("text", text)?, is_opaque, 0, &mut Silent);
        Ok(parsed.ok().map(|host| {
            let kind = match &host {
                Host::Domain(_) => "domain",
                Host::Ipv4(_) => "IPv4",
                Host::Ipv6(_) => "IPv6",
                Host::Opaque(text) if text.is_empty() => "empty",
                Host::Opaque(_) => "opaque",
            };
            (kind, host.serialize())
        }))
    })
}

/// The IPv4 or IPv6 serializer, for the number and the version of an address.
#[pyfunction]
fn whatwg_address(number: u128, version: u8) -> String {
    match version {
        4 => ipv4::serialize(number as u32),
        _ => ipv6::serialize(&std::array::from_fn(|index| (number >> (112 - 16 * index)) as u16)),
    }
}

/// Whether a text is a valid host string, or a valid opaque-host string.
#[pyfunction]
#[pyo3(signature = (text, *, is_opaque=false))]
fn whatwg_is_valid_host(text: &Bound<'_, PyAny>, is_opaque: bool) -> PyResult<bool> {
    guarded(|| {
        let text = scalar_values("text", text)?;
        Ok(if is_opaque { writing::is_valid_opaque_host_string(&text) } else { writing::is_valid_host_string(&text) })
    })
}

/// The ends-in-a-number checker.
#[pyfunction]
fn whatwg_ends_in_a_number(text: &Bound<'_, PyAny>) -> PyResult<bool> {
    Ok(ipv4::ends_in_a_number(scalar_values("text", text)?.as_bytes()))
}

/// Whether a URL is special, has an opaque path, and includes credentials.
#[pyfunction]
fn whatwg_facts(url: &Bound<'_, PyAny>) -> PyResult<(bool, bool, bool)> {
    let fields = layout(url.as_borrowed()).ok_or_else(|| PyTypeError::new_err("it is not a URL"))?;
    let record = fields.record(url.py());
    Ok((record.is_special(), record.has_opaque_path(), record.includes_credentials()))
}

/// Percent-encode after encoding, with a set by its name.
#[pyfunction]
#[pyo3(signature = (text, percent_encode_set, *, encoding="utf-8"))]
fn whatwg_percent_encode(text: &Bound<'_, PyAny>, percent_encode_set: &str, encoding: &str) -> PyResult<String> {
    guarded(|| {
        let Some((_, set)) = NAMED.iter().find(|(name, _)| *name == percent_encode_set) else {
            let names = NAMED.each_ref().map(|(name, _)| *name);
            return Err(no_such_word("percent_encode_set", percent_encode_set, &names));
        };
        let mut output = String::new();
        percent_encode_after_encoding(
            encoding_named(encoding)?.output_encoding(),
            &scalar_values("text", text)?,
            set,
            &mut output,
        );
        Ok(output)
    })
}

/// Percent-decode the UTF-8 of a text, or bytes.
#[pyfunction]
fn whatwg_percent_decode<'py>(text: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    guarded(|| {
        if let Ok(bytes) = text.cast::<PyBytes>() {
            return bytes_object(text.py(), &percent_decode(bytes.as_bytes()));
        }
        bytes_object(text.py(), &percent_decode(scalar_values("text", text)?.as_bytes()))
    })
}

/// The domain parser: the domain in ASCII, or None for failure.
#[pyfunction]
#[pyo3(signature = (domain, *, be_strict=false))]
fn whatwg_domain_to_ascii(domain: &Bound<'_, PyAny>, be_strict: bool) -> PyResult<Option<String>> {
    guarded(|| {
        let text = scalar_values("domain", domain)?;
        Ok(domain::parse(&text, be_strict, 0, &mut Silent).ok().map(owned_string))
    })
}

/// A name in ASCII with all checks of UTS #46, or None; a trailing dot is kept.
#[pyfunction]
fn checked_name(name: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    guarded(|| Ok(domain::checked_name(&scalar_values("name", name)?).map(owned_string)))
}

/// Domain to Unicode.
#[pyfunction]
fn whatwg_domain_to_unicode(domain: &Bound<'_, PyAny>) -> PyResult<String> {
    guarded(|| {
        let text = scalar_values("domain", domain)?;
        Ok(owned_string(domain::to_unicode(&text)))
    })
}

register! {
    whatwg_errors, whatwg_decode, python_charset, whatwg_set, whatwg_with_query, whatwg_is_valid, whatwg_form_parse,
    whatwg_address, whatwg_host, whatwg_is_valid_host, whatwg_ends_in_a_number, whatwg_facts, whatwg_form_serialize,
    whatwg_percent_encode, whatwg_percent_decode, whatwg_domain_to_ascii, checked_name, whatwg_domain_to_unicode
}
