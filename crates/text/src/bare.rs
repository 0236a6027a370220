//! The fast path of the search in running text: http and https references between white space, without heuristics.
//!
//! ```text
//! seen at http://h/a?b=c, and on https://h:8/.
//!         '-- place ----''       '-- place --''
//!                       trimmed               trimmed
//! ```
//!
//! Input: a text and the colons that the search would visit. Output: the places of such references, up to the first
//! colon that may need a heuristic of the search: brackets or quotation marks at a reference, a label such as "URL:",
//! another scheme, or a text that the edition refuses. The shape is narrow, so that the search finds the same
//! references; its tests compare both.

use std::ops::Range;

use crate::borders::{Class, Cut, Run};
use crate::colons::Colons;
use uriverse_core::begins_a_character;
use uriverse_core::memory::Grow;
use uriverse_core::parse::parse;
use uriverse_core::table::Tables;

/// The search itself handles longer references, piece by piece.
pub const LONGEST_BARE: usize = 256;
/// The most white space that is skipped before a reference.
const LOOK_BACK: usize = 64;

/// A reference, and the rest of its word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BareReference {
    /// Its place.
    pub place: Range<usize>,
    /// The punctuation after it. If it is cut, also the rest of the word, in scripts with spaces between words.
    pub trimmed: Range<usize>,
    /// Whether it ends at a letter or number beyond US-ASCII, which a reference may not have.
    pub is_cut: bool,
}

/// The end of the run that begins at `start`, and the class of the character beyond US-ASCII after it; None if it is
/// too long, or if the search must decide on a character.
fn run_end(run: &Run, text: &[u8], start: usize) -> Option<(usize, Option<Class>)> {
    let mut end = start;
    while end - start <= LONGEST_BARE {
        match text.get(end) {
            None => return Some((end, None)),
            Some(byte) if is_space(*byte) => return Some((end, None)),
            Some(byte) if byte.is_ascii() => end += 1,
            Some(_) => {
                let (class, next) = run.class(text, end);
                if !run.takes(class) {
                    return Some((end, Some(class)));
                }
                // The search trims this character from an end.
                if text[end..].starts_with("\u{5f4}".as_bytes()) {
                    return None;
                }
                end = next;
            }
        }
    }
    None
}

/// Finds at most `room` references that lie, with their trimmed parts, within a range. Returns the colon at which the
/// search must decide, or None if no colon is left.
///
/// ```
/// use uriverse_core::{ByteSet, Tables};
/// use uriverse_text::{bare_references, Colons, Run};
/// # let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/uriverse/editions/rfc3986.tables");
/// # let data = std::fs::read(file).unwrap();
/// let tables = Tables::load(&data).unwrap();
/// let letters = b"abcdefghijklmnopqrstuvwxyz";
/// let colons = Colons::new([], letters, false, ByteSet::from_bytes(b"/"));
/// let run = Run::new(vec![('\u{c0}', '\u{2af}')], false, false);
/// let mut found = Vec::new();
/// let text = b"at http://h/a, or <http://h/b>";
/// assert_eq!(bare_references(&colons, &run, &tables, text, 0..text.len(), 9, &mut found), Some(23));
/// assert_eq!((found[0].place.clone(), found[0].trimmed.clone()), (3..13, 13..14));
/// ```
pub fn bare_references(
    colons: &Colons,
    run: &Run,
    tables: &Tables,
    text: &[u8],
    within: Range<usize>,
    room: usize,
    found: &mut Vec<BareReference>,
) -> Option<usize> {
    let mut next = colons.find(text, within.start);
    while let Some(colon) = next {
        let reference = reference_at(run, tables, text, colon);
        let Some(reference) = reference.filter(|each| each.trimmed.end <= within.end && found.len() < room) else {
            break;
        };
        next = colons.find(text, reference.place.end);
        found.put(reference);
    }
    next
}

fn reference_at(run: &Run, tables: &Tables, text: &[u8], colon: usize) -> Option<BareReference> {
    let four = colon.checked_sub(4)?;
    let start = if text[four..colon].eq_ignore_ascii_case(b"http") {
        four
    } else {
        four.checked_sub(1).filter(|start| text[*start..colon].eq_ignore_ascii_case(b"https"))?
    };
    if !may_precede(&text[..start]) {
        return None;
    }
    let rest = text[colon..].strip_prefix(b"://")?;
    let (run_end, following) = run_end(run, text, start)?;
    let written = &text[start..run_end];
    let end = written.iter().rposition(|byte| !is_punctuation(*byte))? + 1;
    let is_plain = written[..end].iter().all(|byte| is_plain(*byte)) && ends_plainly(written[end - 1]);
    // "http://" alone is not a reference.
    let has_content = end > text.len() - rest.len() - start;
    let trimmed_is_plain = written[end..].iter().all(|byte| *byte != b'"');
    // In HTML-escaped text, "&gt;" may be a delimiter.
    let has_no_entity = !(written.contains(&b'&') && written.contains(&b';'));
    if !(is_plain && has_content && trimmed_is_plain && has_no_entity) {
        return None;
    }
    let offsets = parse(tables, &written[..end])?;
    let (mut is_cut, mut outer) = (false, run_end);
    if following.is_some() {
        // A cut host would be another host.
        if offsets.path().is_empty() {
            return None;
        }
        let border = run.border(text, run_end);
        match border.cut {
            None => {}
            Some(Cut::OutsideAscii) if !run.takes(Class::Word) => (is_cut, outer) = (true, border.end),
            Some(_) => return None,
        }
    }
    Some(BareReference { place: start..start + end, trimmed: start + end..outer, is_cut })
}

/// Whether a reference may begin after this text without a delimiter before it.
fn may_precede(text: &[u8]) -> bool {
    let space = text.iter().rev().take(LOOK_BACK + 1).take_while(|byte| is_space(**byte)).count();
    let text = &text[..text.len() - space];
    match text.last() {
        _ if space > LOOK_BACK => false,
        None => true,
        // A "<" or a ":" before white space could belong to the reference.
        Some(byte) if byte.is_ascii() => space > 0 && matches!(byte, b'!'..=b'9' | b'='..=b'~' | b';'),
        Some(_) => last_character(text).is_some_and(|letter| match space {
            // Not a quotation mark or a bracket.
            0 => letter.is_alphanumeric() || "、。，：；！？،؛؟۔।\u{3000}".contains(letter),
            _ => !letter.is_whitespace(),
        }),
    }
}

/// The first character of a text that is not empty; None if it is not UTF-8.
fn first_character(text: &[u8]) -> Option<char> {
    let length = 1 + text[1..].iter().take(3).take_while(|byte| !begins_a_character(**byte)).count();
    std::str::from_utf8(&text[..length]).ok()?.chars().next()
}

/// The last character of a text, in the same way.
fn last_character(text: &[u8]) -> Option<char> {
    let start = text.iter().rposition(|byte| begins_a_character(*byte))?;
    first_character(&text[start..])
}

/// White space in US-ASCII between words.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Sentence punctuation, which is trimmed from the end of a reference.
fn is_punctuation(byte: u8) -> bool {
    matches!(byte, b'.' | b',' | b':' | b';' | b'!' | b'?' | b'"')
}

/// Characters inside a reference that need no heuristic: neither brackets nor separators nor apostrophes.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || !byte.is_ascii() || b"!#$%&*+-./:=?@_~".contains(&byte)
}

fn ends_plainly(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || !byte.is_ascii() || matches!(byte, b'/' | b'=' | b'#')
}
