//! What a law gets and what it reports: one text in one edition, and nothing or a sentence.

use uriverse_core::{Offsets, Tables};

/// One text in one edition, and a base for the laws that need one.
#[derive(Clone, Copy)]
pub struct Given<'a> {
    /// The edition.
    pub tables: &'a Tables,
    /// The text.
    pub text: &'a [u8],
    /// What the strict parse finds in it.
    pub parsed: Option<Offsets>,
    /// A URI that the edition accepts.
    pub base: &'a [u8],
}

/// What a law finds: nothing, or what is wrong.
pub type Found = Result<(), String>;

/// A text as a message shows it.
pub(crate) fn show(text: &[u8]) -> String {
    format!("\"{}\"", text.escape_ascii())
}
