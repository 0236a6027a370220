//! Slots: the definition of where a component ends, and which bytes its rule checks.
//!
//! Input: a text and a cursor. Output: a [`Cut`], the content of the slot and the cursor after it.
//!
//! A reading is a sequence of slots, cut greedily from left to right. A slot's `open` must be at the cursor. Its
//! content runs to the first byte of `stop`, or to the end of the text. (With `last` it runs to the last such byte;
//! with `bracket` it runs from "[" through "]".) Its `close` must follow and is consumed. If one of these is missing,
//! an optional slot is undefined and consumes nothing; any other slot is absent, and its reading fails. Then the slot's
//! rule must accept the content.
//!
//! `http://h/a?b` by the first reading of RFC 3986:
//!
//! | slot | open | content | close | cursor after |
//! |---|---|---|---|---|
//! | scheme | | `http`, up to one of `:/?#` | `:` | 5 |
//! | authority | `//` | `h`, up to one of `/?#` | | 8 |
//! | path | | `/a`, up to one of `?#` | | 10 |
//! | query | `?` | `b`, up to `#` | | 12 |
//! | fragment | `#` is not there: undefined | | | 12 |
//!
//! [`Slot::cut`] implements this definition directly. Refusals use it. For the parse, slots are compiled (see `plan`).

use std::sync::Arc;

use crate::bytes::{run_of, ByteSet, ByteTable};
use crate::model::{Component, RuleId};

/// A short literal: "" for most slots, or ":", or "//".
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Literal {
    bytes: Box<[u8]>,
}

impl Literal {
    pub(crate) fn new(bytes: &[u8]) -> Literal {
        Literal { bytes: bytes.into() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The position after the literal, if it is at `at`.
    #[inline]
    pub(crate) fn after(&self, text: &[u8], at: usize) -> Option<usize> {
        match *self.bytes {
            [] => Some(at),
            [only] => (text.get(at) == Some(&only)).then_some(at + 1),
            [first, second] => {
                let matches = text.get(at) == Some(&first) && text.get(at + 1) == Some(&second);
                matches.then_some(at + 2)
            }
            ref longer => text.get(at..)?.starts_with(longer).then_some(at + longer.len()),
        }
    }

    /// The number of the literal's bytes at `at`.
    fn matched_length(&self, text: &[u8], at: usize) -> usize {
        let rest = text.get(at..).unwrap_or_default();
        self.bytes.iter().zip(rest).take_while(|(a, b)| a == b).count()
    }
}

/// One slot of a reading.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub component: Component,
    pub optional: bool,
    pub last: bool,
    pub bracket: bool,
    pub open: Literal,
    pub close: Literal,
    pub stop: ByteSet,
    pub stop_table: Arc<ByteTable>,
    /// The bytes that do not stop.
    pub content: Arc<ByteTable>,
    pub accepts: RuleId,
    pub label: Box<str>,
    pub rest_label: Box<str>,
    /// The authority's own readings decide on the content, not `accepts`.
    pub has_readings: bool,
}

/// The result of cutting a slot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cut {
    /// The slot is optional and not present.
    Undefined,
    /// The slot is mandatory, but one of its literals is missing. `at` is the start of the content if `open` is
    /// present, else the position where the text stops matching `open`.
    Absent { at: usize, opened: bool },
    /// The slot is present: its content, and the cursor after it.
    Content { start: usize, end: usize, next: usize },
}

impl Slot {
    /// Whether two slots are equal in everything that cutting and checking use.
    pub(crate) fn same(&self, other: &Slot) -> bool {
        self.component == other.component
            && (self.optional, self.last, self.bracket) == (other.optional, other.last, other.bracket)
            && self.open == other.open
            && self.close == other.close
            && self.stop == other.stop
            && self.accepts == other.accepts
    }

    /// Cuts the slot at `cursor`.
    pub(crate) fn cut(&self, text: &[u8], cursor: usize) -> Cut {
        let Some(start) = self.open.after(text, cursor) else {
            let at = cursor + self.open.matched_length(text, cursor);
            return if self.optional { Cut::Undefined } else { Cut::Absent { at, opened: false } };
        };
        let found = self.end_of_content(text, start).and_then(|end| Some((end, self.close.after(text, end)?)));
        match found {
            Some((end, next)) => Cut::Content { start, end, next },
            None if self.optional => Cut::Undefined,
            None => Cut::Absent { at: start, opened: true },
        }
    }

    /// The end of the content that starts at `start`. None if a bracket or a last `close` is missing.
    fn end_of_content(&self, text: &[u8], start: usize) -> Option<usize> {
        let rest = text.get(start..).unwrap_or_default();
        if self.bracket {
            if rest.first() != Some(&b'[') {
                return None;
            }
            return Some(memchr::memchr(b']', rest).map_or(text.len(), |at| start + at + 1));
        }
        if self.last {
            if let Some((&first, _)) = self.close.bytes().split_first() {
                if self.close.bytes().len() == 1 {
                    return last_position(first, rest).map(|at| start + at);
                }
                return memchr::memmem::rfind(rest, self.close.bytes()).map(|at| start + at);
            }
            return Some(
                rest.iter().rposition(|&byte| self.stop_table[usize::from(byte)]).map_or(text.len(), |at| start + at),
            );
        }
        Some(start + run_of(&self.content, rest, 0))
    }

    /// The label of a refusal at `at` in a content that starts at `start`: after its first "/" it is the rest's.
    pub(crate) fn label_at(&self, text: &[u8], start: usize, at: usize) -> &str {
        let before = text.get(start..at).unwrap_or_default();
        if !self.rest_label.is_empty() && before.contains(&b'/') {
            &self.rest_label
        } else {
            &self.label
        }
    }
}

fn last_position(byte: u8, text: &[u8]) -> Option<usize> {
    text.iter().rposition(|&other| other == byte)
}
