//! The hot types, with a hand-written layout: `URI`, `RelativeReference` and `Components`.
//!
//! An object is a header, its text, its edition, and the offsets of its components, 64 bytes in all:
//!
//! ```text
//!   ob_base │ text: str │ edition: str or Edition │ scheme_end … fragment_start, flags
//! ```
//!
//! Components are sliced on access, without a cache. An ordinary `#[pyclass]` with getters takes three times as long
//! per object and per attribute, so this file uses the C API.
//!
//! Why each step is safe:
//! - the types are made once from specs whose `basicsize` is `size_of::<Object>()`, with `Py_TPFLAGS_DEFAULT` and no
//!   garbage collection: the fields are a `str` and an edition, neither of which can be part of a reference cycle;
//! - `allocate` is the only function that allocates one, and it fills every field before any other code sees the
//!   object; `tp_new` goes through it, so an object without fields never exists;
//! - the final types cannot be subclassed, and `layout` is only ever called on their instances (checked by type);
//! - an object owns a reference to its text and, if it is a user's, to its edition; the name of a built-in edition is
//!   owned by the module, which is immortal, and only borrowed;
//! - `dealloc` releases the owned references, the memory and the type's reference, in that order;
//! - nothing is written after construction, so reading needs no lock, with or without the GIL.

use std::ffi::CStr;
use std::sync::OnceLock;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;
use uriverse_core::{Offsets, TargetTail, NONE};

use crate::editions::Edition;
use crate::ground::strings::{begins_with, substring, utf8};
use crate::layout::places::{Places, HAS_AUTHORITY, HAS_PARAMS, HAS_PORT, OWN};

/// One reference, or the components of a lenient split.
#[repr(C)]
pub struct Object {
    ob_base: ffi::PyObject,
    pub(crate) text: *mut ffi::PyObject,
    pub(crate) edition: *mut ffi::PyObject,
    places: Places,
}

/// The type of an object.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Uri,
    Relative,
    Components,
}

/// Names of methods, and their definitions.
pub(crate) type Methods = Vec<(*mut ffi::PyObject, *mut ffi::PyMethodDef)>;

pub(crate) struct Registered {
    pub reference: *mut ffi::PyTypeObject,
    pub uri: *mut ffi::PyTypeObject,
    pub url: *mut ffi::PyTypeObject,
    pub relative: *mut ffi::PyTypeObject,
    pub components: *mut ffi::PyTypeObject,
    pub names: [*mut ffi::PyObject; ATTRIBUTES.len()],
    /// The name of each method, and its definition.
    pub methods: Methods,
    /// The same for the methods that `URL` has of its own.
    pub url_methods: Methods,
    pub http: *mut ffi::PyObject,
    pub https: *mut ffi::PyObject,
}

// SAFETY: the pointers are to immortal objects (the module keeps the types, the names are interned and leaked), and
// they are only written once, before any read.
unsafe impl Send for Registered {}
// SAFETY: as for `Send`.
unsafe impl Sync for Registered {}

pub(crate) static REGISTERED: OnceLock<Registered> = OnceLock::new();

pub(crate) fn registered() -> &'static Registered {
    REGISTERED.get().expect("the module is initialised")
}

/// An attribute that the type's own `getattro` handles.
#[derive(Clone, Copy)]
pub(crate) enum Attribute {
    Scheme,
    Host,
    Path,
    Query,
    Fragment,
    Port,
    Authority,
    Userinfo,
    PortText,
    Params,
    Kind,
    Edition,
    Text,
}

/// The attributes with their names and docstrings, in the order in which `getattro` tries them.
pub(crate) const ATTRIBUTES: [(Attribute, &CStr, &CStr); 13] = [
    (Attribute::Scheme, c"scheme", doc!("attributes/scheme")),
    (Attribute::Host, c"host", doc!("attributes/host")),
    (Attribute::Path, c"path", doc!("attributes/path")),
    (Attribute::Query, c"query", doc!("attributes/query")),
    (Attribute::Fragment, c"fragment", doc!("attributes/fragment")),
    (Attribute::Port, c"port", doc!("attributes/port")),
    (Attribute::Authority, c"authority", doc!("attributes/authority")),
    (Attribute::Userinfo, c"userinfo", doc!("attributes/userinfo")),
    (Attribute::PortText, c"port_text", doc!("attributes/port_text")),
    (Attribute::Params, c"params", doc!("attributes/params")),
    (Attribute::Kind, c"kind", doc!("attributes/kind")),
    (Attribute::Edition, c"edition", doc!("attributes/edition")),
    (Attribute::Text, c"text", doc!("attributes/text")),
];

impl Object {
    /// The text as a borrowed Python string.
    pub fn text<'a, 'py>(&'a self, py: Python<'py>) -> Borrowed<'a, 'py, PyString> {
        // SAFETY: `make` stored a string there, which lives as long as the object.
        unsafe { Borrowed::from_ptr(py, self.text).cast_unchecked() }
    }

    /// The edition: an interned id or a user's Edition.
    pub fn edition<'a, 'py>(&'a self, py: Python<'py>) -> Borrowed<'a, 'py, PyAny> {
        // SAFETY: as for `text`.
        unsafe { Borrowed::from_ptr(py, self.edition) }
    }

    /// The offsets in characters; `length` is the number of characters of the object's text.
    #[inline(always)]
    pub fn offsets(&self, length: usize) -> Offsets {
        self.places.offsets(length as u32)
    }

    /// The index of the built-in edition; None if the edition is a user's own.
    #[inline]
    pub fn edition_index(&self) -> Option<u16> {
        let index = self.places.flags >> 16;
        (index != OWN).then_some(index as u16)
    }

    /// The engine's flags.
    pub fn flags(&self) -> u32 {
        self.places.flags
    }

    /// The value of an attribute: a new reference, or null with an error set.
    pub(crate) fn attribute(&self, py: Python<'_>, attribute: Attribute) -> *mut ffi::PyObject {
        let p = &self.places;
        match attribute {
            Attribute::Scheme => self.scheme(py),
            Attribute::Host if p.host_end == NONE => none(),
            Attribute::Host => self.slice(p.host_start(), p.host_end),
            Attribute::Path => self.slice(p.path_start, p.path_end),
            Attribute::Query => self.slice(p.query_start, p.before_fragment()),
            Attribute::Fragment => self.slice(p.fragment_start, NONE),
            Attribute::Port => self.port(py),
            Attribute::Authority if p.has(HAS_AUTHORITY) => self.slice(p.authority_start(), p.path_start),
            Attribute::Userinfo if p.userinfo_end != NONE => self.slice(p.authority_start(), p.userinfo_end),
            Attribute::PortText => self.port_text(),
            Attribute::Params if p.has(HAS_PARAMS) => {
                let before_query = if p.query_start == NONE { NONE } else { p.query_start - 1 };
                self.slice(p.path_end + 1, before_query.min(p.before_fragment()))
            }
            Attribute::Authority | Attribute::Userinfo | Attribute::Params => none(),
            Attribute::Kind => owned(PyString::intern(py, p.offsets(0).kind().as_str()).into_any()),
            Attribute::Edition => owned(self.edition(py).to_owned()),
            Attribute::Text => owned(self.text(py).to_owned().into_any()),
        }
    }

    fn scheme(&self, py: Python<'_>) -> *mut ffi::PyObject {
        let end = self.places.scheme_end;
        if end == 4 || end == 5 {
            // "http" and "https" are the most common: a shared string each, without allocation.
            let begins = |scheme: &[u8]| end as usize == scheme.len() && begins_with(self.text(py), scheme);
            let shared = if begins(b"http") {
                registered().http
            } else if begins(b"https") {
                registered().https
            } else {
                return self.slice(0, end);
            };
            // SAFETY: a leaked, interned string.
            unsafe { ffi::Py_INCREF(shared) };
            return shared;
        }
        match end {
            NONE => none(),
            end => self.slice(0, end),
        }
    }

    fn port_text(&self) -> *mut ffi::PyObject {
        if !self.places.has(HAS_PORT) {
            return none();
        }
        self.slice(self.places.host_end + 1, self.places.path_start)
    }

    fn port(&self, py: Python<'_>) -> *mut ffi::PyObject {
        if !self.places.has(HAS_PORT) {
            return none();
        }
        // SAFETY: `port_text` returns a new reference or null with an error set.
        let text = unsafe { Bound::from_owned_ptr_or_err(py, self.port_text()) };
        match text.map(|text| port_number(&text)) {
            Ok(Some(port)) => owned(port),
            // A text that is not a number, or has more digits than Python's limit, gives None; attribute access never
            // raises.
            Ok(None) | Err(_) => none(),
        }
    }

    /// The characters from `start` to `end`, or to the end of the text; None if `start` is `NONE`.
    fn slice(&self, start: u32, end: u32) -> *mut ffi::PyObject {
        if start == NONE {
            return none();
        }
        // SAFETY: the text is a string.
        unsafe { substring(self.text, start, end) }
    }
}

/// The number of these digits; None for other texts, and for more digits than Python's limit.
fn port_number<'py>(text: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let py = text.py();
    let digits = utf8(text.cast::<PyString>().ok()?.as_borrowed())?;
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    if let Ok(port) = std::str::from_utf8(digits).ok()?.parse::<u64>() {
        return Some(port.into_pyobject(py).ok()?.into_any());
    }
    // SAFETY: the UTF-8 of a string ends with NUL; the call returns a new reference, or null with an error set.
    unsafe {
        let port = ffi::PyLong_FromString(digits.as_ptr().cast(), std::ptr::null_mut(), 10);
        if port.is_null() {
            ffi::PyErr_Clear();
            return None;
        }
        Some(Bound::from_owned_ptr(py, port))
    }
}

fn none() -> *mut ffi::PyObject {
    // SAFETY: None is immortal.
    unsafe {
        let none = ffi::Py_None();
        ffi::Py_INCREF(none);
        none
    }
}

fn owned(object: Bound<'_, PyAny>) -> *mut ffi::PyObject {
    object.into_ptr()
}

/// Makes an object of a form; offsets count characters of `text`.
#[inline(always)]
pub fn make<'py>(
    form: Form,
    text: &Bound<'py, PyString>,
    edition: &Edition<'py>,
    offsets: &Offsets,
) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    let types = registered();
    let class = match form {
        Form::Uri => types.uri,
        Form::Relative => types.relative,
        Form::Components => types.components,
    };
    let (name, index) = edition.fields(py);
    if index.is_none() {
        // SAFETY: a live object, which the new one owns if it is a user's.
        unsafe { ffi::Py_INCREF(name) };
    }
    allocate(class, text, name, Places::new(offsets, index.map_or(OWN, u32::from)))
}

/// Makes a `URL` of a text that RFC 3986 parses so.
#[inline(always)]
pub fn make_url<'py>(text: &Bound<'py, PyString>, offsets: &Offsets) -> PyResult<Bound<'py, PyAny>> {
    let (name, index) = Edition::standard().fields(text.py());
    allocate(registered().url, text, name, Places::new(offsets, index.map_or(OWN, u32::from)))
}

/// Makes the URI of a joined target: its offsets before the path are those of the base, which a built-in edition has
/// parsed.
#[inline(always)]
pub fn make_joined<'py>(base: &Object, text: &Bound<'py, PyString>, tail: &TargetTail) -> PyResult<Bound<'py, PyAny>> {
    allocate(registered().uri, text, base.edition, base.places.with_tail(tail))
}

/// The reference without its fragment, with the same other offsets. None for a user's own edition: its readings may
/// depend on the fragment.
pub fn without_fragment<'py>(reference: Borrowed<'_, 'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let (fields, _) = layout(reference)?;
    let _built_in = fields.edition_index()?;
    if fields.places.fragment_start == NONE {
        return Some(reference.to_owned());
    }
    // SAFETY: the text is a string, and the call returns a new reference, or null with an error set.
    let text = unsafe {
        let before = substring(fields.text, 0, fields.places.before_fragment());
        Bound::from_owned_ptr_or_opt(reference.py(), before)?.cast_into_unchecked()
    };
    let places = Places { fragment_start: NONE, ..fields.places };
    allocate(reference.get_type_ptr(), &text, fields.edition, places).ok()
}

/// Makes an object, which owns its text. It takes over the reference to a user's edition; the name of a built-in
/// edition is owned by the module.
#[inline(always)]
fn allocate<'py>(
    class: *mut ffi::PyTypeObject,
    text: &Bound<'py, PyString>,
    edition: *mut ffi::PyObject,
    places: Places,
) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: the class has `basicsize == size_of::<Object>()`; all fields are written before the object is returned.
    unsafe {
        let object: *mut Object = ffi::PyObject_New(class);
        if object.is_null() {
            return Err(PyErr::fetch(text.py()));
        }
        ffi::Py_INCREF(text.as_ptr());
        (*object).text = text.as_ptr();
        (*object).edition = edition;
        (*object).places = places;
        Ok(Bound::from_owned_ptr(text.py(), object.cast()))
    }
}

/// Whether an object is a `URL`.
#[inline]
pub fn is_url(object: Borrowed<'_, '_, PyAny>) -> bool {
    object.get_type_ptr() == registered().url
}

/// The fields of an object, if it is one of ours. A `URL` is a URI.
#[inline]
pub fn layout<'a>(object: Borrowed<'a, '_, PyAny>) -> Option<(&'a Object, Form)> {
    let types = registered();
    let class = object.get_type_ptr();
    let form = if class == types.uri || class == types.url {
        Form::Uri
    } else if class == types.relative {
        Form::Relative
    } else if class == types.components {
        Form::Components
    } else {
        return None;
    };
    // SAFETY: the class was just compared, and only `make` makes instances of it.
    Some((unsafe { &*object.as_ptr().cast::<Object>() }, form))
}

/// The form that a constructor requires: None for `URIReference`, which takes both kinds.
pub fn form_of_class(class: Borrowed<'_, '_, PyAny>) -> Option<Form> {
    let types = registered();
    match class.as_ptr().cast() {
        found if found == types.uri => Some(Form::Uri),
        found if found == types.relative => Some(Form::Relative),
        _ => None,
    }
}
