//! `Words`: the word lists of the audit.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// A list of words in lower case. Most lookups miss, and a prefilter rejects most of these without a hash: no word has
/// the same first byte and length. `www.example.com` is rejected if no listed name of 15 bytes begins with "w".
#[derive(Clone, Debug)]
pub(super) struct Words {
    /// For each first byte, a bit for each length of a word, modulo 64.
    lengths: Box<[u64; 256]>,
    all: HashSet<Box<[u8]>, BuildHasherDefault<Multiplied>>,
}

/// A fast hash, one multiplication for eight bytes. It need not resist attacks, because the lists are trusted.
#[derive(Default)]
struct Multiplied(u64);

impl Hasher for Multiplied {
    fn write(&mut self, bytes: &[u8]) {
        for piece in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..piece.len()].copy_from_slice(piece);
            // Only the upper bits of a product depend on all bits of the factors, but a hash table uses the lower ones.
            let mixed = (self.0 ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.0 = mixed.rotate_left(32);
        }
    }

    fn write_usize(&mut self, length: usize) {
        self.0 ^= length as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl Words {
    pub(super) fn new<'a>(words: impl IntoIterator<Item = &'a [u8]>) -> Words {
        let mut lengths = Box::new([0; 256]);
        let mut all = HashSet::default();
        for word in words {
            lengths[usize::from(word.first().copied().unwrap_or_default())] |= 1 << (word.len() % 64);
            all.insert(Box::from(word));
        }
        Words { lengths, all }
    }

    #[inline]
    pub(super) fn contains(&self, text: &[u8]) -> bool {
        let first = usize::from(text.first().copied().unwrap_or_default());
        self.lengths[first] >> (text.len() % 64) & 1 == 1 && self.all.contains(text)
    }

    /// Whether the list has a text, ignoring case.
    #[inline]
    pub(super) fn contains_in_any_case(&self, text: &[u8]) -> bool {
        let first = usize::from(text.first().copied().unwrap_or_default().to_ascii_lowercase());
        self.lengths[first] >> (text.len() % 64) & 1 == 1 && self.all.contains(&*text.to_ascii_lowercase())
    }
}
