//! Readings compiled for the parse: the same slots, with everything precomputed that is independent of the text.
//!
//! | module | subject |
//! |---|---|
//! | `slots` | the definition: how one slot is cut, and what its rule then sees |
//! | `fields` | the offsets under construction |
//! | `fast_path`, `shortcuts` | one pass over the bytes for the shapes of most texts; short tests in place of automata |
//!
//! Each shortcut below gives the result of [`Slot::cut`] and the slot's rule:
//!
//! - If a rule takes none of its slot's stop bytes, one run of the rule both finds the end of the content and checks
//!   it. The content is valid exactly if the run was accepted and ended at a stop byte or at the end of the text. In
//!   `h/a?b` the path stops at "?" or "#", which no `segment` has, so a run of the path's rule ends at "?" and accepts
//!   `/a`. Any other slot is cut first, and then its rule runs ([`Content::Cut`]).
//! - Two adjacent readings often begin with the same slots, such as a scheme. The later one continues after the last
//!   shared slot, and is not tried if a shared slot has failed ([`Reading::shared`]).
//! - If only optional slots with an `open` are left, the end of the text is the end of the reading ([`Step::may_end`]).
//! - Most authorities are a host and nothing else ([`SimpleAuthority`]).

use std::sync::Arc;

use crate::automaton::Automaton;
use crate::bytes::{ByteSet, ByteTable};
use crate::model::{Component, Matcher, Rule};
use crate::units::{Interned, Units};

pub(crate) mod fast_path;
pub(crate) mod fields;
pub(crate) mod shortcuts;
pub(crate) mod slots;

use fields::{fields_of, Field};
use slots::Slot;

/// A reading has fewer slots than this; the loader refuses longer ones.
pub(crate) const MAX_SLOTS: usize = 16;

/// How a step finds and checks its content.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// A run of units.
    Units(Units),
    /// One byte of the set, then a run of units.
    LeadThenUnits(Arc<ByteTable>, Units),
    /// A run of an automaton.
    Automaton(Arc<Automaton>),
    /// The authority's own readings.
    Authority,
    /// The slot is cut first, then its rule runs on the content.
    Cut,
}

/// A slot, compiled.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub content: Content,
    pub stop: Arc<ByteTable>,
    /// `open`: its length, at most 2, and its bytes. `Content::Cut` handles longer ones.
    pub open_len: u8,
    pub open: [u8; 2],
    /// `close`: its length, at most 1, and its byte.
    pub close_len: u8,
    pub close: u8,
    pub optional: bool,
    /// The units, or the lead, must not be empty.
    pub nonempty: bool,
    /// All slots from here on are optional and have an `open`: at the end of the text all are absent.
    pub may_end: bool,
    /// The fields for the content's start and end.
    pub fields: (Field, Field),
    pub slot: Box<Slot>,
}

/// A reading of a whole text.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    pub steps: Vec<Step>,
    pub opaque: bool,
    /// The number of leading slots shared with the previous reading.
    pub shared: usize,
}

/// A reading of an authority: the slots of userinfo, host and port, or of a registry's name.
#[derive(Clone, Debug)]
pub(crate) struct AuthorityReading {
    pub steps: Vec<Step>,
    pub flags: u32,
}

/// Compiles a sequence of slots.
pub(crate) fn compile(slots: Vec<Slot>, rules: &[Rule], interned: &mut Interned) -> Vec<Step> {
    let mut steps: Vec<Step> = slots.into_iter().map(|slot| step(slot, rules, interned)).collect();
    let mut may_end = true;
    for step in steps.iter_mut().rev() {
        may_end &= step.optional && !step.slot.open.is_empty();
        step.may_end = may_end;
    }
    steps
}

fn step(slot: Slot, rules: &[Rule], interned: &mut Interned) -> Step {
    let matcher = &rules[slot.accepts.index()].matcher;
    let (open, close) = (slot.open.bytes(), slot.close.bytes());
    // An optional slot without its `close` is undefined, whether its content is valid or not. A run cannot decide that.
    let plain =
        !slot.last && !slot.bracket && open.len() <= 2 && close.len() <= 1 && (close.is_empty() || !slot.optional);
    let finds_end = plain && matcher.never_takes(&slot.stop);
    let mut nonempty = false;
    let content = match matcher {
        _ if plain && slot.has_readings => Content::Authority,
        Matcher::Set(set) if finds_end && !set.single => {
            nonempty = set.nonempty;
            Content::Units(set.units.clone())
        }
        Matcher::Automaton(automaton) if finds_end => match (automaton.units(), automaton.lead(interned)) {
            (Some(units), _) => Content::Units(units),
            (None, Some(lead)) => {
                nonempty = lead.nonempty;
                Content::LeadThenUnits(lead.first, lead.rest)
            }
            (None, None) => Content::Automaton(Arc::clone(automaton)),
        },
        _ => Content::Cut,
    };
    let at = |index: usize| open.get(index).copied().unwrap_or_default();
    Step {
        content,
        stop: Arc::clone(&slot.stop_table),
        open_len: open.len().min(2) as u8,
        open: [at(0), at(1)],
        close_len: close.len().min(1) as u8,
        close: close.first().copied().unwrap_or_default(),
        optional: slot.optional,
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

/// A shortcut for an authority that is a host and nothing else.
///
/// If a text has none of the delimiters of the readings up to and including this one ("@" after a userinfo, "[" of a
/// bracket, ":" before a port), then the earlier readings fail, and this one takes the whole text as the content of its
/// one mandatory slot. So one run decides: that of the slot's rule without these delimiters and without the bytes that
/// end an authority. (`host` of RFC 3986 takes none of them; `net_loc` of RFC 1808 also takes "@" and ":".)
#[derive(Clone, Debug)]
pub(crate) struct SimpleAuthority {
    /// The index of the reading.
    pub reading: usize,
    pub component: Component,
    /// What accepts the content.
    pub matcher: Matcher,
    pub fields: (Field, Field),
    pub flags: u32,
    /// No earlier reading accepts the empty authority.
    pub takes_empty: bool,
}

/// Finds the shortcut, if the readings have one; `stops` are the bytes that end an authority.
pub(crate) fn simple_authority(
    readings: &[AuthorityReading],
    stops: ByteSet,
    rules: &[Rule],
    interned: &mut Interned,
) -> Option<SimpleAuthority> {
    let mut sought = stops;
    let mut takes_empty = true;
    for (index, reading) in readings.iter().enumerate() {
        let mandatory = reading.steps.iter().position(|step| !step.optional);
        for (place, step) in reading.steps.iter().enumerate().filter(|(place, _)| Some(*place) != mandatory) {
            let (open, close) = (step.slot.open.bytes(), step.slot.close.bytes());
            let after = mandatory.is_some_and(|mandatory| place > mandatory);
            // A slot before the mandatory one is recognized by either literal; one after it, by `open`.
            let literal = if after || !open.is_empty() { open } else { close };
            if !step.optional {
                return None;
            }
            sought.insert(*literal.first()?);
        }
        // A reading of only optional slots accepts the empty authority, and no other authority without those bytes.
        let Some(slot) = mandatory.map(|index| &reading.steps[index].slot) else {
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
        return Some(SimpleAuthority {
            reading: index,
            component: slot.component,
            matcher: rules[slot.accepts.index()].matcher.without(&sought, interned)?,
            fields: fields_of(slot.component),
            flags: reading.flags,
            takes_empty,
        });
    }
    None
}
