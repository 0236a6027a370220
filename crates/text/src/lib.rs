//! Finding, auditing and editing lines of text, on the engine of uriverse. Nothing here knows its callers.
//!
//! | module | subject |
//! |---|---|
//! | [`colons`] | colons in running text that may belong to a reference |
//! | [`bare`] | http and https references between white space |
//! | [`borders`] | where the word around a reference ends, and why the reference ends before that |
//! | [`plain`] | texts in which no check of an audit finds anything |
//! | [`nested`] | references and values inside a path, a query or a fragment, decoded |
//! | [`secrets`] | passwords, tokens and other secret values in a text |
//! | [`mending`] | the reference that an invalid text most likely means |
//! | [`editing`] | edits of whole references: parts, and pairs of the query |
//! | [`lines`] | the lines of a block of text |
#![forbid(unsafe_code)]

pub mod bare;
pub mod borders;
pub mod colons;
pub mod editing;
pub mod lines;
pub mod mending;
pub mod nested;
pub mod plain;
pub mod secrets;

pub use bare::{bare_references, BareReference, LONGEST_BARE};
pub use borders::{Border, Cut, Run};
pub use colons::Colons;
pub use plain::Plain;
pub use secrets::Secrets;
