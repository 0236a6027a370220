//! References from parts: `uriverse.compose`, `reference.replace`, `append`, `/` and `parent` (RFC 3986, section 5.3).
//!
//! Each encodes the components, recomposes them, parses the text, and compares the parsed components with the intended
//! ones. `parse("http://a/b?q#f").replace(query="y", fragment=None)`:
//!
//! ```text
//!   scheme http   authority a   path /b   query y     recomposed   http://a/b?y     read as these, so it is the answer
//! ```
//!
//! If they differ, `uriverse.reference.composition` finds the invalid argument.

mod arguments;
mod parts;
mod paths;

pub use parts::{compose, replace, replace_fast};
pub use paths::{append, divide, parent};
