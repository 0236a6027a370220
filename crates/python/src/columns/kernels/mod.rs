//! The functions over columns: options in, the engine's kernels on every chunk, an array out.
//!
//! Kernels run without the interpreter attached. `threads` is the number of threads; 0 is the number of cores. A kernel
//! in the table [`KERNELS`] runs from Python and from a plan of an engine; the other functions call Python.

mod agreement;
mod canonical;
mod find;
mod hierarchy;
mod hosts;
mod parse;
mod predicates;
mod queries;
mod resolve;
mod rewrite;
mod views;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCFunction, PyDict, PyTuple};

use crate::columns::column::Column;
use crate::columns::options::Recording;
use crate::columns::running::{call, Kernel};

/// The name of each kernel, and what makes it of its options.
macro_rules! kernels {
    ($($file:ident::$name:ident),* $(,)?) => {
        pub static KERNELS: &[(&str, Kernel)] = &[$((stringify!($name), $file::$name)),*];
    };
}

kernels! {
    agreement::agreement, canonical::canonical, canonical::key, hierarchy::hierarchy, hosts::name_part, hosts::origin,
    hosts::site, hosts::without_www, parse::parse, parse::split, parse::part, parse::errors, predicates::is_valid,
    predicates::equivalent, queries::query_value, queries::query_pairs, queries::query_names, resolve::relativize,
    resolve::resolve, rewrite::normalize, rewrite::to_ascii, rewrite::to_unicode, rewrite::to_uri, rewrite::encode,
    rewrite::decode, rewrite::url, rewrite::mend,
}

register! {
    find::lists, find::matches, rewrite::converted, predicates::judged, queries::with_pairs, views::of_records
}

/// Adds each kernel as a function of a column and keywords, and what calls Python.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    for &(name, kernel) in KERNELS {
        let function = move |columns: &Bound<'_, PyTuple>, keywords: Option<&Bound<'_, PyDict>>| -> PyResult<Column> {
            let (column,): (Bound<'_, PyAny>,) = columns
                .extract()
                .map_err(|_| PyTypeError::new_err(format!("{name} takes one column, and keywords")))?;
            let none = PyDict::new(columns.py());
            call(name, kernel, &column, keywords.unwrap_or(&none))
        };
        module.add(name, PyCFunction::new_closure(module.py(), None, None, function)?)?;
    }
    module.add_class::<Recording>()?;
    register(module)
}
