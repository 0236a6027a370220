//! Calls from Python: arguments, answers, calls of types.
//!
//! | file | subject |
//! |---|---|
//! | `arguments` | the arguments of a fast call |
//! | `objects` | URLs of other libraries and other values, as text |
//! | `references` | references as arguments and as answers |
//! | `text` | a text argument as bytes |
//! | `type_calls` | calls of a type |
//! | `type_making` | creating types by the C API |
//! | `values` | conversion of arguments |

pub mod arguments;
pub mod objects;
pub mod references;
pub mod text;
pub mod type_calls;
pub mod type_making;
pub mod values;
