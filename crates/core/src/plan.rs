//! Readings compiled for the parse: the same slots, with what a step needs at hand and what can be known beforehand
//! known.
//!
//! - A rule that takes no byte at which its slot stops finds the end of the content by itself: the content is right
//!   exactly if the rule's run was accepted and rests at a stop or at the end. Only what this does not hold for is cut
//!   first and judged then (`How::Cut`).
//! - Two readings often begin with the same slots (with an authority, and without). The later one goes on from the last
//!   slot that they share, and is not tried when a shared slot has failed (`Reading::shared`).
//! - Where only optional slots with an `open` are left, the end of the text is the end of the reading.
//! - Most authorities are a host and nothing else (`SimpleAuthority`).

use std::sync::Arc;

use crate::automaton::{Automaton, Intern};
use crate::bytes::{ByteSet, ByteTable};
use crate::check::never_takes;
use crate::parse::fields_of;
use crate::slots::Slot;
use crate::tables::{Component, Judge, Rule, RuleId};

/// How a step finds and judges its content.
#[derive(Clone, Debug)]
pub(crate) enum How {
    /// A run along a set.
    Set(Arc<ByteTable>),
    /// One byte of the first, then a run along the second.
    Lead(Arc<ByteTable>, Arc<ByteTable>),
    /// A run of an automaton.
    Automaton(Arc<Automaton>),
    /// The authority's rows.
    Rows,
    /// Cutting first, and then the rule.
    Cut,
}

/// A slot, compiled.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub how: How,
    pub stop: Arc<ByteTable>,
    /// `open`: its length, at most 2, and its bytes. Longer ones are left to `How::Cut`.
    pub open_len: u8,
    pub open: [u8; 2],
    /// `close`: its length, at most 1, and its byte.
    pub close_len: u8,
    pub close: u8,
    pub optional: bool,
    /// In a set or behind a lead: triplets count.
    pub triplets: bool,
    /// A set or a lead that does not accept nothing.
    pub nonempty: bool,
    /// From here on all is optional and needs an `open`: at the end of the text nothing of it is there.
    pub may_end: bool,
    /// The fields that the content's start and end are written to.
    pub fields: (u8, u8),
    pub slot: Box<Slot>,
}

/// A reading of a whole text.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub steps: Vec<Step>,
    pub opaque: bool,
    /// How many first slots are the same as those of the reading before it.
    pub shared: usize,
}

/// A reading of an authority.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub steps: Vec<Step>,
    pub flags: u32,
}

/// Compiles a row of slots.
pub(crate) fn compile(slots: Vec<Slot>, rules: &[Rule], intern: &mut Intern<'_>) -> Vec<Step> {
    let mut steps: Vec<Step> = slots.into_iter().map(|slot| step(slot, rules, intern)).collect();
    let mut may_end = true;
    for step in steps.iter_mut().rev() {
        may_end &= step.optional && !step.slot.open.is_empty();
        step.may_end = may_end;
    }
    steps
}

fn step(slot: Slot, rules: &[Rule], intern: &mut Intern<'_>) -> Step {
    let judge = &rules[slot.accepts.index()].judge;
    let (open, close) = (slot.open.bytes(), slot.close.bytes());
    // An optional slot whose close is missing is undefined whatever its content is; a run cannot tell.
    let plain =
        !slot.last && !slot.bracket && open.len() <= 2 && close.len() <= 1 && (close.is_empty() || !slot.optional);
    let finds_end = plain && never_takes(judge, &slot.stop);
    let (mut triplets, mut nonempty) = (false, false);
    let how = match judge {
        _ if plain && slot.rows => How::Rows,
        Judge::Set(set) if finds_end && !set.single => {
            (triplets, nonempty) = (set.triplets, set.nonempty);
            How::Set(Arc::clone(&set.table))
        }
        Judge::Automaton(automaton) if finds_end => match automaton.lead(intern) {
            Some(lead) => {
                (triplets, nonempty) = (lead.triplets, lead.nonempty);
                How::Lead(lead.first, lead.rest)
            }
            None => How::Automaton(Arc::clone(automaton)),
        },
        _ => How::Cut,
    };
    let at = |index: usize| open.get(index).copied().unwrap_or_default();
    Step {
        how,
        stop: Arc::clone(&slot.stop_table),
        open_len: open.len().min(2) as u8,
        open: [at(0), at(1)],
        close_len: close.len().min(1) as u8,
        close: close.first().copied().unwrap_or_default(),
        optional: slot.optional,
        triplets,
        nonempty,
        may_end: false,
        fields: fields_of(slot.component),
        slot: Box::new(slot),
    }
}

/// Sets [`Reading::shared`] along a list of readings.
pub(crate) fn share(readings: &mut [Reading]) {
    for index in 1..readings.len() {
        let (before, after) = readings.split_at_mut(index);
        let pairs = after[0].steps.iter().zip(&before[index - 1].steps);
        after[0].shared = pairs.take_while(|(a, b)| a.slot.same(&b.slot)).count();
    }
}

/// The quick way through the rows for an authority that is nothing but a host.
///
/// Where a text holds no byte that any row up to and including this one looks for ("@" of a userinfo, "[" of a bracket,
/// ":" before a port), the rows before this one fail and this one takes all of it as the content of its one mandatory
/// slot. The rule takes none of those bytes, nor any that ends an authority, so a run of it is enough to know.
#[derive(Clone, Debug)]
pub(crate) struct SimpleAuthority {
    pub row: usize,
    pub component: Component,
    pub accepts: RuleId,
    pub fields: (u8, u8),
    pub flags: u32,
    /// No row before takes the empty authority.
    pub takes_empty: bool,
}

/// Finds the quick way, when the rows have one; `stops` are the bytes that end an authority.
pub(crate) fn simple_authority(rows: &[Row], stops: ByteSet, rules: &[Rule]) -> Option<SimpleAuthority> {
    let mut sought = stops;
    let mut takes_empty = true;
    for (index, row) in rows.iter().enumerate() {
        let mandatory = row.steps.iter().position(|step| !step.optional);
        for (place, step) in row.steps.iter().enumerate().filter(|(place, _)| Some(*place) != mandatory) {
            let (open, close) = (step.slot.open.bytes(), step.slot.close.bytes());
            let behind = mandatory.is_some_and(|mandatory| place > mandatory);
            // A slot before the mandatory one may be told by either literal; behind it, where nothing is left, by
            // `open`.
            let literal = if behind || !open.is_empty() { open } else { close };
            if !step.optional {
                return None;
            }
            sought.insert(*literal.first()?);
        }
        // A row that may be empty all through takes the empty authority alone.
        let Some(slot) = mandatory.map(|index| &row.steps[index].slot) else {
            takes_empty = false;
            continue;
        };
        if slot.bracket {
            sought.insert(b'[');
            continue;
        }
        if !slot.open.is_empty() || !slot.close.is_empty() {
            return None;
        }
        sought = sought.union(&slot.stop);
        return never_takes(&rules[slot.accepts.index()].judge, &sought).then_some(SimpleAuthority {
            row: index,
            component: slot.component,
            accepts: slot.accepts,
            fields: fields_of(slot.component),
            flags: row.flags,
            takes_empty,
        });
    }
    None
}
