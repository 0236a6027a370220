//! Defines the slots of the hot types, and creates these types.
//!
//! `object.rs` explains why it is safe; every function here relies on that only.

use std::ffi::{c_int, c_void, CStr};
use std::mem::size_of;
use std::ptr;

use pyo3::exceptions::PyTypeError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};

use crate::calling::arguments::attached;
use crate::calling::type_calls::type_calls;
#[cfg(not(feature = "stable-abi"))]
use crate::calling::type_making::call_without_tuple;
use crate::calling::type_making::{descriptors, hash, interned, new_type, slot, to_str, HasText};
use crate::ground::other_names::explain_missing;
use crate::layout::object::{layout, registered, Form, Methods, Object, Registered, ATTRIBUTES, REGISTERED};
use crate::reference::composition;
use crate::reference::masking;

type_calls!(url_calls = crate::reference::urls::construct[crate::reference::urls::construct_fast]);
type_calls!(reference_calls = crate::reference::calls::construct[crate::reference::calls::construct_fast]);

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
    // Attribute names in code are interned, so comparing pointers almost always decides.
    for (index, known) in registered().names.iter().enumerate() {
        if ptr::eq(*known, name) {
            // SAFETY: the slot belongs to the final types, whose instances `make` made; the GIL is held.
            return unsafe { (*object.cast::<Object>()).attribute(Python::assume_attached(), ATTRIBUTES[index].0) };
        }
    }
    // SAFETY: the definition is static; the default is the interpreter's own.
    unsafe {
        let (types, class) = (registered(), ffi::Py_TYPE(object));
        let (lists, class): ([&[_]; 2], _) = match class {
            _ if class == types.components => ([&[], &[]], "Components"),
            _ if class == types.url => ([&types.url_methods, &types.methods], "URL"),
            _ if class == types.uri => ([&types.methods, &[]], "URI"),
            _ => ([&types.methods, &[]], "RelativeReference"),
        };
        for &(known, definition) in lists.into_iter().flatten() {
            if ptr::eq(known, name) {
                return ffi::PyCFunction_NewEx(definition, object, ptr::null_mut());
            }
        }
        let value = ffi::PyObject_GenericGetAttr(object, name);
        if value.is_null() {
            explain_missing(Python::assume_attached(), class, name);
        }
        value
    }
}

unsafe extern "C" fn getter(object: *mut ffi::PyObject, index: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: as in `getattro`; descriptors check the type of their instance.
    unsafe { (*object.cast::<Object>()).attribute(Python::assume_attached(), ATTRIBUTES[index as usize].0) }
}

/// The computed attribute of the base type: `parent`.
unsafe extern "C" fn parent(object: *mut ffi::PyObject, _closure: *mut c_void) -> *mut ffi::PyObject {
    // SAFETY: descriptors check the type of their instance, which is alive for the call.
    attached(|py| composition::parent(unsafe { Borrowed::from_ptr(py, object) }))
}

/// `reference / segment`; also called for `segment / reference`.
unsafe extern "C" fn true_divide(left: *mut ffi::PyObject, right: *mut ffi::PyObject) -> *mut ffi::PyObject {
    attached(|py| {
        // SAFETY: both are alive for the call.
        let (left, right) = unsafe { (Borrowed::from_ptr(py, left), Borrowed::from_ptr(py, right)) };
        composition::divide(left, right).unwrap_or_else(|| Ok(py.NotImplemented().into_bound(py)))
    })
}

unsafe extern "C" fn repr(object: *mut ffi::PyObject) -> *mut ffi::PyObject {
    // SAFETY: the interpreter keeps the object alive for the call.
    attached(|py| masking::reference_repr(unsafe { Borrowed::from_ptr(py, object) }))
}

impl HasText for Object {
    fn text_pointer(&self) -> *mut ffi::PyObject {
        self.text
    }
}

unsafe extern "C" fn richcompare(
    left: *mut ffi::PyObject,
    right: *mut ffi::PyObject,
    operator: c_int,
) -> *mut ffi::PyObject {
    // SAFETY: both are live objects and the GIL is held; texts are exact strings, which compare without an error.
    unsafe {
        let py = Python::assume_attached();
        let (one, other) = (Borrowed::from_ptr(py, left), Borrowed::from_ptr(py, right));
        if let (Some((a, a_form)), Some((b, b_form)), true) = (layout(one), layout(other), is_equality(operator)) {
            // Objects of one edition are equal if their texts are.
            if a.edition == b.edition && (a_form == Form::Components) == (b_form == Form::Components) {
                return ffi::PyUnicode_RichCompare(a.text, b.text, operator);
            }
        }
        attached(|py| compare(&Bound::from_borrowed_ptr(py, left), &Bound::from_borrowed_ptr(py, right), operator))
    }
}

fn is_equality(operator: c_int) -> bool {
    operator == ffi::Py_EQ || operator == ffi::Py_NE
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
    if is_equality(operator) {
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

unsafe extern "C" fn refuse_new(
    _class: *mut ffi::PyTypeObject,
    _args: *mut ffi::PyObject,
    _kwargs: *mut ffi::PyObject,
) -> *mut ffi::PyObject {
    attached(|_| Err(PyTypeError::new_err("Components come from uriverse.split()")))
}

/// The methods of references, those of `URL` alone, and those of `Components`.
pub type MethodLists = [&'static mut [ffi::PyMethodDef]; 3];

/// Adds the types to the module. They are made once for the process: if the module is deleted and imported again,
/// objects of the same types may still be alive.
pub fn register(module: &Bound<'_, PyModule>, lists: fn() -> MethodLists) -> PyResult<()> {
    let py = module.py();
    if REGISTERED.get().is_none() {
        let types = make_types(py, lists())?;
        let _ = REGISTERED.set(types);
    }
    let types = registered();
    let named = [
        ("URIReference", types.reference),
        ("URI", types.uri),
        ("WebURL", types.url),
        ("RelativeReference", types.relative),
        ("Components", types.components),
    ];
    for (name, class) in named {
        // SAFETY: `make_types` made it, and it is immortal.
        module.add(name, unsafe { Bound::from_borrowed_ptr(py, class.cast()) })?;
    }
    Ok(())
}

fn make_types(py: Python<'_>, [methods, url_methods, components_methods]: MethodLists) -> PyResult<Registered> {
    let reference = new_type(
        py,
        c"uriverse.URIReference",
        doc!("types/URIReference"),
        ffi::Py_TPFLAGS_DEFAULT | ffi::Py_TPFLAGS_BASETYPE,
        None,
        vec![
            slot(ffi::Py_tp_new, reference_calls::new as *mut c_void),
            slot(ffi::Py_tp_methods, methods.as_mut_ptr().cast()),
            slot(ffi::Py_tp_getset, descriptors([(c"parent", doc!("attributes/parent"))].into_iter(), parent).cast()),
            slot(ffi::Py_nb_true_divide, true_divide as *mut c_void),
        ],
        0,
    )?;
    let base = reference.cast::<PyType>()?.clone();
    let new_reference = reference_calls::new as *mut c_void;
    let uri_doc = doc!("types/URI");
    let uri = hot_type(py, c"uriverse.URI", uri_doc, Some(&base), new_reference, vec![], ffi::Py_TPFLAGS_BASETYPE)?;
    let own = vec![slot(ffi::Py_tp_methods, url_methods.as_mut_ptr().cast())];
    let uri_class = uri.cast::<PyType>()?;
    let url = hot_type(py, c"uriverse.URL", doc!("types/URL"), Some(uri_class), url_calls::new as *mut c_void, own, 0)?;
    let name = c"uriverse.RelativeReference";
    let relative = hot_type(py, name, doc!("types/RelativeReference"), Some(&base), new_reference, vec![], 0)?;
    let own = vec![slot(ffi::Py_tp_methods, components_methods.as_mut_ptr().cast())];
    let name = c"uriverse.Components";
    let components = hot_type(py, name, doc!("types/Components"), None, refuse_new as *mut c_void, own, 0)?;
    let names = ATTRIBUTES.map(|(_, name, _)| interned(py, name.to_str().expect("an attribute's name is ASCII")));
    #[cfg(not(feature = "stable-abi"))]
    {
        for class in [&reference, &uri, &relative] {
            call_without_tuple(class, reference_calls::vectorcall);
        }
        call_without_tuple(&url, url_calls::vectorcall);
    }
    Ok(Registered {
        reference: reference.into_ptr().cast(),
        uri: uri.into_ptr().cast(),
        url: url.into_ptr().cast(),
        relative: relative.into_ptr().cast(),
        components: components.into_ptr().cast(),
        names,
        methods: by_name(py, methods),
        url_methods: by_name(py, url_methods),
        http: interned(py, "http"),
        https: interned(py, "https"),
    })
}

/// The definitions of a list by their interned names.
fn by_name(py: Python<'_>, definitions: &'static mut [ffi::PyMethodDef]) -> Methods {
    let named = definitions.iter_mut().filter(|definition| !definition.ml_name.is_null()).map(|definition| {
        // SAFETY: the definitions' names are ASCII literals; the empty one, which ends the list, was left out.
        let name = unsafe { CStr::from_ptr(definition.ml_name) };
        (interned(py, name.to_str().expect("a method's name is ASCII")), ptr::from_mut(definition))
    });
    named.collect()
}

fn hot_type<'py>(
    py: Python<'py>,
    name: &'static CStr,
    doc: &'static CStr,
    base: Option<&Bound<'py, PyType>>,
    make_new: *mut c_void,
    own_slots: Vec<ffi::PyType_Slot>,
    flags: std::ffi::c_ulong,
) -> PyResult<Bound<'py, PyAny>> {
    let getters = descriptors(ATTRIBUTES.iter().map(|&(_, name, doc)| (name, doc)), getter);
    let mut slots = vec![
        slot(ffi::Py_tp_dealloc, dealloc as *mut c_void),
        slot(ffi::Py_tp_getattro, getattro as *mut c_void),
        slot(ffi::Py_tp_getset, getters.cast()),
        slot(ffi::Py_tp_str, to_str::<Object> as *mut c_void),
        slot(ffi::Py_tp_hash, hash::<Object> as *mut c_void),
        slot(ffi::Py_tp_richcompare, richcompare as *mut c_void),
        slot(ffi::Py_tp_new, make_new),
    ];
    slots.extend(own_slots);
    if base.is_some() {
        slots.push(slot(ffi::Py_tp_repr, repr as *mut c_void));
    }
    new_type(py, name, doc, ffi::Py_TPFLAGS_DEFAULT | flags, base, slots, size_of::<Object>())
}
