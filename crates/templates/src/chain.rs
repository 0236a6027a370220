//! A template as an acyclic graph, in which each edge consumes a part of the text.
//!
//! `/{a}{b}` has eight nodes: the edge from the first consumes "/". An expression has three nodes for each variable,
//! and the last node has no edge. Edges lead only to later nodes, so every walk ends.

use crate::operator::Operator;
use crate::template::{Expression, Part, Template, Variable};
use crate::units::{units, Set};

/// The edges of each node, preferred ones first; the last node has none.
#[derive(Debug)]
pub(crate) struct Chain {
    pub nodes: Vec<Vec<Edge>>,
    pub pieces: Vec<Piece>,
    pub sets: Vec<Set>,
    /// For each name of the template the variables with it.
    pub occurrences: Vec<Vec<Occurrence>>,
    /// What an answer costs at most for each unit of the text.
    pub steps: usize,
}

/// An edge to a later node: it consumes a literal (perhaps nothing) and then a piece of a value, or nothing.
#[derive(Debug)]
pub(crate) struct Edge {
    pub target: usize,
    pub literal: Box<[u32]>,
    /// The piece by its number.
    pub piece: Option<usize>,
}

/// The part of a value that an edge consumes: a bounded number of units of one set.
#[derive(Clone, Debug)]
pub(crate) struct Piece {
    pub of: Occurrence,
    /// The number of its set of units.
    pub set: usize,
    /// The fewest units, 0 or 1.
    pub least: usize,
    /// The most units; None for any number.
    pub most: Option<usize>,
    /// The text between the operator and the value: `name=`, `name` or nothing.
    pub head: Box<[u8]>,
}

/// A variable in an expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Occurrence {
    pub operator: Operator,
    pub variable: Variable,
}

impl Chain {
    /// The graph of a template. With `lists` a value may be a list even where commas separate variables.
    pub fn new(template: &Template, lists: bool) -> Chain {
        let occurrences = vec![Vec::new(); template.names().len()];
        let mut chain = Chain { nodes: Vec::new(), pieces: Vec::new(), sets: Vec::new(), occurrences, steps: 0 };
        for part in template.parts() {
            match part {
                Part::Literal(literal) => {
                    let edge = Edge { target: chain.nodes.len() + 1, literal: units(literal).into(), piece: None };
                    chain.nodes.push(vec![edge]);
                }
                Part::Expression(expression) => chain.add(template, expression, lists),
            }
        }
        chain.nodes.push(Vec::new());
        chain.steps = chain.nodes.iter().flatten().map(|edge| edge.literal.len() + 1).sum();
        chain
    }

    /// Adds three nodes for each variable.
    ///
    /// In the first, no variable is defined yet. In the second, the expansion has written something. In the third, a
    /// variable is defined but empty, as x of `{x,y}` can be, and needs a "," after it.
    fn add(&mut self, template: &Template, Expression { operator, variables, .. }: &Expression, lists: bool) {
        let (first, separator) = (operator.first(), operator.separator());
        let has_lists = lists || separator != "," || variables.len() == 1;
        let start = self.nodes.len();
        let end = start + 3 * variables.len();
        for (number, variable) in variables.iter().enumerate() {
            let of = Occurrence { operator: *operator, variable: variable.clone() };
            self.occurrences[variable.name].push(of.clone());
            let after = start + 3 * (number + 1);
            let is_last = after == end;
            let begun = if is_last { end } else { after + 1 };
            for (state, before) in [first, separator, separator].into_iter().enumerate() {
                let pieces = self.pieces_of(&of, &template.names()[variable.name], has_lists, !before.is_empty());
                let mut edges = Vec::with_capacity(pieces.len() + 2);
                for piece in pieces {
                    let literal = units(&[before.as_bytes(), &piece.head].concat()).into();
                    edges.push(Edge { target: begun, literal, piece: Some(self.pieces.len()) });
                    self.pieces.push(piece);
                }
                if before.is_empty() && !is_last {
                    edges.push(Edge { target: after + 2, literal: Box::default(), piece: Some(self.pieces.len()) });
                    let set = self.set(false, Vec::new());
                    self.pieces.push(Piece { of: of.clone(), set, least: 0, most: Some(0), head: Box::default() });
                }
                if !is_last || state < 2 {
                    let target = if is_last { end } else { after + state };
                    edges.push(Edge { target, literal: Box::default(), piece: None });
                }
                self.nodes.push(edges);
            }
        }
    }

    /// The ways to write a defined variable.
    ///
    /// `has_lists` says whether commas in a value separate the members of a list, and `is_marked` whether the expansion
    /// writes a separator even before an empty value.
    fn pieces_of(&mut self, of: &Occurrence, name: &str, has_lists: bool, is_marked: bool) -> Vec<Piece> {
        let Variable { prefix, explode, .. } = of.variable;
        let more = if explode {
            // The name of a list's members may have a triplet, which no value has.
            units(&[of.operator.separator().as_bytes(), b"=", name.as_bytes()].concat())
        } else if prefix.is_none() && has_lists {
            units(b",")
        } else {
            Vec::new()
        };
        let set = self.set(of.operator.allows_reserved(), more);
        let least = usize::from(!is_marked);
        let most = prefix.map(usize::from);
        let piece = Piece { of: of.clone(), set, least, most, head: Box::default() };
        if explode || !of.operator.is_named() {
            return vec![piece];
        }
        let head = |tail: &[u8]| [name.as_bytes(), tail].concat().into();
        let valued = Piece { head: head(b"="), ..piece.clone() };
        if of.operator == Operator::Parameter {
            let valued = Piece { least: if has_lists { valued.least } else { 1 }, ..valued };
            return vec![valued, Piece { head: head(b""), most: Some(0), ..piece }];
        }
        vec![valued]
    }

    /// The number of a set, which is added if it is new.
    fn set(&mut self, reserved: bool, more: Vec<u32>) -> usize {
        let set = Set { reserved, more };
        self.sets.iter().position(|other| *other == set).unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        })
    }
}
