//! Where and by which rule a text is refused.
//!
//! Input: a text that the parse has refused. Output: a [`Refusal`], the position, the rule and the component that an
//! error shows. This code is cold: it runs only after a failed parse, and only if an error is shown.
//!
//! For one reading, the position is the start of the first refused slot plus the longest prefix of the content that its
//! rule can still complete. The furthest position of all readings wins, and the earlier reading on ties. In
//! `http://h:8x/` the port `8x` starts at 9, and its rule can complete `8`: the position is 10. A reading whose
//! mandatory literal is missing (no scheme, no authority) competes only if every other reading lacks one too. The
//! readings of an authority compete in the same way.

use crate::bytes::begins_a_character;
use crate::check::{accepts, viable_prefix};
use crate::model::{Component, RuleId};
use crate::parse::parse;
use crate::plan::slots::{Cut, Slot};
use crate::plan::Step;
use crate::table::Tables;

/// Where a text is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal<'t> {
    /// The position of the byte that is not allowed, or the text's length.
    pub at: usize,
    /// The name of the rule that an error shows.
    pub label: &'t str,
    /// The rule that refused the slot.
    pub rule: RuleId,
    /// The start of the slot's content; the rule read the text from here to `at`.
    pub start: usize,
    /// The slot's component; None if the rule applies to the whole text.
    pub component: Option<Component>,
}

/// A reading's failure, in the order in which failures compete: first `present`, then the position.
#[derive(Clone, Copy)]
struct Failure<'t> {
    /// The slot was present, and its content was refused.
    present: bool,
    refusal: Refusal<'t>,
}

/// Retains those of `failures[from..]` that win, in the order of the readings.
fn retain_furthest(failures: &mut Vec<Failure<'_>>, from: usize) {
    let rank = |failure: &Failure<'_>| (failure.present, failure.refusal.at);
    let most = failures[from..].iter().map(rank).max();
    let mut number = 0;
    failures.retain(|failure| {
        number += 1;
        number <= from || Some(rank(failure)) == most
    });
}

/// Where the edition refuses the text; None if it accepts the text.
#[must_use]
pub fn refusal<'t>(tables: &'t Tables, text: &[u8]) -> Option<Refusal<'t>> {
    refusals(tables, text).into_iter().next()
}

/// The refusals of all readings that fail at the furthest position: the first is the one that an error names, and each
/// has a rule that could continue there. In `http:` by RFC 2396 an `abs_path` could follow, or an `opaque_part`.
#[must_use]
pub fn refusals<'t>(tables: &'t Tables, text: &[u8]) -> Vec<Refusal<'t>> {
    if parse(tables, text).is_some() {
        return Vec::new();
    }
    let mut failures = Vec::new();
    for reading in &tables.readings {
        if !fails(tables, &reading.steps, text, 0, &mut failures) && tables.judged {
            return vec![for_whole(tables, text)];
        }
    }
    if failures.is_empty() {
        // Without readings, the start rule decides.
        return vec![for_whole(tables, text)];
    }
    retain_furthest(&mut failures, 0);
    failures.into_iter().map(|failure| failure.refusal).collect()
}

/// Where one rule refuses a text; None if it accepts the text.
#[must_use]
pub fn rule_refusal<'t>(tables: &'t Tables, rule: RuleId, text: &[u8]) -> Option<Refusal<'t>> {
    (!accepts(tables, rule, text)).then(|| for_rule(tables, rule, text))
}

/// Where the start rule refuses a whole text.
fn for_whole<'t>(tables: &'t Tables, text: &[u8]) -> Refusal<'t> {
    Refusal { label: tables.rule_name(tables.start), ..for_rule(tables, tables.judge, text) }
}

fn for_rule<'t>(tables: &'t Tables, rule: RuleId, text: &[u8]) -> Refusal<'t> {
    Refusal {
        at: viable_characters(tables, rule, text),
        label: tables.rule_name(rule),
        rule,
        start: 0,
        component: None,
    }
}

/// The length in bytes of the whole characters that a rule can still complete. An automaton may take the first bytes of
/// a character that it then refuses: RFC 3987's `isegment` takes only the first byte of U+E000 (`EE 80 80`). Positions
/// count characters, so such a character is refused as a whole.
fn viable_characters(tables: &Tables, rule: RuleId, text: &[u8]) -> usize {
    let end = viable_prefix(tables, rule, text);
    (0..=end).rfind(|&at| text.get(at).is_none_or(|&byte| begins_a_character(byte))).unwrap_or(0)
}

/// Whether a sequence of slots fails on `text[from..]`; appends the failures, all at one position.
fn fails<'t>(tables: &'t Tables, steps: &'t [Step], text: &[u8], from: usize, failures: &mut Vec<Failure<'t>>) -> bool {
    let mut at = from;
    let mut taken: Option<(&'t Slot, usize)> = None;
    for slot in steps.iter().map(|step| &*step.slot) {
        match slot.cut(text, at) {
            Cut::Undefined => {}
            Cut::Absent { at, opened } => {
                let progress = if opened { viable_characters(tables, slot.accepts, &text[at..]) } else { 0 };
                failures.push(Failure { present: false, refusal: for_slot(slot, text, at, at + progress) });
                return true;
            }
            Cut::Content { start, end, next } => {
                if refuses(tables, slot, &text[..end], start, failures) {
                    return true;
                }
                taken = Some((slot, start));
                at = next;
            }
        }
    }
    if at == text.len() {
        return false;
    }
    // Every slot was taken, and bytes are left: the last slot should have taken them.
    let refusal = match taken.or(steps.last().map(|step| (&*step.slot, at))) {
        Some((slot, start)) => for_slot(slot, text, start, at),
        None => Refusal { at, label: "", rule: tables.start, start: at, component: None },
    };
    failures.push(Failure { present: !steps.is_empty(), refusal });
    true
}

/// Whether a slot's content is refused, by its rule or by the authority's own readings; appends the failures.
fn refuses<'t>(
    tables: &'t Tables,
    slot: &'t Slot,
    content: &[u8],
    start: usize,
    failures: &mut Vec<Failure<'t>>,
) -> bool {
    let before = failures.len();
    if slot.has_readings {
        for reading in &tables.authority_readings {
            if !fails(tables, &reading.steps, content, start, failures) {
                failures.truncate(before);
                return false;
            }
        }
        retain_furthest(failures, before);
        if failures[before..].iter().any(|failure| failure.present) {
            return true;
        }
        // If every reading lacks a literal, none of them describes the content; the authority's own rule does.
        failures.truncate(before);
    } else if accepts(tables, slot.accepts, &content[start..]) {
        return false;
    }
    let at = start + viable_characters(tables, slot.accepts, &content[start..]);
    failures.push(Failure { present: true, refusal: for_slot(slot, content, start, at) });
    true
}

fn for_slot<'t>(slot: &'t Slot, text: &[u8], start: usize, at: usize) -> Refusal<'t> {
    Refusal { at, label: slot.label_at(text, start, at), rule: slot.accepts, start, component: Some(slot.component) }
}
