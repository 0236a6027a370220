//! Mending: the reference that an invalid text most likely means, and what was changed.
//!
//! The rules are in layers; each is applied only if the text is still invalid after the previous ones:
//!
//! 1. White space and delimiters around the text, line breaks within it (RFC 3986, Appendix C).
//! 2. "\" for "/" in schemes in which browsers accept it (URL Standard, "special scheme").
//! 3. `http:/h`, `http:///h` for `http://h`; and, only if a scheme is given, a missing scheme.
//! 4. A host beyond US-ASCII as A-labels; an IPv6 address without brackets.
//! 5. Percent-encoding of each character that its component refuses (RFC 3986, section 2.1).
//!
//! ```text
//! " http:\\h\a b?x=100%\n"   becomes   http://h/a%20b?x=100%25   by seven changes
//! ```
//!
//! A valid text does not change, except for the slashes of a web scheme without a host, because that scheme's own rules
//! refuse these. A text that has several likely readings is refused. The layers and the list of changes take linear
//! time; a text of a million wrong characters has as many changes as the caller lists.

use std::net::Ipv6Addr;
use std::ops::Range;

use memchr::{memchr, memrchr};
use uriverse_core::memory::{buffer, copy, joined, owned_string, Grow};
use uriverse_core::{hint, is_accepted, parse, refusal, split, Offsets, Tables};
use uriverse_whatwg::domain::checked_name;
use uriverse_whatwg::special_schemes::SPECIAL_SCHEMES;

mod draft;
mod model;

use draft::{Draft, Encoder};
pub use model::{Change, Mended, Problem, Unmended, Why};

/// Mends a text: the reference that it most likely means by an edition, and at most `max_changes` of its changes.
///
/// `scheme` is added to a text that has none and begins with a host.
///
/// # Errors
/// If the text has several likely readings, or none.
///
/// ```
/// use uriverse_core::Tables;
/// use uriverse_text::mending::mend;
/// # let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/uriverse/editions/rfc3986.tables");
/// let rfc3986 = Tables::load(&std::fs::read(file)?)?;
/// let mended = mend(&rfc3986, b" http:\\\\h\\a b?x=100%\n", None, 3).expect("it is mended");
/// assert_eq!(&*mended.text, b"http://h/a%20b?x=100%25");
/// assert_eq!((mended.changes.len(), mended.count), (3, 7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn mend<'a>(
    tables: &Tables,
    text: &'a [u8],
    scheme: Option<&[u8]>,
    max_changes: usize,
) -> Result<Mended<'a>, Unmended> {
    let offsets = parse(tables, text);
    if let Some(offsets) = offsets.filter(|offsets| is_settled(text, offsets, scheme)) {
        return Ok(Mended { text: text.into(), offsets, changes: Vec::new(), count: 0 });
    }
    let mut draft = Draft::new(text, inside(text)?);
    replace_backslashes(&mut draft);
    complete_scheme(&mut draft, scheme)?;
    let mut encoder = None;
    let is_valid = if draft.is_changed() { is_accepted(tables, draft.text()) } else { offsets.is_some() };
    if !is_valid {
        mend_host(tables, &mut draft)?;
        encoder = Some(Encoder::new(tables, draft.text()));
    }
    finished(tables, &draft, encoder.as_ref(), max_changes)
}

/// Whether a valid text stays as it is: no scheme is missing, and a web scheme has its host.
fn is_settled(text: &[u8], offsets: &Offsets, scheme: Option<&[u8]>) -> bool {
    let end = scheme_end(text);
    (scheme.is_none() || (end.is_some() && !begins_with_host_and_port(text)))
        && (offsets.host().is_some_and(|host| !host.is_empty()) || end.is_none_or(|end| !is_web(&text[..end])))
}

/// The text with its changes, parsed.
fn finished<'a>(
    tables: &Tables,
    draft: &Draft<'a>,
    encoder: Option<&Encoder<'_>>,
    max_changes: usize,
) -> Result<Mended<'a>, Unmended> {
    let (mut out, mut changes, mut count) = (buffer(draft.text().len() + 64), Vec::new(), 0_usize);
    draft.each_piece(encoder, |was, now, why| {
        let start = out.len();
        out.put_all(now);
        if let Some(why) = why {
            count += 1;
            if changes.len() < max_changes {
                changes.put(Change { was, now: start..out.len(), why });
            }
        }
    })?;
    let Some(offsets) = parse(tables, &out) else {
        if out == draft.source {
            return Err(Unmended { at: 0, problem: Problem::Refused });
        }
        let (mut at, mut sentence) = (draft.source.len(), String::new());
        if let Some(refusal) = refusal(tables, &out) {
            at = draft.origin(encoder, refusal.at)?;
            sentence = hint(tables, &out, refusal.at, refusal.label, refusal.component);
        }
        return Err(Unmended::new(at, format!("there is no single likely reading: {sentence}")));
    };
    // `http:/ /h` becomes `http:/%20/h`, whose slashes would be mended again: `http://%20/h`.
    if let Some(end) = scheme_end(&out).filter(|_| count > 0 && unmended_slashes(&out).is_some()) {
        let at = draft.origin(encoder, end + 1)?;
        let scheme = String::from_utf8_lossy(&out[..=end]);
        return Err(Unmended::new(at, format!("\"{scheme}\" is followed by a path or by a host")));
    }
    let text = if count == 0 { draft.source.into() } else { out.into() };
    Ok(Mended { text, offsets, changes, count })
}

fn is_white(byte: &u8) -> bool {
    *byte <= b' '
}

/// The range of a text without the white space and the delimiters around it: `<...>`, `<URL:...>` or `"..."`.
fn inside(text: &[u8]) -> Result<Range<usize>, Unmended> {
    let run = |from: usize| from + text[from..].iter().take_while(|byte| is_white(byte)).count();
    let trimmed = |end: usize| text[..end].iter().rposition(|byte| !is_white(byte)).map_or(0, |last| last + 1);
    let (mut begin, mut end) = (run(0), trimmed(text.len()));
    let closes = |begin: usize, close: u8, marks: &[u8]| {
        begin + 1 < end && text[end - 1] == close && !text[begin + 1..end - 1].iter().any(|byte| marks.contains(byte))
    };
    match text.get(begin) {
        Some(b'<') if closes(begin, b'>', b"<>") => {
            let has_word = text[begin + 1..].get(..4).is_some_and(|word| word.eq_ignore_ascii_case(b"URL:"));
            begin = run(begin + if has_word { 5 } else { 1 });
            end = trimmed(end - 1);
        }
        Some(b'"') if closes(begin, b'"', b"\"") => {
            begin = run(begin + 1);
            end = trimmed(end - 1);
        }
        _ => {}
    }
    if begin >= end && !text.is_empty() {
        return Err(Unmended::new(0, "there is nothing between the delimiters"));
    }
    Ok(begin..end)
}

/// The position of the ":" after a scheme.
fn scheme_end(text: &[u8]) -> Option<usize> {
    let is_of_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let end = text.iter().position(|byte| !is_of_scheme(byte))?;
    (text[end] == b':' && text[0].is_ascii_alphabetic()).then_some(end)
}

/// The default port of a special scheme of the URL Standard, Some(None) for "file"; None for any other scheme.
fn special(scheme: &[u8]) -> Option<Option<u16>> {
    let is_it = |(known, _): &&(&str, _)| known.as_bytes().eq_ignore_ascii_case(scheme);
    SPECIAL_SCHEMES.iter().find(is_it).map(|(_, port)| *port)
}

/// Whether the URLs of a special scheme always have a host.
fn is_web(scheme: &[u8]) -> bool {
    special(scheme).flatten().is_some()
}

/// Replaces each "\" before the query, in schemes in which browsers read it as "/".
fn replace_backslashes(draft: &mut Draft<'_>) {
    let text = draft.text();
    if scheme_end(text).is_some_and(|end| special(&text[..end]).is_some()) {
        let end = text.iter().position(|byte| matches!(byte, b'?' | b'#')).unwrap_or(text.len());
        draft.replace_backslashes(end);
    }
}

fn begins_with_host_and_port(text: &[u8]) -> bool {
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    let Some(colon) = text.iter().position(|byte| !is_of_name(byte)).filter(|&at| at > 0 && text[at] == b':') else {
        return false;
    };
    let digits = text[colon + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && matches!(text.get(colon + 1 + digits), None | Some(b'/' | b'?' | b'#'))
}

/// The slashes and backslashes after a web scheme, if a host seems to follow and they are not "//".
fn unmended_slashes(text: &[u8]) -> Option<Range<usize>> {
    let start = scheme_end(text).filter(|&end| is_web(&text[..end]))? + 1;
    let end = start + text[start..].iter().take_while(|byte| matches!(byte, b'/' | b'\\')).count();
    let has_host = text.get(end).is_some_and(|byte| !is_white(byte) && !matches!(byte, b'?' | b'#' | b':' | b'@'));
    (has_host && &text[start..end] != b"//").then_some(start..end)
}

/// Adds a scheme before a host, if one is given; and completes two slashes after a web scheme.
fn complete_scheme(draft: &mut Draft<'_>, scheme: Option<&[u8]>) -> Result<(), Unmended> {
    let text = draft.text();
    if let Some(scheme) = scheme {
        let is_missing = scheme_end(text).is_none() || begins_with_host_and_port(text);
        match text.first() {
            None | Some(b'?' | b'#' | b'.') => {}
            _ if !is_missing => {}
            Some(b'\\') => {
                let sentence = "a path or a host is after the backslashes: write \"/\" or \"//\"";
                return Err(Unmended::new(draft.origin(None, 0)?, sentence));
            }
            Some(b'/') if text.starts_with(b"//") => draft.replace(0..0, joined(&[scheme, b":"]), Why::Scheme),
            Some(b'/') => {}
            Some(_) => draft.replace(0..0, joined(&[scheme, b"://"]), Why::Scheme),
        }
    }
    let text = draft.text();
    let Some(slashes) = unmended_slashes(text) else { return Ok(()) };
    let scheme = String::from_utf8_lossy(&text[..slashes.start]);
    if slashes.is_empty() {
        let sentence = format!(
            "\"{scheme}\" without slashes is followed by a path or by a host: write \"{scheme}//\", or leave it out"
        );
        return Err(Unmended::new(draft.origin(None, slashes.start)?, sentence));
    }
    let is_http = text[..4].eq_ignore_ascii_case(b"http");
    draft.replace(slashes, b"//".to_vec(), if is_http { Why::HttpSlashes } else { Why::Slashes });
    Ok(())
}

/// Converts a host beyond US-ASCII to A-labels, and adds brackets around an IPv6 address.
fn mend_host(tables: &Tables, draft: &mut Draft<'_>) -> Result<(), Unmended> {
    let text = draft.text();
    let Some(range) = split(tables.split_style(), text).authority().filter(|range| !range.is_empty()) else {
        return Ok(());
    };
    let authority = &text[range.clone()];
    if is_accepted(tables, &joined(&[b"//", authority])) {
        return Ok(());
    }
    let start = memrchr(b'@', authority).map_or(0, |at| at + 1);
    if start > 0 && memchr(b'@', &authority[..start - 1]).is_some() {
        let sentence = "the first or the last \"@\" may begin the host: encode those that do not";
        return Err(Unmended::new(draft.origin(None, range.start + start - 1)?, sentence));
    }
    let (server, start) = (&authority[start..], range.start + start);
    let bare =
        || server.iter().enumerate().position(|(at, byte)| *byte == b'%' && !uriverse_core::triplet_at(server, at));
    if let Some(percent) = Some(server).filter(|server| server.starts_with(b"[")).and_then(|_| bare()) {
        if is_accepted(tables, b"//[::%25a]") {
            let at = start + percent;
            draft.replace(at..at + 1, b"%25".to_vec(), Why::Zone);
            return Ok(());
        }
    }
    let colon = memrchr(b':', server);
    let (address, port) = colon.map_or((server, &b""[..]), |colon| (&server[..colon], &server[colon + 1..]));
    if is_ipv6(server) {
        if is_ipv6(address) && port.iter().all(u8::is_ascii_digit) {
            let sentence = "the last number is a part of the IPv6 address or a port: write the address in brackets";
            return Err(Unmended::new(draft.origin(None, start)?, sentence));
        }
        let bracketed = joined(&[b"[", server, b"]"]);
        draft.replace(start..start + server.len(), bracketed, Why::Brackets);
    } else if !server.is_ascii() {
        let host = if port.iter().all(u8::is_ascii_digit) { address } else { server };
        let name = std::str::from_utf8(host).ok().and_then(checked_name);
        let Some(name) = name else {
            return Err(Unmended { at: draft.origin(None, start)?, problem: Problem::Name(copy(host)) });
        };
        let (end, name) = (start + host.len(), owned_string(name).into_bytes());
        draft.replace(start..end, name, Why::Name);
    }
    Ok(())
}

fn is_ipv6(text: &[u8]) -> bool {
    std::str::from_utf8(text).is_ok_and(|text| text.parse::<Ipv6Addr>().is_ok())
}
