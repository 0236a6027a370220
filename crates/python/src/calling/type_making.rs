//! Creates the hot types by the C API: their attributes, slots and specs.

use std::ffi::{c_int, c_uint, c_void, CStr};
use std::ptr;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

/// An instance of a hot type, whose `str()` and `hash()` are those of a text.
pub(crate) trait HasText {
    /// The text, which lives as long as the object.
    fn text_pointer(&self) -> *mut ffi::PyObject;
}

/// `str(object)`.
///
/// # Safety
/// Only for the slot of the final type whose instances are `T`, called by the interpreter.
pub(crate) unsafe extern "C" fn to_str<T: HasText>(object: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: the caller's promise; the text is alive, and the caller owns one more reference to it.
    unsafe {
        let text = (*object.cast::<T>()).text_pointer();
        ffi::Py_INCREF(text);
        text
    }
}

/// `hash(object)`.
///
/// # Safety
/// As for [`to_str`].
pub(crate) unsafe extern "C" fn hash<T: HasText>(object: *mut ffi::PyObject) -> ffi::Py_hash_t {
    // SAFETY: as in `to_str`.
    unsafe { ffi::PyObject_Hash((*object.cast::<T>()).text_pointer()) }
}

pub(crate) fn interned(py: Python<'_>, name: &str) -> *mut ffi::PyObject {
    PyString::intern(py, name).into_ptr()
}

pub(crate) fn slot(slot: c_int, function: *mut c_void) -> ffi::PyType_Slot {
    ffi::PyType_Slot { slot, pfunc: function }
}

/// The descriptors of attributes, for editors and `help()`. The getter receives the attribute's index.
pub(crate) fn descriptors(
    attributes: impl Iterator<Item = (&'static CStr, &'static CStr)>,
    getter: ffi::getter,
) -> *mut ffi::PyGetSetDef {
    let mut list: Vec<ffi::PyGetSetDef> = attributes
        .enumerate()
        .map(|(index, (name, doc))| ffi::PyGetSetDef {
            name: name.as_ptr(),
            get: Some(getter),
            set: None,
            doc: doc.as_ptr(),
            closure: index as *mut c_void,
        })
        .collect();
    // SAFETY: a zeroed definition ends the list, as the C API requires.
    list.push(unsafe { std::mem::zeroed() });
    // The list is leaked, because the interpreter uses it as long as the type lives.
    Box::leak(list.into_boxed_slice()).as_mut_ptr()
}

/// The attribute that is an object's text, as a member: the interpreter reads it at its offset and calls no getter.
pub(crate) fn text_member(name: &'static CStr, doc: &'static CStr, offset: usize) -> *mut ffi::PyMemberDef {
    let member = ffi::PyMemberDef {
        name: name.as_ptr(),
        type_code: ffi::Py_T_OBJECT_EX,
        offset: offset as ffi::Py_ssize_t,
        flags: ffi::Py_READONLY,
        doc: doc.as_ptr(),
    };
    // SAFETY: a zeroed definition ends the list, as the C API requires. The list is leaked, because the interpreter
    // keeps it.
    Box::leak(Box::new([member, unsafe { std::mem::zeroed() }])).as_mut_ptr()
}

pub(crate) fn new_type<'py>(
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

/// Sets `tp_vectorcall`: the interpreter calls the type without building a tuple of the arguments.
#[cfg(not(feature = "stable-abi"))]
pub(crate) fn call_without_tuple(class: &Bound<'_, PyAny>, call: ffi::vectorcallfunc) {
    // SAFETY: `new_type` made a type, no other code has seen it yet, and the function is static.
    unsafe { (*class.as_ptr().cast::<ffi::PyTypeObject>()).tp_vectorcall = Some(call) };
}
