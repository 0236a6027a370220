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
//! which grows byte by byte from the end, so that no byte is read twice; then the name itself is compared.
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
    /// For each hash, modulo the number of slots, the number of a node from 1 on; 0 is empty. The next slot is tried
    /// where another node is in the way. At most half of the slots are full.
    slots: Vec<u32>,
    rules: Vec<(String, Section)>,
}

/// The hash of no bytes.
const SEED: u64 = 0xcbf2_9ce4_8422_2325;

/// The hash of a name with one more byte before it.
#[inline(always)]
fn grown(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
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
        let slots = vec![0; count.next_power_of_two().max(16)];
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
        let (mut hash, mut node, mut kept) = (SEED, None, start);
        for at in (0..name.len()).rev() {
            if name[at] == b'.' || at == 0 {
                let begin = if at == 0 { 0 } else { at + 1 };
                let hash = if at == 0 { grown(hash, name[0]) } else { hash };
                node = self.find(hash, &name[begin..]);
                if node.is_none() {
                    let length = u16::try_from(name.len() - begin).ok()?;
                    self.nodes.push(Node { start: (start + begin) as u32, length, rules: Rules::default() });
                    self.fill(hash, self.nodes.len() as u32);
                    node = Some(self.nodes.len() - 1);
                    kept = self.names.len();
                }
            }
            hash = grown(hash, name[at]);
        }
        self.names.truncate(kept);
        node
    }

    /// The number of the node of a name with a hash.
    #[inline(always)]
    fn find(&self, hash: u64, name: &[u8]) -> Option<usize> {
        let mask = self.slots.len() - 1;
        let mut slot = (hash >> 32) as usize & mask;
        loop {
            let node = *self.slots.get(slot)? as usize;
            let Node { start, length, .. } = *self.nodes.get(node.checked_sub(1)?)?;
            let own = self.names.get(start as usize..start as usize + usize::from(length));
            if own == Some(name) {
                return Some(node - 1);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Puts a node into the first free slot; makes twice as many slots where half are full.
    fn fill(&mut self, hash: u64, node: u32) {
        if self.nodes.len() * 2 > self.slots.len() {
            self.slots = vec![0; self.slots.len() * 2];
            for index in 0..self.nodes.len() {
                let Node { start, length, .. } = self.nodes[index];
                let name = &self.names[start as usize..start as usize + usize::from(length)];
                let hash = name.iter().rev().fold(SEED, |hash, &byte| grown(hash, byte));
                self.put(hash, index as u32 + 1);
            }
            return;
        }
        self.put(hash, node);
    }

    fn put(&mut self, hash: u64, node: u32) {
        let mask = self.slots.len() - 1;
        let mut slot = (hash >> 32) as usize & mask;
        while self.slots[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = node;
    }

    /// Where the public suffix of a name begins, and the section of the rule that prevails; None for the default rule.
    ///
    /// The name is in US-ASCII and lower case, without the dot of the root.
    #[must_use]
    #[inline]
    pub fn suffix_of(&self, name: &[u8], private: bool) -> (usize, Option<Section>) {
        // Where the label that ends at a place begins, and the hash with its bytes.
        let label = |end: usize, mut hash: u64| {
            let mut at = end;
            while at > 0 && name[at - 1] != b'.' {
                at -= 1;
                hash = grown(hash, name[at]);
            }
            (at, hash)
        };
        let (mut at, mut hash) = label(name.len(), SEED);
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
            (at, hash) = label(at - 1, grown(hash, b'.'));
            if let Some(found) = rules.of(WILDCARD, private) {
                (suffix_at, section) = (at, Some(found));
            }
        }
        (suffix_at, section)
    }
}
