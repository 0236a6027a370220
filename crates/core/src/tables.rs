//! An edition's table as the engine holds it, and the questions that callers may ask of it.
//!
//! [`Tables::load`] reads the binary (the module `load` says how) and checks every length, index and range, so that no
//! later code can go out of bounds. What belongs here: the model and its accessors. What does not: reading texts.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use crate::automaton::Automaton;
use crate::bytes::{ByteSet, ByteTable};
use crate::dots::Excess;
use crate::plan::{Reading, Row, SimpleAuthority};
use crate::quick::Quick;
use crate::split::SplitStyle;

/// A rule of one table. It means nothing to another table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct RuleId(pub(crate) u16);

impl RuleId {
    /// The rule's place among [`Tables::rule_names`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A component that a slot holds, numbered as in the table format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Component {
    Scheme,
    Authority,
    Userinfo,
    Host,
    Port,
    Path,
    Params,
    Query,
    Fragment,
    RegName,
}

impl Component {
    pub(crate) const ALL: [Component; 10] = [
        Component::Scheme,
        Component::Authority,
        Component::Userinfo,
        Component::Host,
        Component::Port,
        Component::Path,
        Component::Params,
        Component::Query,
        Component::Fragment,
        Component::RegName,
    ];

    /// The component of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Component> {
        Component::ALL.into_iter().find(|component| component.as_str() == name)
    }

    /// The name of the component: "scheme", "authority", ..., "`reg_name`".
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Component::Scheme => "scheme",
            Component::Authority => "authority",
            Component::Userinfo => "userinfo",
            Component::Host => "host",
            Component::Port => "port",
            Component::Path => "path",
            Component::Params => "params",
            Component::Query => "query",
            Component::Fragment => "fragment",
            Component::RegName => "reg_name",
        }
    }
}

/// Why a table was not loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableError {
    /// The offset in the file at which reading stopped.
    pub at: usize,
    /// What is wrong there.
    pub what: String,
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (byte {} of the table)", self.what, self.at)
    }
}

impl std::error::Error for TableError {}

/// What an empty reference means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EmptyReference {
    Base,
    BaseWithoutFragment,
    CurrentDocument,
}

/// What a non-strict resolver does with a reference whose scheme is the base's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SameScheme {
    Never,
    AfterEmptyCheck,
    First,
}

/// What a relative path is appended to when the base's path is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EmptyBasePath {
    Printed,
    Slash,
    SlashWithAuthority,
}

/// An edition's resolution choices. Where a table is silent, RFC 3986's hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choices {
    pub empty_reference: EmptyReference,
    /// `?y` drops the last segment of the base's path (url-syntax to RFC 2732) instead of keeping the path.
    pub query_merges: bool,
    /// RFC 1808: path and params are apart, and "non-empty" decides where others ask for "defined".
    pub replaces_params: bool,
    /// Dot segments are removed from every path that the reference brings, not from a merged one alone.
    pub dots_everywhere: bool,
    pub excess: Excess,
    pub same_scheme: SameScheme,
    pub hierarchical_schemes: Vec<Box<str>>,
    pub empty_base_path: EmptyBasePath,
    pub refuses_opaque_base: bool,
}

/// A rule that is a set of units: bytes of a mask, perhaps triplets, one or many.
#[derive(Clone, Debug)]
pub(crate) struct SetRule {
    pub set: ByteSet,
    pub table: Arc<ByteTable>,
    pub triplets: bool,
    /// At least one unit.
    pub nonempty: bool,
    /// At most one unit.
    pub single: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Judge {
    Set(SetRule),
    Automaton(Arc<Automaton>),
}

#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub name: Box<str>,
    pub judge: Judge,
}

/// A default port of a scheme.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Port {
    pub scheme: Box<str>,
    pub port: u16,
    pub empty_path: Box<str>,
}

/// One edition, ready to judge texts.
#[derive(Clone, Debug)]
pub struct Tables {
    pub(crate) id: Box<str>,
    pub(crate) digest: [u8; 32],
    pub(crate) classes: Box<[u8; 256]>,
    pub(crate) labels: Vec<Box<str>>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) rule_index: HashMap<Box<str>, u16>,
    pub(crate) start: RuleId,
    pub(crate) judged: bool,
    pub(crate) style: SplitStyle,
    /// The readings of a parse, in order.
    pub(crate) readings: Vec<Reading>,
    /// The readings that resolution has besides.
    pub(crate) resolution_readings: Vec<Reading>,
    /// Whether the readings cut where the lenient split cuts, opaque parts aside.
    pub(crate) cuts_as_split: bool,
    /// No rule takes a byte beyond US-ASCII.
    pub(crate) ascii: bool,
    pub(crate) rows: Vec<Row>,
    pub(crate) simple_authority: Option<SimpleAuthority>,
    pub(crate) quick: Option<Quick>,
    /// References may be resolved by the short way.
    pub(crate) joins: bool,
    pub(crate) host_types: Vec<(Box<str>, RuleId)>,
    pub(crate) unreserved: ByteSet,
    pub(crate) encode: Vec<(Box<str>, Arc<ByteTable>)>,
    pub(crate) settings: Vec<(Box<str>, Box<str>)>,
    pub(crate) choices: Choices,
    pub(crate) scheme_folds: bool,
    pub(crate) host_folds: bool,
    pub(crate) ports: Vec<Port>,
}

impl Tables {
    /// Loads a table of format 1.
    ///
    /// # Errors
    /// [`TableError`] when any length, index, range, name or text in it is not what the format allows.
    pub fn load(bytes: &[u8]) -> Result<Tables, TableError> {
        crate::load::load(bytes)
    }

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

    /// The rule of that name. Besides the grammar's rules the slots' own expressions have entries, named by their text.
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

    /// The rules that stand for exactly one member of a set: name, set, and whether a triplet counts as a member.
    pub fn unit_rules(&self) -> impl Iterator<Item = (&str, &ByteSet, bool)> {
        self.rules.iter().filter_map(|rule| match &rule.judge {
            Judge::Set(set) if set.single && set.nonempty => Some((&*rule.name, &set.set, set.triplets)),
            _ => None,
        })
    }

    /// The start rule.
    #[must_use]
    pub fn start(&self) -> RuleId {
        self.start
    }

    /// Whether most texts are parsed in one pass over their bytes; else an automaton is the quicker judge.
    #[must_use]
    pub fn is_quick(&self) -> bool {
        self.quick.is_some()
    }

    /// Whether the start rule judges a whole text besides the readings.
    #[must_use]
    pub fn judged(&self) -> bool {
        self.judged
    }

    /// How the edition splits leniently.
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

    /// The labels of the alphabet's classes, in the document's words.
    pub fn class_labels(&self) -> impl ExactSizeIterator<Item = &str> {
        self.labels.iter().map(|label| &**label)
    }

    /// The class of a byte: a place among [`Tables::class_labels`].
    #[must_use]
    pub fn class_of(&self, byte: u8) -> usize {
        usize::from(self.classes[usize::from(byte)])
    }

    /// Whether every text that a rule of the edition accepts is US-ASCII.
    #[inline]
    #[must_use]
    pub fn is_ascii(&self) -> bool {
        self.ascii
    }

    /// The type of a host: the first of the edition's host types whose rule accepts it.
    #[must_use]
    pub fn host_type(&self, host: &[u8]) -> Option<&str> {
        self.host_types.iter().find(|(_, rule)| crate::check::accepts(self, *rule, host)).map(|(name, _)| &**name)
    }

    /// The characters that percent-normalization decodes.
    #[must_use]
    pub fn unreserved(&self) -> &ByteSet {
        &self.unreserved
    }

    /// The characters that may stand as they are in a component ("segment", "query-value", ...).
    #[must_use]
    pub fn encode_set(&self, component: &str) -> Option<&ByteTable> {
        self.encode_set_of(component.as_bytes())
    }

    /// As [`Tables::encode_set`], by the bytes of the name.
    #[inline]
    #[must_use]
    pub fn encode_set_of(&self, component: &[u8]) -> Option<&ByteTable> {
        self.encode.iter().find(|(name, _)| name.as_bytes() == component).map(|(_, table)| &**table)
    }

    /// The names that [`Tables::encode_set`] knows, in the table's order.
    pub fn encode_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.encode.iter().map(|(name, _)| &**name)
    }

    /// The default port of a scheme, in whatever case it is written.
    #[must_use]
    pub fn default_port(&self, scheme: &[u8]) -> Option<u16> {
        self.port_of(scheme).map(|port| port.port)
    }

    /// What an empty path after an authority stands for under a scheme, where the edition's table says so.
    #[must_use]
    pub fn empty_path(&self, scheme: &[u8]) -> Option<&str> {
        self.port_of(scheme).map(|port| &*port.empty_path).filter(|path| !path.is_empty())
    }

    pub(crate) fn port_of(&self, scheme: &[u8]) -> Option<&Port> {
        self.ports.iter().find(|port| port.scheme.as_bytes().eq_ignore_ascii_case(scheme))
    }

    /// The rule itself. A `RuleId` of another table may be out of range here; it then stands for the start rule.
    pub(crate) fn judge(&self, rule: RuleId) -> &Judge {
        let index = if rule.index() < self.rules.len() { rule.index() } else { self.start.index() };
        &self.rules[index].judge
    }
}
