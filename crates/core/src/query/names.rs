//! A list of parameters' names, such as those of campaigns, and one comparison with it for every caller.

use std::collections::HashSet;

use super::pairs::{data, Notation};
use crate::memory::copy;

/// Names of parameters: whole ones, and prefixes, written with "*" at the end. Case is ignored.
///
/// In a query that was copied from HTML, `a=1&amp;utm_id=7`, the second name is `amp;utm_id`: `utm_id` has it too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names {
    whole: HashSet<Vec<u8>>,
    prefixes: Vec<Vec<u8>>,
}

impl Names {
    /// The list of some names.
    #[must_use]
    pub fn new(names: &[String]) -> Names {
        let (mut whole, mut prefixes) = (HashSet::new(), Vec::new());
        for name in names {
            let lower = name.to_ascii_lowercase().into_bytes();
            match lower.strip_suffix(b"*") {
                Some(prefix) => prefixes.push(copy(prefix)),
                None => drop(whole.insert(lower)),
            }
        }
        Names { whole, prefixes }
    }

    /// Whether the list has a name, as it is written in a query.
    #[must_use]
    pub fn has(&self, name: &[u8], notation: Notation) -> bool {
        let mut name = data(name, notation);
        if name.iter().any(u8::is_ascii_uppercase) {
            name.to_mut().make_ascii_lowercase();
        }
        self.lists(&name) || name.strip_prefix(b"amp;").is_some_and(|name| self.lists(name))
    }

    fn lists(&self, name: &[u8]) -> bool {
        self.prefixes.iter().any(|prefix| name.starts_with(prefix)) || self.whole.contains(name)
    }
}
