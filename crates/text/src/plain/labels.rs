//! Labels of a plain host: letters, digits and hyphens that are no address.

use uriverse_core::bytes::ByteTable;
use uriverse_core::LONGEST_LABEL;
use uriverse_scan::{member_masks, Sets};

/// An IPv4 address has this many hyphens or dots between digits: a name with fewer contains none.
const JOINTS_OF_ADDRESS: u32 = 3;
/// An IPv6 address without "::" has this many hyphens between hexadecimal digits.
const JOINTS_OF_LONG_ADDRESS: u32 = 7;
/// An IPv4 address has this many hexadecimal digits.
const HEXADECIMAL_ADDRESS: usize = 8;
const LABEL_LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz_";
const DIGITS: &[u8] = b"0123456789";

/// Whether the labels of a host of at most 64 bytes are plain ([`are_plain_one_by_one`]), and the last one, after the
/// dot at `last`, is lowercase letters.
///
/// The labels of `a1.b-c.org` begin at `1..1...1..`, first byte on the left: at 0 and after each dot. Letters and
/// digits are at `11.1.1.111`, and so at each of these positions.
pub(super) fn are_plain_labels(host: &[u8], last: usize) -> bool {
    static SETS: Sets<5> = Sets::from_ascii([
        &ByteTable::only(b"abcdef"),
        &ByteTable::only(LABEL_LETTERS),
        &ByteTable::only(DIGITS),
        &ByteTable::only(b"."),
        &ByteTable::only(b"-"),
    ]);
    let all = u64::MAX >> (64 - host.len());
    let [to_f, letters, digits, dots, hyphens] = member_masks(&SETS, host);
    let starts = (dots << 1 | 1) & all;
    let between_digits = digits << 1 & digits >> 1;
    let hexadecimal = to_f | digits;
    let between_hexadecimal = hexadecimal << 1 & hexadecimal >> 1;
    let pairs = hexadecimal & hexadecimal >> 1;
    let fours = pairs & pairs >> 2;
    letters | digits | dots | hyphens == all
        && starts & !(letters | digits) == 0
        && hyphens & (dots >> 1 | hyphens << 1) == 0
        && ((hyphens | dots) & between_digits).count_ones() < JOINTS_OF_ADDRESS
        && (hyphens & between_hexadecimal).count_ones() < JOINTS_OF_LONG_ADDRESS
        && fours & fours >> 4 & (starts | hyphens << 1) & dots >> HEXADECIMAL_ADDRESS == 0
        && letters >> last == all >> last & !1
}

/// As [`are_plain_labels`], for hosts of any length.
pub(super) fn are_plain_one_by_one(labels: &[u8], top: &[u8]) -> bool {
    let is_joint = |three: &[u8]| matches!(three, [b'0'..=b'9', b'-' | b'.', b'0'..=b'9']);
    // The list also has names with "xn--".
    top.iter().all(|byte| byte.is_ascii_lowercase() || *byte == b'_')
        && labels.windows(3).filter(|three| is_joint(three)).count() < JOINTS_OF_ADDRESS as usize
        && !is_like_an_address(labels)
        && labels.split(|&byte| byte == b'.').all(is_plain_label)
}

/// Whether a name may have an address: eight hexadecimal digits at the end of a label, or eight groups of them.
fn is_like_an_address(labels: &[u8]) -> bool {
    let are_digits = |bytes: &[u8]| bytes.iter().all(u8::is_ascii_hexdigit);
    let is_joint = |three: &&[u8]| three[1] == b'-' && are_digits(&[three[0], three[2]]);
    let mut ends = labels.split(|&byte| byte == b'.').filter_map(|label| label.rsplit(|&byte| byte == b'-').next());
    labels.windows(3).filter(is_joint).count() >= JOINTS_OF_LONG_ADDRESS as usize
        || ends.any(|end| end.len() == HEXADECIMAL_ADDRESS && are_digits(end))
}

/// Whether a label has no hyphen at its ends and no two in a row; so it is no "xn--" form.
fn is_plain_label(label: &[u8]) -> bool {
    let (Some(first), Some(last)) = (label.first(), label.last()) else { return false };
    let is_plain = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_');
    *first != b'-'
        && *last != b'-'
        && label.len() <= LONGEST_LABEL
        && label.iter().all(is_plain)
        && !label.windows(2).any(|two| two == b"--")
}
