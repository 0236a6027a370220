//! The functions and methods that Python calls: each with its entry point and the file of its documentation.

use std::ffi::CStr;

use pyo3::ffi;
use pyo3::prelude::*;

use crate::calling::arguments::{entry, RawCall};
use crate::reference::types::MethodLists;
use crate::reference::{calls, composition, masking, normalizing, percent, queries, resolving, urls};
use crate::whatwg::calls as whatwg;

macro_rules! fast_calls {
    (fast $fast:path) => { $fast };
    (fast) => { |_| None };
    ($list:ident:
    $($name:ident = $function:path $([$fast:path])?: $file:literal),* $(,)?) => {
        mod $list {
            use $crate::entries::*;
            $(
                pub unsafe extern "C" fn $name(
                    receiver: *mut ffi::PyObject,
                    args: *const *mut ffi::PyObject,
                    count: ffi::Py_ssize_t,
                    keywords: *mut ffi::PyObject,
                ) -> *mut ffi::PyObject {
                    let raw = RawCall { receiver, args, count, keywords };
                    // SAFETY: registered below as METH_FASTCALL | METH_KEYWORDS.
                    unsafe { entry(raw, fast_calls!(fast $($fast)?), $function) }
                }
            )*
            pub const ALL: &[(&CStr, ffi::PyCFunctionFastWithKeywords, &CStr)] = &[$((
                // SAFETY: the literal ends with NUL and has no other.
                unsafe { CStr::from_bytes_with_nul_unchecked(concat!(stringify!($name), "\0").as_bytes()) },
                $name,
                doc!($file),
            )),*];
        }
    };
}

fast_calls! {
    functions:
    parse = calls::parse [calls::parse_fast]: "functions/parse",
    compose = composition::compose: "functions/compose",
    split = calls::split [calls::split_fast]: "functions/split",
    is_valid = calls::is_valid [calls::is_valid_fast]: "functions/is_valid",
    resolve = resolving::resolve [resolving::resolve_fast]: "functions/resolve",
    target = resolving::target [resolving::target_fast]: "internal/target",
    relativize = resolving::relativize: "functions/relativize",
    normalize = normalizing::normalize [normalizing::normalize_fast]: "functions/normalize",
    normalize_generic = normalizing::normalize_generic: "internal/normalize_generic",
    equivalent = normalizing::equivalent: "functions/equivalent",
    remove_dot_segments = calls::remove_dot_segments: "functions/remove_dot_segments",
    encode = percent::encode [percent::encode_fast]: "functions/encode",
    compose_query = queries::compose_query: "functions/compose_query",
    decode = percent::decode [percent::decode_fast]: "functions/decode",
}

fast_calls! {
    methods:
    resolve = resolving::resolve_method [resolving::resolve_method_fast]: "references/resolve",
    relativize = resolving::relativize_method: "references/relativize",
    replace = composition::replace [composition::replace_fast]: "references/replace",
    redacted = masking::redacted: "references/redacted",
    append = composition::append: "references/append",
    with_pairs = queries::with_pairs [queries::with_pairs_fast]: "references/with_pairs",
    normalize = normalizing::normalize_method: "references/normalize",
}

fast_calls! {
    methods_of_components:
    redacted = masking::redacted: "references/redacted",
    resolve = resolving::resolve_components: "components/resolve",
}

fast_calls! {
    url_functions:
    whatwg_parse = whatwg::parse [whatwg::parse_fast]: "internal/whatwg_parse",
    whatwg_parse_or_none = whatwg::parse_or_none [whatwg::parse_fast]: "whatwg/parse",
    whatwg_can_parse = whatwg::can_parse [whatwg::can_parse_fast]: "internal/whatwg_can_parse",
}

fast_calls! {
    methods_of_urls:
    with_pairs = queries::url_with_pairs: "whatwg/with_pairs",
    resolve = whatwg::resolve [whatwg::resolve_fast]: "whatwg/resolve",
}

fast_calls! {
    methods_of_web_urls:
    resolve = urls::resolve: "urls/resolve",
}

/// The method definitions of a list. They are leaked, because the interpreter uses them as long as the functions live.
fn definitions(
    list: &[(&'static CStr, ffi::PyCFunctionFastWithKeywords, &'static CStr)],
) -> &'static mut [ffi::PyMethodDef] {
    let definition =
        |(name, function, doc): &(&'static CStr, ffi::PyCFunctionFastWithKeywords, &'static CStr)| ffi::PyMethodDef {
            ml_name: name.as_ptr(),
            ml_meth: ffi::PyMethodDefPointer { PyCFunctionFastWithKeywords: *function },
            ml_flags: ffi::METH_FASTCALL | ffi::METH_KEYWORDS,
            ml_doc: doc.as_ptr(),
        };
    let mut definitions: Vec<ffi::PyMethodDef> = list.iter().map(definition).collect();
    definitions.push(ffi::PyMethodDef::zeroed());
    Box::leak(definitions.into_boxed_slice())
}

/// The methods of references and components.
pub fn reference_methods() -> MethodLists {
    [methods::ALL, methods_of_web_urls::ALL, methods_of_components::ALL].map(definitions)
}

/// The methods of a URL.
pub fn url_methods() -> &'static mut [ffi::PyMethodDef] {
    definitions(methods_of_urls::ALL)
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    add(module, functions::ALL)?;
    add(module, url_functions::ALL)
}

fn add(
    module: &Bound<'_, PyModule>,
    list: &[(&'static CStr, ffi::PyCFunctionFastWithKeywords, &'static CStr)],
) -> PyResult<()> {
    // SAFETY: a well-formed, leaked list that ends with a zeroed entry.
    let status = unsafe { ffi::PyModule_AddFunctions(module.as_ptr(), definitions(list).as_mut_ptr()) };
    if status == 0 {
        Ok(())
    } else {
        Err(PyErr::fetch(module.py()))
    }
}
