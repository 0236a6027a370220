//! One rule against one text: whether it accepts the text, the longest viable prefix, and the possible next bytes.
//!
//! For the rule `scheme` of RFC 3986 and the text `1:b`: the rule does not accept the text, its longest viable prefix
//! is "" (a scheme begins with a letter), and the bytes that may follow "" are the letters.

use crate::bytes::ByteSet;
use crate::model::{Matcher, Progress, RuleId};
use crate::table::Tables;

/// Whether the rule accepts the whole text.
#[inline]
#[must_use]
pub fn accepts(tables: &Tables, rule: RuleId, text: &[u8]) -> bool {
    let run = tables.matcher(rule).run(text, 0);
    run.accepted && run.end == text.len()
}

/// Checks many texts in parallel: calls `report` with the number of each and whether the rule accepts it, in no order.
pub fn accepts_each<'a>(
    tables: &Tables,
    rule: RuleId,
    texts: impl Iterator<Item = (usize, &'a [u8])>,
    mut report: impl FnMut(usize, bool),
) {
    match tables.matcher(rule) {
        Matcher::Automaton(automaton) => automaton.accepts_each(texts, report),
        Matcher::Set(_) => texts.for_each(|(number, text)| report(number, accepts(tables, rule, text))),
    }
}

/// The length of the longest prefix of the text that the rule can still complete.
#[must_use]
pub fn viable_prefix(tables: &Tables, rule: RuleId, text: &[u8]) -> usize {
    match tables.matcher(rule) {
        Matcher::Automaton(automaton) => automaton.trace(text).0,
        Matcher::Set(set) => {
            let Progress { whole, partial } = set.progress(text);
            whole + partial
        }
    }
}

/// The bytes that may follow `prefix`, and whether the rule accepts the prefix itself. No bytes and `false` if the rule
/// cannot complete the prefix.
#[must_use]
pub fn next_bytes(tables: &Tables, rule: RuleId, prefix: &[u8]) -> (ByteSet, bool) {
    match tables.matcher(rule) {
        Matcher::Automaton(automaton) => {
            let (end, state) = automaton.trace(prefix);
            if end < prefix.len() {
                (ByteSet::EMPTY, false)
            } else {
                (automaton.next_bytes(state), automaton.accepts_at(state))
            }
        }
        Matcher::Set(set) => set.next_bytes(prefix),
    }
}

impl Tables {
    /// The type of a host: the first of the edition's host types whose rule accepts it.
    #[must_use]
    pub fn host_type(&self, host: &[u8]) -> Option<&str> {
        self.host_types.iter().find(|(_, rule)| accepts(self, *rule, host)).map(|(name, _)| &**name)
    }
}
