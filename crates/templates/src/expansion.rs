//! From the parts of a template and the values of its variables to the text of a reference.
//!
//! Input: for each name of the template a value, or None if it is undefined. Output: the expansion. The steps are those
//! of RFC 6570, Appendix A, variable by variable; each value is read once, in time linear in the length of the result.

use uriverse_core::memory::{buffer, copy, Grow};
use uriverse_core::{encode, triplet_value};

use crate::characters::{RESERVED_TOO, UNRESERVED};
use crate::operator::Operator;
use crate::template::{Expression, Part, Template, Variable};

/// The value of a variable (2.3). An undefined variable has none; a composite value has only its defined members.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value<T> {
    /// A string.
    Text(T),
    /// A list with at least one member.
    List(Vec<T>),
    /// An associative array with at least one pair.
    Pairs(Vec<(T, T)>),
}

/// The error of a prefix modifier on a composite value. 2.4.1: "Prefix modifiers are not applicable to variables that
/// have composite values."
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CompositePrefix {
    /// The number of the variable's name.
    pub name: usize,
}

impl Template {
    /// Expands the template with one value, or None, for each of [`Template::names`].
    ///
    /// # Errors
    /// A variable with a prefix modifier has a composite value.
    pub fn expand<T: AsRef<str>>(&self, values: &[Option<Value<T>>]) -> Result<Vec<u8>, CompositePrefix> {
        let mut out = buffer(128);
        for part in self.parts() {
            match part {
                Part::Literal(text) => out.put_all(text),
                Part::Expression(expression) => self.expand_expression(expression, values, &mut out)?,
            }
        }
        Ok(out)
    }

    fn expand_expression<T: AsRef<str>>(
        &self,
        expression: &Expression,
        values: &[Option<Value<T>>],
        out: &mut Vec<u8>,
    ) -> Result<(), CompositePrefix> {
        let mut before = expression.operator.first();
        for variable in &expression.variables {
            if let Some(Some(value)) = values.get(variable.name) {
                out.put_all(before.as_bytes());
                before = expression.operator.separator();
                let mut writer = Writer { operator: expression.operator, out };
                writer.variable(variable, &self.names()[variable.name], value)?;
            }
        }
        Ok(())
    }
}

/// The expansion of an expression with one variable; None for the prefix of a composite value, which has none.
pub(crate) fn expanded<T: AsRef<str>>(
    operator: Operator,
    variable: &Variable,
    name: &str,
    value: &Value<T>,
) -> Option<Vec<u8>> {
    let mut out = copy(operator.first().as_bytes());
    Writer { operator, out: &mut out }.variable(variable, name, value).ok()?;
    Some(out)
}

/// The output of an expression's expansion.
struct Writer<'a> {
    operator: Operator,
    out: &'a mut Vec<u8>,
}

impl Writer<'_> {
    fn variable<T: AsRef<str>>(
        &mut self,
        variable: &Variable,
        name: &str,
        value: &Value<T>,
    ) -> Result<(), CompositePrefix> {
        match value {
            Value::Text(text) => {
                let mut text = text.as_ref();
                if let Some(length) = variable.prefix {
                    text = prefix(text, usize::from(length), self.operator.allows_reserved());
                }
                if self.operator.is_named() {
                    self.named(name, text);
                } else {
                    self.encoded(text);
                }
            }
            _ if variable.prefix.is_some() => return Err(CompositePrefix { name: variable.name }),
            Value::List(members) if variable.explode && self.operator.is_named() => {
                self.each(members, |writer, member| writer.named(name, member.as_ref()));
            }
            Value::Pairs(pairs) if variable.explode && self.operator.is_named() => {
                self.each(pairs, |writer, (key, member)| {
                    writer.encoded(key.as_ref());
                    writer.assigned(member.as_ref());
                });
            }
            Value::List(members) if variable.explode => {
                self.each(members, |writer, member| writer.encoded(member.as_ref()));
            }
            Value::Pairs(pairs) if variable.explode => {
                self.each(pairs, |writer, (key, member)| {
                    writer.encoded(key.as_ref());
                    writer.out.put(b'=');
                    writer.encoded(member.as_ref());
                });
            }
            Value::List(members) => {
                self.list_name(name);
                self.joined(members.iter().map(AsRef::as_ref));
            }
            Value::Pairs(pairs) => {
                self.list_name(name);
                self.joined(pairs.iter().flat_map(|(key, member)| [key.as_ref(), member.as_ref()]));
            }
        }
        Ok(())
    }

    /// The members with the operator's separator between them.
    fn each<T>(&mut self, members: &[T], write: impl Fn(&mut Self, &T)) {
        for (index, member) in members.iter().enumerate() {
            if index > 0 {
                self.out.put_all(self.operator.separator().as_bytes());
            }
            write(self, member);
        }
    }

    /// `name=` before a list that is not exploded, if the operator names its variables.
    fn list_name(&mut self, name: &str) {
        if self.operator.is_named() {
            self.out.put_all(name.as_bytes());
            self.out.put(b'=');
        }
    }

    fn joined<'a>(&mut self, members: impl Iterator<Item = &'a str>) {
        for (index, member) in members.enumerate() {
            if index > 0 {
                self.out.put(b',');
            }
            self.encoded(member);
        }
    }

    /// A variable's name, which is ASCII that a literal may have, and its value.
    fn named(&mut self, name: &str, text: &str) {
        self.out.put_all(name.as_bytes());
        self.assigned(text);
    }

    /// `=value`, or the operator's string for an empty value.
    fn assigned(&mut self, text: &str) {
        if text.is_empty() {
            self.out.put_all(self.operator.if_empty().as_bytes());
        } else {
            self.out.put(b'=');
            self.encoded(text);
        }
    }

    fn encoded(&mut self, text: &str) {
        let reserved = self.operator.allows_reserved();
        let keep = if reserved { &RESERVED_TOO } else { &UNRESERVED };
        match encode(text.as_bytes(), keep, reserved) {
            Some(encoded) => self.out.put_all(&encoded),
            None => self.out.put_all(text.as_bytes()),
        }
    }
}

/// The first characters of a value. If triplets pass through, 3.2.1 requires "the decoded value": the triplets of one
/// character count once, so `%C3%A9` is one character.
fn prefix(text: &str, length: usize, triplets: bool) -> &str {
    let mut end = 0;
    for _ in 0..length {
        let Some(character) = text[end..].chars().next() else { break };
        end += match character {
            '%' if triplets => encoded_character(text.as_bytes(), end),
            other => other.len_utf8(),
        };
    }
    &text[..end]
}

/// The length of the triplets of one character, or 1 if a "%" begins no triplet.
pub(crate) fn encoded_character(text: &[u8], at: usize) -> usize {
    let Some(first) = triplet_value(text, at) else { return 1 };
    let octets = match first {
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return 3,
    };
    let mut decoded = [first, 0, 0, 0];
    for (index, octet) in decoded[..octets].iter_mut().enumerate().skip(1) {
        match triplet_value(text, at + 3 * index) {
            Some(value) => *octet = value,
            None => return 3,
        }
    }
    if std::str::from_utf8(&decoded[..octets]).is_ok() {
        3 * octets
    } else {
        3
    }
}
