//! What every other folder uses.
//!
//! | file | subject |
//! |---|---|
//! | `errors` | raising the exceptions of `uriverse.errors` |
//! | `handed_over` | what Python code that stands on the module hands to it |
//! | `json` | strings of JSON |
//! | `strings` | the memory of Python strings |
//! | `text` | from a caller's text to bytes, and offsets back to characters |

pub mod errors;
pub mod handed_over;
pub mod json;
pub mod strings;
pub mod text;
