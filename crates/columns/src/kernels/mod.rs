//! The operations on columns. Each is the engine's own function in a loop over rows.

pub mod agreement;
pub mod canonical;
pub mod find;
pub mod hierarchy;
pub mod hosts;
pub mod parse;
pub mod predicates;
pub mod queries;
pub mod resolve;
pub mod rewrite;
pub mod url_records;
pub mod whatwg;
