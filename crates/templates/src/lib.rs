//! URI templates (RFC 6570), all four levels: a template is compiled once and expanded often.
//!
//! Input: a text that the grammar of RFC 6570 accepts, and values for its variables. Output: the text of a reference.
//! The grammar itself is the edition `rfc6570`, which validates the text first.
//!
//! | file | subject |
//! |---|---|
//! | `characters.rs` | the characters that an expansion does not encode |
//! | `operator.rs` | the operators: the table of Appendix A |
//! | `template.rs` | from the text to parts: literals and expressions |
//! | `expansion.rs` | from parts and values to the text of a reference |
//! | `routes.rs` | from the text of a reference back to the values, for templates with an unambiguous match |
//! | `matching.rs` | the same for every template: variable matching |
//! | `units.rs` | a text in units, one for each character of a value |
//! | `chain.rs` | a template as a graph, whose edges consume parts of a text |
//! | `places.rs` | sets of places in a text |
//! | `values.rs` | from the matched pieces to the values |
//!
//! An example for all files: `/search{?q,page}` has two parts, the literal `/search` and an expression whose operator
//! is `?` with the variables `q` and `page`. With q = "cat" and no page, the expansion is the operator's first string,
//! the name, "=" and the value: `/search?q=cat`.

#![forbid(unsafe_code)]

mod chain;
mod characters;
pub mod expansion;
pub mod matching;
pub mod operator;
mod places;
pub mod routes;
pub mod template;
mod units;
mod values;

pub use expansion::{CompositePrefix, Value};
pub use matching::Matcher;
pub use operator::Operator;
pub use routes::{Matched, Route};
pub use template::{Expression, Part, Template, Variable};
pub use values::{Unmatched, Values};
