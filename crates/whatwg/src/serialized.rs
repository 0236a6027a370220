//! The fast path: texts that the parser leaves unchanged.
//!
//! Those texts are a regular language. Three grammars define most of it, as data, and the compiler of the editions
//! makes a table of each: `whatwg-serialized` for special URLs, `whatwg-serialized-file` for file URLs, which have
//! drive letters, and `whatwg-serialized-other` for all others, which may have opaque paths. If the engine accepts a
//! text by one of them, the parser's steps would return the same text, so the engine's offsets are those of the URL's
//! components, and nothing is written.
//!
//! `https://example.org/a?b` is accepted. `https://example.org/a/../b` is not, because the parser removes the dot
//! segment; nor is `https://example.org`, because the parser adds a "/". [`crate::parse`] handles all other texts.

use std::sync::OnceLock;

use uriverse_core::{fast_resolve, is_fast_relative, named_host_end, FastResolved, Offsets, Tables, NONE};

use uriverse_scan::{run, ByteTable};

use crate::special_schemes::default_port;

macro_rules! file {
    ($name:literal) => {
        include_bytes!(concat!("../../../src/uriverse/whatwg/data/", $name, ".tables"))
    };
}

/// A table that is loaded on first use.
struct Lazy {
    file: &'static [u8],
    tables: OnceLock<Tables>,
}

impl Lazy {
    const fn new(file: &'static [u8]) -> Lazy {
        Lazy { file, tables: OnceLock::new() }
    }

    #[inline]
    fn tables(&self) -> &Tables {
        self.tables.get_or_init(|| Tables::load(self.file).expect("the table is checked by the tests"))
    }
}

static SPECIAL: Lazy = Lazy::new(file!("whatwg-serialized"));
static FILE: Lazy = Lazy::new(file!("whatwg-serialized-file"));
static OTHER: Lazy = Lazy::new(file!("whatwg-serialized-other"));

/// Parses a text into `offsets` if one of the tables accepts it. False is inconclusive.
///
/// The text must be shorter than [`u32::MAX`] bytes.
#[inline]
#[must_use]
pub fn parse_into(text: &[u8], offsets: &mut Offsets) -> bool {
    // The parser makes the scheme lower case.
    text.first().is_some_and(u8::is_ascii_lowercase)
        && (uriverse_core::parse_fast_into(SPECIAL.tables(), text, offsets) && offsets.scheme_end != NONE
            || parse_generally(text, offsets))
}

/// As [`parse_into`], for texts that the fast path of special URLs refuses.
#[inline(never)]
fn parse_generally(text: &[u8], offsets: &mut Offsets) -> bool {
    let Some(colon) = memchr::memchr(b':', text) else { return false };
    match &text[..colon] {
        b"file" => uriverse_core::parse_into(FILE.tables(), text, offsets),
        special if default_port(special).is_some() => {
            may_be_special(&text[colon + 1..]) && uriverse_core::parse_generally(SPECIAL.tables(), text, offsets)
        }
        _ => uriverse_core::parse_into(OTHER.tables(), text, offsets),
    }
}

/// Whether a special URL, here without its scheme, has what its fast path refuses although it may be serialized: a
/// port, a userinfo, an address in brackets, or a segment that begins with "." or "%". Most other texts would be parsed
/// in vain, which takes as long as half of the parser.
fn may_be_special(text: &[u8]) -> bool {
    static OTHERS: ByteTable = ByteTable::all_but(b":@[");
    run(&OTHERS, text, 0) < text.len()
        || memchr::memchr_iter(b'/', text).any(|at| matches!(text.get(at + 1), Some(b'.' | b'%')))
}

/// Whether the parser is known to succeed on a text. False is inconclusive.
///
/// It succeeds on a special scheme and a host that is left unchanged, whatever follows: no state from the path start
/// state on returns failure (4.4). The host ends where the authority state, or the host state, finds "/", "\\", "?",
/// "#" or the end. So `https://example.org/a b\c` succeeds, although it is rewritten and [`parse_into`] rejects it.
#[inline]
#[must_use]
pub fn can_parse(text: &[u8]) -> bool {
    let ends = |end| matches!(text.get(end), None | Some(b'/' | b'\\' | b'?' | b'#'));
    named_host_end(SPECIAL.tables(), text).is_some_and(ends) || parse_into(text, &mut Offsets::EMPTY.clone())
}

/// Resolves a reference against a serialized URL with offsets `b`, if the case is covered: a special URL that is not a
/// file URL, and a reference that needs no rewriting except the removal of "." and "..". The target is written into
/// `buffer`, which must have the length of both texts together.
///
/// In these cases the Standard's relative state and RFC 3986's steps agree: the grammar accepts no reference with "\\",
/// with a "." written as "%2e", or with anything that must be percent-encoded.
#[inline]
#[must_use]
pub fn resolve_into(base: &[u8], b: &Offsets, reference: &[u8], buffer: &mut [u8]) -> FastResolved {
    if has_relative_state(base, b) {
        fast_resolve(SPECIAL.tables(), base, b, reference, buffer)
    } else {
        FastResolved::NotCovered
    }
}

/// Whether a serialized URL with offsets `b` is special and not a file URL, so that [`resolve_into`] covers it as a
/// base.
#[inline]
#[must_use]
pub fn has_relative_state(base: &[u8], b: &Offsets) -> bool {
    base.get(..b.scheme_end as usize).is_some_and(|scheme| default_port(scheme).is_some())
}

/// Whether a reference has neither a scheme nor a host, and needs no rewriting except the removal of "." and "..".
/// False is inconclusive.
///
/// If RFC 3986 accepts it too, it has the same target at `http://a/b?c` by both standards.
#[inline]
#[must_use]
pub fn is_relative(reference: &[u8]) -> bool {
    is_fast_relative(SPECIAL.tables(), reference)
}

#[cfg(test)]
mod tests {
    use uriverse_core::Offsets;

    use super::{can_parse, parse_into, FILE, OTHER, SPECIAL};
    use crate::parse;

    #[test]
    fn a_text_that_a_grammar_accepts_is_parsed() {
        let hosts = ["h", "a.b-c", "1.2.3.4", "[::1]", "u@h", "u:p@h", "h:81", "[::1]:81", "A", "h%41", ""];
        let tails = ["", "/", "/a", "/.a", "/a/.b", "/%2ea/b", "/%zz", "//", "/./a", "/a/..", "/a b", "/a:b@c[d]"];
        let mut accepted = 0;
        for scheme in ["http", "https", "ws", "ftp", "file", "foo"] {
            for host in hosts {
                for tail in tails {
                    for end in ["", "?q", "?/.#/.", "#f", "#f g"] {
                        let text = format!("{scheme}://{host}{tail}{end}");
                        let mut found = Offsets::EMPTY;
                        let found = parse_into(text.as_bytes(), &mut found).then_some(found);
                        let grammar =
                            [&SPECIAL, &FILE, &OTHER][usize::from(scheme == "file") + 2 * usize::from(scheme == "foo")];
                        assert_eq!(found, uriverse_core::parse(grammar.tables(), text.as_bytes()), "{text}");
                        accepted += usize::from(found.is_some());
                    }
                }
            }
        }
        assert!(accepted > 500, "{accepted}");
    }

    #[test]
    fn can_parse_has_no_false_positives() {
        let hosts = [
            "example.org",
            "a",
            "a.b.",
            "1.a-",
            "xn--a",
            "a_b!",
            "",
            "a.1",
            "1.2.3.4",
            "A",
            "a%41",
            "u@h",
            "h:80",
            "h:x",
        ];
        let (mut said, mut all) = (0, 0);
        for scheme in ["http://", "https://", "ws://", "http:/", "HTTP://", "foo://"] {
            for host in hosts {
                for character in (0..=u8::MAX).map(char::from) {
                    for tail in ["", "x", "/../%zz?%#", "@b\\c d\t\u{1f600}"] {
                        let text = format!("{scheme}{host}{character}{tail}");
                        all += 1;
                        if can_parse(text.as_bytes()) {
                            said += 1;
                            assert!(parse(&text, None).is_ok(), "{text:?}");
                        }
                    }
                }
            }
        }
        assert!(said > all / 100, "{said} of {all}");
    }

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
