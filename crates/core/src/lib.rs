//! The engine of uriverse: one interpreter of tables for every edition of the URI syntax.
//!
//! An edition is data. Its grammar is compiled elsewhere into a binary table; this crate loads that table, checks every
//! index in it, and then splits, parses, checks, resolves, relativizes, normalizes and percent-encodes byte texts as
//! the edition says. Nothing here restates a grammar.
//!
//! Manners of the whole crate: texts are bytes (UTF-8, or any other bytes: what a grammar does not take it refuses),
//! shorter than [`u32::MAX`]; results are offsets into the caller's text; nothing panics on any input; nothing recurses
//! on input; every operation is linear in its input.
//!
//! | module | subject |
//! |---|---|
//! | [`tables`] | an edition's table: loading, and what can be asked of it |
//! | [`offsets`] | where the components of a text stand |
//! | [`split`](mod@split) | the lenient cut, which never fails |
//! | [`parse`](mod@parse) | the strict parse by an edition's readings |
//! | [`check`] | one rule against one text |
//! | [`refusal`](mod@refusal) | where and by which rule a text is refused |
//! | [`resolve`](mod@resolve), [`dots`] | reference resolution and the removal of dot segments |
//! | [`relativize`](mod@relativize) | the inverse of resolution |
//! | [`normalize`](mod@normalize) | the ladder of normal forms |
//! | [`percent`], [`compose`] | percent-encoding, and recomposition from components |
//! | [`colons`] | where running text may name a scheme |
#![forbid(unsafe_code)]

mod automaton;
pub mod bytes;
pub mod check;
mod choices;
pub mod colons;
pub mod compose;
pub mod dots;
mod file;
pub mod hint;
mod join;
mod load;
pub mod normalize;
pub mod offsets;
pub mod parse;
pub mod percent;
mod plan;
mod quick;
pub mod refusal;
pub mod relativize;
pub mod resolve;
mod signs;
mod slots;
pub mod split;
pub mod tables;
mod target;

pub use bytes::{begins_a_character, characters, ByteSet, ByteTable};
pub use check::{accepts, accepts_each, next_bytes, viable_prefix};
pub use colons::Colons;
pub use compose::{recompose, Parts};
pub use dots::{remove_dot_segments, Excess, ExcessParents};
pub use hint::hint;
pub use join::{join, Behind, Joined};
pub use normalize::{normalize, Level};
pub use offsets::{Kind, Offsets, NONE};
pub use parse::{parse, parse_for_resolution, parse_into};
pub use percent::{decode, encode, Malformed};
pub use refusal::{refusal, rule_refusal, Refusal};
pub use relativize::relativize;
pub use resolve::{resolve, Base, Found, Options, ResolveError, Resolved, Target, Which};
pub use split::{split, SplitStyle};
pub use tables::{Component, RuleId, TableError, Tables};
