//! Charsets of percent-encoded octets: those of the Encoding Standard (section 4.2), and Python's for other labels.
//!
//! In a URL, UTF-16 and "replacement" are UTF-8 (Encoding Standard, section 4.3, "get an output encoding").

use pyo3::exceptions::{PyLookupError, PyUnicodeDecodeError, PyUnicodeEncodeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use uriverse_core::memory::{copy, lossy, Grow};
use uriverse_whatwg::encodings::{decode, encode, first_error, Encoded};
use uriverse_whatwg::Encoding;

use crate::ground::secrets;
use crate::ground::strings::{bytes_object, scalar_values, string, utf8, utf8_string, without_utf8};

pub const UTF_8: &str = "utf-8";

/// Python's codecs from octets to text that are not charsets.
const NO_CHARSETS: [&str; 5] = ["idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"];

enum Charset<'py> {
    Utf8,
    Standard(&'static Encoding),
    Python(Bound<'py, PyString>),
}

impl<'py> Charset<'py> {
    fn named(py: Python<'py>, label: &str) -> PyResult<Charset<'py>> {
        if label == UTF_8 {
            return Ok(Charset::Utf8);
        }
        match Encoding::for_label(label.as_bytes()).map(Encoding::output_encoding) {
            Some(encoding) if encoding.name() == "UTF-8" => Ok(Charset::Utf8),
            Some(encoding) => Ok(Charset::Standard(encoding)),
            None => Ok(Charset::Python(python_charset(py, label)?)),
        }
    }
}

/// Python's name of a charset; `LookupError` if it has none.
#[pyfunction]
pub fn python_charset<'py>(py: Python<'py>, label: &str) -> PyResult<Bound<'py, PyString>> {
    let name = || {
        let codec = py.import("codecs")?.call_method1("lookup", (label,))?;
        let is_text = codec.getattr("_is_text_encoding")?.is_truthy()?;
        let name = codec.getattr("name")?.cast_into::<PyString>()?;
        let is_charset = is_text && !NO_CHARSETS.contains(&name.to_str()?);
        Ok::<_, PyErr>(is_charset.then_some(name))
    };
    match name() {
        Ok(Some(name)) => Ok(name),
        _ => Err(PyLookupError::new_err(format!("there is no charset {:?}", secrets::masked(py, label)?))),
    }
}

/// What to do with a character that a charset cannot encode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lacking {
    /// Raise an error.
    Refused,
    /// As a numeric character reference (URL Standard, "percent-encode after encoding").
    Referenced,
}

/// The octets of a text in a charset. A lone surrogate that represents an octet becomes that octet, and any other one
/// stands for U+FFFD.
pub fn octets(text: &Bound<'_, PyString>, label: &str, lacking: Lacking) -> PyResult<Vec<u8>> {
    let py = text.py();
    let text = &match without_utf8(text)? {
        None => text.clone(),
        Some(bytes) => bytes_object(py, &scalar_values(bytes.as_bytes()))?
            .call_method1("decode", (UTF_8, "surrogatepass"))?
            .cast_into()?,
    };
    let by_python = |charset: &str, errors: &str| {
        Ok(copy(text.call_method1("encode", (charset, errors))?.cast_into::<PyBytes>()?.as_bytes()))
    };
    let encoding = match Charset::named(py, label)? {
        Charset::Utf8 => return utf8(text.as_borrowed()).map_or_else(|| by_python(UTF_8, ESCAPE), |it| Ok(copy(it))),
        Charset::Python(name) => {
            let errors = if lacking == Lacking::Referenced { "xmlcharrefreplace" } else { ESCAPE };
            return by_python(name.to_str()?, errors);
        }
        Charset::Standard(encoding) => encoding,
    };
    let whole = text.call_method1("encode", (UTF_8, "surrogatepass"))?.cast_into::<PyBytes>()?;
    let (mut rest, mut found, mut refused) = (whole.as_bytes(), Vec::new(), None);
    while !rest.is_empty() {
        // U+DC80 to U+DCFF in the bit pattern of UTF-8: 0xED, 0xB2 or 0xB3, and the last six bits.
        let end = rest.windows(2).position(|pair| pair[0] == 0xED && pair[1] > 0x9F).unwrap_or(rest.len());
        let (piece, surrogate) = rest.split_at(end);
        encode(encoding, &lossy(piece), |encoded| match encoded {
            Encoded::Octets(octets) => found.put_all(octets),
            Encoded::Unmappable(c) if lacking == Lacking::Referenced => {
                found.put_all(format!("&#{};", u32::from(c)).as_bytes());
            }
            Encoded::Unmappable(c) => refused = refused.or(Some(c)),
        });
        rest = match surrogate {
            [_, high, low, rest @ ..] => {
                found.push(high << 6 | low & 0x3F);
                rest
            }
            _ => &[],
        };
    }
    let Some(character) = refused else { return Ok(found) };
    let at = text.call_method1("index", (character,))?.extract::<usize>()?;
    let reason = "the charset does not have the character";
    Err(PyUnicodeEncodeError::new_err((label.to_owned(), text.clone().unbind(), at, at + 1, reason)))
}

/// Python's error handler that decodes octets outside a charset as lone surrogates.
pub const ESCAPE: &str = "surrogateescape";

/// The text of octets in a charset; `errors` is Python's "surrogateescape", "replace" or "strict".
pub fn text<'py>(py: Python<'py>, octets: &[u8], label: &str, errors: &str) -> PyResult<Bound<'py, PyString>> {
    let by_python = |octets: &[u8], charset: &str, errors: &str| {
        Ok(bytes_object(py, octets)?.call_method1("decode", (charset, errors))?.cast_into()?)
    };
    let encoding = match Charset::named(py, label)? {
        Charset::Utf8 => {
            return utf8_string(py, octets).map_or_else(|| by_python(octets, UTF_8, errors), Ok);
        }
        Charset::Python(name) => return by_python(octets, name.to_str()?, errors),
        Charset::Standard(encoding) => encoding,
    };
    if errors == "strict" {
        if let Some(at) = first_error(encoding, octets) {
            let octets_object = bytes_object(py, octets)?.unbind();
            return Err(PyUnicodeDecodeError::new_err((label.to_owned(), octets_object, at, at + 1, "no such octets")));
        }
    }
    if errors != ESCAPE {
        return string(py, encoding.decode_without_bom_handling(octets).0.as_bytes());
    }
    let text = decode(encoding, octets, |text, place| {
        for &octet in &octets[place] {
            match octet {
                // U+DC80 to U+DCFF in the bit pattern of UTF-8.
                0x80.. => text.put_all(&[0xED, 0xB0 | (octet >> 6), 0x80 | (octet & 0x3F)]),
                _ => text.put(octet),
            }
        }
        true
    });
    by_python(&text, UTF_8, "surrogatepass")
}
