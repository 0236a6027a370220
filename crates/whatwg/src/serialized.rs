//! The fast path: texts that the parser leaves unchanged.
//!
//! Those texts are a regular language. The grammar `whatwg-serialized` states most of it, as data, and the compiler of
//! the editions makes a table of it. If the engine accepts a text by that table, the parser's steps would give the same
//! text back, so the engine's offsets are those of the URL's components, and nothing is written.
//!
//! `https://example.org/a?b` is accepted. `https://example.org/a/../b` is not, for the parser removes the dot segment;
//! nor is `https://example.org`, for the parser adds a "/". What is not accepted may be anything: [`crate::parse`]
//! reads it.

use std::sync::OnceLock;

use uriverse_core::{fast_resolve, FastResolved, Offsets, Tables, NONE};

static FILE: &[u8] =
    include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/uriverse/whatwg/data/whatwg-serialized.tables"));

static TABLES: OnceLock<Tables> = OnceLock::new();

#[inline]
fn tables() -> &'static Tables {
    TABLES.get_or_init(|| Tables::load(FILE).expect("the table is checked by the tests"))
}

/// Parses a text into `offsets` if the table accepts it. False says nothing about the text.
///
/// The text must be shorter than [`u32::MAX`] bytes.
#[inline]
#[must_use]
pub fn parse_into(text: &[u8], offsets: &mut Offsets) -> bool {
    uriverse_core::parse_into(tables(), text, offsets) && offsets.scheme_end != NONE
}

/// Resolves a reference against a serialized URL with offsets `b`, if the case is covered: a special URL that is not a
/// file URL, and a reference that needs no rewriting but the removal of "." and "..". The target is written into
/// `buffer`, which must have the length of both texts together.
///
/// On these the Standard's relative state and RFC 3986's steps do the same: the grammar takes no reference with "\\", with
/// a "." written as "%2e", or with anything that is percent-encoded.
#[inline]
#[must_use]
pub fn resolve_into(base: &[u8], b: &Offsets, reference: &[u8], buffer: &mut [u8]) -> FastResolved {
    match base.get(..b.scheme_end as usize) {
        Some(b"https" | b"http" | b"ws" | b"wss" | b"ftp") => fast_resolve(tables(), base, b, reference, buffer),
        _ => FastResolved::NotCovered,
    }
}
