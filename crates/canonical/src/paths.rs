//! The steps on a path.

use std::ops::Range;

use uriverse_core::memory::{buffer, Grow};
use uriverse_core::query::{Names, Notation};
use uriverse_core::{remove_dot_segments, Excess};

/// Removes dot segments (RFC 3986, section 5.2.4) of a path that begins with "/". With `keep`, a ".." that has nothing
/// to remove stays. Like the other functions here, it returns whether it changed the path.
pub(crate) fn remove_dots(path: &mut Vec<u8>, keep: bool) -> bool {
    if path.first() != Some(&b'/') {
        return false;
    }
    // A dot segment begins after a slash.
    if !memchr::memchr_iter(b'.', path).any(|at| at > 0 && path[at - 1] == b'/') {
        return false;
    }
    let excess = if keep { Excess::Keep } else { Excess::Drop };
    let Ok(Some(changed)) = remove_dot_segments(path, excess) else { return false };
    *path = changed;
    true
}

/// Collapses runs of slashes.
pub(crate) fn collapse_slashes(path: &mut Vec<u8>) -> bool {
    let length = path.len();
    path.dedup_by(|next, last| *next == b'/' && *last == b'/');
    path.len() < length
}

/// The range without the slashes at the end; if there are only slashes, the first one.
pub(crate) fn without_trailing_slash(path: &[u8]) -> Range<usize> {
    0..path.iter().rposition(|&byte| byte != b'/').map_or(path.len().min(1), |last| last + 1)
}

/// The range without the last segment, if that is one of the names, in any case.
pub(crate) fn without_default_page(path: &[u8], names: &[String]) -> Range<usize> {
    let start = path.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    let is_default = start > 0 && names.iter().any(|name| path[start..].eq_ignore_ascii_case(name.as_bytes()));
    0..if is_default { start } else { path.len() }
}

/// Removes the parameters of segments (RFC 3986, section 3.3: `;name=value`) whose name a list has.
pub(crate) fn remove_parameters(path: &mut Vec<u8>, names: &Names) -> bool {
    let (length, mut result) = (path.len(), buffer(path.len()));
    for piece in path.split_inclusive(|&byte| byte == b'/') {
        let (segment, slash) = piece.strip_suffix(b"/").map_or((piece, &b""[..]), |segment| (segment, b"/"));
        for (at, part) in segment.split(|&byte| byte == b';').enumerate() {
            let name = part.split(|&byte| byte == b'=').next().unwrap_or_default();
            if at == 0 {
                result.put_all(part);
            } else if !names.has(name, Notation::Plain) {
                result.put(b';');
                result.put_all(part);
            }
        }
        result.put_all(slash);
    }
    *path = result;
    path.len() < length
}

/// Removes ASP.NET's session id, a segment of its own before a page: `/(S(4hqa...))/page.aspx`, or
/// `/(4hqa...)/page.aspx`; an id has 24 letters and digits.
pub(crate) fn strip_session(path: &mut Vec<u8>) -> bool {
    let Some(page) = path.windows(5).rposition(|window| window.eq_ignore_ascii_case(b".aspx")) else { return false };
    let mut end = path.len();
    // The last such segment is removed, as by a greedy match.
    while let Some(close) = path[..end].windows(2).rposition(|pair| pair == b")/") {
        let start = path[..close].iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
        if start > 0 && page > close + 2 && is_session(&path[start..=close]) {
            path.drain(start..close + 2);
            return true;
        }
        end = close;
    }
    false
}

fn is_session(segment: &[u8]) -> bool {
    const LENGTH: usize = 24;
    let is_id = |id: &[u8]| id.len() == LENGTH && id.iter().all(u8::is_ascii_alphanumeric);
    let Some(inner) = segment.strip_prefix(b"(").and_then(|rest| rest.strip_suffix(b")")) else { return false };
    if is_id(inner) {
        return true;
    }
    !inner.is_empty()
        && inner.chunks(LENGTH + 3).all(|chunk| match chunk {
            [letter, b'(', id @ .., b')'] => letter.is_ascii_alphabetic() && is_id(id),
            _ => false,
        })
}
