//! The lines of a block of text as a column.
//!
//! What goes in is a part of a file, such as `b"http://a/\n\nhttp://b/"`. What comes out is a column of strings, one for
//! each line: `http://a/`, the empty string, `http://b/`. The texts are copied once, without their line ends.

use arrow_array::LargeStringArray;
use arrow_buffer::OffsetBuffer;
use memchr::memchr_iter;

/// The lines of a block, ended by LF; the last one needs no end. None if they are not UTF-8.
#[must_use]
pub fn lines(block: &[u8]) -> Option<LargeStringArray> {
    let (mut values, mut offsets) = (Vec::with_capacity(block.len()), vec![0i64]);
    let mut start = 0;
    for end in memchr_iter(b'\n', block).chain([block.len()]) {
        values.extend_from_slice(&block[start..end]);
        offsets.push(i64::try_from(values.len()).ok()?);
        start = end + 1;
    }
    LargeStringArray::try_new(OffsetBuffer::new(offsets.into()), values.into(), None).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(block: &str) -> Vec<String> {
        lines(block.as_bytes()).unwrap().iter().map(|line| line.unwrap().to_owned()).collect()
    }

    #[test]
    fn every_line_is_a_row() {
        assert_eq!(of("a\n\nbé\n"), ["a", "", "bé", ""]);
        assert_eq!(of("a\nb"), ["a", "b"]);
        assert_eq!(of(""), [""]);
    }

    #[test]
    fn octets_that_are_not_utf_8_are_refused() {
        assert!(lines(b"a\n\xff").is_none());
        assert!(lines(b"\xc3\n\xa9").is_none());
    }
}
