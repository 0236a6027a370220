//! Compiles the text of a template to its parts.
//!
//! Input: a text. Output: literals, as expanded, and expressions; or the position of the first character that cannot be
//! compiled. After the edition `rfc6570` has accepted a text, that is an operator that the document reserves (2.2: "=",
//! ",", "!", "@" and "|").

use std::collections::HashMap;
use std::ops::Range;

use uriverse_core::encode;

use crate::characters::RESERVED_TOO;
use crate::operator::Operator;

/// A compiled template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Template {
    names: Vec<Box<str>>,
    parts: Vec<Part>,
}

/// A piece of a template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Text outside expressions, as it is expanded (3.1).
    Literal(Box<[u8]>),
    /// A text between braces.
    Expression(Expression),
}

/// An operator with its variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expression {
    /// How the variables are expanded.
    pub operator: Operator,
    /// The variables in the order in which they are expanded.
    pub variables: Vec<Variable>,
    /// The place of the expression in the text, including braces, in bytes.
    pub place: Range<usize>,
}

/// A `varspec`: a name with a modifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The number of the name in [`Template::names`].
    pub name: usize,
    /// The most characters of the value (2.4.1).
    pub prefix: Option<u16>,
    /// Whether a composite value is expanded member by member (2.4.2).
    pub explode: bool,
}

impl Template {
    /// Compiles a text.
    ///
    /// # Errors
    /// The position, in bytes, of the character that cannot be compiled.
    pub fn new(text: &str) -> Result<Template, usize> {
        let mut numbers = HashMap::new();
        let mut template = Template { names: Vec::new(), parts: Vec::new() };
        let mut at = 0;
        while at < text.len() {
            let end = text[at..].find('{').map_or(text.len(), |length| at + length);
            if end > at {
                let literal = &text.as_bytes()[at..end];
                let expanded = encode(literal, &RESERVED_TOO, true).unwrap_or_else(|| literal.to_vec());
                template.parts.push(Part::Literal(expanded.into()));
            }
            if end == text.len() {
                break;
            }
            at = text[end..].find('}').map(|length| end + length + 1).ok_or(text.len())?;
            let expression = template.expression(text, end..at, &mut numbers)?;
            template.parts.push(Part::Expression(expression));
        }
        Ok(template)
    }

    fn expression(
        &mut self,
        text: &str,
        place: Range<usize>,
        numbers: &mut HashMap<Box<str>, usize>,
    ) -> Result<Expression, usize> {
        let mut at = place.start + 1;
        let operator = Operator::from_byte(text.as_bytes()[at]);
        at += usize::from(operator.is_some());
        let mut variables = Vec::new();
        for written in text[at..place.end - 1].split(',') {
            let (name, prefix, explode) = varspec(written).ok_or(at)?;
            let next = self.names.len();
            let name = *numbers.entry(name.into()).or_insert(next);
            if name == next {
                self.names.push(text[at..].split([':', '*', ',', '}']).next().unwrap_or_default().into());
            }
            variables.push(Variable { name, prefix, explode });
            at += written.len() + 1;
        }
        Ok(Expression { operator: operator.unwrap_or(Operator::Simple), variables, place })
    }

    /// The names of the variables, each once, in the order of first appearance.
    pub fn names(&self) -> &[Box<str>] {
        &self.names
    }

    /// The literals and expressions in the order of the text.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }
}

/// A varspec's name, prefix length and whether it explodes; None if it is not one.
fn varspec(written: &str) -> Option<(&str, Option<u16>, bool)> {
    let (name, prefix, explode) = match written.split_once(':') {
        Some((name, length)) => (name, Some(length.parse().ok()?), false),
        None => match written.strip_suffix('*') {
            Some(name) => (name, None, true),
            None => (written, None, false),
        },
    };
    let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'%' | b'.'));
    (is_name && !name.is_empty()).then_some((name, prefix, explode))
}
