//! The lenient split of a text into components: it checks nothing and never fails.
//!
//! What goes in: any text, and the document whose way of splitting it is. What comes out: the offsets. In `http://h/a b`
//! the path is `/a b`, although no edition accepts it.
//!
//! All styles cut the authority alike: the userinfo ends at the last "@", and the port starts after the last ":" that
//! follows any "]".

use memchr::memchr;

use crate::bytes::{all_but, run_of, ByteTable};
use crate::offsets::{Offsets, NONE};

/// Which document's way of splitting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum SplitStyle {
    /// The regular expression of RFC 2396 and RFC 3986, Appendix B.
    AppendixB,
    /// The steps of RFC 1808, 2.4: fragment, scheme, `net_loc`, query, params, in this order.
    Rfc1808,
    /// RFC 1738, 3.1: the scheme, then "//", the login and the url-path; neither query nor fragment.
    Rfc1738,
}

static NOT_AFTER_SCHEME: ByteTable = all_but(b":/?#");
static NOT_AFTER_AUTHORITY: ByteTable = all_but(b"/?#");
static NOT_AFTER_PATH: ByteTable = all_but(b"?#");

/// Splits a text of fewer than `u32::MAX` bytes.
#[must_use]
pub fn split(style: SplitStyle, text: &[u8]) -> Offsets {
    match style {
        SplitStyle::AppendixB => split_appendix_b(text),
        SplitStyle::Rfc1808 => split_rfc1808(text),
        SplitStyle::Rfc1738 => split_rfc1738(text),
    }
}

/// RFC 3986, Appendix B: `^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`, where "." is any character, a
/// newline too.
fn split_appendix_b(text: &[u8]) -> Offsets {
    let mut o = Offsets::EMPTY;
    let mut at = take_scheme(&mut o, text, run_of(&NOT_AFTER_SCHEME, text, 0));
    if text[at..].starts_with(b"//") {
        let end = run_of(&NOT_AFTER_AUTHORITY, text, at + 2);
        set_authority(&mut o, text, at + 2, end);
        at = end;
    }
    let path_end = run_of(&NOT_AFTER_PATH, text, at);
    set_path(&mut o, text, at, path_end);
    let mut end = text.len();
    if let Some(hash) = memchr(b'#', &text[path_end..]) {
        end = path_end + hash;
        o.fragment_start = end as u32 + 1;
    }
    if path_end < end {
        o.query_start = path_end as u32 + 1;
        o.query_end = end as u32;
    }
    o
}

/// RFC 1808, 2.4.
fn split_rfc1808(text: &[u8]) -> Offsets {
    let mut o = Offsets::EMPTY;
    // 2.4.1. "If the parse string contains a crosshatch "#" character, then the substring after the first (left-most)
    // crosshatch "#" and up to the end of the parse string is the <fragment> identifier."
    let mut end = text.len();
    if let Some(hash) = memchr(b'#', text) {
        end = hash;
        o.fragment_start = hash as u32 + 1;
    }
    let text = &text[..end];
    // 2.4.2. "If the parse string contains a colon ":" after the first character and before any characters not allowed
    // as part of a scheme name (i.e., any not an alphanumeric, plus "+", period ".", or hyphen "-"), the <scheme> of
    // the URL is the substring of characters up to but not including the first colon."
    let allowed = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    let colon = text.iter().position(|byte| !allowed(byte)).unwrap_or(text.len());
    let mut at = take_scheme(&mut o, text, colon);
    // 2.4.3. "If the parse string begins with a double-slash "//", then the substring of characters after the
    // double-slash and up to, but not including, the next slash "/" character is the network location/login (<net_loc>)
    // of the URL. If no trailing slash "/" is present, the entire remaining parse string is assigned to <net_loc>."
    at = after_login(&mut o, text, at);
    // 2.4.4. "If the parse string contains a question mark "?" character, then the substring after the first
    // (left-most) question mark "?" and up to the end of the parse string is the <query> information."
    let mut path_end = end;
    if let Some(mark) = memchr(b'?', &text[at..]) {
        path_end = at + mark;
        o.query_start = path_end as u32 + 1;
        o.query_end = end as u32;
    }
    // 2.4.5. "If the parse string contains a semicolon ";" character, then the substring after the first (left-most)
    // semicolon ";" and up to the end of the parse string is the parameters (<params>)."
    if let Some(semicolon) = memchr(b';', &text[at..path_end]) {
        path_end = at + semicolon;
        o.params_start = path_end as u32 + 1;
    }
    set_path(&mut o, text, at, path_end);
    o
}

/// RFC 1738, 3.1. Departure: the "/" between the login and the url-path belongs to the path, so that the components
/// recompose to the text.
fn split_rfc1738(text: &[u8]) -> Offsets {
    let mut o = Offsets::EMPTY;
    let at = take_scheme(&mut o, text, run_of(&NOT_AFTER_SCHEME, text, 0));
    let at = after_login(&mut o, text, at);
    set_path(&mut o, text, at, text.len());
    o
}

/// Takes a scheme off the front, if there is a colon at `end`. Returns the cursor after the colon, or 0.
fn take_scheme(o: &mut Offsets, text: &[u8], end: usize) -> usize {
    if end == 0 || text.get(end) != Some(&b':') {
        return 0;
    }
    o.scheme_end = end as u32;
    end + 1
}

/// Takes "//" and everything up to the next "/" off. Returns the cursor after it.
fn after_login(o: &mut Offsets, text: &[u8], at: usize) -> usize {
    if !text[at..].starts_with(b"//") {
        return at;
    }
    let start = at + 2;
    let end = memchr(b'/', &text[start..]).map_or(text.len(), |slash| start + slash);
    set_authority(o, text, start, end);
    end
}

fn set_path(o: &mut Offsets, text: &[u8], start: usize, end: usize) {
    o.path_start = start as u32;
    o.path_end = end as u32;
    if start < end && text[start] == b'/' {
        o.flags |= Offsets::ROOTED;
    }
}

fn set_authority(o: &mut Offsets, text: &[u8], start: usize, end: usize) {
    o.authority_start = start as u32;
    o.authority_end = end as u32;
    o.host_start = start as u32;
    o.host_end = end as u32;
    o.port_start = NONE;
    // From the right: the last "]" and the last "@" end the search for the ":" before the port. An authority is short: a
    // search for each of them would take longer.
    let mut may_be_port = true;
    for at in (start..end).rev() {
        match text[at] {
            b':' if may_be_port => {
                o.host_end = at as u32;
                o.port_start = at as u32 + 1;
                may_be_port = false;
            }
            b']' => may_be_port = false,
            b'@' => {
                o.userinfo_end = at as u32;
                o.host_start = at as u32 + 1;
                break;
            }
            _ => {}
        }
    }
}
