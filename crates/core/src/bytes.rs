//! Sets of bytes, and runs of a set's members along a text.
//!
//! Input: byte sets of an edition's tables, and texts. Output: where a run of members ends, with or without
//! percent-triplets. A [`ByteSet`] is 256 bits: small and comparable, used while a table is loaded. A [`ByteTable`] is
//! the same set as the lookup table of the crate `uriverse-scan`, which tests many bytes at a time.

use std::fmt;

pub use uriverse_scan::{run as run_of, Backend, ByteTable};

/// Whether a byte of UTF-8 begins a character, so is not a continuation byte (RFC 3629, 3).
#[inline]
#[must_use]
pub fn begins_a_character(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

/// The number of whole characters in the first `at` bytes. An incomplete last character does not count: a character is
/// refused as a whole, although its first bytes may begin an accepted one.
#[must_use]
pub fn characters(bytes: &[u8], at: usize) -> usize {
    let begun = bytes[..at.min(bytes.len())].iter().filter(|byte| begins_a_character(**byte)).count();
    begun - usize::from(bytes.get(at).is_some_and(|byte| !begins_a_character(*byte)) && begun > 0)
}

/// The indices of the set bits, the lowest first.
#[inline(always)]
pub fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (bit < 64).then_some(bit)
    })
}

/// A set of byte values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct ByteSet([u64; 4]);

/// `HEXDIG` of RFC 2234 in both cases; `hex` in the older documents.
pub(crate) const HEXDIG: ByteSet = ByteSet([0x03ff_0000_0000_0000, 0x0000_007e_0000_007e, 0, 0]);

impl ByteSet {
    /// The empty set.
    pub const EMPTY: ByteSet = ByteSet([0; 4]);

    /// The set of the ASCII bytes whose bits are set in `mask` (byte b is bit b % 8 of `mask[b / 8]`).
    #[must_use]
    pub fn from_ascii_mask(mask: [u8; 16]) -> ByteSet {
        let (low, high) = mask.split_at(8);
        let word = |half: &[u8]| half.iter().rev().fold(0u64, |word, &byte| word << 8 | u64::from(byte));
        ByteSet([word(low), word(high), 0, 0])
    }

    /// The set of the given bytes.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> ByteSet {
        let mut set = ByteSet::EMPTY;
        for &byte in bytes {
            set.insert(byte);
        }
        set
    }

    /// The set of all bytes for which `belongs` is true.
    #[must_use]
    pub(crate) fn from_predicate(belongs: impl Fn(u8) -> bool) -> ByteSet {
        let mut set = ByteSet::EMPTY;
        (0..=255).filter(|&byte| belongs(byte)).for_each(|byte| set.insert(byte));
        set
    }

    /// The 256 bits: byte b is bit b % 64 of word b / 64.
    #[must_use]
    pub const fn words(&self) -> [u64; 4] {
        self.0
    }

    /// Adds a byte.
    pub fn insert(&mut self, byte: u8) {
        self.0[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }

    /// Whether the byte belongs to the set.
    #[must_use]
    pub fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte >> 6)] >> (byte & 63) & 1 != 0
    }

    /// Whether no byte belongs to the set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// Whether only ASCII bytes belong to the set.
    #[must_use]
    pub fn is_ascii(&self) -> bool {
        self.0[2] == 0 && self.0[3] == 0
    }

    /// How many bytes belong to the set.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The bytes that belong to either set.
    #[must_use]
    pub fn union(&self, other: &ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// The bytes that belong to both sets.
    #[must_use]
    pub fn intersection(&self, other: &ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// The bytes that belong to this set and not to the other.
    #[must_use]
    pub fn without(&self, other: &ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// Whether some byte belongs to both sets.
    #[must_use]
    pub fn intersects(&self, other: &ByteSet) -> bool {
        self.0.iter().zip(other.0).any(|(a, b)| a & b != 0)
    }

    /// The bytes of the set in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        (0..=192u8).step_by(64).zip(self.0).flat_map(|(first, word)| bits(word).map(move |bit| first + bit as u8))
    }

    /// The set as a lookup table.
    #[must_use]
    pub fn table(&self) -> ByteTable {
        let mut table = [false; 256];
        for byte in self.iter() {
            table[usize::from(byte)] = true;
        }
        ByteTable::new(table)
    }
}

impl fmt::Debug for ByteSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}", self.iter().collect::<Vec<u8>>().escape_ascii())
    }
}

/// Whether there is a triplet at `at`: "%" and two hexadecimal digits.
#[inline]
#[must_use]
pub fn triplet_at(text: &[u8], at: usize) -> bool {
    matches!(text.get(at..), Some([b'%', high, low, ..]) if high.is_ascii_hexdigit() && low.is_ascii_hexdigit())
}

/// The value of the triplet at `at`; None if no triplet is there.
#[inline]
#[must_use]
pub fn triplet_value(text: &[u8], at: usize) -> Option<u8> {
    match text.get(at..) {
        Some([b'%', high, low, ..]) => {
            let (high, low) = (HEX_VALUES[usize::from(*high)], HEX_VALUES[usize::from(*low)]);
            (high | low < 16).then_some(high << 4 | low)
        }
        _ => None,
    }
}

/// Whether a written port is a number above 65535 (RFC 6335, section 6).
#[must_use]
pub fn is_above_16_bits(port: &[u8]) -> bool {
    let digits = &port[port.iter().take_while(|&&byte| byte == b'0').count()..];
    let number = digits.iter().take(6).fold(0_u32, |number, digit| number * 10 + u32::from(digit.wrapping_sub(b'0')));
    digits.iter().all(u8::is_ascii_digit) && number > 0xFFFF
}

/// The value of each hexadecimal digit; 16 and more for every other byte.
static HEX_VALUES: [u8; 256] = {
    let mut values = [16; 256];
    let mut digit = 0;
    while digit < 16 {
        values[b"0123456789abcdef"[digit] as usize] = digit as u8;
        values[b"0123456789ABCDEF"[digit] as usize] = digit as u8;
        digit += 1;
    }
    values
};

/// As [`run_of`]. If `triplets`, a percent-triplet counts as one more member of the set.
#[inline(always)]
pub(crate) fn run_of_units(table: &ByteTable, triplets: bool, text: &[u8], from: usize) -> usize {
    let mut at = run_of(table, text, from);
    while triplets && triplet_at(text, at) {
        at += 3;
        // Triplets often follow one another.
        if text.get(at) != Some(&b'%') {
            at = run_of(table, text, at);
        }
    }
    at
}
