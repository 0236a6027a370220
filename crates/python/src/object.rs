//! The hot types, filled by hand: `URI`, `RelativeReference` and `Components`.
//!
//! An object is a header, the text it was read from, its edition, and what tells the components apart, 64 bytes in all:
//!
//! ```text
//!   ob_base │ text: str │ edition: str or Edition │ scheme_end … fragment_start, flags
//! ```
//!
//! Components are cut out when asked for; nothing is kept that a user cannot see. An ordinary `#[pyclass]` with
//! getters costs three times as much per object and attribute, which is why this file speaks to the C API itself.
//!
//! Why each step is safe:
//! - the types are made once from specs whose `basicsize` is `size_of::<Object>()`, with `Py_TPFLAGS_DEFAULT` and no
//!   garbage collection: the fields are a `str` (or one of its kind) and an edition, neither of which can refer back;
//! - `make` is the only place that allocates one, and it fills every field before anyone sees the object; `tp_new`
//!   goes through it, so an object without fields never exists;
//! - the final types cannot be subclassed, and `layout` is only ever called on their instances (checked by type);
//! - an object owns a reference to its text and, if it is a user's, to its edition; the name of a built-in edition is
//!   owned by the module, for ever, and only borrowed;
//! - `dealloc` gives back what is owned, the memory and the type's reference, in that order;
//! - nothing is written after construction, so reading needs no lock, with or without the GIL.

use std::ffi::{c_int, c_uint, c_void, CStr};
use std::mem::size_of;
use std::ptr;
use std::sync::OnceLock;

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};
use uriverse_core::{Offsets, NONE};

use crate::editions::Edition;
use crate::text::utf8;

/// One reference, or the components of a lenient split.
#[repr(C)]
pub struct Object {
    ob_base: ffi::PyObject,
    text: *mut ffi::PyObject,
    edition: *mut ffi::PyObject,
    places: Places,
}

/// Where the components stand, in characters: the engine's offsets without those that follow from the others.
///
/// The separators have known lengths (the engine's loader sees to it), so what starts behind one needs no place of its
/// own: the authority stands three behind `scheme_end` and ends where the path starts, the host one behind the userinfo,
/// the port one behind the host, the params one behind the path; the query ends one before the fragment.
#[derive(Clone, Copy)]
#[repr(C)]
struct Places {
    scheme_end: u32,
    userinfo_end: u32,
    host_end: u32,
    path_start: u32,
    path_end: u32,
    query_start: u32,
    fragment_start: u32,
    /// The engine's flags, the ones below, and in the upper half the number of a built-in edition or `OWN`.
    flags: u32,
}

const HAS_AUTHORITY: u32 = 1 << 8;
const HAS_PORT: u32 = 1 << 9;
const HAS_PARAMS: u32 = 1 << 10;
/// In place of the number of a built-in edition: the edition is a user's own.
const OWN: u32 = 0xffff;

impl Places {
    #[inline]
    fn new(o: &Offsets, edition: u32) -> Places {
        let flag = |offset: u32, flag: u32| if offset == NONE { 0 } else { flag };
        let has =
            flag(o.authority_start, HAS_AUTHORITY) | flag(o.port_start, HAS_PORT) | flag(o.params_start, HAS_PARAMS);
        Places {
            scheme_end: o.scheme_end,
            userinfo_end: o.userinfo_end,
            host_end: o.host_end,
            path_start: o.path_start,
            path_end: o.path_end,
            query_start: o.query_start,
            fragment_start: o.fragment_start,
            flags: o.flags | has | edition << 16,
        }
    }

    fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    fn authority_start(&self) -> u32 {
        if self.scheme_end == NONE {
            2
        } else {
            self.scheme_end + 3
        }
    }

    fn host_start(&self) -> u32 {
        if self.userinfo_end == NONE {
            self.authority_start()
        } else {
            self.userinfo_end + 1
        }
    }

    /// The end of what stands before the fragment; beyond any end where there is none.
    fn before_fragment(&self) -> u32 {
        if self.fragment_start == NONE {
            NONE
        } else {
            self.fragment_start - 1
        }
    }

    /// The engine's offsets, of a text of `length` characters.
    fn offsets(&self, length: u32) -> Offsets {
        let given = |flag: u32, offset: u32| if self.has(flag) { offset } else { NONE };
        let with = |other: u32, offset: u32| if other == NONE { NONE } else { offset };
        Offsets {
            scheme_end: self.scheme_end,
            authority_start: given(HAS_AUTHORITY, self.authority_start()),
            authority_end: given(HAS_AUTHORITY, self.path_start),
            userinfo_end: self.userinfo_end,
            host_start: with(self.host_end, self.host_start()),
            host_end: self.host_end,
            port_start: given(HAS_PORT, self.host_end.wrapping_add(1)),
            path_start: self.path_start,
            path_end: self.path_end,
            params_start: given(HAS_PARAMS, self.path_end + 1),
            query_start: self.query_start,
            query_end: with(self.query_start, self.before_fragment().min(length)),
            fragment_start: self.fragment_start,
            flags: self.flags & 0xff,
        }
    }
}

/// Which of the types an object has.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Uri,
    Relative,
    Components,
}

struct Registered {
    uri: *mut ffi::PyTypeObject,
    relative: *mut ffi::PyTypeObject,
    components: *mut ffi::PyTypeObject,
    names: [*mut ffi::PyObject; ATTRIBUTES.len()],
    /// The name of each method, and its definition.
    methods: Vec<(*mut ffi::PyObject, *mut ffi::PyMethodDef)>,
    http: *mut ffi::PyObject,
    https: *mut ffi::PyObject,
}

// SAFETY: the pointers are to immortal objects (the module keeps the types, the names are interned and leaked), and
// they are only written once, before anyone can read them.
unsafe impl Send for Registered {}
unsafe impl Sync for Registered {}

static REGISTERED: OnceLock<Registered> = OnceLock::new();

fn registered() -> &'static Registered {
    REGISTERED.get().expect("the module is initialised")
}

/// The attributes that the type's own `getattro` answers, in the order in which it tries them.
const ATTRIBUTES: [(&CStr, &CStr); 13] = [
    (c"scheme", c"The scheme as written, or None in a relative reference."),
    (c"host", c"The host as written, or None where there is no authority or it names no host."),
    (c"path", c"The path as written; never None."),
    (c"query", c"The query as written without its \"?\", or None."),
    (c"fragment", c"The fragment as written without its \"#\", or None."),
    (c"port", c"The port as an int, or None where it is absent, empty or no number."),
    (c"authority", c"The authority as written, or None."),
    (c"userinfo", c"What stands before the authority's \"@\", or None."),
    (c"port_text", c"The port as written (\"\" is not None), or None."),
    (c"params", c"RFC 1808's parameters without their \";\", or None."),
    (c"kind", c"One of absolute, opaque, network-path, absolute-path, relative-path, same-document."),
    (c"edition", c"The edition it was read by: an id, or a user's own Edition."),
    (c"text", c"The whole text, as str() gives it."),
];

impl Object {
    /// The text as a borrowed Python string.
    pub fn text<'a, 'py>(&'a self, py: Python<'py>) -> Borrowed<'a, 'py, PyString> {
        // SAFETY: `make` put a string there and it lives as long as the object.
        unsafe { Borrowed::from_ptr(py, self.text).cast_unchecked() }
    }

    /// The edition: an interned id or a user's Edition.
    pub fn edition<'a, 'py>(&'a self, py: Python<'py>) -> Borrowed<'a, 'py, PyAny> {
        // SAFETY: as for `text`.
        unsafe { Borrowed::from_ptr(py, self.edition) }
    }

    /// The offsets, in characters, of the object's text of that many characters.
    pub fn offsets(&self, length: usize) -> Offsets {
        self.places.offsets(length as u32)
    }

    /// The number of the built-in edition; nothing where the edition is a user's own.
    #[inline]
    pub fn edition_index(&self) -> Option<u16> {
        let index = self.places.flags >> 16;
        (index != OWN).then_some(index as u16)
    }

    /// The engine's flags.
    pub fn flags(&self) -> u32 {
        self.places.flags
    }

    fn attribute(&self, py: Python<'_>, index: usize) -> *mut ffi::PyObject {
        let p = &self.places;
        match index {
            0 => self.scheme(py),
            1 if p.host_end == NONE => none(),
            1 => self.slice(p.host_start(), p.host_end),
            2 => self.slice(p.path_start, p.path_end),
            3 => self.slice(p.query_start, p.before_fragment()),
            4 => self.slice(p.fragment_start, NONE),
            5 => self.port(py),
            6 if p.has(HAS_AUTHORITY) => self.slice(p.authority_start(), p.path_start),
            7 if p.userinfo_end != NONE => self.slice(p.authority_start(), p.userinfo_end),
            8 => self.port_text(),
            9 if p.has(HAS_PARAMS) => {
                let before_query = if p.query_start == NONE { NONE } else { p.query_start - 1 };
                self.slice(p.path_end + 1, before_query.min(p.before_fragment()))
            }
            6 | 7 | 9 => none(),
            10 => owned(PyString::intern(py, p.offsets(0).kind().as_str()).into_any()),
            11 => owned(self.edition(py).to_owned()),
            _ => owned(self.text(py).to_owned().into_any()),
        }
    }

    fn scheme(&self, py: Python<'_>) -> *mut ffi::PyObject {
        let end = self.places.scheme_end;
        if end == 4 || end == 5 {
            // "http" and "https" are most of what there is: one shared string each, no allocation.
            let shared = match utf8(self.text(py)).and_then(|text| text.get(..end as usize)) {
                Some(b"http") => registered().http,
                Some(b"https") => registered().https,
                _ => return self.slice(0, end),
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
        // SAFETY: `port_text` gives a new reference or null with an error set.
        let text = unsafe { Bound::from_owned_ptr_or_err(py, self.port_text()) };
        match text.and_then(|text| port_number(&text)) {
            Ok(Some(port)) => owned(port),
            // What is no number, and what Python refuses to make one, is not a port; reading never raises.
            Ok(None) | Err(_) => none(),
        }
    }

    /// The characters from `start` to `end`, or to the text's own end; None where `start` says that nothing is there.
    fn slice(&self, start: u32, end: u32) -> *mut ffi::PyObject {
        if start == NONE {
            return none();
        }
        // SAFETY: the text is a string; the function checks its bounds, and a bound beyond the end means the end.
        unsafe { ffi::PyUnicode_Substring(self.text, start as ffi::Py_ssize_t, end as ffi::Py_ssize_t) }
    }
}

fn port_number<'py>(text: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let digits = text.cast::<PyString>()?.to_str()?;
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(None);
    }
    match digits.parse::<u64>() {
        Ok(port) => Ok(Some(port.into_pyobject(text.py())?.into_any())),
        Err(_) => text.py().get_type::<pyo3::types::PyInt>().call1((text,)).map(Some),
    }
}

fn none() -> *mut ffi::PyObject {
    // SAFETY: None is always there.
    unsafe {
        let none = ffi::Py_None();
        ffi::Py_INCREF(none);
        none
    }
}

fn owned(object: Bound<'_, PyAny>) -> *mut ffi::PyObject {
    object.into_ptr()
}

/// Make an object of a form; offsets count characters of `text`.
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
    let (edition, index) = edition.kept(py);
    // SAFETY: the class has `basicsize == size_of::<Object>()`; all fields are written before the object is handed on,
    // and it owns its text and a user's edition from here on.
    unsafe {
        let made: *mut Object = ffi::PyObject_New(class);
        if made.is_null() {
            return Err(PyErr::fetch(py));
        }
        ffi::Py_INCREF(text.as_ptr());
        if index.is_none() {
            ffi::Py_INCREF(edition);
        }
        (*made).text = text.as_ptr();
        (*made).edition = edition;
        (*made).places = Places::new(offsets, index.map_or(OWN, u32::from));
        Ok(Bound::from_owned_ptr(py, made.cast()))
    }
}

/// The fields of an object, if it is one of ours.
#[inline]
pub fn layout<'a>(object: Borrowed<'a, '_, PyAny>) -> Option<(&'a Object, Form)> {
    let types = registered();
    let class = object.get_type_ptr();
    let form = if class == types.uri {
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

/// The form that a constructor asks for: None for `URIReference`, which takes either kind.
pub fn form_of_class(class: &Bound<'_, PyType>) -> Option<Form> {
    let types = registered();
    match class.as_type_ptr() {
        found if found == types.uri => Some(Form::Uri),
        found if found == types.relative => Some(Form::Relative),
        _ => None,
    }
}

unsafe extern "C" fn dealloc(object: *mut ffi::PyObject) {
    // SAFETY: called once by the interpreter, on an object that `make` made.
    unsafe {
        let class = ffi::Py_TYPE(object);
        let fields = object.cast::<Object>();
        ffi::Py_DECREF((*fields).text);
        if (*fields).edition_index().is_none() {
            ffi::Py_DECREF((*fields).edition);
        }
        ffi::PyObject_Free(object.cast());
        ffi::Py_DECREF(class.cast());
    }
}

unsafe extern "C" fn getattro(object: *mut ffi::PyObject, name: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // Attribute names in code are interned, so the usual case is decided by comparing pointers.
    for (index, known) in registered().names.iter().enumerate() {
        if ptr::eq(*known, name) {
            // SAFETY: the slot belongs to the final types, whose instances `make` made; the GIL is held.
            return unsafe { (*object.cast::<Object>()).attribute(Python::assume_attached(), index) };
        }
    }
    // A method bound to its object, as the interpreter's default makes one; that would search the type for it first.
    // What is no reference has no such method.
    // SAFETY: the definition lives for ever; the default is the interpreter's own.
    unsafe {
        if ffi::Py_TYPE(object) != registered().components {
            for &(known, definition) in &registered().methods {
                if ptr::eq(known, name) {
                    return ffi::PyCFunction_NewEx(definition, object, ptr::null_mut());
                }
            }
        }
        ffi::PyObject_GenericGetAttr(object, name)
    }
}

unsafe extern "C" fn getter(object: *mut ffi::PyObject, index: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: as in `getattro`; descriptors check the type of their instance.
    unsafe { (*object.cast::<Object>()).attribute(Python::assume_attached(), index as usize) }
}

unsafe extern "C" fn to_str(object: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: as in `getattro`.
    unsafe {
        let text = (*object.cast::<Object>()).text;
        ffi::Py_INCREF(text);
        text
    }
}

unsafe extern "C" fn hash(object: *mut ffi::PyObject) -> ffi::Py_hash_t {
    // SAFETY: as in `getattro`.
    unsafe { ffi::PyObject_Hash((*object.cast::<Object>()).text) }
}

unsafe extern "C" fn richcompare(
    left: *mut ffi::PyObject,
    right: *mut ffi::PyObject,
    operator: c_int,
) -> *mut ffi::PyObject {
    // SAFETY: both are live objects and the GIL is held.
    let result = unsafe {
        let py = Python::assume_attached();
        compare(&Bound::from_borrowed_ptr(py, left), &Bound::from_borrowed_ptr(py, right), operator)
    };
    match result {
        Ok(answer) => answer.into_ptr(),
        Err(error) => {
            // SAFETY: as above.
            error.restore(unsafe { Python::assume_attached() });
            ptr::null_mut()
        }
    }
}

/// Equal by text and edition; ordered by text, then by the edition's id and digest.
fn compare<'py>(left: &Bound<'py, PyAny>, right: &Bound<'py, PyAny>, operator: c_int) -> PyResult<Bound<'py, PyAny>> {
    let py = left.py();
    let (Some((a, a_form)), Some((b, b_form))) = (layout(left.as_borrowed()), layout(right.as_borrowed())) else {
        return Ok(py.NotImplemented().into_bound(py));
    };
    if (a_form == Form::Components) != (b_form == Form::Components) {
        return Ok(py.NotImplemented().into_bound(py));
    }
    let (text, other) = (a.text(py).to_owned(), b.text(py).to_owned());
    let (mine, yours) = (a.edition(py), b.edition(py));
    if operator == ffi::Py_EQ || operator == ffi::Py_NE {
        let equal = text.as_any().eq(&other)? && (mine.is(yours) || mine.eq(yours)?);
        return Ok((equal == (operator == ffi::Py_EQ)).into_pyobject(py)?.to_owned().into_any());
    }
    let order = text.compare(&other)?.then(edition_key(&mine)?.compare(edition_key(&yours)?)?);
    let holds = match operator {
        ffi::Py_LT => order.is_lt(),
        ffi::Py_LE => order.is_le(),
        ffi::Py_GT => order.is_gt(),
        _ => order.is_ge(),
    };
    Ok(holds.into_pyobject(py)?.to_owned().into_any())
}

fn edition_key<'py>(edition: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let py = edition.py();
    if edition.is_instance_of::<PyString>() {
        return PyTuple::new(py, [edition.clone()]);
    }
    PyTuple::new(py, [edition.getattr("id")?, edition.getattr("digest")?])
}

unsafe extern "C" fn new_reference(
    class: *mut ffi::PyTypeObject,
    args: *mut ffi::PyObject,
    kwargs: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the interpreter hands a type, a tuple and a dict or null, with the GIL held.
    unsafe {
        let py = Python::assume_attached();
        let class = Bound::from_borrowed_ptr(py, class.cast()).cast_into_unchecked::<PyType>();
        let args = Bound::from_borrowed_ptr(py, args).cast_into_unchecked::<PyTuple>();
        let kwargs = Bound::from_borrowed_ptr_or_opt(py, kwargs).map(|kwargs| kwargs.cast_into_unchecked::<PyDict>());
        match crate::calls::construct(&class, &args, kwargs.as_ref()) {
            Ok(made) => made.into_ptr(),
            Err(error) => {
                error.restore(py);
                ptr::null_mut()
            }
        }
    }
}

unsafe extern "C" fn refuse_new(
    _class: *mut ffi::PyTypeObject,
    _args: *mut ffi::PyObject,
    _kwargs: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    // SAFETY: the GIL is held.
    PyTypeError::new_err("Components come from uriverse.split()").restore(unsafe { Python::assume_attached() });
    ptr::null_mut()
}

/// Make the types and add them to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let methods = crate::entries::reference_methods();
    let reference = new_type(
        py,
        c"uriverse._core.URIReference",
        c"A URI or a relative reference: what a document calls a URI reference.",
        ffi::Py_TPFLAGS_DEFAULT | ffi::Py_TPFLAGS_BASETYPE,
        None,
        vec![slot(ffi::Py_tp_new, new_reference as *mut c_void), slot(ffi::Py_tp_methods, methods.as_mut_ptr().cast())],
        0,
    )?;
    let base = reference.cast::<PyType>()?;
    // SAFETY: the definitions' names are ASCII literals; the empty one ends the list.
    let named = methods.iter_mut().filter(|definition| !definition.ml_name.is_null()).map(|definition| {
        let name = unsafe { CStr::from_ptr(definition.ml_name) };
        (interned(py, name.to_str().expect("a method's name is ASCII")), ptr::from_mut(definition))
    });
    let named = named.collect();
    let uri = final_type(py, c"uriverse._core.URI", c"A reference that has a scheme.", Some(base))?;
    let relative_doc = c"A reference without a scheme, to be resolved against a base.";
    let relative = final_type(py, c"uriverse._core.RelativeReference", relative_doc, Some(base))?;
    let components_doc = c"The components of a lenient split, which never fails; nothing is checked.";
    let components = final_type(py, c"uriverse._core.Components", components_doc, None)?;
    let names = ATTRIBUTES.map(|(name, _)| interned(py, name.to_str().expect("an attribute's name is ASCII")));
    for (name, class) in
        [("URIReference", &reference), ("URI", &uri), ("RelativeReference", &relative), ("Components", &components)]
    {
        module.add(name, class)?;
    }
    let _ = REGISTERED.set(Registered {
        uri: uri.into_ptr().cast(),
        relative: relative.into_ptr().cast(),
        components: components.into_ptr().cast(),
        names,
        methods: named,
        http: interned(py, "http"),
        https: interned(py, "https"),
    });
    Ok(())
}

fn interned(py: Python<'_>, name: &str) -> *mut ffi::PyObject {
    PyString::intern(py, name).into_ptr()
}

fn slot(slot: c_int, function: *mut c_void) -> ffi::PyType_Slot {
    ffi::PyType_Slot { slot, pfunc: function }
}

fn final_type<'py>(
    py: Python<'py>,
    name: &'static CStr,
    doc: &'static CStr,
    base: Option<&Bound<'py, PyType>>,
) -> PyResult<Bound<'py, PyAny>> {
    let mut getters: Vec<ffi::PyGetSetDef> = ATTRIBUTES
        .iter()
        .enumerate()
        .map(|(index, (name, doc))| ffi::PyGetSetDef {
            name: name.as_ptr(),
            get: Some(getter),
            set: None,
            doc: doc.as_ptr(),
            closure: index as *mut c_void,
        })
        .collect();
    // SAFETY: a zeroed definition ends the list, as the C API asks.
    getters.push(unsafe { std::mem::zeroed() });
    // The interpreter keeps the list for as long as the type lives, which is for ever.
    let getters = Box::leak(getters.into_boxed_slice());
    let mut slots = vec![
        slot(ffi::Py_tp_dealloc, dealloc as *mut c_void),
        slot(ffi::Py_tp_getattro, getattro as *mut c_void),
        slot(ffi::Py_tp_getset, getters.as_mut_ptr().cast()),
        slot(ffi::Py_tp_str, to_str as *mut c_void),
        slot(ffi::Py_tp_hash, hash as *mut c_void),
        slot(ffi::Py_tp_richcompare, richcompare as *mut c_void),
    ];
    let make_new = if base.is_some() { new_reference as *mut c_void } else { refuse_new as *mut c_void };
    slots.push(slot(ffi::Py_tp_new, make_new));
    new_type(py, name, doc, ffi::Py_TPFLAGS_DEFAULT, base, slots, size_of::<Object>())
}

fn new_type<'py>(
    py: Python<'py>,
    name: &'static CStr,
    doc: &'static CStr,
    flags: std::ffi::c_ulong,
    base: Option<&Bound<'py, PyType>>,
    mut slots: Vec<ffi::PyType_Slot>,
    basicsize: usize,
) -> PyResult<Bound<'py, PyAny>> {
    slots.push(slot(ffi::Py_tp_doc, doc.as_ptr() as *mut c_void));
    slots.push(slot(0, ptr::null_mut()));
    let mut spec = ffi::PyType_Spec {
        name: name.as_ptr(),
        basicsize: basicsize as c_int,
        itemsize: 0,
        flags: flags as c_uint,
        slots: slots.as_mut_ptr(),
    };
    let bases = base.map_or(ptr::null_mut(), |class| class.as_ptr());
    // SAFETY: the spec and its slots are well formed and live through the call, which copies them.
    unsafe { Bound::from_owned_ptr_or_err(py, ffi::PyType_FromSpecWithBases(&raw mut spec, bases)) }
}
