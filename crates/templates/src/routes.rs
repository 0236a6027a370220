//! Variable matching (1.4) for unambiguous templates: routes such as `/users/{id}/files/{+path}`.
//!
//! In a route no variable occurs twice or has a modifier. After each `{name}` is a literal whose first character no
//! value can have; `{+name}` is only at the end. So `/users/{id}/x` matches `/users/7/x` in one way only: "/" ends the
//! value "7". The result is [`Matched::Unknown`] for values that a route cannot decide: a value with ",", which may be
//! a list, and triplets that no expansion writes.

use std::borrow::Cow;
use std::ops::Range;

use uriverse_core::{decode, encode, triplet_at, Malformed};

use crate::characters::{RESERVED_TOO, UNRESERVED};
use crate::operator::Operator;
use crate::template::{Expression, Part, Template, Variable};

/// A template that is a route.
#[derive(Debug)]
pub struct Route {
    steps: Vec<Step>,
}

#[derive(Debug)]
enum Step {
    Literal(Box<[u8]>),
    /// The value of the variable of that number, up to the first byte that no value has.
    Value(usize),
    /// A value of `{+name}`, up to the end.
    Rest(usize),
}

/// The result of matching a text.
#[derive(Debug)]
pub enum Matched<'a> {
    /// The defined variables by their numbers, with their values.
    Values(Vec<(usize, Cow<'a, [u8]>)>),
    /// No values expand to the text.
    None,
    /// The route cannot decide.
    Unknown,
}

impl Route {
    /// The route of a template; None if it is not a route.
    pub fn new(template: &Template) -> Option<Route> {
        let parts = template.parts();
        let mut seen = Vec::new();
        let step = |(index, part): (usize, &Part)| match part {
            Part::Literal(literal) => (!literal.contains(&b'%')).then(|| Step::Literal(literal.clone())),
            Part::Expression(Expression { operator, variables, .. }) => {
                let [Variable { name, prefix: None, explode: false }] = **variables else { return None };
                let is_new = !seen.contains(&name);
                seen.push(name);
                match (operator, parts.get(index + 1)) {
                    _ if !is_new => None,
                    (Operator::Simple, None) => Some(Step::Value(name)),
                    (Operator::Simple, Some(Part::Literal(next))) => {
                        (!UNRESERVED.contains(next[0]) && next[0] != b',').then_some(Step::Value(name))
                    }
                    (Operator::Reserved, None) => Some(Step::Rest(name)),
                    _ => None,
                }
            }
        };
        Some(Route { steps: parts.iter().enumerate().map(step).collect::<Option<_>>()? })
    }

    /// The values with which the template expands to a text.
    pub fn matched<'a>(&self, text: &'a [u8]) -> Matched<'a> {
        let (mut at, mut values) = (0, Vec::with_capacity(self.steps.len()));
        for step in &self.steps {
            match step {
                Step::Literal(literal) => {
                    // If the value could be longer, another match is possible.
                    match text[at..].strip_prefix(&**literal) {
                        Some(rest) => at = text.len() - rest.len(),
                        None if matches!(text.get(at), Some(b'%' | b',')) => return Matched::Unknown,
                        None => return Matched::None,
                    }
                }
                Step::Value(name) => {
                    let end = value_end(text, at);
                    match value(text, at..end) {
                        Some(value) if end > at => values.push((*name, value)),
                        Some(_) => {}
                        None => return Matched::Unknown,
                    }
                    at = end;
                }
                Step::Rest(name) => {
                    let rest = &text[at..];
                    if rest.iter().any(|&byte| byte == b',' || !RESERVED_TOO.contains(byte)) {
                        return Matched::Unknown;
                    }
                    if !rest.is_empty() {
                        values.push((*name, Cow::Borrowed(rest)));
                    }
                    at = text.len();
                }
            }
        }
        match text.get(at) {
            None => Matched::Values(values),
            Some(b'%' | b',') => Matched::Unknown,
            Some(_) => Matched::None,
        }
    }
}

/// The end of the unreserved characters and triplets from `at` on.
fn value_end(text: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = text.get(at) {
        if UNRESERVED.contains(byte) {
            at += 1;
        } else if triplet_at(text, at) {
            at += 3;
        } else {
            break;
        }
    }
    at
}

/// The value that expands to this part of a text; None if there is none.
fn value(text: &[u8], place: Range<usize>) -> Option<Cow<'_, [u8]>> {
    let written = &text[place];
    if !written.contains(&b'%') {
        return Some(Cow::Borrowed(written));
    }
    let decoded = decode(written, Malformed::Refuse).ok()??;
    let is_written_so = encode(&decoded, &UNRESERVED, false).is_some_and(|again| again == written);
    (is_written_so && std::str::from_utf8(&decoded).is_ok()).then_some(Cow::Owned(decoded))
}
