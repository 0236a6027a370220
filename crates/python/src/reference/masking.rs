//! References with their secrets masked: `repr` and `redacted`.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString, PyTuple};

use crate::calling::arguments::Call;
use crate::calling::values::Answer;
use crate::ground::secrets::{always_masked, SecretNames};
use crate::ground::strings::{string, utf8};
use crate::layout::object::{is_url, layout, Form};
use uriverse_core::memory::{lossy, GrowText};

/// `repr(reference)`: the constructor's call.
pub fn reference_repr<'py>(object: Borrowed<'_, 'py, PyAny>) -> Answer<'py> {
    let py = object.py();
    let (fields, form) = layout(object).expect("the slot belongs to the types of references");
    let shown = always_masked(py)?.masked_reference(&fields.text(py), fields.offsets(0).userinfo())?;
    let mut made = String::with_capacity(64);
    made.put_str(match form {
        _ if is_url(object) => "URL(",
        Form::Uri => "URI(",
        _ => "RelativeReference(",
    });
    match utf8(shown.as_borrowed()) {
        Some(text) if text.iter().all(|&byte| matches!(byte, b' '..=b'~') && byte != b'\'' && byte != b'\\') => {
            ["'", &lossy(text), "'"].iter().for_each(|part| made.put_str(part));
        }
        _ => made.put_str(shown.repr()?.to_str()?),
    }
    let edition = fields.edition(py);
    let id = if edition.is_instance_of::<PyString>() { edition.to_owned() } else { edition.getattr("id")? };
    if id.cast::<PyString>()?.to_str()? != "rfc3986" {
        [", edition=", id.repr()?.to_str()?].iter().for_each(|part| made.put_str(part));
    }
    made.put(')');
    Ok(string(py, made.as_bytes())?.into_any())
}

/// `redacted()` of references and components.
pub fn redacted<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let py = call.py();
    let fields = layout(call.receiver()).expect("a method of references and components").0;
    let (text, userinfo) = (fields.text(py), fields.offsets(0).userinfo());
    let ([], [also, wide]) = call.bind("redacted", &[], &["also", "wide"])?;
    let is_default = also.is_none_or(|also| also.cast_exact::<PyTuple>().is_ok_and(|also| also.is_empty()))
        && wide.is_none_or(|wide| wide.cast_exact::<PyBool>().is_ok_and(|wide| !wide.is_true()));
    let shown = match is_default {
        true => always_masked(py)?.masked_reference(&text, userinfo),
        false => SecretNames::new(py, also.as_deref(), wide.as_deref())?.masked_reference(&text, userinfo),
    };
    Ok(shown?.into_any())
}
