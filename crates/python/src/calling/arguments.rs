//! Arguments of a fast call (vectorcall): an array of borrowed objects, bound to parameters without allocation.
//!
//! The overhead of a `#[pyfunction]` is twice as high, so functions that run once per URI use this module instead.
//! `entry` is the only place where a call of the interpreter becomes safe Rust.

use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr;

use pyo3::exceptions::{PySystemError, PyTypeError};
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::ground::departure::Stay;
use crate::ground::errors::unknown_keyword;
use crate::ground::memory::memory_error;
use crate::ground::strings::{short_utf8, utf8};

/// The arguments of one call, borrowed from the caller.
pub struct Call<'a, 'py> {
    py: Python<'py>,
    receiver: *mut ffi::PyObject,
    values: &'a [*mut ffi::PyObject],
    positional: usize,
    keywords: Option<Borrowed<'a, 'py, PyTuple>>,
}

/// An optional argument.
pub type Argument<'a, 'py> = Option<Borrowed<'a, 'py, PyAny>>;

impl<'a, 'py> Call<'a, 'py> {
    /// The interpreter's token.
    pub fn py(&self) -> Python<'py> {
        self.py
    }

    /// The object whose method is called; the module, for a function.
    pub fn receiver(&self) -> Borrowed<'a, 'py, PyAny> {
        // SAFETY: the interpreter keeps it alive for the call.
        unsafe { Borrowed::from_ptr(self.py, self.receiver) }
    }

    /// The most frequent call: one argument, an exact `str` that has UTF-8 and is short enough for the engine. Returns
    /// the string and its own bytes.
    #[inline(always)]
    pub fn only_text(&self) -> Option<(Borrowed<'a, 'py, PyString>, &'a [u8])> {
        match *self.values {
            [value] if self.keywords.is_none() => self.text(value),
            _ => None,
        }
    }

    /// One text by position and one text by this keyword; None if the call has other arguments.
    #[inline(always)]
    pub fn text_and(&self, name: &Bound<'py, PyString>) -> Option<(Borrowed<'a, 'py, PyString>, &'a [u8], &'a [u8])> {
        let (text, other) = self.string_and_object(name)?;
        Some((text, short_utf8(text)?, self.text(other.as_ptr())?.1))
    }

    /// The only argument, if it is an exact `str`; its bytes are not computed.
    #[inline(always)]
    pub fn only_string(&self) -> Option<Borrowed<'a, 'py, PyString>> {
        match *self.values {
            [value] if self.keywords.is_none() => self.string(value),
            _ => None,
        }
    }

    /// One exact `str` by position and any object by this keyword; None if the call has other arguments.
    #[inline(always)]
    pub fn string_and_object(
        &self,
        name: &Bound<'py, PyString>,
    ) -> Option<(Borrowed<'a, 'py, PyString>, Borrowed<'a, 'py, PyAny>)> {
        let [value, other] = *self.values else { return None };
        if self.positional != 1 || !self.has_keyword(name) {
            return None;
        }
        // SAFETY: the interpreter keeps the arguments alive for the call.
        Some((self.string(value)?, unsafe { Borrowed::from_ptr(self.py, other) }))
    }

    /// Two arguments by position, the first one such a text, and an optional one by this keyword.
    #[inline(always)]
    pub fn text_object_and(
        &self,
        name: &Bound<'py, PyString>,
    ) -> Option<(Borrowed<'a, 'py, PyString>, &'a [u8], [Argument<'a, 'py>; 2])> {
        let (text, object, other) = match *self.values {
            [text, object] if self.keywords.is_none() => (text, object, None),
            [text, object, other] if self.positional == 2 && self.has_keyword(name) => (text, object, Some(other)),
            _ => return None,
        };
        let (text, bytes) = self.text(text)?;
        // SAFETY: the interpreter keeps the arguments alive for the call.
        let borrowed = |object| unsafe { Borrowed::from_ptr(self.py, object) };
        Some((text, bytes, [Some(borrowed(object)), other.map(borrowed)]))
    }

    /// Whether the first keyword is this interned name. Compares pointers, because Python's compiler interns the
    /// keywords of a call; an equal name that is not interned takes the slow path.
    #[inline(always)]
    fn has_keyword(&self, name: &Bound<'py, PyString>) -> bool {
        match &self.keywords {
            // SAFETY: there are as many keywords as values after those by position.
            Some(keywords) if self.values.len() > self.positional => unsafe {
                keywords.get_borrowed_item_unchecked(0).as_ptr() == name.as_ptr()
            },
            _ => false,
        }
    }

    /// The only argument and its name, if it was passed by name.
    #[inline(always)]
    pub fn only_keyword(&self) -> Option<(&'a [u8], Borrowed<'a, 'py, PyAny>)> {
        let ([value], 0, Some(keywords)) = (self.values, self.positional, self.keywords) else { return None };
        // SAFETY: there is one value, and so one name; the interpreter keeps both alive for the call.
        let (name, value): (Borrowed<'a, 'py, PyAny>, _) = unsafe {
            let name = keywords.get_borrowed_item_unchecked(0).as_ptr();
            (Borrowed::from_ptr(self.py, name), Borrowed::from_ptr(self.py, *value))
        };
        Some((utf8(name.cast_exact::<PyString>().ok()?)?, value))
    }

    /// An exact `str` in UTF-8, short enough for the engine, and one object, if there are no other arguments.
    #[inline(always)]
    pub fn text_then_object(&self) -> Option<(&'a [u8], Borrowed<'a, 'py, PyAny>)> {
        let ([text, object], None) = (self.values, self.keywords) else { return None };
        // SAFETY: the interpreter keeps the arguments alive for the call.
        Some((self.text(*text)?.1, unsafe { Borrowed::from_ptr(self.py, *object) }))
    }

    #[inline(always)]
    fn string(&self, value: *mut ffi::PyObject) -> Option<Borrowed<'a, 'py, PyString>> {
        // SAFETY: the interpreter keeps the arguments alive for the call.
        let value: Borrowed<'a, 'py, PyAny> = unsafe { Borrowed::from_ptr(self.py, value) };
        value.cast_exact::<PyString>().ok()
    }

    #[inline(always)]
    fn text(&self, value: *mut ffi::PyObject) -> Option<(Borrowed<'a, 'py, PyString>, &'a [u8])> {
        let string = self.string(value)?;
        short_utf8(string).map(|bytes| (string, bytes))
    }

    /// The required arguments, and the optional ones, None for an omitted one. The required ones may be passed by
    /// position.
    #[inline]
    pub fn bind<const R: usize, const N: usize>(
        &self,
        function: &str,
        required: &[&str; R],
        optional: &[&str; N],
    ) -> PyResult<([Borrowed<'a, 'py, PyAny>; R], [Argument<'a, 'py>; N])> {
        self.bind_by(function, R, required, optional)
    }

    /// As [`Call::bind`], if the first `positional` of all arguments may be passed by position.
    #[inline]
    pub fn bind_by<const R: usize, const N: usize>(
        &self,
        function: &str,
        positional: usize,
        required: &[&str; R],
        optional: &[&str; N],
    ) -> PyResult<([Borrowed<'a, 'py, PyAny>; R], [Argument<'a, 'py>; N])> {
        let (mut bound, mut others) = ([None; R], [None; N]);
        self.bind_to(function, positional, (required, &mut bound), (optional, &mut others))?;
        Ok((bound.map(|value| value.expect("none is missing")), others))
    }

    /// [`Call::bind_by`] to the places beside the names: compiled once, not for every two counts of arguments.
    fn bind_to(
        &self,
        function: &str,
        positional: usize,
        (required, bound): (&[&str], &mut [Argument<'a, 'py>]),
        (optional, others): (&[&str], &mut [Argument<'a, 'py>]),
    ) -> PyResult<()> {
        let error = |what: &str| Err(PyTypeError::new_err(format!("{function}() {what}")));
        let names = || required.iter().chain(optional);
        if self.positional > positional {
            let by_name = names().skip(positional).copied().collect::<Vec<_>>().join("=, ");
            return error(&format!(
                "takes at most {positional} positional arguments, and was given {}: give the others by name ({by_name}=)",
                self.positional
            ));
        }
        // SAFETY: the interpreter keeps the arguments alive for the call.
        let argument = |index: usize| Some(unsafe { Borrowed::from_ptr(self.py, self.values[index]) });
        for (index, place) in bound.iter_mut().chain(&mut *others).take(self.positional).enumerate() {
            *place = argument(index);
        }
        for (index, name) in self.keywords.iter().flat_map(|names| names.iter_borrowed()).enumerate() {
            let name = name.cast::<PyString>()?;
            let name = name.to_str()?;
            let place = names().position(|known| *known == name);
            match place.and_then(|place| bound.iter_mut().chain(&mut *others).nth(place)) {
                None => return Err(unknown_keyword(self.py, function, name, names().copied())),
                Some(Some(_)) => return error(&format!("got multiple values for argument '{name}'")),
                // The values of keywords follow the positional ones.
                Some(place) => *place = argument(self.positional + index),
            }
        }
        match bound.iter().position(Option::is_none) {
            None => Ok(()),
            Some(_) => error(&missing(required, bound, positional)),
        }
    }

    /// The arguments of a method that takes any number by position and none by name.
    pub fn positional_only(&self, function: &str) -> PyResult<Vec<Borrowed<'a, 'py, PyAny>>> {
        if let Some(name) = self.keywords.iter().flat_map(|names| names.iter_borrowed()).next() {
            let name = name.cast::<PyString>()?;
            return Err(unknown_keyword(self.py, function, &name.to_string_lossy(), []));
        }
        // SAFETY: as in `bind_by`.
        Ok(self.values.iter().map(|value| unsafe { Borrowed::from_ptr(self.py, *value) }).collect())
    }
}

/// What the interpreter says of required arguments that are missing: those by position, or else those by keyword.
fn missing(required: &[&str], bound: &[Argument<'_, '_>], positional: usize) -> String {
    let are_missing = |range: &[&str], values: &[Argument<'_, '_>]| -> Vec<String> {
        range.iter().zip(values).filter(|(_, value)| value.is_none()).map(|(name, _)| format!("'{name}'")).collect()
    };
    let split = positional.min(required.len());
    let (mut names, mut kind) = (are_missing(&required[..split], &bound[..split]), "positional");
    if names.is_empty() {
        (names, kind) = (are_missing(&required[split..], &bound[split..]), "keyword-only");
    }
    let plural = if names.len() == 1 { "" } else { "s" };
    let list = match &*names {
        [first, second] => format!("{first} and {second}"),
        [others @ .., last] if !others.is_empty() => format!("{}, and {last}", others.join(", ")),
        _ => names.concat(),
    };
    format!("missing {} required {kind} argument{plural}: {list}", names.len())
}

/// The arguments of a fast call, as the interpreter passes them.
#[derive(Clone, Copy)]
pub struct RawCall {
    pub receiver: *mut ffi::PyObject,
    pub args: *const *mut ffi::PyObject,
    pub count: ffi::Py_ssize_t,
    pub keywords: *mut ffi::PyObject,
}

impl RawCall {
    /// The arguments as safe Rust.
    ///
    /// # Safety
    /// They must be those of a `METH_FASTCALL | METH_KEYWORDS` call that has not returned yet.
    #[inline(always)]
    pub unsafe fn call<'a, 'py>(self, py: Python<'py>) -> Call<'a, 'py> {
        // SAFETY: the caller's promise: `count` arguments and then one value per keyword.
        unsafe {
            let keywords =
                (!self.keywords.is_null()).then(|| Borrowed::from_ptr(py, self.keywords).cast_unchecked::<PyTuple>());
            let total = self.count as usize + keywords.map_or(0, |names| names.len());
            let values = if total == 0 { &[] } else { std::slice::from_raw_parts(self.args, total) };
            Call { py, receiver: self.receiver, values, positional: self.count as usize, keywords }
        }
    }
}

/// Runs a function on a fast call's arguments: first the fast path, then `run` if it returns None. An error is set; a
/// panic becomes a SystemError.
///
/// The fast path skips PyO3's bookkeeping of attached threads. While its count is zero for a thread, a dropped object
/// waits in a pool that only PyO3's own entries empty. So the fast path must not drop a `Py` or a `PyErr` (it cannot
/// raise). Everything else runs under [`attached`].
///
/// # Safety
/// The arguments must be those of a `METH_FASTCALL | METH_KEYWORDS` call, with the interpreter attached.
#[inline]
pub unsafe fn entry<F, R>(raw: RawCall, fast_path: F, run: R) -> *mut ffi::PyObject
where
    F: for<'a, 'py> FnOnce(&Call<'a, 'py>) -> Option<Bound<'py, PyAny>>,
    R: for<'a, 'py> FnOnce(&Call<'a, 'py>) -> PyResult<Bound<'py, PyAny>>,
{
    // Return one word. A larger result would be read back with wider loads than the stores that wrote it, which defeats
    // store forwarding.
    // SAFETY: the caller's promise.
    let fast = || unsafe { fast_path(&raw.call(Python::assume_attached())).map_or(ptr::null_mut(), Bound::into_ptr) };
    let object = catch_unwind(AssertUnwindSafe(fast)).unwrap_or(ptr::null_mut());
    if object.is_null() {
        // SAFETY: the caller's promise.
        attached(|py| run(&unsafe { raw.call(py) }))
    } else {
        object
    }
}

/// Runs a fallible function for the C API: the object, or null with an error set; a panic becomes a SystemError, or a
/// MemoryError if memory is short.
#[inline(never)]
pub fn attached<R>(run: R) -> *mut ffi::PyObject
where
    R: for<'py> FnOnce(Python<'py>) -> PyResult<Bound<'py, PyAny>>,
{
    Python::attach(|py| {
        let _stay = Stay::begin();
        let result = catch_unwind(AssertUnwindSafe(|| run(py))).unwrap_or_else(|panic| {
            let fault = "the engine failed: this is a fault of uriverse, please report the input";
            Err(memory_error(&*panic).unwrap_or_else(|| PySystemError::new_err(fault)))
        });
        match result {
            Ok(value) => value.into_ptr(),
            Err(error) => {
                error.restore(py);
                ptr::null_mut()
            }
        }
    })
}
