//! Converts the matched pieces of a text to the values of variables.
//!
//! The input is pieces in units, such as `1,2` for `{x}` and `1` for `{x:1}`. The result is one value for each
//! variable.
//!
//! A piece has several readings: `1,2` is the list of "1" and "2", or the pair of both. A reading is valid if each
//! expression with the variable expands to its piece. So `1,2` for `{x}` and `1=2` for `{x*}` together mean the pair.
//! Most pieces have at most three readings. But a reserved expansion does not escape ",", nor a label ".": there a
//! separator may also belong to a member, so the number of readings doubles with each one. These are tried only if the
//! variable occurs twice; else the first reading is valid.

use std::ops::ControlFlow::{self, Break, Continue};

use crate::chain::{Chain, Piece};
use crate::expansion::{expanded, Value};
use crate::operator::Operator;
use crate::units::{units, value_of_reserved, value_of_unreserved, written};

/// The limit of readings for one text.
const MOST_READINGS: usize = 2_000;

type Members<'a> = Vec<&'a [u32]>;
/// Takes a reading, and ends the search by a break.
type Visit<'a> = dyn FnMut(Value<String>) -> ControlFlow<Result<Value<String>, Unmatched>> + 'a;
type Visited = ControlFlow<Result<Value<String>, Unmatched>>;

/// The defined variables by the numbers of their names, with their values.
pub type Values = Vec<(usize, Value<String>)>;

/// Why a match is not looked for to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unmatched {
    /// So many steps by so many units are more than [`crate::matching::MOST_WORK`].
    TooLong(usize, usize),
    /// The first 200 answers all fail.
    TooManyWays,
    /// The first 2,000 readings of the variable with this name all fail.
    TooManyReadings(usize),
}

/// A piece that an edge consumed: its number, and its units.
#[derive(Clone, Copy)]
pub(crate) struct Taken<'a> {
    pub piece: usize,
    pub units: &'a [u32],
}

/// Converts the pieces of one text that a template matched.
pub(crate) struct Reader<'a> {
    chain: &'a Chain,
    names: &'a [Box<str>],
    left: usize,
}

impl<'a> Reader<'a> {
    pub fn new(chain: &'a Chain, names: &'a [Box<str>]) -> Reader<'a> {
        Reader { chain, names, left: MOST_READINGS }
    }

    /// One value for each variable that has a piece; None if no value gives all pieces.
    pub fn values(&mut self, pieces: &[Taken<'_>]) -> Result<Option<Values>, Unmatched> {
        let mut values = Values::with_capacity(pieces.len());
        for (index, taken) in pieces.iter().enumerate() {
            let name = self.piece(taken).of.variable.name;
            if values.iter().any(|(other, _)| *other == name) {
                continue;
            }
            let own: Vec<_> =
                pieces[index..].iter().filter(|taken| self.piece(taken).of.variable.name == name).copied().collect();
            match self.value(name, &own)? {
                Some(value) => values.push((name, value)),
                None => return Ok(None),
            }
        }
        Ok(Some(values))
    }

    fn piece(&self, taken: &Taken<'_>) -> &'a Piece {
        &self.chain.pieces[taken.piece]
    }

    /// The first reading, of the piece with the fewest, that gives all pieces of a variable.
    fn value(&mut self, name: usize, pieces: &[Taken<'_>]) -> Result<Option<Value<String>>, Unmatched> {
        let whole = pieces.iter().filter(|taken| self.piece(taken).of.variable.prefix.is_none());
        let Some(freest) = whole.min_by_key(|taken| freedom(self.piece(taken), taken.units)) else {
            let longest = pieces.iter().rev().max_by_key(|taken| taken.units.len());
            let value = longest.map(|taken| Value::Text(decoded(self.piece(taken), taken.units)));
            return Ok(value.filter(|value| self.holds(name, value, pieces)));
        };
        let mut left = self.left;
        let end = self.readings(self.piece(freest), freest.units, &mut |value| {
            if left == 0 {
                return Break(Err(Unmatched::TooManyReadings(name)));
            }
            left -= 1;
            if self.holds(name, &value, pieces) {
                return Break(Ok(value));
            }
            Continue(())
        });
        self.left = left;
        match end {
            Break(value) => value.map(Some),
            Continue(()) => Ok(None),
        }
    }

    /// Whether each expression with the variable expands to its piece, or to nothing if it has no piece.
    fn holds(&self, name: usize, value: &Value<String>, pieces: &[Taken<'_>]) -> bool {
        let expanded = |operator, variable| expanded(operator, variable, &self.names[name], value);
        let mut absent: Vec<_> = self.chain.occurrences[name].iter().collect();
        for taken in pieces {
            let piece = self.piece(taken);
            if let Some(index) = absent.iter().position(|occurrence| **occurrence == piece.of) {
                absent.swap_remove(index);
            }
            let text = expanded(piece.of.operator, &piece.of.variable);
            let value = text.as_deref().and_then(|text| text.strip_prefix(piece.of.operator.first().as_bytes()));
            let value = value.and_then(|value| value.strip_prefix(&*piece.head));
            if value != Some(&*written(taken.units)) {
                return false;
            }
        }
        let is_written = |text: Option<Vec<u8>>| text.is_some_and(|text| !text.is_empty());
        !absent.iter().any(|occurrence| is_written(expanded(occurrence.operator, &occurrence.variable)))
    }

    /// The values that may expand to a piece, the preferred one first.
    ///
    /// `a,b` in `{x}` is the list of "a" and "b", or the pair of both. `a=1` in `{x*}` is a pair. `x=1` in `{?x*}` is a
    /// list with "1", or "1" alone, or the pair of "x" and "1".
    fn readings(&self, piece: &Piece, taken: &[u32], visit: &mut Visit<'_>) -> Visited {
        let operator = piece.of.operator;
        let reserved = operator.allows_reserved();
        let separator = separator(piece);
        let members: Members<'_> = taken.split(|&unit| unit == separator).collect();
        let is_free = freedom(piece, taken) > 0;
        let decode = |units: &[u32]| decoded(piece, units);
        let list = |members: &[&[u32]]| Value::List(members.iter().map(|member| decode(member)).collect());
        if !piece.of.variable.explode {
            if is_free || members.len() == 1 {
                visit(Value::Text(decode(taken)))?;
            }
            lists(piece, &members, visit)?;
        } else if operator.is_named() {
            self.named(piece, &members, visit)?;
        } else {
            if reserved || !taken.contains(&EQUALS) {
                visit(list(&members))?;
                if is_free || members.len() == 1 {
                    visit(Value::Text(decode(taken)))?;
                }
            }
            let split = if operator == Operator::Label { last_dots(taken) } else { members.clone() };
            if split.iter().all(|member| member.contains(&EQUALS)) {
                visit(pairs(piece, &split))?;
            }
        }
        if !is_free {
            return Continue(());
        }
        let ends: Vec<usize> = members
            .iter()
            .scan(0, |end, member| {
                *end += member.len() + 1;
                Some(*end - 1)
            })
            .collect();
        every_choice(&vec![2; ends.len() - 1], |joins| {
            let joined = joined(taken, &ends, joins);
            if !piece.of.variable.explode {
                return lists(piece, &joined, visit);
            }
            visit(list(&joined))?;
            let splits: Vec<Vec<usize>> = joined.iter().map(|member| equals(member)).collect();
            let counts: Vec<usize> = splits.iter().map(Vec::len).collect();
            every_choice(&counts, |choice| {
                let cut = |((member, splits), &index): ((&&[u32], &Vec<usize>), &usize)| {
                    let at = splits[index];
                    (decode(&member[..at]), decode(&member[at + 1..]))
                };
                visit(Value::Pairs(joined.iter().zip(&splits).zip(choice).map(cut).collect()))
            })
        })
    }

    /// The values of `{?x*}`: a list, whose members all have the variable's name, or pairs.
    fn named(&self, piece: &Piece, members: &[&[u32]], visit: &mut Visit<'_>) -> Visited {
        let name = units(self.names[piece.of.variable.name].as_bytes());
        let cut = members.iter().map(|member| partition(member));
        if cut.clone().all(|(key, _)| key == name) {
            let mut values: Vec<String> = cut.map(|(_, value)| value_of_unreserved(value)).collect();
            visit(Value::List(values.clone()))?;
            if values.len() == 1 {
                visit(Value::Text(values.remove(0)))?;
            }
        }
        if piece.of.operator == Operator::Parameter || members.iter().all(|member| member.contains(&EQUALS)) {
            visit(pairs(piece, members))?;
        }
        Continue(())
    }
}

const EQUALS: u32 = b'=' as u32;
const COMMA: u32 = b',' as u32;
const DOT: u32 = b'.' as u32;

fn decoded(piece: &Piece, units: &[u32]) -> String {
    if piece.of.operator.allows_reserved() {
        value_of_reserved(units)
    } else {
        value_of_unreserved(units)
    }
}

fn separator(piece: &Piece) -> u32 {
    if piece.of.variable.explode {
        u32::from(piece.of.operator.separator().as_bytes()[0])
    } else {
        COMMA
    }
}

/// The number of separators and "=" in the piece that may belong to a name or a value.
fn freedom(piece: &Piece, units: &[u32]) -> usize {
    let count = |wanted| units.iter().filter(|&&unit| unit == wanted).count();
    if piece.of.operator.allows_reserved() {
        count(COMMA) + if piece.of.variable.explode { count(EQUALS).saturating_sub(1) } else { 0 }
    } else if separator(piece) == DOT {
        count(DOT)
    } else {
        0
    }
}

/// The list of comma-separated members, and the same as pairs.
fn lists(piece: &Piece, members: &[&[u32]], visit: &mut Visit<'_>) -> Visited {
    let values: Vec<String> = members.iter().map(|member| decoded(piece, member)).collect();
    visit(Value::List(values.clone()))?;
    if values.len().is_multiple_of(2) {
        visit(Value::Pairs(values.chunks(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect()))?;
    }
    Continue(())
}

fn pairs(piece: &Piece, members: &[&[u32]]) -> Value<String> {
    let cut = members.iter().map(|member| partition(member));
    Value::Pairs(cut.map(|(key, value)| (decoded(piece, key), decoded(piece, value))).collect())
}

/// The parts before and after the first "=".
fn partition(member: &[u32]) -> (&[u32], &[u32]) {
    let mut parts = member.splitn(2, |&unit| unit == EQUALS);
    (parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
}

fn equals(member: &[u32]) -> Vec<usize> {
    member.iter().enumerate().filter(|(_, &unit)| unit == EQUALS).map(|(at, _)| at).collect()
}

/// Splits a label into pairs: between two "=", which are never escaped, the last "." is the separator.
///
/// `a=b.c.d=e` is "a" with "b.c" and "d" with "e". A member between two "=" without a "." is a pair without its name.
fn last_dots(taken: &[u32]) -> Members<'_> {
    let equals = equals(taken);
    let (mut members, mut start) = (Vec::new(), 0);
    for between in equals.windows(2) {
        let inside = &taken[between[0] + 1..between[1]];
        let Some(dot) = inside.iter().rposition(|&unit| unit == DOT) else { return Vec::from([&taken[..0]]) };
        let dot = between[0] + 1 + dot;
        members.push(&taken[start..dot]);
        start = dot + 1;
    }
    members.push(&taken[start..]);
    members
}

/// The members with the chosen neighbours joined by the separator that may belong to them.
fn joined<'a>(taken: &'a [u32], ends: &[usize], joins: &[usize]) -> Members<'a> {
    let (mut members, mut start) = (Vec::new(), 0);
    for (index, &end) in ends.iter().enumerate() {
        if joins.get(index) != Some(&1) {
            members.push(&taken[start..end]);
            start = end + 1;
        }
    }
    members
}

/// All choices of one number below each count, the last one changing first.
fn every_choice(counts: &[usize], mut visit: impl FnMut(&[usize]) -> Visited) -> Visited {
    if counts.contains(&0) {
        return Continue(());
    }
    let mut choice = vec![0; counts.len()];
    loop {
        visit(&choice)?;
        let Some(index) = (0..counts.len()).rev().find(|&index| choice[index] + 1 < counts[index]) else {
            return Continue(());
        };
        choice[index] += 1;
        choice[index + 1..].fill(0);
    }
}
