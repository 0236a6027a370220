//! The argument of a law, and its result.

use uriverse_core::{Offsets, Tables};

/// One text in one edition, and a base for the laws that need one.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    /// The edition.
    pub tables: &'a Tables,
    /// The text.
    pub text: &'a [u8],
    /// Its strict parse.
    pub parsed: Option<Offsets>,
    /// A URI that the edition accepts.
    pub base: &'a [u8],
}

/// The result of a law: Ok, or a sentence about the violation.
pub type Verdict = Result<(), String>;

/// A text as a message shows it.
pub(crate) fn show(text: &[u8]) -> String {
    format!("\"{}\"", text.escape_ascii())
}
