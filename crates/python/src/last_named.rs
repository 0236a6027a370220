//! What a call named last as its edition, an id and a user's own `Edition`: a look at one pointer, in place of a
//! comparison of texts or an attribute. Most programs name one.
//!
//! The objects are kept alive, so that no other object has their addresses. The interpreter's lock guards the pointers.

pub use kept::{is_id, keep_id, keep_own, tables_of};

#[cfg(not(Py_GIL_DISABLED))]
mod kept {
    use std::ptr::null_mut;
    use std::sync::atomic::{AtomicPtr, Ordering::Relaxed};

    use pyo3::ffi;
    use pyo3::prelude::*;
    use pyo3::types::PyString;

    static ID: AtomicPtr<ffi::PyObject> = AtomicPtr::new(null_mut());
    static EDITION: AtomicPtr<ffi::PyObject> = AtomicPtr::new(null_mut());
    static TABLES: AtomicPtr<ffi::PyObject> = AtomicPtr::new(null_mut());

    /// Whether an object is the id that was kept.
    #[inline(always)]
    pub fn is_id(argument: Borrowed<'_, '_, PyAny>) -> bool {
        ID.load(Relaxed) == argument.as_ptr()
    }

    #[cold]
    pub fn keep_id(id: Borrowed<'_, '_, PyString>) {
        keep([(&ID, id.as_ptr())]);
    }

    /// The tables of an edition, if it is the one that was kept.
    #[inline]
    pub fn tables_of<'py>(edition: Borrowed<'_, 'py, PyAny>) -> Option<Bound<'py, PyAny>> {
        // SAFETY: `keep_own` wrote both pointers, and holds both objects.
        (EDITION.load(Relaxed) == edition.as_ptr())
            .then(|| unsafe { Bound::from_borrowed_ptr(edition.py(), TABLES.load(Relaxed)) })
    }

    #[cold]
    pub fn keep_own(edition: Borrowed<'_, '_, PyAny>, tables: &Bound<'_, PyAny>) {
        keep([(&EDITION, edition.as_ptr()), (&TABLES, tables.as_ptr())]);
    }

    fn keep<const N: usize>(objects: [(&AtomicPtr<ffi::PyObject>, *mut ffi::PyObject); N]) {
        // SAFETY: they are alive, and held from here on. The ones before are let go after they are out of the pointers:
        // what that runs may come here again.
        unsafe {
            objects.iter().for_each(|(_, object)| ffi::Py_INCREF(*object));
            let before = objects.map(|(place, object)| place.swap(object, Relaxed));
            before.into_iter().for_each(|object| ffi::Py_XDECREF(object));
        }
    }
}

/// Nothing is kept: other threads would see one of the pointers without the others.
#[cfg(Py_GIL_DISABLED)]
mod kept {
    use pyo3::prelude::*;
    use pyo3::types::PyString;

    pub fn is_id(_argument: Borrowed<'_, '_, PyAny>) -> bool {
        false
    }

    pub fn keep_id(_id: Borrowed<'_, '_, PyString>) {}

    pub fn tables_of<'py>(_edition: Borrowed<'_, 'py, PyAny>) -> Option<Bound<'py, PyAny>> {
        None
    }

    pub fn keep_own(_edition: Borrowed<'_, '_, PyAny>, _tables: &Bound<'_, PyAny>) {}
}
