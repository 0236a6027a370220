//! The first steps of the basic URL parser: removing characters from the input, and mapping positions back (§4.4).

use std::borrow::Cow;
use std::ops::Range;

use uriverse_core::memory::{gathered, text_buffer};
use uriverse_scan::{run, ByteTable};

use crate::errors::{Report, ValidationError as Error};

/// All bytes but tabs and newlines.
static KEPT: ByteTable = ByteTable::all_but(b"\t\n\r");

/// The input after the removals.
#[derive(Debug)]
pub(crate) struct Input<'a> {
    pub text: Cow<'a, str>,
    /// The number of bytes removed at the front.
    lead: usize,
    /// The positions, in the stripped text, of the removed tabs and newlines.
    removed: Vec<usize>,
}

impl<'a> Input<'a> {
    /// Removes leading and trailing C0 controls and spaces, and all tabs and newlines.
    pub(crate) fn new<R: Report>(input: &'a str, report: &mut R) -> Input<'a> {
        let is_c0_control_or_space = |c: char| c <= ' ';
        let left = input.trim_start_matches(is_c0_control_or_space);
        let lead = input.len() - left.len();
        let text = left.trim_end_matches(is_c0_control_or_space);
        if lead > 0 {
            report.add(Error::InvalidUrlUnit, 0);
        } else if text.len() < left.len() {
            report.add(Error::InvalidUrlUnit, text.len());
        }
        Input { lead, ..Input::for_setter(text, lead, report) }
    }

    /// Removes all tabs and newlines, and nothing else, for a setter's value.
    pub(crate) fn for_setter<R: Report>(text: &'a str, lead: usize, report: &mut R) -> Input<'a> {
        let first = run(&KEPT, text.as_bytes(), 0);
        if first == text.len() {
            return Input { text: Cow::Borrowed(text), lead, removed: Vec::new() };
        }
        report.add(Error::InvalidUrlUnit, lead + first);
        let removed =
            if R::LISTENS { gathered(memchr::memchr3_iter(b'\t', b'\n', b'\r', text.as_bytes())) } else { Vec::new() };
        let mut kept = text_buffer(text.len());
        text.split(['\t', '\n', '\r']).for_each(|piece| kept.push_str(piece));
        Input { text: Cow::Owned(kept), lead, removed }
    }

    /// Maps a position in the text to the original input.
    ///
    /// The n-th removed byte was before position p of the text if its own position is at most p + n.
    pub(crate) fn original(&self, at: usize) -> usize {
        // INVARIANT: position - n never decreases with n, so a binary search finds the removed bytes for which the
        // condition holds.
        let (mut low, mut high) = (0, self.removed.len());
        while low < high {
            let middle = (low + high) / 2;
            if self.removed[middle] <= at + middle {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        self.lead + at + low
    }

    /// The places of the removed characters in an original input of this length, if the report listened.
    pub(crate) fn removals(&self, length: usize) -> Vec<Range<usize>> {
        let end = self.lead + self.text.len() + self.removed.len();
        let inside = self.removed.iter().map(|at| self.lead + at..self.lead + at + 1);
        let all = std::iter::once(0..self.lead).chain(inside).chain(std::iter::once(end..length));
        all.filter(|range| !range.is_empty()).collect()
    }
}
