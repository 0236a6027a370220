//! Removes dot segments: RFC 3986's `remove_dot_segments`, and the steps of the older documents on a merged buffer.
//!
//! Input: a path, or a buffer and the position where its path starts. Output: the path without "." and ".." segments.
//! [`Excess`] decides what happens to a ".." that leads above the root.
//!
//! Both work in place, with a read index and a write index that never overtakes it. A ".." moves the write index back
//! over one segment, at most once for each. So both take linear time. Paths without dot segments are not moved.
//!
//! INVARIANT: `floor` is the start of the segments that a ".." may remove: after the leading "/" of a buffer, and after
//! the ".." segments that had nothing to remove. A ".." at the floor leads above the root.

use memchr::{memchr, memrchr};
use uriverse_scan::{member_masks, ByteTable, Sets};

use crate::memory;
use crate::named::named_enum;

named_enum! {
    /// What to do with ".." segments that would lead above the root.
    pub enum Excess {
        /// Keep them at the front of the path (as the examples of RFC 1808 to RFC 2396 do).
        Keep = "keep",
        /// Drop them (as RFC 3986 does).
        Drop = "drop",
        /// Fail.
        Refuse = "refuse",
    }
}

/// The error of [`Excess::Refuse`]: a path has ".." segments that lead above the root.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExcessParents;

/// `remove_dot_segments` for any path; with [`Excess::Drop`] it is that of RFC 3986, 5.2.4. Returns None if the path
/// does not change.
///
/// # Errors
/// [`ExcessParents`], with [`Excess::Refuse`] only.
///
/// ```
/// use uriverse_core::{remove_dot_segments, Excess};
/// assert_eq!(remove_dot_segments(b"/a/b/c/./../../g", Excess::Drop), Ok(Some(b"/a/g".to_vec())));
/// assert_eq!(remove_dot_segments(b"mid/content=5/../6", Excess::Drop), Ok(Some(b"mid/6".to_vec())));
/// ```
pub fn remove_dot_segments(path: &[u8], excess: Excess) -> Result<Option<Vec<u8>>, ExcessParents> {
    if !may_have_dot_segments(path) {
        return Ok(None);
    }
    let mut buffer = memory::copy(path);
    remove_in(&mut buffer, 0, excess)?;
    Ok((buffer != path).then_some(buffer))
}

/// Whether some segment of the path begins with "."; if not, there is nothing to remove.
#[inline]
pub(crate) fn may_have_dot_segments(path: &[u8]) -> bool {
    next_dot(path, 0).is_some()
}

/// The start of the next segment that begins with ".", at or after `from`.
#[inline]
fn next_dot(path: &[u8], from: usize) -> Option<usize> {
    static DOT_AND_SLASH: Sets<2> = Sets::from_ascii([&ByteTable::from_byte(b'.'), &ByteTable::from_byte(b'/')]);
    let mut at = from;
    let mut begins = u64::from(at == 0 || path.get(at - 1) == Some(&b'/'));
    while let Some(rest) = path.get(at..).filter(|rest| !rest.is_empty()) {
        let [dots, slashes] = member_masks(&DOT_AND_SLASH, rest);
        let found = dots & (slashes << 1 | begins);
        if found != 0 {
            return Some(at + found.trailing_zeros() as usize);
        }
        begins = slashes >> 63;
        at += 64;
    }
    None
}

/// The end of the segment that starts at `from`.
fn end_of_segment(buffer: &[u8], from: usize) -> usize {
    memchr(b'/', &buffer[from..]).map_or(buffer.len(), |at| from + at)
}

fn copy(buffer: &mut [u8], from: usize, to: usize, write: &mut usize) {
    if from != *write {
        buffer.copy_within(from..to, *write);
    }
    *write += to - from;
}

/// RFC 3986, 5.2.4 on `buffer[start..]`, in place. `buffer[start..write]` is the output buffer, `buffer[read..]` the
/// input buffer.
pub(crate) fn remove_in(buffer: &mut Vec<u8>, start: usize, excess: Excess) -> Result<(), ExcessParents> {
    if may_have_dot_segments(&buffer[start..]) {
        let end = remove_before_end(buffer, start, excess)?;
        buffer.truncate(end);
    }
    Ok(())
}

/// As [`remove_in`], in a buffer that keeps its length. Returns the end of the path.
pub(crate) fn remove_before_end(buffer: &mut [u8], start: usize, excess: Excess) -> Result<usize, ExcessParents> {
    let (mut read, mut write, mut floor) = (start, start, start);
    while read < buffer.len() && buffer[read] != b'/' {
        let end = end_of_segment(buffer, read);
        let dots = &buffer[read..end];
        if dots == b"." {
            // "A. If the input buffer begins with a prefix of "../" or "./", then remove that prefix from the input
            // buffer", and "D. if the input buffer consists only of "." or "..", then remove that from the input
            // buffer".
            read = (end + 1).min(buffer.len());
        } else if dots == b".." {
            match excess {
                Excess::Drop => read = (end + 1).min(buffer.len()),
                Excess::Refuse => return Err(ExcessParents),
                Excess::Keep => {
                    copy(buffer, read, end, &mut write);
                    floor = write;
                    read = end;
                }
            }
        } else {
            // "E. move the first path segment in the input buffer to the end of the output buffer".
            copy(buffer, read, end, &mut write);
            read = end;
        }
    }
    // From here on the input buffer is empty or begins with "/". All segments up to the next one that begins with "."
    // are moved in one copy.
    while let Some(dot) = next_dot(buffer, read) {
        let mut end = dot + 1;
        let parent = buffer.get(end) == Some(&b'.');
        end += usize::from(parent);
        if buffer.get(end).is_some_and(|&byte| byte != b'/') {
            // E again: the segment is neither "." nor "..".
            copy(buffer, read, end, &mut write);
            read = end;
            continue;
        }
        copy(buffer, read, dot - 1, &mut write);
        read = end;
        let mut leaves_slash = end == buffer.len();
        // "B. if the input buffer begins with a prefix of "/./" or "/.", where "." is a complete path segment, then
        // replace that prefix with "/" in the input buffer".
        // "C. if the input buffer begins with a prefix of "/../" or "/..", where ".." is a complete path segment, then
        // replace that prefix with "/" in the input buffer and remove the last segment and its preceding "/" (if any)
        // from the output buffer".
        if parent && write > floor {
            write = memrchr(b'/', &buffer[floor..write]).map_or(floor, |at| floor + at);
        } else if parent {
            match excess {
                Excess::Drop => {}
                Excess::Refuse => return Err(ExcessParents),
                Excess::Keep => {
                    copy(buffer, dot - 1, end, &mut write);
                    floor = write;
                    leaves_slash = false;
                }
            }
        }
        if leaves_slash {
            buffer[write] = b'/';
            write += 1;
        }
    }
    let end = buffer.len();
    copy(buffer, read, end, &mut write);
    Ok(write)
}

/// RFC 2396, 5.2, step 6 c to g on `buffer[start..]`, in place. Step e repeatedly removes the leftmost pattern. One
/// pass from left to right with a stack of segments gives the same result; each segment but the last has its "/".
///
/// * `patterns`: RFC 1630's words, "all occurrences of "xxx/../" or "/." are recursively removed": a last ".." is kept,
///   a last "." is removed with the "/" before it, and a "." without a "/" before it is kept.
pub(crate) fn remove_merged_in(
    buffer: &mut Vec<u8>,
    start: usize,
    excess: Excess,
    patterns: bool,
) -> Result<(), ExcessParents> {
    if !may_have_dot_segments(&buffer[start..]) {
        return Ok(());
    }
    let (mut read, mut write) = (start, start);
    if buffer[start] == b'/' {
        read += 1;
        write += 1;
    }
    // After the leading "/", if any.
    let mut root = write;
    let mut floor = write;
    while read < buffer.len() {
        let end = end_of_segment(buffer, read);
        let next = (end + 1).min(buffer.len());
        let is_last = end == buffer.len();
        match &buffer[read..end] {
            b"." if patterns && write == start => copy(buffer, read, next, &mut write),
            b"." if patterns && is_last => write -= 1,
            b".." if patterns && is_last && write > floor => copy(buffer, read, next, &mut write),
            // "c) All occurrences of "./", where "." is a complete path segment, are removed", and
            // "d) If the buffer string ends with "." as a complete path segment, that "." is removed."
            b"." => {}
            // "e) All occurrences of "<segment>/../", where <segment> is a complete path segment not equal to "..", are
            // removed", and "f) If the buffer string ends with "<segment>/..", ... that "<segment>/.." is removed."
            b".." if write > floor => {
                write = memrchr(b'/', &buffer[floor..write - 1]).map_or(floor, |at| floor + at + 1);
            }
            // "g) If the resulting buffer string still begins with one or more complete path segments of "..", then the
            // reference is considered to be in error."
            b".." => {
                if excess == Excess::Refuse {
                    return Err(ExcessParents);
                }
                copy(buffer, read, next, &mut write);
                floor = write;
            }
            // All earlier segments were removed: this "/" now begins the buffer string.
            b"" if write == start => {
                copy(buffer, read, next, &mut write);
                root = write;
                floor = write;
            }
            _ => copy(buffer, read, next, &mut write),
        }
        read = next;
    }
    buffer.truncate(write);
    if excess == Excess::Drop {
        buffer.drain(root.min(write)..floor.min(write));
    }
    Ok(())
}
