//! The fast path: texts that the parser leaves unchanged.
//!
//! The grammar `whatwg-serialized` defines such texts for special URLs; it is compiled to a table, as an edition is. If
//! the table's fast path accepts a text, the parser's steps would return the same text. So its offsets are those of the
//! URL's components, and no new text is written.
//!
//! `https://example.org/a?b` is accepted. `https://example.org/a/../b` is not, because the parser removes the dot
//! segment; nor is `https://example.org`, because the parser adds a "/". [`crate::parse`] handles all other texts, also
//! URLs with a userinfo and URLs of other schemes: its steps take less time than the general parser of a table.

use std::sync::OnceLock;

use uriverse_core::{
    fast_resolve, is_fast_relative, named_host_end, parse_fast_into, FastResolved, Offsets, Tables, NONE,
};

use crate::special_schemes::default_port;

/// The table of serialized special URLs except file URLs, loaded on first use.
#[inline]
fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    static FILE: &[u8] = include_bytes!("../../../src/uriverse/whatwg/data/whatwg-serialized.tables");
    TABLES.get_or_init(|| Tables::load(FILE).expect("the table is checked by the tests"))
}

/// Parses a text into `offsets` if it is known that the parser leaves it unchanged. False is inconclusive.
///
/// The text must be shorter than [`u32::MAX`] bytes.
#[inline]
pub fn parse_into(text: &[u8], offsets: &mut Offsets) -> bool {
    // The schemes of the table begin so, and the parser makes a scheme lower case.
    (text.starts_with(b"http") || text.starts_with(b"ws") || text.starts_with(b"ftp"))
        && parse_fast_into(tables(), text, offsets)
        && offsets.scheme_end != NONE
}

/// Whether the parser is known to succeed on a text. False is inconclusive.
///
/// It succeeds if the scheme is special and the host is left unchanged: no state from the path start state on returns
/// failure (4.4). The host ends where the authority state, or the host state, finds "/", "\\", "?", "#" or the end. So
/// `https://example.org/a b\c` succeeds, although it is rewritten and [`parse_into`] rejects it.
#[inline]
pub fn can_parse(text: &[u8]) -> bool {
    let ends = |end| matches!(text.get(end), None | Some(b'/' | b'\\' | b'?' | b'#'));
    named_host_end(tables(), text).is_some_and(ends) || parse_into(text, &mut Offsets::EMPTY.clone())
}

/// If the case is covered, resolves a reference against a serialized URL with offsets `b`. Covered are special URLs
/// except file URLs, and references that need no rewriting except the removal of "." and "..". Writes the target into
/// `buffer`, which must be as long as both texts together.
///
/// In these cases the Standard's relative state and RFC 3986's steps agree: the grammar accepts no reference with "\\",
/// with a "." written as "%2e", or with anything that must be percent-encoded.
#[inline]
pub fn resolve_into(base: &[u8], b: &Offsets, reference: &[u8], buffer: &mut [u8]) -> FastResolved {
    if has_relative_state(base, b) {
        fast_resolve(tables(), base, b, reference, buffer)
    } else {
        FastResolved::NotCovered
    }
}

/// Whether a serialized URL with offsets `b` is special and not a file URL, so that [`resolve_into`] covers it as a
/// base.
#[inline]
pub fn has_relative_state(base: &[u8], b: &Offsets) -> bool {
    base.get(..b.scheme_end as usize).is_some_and(|scheme| default_port(scheme).is_some())
}

/// Whether a reference has neither a scheme nor a host, and needs no rewriting except the removal of "." and "..".
/// False is inconclusive.
///
/// If RFC 3986 accepts it too, it has the same target at `http://a/b?c` by both standards.
#[inline]
pub fn is_relative(reference: &[u8]) -> bool {
    is_fast_relative(tables(), reference)
}

#[cfg(test)]
mod tests {
    use super::can_parse;

    #[test]
    fn can_parse_finds_most_plain_hosts() {
        let long = format!("https://example.org/{}", "a b/".repeat(100));
        for text in ["http://h", "https://a.b/c d\\e", "https://a.b\\c", "http://a-1.b?\u{e4}", "http://h#\n", &long] {
            assert!(can_parse(text.as_bytes()), "{text}");
        }
        let host = format!("http://{}/", "a".repeat(60));
        for text in ["http://h:x/", "http://a.1.2/", "http://h\u{e4}%zz/", "http:///", "http://a b/"] {
            assert!(!can_parse(text.as_bytes()), "{text}");
        }
        assert!(can_parse(host.as_bytes()));
    }
}
