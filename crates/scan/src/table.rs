//! Sets of bytes as lookup tables of the backends.

use std::fmt;
use std::ops::Index;

/// The number of bytes that the masks of a text cover: the bits of a `u64`.
pub const MASKED: usize = u64::BITS as usize;

/// The lowest `count` bits; all 64 if `count` is larger.
#[inline(always)]
#[must_use]
pub const fn ones(count: usize) -> u64 {
    if count >= MASKED {
        u64::MAX
    } else {
        (1 << count) - 1
    }
}

/// The bit of each row, looked up by shuffles; rows 8 to 15 are beyond ASCII and have none.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(crate) const ROWS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];

/// The first 64 bytes of a text, and a bit for each valid one. A shorter text is copied and padded with zeros.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
#[inline(always)]
pub(crate) fn first_64<'a>(text: &'a [u8], copy: &'a mut [u8; 64]) -> (&'a [u8; 64], u64) {
    match text.first_chunk::<64>() {
        Some(first) => (first, u64::MAX),
        None => {
            copy[..text.len()].copy_from_slice(text);
            (copy, (1 << text.len()) - 1)
        }
    }
}

/// The members, with each of these bytes added or removed.
const fn with(mut members: [bool; 256], bytes: &[u8], belong: bool) -> [bool; 256] {
    let mut at = 0;
    while at < bytes.len() {
        members[bytes[at] as usize] = belong;
        at += 1;
    }
    members
}

/// A set of byte values: a boolean for each, and the columns for the shuffles.
#[derive(Clone, PartialEq, Eq)]
pub struct ByteTable {
    members: [bool; 256],
    /// Bit h of column l is set if the byte `h << 4 | l` is in the set, or, if `inverted`, if it is not.
    columns: [u8; 16],
    /// All bytes beyond ASCII are members, and `columns` has the bytes that are not.
    inverted: bool,
    /// All or none of the bytes beyond ASCII are members, so `columns` describes the set.
    uniform: bool,
}

impl ByteTable {
    /// The set of the bytes whose entry is true.
    #[must_use]
    pub const fn new(members: [bool; 256]) -> ByteTable {
        let inverted = members[128];
        let mut uniform = true;
        let mut columns = [0; 16];
        let mut byte = 0;
        while byte < 256 {
            if byte >= 128 {
                uniform &= members[byte] == inverted;
            } else if members[byte] != inverted {
                columns[byte & 15] |= 1 << (byte >> 4);
            }
            byte += 1;
        }
        ByteTable { members, columns, inverted, uniform }
    }

    /// The letters `A` to `Z`.
    pub const UPPER: ByteTable = ByteTable::only(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ");

    /// The set of one byte.
    #[must_use]
    pub const fn from_byte(byte: u8) -> ByteTable {
        ByteTable::only(&[byte])
    }

    /// The set of these bytes.
    #[must_use]
    pub const fn only(bytes: &[u8]) -> ByteTable {
        ByteTable::new(with([false; 256], bytes, true))
    }

    /// The set of all bytes except these.
    #[must_use]
    pub const fn all_but(bytes: &[u8]) -> ByteTable {
        ByteTable::new(with([true; 256], bytes, false))
    }

    /// This set except these bytes.
    #[must_use]
    pub const fn without(&self, bytes: &[u8]) -> ByteTable {
        ByteTable::new(with(self.members, bytes, false))
    }

    /// Whether the byte is in the set.
    #[inline]
    #[must_use]
    pub const fn contains(&self, byte: u8) -> bool {
        self.members[byte as usize]
    }

    /// Whether every member is an ASCII byte.
    #[must_use]
    pub const fn is_ascii(&self) -> bool {
        self.uniform && !self.inverted
    }

    pub(crate) const fn is_uniform(&self) -> bool {
        self.uniform
    }

    pub(crate) const fn is_inverted(&self) -> bool {
        self.inverted
    }

    pub(crate) const fn columns(&self) -> &[u8; 16] {
        &self.columns
    }

    pub(crate) const fn members(&self) -> &[bool; 256] {
        &self.members
    }
}

impl Index<usize> for ByteTable {
    type Output = bool;

    #[inline]
    fn index(&self, byte: usize) -> &bool {
        &self.members[byte]
    }
}

impl fmt::Debug for ByteTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let members: Vec<u8> = (0..=255u8).filter(|&byte| self.contains(byte)).collect();
        write!(f, "{{{}}}", members.escape_ascii())
    }
}

/// At most eight sets of ASCII bytes that are looked up together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sets<const N: usize> {
    columns: [[u8; 16]; N],
    /// For each byte, bit n is set if it is in set n; for the scalar backend.
    memberships: [u8; 256],
}

impl<const N: usize> Sets<N> {
    /// The sets, or None if one has a byte beyond ASCII.
    #[must_use]
    pub const fn new(tables: [&ByteTable; N]) -> Option<Sets<N>> {
        assert!(N <= 8);
        let mut columns = [[0; 16]; N];
        let mut memberships = [0; 256];
        let mut index = 0;
        while index < N {
            if !tables[index].is_ascii() {
                return None;
            }
            columns[index] = *tables[index].columns();
            let mut byte = 0;
            while byte < 128 {
                memberships[byte] |= (tables[index].members[byte] as u8) << index;
                byte += 1;
            }
            index += 1;
        }
        Some(Sets { columns, memberships })
    }

    /// The sets of tables that are known to be ASCII, for `static` items.
    ///
    /// # Panics
    /// If one has a byte beyond ASCII; a static with such a table does not compile.
    #[must_use]
    pub const fn from_ascii(tables: [&ByteTable; N]) -> Sets<N> {
        match Sets::new(tables) {
            Some(sets) => sets,
            None => panic!("they are ASCII"),
        }
    }

    pub(crate) const fn columns(&self) -> &[[u8; 16]; N] {
        &self.columns
    }

    pub(crate) const fn memberships(&self) -> &[u8; 256] {
        &self.memberships
    }
}
