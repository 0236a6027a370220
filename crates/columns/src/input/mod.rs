//! What goes into a kernel: the texts of an Arrow array, whatever its layout.

pub(crate) mod dictionary;
pub mod lines;
pub mod texts;
pub mod validation;
pub(crate) mod views;
