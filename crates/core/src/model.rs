//! The rules of an edition in memory, and how a rule runs along a text.
//!
//! A rule of a grammar has one of two forms. Most are a *set*: bytes of a mask, perhaps percent-triplets, one or many
//! (`query`, `port`, `unreserved`). The others are a minimal *automaton* (`IPv6address`). [`Matcher`] hides the
//! difference: it runs along a text from a position until a byte is refused, and returns a [`Run`]. Both forms give the
//! same result for the same language: the compiler of the tables chooses a set exactly if the automaton would have the
//! shape of a set. A proof over the table checks that (`lab` in the Python package).

use std::sync::Arc;

use crate::automaton::{Automaton, Run};
use crate::bytes::{triplet_at, ByteSet, HEXDIG};
use crate::named::named_enum;
use crate::units::{Interned, Units};

/// The number of a rule in one table. It is meaningless in another table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct RuleId(pub(crate) u16);

impl RuleId {
    /// The index of the rule in [`crate::Tables::rule_names`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

named_enum! {
    /// A component that a slot holds, numbered as in the table format.
    #[repr(u8)]
    #[allow(missing_docs)]
    pub enum Component {
        Scheme = "scheme",
        Authority = "authority",
        Userinfo = "userinfo",
        Host = "host",
        Port = "port",
        Path = "path",
        Params = "params",
        Query = "query",
        Fragment = "fragment",
        RegName = "reg_name",
    }
}

/// A default port of a scheme.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Port {
    pub scheme: Box<str>,
    pub port: u16,
    /// The equivalent of an empty path after an authority; "" if the table has none.
    pub empty_path: Box<str>,
}

/// A named rule.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub name: Box<str>,
    pub matcher: Matcher,
}

/// A rule that is a set of units: bytes of a mask, perhaps triplets, one or many.
#[derive(Clone, Debug)]
pub(crate) struct SetRule {
    pub set: ByteSet,
    /// The bytes as units, with or without triplets.
    pub units: Units,
    /// At least one unit.
    pub nonempty: bool,
    /// At most one unit.
    pub single: bool,
}

/// The matcher of a rule: a set or an automaton.
#[derive(Clone, Debug)]
pub(crate) enum Matcher {
    Set(SetRule),
    Automaton(Arc<Automaton>),
}

impl Matcher {
    /// Runs along the text from `from` until a byte is refused; see [`Automaton::run`].
    #[inline]
    pub(crate) fn run(&self, text: &[u8], from: usize) -> Run {
        match self {
            Matcher::Set(set) => set.run(text, from),
            Matcher::Automaton(automaton) => automaton.run(text, from),
        }
    }

    /// The matcher of the rule's texts without any byte of `bytes`. None if that would need another automaton.
    pub(crate) fn without(&self, bytes: &ByteSet, interned: &mut Interned) -> Option<Matcher> {
        if self.never_takes(bytes) {
            return Some(self.clone());
        }
        let (units, nonempty) = match self {
            Matcher::Set(set) if !set.single => (set.units.clone(), set.nonempty),
            Matcher::Automaton(automaton) => (automaton.units()?, false),
            Matcher::Set(_) => return None,
        };
        let mut within_units = HEXDIG;
        within_units.insert(b'%');
        if units.triplets && bytes.intersects(&within_units) || units.characters.is_some() && !bytes.is_ascii() {
            return None;
        }
        let set = ByteSet::from_predicate(|byte| units.table.contains(byte) && !bytes.contains(byte));
        let units = Units { table: interned.table(&set), ..units };
        Some(Matcher::Set(SetRule { set, units, nonempty, single: false }))
    }

    /// Whether no text of the rule has any byte of `bytes`, and no run goes past such a byte.
    pub(crate) fn never_takes(&self, bytes: &ByteSet) -> bool {
        match self {
            Matcher::Automaton(automaton) => !automaton.alphabet().intersects(bytes),
            Matcher::Set(set) => {
                let mut taken = set.set;
                if set.units.triplets {
                    taken.insert(b'%');
                    taken = taken.union(&HEXDIG);
                }
                !taken.intersects(bytes)
            }
        }
    }
}

/// How much of a text a set accepts: whole units, then the bytes of an incomplete triplet.
pub(crate) struct Progress {
    pub whole: usize,
    pub partial: usize,
}

impl SetRule {
    #[inline]
    fn run(&self, text: &[u8], from: usize) -> Run {
        let end = if self.single { from + self.unit_at(text, from) } else { self.units.run(text, from) };
        Run { end, accepted: end > from || !self.nonempty }
    }

    /// The length of the unit at `at`: 1 for a member, 3 for a triplet, 0 without a unit.
    fn unit_at(&self, text: &[u8], at: usize) -> usize {
        if text.get(at).is_some_and(|&byte| self.set.contains(byte)) {
            1
        } else if self.units.triplets && triplet_at(text, at) {
            3
        } else {
            0
        }
    }

    /// The longest prefix of the text that the set can still complete.
    pub(crate) fn progress(&self, text: &[u8]) -> Progress {
        let whole = self.run(text, 0).end;
        let may_go_on = self.units.triplets && !(self.single && whole > 0);
        let partial = match text.get(whole..) {
            Some([b'%', digit, ..]) if may_go_on && digit.is_ascii_hexdigit() => 2,
            Some([b'%', ..]) if may_go_on => 1,
            _ => 0,
        };
        Progress { whole, partial }
    }

    /// The bytes that may follow `prefix`, and whether the set accepts the prefix itself.
    pub(crate) fn next_bytes(&self, prefix: &[u8]) -> (ByteSet, bool) {
        let Progress { whole, partial } = self.progress(prefix);
        if whole + partial < prefix.len() {
            return (ByteSet::EMPTY, false);
        }
        if partial > 0 {
            return (HEXDIG, false);
        }
        let mut next = ByteSet::EMPTY;
        if !(self.single && whole > 0) {
            next = self.set;
            if self.units.triplets {
                next.insert(b'%');
            }
        }
        (next, whole > 0 || !self.nonempty)
    }
}
