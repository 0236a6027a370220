//! Helpers that all other folders use.
//!
//! | file | subject |
//! |---|---|
//! | `charsets` | charsets of octets |
//! | `departure` | threads at the interpreter's end |
//! | `errors` | raising the exceptions of `uriverse.errors` |
//! | `globs` | patterns of names |
//! | `handed_over` | lazy imports |
//! | `json` | JSON strings |
//! | `memory` | `MemoryError` |
//! | `other_names` | what other libraries call an attribute |
//! | `pointing` | the picture of a position in a message |
//! | `records` | values of NamedTuples |
//! | `secrets` | masking secrets |
//! | `strings` | the memory of Python strings |
//! | `target_buffer` | memory for a target |

pub mod charsets;
pub mod departure;
pub mod errors;
pub mod globs;
pub mod handed_over;
pub mod json;
pub mod memory;
pub mod other_names;
pub mod pointing;
pub mod records;
pub mod secrets;
pub mod strings;
pub mod target_buffer;
