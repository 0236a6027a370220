//! Finds the ends of components: by bit masks within the first 64 bytes, by lookups in byte tables after them.

use uriverse_scan::MASKED;

use super::model::{Tails, FRAGMENT, QUERY};
use crate::bytes::{run_of, ByteTable};
use crate::offsets::Offsets;
use crate::units::Units;

/// A text with the masks of its first bytes.
pub(super) struct Masked<'a> {
    pub(super) spans: &'a [Units; 5],
    pub(super) tails: &'a Tails,
    pub(super) masks: &'a [u64; 5],
    pub(super) text: &'a [u8],
}

impl Masked<'_> {
    /// The end of the run of members of a set that starts at `from`.
    #[inline(always)]
    pub(super) fn end(&self, set: usize, from: usize) -> usize {
        // INVARIANT: no bit is set after the end of the text, so the position is at most the end.
        if from < MASKED {
            let others = !self.masks[set] >> from;
            if others != 0 {
                return from + others.trailing_zeros() as usize;
            }
        }
        end_beyond(&self.spans[set].table, self.text, from.max(MASKED))
    }

    /// As [`Masked::end`], for all units of the component.
    #[inline(always)]
    pub(super) fn end_of_units(&self, set: usize, from: usize) -> usize {
        self.spans[set].run_on(self.text, self.end(set, from), |at| self.end(set, at))
    }

    /// Parses the params, the query and the fragment after the path's end. Returns whether they end the text.
    #[inline(always)]
    pub(super) fn after_path(&self, mut at: usize, offsets: &mut Offsets) -> bool {
        // Most texts end here.
        if at == self.text.len() {
            return true;
        }
        if self.text.get(at) == Some(&b';') {
            let Some(params) = &self.tails.params else { return false };
            offsets.params_start = at as u32 + 1;
            at = params.run(self.text, at + 1);
        }
        if self.text.get(at) == Some(&b'?') && self.tails.query {
            offsets.query_start = at as u32 + 1;
            at = self.end_of_units(QUERY, at + 1);
            offsets.query_end = at as u32;
        }
        if self.text.get(at) == Some(&b'#') && self.tails.fragment {
            offsets.fragment_start = at as u32 + 1;
            at = self.end_of_units(FRAGMENT, at + 1);
        }
        at == self.text.len()
    }
}

/// The end of a run after the masks. `Masked` is not passed: a reference would spill the masks to memory.
#[inline(never)]
fn end_beyond(table: &ByteTable, text: &[u8], from: usize) -> usize {
    run_of(table, text, from)
}
