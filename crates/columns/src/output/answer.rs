//! What a kernel that rewrites texts says of one row.

use std::ops::Range;

/// What becomes of a row's text.
pub(crate) enum Outcome {
    /// The row becomes null: the kernel refuses its text, or the text is null itself.
    Null,
    /// It stays as it is; null where it is not UTF-8.
    Same,
    /// A part of it.
    Part(Range<usize>),
    /// Another text; null where it is not UTF-8.
    New(Vec<u8>),
    /// What the row wrote into the worker's memory; null where it is not UTF-8.
    Written,
}
