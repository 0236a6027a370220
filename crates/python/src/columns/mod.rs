//! Columns of Arrow memory.
//!
//! | file | subject |
//! |---|---|
//! | `capsules.rs` | the Arrow PyCapsule interface: all the pointers |
//! | `column.rs` | the class `Column` |
//! | `kernels.rs` | the functions over columns |
//! | `schemes.rs` | the rules of schemes, asked from a kernel |

mod capsules;
mod column;
mod kernels;
mod schemes;

use pyo3::prelude::*;

/// Add the class and the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<column::Column>()?;
    kernels::register(module)
}
