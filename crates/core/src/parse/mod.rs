//! The strict parse: from a text to the offsets of its components, or to the position where the edition refuses it.
//!
//! Input: a table and a text. Output: [`Offsets`] if the edition accepts the text. An edition has one or more readings,
//! each a sequence of slots; the parse is the first reading, in the document's order, whose every slot is accepted. RFC
//! 3986 has four: with or without a scheme, with or without an authority.
//!
//! | module | subject |
//! |---|---|
//! | [`block`] | many texts at a time |
//! | `general` | all readings of all editions, slot by slot |
//! | [`refusal`](mod@refusal), [`reason`](mod@reason) | where and why a text is refused |
//! | [`expected`](mod@expected), [`hint`](mod@hint) | what could continue it, and what to do about it |
//!
//! `http://h/a?b` by RFC 3986: the fast path (`plan::fast_path`) finds the end of each component by bit scans; its head
//! carries this text through the masks. `http://u@h/` has a userinfo, which the fast path does not support; `general`
//! parses it slot by slot. Both give the same offsets wherever both accept: `fast_path` explains why, and the tests and
//! the fuzzer check it.

use crate::check::accepts;
use crate::offsets::Offsets;
use crate::plan::fast_path::code_points::CodePoints;
use crate::plan::fast_path::Shape;
use crate::table::Tables;

pub mod block;
pub mod expected;
pub(crate) mod general;
pub mod hint;
pub mod reason;
pub mod refusal;

pub use general::parse_generally;
use general::read_for_resolution;

/// Parses a text by an edition: the offsets of its components, or None if the edition refuses it.
///
/// A table without readings (a grammar only) accepts what its start rule accepts; the lenient split gives the offsets.
///
/// The text must be shorter than `u32::MAX` bytes.
///
/// ```
/// use uriverse_core::{parse, Tables};
/// # let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/uriverse/editions/rfc3986.tables");
/// let rfc3986 = Tables::load(&std::fs::read(file)?)?;
/// let offsets = parse(&rfc3986, b"http://h/a?b").expect("it is a URI");
/// assert_eq!((offsets.host(), offsets.path(), offsets.query()), (Some(7..8), 8..10, Some(11..12)));
/// assert_eq!(parse(&rfc3986, b"http://h/a b"), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[inline(always)]
#[must_use]
pub fn parse(tables: &Tables, text: &[u8]) -> Option<Offsets> {
    let mut offsets = Offsets::EMPTY;
    parse_into(tables, text, &mut offsets).then_some(offsets)
}

/// Parses a text as [`parse`] does into the caller's offsets; returns whether the edition accepts the text.
///
/// Filling the caller's struct in place avoids a memcpy: wide loads after fourteen narrow stores defeat forwarding.
#[inline(always)]
#[must_use]
pub fn parse_into(tables: &Tables, text: &[u8], offsets: &mut Offsets) -> bool {
    if let Some(fast_path) = &tables.fast_path {
        if fast_path.parse(text, offsets) {
            return tables.rule_check.accepts(text, offsets) || accepts(tables, tables.judge, text);
        }
    }
    parse_generally(tables, text, offsets)
}

/// As [`parse_into`], by the fast path alone. False is inconclusive.
#[inline(always)]
#[must_use]
pub fn parse_fast_into(tables: &Tables, text: &[u8], offsets: &mut Offsets) -> bool {
    tables.judging_fast_path().is_some_and(|fast_path| fast_path.parse(text, offsets))
}

/// Whether the edition accepts a text: whether [`parse`] gives offsets.
///
/// A yes/no answer needs no offsets. If the table also has a start rule, that rule alone decides: compilation has
/// proved that the readings accept everything it accepts.
#[inline(always)]
#[must_use]
pub fn is_accepted(tables: &Tables, text: &[u8]) -> bool {
    if let Some(fast_path) = tables.judging_fast_path() {
        if fast_path.shape(text) != Shape::Unknown {
            return true;
        }
    } else if let Some(fast_path) = tables.fast_path.as_ref().filter(|_| tables.has_fast_path()) {
        let mut offsets = Offsets::EMPTY;
        if fast_path.parse(text, &mut offsets) && tables.rule_check.accepts(text, &offsets) {
            return true;
        }
    }
    if tables.judged {
        return accepts(tables, tables.judge, text);
    }
    parse_generally(tables, text, &mut Offsets::EMPTY.clone())
}

/// As [`parse_into`], for an array of code points instead of UTF-8; the offsets count code points. False is
/// inconclusive: this covers only texts of an edition with letters beyond US-ASCII, and not all of these.
#[inline(always)]
#[must_use]
pub fn parse_code_points_into(tables: &Tables, text: CodePoints<'_>, offsets: &mut Offsets) -> bool {
    tables.code_points.as_ref().is_some_and(|path| path.parse(text, offsets))
}

/// The end of the host in a text that begins with "http://" or "https://" and a host that the edition accepts before a
/// path. The rest of the text is not checked. None is inconclusive.
///
/// Only covers hosts that end within the first 64 bytes, and editions that test a host by its last label.
#[inline(always)]
#[must_use]
pub fn named_host_end(tables: &Tables, text: &[u8]) -> Option<usize> {
    tables.judging_fast_path()?.web.as_ref()?.named_host_end(text)
}

/// Parses a text as [`parse`] does, and else by the readings that only resolution uses. These accept references that
/// are examples in the document although its grammar refuses them (`?y` in RFC 2396).
#[must_use]
pub fn parse_for_resolution(tables: &Tables, text: &[u8]) -> Option<Offsets> {
    parse(tables, text).or_else(|| read_for_resolution(tables, text))
}
