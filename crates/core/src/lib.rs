//! The engine of uriverse: one interpreter of tables for every edition of the URI syntax.
//!
//! An edition is data: a compiler outside this crate turns its grammar into a binary table. This crate loads that
//! table, checks every index in it, and then splits, parses, checks, resolves, relativizes, normalizes and
//! percent-encodes texts as the edition says. Nothing here restates a grammar.
//!
//! In the whole crate, texts are bytes, shorter than [`u32::MAX`]. They need not be UTF-8: the grammar decides which
//! bytes it accepts. Results are offsets into the caller's text. No input causes a panic or recursion, and every
//! operation takes linear time.
//!
//! | module | subject |
//! |---|---|
//! | [`table`] | an edition's table: loading it, and its properties |
//! | `model` | rules: sets and automata, and how they run along a text |
//! | `plan` | slots, their compiled form, and the fast path |
//! | [`offsets`] | byte offsets of a text's components |
//! | [`parse`](mod@parse) | the strict parse, and why a text is refused |
//! | [`split`](mod@split) | the lenient split, which checks nothing and never fails |
//! | [`dots`] | `remove_dot_segments` |
//! | [`resolve`](mod@resolve) | reference resolution and relativization |
//! | [`normalize`](mod@normalize) | normal forms |
//! | [`check`] | one rule against one text |
//! | [`percent`], [`encoding`] | percent-encoding of octets, and of data for a component |
//! | [`compose`] | recomposition from components |
//! | [`query`] | the pairs of a query, and edits of some of them |
//! | [`memory`] | buffers that may not be had |
//! | `named`: [`named_enum`] | enums whose variants have names |
//! | [`bytes`], `characters`, `units`, `automaton` | sets of bytes and of characters, runs of them, automata over bytes |
//!
//! Imports go in one direction, from the last item of this list to the first: `memory`, `offsets`, `bytes`, `percent`,
//! `automaton`, the rules (`model`), `plan`, `dots` and `split`, the table, the operations.
#![forbid(unsafe_code)]

mod automaton;
pub mod bytes;
mod characters;
pub mod check;
pub mod compose;
pub mod dots;
pub mod encoding;
pub mod memory;
pub(crate) mod model;
mod named;
pub mod normalize;
pub mod offsets;
pub mod parse;
pub mod percent;
pub(crate) mod plan;
pub mod query;
pub mod resolve;
pub mod split;
pub mod table;
mod units;

pub use bytes::{
    begins_a_character, bits, characters, is_above_16_bits, triplet_at, triplet_value, Backend, ByteSet, ByteTable,
};
pub use check::{accepts, accepts_each, next_bytes, viable_prefix};
pub use compose::{compose, recompose, Parts};
pub use dots::{remove_dot_segments, Excess, ExcessParents};
pub use encoding::encode_component;
pub use model::{Component, RuleId};
pub use normalize::{normalize, Level};
pub use offsets::{ComponentRange, Kind, Offsets, COMPONENTS, NONE};
pub use parse::block::ParsedBlock;
pub use parse::expected::expected;
pub use parse::hint::hint;
pub use parse::reason::{reason, Reason};
pub use parse::refusal::{refusal, refusals, rule_refusal, Refusal};
pub use parse::{
    is_accepted, named_host_end, parse, parse_code_points_into, parse_fast_into, parse_for_resolution, parse_generally,
    parse_into,
};
pub use percent::{decode, encode, push_triplet, recase, EncodeSet, Malformed};
pub use plan::fast_path::code_points::CodePoints;
pub use plan::shortcuts::LONGEST_LABEL;
pub use resolve::fast_resolve::{fast_resolve, is_fast_relative, FastResolved, TargetTail};
pub use resolve::relativize::relativize;
pub use resolve::{resolve, resolve_leniently, Base, Options, ResolveError, Resolved, ResolvedInto, Target};
pub use split::{split, split_scheme, SplitStyle};
pub use table::{TableError, Tables};
