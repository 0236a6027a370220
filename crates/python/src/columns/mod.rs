//! Columns of Arrow memory.
//!
//! | file | subject |
//! |---|---|
//! | `capsules.rs` | the Arrow PyCapsule interface: all the pointers |
//! | `shape.rs` | whether an array is what its schema says |
//! | `column.rs` | the class `Column` |
//! | `kernels/` | the functions over columns |
//! | `running.rs` | how a kernel is run over the chunks of a column |
//! | `asking.rs` | what a kernel asks of Python: the rules of schemes, functions |

mod asking;
pub mod capsules;
pub mod column;
mod kernels;
mod running;
mod shape;

use pyo3::prelude::*;

/// Add the class and the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<column::Column>()?;
    kernels::register(module)
}
