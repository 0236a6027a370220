//! The lines of a block of text.

use std::ops::Range;

use memchr::memchr;

/// The ranges of the lines of a piece of a block, without LF or CR LF. The last line needs no line end.
pub fn lines(block: &[u8], piece: Range<usize>) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut next = piece.start;
    std::iter::from_fn(move || {
        let rest = block.get(next..piece.end).filter(|rest| !rest.is_empty())?;
        let length = memchr(b'\n', rest).unwrap_or(rest.len());
        let start = next;
        next += length + 1;
        let line = &rest[..length];
        Some(start..start + line.strip_suffix(b"\r").unwrap_or(line).len())
    })
}
