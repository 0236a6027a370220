//! An edition's table in memory, and its properties.
//!
//! Input: the binary file of an edition ([`Tables::load`]). Output: [`Tables`], the first argument of every operation
//! of this crate.
//!
//! | module | subject |
//! |---|---|
//! | `file` | the cursor over the file, its header and checksum |
//! | `load` | the sections of the file, checked and compiled |
//! | `choices` | the edition's choices in resolution |
//!
//! Every length, index and range is checked on load, so no later code can go out of bounds.

use std::collections::HashMap;
use std::sync::Arc;

use crate::bytes::ByteSet;
use crate::characters::Characters;
use crate::model::{Matcher, Port, Rule, RuleId};
use crate::percent::EncodeSet;
use crate::plan::fast_path::code_points::CodePointPath;
use crate::plan::fast_path::rule_check::RuleCheck;
use crate::plan::fast_path::FastPath;
use crate::plan::{AuthorityReading, Reading, SimpleAuthority};
use crate::split::SplitStyle;

pub(crate) mod choices;
pub(crate) mod file;
mod load;

use choices::Choices;
pub use file::TableError;

/// A loaded edition.
#[derive(Clone, Debug)]
pub struct Tables {
    pub(crate) id: Box<str>,
    pub(crate) digest: [u8; 32],
    pub(crate) rules: Vec<Rule>,
    pub(crate) rule_index: HashMap<Box<str>, u16>,
    pub(crate) start: RuleId,
    /// The rule that must accept a whole text: the start rule, or its counterpart with the edition's departures
    /// (`judged_by`).
    pub(crate) judge: RuleId,
    pub(crate) judged: bool,
    pub(crate) style: SplitStyle,
    /// The readings of a parse, in order.
    pub(crate) readings: Vec<Reading>,
    /// The readings that only resolution has.
    pub(crate) resolution_readings: Vec<Reading>,
    /// Whether the readings and the lenient split give the same offsets. Opaque parts are not compared.
    pub(crate) cuts_as_split: bool,
    /// Whether no rule takes a byte beyond US-ASCII.
    pub(crate) ascii: bool,
    pub(crate) authority_readings: Vec<AuthorityReading>,
    pub(crate) simple_authority: Option<SimpleAuthority>,
    pub(crate) fast_path: Option<FastPath>,
    /// The fast path for texts of code points, if the start rule need not run.
    pub(crate) code_points: Option<CodePointPath>,
    /// What is known about the start rule for texts that the fast path accepts.
    pub(crate) rule_check: RuleCheck,
    /// Whether `fast_resolve` may resolve references of this edition.
    pub(crate) fast_resolves: bool,
    pub(crate) host_types: Vec<(Box<str>, RuleId)>,
    /// The characters that percent-normalization decodes: in US-ASCII, and beyond it.
    pub(crate) unreserved: ByteSet,
    pub(crate) unreserved_beyond: Option<Arc<Characters>>,
    pub(crate) encode: Vec<(Box<str>, EncodeSet)>,
    pub(crate) settings: Vec<(Box<str>, Box<str>)>,
    pub(crate) choices: Choices,
    pub(crate) ports: Vec<Port>,
}

impl Tables {
    /// The edition's name, "rfc3986".
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// SHA-256 over the grammar's text and its settings.
    #[must_use]
    pub fn digest(&self) -> &[u8; 32] {
        &self.digest
    }

    /// The rule of that name. The slots' own expressions are rules too, named by their text.
    #[must_use]
    pub fn rule(&self, name: &str) -> Option<RuleId> {
        self.rule_index.get(name).map(|&index| RuleId(index))
    }

    /// The names of the rules: first the grammar's, in its order, then the slots' expressions.
    pub fn rule_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.rules.iter().map(|rule| &*rule.name)
    }

    /// The name of a rule.
    #[must_use]
    pub fn rule_name(&self, rule: RuleId) -> &str {
        self.rules.get(rule.index()).map_or("", |rule| &rule.name)
    }

    /// The rules that are exactly one member of a set: name, set, and whether a triplet counts as a member.
    pub fn unit_rules(&self) -> impl Iterator<Item = (&str, &ByteSet, bool)> {
        self.rules.iter().filter_map(|rule| match &rule.matcher {
            Matcher::Set(set) if set.single && set.nonempty => Some((&*rule.name, &set.set, set.units.triplets)),
            _ => None,
        })
    }

    /// The start rule.
    #[must_use]
    pub fn start(&self) -> RuleId {
        self.start
    }

    /// The rule that must accept a whole text: the start rule, or its counterpart with departures (the setting
    /// `judged_by`).
    #[must_use]
    pub fn judge(&self) -> RuleId {
        self.judge
    }

    /// Whether the fast path (`plan::fast_path`) decides on most texts, or on those of some schemes. If not, running
    /// the start rule's automaton is the faster validation.
    #[inline]
    #[must_use]
    pub fn has_fast_path(&self) -> bool {
        !matches!(self.rule_check, RuleCheck::Run)
    }

    /// The fast path, if no start rule need run after it.
    #[inline]
    pub(crate) fn judging_fast_path(&self) -> Option<&FastPath> {
        self.fast_path.as_ref().filter(|_| matches!(self.rule_check, RuleCheck::Skip))
    }

    /// Whether [`crate::fast_resolve`] covers references of this edition at all.
    #[must_use]
    pub fn has_fast_resolution(&self) -> bool {
        self.fast_resolves
    }

    /// Whether the start rule must accept a text too, after a reading has accepted it.
    #[must_use]
    pub fn judged(&self) -> bool {
        self.judged
    }

    /// The style of the edition's lenient split.
    #[must_use]
    pub fn split_style(&self) -> SplitStyle {
        self.style
    }

    /// The value of a setting (a resolution choice, `hierarchical_schemes`, `case_insensitive`).
    #[must_use]
    pub fn setting(&self, name: &str) -> Option<&str> {
        self.settings.iter().find(|(key, _)| &**key == name).map(|(_, value)| &**value)
    }

    /// All settings, in the table's order.
    pub fn settings(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.settings.iter().map(|(name, value)| (&**name, &**value))
    }

    /// Whether every text that a rule of the edition accepts is US-ASCII.
    #[inline]
    #[must_use]
    pub fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// The characters that need no encoding in a component ("segment", "query-value", ...).
    #[must_use]
    pub fn encode_set(&self, component: &str) -> Option<&EncodeSet> {
        self.encode_set_by_bytes(component.as_bytes())
    }

    /// As [`Tables::encode_set`], with the name as bytes.
    #[inline]
    #[must_use]
    pub fn encode_set_by_bytes(&self, component: &[u8]) -> Option<&EncodeSet> {
        self.encode.iter().find(|(name, _)| name.as_bytes() == component).map(|(_, set)| set)
    }

    /// The names that [`Tables::encode_set`] knows, in the table's order.
    pub fn encode_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.encode.iter().map(|(name, _)| &**name)
    }

    /// The default port of a scheme, in any case.
    #[must_use]
    pub fn default_port(&self, scheme: &[u8]) -> Option<u16> {
        self.scheme_port(scheme).map(|port| port.port)
    }

    /// The equivalent of an empty path after an authority under a scheme, if the edition's table has one.
    #[must_use]
    pub fn empty_path(&self, scheme: &[u8]) -> Option<&str> {
        self.scheme_port(scheme).map(|port| &*port.empty_path).filter(|path| !path.is_empty())
    }

    pub(crate) fn scheme_port(&self, scheme: &[u8]) -> Option<&Port> {
        self.ports.iter().find(|port| port.scheme.as_bytes().eq_ignore_ascii_case(scheme))
    }

    /// The matcher of a rule. A `RuleId` of another table may be out of range; it then means the start rule.
    #[inline]
    pub(crate) fn matcher(&self, rule: RuleId) -> &Matcher {
        let index = if rule.index() < self.rules.len() { rule.index() } else { self.start.index() };
        &self.rules[index].matcher
    }
}
