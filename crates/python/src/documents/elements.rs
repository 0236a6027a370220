//! What is asked of the parser's elements: a tag, a place, the value of an attribute.
//!
//! The parser's elements are of one type, whose attributes are descriptors. `element.tag` means: look for `tag` in the type
//! and those above it, see that it is a data descriptor, and call it. All but the call is done once here, since a page has
//! thousands of elements. An element of any other type is asked as Python asks it.

use std::ffi::c_void;

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

/// An attribute of elements, as it was found in the type of the last one.
pub(super) struct Getter {
    name: &'static str,
    last: Option<Found>,
}

struct Found {
    of: Py<PyType>,
    /// None where Python does more than to call it.
    descriptor: Option<(Py<PyAny>, ffi::descrgetfunc)>,
}

impl Getter {
    pub(super) fn new(name: &'static str) -> Getter {
        Getter { name, last: None }
    }

    /// The value of the attribute.
    #[inline]
    pub(super) fn of<'py>(&mut self, element: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = element.py();
        let found = match &mut self.last {
            Some(found) if found.of.as_ptr() == element.get_type_ptr().cast() => found,
            last => last.insert(Found::new(&element.get_type(), self.name)?),
        };
        let Some((descriptor, get)) = &found.descriptor else { return element.getattr(self.name) };
        // SAFETY: the slot of the descriptor's type, with an object of the type in which the descriptor was found. It gives
        // a new reference, or null with an error set.
        unsafe { Bound::from_owned_ptr_or_err(py, get(descriptor.as_ptr(), element.as_ptr(), found.of.as_ptr())) }
    }
}

impl Found {
    /// A descriptor of the interpreter's own sort goes before the object's dictionary (Python Language Reference, 3.3.2.3).
    fn new(of: &Bound<'_, PyType>, name: &str) -> PyResult<Found> {
        let descriptor = of.getattr(name)?;
        let its = descriptor.get_type_ptr();
        // SAFETY: types that are alive. A slot is null or a function of the signature that its number says.
        let (way, get) = unsafe {
            let get = ffi::PyType_GetSlot(its, ffi::Py_tp_descr_get);
            (
                ffi::PyType_GetSlot(of.as_type_ptr(), ffi::Py_tp_getattro),
                std::mem::transmute::<*mut c_void, Option<ffi::descrgetfunc>>(get),
            )
        };
        let is_plain = way == ffi::PyObject_GenericGetAttr as *mut c_void;
        let is_its_own = its == &raw mut ffi::PyGetSetDescr_Type;
        let get = get.filter(|_| is_plain && is_its_own);
        Ok(Found { of: of.clone().unbind(), descriptor: get.map(|get| (descriptor.unbind(), get)) })
    }
}

/// The value of an attribute in the page's source; None if the element does not have it.
pub(super) fn attribute<'py>(
    element: &Bound<'py, PyAny>,
    name: &Bound<'py, PyString>,
) -> PyResult<Option<Bound<'py, PyString>>> {
    let py = element.py();
    let method = pyo3::intern!(py, "attr");
    // SAFETY: four objects that are alive, and the null that ends them; a new reference, or null with an error set.
    let value = unsafe {
        let value = ffi::PyObject_CallMethodObjArgs(
            element.as_ptr(),
            method.as_ptr(),
            name.as_ptr(),
            std::ptr::null_mut::<ffi::PyObject>(),
        );
        Bound::from_owned_ptr_or_err(py, value)?
    };
    Ok(if value.is_none() { None } else { Some(value.cast_into()?) })
}
