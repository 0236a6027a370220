//! Variable matching (1.4): the values with which a template expands to a text, and a second set of them, if any.
//!
//! How it works, with `/{a}{b}` and the text `/xy`:
//!
//! 1. The text becomes units, one for each character of a value (`units.rs`): "/", "x", "y". Variables are separated
//!    between units, so never inside a triplet.
//! 2. The template becomes an acyclic graph (`chain.rs`). An edge consumes nothing, a literal, or a piece of a value,
//!    whose units are all of one set.
//! 3. Backward pass: for each node, the places from which the rest of the template can match the rest of the text
//!    (`places.rs`). Here `{b}` can begin at 1, 2 and 3, and `{a}` at 1.
//! 4. Forward pass: each choice within these sets leads to the end. `{a}` may consume "xy", "x" or nothing, so there
//!    are several answers. A value comes before an undefined variable, and the longest piece first. If a value can
//!    contain the text that follows, the shortest piece that is not empty comes first. Of the first two answers, the
//!    one that defines more variables comes first.
//! 5. Each answer is converted to values (`values.rs`) and expanded again, and must give the text. This checks that a
//!    variable that occurs twice has one value.
//!
//! The time is the number of nodes times the length of the text, divided by the bits of a machine word.

use std::sync::OnceLock;

use uriverse_core::memory::filled;

use crate::chain::{Chain, Edge};
use crate::expansion::Value;
use crate::operator::Operator;
use crate::places::{add, extend, has, highest, lowest};
use crate::template::Template;
use crate::units::units;
use crate::values::{Reader, Taken, Unmatched, Values};

/// After so many answers that all fail, the template is too ambiguous.
const MOST_WAYS: usize = 200;
/// Limits the number of bits in all sets of places, to 25 MB.
pub const MOST_WORK: usize = 200_000_000;

/// The graphs of a template, which are made at the first match.
#[derive(Debug, Default)]
pub struct Matcher {
    plain: OnceLock<Chain>,
    with_lists: OnceLock<Chain>,
}

impl Matcher {
    /// The first two sets of values whose expansion is a text, the one with more variables first.
    ///
    /// `bound` has the values that are given already, one or None for each of [`Template::names`].
    ///
    /// # Errors
    /// Text and template are too long, or too ambiguous.
    pub fn matches(
        &self,
        template: &Template,
        text: &[u8],
        bound: &[Option<Value<String>>],
    ) -> Result<Vec<Values>, Unmatched> {
        if !text.is_ascii() {
            return Ok(Vec::new());
        }
        let units = units(text);
        let all = |chain: &OnceLock<Chain>, lists: bool| {
            let chain = chain.get_or_init(|| Chain::new(template, lists));
            Search::new(chain, &units)?.matches(template, text, bound)
        };
        // Last resort: a list as the value of one of several variables that commas separate.
        let matches = all(&self.plain, false)?;
        if matches.is_empty() {
            all(&self.with_lists, true)
        } else {
            Ok(matches)
        }
    }
}

/// A text beside a graph.
struct Search<'a> {
    chain: &'a Chain,
    units: &'a [u32],
    /// The length of a set of places.
    words: usize,
    /// For each set of units its places, one set after another.
    allowed: Vec<u64>,
    /// For each node the places from which the rest of the graph matches the rest of the text.
    reach: Vec<u64>,
}

/// The edges from a node at a place that can lead to the end.
struct Choices {
    node: usize,
    place: usize,
    edge: usize,
    /// The last end of the edge, if it has had one.
    last: Option<usize>,
}

impl<'a> Search<'a> {
    fn new(chain: &'a Chain, units: &'a [u32]) -> Result<Search<'a>, Unmatched> {
        if chain.steps.saturating_mul(units.len() + 1) > MOST_WORK {
            return Err(Unmatched::TooLong(chain.steps, units.len()));
        }
        let words = units.len() / 64 + 1;
        let mut allowed = filled(0, words * chain.sets.len());
        for (set, places) in chain.sets.iter().zip(allowed.chunks_mut(words)) {
            for (place, &unit) in units.iter().rev().enumerate() {
                if set.contains(unit) {
                    add(places, place);
                }
            }
        }
        let mut search = Search { chain, units, words, allowed, reach: filled(0, words * chain.nodes.len()) };
        search.look_back();
        Ok(search)
    }

    fn look_back(&mut self) {
        let mut reach = std::mem::take(&mut self.reach);
        let mut places = filled(0, self.words);
        if let Some(end) = reach.chunks_mut(self.words).next_back() {
            end[0] = 1;
        }
        for node in (0..self.chain.nodes.len() - 1).rev() {
            let (own, later) = reach.split_at_mut((node + 1) * self.words);
            let own = &mut own[node * self.words..];
            for edge in &self.chain.nodes[node] {
                places.copy_from_slice(&later[(edge.target - node - 1) * self.words..][..self.words]);
                if let Some(piece) = edge.piece.map(|number| &self.chain.pieces[number]) {
                    extend(&mut places, self.allowed(piece.set), piece.least, piece.most, self.units.len());
                }
                self.add_before(own, &places, &edge.literal);
            }
        }
        self.reach = reach;
    }

    /// Adds the places from which a literal leads to one of `places`.
    fn add_before(&self, own: &mut [u64], places: &[u64], literal: &[u32]) {
        if literal.is_empty() {
            own.iter_mut().zip(places).for_each(|(own, more)| *own |= more);
            return;
        }
        for (index, &word) in places.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                let place = index * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                if self.units[..self.units.len() - place].ends_with(literal) {
                    add(own, place + literal.len());
                }
            }
        }
    }

    fn allowed(&self, set: usize) -> &[u64] {
        &self.allowed[set * self.words..][..self.words]
    }

    fn matches(
        &self,
        template: &Template,
        text: &[u8],
        bound: &[Option<Value<String>>],
    ) -> Result<Vec<Values>, Unmatched> {
        let (mut matches, mut tried) = (Vec::<Values>::new(), 0);
        let mut reader = Reader::new(self.chain, template.names());
        let mut choices = vec![Choices { node: 0, place: self.units.len(), edge: 0, last: None }];
        let mut path = Vec::<Option<Taken<'_>>>::new();
        let end = self.chain.nodes.len() - 1;
        while let Some(choice) = choices.last_mut() {
            let node = choice.node;
            if node != end {
                match choice.next(self) {
                    Some((node, place, taken)) => {
                        path.push(taken);
                        choices.push(Choices { node, place, edge: 0, last: None });
                    }
                    None => {
                        path.pop();
                        choices.pop();
                    }
                }
                continue;
            }
            if choice.place > 0 {
                break;
            }
            if tried == MOST_WAYS {
                if matches.is_empty() {
                    return Err(Unmatched::TooManyWays);
                }
                break;
            }
            tried += 1;
            let pieces: Vec<Taken<'_>> = path.iter().flatten().copied().collect();
            if let Some(values) = reader.values(&pieces)? {
                if !matches.contains(&values) && expands_to(template, &values, bound, text) {
                    matches.push(values);
                    if matches.len() == 2 {
                        break;
                    }
                }
            }
            path.pop();
            choices.pop();
        }
        matches.sort_by_key(|values| std::cmp::Reverse(values.len()));
        Ok(matches)
    }
}

/// Whether the values, and those that are bound, expand to a text.
fn expands_to(template: &Template, values: &Values, bound: &[Option<Value<String>>], text: &[u8]) -> bool {
    let mut in_order = bound.to_vec();
    in_order.resize(template.names().len(), None);
    for (name, value) in values {
        in_order[*name].get_or_insert_with(|| value.clone());
    }
    template.expand(&in_order).is_ok_and(|expanded| expanded == text)
}

impl Choices {
    /// The next node, its place, and what was consumed on the way.
    fn next<'a>(&mut self, search: &Search<'a>) -> Option<(usize, usize, Option<Taken<'a>>)> {
        loop {
            let edge = search.chain.nodes[self.node].get(self.edge)?;
            if let Some((start, end)) = self.end(search, edge) {
                self.last = Some(end);
                let length = search.units.len();
                let taken = edge.piece.map(|piece| Taken { piece, units: &search.units[length - start..length - end] });
                return Some((edge.target, end, taken));
            }
            self.edge += 1;
            self.last = None;
        }
    }

    /// The next place to which an edge leads, after the place where its piece starts.
    fn end(&self, search: &Search<'_>, edge: &Edge) -> Option<(usize, usize)> {
        let rest = &search.units[search.units.len() - self.place..];
        let start = rest.strip_prefix(&*edge.literal)?.len();
        let reach = &search.reach[edge.target * search.words..][..search.words];
        let Some(piece) = edge.piece.map(|number| &search.chain.pieces[number]) else {
            return (self.last.is_none() && has(reach, start)).then_some((start, start));
        };
        let run = highest(search.allowed(piece.set), 0, start, true).map_or(0, |place| place + 1);
        let farthest = piece.most.map_or(run, |most| run.max(start.saturating_sub(most)));
        let end = if matches!(piece.of.operator, Operator::Reserved | Operator::Fragment | Operator::Label) {
            if self.last == Some(start) {
                return None;
            }
            let is_empty = piece.least == 0 && has(reach, start);
            highest(reach, farthest, self.last.unwrap_or(start), false).or(is_empty.then_some(start))
        } else {
            lowest(reach, self.last.map_or(farthest, |last| last + 1), start + 1 - piece.least)
        };
        end.map(|end| (start, end))
    }
}
