//! Normal forms: `levels` makes them, `prefilter` is the cheap test that recognizes texts in normal form.

pub(crate) mod levels;
mod prefilter;

pub use levels::{normalize, Level};
