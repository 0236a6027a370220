//! One rule against one text: whether it accepts, how far it could go on, and what could come next.

use crate::automaton::Run;
use crate::bytes::{run_of_units, triplet_at, ByteSet, HEXDIG};
use crate::tables::{Judge, RuleId, SetRule, Tables};

/// Whether the rule accepts the whole text.
#[inline]
#[must_use]
pub fn accepts(t: &Tables, rule: RuleId, text: &[u8]) -> bool {
    let run = run(t.judge(rule), text, 0);
    run.accepted && run.end == text.len()
}

/// Whether the rule accepts each of many texts, several side by side: `tell` gets the number of each and the answer, in
/// no order.
pub fn accepts_each<'a>(
    t: &Tables,
    rule: RuleId,
    texts: impl Iterator<Item = (usize, &'a [u8])>,
    mut tell: impl FnMut(usize, bool),
) {
    match t.judge(rule) {
        Judge::Automaton(automaton) => automaton.accepts_each(texts, tell),
        Judge::Set(_) => texts.for_each(|(number, text)| tell(number, accepts(t, rule, text))),
    }
}

/// The length of the longest prefix of the text that the rule can still complete.
#[must_use]
pub fn viable_prefix(t: &Tables, rule: RuleId, text: &[u8]) -> usize {
    match t.judge(rule) {
        Judge::Automaton(automaton) => automaton.trace(text).0,
        Judge::Set(set) => {
            let Progress { whole, partial } = set_progress(set, text);
            whole + partial
        }
    }
}

/// The bytes with which the rule could go on after `prefix` (byte b is bit b % 64 of word b / 64), and whether it
/// accepts the prefix itself. Nothing and `false` when the rule cannot complete the prefix.
#[must_use]
pub fn next_bytes(t: &Tables, rule: RuleId, prefix: &[u8]) -> ([u64; 4], bool) {
    let (set, accepted) = match t.judge(rule) {
        Judge::Automaton(automaton) => {
            let (end, state) = automaton.trace(prefix);
            if end < prefix.len() {
                (ByteSet::EMPTY, false)
            } else {
                (automaton.next_bytes(state), automaton.accepts_at(state))
            }
        }
        Judge::Set(set) => next_of_set(set, prefix),
    };
    (set.words(), accepted)
}

/// Runs a rule along the text from `from` as far as it takes bytes; see [`crate::automaton::Automaton::run`].
#[inline]
pub(crate) fn run(judge: &Judge, text: &[u8], from: usize) -> Run {
    match judge {
        Judge::Set(set) => run_set(set, text, from),
        Judge::Automaton(automaton) => automaton.run(text, from),
    }
}

#[inline]
fn run_set(set: &SetRule, text: &[u8], from: usize) -> Run {
    let end =
        if set.single { from + unit_at(set, text, from) } else { run_of_units(&set.table, set.triplets, text, from) };
    Run { end, accepted: end > from || !set.nonempty }
}

/// Whether no text that the rule accepts holds any byte of `bytes`, nor does the run look past one.
pub(crate) fn never_takes(judge: &Judge, bytes: &ByteSet) -> bool {
    match judge {
        Judge::Automaton(automaton) => !automaton.taken().intersects(bytes),
        Judge::Set(set) => {
            let mut taken = set.set;
            if set.triplets {
                taken.insert(b'%');
                taken = taken.union(&HEXDIG);
            }
            !taken.intersects(bytes)
        }
    }
}

/// The length of the unit at `at`: one member, or a triplet; 0 for none.
fn unit_at(set: &SetRule, text: &[u8], at: usize) -> usize {
    if text.get(at).is_some_and(|&byte| set.set.contains(byte)) {
        1
    } else if set.triplets && triplet_at(text, at) {
        3
    } else {
        0
    }
}

/// How far a set goes along a text: whole units, then the bytes of a unit that is not finished.
struct Progress {
    whole: usize,
    partial: usize,
}

fn set_progress(set: &SetRule, text: &[u8]) -> Progress {
    let whole = run_set(set, text, 0).end;
    let may_go_on = set.triplets && !(set.single && whole > 0);
    let partial = match text.get(whole..) {
        Some([b'%', digit, ..]) if may_go_on && digit.is_ascii_hexdigit() => 2,
        Some([b'%', ..]) if may_go_on => 1,
        _ => 0,
    };
    Progress { whole, partial }
}

fn next_of_set(set: &SetRule, prefix: &[u8]) -> (ByteSet, bool) {
    let Progress { whole, partial } = set_progress(set, prefix);
    if whole + partial < prefix.len() {
        return (ByteSet::EMPTY, false);
    }
    if partial > 0 {
        return (HEXDIG, false);
    }
    let mut next = ByteSet::EMPTY;
    if !(set.single && whole > 0) {
        next = set.set;
        if set.triplets {
            next.insert(b'%');
        }
    }
    (next, whole > 0 || !set.nonempty)
}
