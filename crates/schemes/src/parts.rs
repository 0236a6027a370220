//! The components that a step may change, as written, and what many steps do to one.

use std::borrow::Cow;

use uriverse_core::memory::{buffer, copy, Grow};
use uriverse_core::{recase, recompose, split, triplet_value, SplitStyle};

/// The components of a text by RFC 3986, Appendix B. An undefined one is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parts<'a> {
    pub(crate) scheme: Option<&'a [u8]>,
    pub(crate) authority: Option<Cow<'a, [u8]>>,
    pub(crate) path: Cow<'a, [u8]>,
    pub(crate) query: Option<Cow<'a, [u8]>>,
    pub(crate) fragment: Option<Cow<'a, [u8]>>,
}

impl<'a> Parts<'a> {
    pub(crate) fn new(text: &'a [u8]) -> Parts<'a> {
        let cut = uriverse_core::Parts::from_offsets(text, &split(SplitStyle::AppendixB, text));
        Parts {
            scheme: cut.scheme,
            authority: cut.authority.map(Cow::Borrowed),
            path: Cow::Borrowed(cut.path),
            query: cut.query.map(Cow::Borrowed),
            fragment: cut.fragment.map(Cow::Borrowed),
        }
    }

    /// The whole text (RFC 3986, section 5.3).
    pub(crate) fn text(&self) -> Vec<u8> {
        recompose(&uriverse_core::Parts {
            scheme: self.scheme,
            authority: self.authority.as_deref(),
            path: &self.path,
            params: None,
            query: self.query.as_deref(),
            fragment: self.fragment.as_deref(),
        })
    }
}

/// A text before and after the first separator, and whether there is one.
pub(crate) fn cut_at(text: &[u8], separator: u8) -> (&[u8], Option<&[u8]>) {
    match text.iter().position(|&byte| byte == separator) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}

/// Lower case, except for the digits of triplets, which the generic steps have uppercased.
pub(crate) fn lowered(text: &[u8]) -> Vec<u8> {
    let mut lower = copy(text);
    recase(&mut lower, true, true);
    lower
}

/// The text with the triplets of these characters decoded.
pub(crate) fn decoded(text: &[u8], characters: &[u8]) -> Vec<u8> {
    let mut result = buffer(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let octet = triplet_value(text, at).filter(|octet| characters.contains(octet));
        // The generic steps have uppercased the digits.
        let is_written = !text[at..].iter().take(3).any(u8::is_ascii_lowercase);
        result.put(octet.filter(|_| is_written).unwrap_or(byte));
        at += if octet.is_some() && is_written { 3 } else { 1 };
    }
    result
}

/// Pieces with a separator between them.
pub(crate) fn joined<T: AsRef<[u8]>>(pieces: impl IntoIterator<Item = T>, separator: u8) -> Vec<u8> {
    let mut text = Vec::new();
    for (index, piece) in pieces.into_iter().enumerate() {
        if index > 0 {
            text.put(separator);
        }
        text.put_all(piece.as_ref());
    }
    text
}
