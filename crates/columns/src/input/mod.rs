//! The input of a kernel: the texts of an Arrow array, in any layout.

pub(crate) mod dictionary;
pub mod lines;
pub mod texts;
pub mod validation;
