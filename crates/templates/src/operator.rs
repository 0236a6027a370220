//! The operators of expressions.
//!
//! Input: the character after "{". Output: the strings and choices of the table in RFC 6570, Appendix A.

/// The type of an expression (RFC 6570, 3.2.2 to 3.2.9).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operator {
    /// `{var}`: 3.2.2.
    Simple,
    /// `{+var}`: 3.2.3.
    Reserved,
    /// `{#var}`: 3.2.4.
    Fragment,
    /// `{.var}`: 3.2.5.
    Label,
    /// `{/var}`: 3.2.6.
    Segment,
    /// `{;var}`: 3.2.7.
    Parameter,
    /// `{?var}`: 3.2.8.
    Query,
    /// `{&var}`: 3.2.9.
    Continuation,
}

impl Operator {
    /// The operator of a character; None for the first character of a variable's name.
    pub fn from_byte(byte: u8) -> Option<Operator> {
        Some(match byte {
            b'+' => Operator::Reserved,
            b'#' => Operator::Fragment,
            b'.' => Operator::Label,
            b'/' => Operator::Segment,
            b';' => Operator::Parameter,
            b'?' => Operator::Query,
            b'&' => Operator::Continuation,
            _ => return None,
        })
    }

    /// The operator's text after "{".
    pub fn text(self) -> &'static str {
        match self {
            Operator::Simple => "",
            Operator::Reserved => "+",
            Operator::Fragment => "#",
            Operator::Label => ".",
            Operator::Segment => "/",
            Operator::Parameter => ";",
            Operator::Query => "?",
            Operator::Continuation => "&",
        }
    }

    /// "the string to append to the result first if any of the expression's variables are defined".
    pub fn first(self) -> &'static str {
        match self {
            Operator::Reserved => "",
            other => other.text(),
        }
    }

    /// "the separator to append to the result before any second (or subsequent) defined variable expansion".
    pub fn separator(self) -> &'static str {
        match self {
            Operator::Simple | Operator::Reserved | Operator::Fragment => ",",
            Operator::Query => "&",
            other => other.text(),
        }
    }

    /// "whether or not the expansion includes the variable or key name when no explode modifier is given".
    pub fn is_named(self) -> bool {
        matches!(self, Operator::Parameter | Operator::Query | Operator::Continuation)
    }

    /// "a string to append to the name if its corresponding value is empty".
    pub fn if_empty(self) -> &'static str {
        match self {
            Operator::Query | Operator::Continuation => "=",
            _ => "",
        }
    }

    /// Whether reserved characters and triplets pass through: "(U+R)".
    pub fn allows_reserved(self) -> bool {
        matches!(self, Operator::Reserved | Operator::Fragment)
    }
}
