//! Which pairs of a query an edit selects.

use std::borrow::Cow;
use std::collections::HashMap;

use super::names::Names;
use super::pairs::{data, encodes, Notation, Pair};
use crate::bytes::begins_a_character;
use crate::memory::copy;

/// Whether a pattern matches the whole text: "*" matches any characters, "?" one character, every other character
/// itself, and so do "*", "?" and "\\" after a backslash.
///
/// Backtracking only to the last "*" is enough, so the time is at most proportional to the product of both lengths.
#[must_use]
pub fn glob(pattern: &[u8], text: &[u8]) -> bool {
    let (mut p, mut t) = (0, 0);
    // The position of the last "*", and the end of the text that it matches so far.
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        let (sign, width) = match pattern.get(p) {
            Some(b'\\') if matches!(pattern.get(p + 1), Some(b'*' | b'?' | b'\\')) => (pattern.get(p + 1), 2),
            sign => (sign, 1),
        };
        match sign {
            Some(b'*') if width == 1 => {
                star = Some((p, t));
                p += 1;
            }
            Some(b'?') if width == 1 => {
                p += 1;
                t = next_character(text, t);
            }
            Some(&byte) if byte == text[t] => {
                p += width;
                t += 1;
            }
            _ => match star {
                None => return false,
                Some((place, end)) => {
                    let end = next_character(text, end);
                    star = Some((place, end));
                    (p, t) = (place + 1, end);
                }
            },
        }
    }
    pattern[p..].iter().all(|&byte| byte == b'*')
}

fn next_character(text: &[u8], at: usize) -> usize {
    let following = text[at + 1..].iter().take_while(|&&byte| !begins_a_character(byte)).count();
    at + 1 + following
}

/// Selects pairs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selector<'a> {
    /// Pairs with this decoded name.
    Name(Cow<'a, [u8]>),
    /// Pairs whose decoded name matches the pattern, see [`glob`].
    Glob(Cow<'a, [u8]>),
    /// Pairs whose name a list has.
    Listed(Names),
    /// Pairs at the places that are true; a place is an index among the texts between "&".
    Places(Vec<bool>),
}

/// A pair in its query: its text, its place, and whether nothing in the query is encoded.
#[derive(Clone, Copy)]
pub(super) struct Candidate<'a> {
    pub text: &'a [u8],
    pub place: usize,
    pub plain: bool,
    pub notation: Notation,
}

impl Selector<'_> {
    #[inline]
    fn selects(&self, candidate: Candidate<'_>) -> bool {
        match self {
            // `key5=x` begins with the name `key5`; a pair with another name is rejected without a search for its "=".
            Selector::Name(name) if candidate.plain => {
                candidate.text.strip_prefix(&**name).is_some_and(|rest| matches!(rest.first(), None | Some(b'=')))
                    && !name.contains(&b'=')
            }
            Selector::Name(name) => encodes(Pair::new(candidate.text).name, name, candidate.notation),
            Selector::Glob(pattern) => glob(pattern, &data(Pair::new(candidate.text).name, candidate.notation)),
            Selector::Listed(names) => names.has(Pair::new(candidate.text).name, candidate.notation),
            Selector::Places(places) => places.get(candidate.place).copied().unwrap_or(false),
        }
    }
}

/// From this number of selectors on, names are looked up in a hash map.
const FEW: usize = 8;

/// Selectors in order: the first one that selects a pair wins.
#[derive(Clone, Debug, Default)]
pub(super) struct Selectors<'a> {
    pub all: Vec<Selector<'a>>,
    /// The first index of each name, if there are many.
    names: HashMap<Vec<u8>, usize>,
    /// The indices of the other selectors.
    others: Vec<usize>,
}

impl<'a> Selectors<'a> {
    pub fn new(all: Vec<Selector<'a>>) -> Selectors<'a> {
        let (mut names, mut others) = (HashMap::new(), Vec::new());
        if all.len() > FEW {
            for (index, selector) in all.iter().enumerate() {
                match selector {
                    Selector::Name(name) => {
                        names.entry(copy(name)).or_insert(index);
                    }
                    _ => others.push(index),
                }
            }
        }
        Selectors { all, names, others }
    }

    #[inline]
    pub fn first(&self, candidate: Candidate<'_>) -> Option<usize> {
        if self.all.is_empty() {
            return None;
        }
        if self.all.len() <= FEW {
            return self.all.iter().position(|selector| selector.selects(candidate));
        }
        let named = self.names.get(&*data(Pair::new(candidate.text).name, candidate.notation)).copied();
        let other = self.others.iter().copied().find(|&index| self.all[index].selects(candidate));
        match (named, other) {
            (Some(named), Some(other)) => Some(named.min(other)),
            (named, other) => named.or(other),
        }
    }
}
