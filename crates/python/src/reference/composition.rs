//! References from parts: `uriverse.compose`, `reference.replace`, `append`, `/` and `parent` (RFC 3986, section 5.3).
//!
//! All of them write the components, recompose them, parse the text, and compare the parsed components with the written
//! ones. `parse("http://a/b?q#f").replace(query="y", fragment=None)`:
//!
//! ```text
//!   scheme http   authority a   path /b   query y     recomposed   http://a/b?y     read as these, so it is the answer
//! ```
//!
//! If that fails, `uriverse.reference.composition` finds the argument at fault.

mod arguments;
mod parts;
mod paths;

pub use parts::{compose, is_above_16_bits, replace, replace_fast};
pub use paths::{append, divide, parent};
