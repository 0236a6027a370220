//! The rules of a list of public suffixes in a table, and the rule that prevails for a name.
//!
//! A rule is a name; "*." before it stands for any one label; "!" marks an exception. The prevailing rule is an
//! exception that matches, else the longest rule that matches, else "*". The table has a node for every name with which
//! a rule ends: for `*.kobe.jp` those of `kobe.jp` and `jp`. A name is read from its last label on, and where a node is
//! missing, no rule matches more of it. For `www.example.co.uk`:
//!
//! ```text
//! uk                 a node: the rule uk               the suffix is uk
//! co.uk              a node: the rule co.uk            the suffix is co.uk
//! example.co.uk      no node                           the answer stands
//! ```
//!
//! So a lookup takes as many probes as the answer has labels, and one more. A node is found by the hash of its name,
//! which grows label by label from the end, so that no byte is read twice; then the name itself is compared. A label is
//! read eight bytes at a time: `label_before` finds the dot before it and its hash in the same word.
//!
//! The list of 10,000 rules is compiled when it is first asked for, in two milliseconds. Tables made beforehand would
//! save less than that, and a newer list would need them made again.

use crate::list::{self, Section};
use crate::names::{name_of, Name};

/// A line that is not a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRule {
    /// Its number, from 1.
    pub line: usize,
    /// The rule as it is written.
    pub rule: String,
}

/// Which rules of a list count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Those of the private section too.
    pub private: bool,
    /// "*", by which the last label of a name that no rule matches is its suffix.
    pub default: bool,
}

/// What the list says of a name: which kinds of rules end with it, in which section. A bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Rules(u8);

/// The kinds of rules, as shifts in [`Rules`].
const PLAIN: u8 = 0;
const WILDCARD: u8 = 2;
const EXCEPTION: u8 = 4;

impl Rules {
    fn add(&mut self, kind: u8, section: Section) {
        self.0 &= !(3 << kind);
        self.0 |= (if section == Section::Icann { 1 } else { 2 }) << kind;
    }

    /// The section of the rule of a kind, if it counts.
    #[inline(always)]
    fn of(self, kind: u8, private: bool) -> Option<Section> {
        match self.0 >> kind & 3 {
            1 => Some(Section::Icann),
            2 if private => Some(Section::Private),
            _ => None,
        }
    }
}

/// A name with which rules end: where it stands in the table's text.
#[derive(Clone, Copy, Debug)]
struct Node {
    start: u32,
    length: u16,
    rules: Rules,
}

/// The compiled rules of a list.
#[derive(Clone, Debug)]
pub struct SuffixTable {
    /// The names of the nodes, one after the other. A name that ends another one is not written again.
    names: Vec<u8>,
    nodes: Vec<Node>,
    /// A node stands in the slot of its hash, modulo the number of slots, or in the next free one. At most half of the
    /// slots are full.
    slots: Vec<Bucket>,
    rules: Vec<(String, Section)>,
}

/// The number of a node from 1 on, with a part of its hash, so that most other names need no look at the node; 0 is
/// no node.
#[derive(Clone, Copy, Debug, Default)]
struct Bucket {
    tag: u32,
    node: u32,
}

/// The hash of no labels.
const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// A hash with eight more bytes.
#[inline(always)]
fn grown(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word) * 0x9e37_79b9_7f4a_7c15;
    product as u64 ^ (product >> 64) as u64
}

/// Where the label that ends at a place begins, and a hash with it.
#[inline(always)]
fn label_before(name: &[u8], end: usize, mut hash: u64) -> (usize, u64) {
    let mut at = end;
    loop {
        let word = word_before(name, at);
        let dots = dots_in(word);
        if dots == 0 && at >= 8 {
            (at, hash) = (at - 8, grown(hash, word));
            continue;
        }
        let length = (dots.leading_zeros() as usize / 8).min(at);
        // The label's own bytes are the highest ones.
        let own = word.checked_shr(64 - 8 * length as u32).unwrap_or(0);
        return (at - length, grown(hash, own));
    }
}

/// The eight bytes before a place, the last of them the highest; zeros stand for those that are not there.
#[inline(always)]
fn word_before(name: &[u8], end: usize) -> u64 {
    if let Some(Ok(bytes)) = end.checked_sub(8).map(|start| name[start..end].try_into()) {
        return u64::from_le_bytes(bytes);
    }
    name[..end].iter().fold(0, |word, &byte| word >> 8 | u64::from(byte) << 56)
}

/// The highest bit of each byte that is a dot.
#[inline(always)]
fn dots_in(word: u64) -> u64 {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let other = word ^ 0x2e2e_2e2e_2e2e_2e2e;
    !(((other & LOW) + LOW) | other | LOW)
}

/// The hash of a whole name.
fn hash_of(name: &[u8]) -> u64 {
    let (mut at, mut hash) = label_before(name, name.len(), SEED);
    while at > 0 {
        (at, hash) = label_before(name, at - 1, hash);
    }
    hash
}

impl SuffixTable {
    /// Compiles the text of a list, in the format of publicsuffix.org.
    ///
    /// # Errors
    /// [`BadRule`] for the first line that is not a rule.
    pub fn read(text: &str) -> Result<SuffixTable, BadRule> {
        let mut table = SuffixTable::with_slots(text.len() / 16);
        for (line, rule, section) in list::rules(text) {
            table.add(rule, section).ok_or_else(|| BadRule { line, rule: rule.to_owned() })?;
        }
        Ok(table)
    }

    /// Compiles rules.
    ///
    /// # Errors
    /// [`BadRule`] for the first that is not a rule; its line is its number.
    pub fn new(rules: &[(String, Section)]) -> Result<SuffixTable, BadRule> {
        let mut table = SuffixTable::with_slots(rules.len() * 2);
        for (index, (rule, section)) in rules.iter().enumerate() {
            table.add(rule, *section).ok_or_else(|| BadRule { line: index + 1, rule: rule.clone() })?;
        }
        Ok(table)
    }

    fn with_slots(count: usize) -> SuffixTable {
        let slots = vec![Bucket::default(); count.next_power_of_two().max(16)];
        SuffixTable { names: Vec::new(), nodes: Vec::new(), slots, rules: Vec::new() }
    }

    /// The rules as they are written, in their order.
    #[must_use]
    pub fn rules(&self) -> &[(String, Section)] {
        &self.rules
    }

    /// Adds a rule; None if it is not one.
    fn add(&mut self, rule: &str, section: Section) -> Option<()> {
        let (kind, written) = match (rule.strip_prefix('!'), rule.strip_prefix("*.")) {
            (Some(rest), _) => (EXCEPTION, rest),
            (None, Some(rest)) => (WILDCARD, rest),
            (None, None) => (PLAIN, rule),
        };
        let refused = |c| matches!(c, '/' | ':' | '@' | '#' | '?' | '<' | '>' | '[' | ']' | '\\' | '%' | '*' | '!');
        if written.contains(refused) || (kind == EXCEPTION && !written.contains('.')) {
            return None;
        }
        let name = name_of(written).ok().flatten().filter(|name| !name.rooted)?;
        let node = self.node(&name)?;
        self.nodes[node].rules.add(kind, section);
        self.rules.push((rule.to_owned(), section));
        Some(())
    }

    /// The number of a name's node, which is made with those of the names that end it.
    fn node(&mut self, name: &Name<'_>) -> Option<usize> {
        let name = name.ascii().as_bytes();
        let start = self.names.len();
        self.names.extend_from_slice(name);
        let mut kept = start;
        let (mut at, mut hash) = label_before(name, name.len(), SEED);
        loop {
            let node = match self.find(hash, &name[at..]) {
                Some(node) => node,
                None => {
                    let length = u16::try_from(name.len() - at).ok()?;
                    self.nodes.push(Node { start: (start + at) as u32, length, rules: Rules::default() });
                    self.fill(hash, self.nodes.len() as u32);
                    kept = self.names.len();
                    self.nodes.len() - 1
                }
            };
            if at == 0 {
                self.names.truncate(kept);
                return Some(node);
            }
            (at, hash) = label_before(name, at - 1, hash);
        }
    }

    /// The bytes of a node's name.
    #[inline(always)]
    fn name(&self, node: usize) -> &[u8] {
        let Node { start, length, .. } = self.nodes[node];
        &self.names[start as usize..start as usize + usize::from(length)]
    }

    /// The number of the node of a name with a hash.
    #[inline(always)]
    fn find(&self, hash: u64, name: &[u8]) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let Bucket { tag, node } = *self.slots.get(at)?;
            let node = (node as usize).checked_sub(1)?;
            if tag == (hash >> 32) as u32 && self.name(node) == name {
                return Some(node);
            }
            at = (at + 1) & mask;
        }
    }

    /// Puts a node into the first free slot; makes twice as many slots where half are full.
    fn fill(&mut self, hash: u64, node: u32) {
        if self.nodes.len() * 2 > self.slots.len() {
            self.slots = vec![Bucket::default(); self.slots.len() * 2];
            for index in 0..self.nodes.len() {
                self.put(hash_of(self.name(index)), index as u32 + 1);
            }
            return;
        }
        self.put(hash, node);
    }

    fn put(&mut self, hash: u64, node: u32) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].node != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = Bucket { tag: (hash >> 32) as u32, node };
    }

    /// Where the public suffix of a name begins, and the section of the rule that prevails; None for the default rule.
    ///
    /// The name is in US-ASCII and lower case, without the dot of the root.
    #[must_use]
    #[inline]
    pub fn suffix_of(&self, name: &[u8], private: bool) -> (usize, Option<Section>) {
        let (mut at, mut hash) = label_before(name, name.len(), SEED);
        let (mut suffix_at, mut section) = (at, None);
        while let Some(node) = self.find(hash, &name[at..]) {
            let rules = self.nodes[node].rules;
            if let Some(found) = rules.of(EXCEPTION, private) {
                let dot = name[at..].iter().position(|&byte| byte == b'.').map_or(0, |dot| dot + 1);
                return (at + dot, Some(found));
            }
            if let Some(found) = rules.of(PLAIN, private) {
                (suffix_at, section) = (at, Some(found));
            }
            if at == 0 {
                break;
            }
            (at, hash) = label_before(name, at - 1, hash);
            if let Some(found) = rules.of(WILDCARD, private) {
                (suffix_at, section) = (at, Some(found));
            }
        }
        (suffix_at, section)
    }
}
