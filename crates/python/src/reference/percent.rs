//! Percent-encoding at the border: `encode` and `decode`, and the charsets of octets.

use std::borrow::Cow;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use uriverse_core as core;
use uriverse_core::Malformed;

use crate::calling::arguments::Call;
use crate::calling::text::Text;
use crate::calling::values::{choice, flag, no_such_word, word, Answer};
use crate::editions::Edition;
use crate::ground::charsets::{self, Lacking};
use crate::ground::errors;
use crate::ground::errors::wrong_type;
use crate::ground::strings::{bytes_object, string, utf8_string};

/// The size of the stack buffer for a short text, which saves an allocation.
const BUFFER: usize = 640;

/// The fast path of `uriverse.encode`.
#[inline(always)]
pub fn encode_fast<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let (text, bytes, component) = call.text_and(pyo3::intern!(call.py(), "component"))?;
    let edition = Edition::standard();
    let tables = edition.tables();
    let set = tables.encode_set_by_bytes(component)?;
    if core::bytes::run_of(set.ascii(), bytes, 0) == bytes.len() {
        return Some(text.to_owned().into_any());
    }
    if component != b"uri" {
        if let Some(encoded) = set.encode_into(bytes, &mut [0; BUFFER]) {
            return Some(utf8_string(call.py(), encoded)?.into_any());
        }
    }
    match core::encode_component(tables, component, set, bytes, false) {
        None => Some(text.to_owned().into_any()),
        Some(encoded) => Some(utf8_string(call.py(), &encoded)?.into_any()),
    }
}

/// `uriverse.encode`.
#[inline(never)]
pub fn encode<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let ([data, component], [encoding, keep_triplets, edition]) =
        call.bind_by("encode", 1, &["text", "component"], &["encoding", "keep_triplets", "edition"])?;
    let (edition, component) = (Edition::from_argument(edition.as_deref())?, Some(component));
    let tables = edition.tables();
    let named = word("component", &component, "")?;
    // Both are parts of a userinfo, and a ":" ends the user.
    let is_login = matches!(named, "user" | "password") && tables.encode_set(named).is_none();
    let component = if is_login { "userinfo" } else { named };
    let Some(set) = tables.encode_set(component) else {
        let names: Vec<_> = tables.encode_names().chain(["user", "password"]).collect();
        return Err(no_such_word("component", named, &names));
    };
    let keep_triplets = flag("keep_triplets", keep_triplets, false)?;
    let octets = octets_of(&data, word("encoding", &encoding, "utf-8")?)?;
    let set = match octets {
        Octets::Text(_) => Cow::Borrowed(set),
        Octets::Bytes(_) => Cow::Owned(set.ascii_only()),
    };
    let bytes = octets.bytes()?;
    if component == "reg-name" {
        must_be_utf8(call.py(), bytes)?;
    }
    let encoded = core::encode_component(tables, component.as_bytes(), &set, bytes, keep_triplets);
    if is_login && named == "user" {
        let user = without_colon(encoded.map_or(Cow::Borrowed(bytes), Cow::Owned));
        return Ok(string(call.py(), &user)?.into_any());
    }
    match encoded {
        None => octets.unchanged(call.py()),
        Some(encoded) => Ok(string(call.py(), &encoded)?.into_any()),
    }
}

/// A user: a ":" would end it (RFC 3986, section 3.2.1).
pub fn without_colon(user: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    if !user.contains(&b':') {
        return user;
    }
    Cow::Owned(user.split(|&byte| byte == b':').collect::<Vec<_>>().join(&b"%3A"[..]))
}

/// RFC 3986, section 3.2.2: "Non-ASCII characters must first be encoded according to UTF-8" in a registered name.
fn must_be_utf8(py: Python<'_>, octets: &[u8]) -> PyResult<()> {
    let Err(error) = std::str::from_utf8(octets) else { return Ok(()) };
    let at = core::characters(octets, error.valid_up_to());
    let text = charsets::text(py, octets, charsets::UTF_8, charsets::ESCAPE)?;
    let detail = "the octets of a name are not UTF-8 (RFC 3986, section 3.2.2)";
    Err(errors::percent(py, text.as_any(), at, "charset", detail))
}

/// The octets of data: a text in a charset, in which a lone surrogate may represent an octet, or bytes.
enum Octets<'py> {
    Text(Bound<'py, PyString>),
    Bytes(Bound<'py, PyBytes>),
}

fn octets_of<'py>(data: &Bound<'py, PyAny>, encoding: &str) -> PyResult<Octets<'py>> {
    if let Ok(bytes) = data.cast::<PyBytes>() {
        return Ok(Octets::Bytes(bytes.clone()));
    }
    let text = data.cast::<PyString>().map_err(|_| wrong_type("text", "a str or bytes", data))?;
    if matches!(encoding, "utf-8" | "utf8" | "UTF-8") && text.to_str().is_ok() {
        return Ok(Octets::Text(text.clone()));
    }
    Ok(Octets::Bytes(bytes_object(text.py(), &charsets::octets(text, encoding, Lacking::Refused)?)?))
}

impl<'py> Octets<'py> {
    fn bytes(&self) -> PyResult<&[u8]> {
        match self {
            Octets::Text(text) => Ok(text.to_str()?.as_bytes()),
            Octets::Bytes(bytes) => Ok(bytes.as_bytes()),
        }
    }

    fn unchanged(self, py: Python<'py>) -> Answer<'py> {
        match self {
            Octets::Text(text) => Ok(text.into_any()),
            Octets::Bytes(bytes) => Ok(string(py, bytes.as_bytes())?.into_any()),
        }
    }
}

/// The fast path of `uriverse.decode`.
#[inline(always)]
pub fn decode_fast<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let (text, bytes) = call.only_text()?;
    let first = core::percent::first_percent(bytes);
    if first == bytes.len() {
        return Some(text.to_owned().into_any());
    }
    if bytes.len() <= BUFFER {
        let mut buffer = [0; BUFFER];
        let length = core::percent::decode_into(bytes, first, Malformed::Refuse, &mut buffer[..bytes.len()]).ok()?;
        return Some(utf8_string(call.py(), &buffer[..length])?.into_any());
    }
    match core::decode(bytes, Malformed::Refuse).ok()? {
        None => Some(text.to_owned().into_any()),
        Some(octets) => Some(utf8_string(call.py(), &octets)?.into_any()),
    }
}

/// `uriverse.decode`.
#[inline(never)]
pub fn decode<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let ([text], [encoding, on_error, malformed]) =
        call.bind("decode", &["text"], &["encoding", "errors", "malformed"])?;
    let text = Text::new("text", text)?;
    let malformed = word("malformed", &malformed, "refuse")?;
    let malformed = choice("malformed", malformed, Malformed::named, &Malformed::NAMES)?;
    const ERRORS: [&str; 3] = ["surrogateescape", "strict", "replace"];
    let (encoding, on_error) = (word("encoding", &encoding, "utf-8")?, word("errors", &on_error, ERRORS[0])?);
    if !ERRORS.contains(&on_error) {
        return Err(no_such_word("errors", on_error, &ERRORS));
    }
    decode_text(&text, malformed, encoding, on_error)
}

/// The text of a text's octets; `PercentError` names the place of what cannot be decoded.
pub fn decode_text<'py>(text: &Text<'_, 'py>, malformed: Malformed, encoding: &str, on_error: &str) -> Answer<'py> {
    match core::decode(text.bytes(), malformed) {
        Ok(None) => Ok(text.string().clone().into_any()),
        Ok(Some(octets)) => decoded(text, octets, encoding, on_error),
        Err(at) => {
            let at = core::characters(text.bytes(), at);
            let detail = "\"%\" is not followed by two hex digits";
            Err(errors::percent(
                text.string().py(),
                text.string().as_any(),
                at,
                core::Reason::BrokenTriplet.as_str(),
                detail,
            ))
        }
    }
}

fn decoded<'py>(text: &Text<'_, 'py>, octets: Vec<u8>, encoding: &str, on_error: &str) -> Answer<'py> {
    let py = text.string().py();
    charsets::text(py, &octets, encoding, on_error).map(Bound::into_any).map_err(|error| {
        let place = error.value(py).getattr("start").and_then(|start| start.extract::<usize>());
        match place {
            Ok(octet) => {
                let at = core::characters(text.bytes(), core::percent::place_of_octet(text.bytes(), octet));
                let detail = format!("the octets are not in the charset {encoding}");
                errors::percent(py, text.string().as_any(), at, "charset", &detail)
            }
            Err(_) => error,
        }
    })
}
