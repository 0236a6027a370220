//! A `URL` object: its serialized text, and the offsets of its components.
//!
//! ```text
//!   ob_base │ text: str │ scheme_end … fragment_start, flags
//! ```
//!
//! As for references, attributes are sliced on access, and nothing is cached. A serialized URL is ASCII, so bytes and
//! characters have the same offsets.
//!
//! Why each step is safe: as in `crate::layout::object`. The type is made once, with `basicsize` of [`Url`] and no
//! garbage collection; [`make_at`] alone allocates, and fills every field; nothing is written afterwards.

use std::ffi::CStr;
use std::sync::OnceLock;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyString;
use uriverse_core::memory::text;
use uriverse_core::{Offsets, TargetTail, NONE};
use uriverse_whatwg::{Origin, Record};

use crate::ground::strings::{string, substring, utf8};
use crate::layout::places::{Places, HAS_AUTHORITY, HAS_PORT};

/// A URL.
#[repr(C)]
pub struct Url {
    ob_base: ffi::PyObject,
    pub(crate) text: *mut ffi::PyObject,
    places: Places,
}

/// The type.
pub struct Registered {
    pub class: *mut ffi::PyTypeObject,
}

// SAFETY: the pointer is to an immortal object, and it is written once, before any read.
unsafe impl Send for Registered {}
// SAFETY: as for `Send`.
unsafe impl Sync for Registered {}

pub static REGISTERED: OnceLock<Registered> = OnceLock::new();

pub fn registered() -> &'static Registered {
    REGISTERED.get().expect("the module is initialised")
}

/// The attributes that are slices of the text, by number. `href` is the text itself.
pub const ATTRIBUTES: [(&CStr, &CStr); 9] = [
    (c"hostname", doc!("whatwg/hostname")),
    (c"pathname", doc!("whatwg/pathname")),
    (c"protocol", doc!("whatwg/protocol")),
    (c"search", doc!("whatwg/search")),
    (c"hash", doc!("whatwg/hash")),
    (c"host", doc!("whatwg/host")),
    (c"port", doc!("whatwg/port")),
    (c"username", doc!("whatwg/username")),
    (c"password", doc!("whatwg/password")),
];

impl Url {
    /// The serialized URL.
    pub fn text<'a, 'py>(&'a self, py: Python<'py>) -> Borrowed<'a, 'py, PyString> {
        // SAFETY: `make_at` stored a string there, which lives as long as the object.
        unsafe { Borrowed::from_ptr(py, self.text).cast_unchecked() }
    }

    /// The serialized URL in Rust.
    pub fn href<'a>(&'a self, py: Python<'_>) -> &'a str {
        let bytes = utf8(self.text(py)).unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    /// The offsets of the components.
    #[inline(always)]
    pub fn offsets(&self, length: usize) -> Offsets {
        self.places.offsets(length as u32)
    }

    /// The URL record.
    pub fn record(&self, py: Python<'_>) -> Record {
        let href = self.href(py);
        Record { href: text(href), offsets: self.offsets(href.len()) }
    }

    pub fn attribute(&self, py: Python<'_>, index: usize) -> *mut ffi::PyObject {
        let p = &self.places;
        match index {
            0 if p.has(HAS_AUTHORITY) => self.slice(p.host_start(), p.host_end),
            1 => self.slice(p.path_start, p.path_end),
            2 => self.slice(0, p.scheme_end + 1),
            3 if p.query_start != NONE => self.slice_after_mark(py, p.query_start, p.before_fragment()),
            4 if p.fragment_start != NONE => self.slice_after_mark(py, p.fragment_start, NONE),
            5 if p.has(HAS_AUTHORITY) => self.slice(p.host_start(), p.path_start),
            6 if p.has(HAS_PORT) => self.slice(p.host_end + 1, p.path_start),
            7 if p.userinfo_end != NONE => {
                let start = p.authority_start();
                self.slice(start, self.colon_in_userinfo(py).unwrap_or(p.userinfo_end))
            }
            8 if p.userinfo_end != NONE => match self.colon_in_userinfo(py) {
                Some(colon) => self.slice(colon + 1, p.userinfo_end),
                None => self.slice(0, 0),
            },
            _ => self.slice(0, 0),
        }
    }

    /// The position of the ":" between the username and the password, neither of which contains one.
    fn colon_in_userinfo(&self, py: Python<'_>) -> Option<u32> {
        let (start, end) = (self.places.authority_start(), self.places.userinfo_end);
        let userinfo = self.href(py).get(start as usize..end as usize)?;
        userinfo.find(':').map(|at| start + at as u32)
    }

    /// The part that begins at `start`, with the delimiter before it; "" if the part is empty.
    fn slice_after_mark(&self, py: Python<'_>, start: u32, end: u32) -> *mut ffi::PyObject {
        let end = end.min(self.href(py).len() as u32);
        self.slice(if end > start { start - 1 } else { end }, end)
    }

    /// The origin, serialized: `https://example.org`; None if it is opaque.
    pub fn tuple_origin(&self, py: Python<'_>) -> Option<String> {
        match self.record(py).origin() {
            Origin::Tuple(text) => Some(text),
            Origin::Opaque => None,
        }
    }

    fn slice(&self, start: u32, end: u32) -> *mut ffi::PyObject {
        // SAFETY: the text is a string.
        unsafe { substring(self.text, start, end) }
    }
}

/// Makes a URL of a serialized text and its offsets.
#[inline(always)]
pub fn make<'py>(text: &Bound<'py, PyString>, offsets: &Offsets) -> PyResult<Bound<'py, PyAny>> {
    make_at(text, Places::new(offsets, 0))
}

/// Makes the URL of a joined target: up to the path it equals the base.
#[inline(always)]
pub fn make_joined<'py>(base: &Url, text: &Bound<'py, PyString>, tail: &TargetTail) -> PyResult<Bound<'py, PyAny>> {
    make_at(text, base.places.with_tail(tail))
}

#[inline(always)]
fn make_at<'py>(text: &Bound<'py, PyString>, places: Places) -> PyResult<Bound<'py, PyAny>> {
    let py = text.py();
    // SAFETY: the class has `basicsize == size_of::<Url>()`; all fields are written before the object is returned, and
    // it owns its text from then on.
    unsafe {
        let made: *mut Url = ffi::PyObject_New(registered().class);
        if made.is_null() {
            return Err(PyErr::fetch(py));
        }
        ffi::Py_INCREF(text.as_ptr());
        (*made).text = text.as_ptr();
        (*made).places = places;
        Ok(Bound::from_owned_ptr(py, made.cast()))
    }
}

/// Makes a URL of a record. If the record's serialization equals the text argument, the URL shares that text.
pub fn from_record<'py>(
    py: Python<'py>,
    record: &Record,
    given: Option<&Bound<'py, PyString>>,
) -> PyResult<Bound<'py, PyAny>> {
    let href = record.href.as_bytes();
    match given.filter(|given| utf8(given.as_borrowed()) == Some(href)) {
        Some(given) => make(given, &record.offsets),
        None => make(&string(py, href)?, &record.offsets),
    }
}

/// The fields of an object, if it is a URL.
#[inline]
pub fn layout<'a>(object: Borrowed<'a, '_, PyAny>) -> Option<&'a Url> {
    // SAFETY: the class is compared, and only `make` makes instances of it.
    (object.get_type_ptr() == registered().class).then(|| unsafe { &*object.as_ptr().cast::<Url>() })
}
