//! How Python calls: arguments, lists of functions, calls of types.
//!
//! | file | subject |
//! |---|---|
//! | `arguments` | the arguments of a fast call |
//! | `entries` | the lists of functions and methods, and their documentation |
//! | `type_calls` | what the call of a type runs |
//! | `type_making` | types made by hand |
//! | `values` | the values of arguments |

pub mod arguments;
pub mod entries;
pub mod type_calls;
pub mod type_making;
pub mod values;
