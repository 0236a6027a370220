//! Where the components of a text end, and what is asked of them, by the masks of its first 64 bytes; beyond these by runs
//! over the bytes.
//!
//! The first mask is what [`super::model::FirstMask`] says; the others are those of the components' sets.

use uriverse_scan::MASKED;

use super::model::{Tails, FRAGMENT, QUERY, SCHEME};
use crate::bytes::{run_of, ByteTable};
use crate::offsets::Offsets;
use crate::parse::shortcuts::{are_labels, begins_with_dot, is_dotted, is_labels, is_named, leading_dots};
use crate::units::Units;

/// A text with the masks of its first bytes.
pub(super) struct Masked<'a> {
    pub(super) spans: &'a [Units; 5],
    pub(super) tails: &'a Tails,
    pub(super) masks: &'a [u64; 5],
    pub(super) text: &'a [u8],
}

impl Masked<'_> {
    /// Where the run of members of a set that starts at `from` ends.
    #[inline(always)]
    pub(super) fn end(&self, set: usize, from: usize) -> usize {
        // INVARIANT: no bit is set after the end of the text, so the position that is found is at most the end.
        if from < MASKED {
            let others = !self.masks[set] >> from;
            if others != 0 {
                return from + others.trailing_zeros() as usize;
            }
        }
        end_beyond(&self.spans[set].table, self.text, from.max(MASKED))
    }

    /// The same for all units of the component.
    #[inline(always)]
    pub(super) fn end_of_units(&self, set: usize, from: usize) -> usize {
        self.spans[set].run_on(self.text, self.end(set, from), |at| self.end(set, at))
    }

    /// Whether the last label of a host begins with a byte that is not a digit, where the first mask is that of ".", "%"
    /// and "/".
    #[inline(always)]
    pub(super) fn is_named(&self, start: usize, end: usize) -> bool {
        if end >= MASKED {
            return is_named(&self.text[start..end]);
        }
        let dots = self.masks[SCHEME] & ((1 << end) - 1) >> start << start;
        let label = if dots == 0 { start } else { MASKED - dots.leading_zeros() as usize };
        label < end && !self.text[label].is_ascii_digit()
    }

    /// Whether a path has a segment that begins with "." or "%2e", where the first mask is that of ".", "%" and "/".
    ///
    /// Two of these bytes in a row are rare, and without them there is no such segment. `/a.b/c` has the mask `1.1.1.`; it
    /// and itself moved by one byte, `.1.1.1`, have no bit in common.
    #[inline(always)]
    pub(super) fn is_dotted(&self, start: usize, end: usize) -> bool {
        let mut marks = if start < MASKED { self.masks[SCHEME] >> start << start } else { 0 };
        if end < MASKED {
            marks &= (1 << end) - 1;
        }
        let suspects = marks & marks << 1;
        (suspects != 0 && is_dotted_at(&self.text[..end], suspects))
            || (end > MASKED && is_dotted(&self.text[start.max(MASKED - 1)..end]))
    }

    /// Whether the path that ends at `end`, and begins the text, is one of [`KnownPaths::Undotted`], where the first mask
    /// is that of ".", "%" and "/".
    ///
    /// `../a/b.c` has leading dots up to 3, and from there on the mask `.1.1.`. No two marks stand in a row, so no segment
    /// begins with a mark.
    #[inline(always)]
    pub(super) fn is_plain(&self, end: usize) -> bool {
        if end >= MASKED {
            return false;
        }
        let path = &self.text[..end];
        let (from, _) = leading_dots(path);
        let marks = (self.masks[SCHEME] & ((1 << end) - 1)) >> from << from;
        let begins_plainly = path.get(from).is_none_or(|byte| !b".%".contains(byte));
        begins_plainly
            && marks & marks << 1 == 0
            && (from > 0 || path.iter().take_while(|&&byte| byte != b'/').all(|&byte| byte != b':'))
    }

    /// As the function [`is_labels`], where the first mask is that of "." and "-".
    #[inline(always)]
    pub(super) fn is_labels(&self, start: usize, end: usize) -> bool {
        if end >= MASKED {
            return is_labels(&self.text[start..end]);
        }
        let marks = (self.masks[SCHEME] & ((1 << end) - 1)) >> start;
        start < end && are_labels(&self.text[start..end], marks)
    }

    /// Reads the params, the query and the fragment after the path's end. Returns whether nothing is left then.
    #[inline(always)]
    pub(super) fn after_path(&self, mut at: usize, o: &mut Offsets) -> bool {
        // Most texts end here.
        if at == self.text.len() {
            return true;
        }
        if self.text.get(at) == Some(&b';') {
            let Some(params) = &self.tails.params else { return false };
            o.params_start = at as u32 + 1;
            at = params.run(self.text, at + 1);
        }
        if self.text.get(at) == Some(&b'?') && self.tails.query {
            o.query_start = at as u32 + 1;
            at = self.end_of_units(QUERY, at + 1);
            o.query_end = at as u32;
        }
        if self.text.get(at) == Some(&b'#') && self.tails.fragment {
            o.fragment_start = at as u32 + 1;
            at = self.end_of_units(FRAGMENT, at + 1);
        }
        at == self.text.len()
    }
}

/// The end of a run beyond the masks. It is told no more than it needs: what a function that is called can see has to be
/// in memory, and masks are best left in registers.
#[inline(never)]
fn end_beyond(table: &ByteTable, text: &[u8], from: usize) -> usize {
    run_of(table, text, from)
}

/// Whether a segment begins with "." or "%2e" at one of these places.
#[inline(never)]
fn is_dotted_at(text: &[u8], mut suspects: u64) -> bool {
    while suspects != 0 {
        let at = suspects.trailing_zeros() as usize;
        if text[at - 1] == b'/' && begins_with_dot(&text[at..]) {
            return true;
        }
        suspects &= suspects - 1;
    }
    false
}
