//! Records: values of Python's NamedTuples and of frozen dataclasses, made without a call.

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};

use crate::ground::errors::wrong_type;

/// A record of all fields of a class, as `tuple.__new__(class, fields)` makes it by two more tuples. A record's own
/// `__new__` is a function of Python.
pub fn record<'py, const N: usize>(
    class: &Bound<'py, PyAny>,
    fields: [Bound<'py, PyAny>; N],
) -> PyResult<Bound<'py, PyAny>> {
    let class = class.cast::<PyType>()?;
    if !class.is_subclass_of::<PyTuple>()? {
        return Err(wrong_type("class", "a NamedTuple", class));
    }
    // SAFETY: an instance of a subclass of `tuple` with as many places as fields, or null with an error set. No other
    // code has it before its places are filled. The call takes the reference to the field.
    unsafe {
        let count = N as ffi::Py_ssize_t;
        let instance = ffi::PyType_GenericAlloc(class.as_type_ptr(), count);
        let instance = Bound::from_owned_ptr_or_err(class.py(), instance)?;
        for (at, field) in fields.into_iter().enumerate() {
            if ffi::PyTuple_SetItem(instance.as_ptr(), at as ffi::Py_ssize_t, field.into_ptr()) != 0 {
                return Err(PyErr::fetch(class.py()));
            }
        }
        Ok(instance)
    }
}

/// A value of a frozen dataclass with these fields, as unpickling makes it.
pub fn frozen<'py, const N: usize>(
    class: &Bound<'py, PyAny>,
    fields: [(&Bound<'py, PyString>, Bound<'py, PyAny>); N],
) -> PyResult<Bound<'py, PyAny>> {
    let instance = class.call_method1(pyo3::intern!(class.py(), "__new__"), (class,))?;
    for (name, value) in fields {
        // SAFETY: three live objects; it is what `object.__setattr__` calls, and sets an error if it fails.
        if unsafe { ffi::PyObject_GenericSetAttr(instance.as_ptr(), name.as_ptr(), value.as_ptr()) } != 0 {
            return Err(PyErr::fetch(class.py()));
        }
    }
    Ok(instance)
}
