//! Conversions between Python strings and UTF-8, and between byte positions and character positions.

use std::borrow::Cow;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use uriverse_core::memory::{buffer, copy, Grow};
use uriverse_core::{begins_a_character, CodePoints, Offsets};

/// The bytes of a string that has no UTF-8 because of a lone surrogate; None for any other.
pub fn without_utf8<'py>(string: &Bound<'py, PyString>) -> PyResult<Option<Bound<'py, PyBytes>>> {
    match string.to_str() {
        Ok(_) => Ok(None),
        Err(_) => Ok(Some(string.call_method1("encode", ("utf-8", "surrogatepass"))?.cast_into::<PyBytes>()?)),
    }
}

/// The octets of a text. Python represents an octet that is not UTF-8 by a lone surrogate: 0xE9 is U+DCE9, which
/// [`without_utf8`] writes in three bytes, ED B3 A9. Any other lone surrogate becomes U+FFFD ([`scalar_values`]).
pub fn octets(bytes: &[u8]) -> Cow<'_, [u8]> {
    let is_escape = |three: &[u8]| matches!(three, [0xED, 0xB2 | 0xB3, 0x80..=0xBF]);
    if !bytes.contains(&0xED) || std::str::from_utf8(bytes).is_ok() {
        return Cow::Borrowed(bytes);
    }
    let bytes = scalar_values(bytes);
    let (mut octets, mut rest) = (buffer(bytes.len()), &bytes[..]);
    while let [first, after @ ..] = rest {
        match rest.get(..3).filter(|three| is_escape(three)) {
            Some(three) => {
                octets.put(0x80 | (three[1] & 1) << 6 | three[2] & 0x3F);
                rest = &rest[3..];
            }
            None => {
                octets.put(*first);
                rest = after;
            }
        }
    }
    Cow::Owned(octets)
}

/// The bytes with U+FFFD for each lone surrogate that represents no octet, as the Infra Standard converts to a scalar
/// value string. Both have three bytes.
pub fn scalar_values(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = copy(bytes);
    for at in 0..bytes.len().saturating_sub(2) {
        if matches!(bytes[at..at + 3], [0xED, 0xA0..=0xB1 | 0xB4..=0xBF, 0x80..=0xBF]) {
            bytes[at..at + 3].copy_from_slice("\u{FFFD}".as_bytes());
        }
    }
    bytes
}

/// The UTF-8 of a string, which Python caches in it; None if it has a lone surrogate.
#[inline]
pub fn utf8<'a>(string: Borrowed<'a, '_, PyString>) -> Option<&'a [u8]> {
    if let Some(bytes) = ascii(string) {
        return Some(bytes);
    }
    let mut length = 0;
    // SAFETY: it is a string, alive for 'a; the bytes live as long as it does, and null is returned with an error set.
    unsafe {
        let bytes = ffi::PyUnicode_AsUTF8AndSize(string.as_ptr(), &raw mut length);
        if bytes.is_null() {
            ffi::PyErr_Clear();
            return None;
        }
        Some(std::slice::from_raw_parts(bytes.cast(), length as usize))
    }
}

/// As [`utf8`], if the string is short enough for the engine.
#[inline(always)]
pub fn short_utf8<'a>(string: Borrowed<'a, '_, PyString>) -> Option<&'a [u8]> {
    utf8(string).filter(|bytes| bytes.len() < u32::MAX as usize)
}

/// The bytes after the header of a US-ASCII string, which saves a C call; None if the layout is not known.
#[cfg(not(any(Py_LIMITED_API, Py_3_14, Py_GIL_DISABLED, PyPy, GraalPy)))]
#[inline(always)]
pub fn ascii<'a>(string: Borrowed<'a, '_, PyString>) -> Option<&'a [u8]> {
    let string = string.as_ptr();
    // SAFETY: it is a string, alive for 'a. One that is compact and ASCII is ready, and has as many bytes as
    // characters.
    unsafe {
        (ffi::PyUnicode_IS_COMPACT_ASCII(string) != 0).then(|| {
            let length = ffi::PyUnicode_GET_LENGTH(string) as usize;
            std::slice::from_raw_parts(ffi::PyUnicode_DATA(string).cast::<u8>().cast_const(), length)
        })
    }
}

/// None: the layout is not known.
#[cfg(any(Py_LIMITED_API, Py_3_14, Py_GIL_DISABLED, PyPy, GraalPy))]
#[inline(always)]
pub fn ascii<'a>(_string: Borrowed<'a, '_, PyString>) -> Option<&'a [u8]> {
    None
}

/// Whether a string begins with these bytes of US-ASCII.
#[inline(always)]
pub fn begins_with(string: Borrowed<'_, '_, PyString>, start: &[u8]) -> bool {
    match ascii(string) {
        Some(bytes) => bytes.starts_with(start),
        None => letters_begin_with(string, start),
    }
}

/// As [`begins_with`], for a string with letters beyond US-ASCII.
#[inline(never)]
fn letters_begin_with(string: Borrowed<'_, '_, PyString>, start: &[u8]) -> bool {
    fn begins<T: Copy + Into<u32>>(text: &[T], start: &[u8]) -> bool {
        text.len() >= start.len() && text.iter().zip(start).all(|(&point, &byte)| point.into() == u32::from(byte))
    }
    match code_points(string) {
        Some(CodePoints::One(text)) => begins(text, start),
        Some(CodePoints::Two(text)) => begins(text, start),
        Some(CodePoints::Four(text)) => begins(text, start),
        None => utf8(string).is_some_and(|text| text.starts_with(start)),
    }
}

/// The code points of a string; None if the layout is not known. UTF-8 would be cached in the caller's string.
#[cfg(not(any(Py_LIMITED_API, Py_3_14, Py_GIL_DISABLED, PyPy, GraalPy)))]
#[inline]
pub fn code_points<'a>(string: Borrowed<'a, '_, PyString>) -> Option<CodePoints<'a>> {
    let string = string.as_ptr();
    // SAFETY: it is a string, alive for 'a. A ready string has as many elements as characters, of the width of its
    // kind, and they are neither written nor moved again.
    unsafe {
        if ffi::PyUnicode_IS_READY(string) == 0 {
            return None;
        }
        let (data, length) = (ffi::PyUnicode_DATA(string), ffi::PyUnicode_GET_LENGTH(string) as usize);
        match ffi::PyUnicode_KIND(string) {
            ffi::PyUnicode_1BYTE_KIND => Some(CodePoints::One(std::slice::from_raw_parts(data.cast(), length))),
            ffi::PyUnicode_2BYTE_KIND => Some(CodePoints::Two(std::slice::from_raw_parts(data.cast(), length))),
            ffi::PyUnicode_4BYTE_KIND => Some(CodePoints::Four(std::slice::from_raw_parts(data.cast(), length))),
            _ => None,
        }
    }
}

/// None: the layout is not known.
#[cfg(any(Py_LIMITED_API, Py_3_14, Py_GIL_DISABLED, PyPy, GraalPy))]
#[inline(always)]
pub fn code_points<'a>(_string: Borrowed<'a, '_, PyString>) -> Option<CodePoints<'a>> {
    None
}

/// Whether a string with these bytes is US-ASCII.
#[cfg(not(any(Py_LIMITED_API, Py_3_14, Py_GIL_DISABLED, PyPy, GraalPy)))]
#[inline(always)]
pub fn is_ascii(string: &Bound<'_, PyString>, _bytes: &[u8]) -> bool {
    // SAFETY: it is a string, and Python only makes ready ones.
    unsafe { ffi::PyUnicode_IS_ASCII(string.as_ptr()) != 0 }
}

/// The fallback if the layout of a string is not known.
#[cfg(any(Py_LIMITED_API, Py_3_14, Py_GIL_DISABLED, PyPy, GraalPy))]
#[inline(always)]
pub fn is_ascii(_string: &Bound<'_, PyString>, bytes: &[u8]) -> bool {
    bytes.is_ascii()
}

/// The characters of a string from `start` to `end`; an `end` of `NONE`, or one beyond the text, means its end.
///
/// # Safety
/// `text` must be a string.
pub unsafe fn substring(text: *mut ffi::PyObject, start: u32, end: u32) -> *mut ffi::PyObject {
    // If Python's indices have 32 bits, `NONE` is out of range; a cast would make it -1.
    let index = |offset: u32| ffi::Py_ssize_t::try_from(offset).unwrap_or(ffi::Py_ssize_t::MAX);
    // SAFETY: the caller's promise; the function checks the bounds.
    unsafe { ffi::PyUnicode_Substring(text, index(start), index(end)) }
}

/// The byte position of character number `at`; the inverse of `characters`.
pub fn byte_place(bytes: &[u8], at: usize) -> usize {
    let firsts = bytes.iter().enumerate().filter(|(_, &byte)| begins_a_character(byte));
    firsts.map(|(place, _)| place).nth(at).unwrap_or(bytes.len())
}

/// Converts byte offsets to character offsets, for a text that is not US-ASCII.
///
/// Each offset is at the start of a character, because components are delimited by US-ASCII. Offsets are converted in
/// ascending order, so characters are counted from the previous offset.
#[cold]
pub fn in_characters(bytes: &[u8], offsets: &Offsets) -> Offsets {
    let (mut place, mut character) = (0, 0);
    offsets.map(|at| {
        let at = at as usize;
        if at < place {
            (place, character) = (0, 0);
        }
        let between = bytes.get(place..at).unwrap_or_default();
        character += between.iter().filter(|byte| begins_a_character(**byte)).count();
        place = at;
        character as u32
    })
}

/// US-ASCII as a Python string, copied directly into its memory. None if the layout is not known, for other octets, and
/// for strings that the interpreter may share: the empty string, and those of one character.
///
/// Alternative: blocks of UTF-8 were decoded by vectors (47cae4d5). `decode` of 520 characters with four letters beyond
/// US-ASCII in a hundred took 0.8 of the time, and of ten letters as long as now.
#[cfg(not(any(Py_LIMITED_API, Py_3_14, Py_GIL_DISABLED, PyPy, GraalPy)))]
#[inline]
fn filled_string<'py>(py: Python<'py>, bytes: &[u8]) -> Option<Bound<'py, PyString>> {
    if bytes.len() < 2 || !bytes.is_ascii() {
        return None;
    }
    // SAFETY: a new string of this many characters, or null with an error set. It is compact, so its characters follow
    // its header. No other code has the string before it is filled.
    unsafe {
        let pointer = ffi::PyUnicode_New(bytes.len() as ffi::Py_ssize_t, 0x7F);
        if pointer.is_null() {
            ffi::PyErr_Clear();
            return None;
        }
        let string = Bound::from_owned_ptr(py, pointer).cast_into_unchecked();
        std::ptr::copy_nonoverlapping(bytes.as_ptr(), ffi::PyUnicode_DATA(pointer).cast::<u8>(), bytes.len());
        Some(string)
    }
}

/// None: the layout is not known.
#[cfg(any(Py_LIMITED_API, Py_3_14, Py_GIL_DISABLED, PyPy, GraalPy))]
#[inline(always)]
fn filled_string<'py>(_py: Python<'py>, _bytes: &[u8]) -> Option<Bound<'py, PyString>> {
    None
}

/// UTF-8 as a Python string; None if the bytes are not UTF-8.
#[inline]
pub fn utf8_string<'py>(py: Python<'py>, bytes: &[u8]) -> Option<Bound<'py, PyString>> {
    if let Some(string) = filled_string(py, bytes) {
        return Some(string);
    }
    // SAFETY: the slice has this many bytes; a new string, or null with an error set if they are not UTF-8.
    unsafe {
        let pointer = ffi::PyUnicode_FromStringAndSize(bytes.as_ptr().cast(), bytes.len() as ffi::Py_ssize_t);
        if pointer.is_null() {
            ffi::PyErr_Clear();
            return None;
        }
        Some(Bound::from_owned_ptr(py, pointer).cast_into_unchecked())
    }
}

/// Bytes from the engine as a Python string.
#[inline]
pub fn string<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyString>> {
    if let Some(string) = utf8_string(py, bytes) {
        return Ok(string);
    }
    Ok(bytes_object(py, bytes)?.call_method1("decode", ("utf-8", "surrogatepass"))?.cast_into::<PyString>()?)
}

/// Octets as Python's `bytes`; `PyBytes::new` would panic where there is no memory.
pub fn bytes_object<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    // SAFETY: the slice has this many bytes; a new object, or null with an error set.
    unsafe {
        let pointer = ffi::PyBytes_FromStringAndSize(bytes.as_ptr().cast(), bytes.len() as ffi::Py_ssize_t);
        Ok(Bound::from_owned_ptr_or_err(py, pointer)?.cast_into_unchecked())
    }
}
