//! What every other folder uses.
//!
//! | file | subject |
//! |---|---|
//! | `charsets` | the charsets of octets |
//! | `errors` | raising the exceptions of `uriverse.errors` |
//! | `globs` | patterns of names |
//! | `handed_over` | what Python code that stands on the module hands to it |
//! | `json` | strings of JSON |
//! | `objects` | URLs of other libraries and other values, as text |
//! | `secrets` | which names have secrets, and texts with their secrets masked |
//! | `strings` | the memory of Python strings |
//! | `text` | from a caller's text to bytes, and offsets back to characters |

pub mod charsets;
pub mod errors;
pub mod globs;
pub mod handed_over;
pub mod json;
pub mod objects;
pub mod secrets;
pub mod strings;
pub mod text;
