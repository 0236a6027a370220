//! Columns of Arrow memory.
//!
//! | file | subject |
//! |---|---|
//! | `capsules.rs` | the Arrow PyCapsule interface: all raw pointers |
//! | `shape.rs` | whether an array has the shape of its schema |
//! | `column.rs` | the class `Column` |
//! | `kernels/` | the functions over columns |
//! | `running.rs` | running a kernel on the chunks of a column |
//! | `callbacks.rs` | calls from a kernel into Python |
//! | `options.rs` | the options of a kernel, from Python or in a plan |
//! | `plugin.rs` | the kernels as functions of Polars' plug-ins |
//! | `pickling.rs` | an array as objects that Python pickles |

mod callbacks;
pub mod capsules;
pub mod column;
mod kernels;
mod options;
mod pickling;
mod plugin;
mod running;
mod shape;

use pyo3::prelude::*;

/// Adds the class and the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<column::Column>()?;
    let functions = PyModule::new(module.py(), "kernels")?;
    kernels::add_to(&functions)?;
    functions.add("PLANNED", plugin::NAMES.to_vec())?;
    module.add_submodule(&functions)
}
