//! The slots of the type `URL`, and the creation of the type.
//!
//! `object.rs` explains why it is safe; every function here relies on that only.

use std::ffi::{c_int, c_void};
use std::mem::{offset_of, size_of};

use pyo3::ffi;
use pyo3::prelude::*;

use crate::calling::type_calls::type_calls;
#[cfg(not(feature = "stable-abi"))]
use crate::calling::type_making::call_without_tuple;
use crate::calling::type_making::{descriptors, hash, new_type, slot, text_member, to_str, HasText};
use crate::layout::url::{layout, registered, Registered, Url, ATTRIBUTES, REGISTERED};

type_calls!(url_calls = crate::whatwg::calls::construct[crate::whatwg::calls::parse_fast]);

unsafe extern "C" fn dealloc(object: *mut ffi::PyObject) {
    // SAFETY: called once by the interpreter, on an object that `make` made.
    unsafe {
        let class = ffi::Py_TYPE(object);
        ffi::Py_DECREF((*object.cast::<Url>()).text);
        ffi::PyObject_Free(object.cast());
        ffi::Py_DECREF(class.cast());
    }
}

unsafe extern "C" fn getter(object: *mut ffi::PyObject, index: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: descriptors check the type of their instance, which `make` made; the GIL is held.
    unsafe { (*object.cast::<Url>()).attribute(Python::assume_attached(), index as usize) }
}

impl HasText for Url {
    fn text_pointer(&self) -> *mut ffi::PyObject {
        self.text
    }
}

/// URLs are equal, and ordered, by their serialization (URL Standard, section 4.6).
unsafe extern "C" fn richcompare(
    left: *mut ffi::PyObject,
    right: *mut ffi::PyObject,
    operator: c_int,
) -> *mut ffi::PyObject {
    // SAFETY: both are live objects and the GIL is held; the texts are strings, which compare.
    unsafe {
        let py = Python::assume_attached();
        match (layout(Borrowed::from_ptr(py, left)), layout(Borrowed::from_ptr(py, right))) {
            (Some(a), Some(b)) => ffi::PyObject_RichCompare(a.text, b.text, operator),
            _ => py.NotImplemented().into_ptr(),
        }
    }
}

/// Makes the type, once, and adds it to the module.
pub fn register(module: &Bound<'_, PyModule>, methods: fn() -> &'static mut [ffi::PyMethodDef]) -> PyResult<()> {
    let py = module.py();
    if REGISTERED.get().is_none() {
        let made = make_type(py, methods())?;
        let _ = REGISTERED.set(made);
    }
    // SAFETY: `make_type` made it, and it is immortal.
    module.add("URL", unsafe { Bound::from_borrowed_ptr(py, registered().class.cast()) })
}

fn make_type(py: Python<'_>, methods: &'static mut [ffi::PyMethodDef]) -> PyResult<Registered> {
    let getters = descriptors(ATTRIBUTES.into_iter(), getter);
    let slots = vec![
        slot(ffi::Py_tp_dealloc, dealloc as *mut c_void),
        slot(ffi::Py_tp_getset, getters.cast()),
        slot(ffi::Py_tp_members, text_member(c"href", doc!("whatwg/href"), offset_of!(Url, text)).cast()),
        slot(ffi::Py_tp_methods, methods.as_mut_ptr().cast()),
        slot(ffi::Py_tp_str, to_str::<Url> as *mut c_void),
        slot(ffi::Py_tp_hash, hash::<Url> as *mut c_void),
        slot(ffi::Py_tp_richcompare, richcompare as *mut c_void),
        slot(ffi::Py_tp_new, url_calls::new as *mut c_void),
    ];
    let doc = doc!("whatwg/URL");
    let class = new_type(py, c"uriverse.whatwg.URL", doc, ffi::Py_TPFLAGS_DEFAULT, None, slots, size_of::<Url>())?;
    #[cfg(not(feature = "stable-abi"))]
    call_without_tuple(&class, url_calls::vectorcall);
    Ok(Registered { class: class.into_ptr().cast() })
}
