//! Normal forms: `levels` makes them, `prefilter` tells cheaply that a text is in normal form already.

pub(crate) mod levels;
mod prefilter;

pub use levels::{normalize, Level};
