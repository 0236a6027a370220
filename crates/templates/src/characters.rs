//! The characters that an expansion does not encode: those of `unreserved` and `reserved` (1.5).

use uriverse_core::ByteTable;

/// `unreserved` (1.5): "(U)".
pub(crate) static UNRESERVED: ByteTable = ByteTable::new(table(b"-._~"));
/// `unreserved` and `reserved` (1.5): "(U+R)".
pub(crate) static RESERVED_TOO: ByteTable = ByteTable::new(table(b"-._~:/?#[]@!$&'()*+,;="));

const fn table(marks: &[u8]) -> [bool; 256] {
    let mut set = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        set[byte] = (byte as u8).is_ascii_alphanumeric();
        byte += 1;
    }
    let mut index = 0;
    while index < marks.len() {
        set[marks[index] as usize] = true;
        index += 1;
    }
    set
}
