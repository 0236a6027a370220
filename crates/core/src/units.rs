//! Units: the items that most rules repeat. A unit is a byte of a set, a percent-triplet or a character beyond
//! US-ASCII.
//!
//! Input: a text and a position. Output: the end of the run of units. In `/ä%20b?c` by the units of RFC 3987's path, a
//! run from 0 passes over "/" (a byte), "ä" (a character of two bytes), "%20" (a triplet) and "b", and ends at 7.

use std::collections::HashMap;
use std::sync::Arc;

use crate::bytes::{run_of, triplet_at, ByteSet, ByteTable};
use crate::characters::Characters;

/// The units of a rule.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Units {
    /// The bytes that are units.
    pub table: Arc<ByteTable>,
    /// Whether percent-triplets are units.
    pub triplets: bool,
    /// The characters beyond US-ASCII that are units.
    pub characters: Option<Arc<Characters>>,
}

impl Units {
    /// The bytes of a set, and nothing else.
    pub(crate) fn bytes(table: Arc<ByteTable>) -> Units {
        Units { table, triplets: false, characters: None }
    }

    /// The first position at or after `from` where no unit begins.
    #[inline(always)]
    pub(crate) fn run(&self, text: &[u8], from: usize) -> usize {
        let bytes = |at| run_of(&self.table, text, at);
        self.run_on(text, bytes(from), bytes)
    }

    /// As [`Units::run`], if `at` is already the end of a run of the set's bytes. `bytes` finds the end of the next
    /// one.
    #[inline(always)]
    pub(crate) fn run_on(&self, text: &[u8], at: usize, bytes: impl Fn(usize) -> usize) -> usize {
        match text.get(at) {
            Some(&byte) if is_wide(byte) => self.run_on_wide(text, at, bytes),
            _ => at,
        }
    }

    #[inline(never)]
    fn run_on_wide(&self, text: &[u8], mut at: usize, bytes: impl Fn(usize) -> usize) -> usize {
        loop {
            if self.triplets && triplet_at(text, at) {
                at += 3;
            } else {
                let end = self.characters.as_ref().map_or(at, |characters| characters.run(text, at));
                if end == at {
                    return at;
                }
                at = end;
            }
            // Triplets often follow one another.
            if !self.triplets || text.get(at) != Some(&b'%') {
                at = bytes(at);
            }
        }
    }
}

/// Whether a unit of several bytes may begin with this byte.
#[inline(always)]
fn is_wide(byte: u8) -> bool {
    byte == b'%' || byte >= 0x80
}

/// Interned tables and sets of characters: equal ones are stored once.
#[derive(Default)]
pub(crate) struct Interned {
    tables: HashMap<ByteSet, Arc<ByteTable>>,
    characters: Vec<Arc<Characters>>,
}

impl Interned {
    pub(crate) fn table(&mut self, set: &ByteSet) -> Arc<ByteTable> {
        Arc::clone(self.tables.entry(*set).or_insert_with(|| Arc::new(set.table())))
    }

    /// The stored copy of a set of characters.
    pub(crate) fn characters(&mut self, set: Characters) -> Arc<Characters> {
        if let Some(known) = self.characters.iter().find(|known| ***known == set) {
            return Arc::clone(known);
        }
        let set = Arc::new(set);
        self.characters.push(Arc::clone(&set));
        set
    }
}
