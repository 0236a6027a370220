//! References of the web between the spaces of a text, without what a search would have to weigh.
//!
//! ```text
//! seen at http://h/a?b=c, and on https://h:8/.
//!         '-- place ----''       '-- place --''
//!                       trimmed               trimmed
//! ```
//!
//! What goes in: a text and the colons at which a search looks. What comes out: the places of all references, or
//! nothing where anything else may stand in the text: brackets or quotation marks at a reference, a label such as
//! "URL:", another scheme, a character beyond US-ASCII, or what the edition refuses. Then the search itself decides.
//! The shape is narrow so that what is found here is what the search finds; the tests of the search compare both.

use std::ops::Range;

use crate::colons::Colons;
use uriverse_core::parse::parse;
use uriverse_core::table::Tables;

/// Longer ones are left to the search, which reads them piece by piece.
const LONGEST: usize = 256;

/// A reference, and the punctuation after it that is not a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BareReference {
    /// Where it stands.
    pub place: Range<usize>,
    /// What follows it up to the next space.
    pub trimmed: Range<usize>,
}

/// Finds all references of a text whose first colon that counts is `first`. Returns false, with some of them or none,
/// if the text has anything but such references.
///
/// ```
/// use uriverse_core::{ByteSet, Tables};
/// use uriverse_text::{bare_references, Colons};
/// # let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/uriverse/editions/rfc3986.tables");
/// # let data = std::fs::read(file).unwrap();
/// let tables = Tables::load(&data).unwrap();
/// let letters = b"abcdefghijklmnopqrstuvwxyz";
/// let colons = Colons::new([], letters, false, ByteSet::from_bytes(b"/"));
/// let mut found = Vec::new();
/// assert!(bare_references(&colons, &tables, b"at http://h/a, or", 7, &mut found));
/// assert_eq!((found[0].place.clone(), found[0].trimmed.clone()), (3..13, 13..14));
/// assert!(!bare_references(&colons, &tables, b"at <http://h/a>", 8, &mut found));
/// ```
#[must_use]
pub fn bare_references(
    colons: &Colons,
    tables: &Tables,
    text: &[u8],
    first: usize,
    found: &mut Vec<BareReference>,
) -> bool {
    if !text.is_ascii() {
        return false;
    }
    let mut next = Some(first);
    while let Some(colon) = next {
        let Some(reference) = reference_at(tables, text, colon) else { return false };
        next = colons.find(text, reference.place.end);
        found.push(reference);
    }
    true
}

fn reference_at(tables: &Tables, text: &[u8], colon: usize) -> Option<BareReference> {
    let before = &text[..colon];
    let before = before.strip_suffix(b"https").or_else(|| before.strip_suffix(b"http"))?;
    // A "<" or a ":" before the space could belong to the reference.
    if !matches!(before, [] | [b' '] | [.., b'!'..=b'9' | b'='..=b'~' | b';', b' ']) {
        return None;
    }
    let start = before.len();
    let rest = text[colon..].strip_prefix(b"://")?;
    let run = text[start..].iter().take(LONGEST + 1).take_while(|byte| **byte != b' ').count();
    if run > LONGEST {
        return None;
    }
    let written = &text[start..start + run];
    let end = written.iter().rposition(|byte| !is_punctuation(*byte))? + 1;
    let is_plain = written[..end].iter().all(|byte| is_plain(*byte)) && ends_plainly(written[end - 1]);
    // "http://" alone names nothing.
    let says_something = end > text.len() - rest.len() - start;
    let trimmed_is_plain = written[end..].iter().all(|byte| *byte != b'"');
    if !(is_plain && says_something && trimmed_is_plain && parse(tables, &written[..end]).is_some()) {
        return None;
    }
    Some(BareReference { place: start..start + end, trimmed: start + end..start + run })
}

/// Sentence punctuation, which ends no reference.
fn is_punctuation(byte: u8) -> bool {
    matches!(byte, b'.' | b',' | b':' | b';' | b'!' | b'?' | b'"')
}

/// What a reference may have inside without another convention: neither brackets nor separators nor apostrophes.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%*+-./:=?@_~".contains(&byte)
}

fn ends_plainly(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'=' | b'#')
}
