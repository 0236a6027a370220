//! The rules of a list of public suffixes in a hash table, and the prevailing rule for a name.
//!
//! A rule is a name; "*." before it means any one label; "!" marks an exception. The prevailing rule is an exception
//! that matches, else the longest rule that matches, else "*". The table has a node for every suffix of a rule:
//! `kobe.jp` and `jp` for `*.kobe.jp`. A lookup goes from the last label to the first. At a missing node it stops: no
//! longer rule can match. For `www.example.co.uk`:
//!
//! ```text
//! uk                 a node: the rule uk               the suffix is uk
//! co.uk              a node: the rule co.uk            the suffix is co.uk
//! example.co.uk      no node                           the answer stands
//! ```
//!
//! So a lookup takes one probe for each label of the result, and one more. The last probe is mostly a miss, such as
//! `example.co.uk`. A Bloom filter in the L1 cache, with one bit for each hash, rejects 15 of 16 of these. A hash takes
//! the last 24 bytes of a name without a loop; few names are longer.
//!
//! The list of 10,000 rules is compiled on first use, in two milliseconds. Precompiled tables would save less than
//! that, and would have to be rebuilt for a newer list.

use crate::list::{self, Section};
use crate::names::{domain_name, Name};
use uriverse_core::memory::Grow;

/// An invalid rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadRule {
    /// Its line, from 1.
    pub line: usize,
    /// The rule as written.
    pub rule: String,
}

/// Which rules of a list apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Those of the private section too.
    pub private: bool,
    /// "*", by which the last label of a name is its suffix if no rule matches.
    pub default: bool,
}

/// The kinds and sections of the rules at a node, one bit each.
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

    /// The section of the rule of a kind, if it applies.
    #[inline(always)]
    fn section(self, kind: u8, private: bool) -> Option<Section> {
        match self.0 >> kind & 3 {
            1 => Some(Section::Icann),
            2 if private => Some(Section::Private),
            _ => None,
        }
    }
}

/// A name that is a suffix of rules: its place in the table's text.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Its last bytes, by [`last_word`].
    last: u64,
    start: u32,
    length: u16,
    rules: Rules,
}

/// The compiled rules of a list.
#[derive(Clone, Debug)]
pub struct SuffixTable {
    /// The names of the nodes, one after the other. A name that is a suffix of another is not stored again.
    names: Vec<u8>,
    nodes: Vec<Node>,
    /// An open-addressing hash table with linear probing: the number of a node, from 1 on; 0 is an empty slot. At most
    /// half of the slots are full.
    slots: Vec<u32>,
    /// A Bloom filter: a bit for each hash of a node, modulo the number of bits.
    filter: Vec<u64>,
    /// The length of the longest name of a node.
    longest: usize,
    rules: Vec<(String, Section)>,
}

/// The bits of the filter for each slot; at most one in eight is set.
const BITS_PER_SLOT: usize = 4;

/// A hash of two words.
#[inline(always)]
fn mix(one: u64, other: u64) -> u64 {
    let product = u128::from(one ^ 0xcbf2_9ce4_8422_2325) * u128::from(other ^ 0x9e37_79b9_7f4a_7c15);
    product as u64 ^ (product >> 64) as u64
}

/// The eight bytes at a position.
#[inline(always)]
fn word_at(text: &[u8], at: usize) -> u64 {
    text.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

/// The last eight bytes of the name `text[at..]`; if it has fewer, all of them and zeros.
#[inline(always)]
fn last_word(text: &[u8], at: usize) -> u64 {
    let word = match text.last_chunk() {
        Some(bytes) => u64::from_le_bytes(*bytes),
        None => text.iter().fold(0, |word, &byte| word >> 8 | u64::from(byte) << 56),
    };
    let missing = 8usize.saturating_sub(text.len() - at);
    word.checked_shr(8 * missing as u32).unwrap_or(0)
}

/// The last bytes of the name `text[at..]`, and its hash.
///
/// Three words of eight bytes are read. They overlap in a shorter name: `example.com` is read as `mple.com` and twice
/// `example.`.
#[inline(always)]
fn hash_of(text: &[u8], at: usize) -> (u64, u64) {
    let (last, length) = (last_word(text, at), text.len() - at);
    if length < 8 {
        return (last, mix(last, length as u64));
    }
    let word = |from_end: usize| word_at(text, text.len().saturating_sub(from_end).max(at));
    let mut hash = mix(mix(last, length as u64), mix(word(16), word(24)));
    let mut at = at;
    while at + 24 < text.len() {
        hash = mix(hash, word_at(text, at));
        at += 8;
    }
    (last, hash)
}

impl SuffixTable {
    /// Compiles the text of a list, in the format of publicsuffix.org.
    ///
    /// # Errors
    /// [`BadRule`] for the first invalid rule.
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
    /// [`BadRule`] for the first invalid rule; its line is its number.
    pub fn new(rules: &[(String, Section)]) -> Result<SuffixTable, BadRule> {
        let mut table = SuffixTable::with_slots(rules.len() * 2);
        for (index, (rule, section)) in rules.iter().enumerate() {
            table.add(rule, *section).ok_or_else(|| BadRule { line: index + 1, rule: rule.clone() })?;
        }
        Ok(table)
    }

    fn with_slots(count: usize) -> SuffixTable {
        let slots = vec![0; count.next_power_of_two().max(16)];
        let filter = vec![0; slots.len() * BITS_PER_SLOT / 64];
        SuffixTable { names: Vec::new(), nodes: Vec::new(), slots, filter, longest: 0, rules: Vec::new() }
    }

    /// The rules as written, in their order.
    pub fn rules(&self) -> &[(String, Section)] {
        &self.rules
    }

    /// Adds a rule; None if it is invalid.
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
        let name = domain_name(written).ok().flatten().filter(|name| !name.rooted)?;
        let node = self.node(&name)?;
        self.nodes[node].rules.add(kind, section);
        self.rules.push((rule.to_owned(), section));
        Some(())
    }

    /// The number of a name's node, which is created with the nodes of its suffixes.
    fn node(&mut self, name: &Name<'_>) -> Option<usize> {
        let name = name.ascii().as_bytes();
        let start = self.names.len();
        self.names.put_all(name);
        self.longest = self.longest.max(name.len());
        let mut kept = start;
        let mut at = start_of_label(name, name.len());
        loop {
            let node = match self.find(name, at) {
                Some(node) => node,
                None => {
                    let length = u16::try_from(name.len() - at).ok()?;
                    let (last, hash) = hash_of(name, at);
                    self.nodes.push(Node { last, start: (start + at) as u32, length, rules: Rules::default() });
                    self.fill(hash);
                    kept = self.names.len();
                    self.nodes.len() - 1
                }
            };
            if at == 0 {
                self.names.truncate(kept);
                return Some(node);
            }
            at = start_of_label(name, at - 1);
        }
    }

    /// The bytes of a node's name.
    #[inline(always)]
    fn name(&self, node: Node) -> &[u8] {
        &self.names[node.start as usize..node.start as usize + usize::from(node.length)]
    }

    /// The number of the node of the name `text[at..]`.
    #[inline(always)]
    fn find(&self, text: &[u8], at: usize) -> Option<usize> {
        let length = text.len() - at;
        if length > self.longest {
            return None;
        }
        let (last, hash) = hash_of(text, at);
        let bit = filter_bit(hash) & (self.filter.len() * 64 - 1);
        if self.filter.get(bit / 64)? >> (bit % 64) & 1 == 0 {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let index = (*self.slots.get(slot)? as usize).checked_sub(1)?;
            let node = *self.nodes.get(index)?;
            let is_alike = node.last == last && usize::from(node.length) == length;
            if is_alike && (length <= 8 || self.name(node) == &text[at..]) {
                return Some(index);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Puts the last node into the first free slot; doubles the slots if half are full.
    fn fill(&mut self, hash: u64) {
        if self.nodes.len() * 2 <= self.slots.len() {
            return self.put(hash, self.nodes.len() as u32);
        }
        self.slots = vec![0; self.slots.len() * 2];
        self.filter = vec![0; self.filter.len() * 2];
        for index in 0..self.nodes.len() {
            let (_, hash) = hash_of(self.name(self.nodes[index]), 0);
            self.put(hash, index as u32 + 1);
        }
    }

    fn put(&mut self, hash: u64, node: u32) {
        let bit = filter_bit(hash) & (self.filter.len() * 64 - 1);
        self.filter[bit / 64] |= 1 << (bit % 64);
        let mask = self.slots.len() - 1;
        let mut slot = hash as usize & mask;
        while self.slots[slot] != 0 {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = node;
    }

    /// The start of the public suffix of a name, and the section of the prevailing rule; None for the default rule.
    ///
    /// The name is in US-ASCII and lower case, without a trailing dot. `start_of_label` returns the start of the label
    /// that ends at a position.
    #[inline]
    pub(crate) fn find_suffix(
        &self,
        name: &[u8],
        private: bool,
        start_of_label: impl Fn(usize) -> usize,
    ) -> (usize, Option<Section>) {
        let mut at = start_of_label(name.len());
        let (mut suffix_at, mut section) = (at, None);
        while let Some(node) = self.find(name, at) {
            let rules = self.nodes[node].rules;
            if let Some(found) = rules.section(EXCEPTION, private) {
                let dot = name[at..].iter().position(|&byte| byte == b'.').map_or(0, |dot| dot + 1);
                return (at + dot, Some(found));
            }
            if let Some(found) = rules.section(PLAIN, private) {
                (suffix_at, section) = (at, Some(found));
            }
            if at == 0 {
                break;
            }
            at = start_of_label(at - 1);
            if let Some(found) = rules.section(WILDCARD, private) {
                (suffix_at, section) = (at, Some(found));
            }
        }
        (suffix_at, section)
    }
}

/// The filter's bit for a hash: not from the bits that select a slot.
#[inline(always)]
fn filter_bit(hash: u64) -> usize {
    (hash >> 32) as usize
}

/// The start of the label that ends at `end`.
pub(crate) fn start_of_label(name: &[u8], end: usize) -> usize {
    name[..end].iter().rposition(|&byte| byte == b'.').map_or(0, |dot| dot + 1)
}
