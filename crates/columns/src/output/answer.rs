//! The outcome of one row in a kernel that rewrites texts.

use std::ops::Range;

/// The outcome of a row.
pub(crate) enum Outcome {
    /// Null: the kernel refuses the text, or the text is null itself.
    Null,
    /// The same text; null if it is not UTF-8.
    Same,
    /// A slice of the text.
    Part(Range<usize>),
    /// Another text; null if it is not UTF-8.
    New(Vec<u8>),
    /// The text in the worker's buffer; null if it is not UTF-8.
    Written,
}
