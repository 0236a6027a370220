//! Calls from Python: arguments, lists of functions, calls of types.
//!
//! | file | subject |
//! |---|---|
//! | `arguments` | the arguments of a fast call |
//! | `entries` | the lists of functions and methods; their documentation is in `crates/python/docs` |
//! | `type_calls` | calls of a type |
//! | `type_making` | creating types by the C API |
//! | `values` | conversion of arguments |

pub mod arguments;
pub mod entries;
pub mod type_calls;
pub mod type_making;
pub mod values;
