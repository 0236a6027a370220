//! References of the web between the spaces of a text, without what a search would have to weigh.
//!
//! ```text
//! seen at http://h/a?b=c, and on https://h:8/.
//!         '-- place ----''       '-- place --''
//!                       trimmed               trimmed
//! ```
//!
//! What goes in: a text and the colons at which a search looks. What comes out: the places of such references, up to
//! the first colon at which anything else may stand: brackets or quotation marks at a reference, a label such as
//! "URL:", another scheme, a character beyond US-ASCII, or what the edition refuses. There the search itself decides.
//! The shape is narrow so that what is found here is what the search finds; the tests of the search compare both.

use std::ops::Range;

use crate::colons::Colons;
use uriverse_core::parse::parse;
use uriverse_core::table::Tables;

/// Longer ones are left to the search, which reads them piece by piece.
pub const LONGEST_BARE: usize = 256;
/// How much white space before a reference is looked over.
const LOOK_BACK: usize = 64;

/// A reference, and the punctuation after it that is not a part of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BareReference {
    /// Where it stands.
    pub place: Range<usize>,
    /// What follows it up to the next space.
    pub trimmed: Range<usize>,
}

/// Finds references from a place on, up to `room` of them, each with its run before `until`. Returns the colon at which
/// the search has to decide, or None if there is no other colon that counts.
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
/// let text = b"at http://h/a, or <http://h/b>";
/// assert_eq!(bare_references(&colons, &tables, text, 0..text.len(), 9, &mut found), Some(23));
/// assert_eq!((found[0].place.clone(), found[0].trimmed.clone()), (3..13, 13..14));
/// ```
#[must_use]
pub fn bare_references(
    colons: &Colons,
    tables: &Tables,
    text: &[u8],
    within: Range<usize>,
    room: usize,
    found: &mut Vec<BareReference>,
) -> Option<usize> {
    let mut next = colons.find(text, within.start);
    while let Some(colon) = next {
        let reference = reference_at(tables, text, colon);
        let Some(reference) = reference.filter(|each| each.trimmed.end <= within.end && found.len() < room) else {
            break;
        };
        next = colons.find(text, reference.place.end);
        found.push(reference);
    }
    next
}

fn reference_at(tables: &Tables, text: &[u8], colon: usize) -> Option<BareReference> {
    let four = colon.checked_sub(4)?;
    let start = if text[four..colon].eq_ignore_ascii_case(b"http") {
        four
    } else {
        four.checked_sub(1).filter(|start| text[*start..colon].eq_ignore_ascii_case(b"https"))?
    };
    // A "<" or a ":" before white space could belong to the reference.
    let space = text[..start].iter().rev().take(LOOK_BACK + 1).take_while(|byte| is_space(**byte)).count();
    if space > LOOK_BACK || (space == 0 && start > 0) {
        return None;
    }
    if !matches!(text[..start - space], [] | [.., b'!'..=b'9' | b'='..=b'~' | b';']) {
        return None;
    }
    let rest = text[colon..].strip_prefix(b"://")?;
    let run = text[start..].iter().take(LONGEST_BARE + 1).take_while(|byte| !is_space(**byte)).count();
    if run > LONGEST_BARE {
        return None;
    }
    let written = &text[start..start + run];
    let end = written.iter().rposition(|byte| !is_punctuation(*byte))? + 1;
    let is_plain = written[..end].iter().all(|byte| is_plain(*byte)) && ends_plainly(written[end - 1]);
    // "http://" alone names nothing.
    let says_something = end > text.len() - rest.len() - start;
    let trimmed_is_plain = written[end..].iter().all(|byte| *byte != b'"');
    // "&gt;" may be a delimiter of a text that is escaped as HTML.
    let has_no_entity = !(written.contains(&b'&') && written.contains(&b';'));
    if !(is_plain && says_something && trimmed_is_plain && has_no_entity && parse(tables, &written[..end]).is_some()) {
        return None;
    }
    Some(BareReference { place: start..start + end, trimmed: start + end..start + run })
}

/// White space in US-ASCII that a writer puts between words.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Sentence punctuation, which ends no reference.
fn is_punctuation(byte: u8) -> bool {
    matches!(byte, b'.' | b',' | b':' | b';' | b'!' | b'?' | b'"')
}

/// What a reference may have inside without another convention: neither brackets nor separators nor apostrophes.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&*+-./:=?@_~".contains(&byte)
}

fn ends_plainly(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'=' | b'#')
}
