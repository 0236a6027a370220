//! Readings, and the cutting of one slot: what the tables say about where a component ends.
//!
//! A reading is a row of slots, cut greedily from left to right. A slot's `open` must stand at the cursor; its content
//! runs to the first byte of `stop` (to the last one where `last` is set; from "[" through "]" where `bracket` is) or
//! to the end; its `close` must follow and is taken with it. Where one of these is missing, an optional slot is
//! undefined and takes nothing; any other slot is absent, and its reading fails. The rule `accepts` then judges the
//! content.
//!
//! [`Slot::cut`] is that definition, and the refusals use it as it stands. The parse is quicker where it can show that
//! it gets the same (`Slot::fused`).

use std::sync::Arc;

use crate::bytes::{ByteSet, ByteTable};
use crate::check::never_takes;
use crate::tables::{Component, Judge, Rule, RuleId};

/// A short literal, "" mostly, or ":" or "//".
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

    /// The place after the literal, when it stands at `at`.
    #[inline]
    pub(crate) fn after(&self, text: &[u8], at: usize) -> Option<usize> {
        match *self.bytes {
            [] => Some(at),
            [only] => (text.get(at) == Some(&only)).then_some(at + 1),
            [first, second] => {
                let stands = text.get(at) == Some(&first) && text.get(at + 1) == Some(&second);
                stands.then_some(at + 2)
            }
            ref longer => text.get(at..)?.starts_with(longer).then_some(at + longer.len()),
        }
    }

    /// How many bytes of the literal stand at `at`.
    fn begun(&self, text: &[u8], at: usize) -> usize {
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
    pub accepts: RuleId,
    pub label: Box<str>,
    pub rest_label: Box<str>,
    /// The fields that the content's start and end are written to.
    pub fields: (u8, u8),
    /// The rule never takes a byte of `stop`, so it may run from the slot's start and find the end of the content by
    /// itself.
    pub fused: bool,
    /// The authority's own rows judge the content.
    pub rows: bool,
}

/// What cutting a slot gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cut {
    /// Optional and not there.
    Undefined,
    /// Not there although it must be: a literal is missing. `at` is where the slot's content starts, if its `open`
    /// stands, or else the place up to which `open` does.
    Absent { at: usize, opened: bool },
    /// There: the content, and the cursor after it.
    Content { start: usize, end: usize, next: usize },
}

impl Slot {
    /// Whether two slots cut and judge alike.
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
            let at = cursor + self.open.begun(text, cursor);
            return if self.optional { Cut::Undefined } else { Cut::Absent { at, opened: false } };
        };
        let found = self.end_of_content(text, start).and_then(|end| Some((end, self.close.after(text, end)?)));
        match found {
            Some((end, next)) => Cut::Content { start, end, next },
            None if self.optional => Cut::Undefined,
            None => Cut::Absent { at: start, opened: true },
        }
    }

    /// Where the content that starts at `start` ends; nothing when a bracket or a last `close` is missing.
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
                    return last_of(first, rest).map(|at| start + at);
                }
                return memchr::memmem::rfind(rest, self.close.bytes()).map(|at| start + at);
            }
            return Some(
                rest.iter().rposition(|&byte| self.stop_table[usize::from(byte)]).map_or(text.len(), |at| start + at),
            );
        }
        Some(rest.iter().position(|&byte| self.stop_table[usize::from(byte)]).map_or(text.len(), |at| start + at))
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

fn last_of(byte: u8, text: &[u8]) -> Option<usize> {
    text.iter().rposition(|&other| other == byte)
}

/// A reading of a whole text.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub slots: Vec<Slot>,
    pub opaque: bool,
    /// How many first slots are the same as the reading's before it.
    pub shared: usize,
}

/// A reading of an authority.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub slots: Vec<Slot>,
    pub flags: u32,
}

/// The quick way through the rows for an authority that is nothing but a host.
///
/// Where a text holds no byte that any row up to and including this one looks for ("@" of a userinfo, "[" of a bracket,
/// ":" before a port), the rows before this one fail and this one takes all of it as the content of its one mandatory
/// slot.
#[derive(Clone, Debug)]
pub(crate) struct SimpleAuthority {
    pub accepts: RuleId,
    pub fields: (u8, u8),
    pub flags: u32,
}

/// Finds the quick way, when the rows have one: the rule of the mandatory slot may take none of the bytes that the rows
/// look for. Nor may it take what ends an authority (`stops`), so that it finds the authority's end by itself.
pub(crate) fn simple_authority(rows: &[Row], stops: ByteSet, rules: &[Rule]) -> Option<SimpleAuthority> {
    let mut sought = stops;
    for row in rows {
        let mandatory = row.slots.iter().position(|slot| !slot.optional);
        let Some(index) = mandatory else {
            // A row that may be empty all through takes an empty authority alone, if each of its slots needs a literal.
            for slot in &row.slots {
                sought.insert(*slot.open.bytes().first().or(slot.close.bytes().first())?);
            }
            continue;
        };
        for (place, slot) in row.slots.iter().enumerate().filter(|(place, _)| *place != index) {
            let literal = if place > index {
                &slot.open
            } else if slot.open.is_empty() {
                &slot.close
            } else {
                &slot.open
            };
            if !slot.optional {
                return None;
            }
            sought.insert(*literal.bytes().first()?);
        }
        let slot = &row.slots[index];
        if slot.bracket {
            sought.insert(b'[');
            continue;
        }
        if !slot.open.is_empty() || !slot.close.is_empty() {
            return None;
        }
        sought = sought.union(&slot.stop);
        let judge = &rules[slot.accepts.index()].judge;
        return never_takes(judge, &sought).then_some(SimpleAuthority {
            accepts: slot.accepts,
            fields: slot.fields,
            flags: row.flags,
        });
    }
    None
}

/// Whether a slot's rule may find the end of the content by itself.
pub(crate) fn is_fused(slot: &Slot, judge: &Judge) -> bool {
    let plain = !slot.last && !slot.bracket && (slot.close.is_empty() || !slot.optional);
    plain && never_takes(judge, &slot.stop)
}

/// Sets [`Reading::shared`] along a list of readings.
pub(crate) fn share(readings: &mut [Reading]) {
    for index in 1..readings.len() {
        let (before, after) = readings.split_at_mut(index);
        let previous = &before[index - 1].slots;
        let shared = after[0].slots.iter().zip(previous).take_while(|(a, b)| a.same(b)).count();
        after[0].shared = shared;
    }
}
