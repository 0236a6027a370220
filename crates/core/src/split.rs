//! The lenient split of a text into components: it checks nothing and never fails.
//!
//! Input: any text, and the document whose split to use. Output: the offsets. In `http://h/a b` the path is `/a b`,
//! although no edition accepts it.
//!
//! All styles split the authority alike: the userinfo ends at the last "@", and the port starts after the last ":" that
//! follows any "]".

use memchr::memchr;
use uriverse_scan::{write_member_masks, Sets, MASKED};

use crate::bytes::{run_of, ByteTable};
use crate::offsets::{Offsets, NONE};

/// The document whose split to use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum SplitStyle {
    /// The regular expression of RFC 2396 and RFC 3986, Appendix B.
    AppendixB,
    /// The steps of RFC 1808, 2.4: fragment, scheme, `net_loc`, query, params, in this order.
    Rfc1808,
    /// RFC 1738, 3.1: the scheme, then "//", the login and the url-path; neither query nor fragment.
    Rfc1738,
}

/// The delimiters in the first 64 bytes: ":", "@" or "]", "/", "?", "#".
static MARKS: Sets<5> = Sets::from_ascii([
    &ByteTable::only(b":"),
    &ByteTable::only(b"@]"),
    &ByteTable::only(b"/"),
    &ByteTable::only(b"?"),
    &ByteTable::only(b"#"),
]);

static NOT_AFTER_SCHEME: ByteTable = ByteTable::all_but(b":/?#");
static NOT_AFTER_AUTHORITY: ByteTable = ByteTable::all_but(b"/?#");
static NOT_AFTER_PATH: ByteTable = ByteTable::all_but(b"?#");
static NOT_AFTER_QUERY: ByteTable = ByteTable::all_but(b"#");

/// The end of the scheme that [`split`] finds; None without a scheme.
#[inline]
#[must_use]
pub fn split_scheme(style: SplitStyle, text: &[u8]) -> Option<u32> {
    match style {
        SplitStyle::AppendixB => {
            let end = run_of(&NOT_AFTER_SCHEME, text, 0);
            (end > 0 && text.get(end) == Some(&b':')).then_some(end as u32)
        }
        _ => Some(split(style, text).scheme_end).filter(|&end| end != NONE),
    }
}

/// Splits a text of fewer than `u32::MAX` bytes.
#[must_use]
pub fn split(style: SplitStyle, text: &[u8]) -> Offsets {
    match style {
        SplitStyle::AppendixB => split_appendix_b(text),
        SplitStyle::Rfc1808 => split_rfc1808(text),
        SplitStyle::Rfc1738 => split_rfc1738(text),
    }
}

/// RFC 3986, Appendix B: `^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`, where "." also matches a newline.
///
/// Masks of the first 64 bytes mark the delimiters. In `http://h/a?b` ":" is at 4, "/" at 5, 6 and 8, "?" at 10: the
/// scheme ends at the first of ":/?#", the authority at the first of "/?#" from 7 on, the path at the first of "?#"
/// after it.
fn split_appendix_b(text: &[u8]) -> Offsets {
    let mut masks = [0; 5];
    write_member_masks(&MARKS, text, &mut masks);
    let [colons, ats_and_brackets, slashes, questions, hashes] = masks;
    let mut offsets = Offsets::EMPTY;
    let after_path = questions | hashes;
    let mut at = take_scheme(&mut offsets, text, end(text, 0, colons | slashes | after_path, &NOT_AFTER_SCHEME));
    if text[at..].starts_with(b"//") {
        let start = at + 2;
        at = end(text, start, slashes | after_path, &NOT_AFTER_AUTHORITY);
        // The authority's bytes as a mask; empty if the authority goes on after the masks.
        let within = if at < MASKED { ((1 << at) - 1) & (u64::MAX << start) } else { 0 };
        if at < MASKED && within & ats_and_brackets == 0 {
            set_host_and_port(&mut offsets, start, at, within & colons);
        } else {
            set_authority(&mut offsets, text, start, at);
        }
    }
    let path_end = end(text, at, after_path, &NOT_AFTER_PATH);
    set_path(&mut offsets, text, at, path_end);
    let mut query_end = text.len();
    if path_end < text.len() {
        query_end = end(text, path_end, hashes, &NOT_AFTER_QUERY);
        if query_end < text.len() {
            offsets.fragment_start = query_end as u32 + 1;
        }
    }
    if path_end < query_end {
        offsets.query_start = path_end as u32 + 1;
        offsets.query_end = query_end as u32;
    }
    offsets
}

/// The first position at or after `from` that the mask marks; beyond the masks, the first byte that is not in the
/// table; or the end of the text.
#[inline(always)]
fn end(text: &[u8], from: usize, mask: u64, others: &ByteTable) -> usize {
    if from < MASKED {
        let marks = mask >> from;
        if marks != 0 {
            return from + marks.trailing_zeros() as usize;
        }
    }
    if text.len() <= MASKED {
        return text.len();
    }
    run_of(others, text, from.max(MASKED))
}

/// Splits an authority without "@" and "]": the last ":" of the mask, if any, begins the port.
#[inline(always)]
fn set_host_and_port(offsets: &mut Offsets, start: usize, end: usize, colons: u64) {
    offsets.authority_start = start as u32;
    offsets.authority_end = end as u32;
    offsets.host_start = start as u32;
    offsets.host_end = end as u32;
    if colons != 0 {
        let colon = MASKED as u32 - 1 - colons.leading_zeros();
        offsets.host_end = colon;
        offsets.port_start = colon + 1;
    }
}

/// RFC 1808, 2.4.
fn split_rfc1808(text: &[u8]) -> Offsets {
    let mut offsets = Offsets::EMPTY;
    // 2.4.1. "If the parse string contains a crosshatch "#" character, then the substring after the first (left-most)
    // crosshatch "#" and up to the end of the parse string is the <fragment> identifier."
    let mut end = text.len();
    if let Some(hash) = memchr(b'#', text) {
        end = hash;
        offsets.fragment_start = hash as u32 + 1;
    }
    let text = &text[..end];
    // 2.4.2. "If the parse string contains a colon ":" after the first character and before any characters not allowed
    // as part of a scheme name (i.e., any not an alphanumeric, plus "+", period ".", or hyphen "-"), the <scheme> of
    // the URL is the substring of characters up to but not including the first colon."
    let allowed = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let colon = text.iter().position(|byte| !allowed(byte)).unwrap_or(text.len());
    let mut at = take_scheme(&mut offsets, text, colon);
    // 2.4.3. "If the parse string begins with a double-slash "//", then the substring of characters after the
    // double-slash and up to, but not including, the next slash "/" character is the network location/login (<net_loc>)
    // of the URL. If no trailing slash "/" is present, the entire remaining parse string is assigned to <net_loc>."
    at = after_login(&mut offsets, text, at);
    // 2.4.4. "If the parse string contains a question mark "?" character, then the substring after the first
    // (left-most) question mark "?" and up to the end of the parse string is the <query> information."
    let mut path_end = end;
    if let Some(mark) = memchr(b'?', &text[at..]) {
        path_end = at + mark;
        offsets.query_start = path_end as u32 + 1;
        offsets.query_end = end as u32;
    }
    // 2.4.5. "If the parse string contains a semicolon ";" character, then the substring after the first (left-most)
    // semicolon ";" and up to the end of the parse string is the parameters (<params>)."
    if let Some(semicolon) = memchr(b';', &text[at..path_end]) {
        path_end = at + semicolon;
        offsets.params_start = path_end as u32 + 1;
    }
    set_path(&mut offsets, text, at, path_end);
    offsets
}

/// RFC 1738, 3.1. Departure: the "/" between the login and the url-path belongs to the path, so that the components
/// recompose to the text.
fn split_rfc1738(text: &[u8]) -> Offsets {
    let mut offsets = Offsets::EMPTY;
    let at = take_scheme(&mut offsets, text, run_of(&NOT_AFTER_SCHEME, text, 0));
    let at = after_login(&mut offsets, text, at);
    set_path(&mut offsets, text, at, text.len());
    offsets
}

/// Sets the scheme, if `end` is at a colon. Returns the cursor after the colon, or 0.
fn take_scheme(offsets: &mut Offsets, text: &[u8], end: usize) -> usize {
    if end == 0 || text.get(end) != Some(&b':') {
        return 0;
    }
    offsets.scheme_end = end as u32;
    end + 1
}

/// Sets the authority from "//" up to the next "/". Returns the cursor after it.
fn after_login(offsets: &mut Offsets, text: &[u8], at: usize) -> usize {
    if !text[at..].starts_with(b"//") {
        return at;
    }
    let start = at + 2;
    let end = memchr(b'/', &text[start..]).map_or(text.len(), |slash| start + slash);
    set_authority(offsets, text, start, end);
    end
}

fn set_path(offsets: &mut Offsets, text: &[u8], start: usize, end: usize) {
    offsets.path_start = start as u32;
    offsets.path_end = end as u32;
    if start < end && text[start] == b'/' {
        offsets.flags |= Offsets::ROOTED;
    }
}

fn set_authority(offsets: &mut Offsets, text: &[u8], start: usize, end: usize) {
    offsets.authority_start = start as u32;
    offsets.authority_end = end as u32;
    offsets.host_start = start as u32;
    offsets.host_end = end as u32;
    offsets.port_start = NONE;
    // From the right, the last "]" or "@" ends the search for the ":" before the port. An authority is short, so one
    // loop is faster than a search for each.
    let mut may_be_port = true;
    for at in (start..end).rev() {
        match text[at] {
            b':' if may_be_port => {
                offsets.host_end = at as u32;
                offsets.port_start = at as u32 + 1;
                may_be_port = false;
            }
            b']' => may_be_port = false,
            b'@' => {
                offsets.userinfo_end = at as u32;
                offsets.host_start = at as u32 + 1;
                break;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{split, split_scheme, SplitStyle};
    use crate::offsets::{Offsets, NONE};

    /// Appendix B's expression, group by group, byte by byte.
    fn by_groups(text: &[u8]) -> Offsets {
        let first = |from: usize, of: &[u8]| {
            text[from..].iter().position(|byte| of.contains(byte)).map_or(text.len(), |place| from + place)
        };
        let mut offsets = Offsets::EMPTY;
        let mut at = 0;
        let colon = first(0, b":/?#");
        if colon > 0 && text.get(colon) == Some(&b':') {
            offsets.scheme_end = colon as u32;
            at = colon + 1;
        }
        if text[at..].starts_with(b"//") {
            let end = first(at + 2, b"/?#");
            super::set_authority(&mut offsets, text, at + 2, end);
            at = end;
        }
        let path_end = first(at, b"?#");
        super::set_path(&mut offsets, text, at, path_end);
        let query_end = first(path_end, b"#");
        if text.get(path_end) == Some(&b'?') {
            offsets.query_start = path_end as u32 + 1;
            offsets.query_end = query_end as u32;
        }
        if query_end < text.len() {
            offsets.fragment_start = query_end as u32 + 1;
        }
        offsets
    }

    /// Tests delimiters in any order, and each of them at every position around the end of the masks.
    #[test]
    fn agrees_with_the_regular_expression() {
        let see = |text: &[u8]| {
            let cut = split(SplitStyle::AppendixB, text);
            assert_eq!(cut, by_groups(text), "{}", text.escape_ascii());
            let scheme = split_scheme(SplitStyle::AppendixB, text);
            assert_eq!(scheme.unwrap_or(NONE), cut.scheme_end, "{}", text.escape_ascii());
        };
        let pieces: [&[u8]; 9] = [b"a", b":", b"//", b"@", b"]", b"/", b"?", b"#", b"\xFF"];
        for number in 0..9_usize.pow(5) {
            let text: Vec<u8> = (0..5).flat_map(|place| pieces[number / 9_usize.pow(place) % 9]).copied().collect();
            see(&text);
        }
        for length in 0..140 {
            for lead in ["", "http://", "https:", "//u:p@", "a:"] {
                for (one, other) in [(':', '@'), (']', ':'), ('/', '?'), ('?', '#'), ('#', '?'), ('@', ':'), (':', ':')]
                {
                    for at in 0..length {
                        let mut text = format!("{lead}{}", "a".repeat(length)).into_bytes();
                        text[lead.len() + at] = one as u8;
                        see(&text);
                        text[lead.len() + (at + 1 + at % 5).min(length - 1)] = other as u8;
                        see(&text);
                    }
                }
            }
        }
    }
}
