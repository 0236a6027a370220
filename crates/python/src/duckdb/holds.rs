//! What a result holds, in the words of `uriverse.columns.sql`, and DuckDB's type for it.

use std::ffi::CString;
use std::ptr::null;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::interface::{Handle, Interface};
use crate::reference::calls::no_such_word;

/// What each row of a result holds.
pub enum Holds {
    Text,
    Bool,
    Int32,
    Int64,
    Struct(Vec<(CString, Holds)>),
    List(Box<Holds>),
}

impl Holds {
    /// A word, the fields of a struct by name, or an object whose `of` says what a list is of.
    pub fn of(given: &Bound<'_, PyAny>) -> PyResult<Holds> {
        if let Ok(word) = given.cast::<PyString>() {
            return match word.to_str()? {
                "text" => Ok(Holds::Text),
                "bool" => Ok(Holds::Bool),
                "int32" => Ok(Holds::Int32),
                "int64" => Ok(Holds::Int64),
                other => Err(no_such_word("result", other, &["text", "bool", "int32", "int64"])),
            };
        }
        let Ok(fields) = given.cast::<PyDict>() else {
            return Ok(Holds::List(Box::new(Holds::of(&given.getattr("of")?)?)));
        };
        let fields = fields.iter().map(|(name, of)| Ok((CString::new(name.extract::<String>()?)?, Holds::of(&of)?)));
        Ok(Holds::Struct(fields.collect::<PyResult<_>>()?))
    }

    /// DuckDB's type, which the caller destroys.
    pub fn logical_type(&self, duckdb: &Interface) -> LogicalType {
        // SAFETY: each argument is made here, and lives until its call ends; names end with a zero.
        let handle = unsafe {
            match self {
                Holds::Bool => (duckdb.create_logical_type)(1),
                Holds::Int32 => (duckdb.create_logical_type)(4),
                Holds::Int64 => (duckdb.create_logical_type)(5),
                Holds::Text => (duckdb.create_logical_type)(17),
                Holds::List(of) => (duckdb.create_list_type)(of.logical_type(duckdb).handle),
                Holds::Struct(fields) => {
                    let types: Vec<_> = fields.iter().map(|(_, of)| of.logical_type(duckdb)).collect();
                    let mut handles: Vec<Handle> = types.iter().map(|made| made.handle).collect();
                    let mut names: Vec<_> = fields.iter().map(|(name, _)| name.as_ptr()).chain([null()]).collect();
                    (duckdb.create_struct_type)(handles.as_mut_ptr(), names.as_mut_ptr(), fields.len() as u64)
                }
            }
        };
        LogicalType { handle, destroy: duckdb.destroy_logical_type }
    }
}

/// A type of DuckDB's, destroyed when it is dropped.
pub struct LogicalType {
    pub handle: Handle,
    destroy: unsafe extern "C" fn(*mut Handle),
}

impl Drop for LogicalType {
    fn drop(&mut self) {
        // SAFETY: it is ours, and destroyed once.
        unsafe { (self.destroy)(&raw mut self.handle) };
    }
}
