//! A quick look for anything that a normal form could change: letters in upper case, triplets, segments that begin with
//! ".", found in one pass.

use uriverse_scan::{maps, Sets};

use crate::bytes::ByteTable;

/// Where the signs of something to do are looked for.
pub(crate) struct Signs {
    /// "%" anywhere.
    pub percent: bool,
    /// Letters in upper case, from and to.
    pub scheme: (u32, u32),
    pub host: (u32, u32),
    /// Segments that begin with ".".
    pub path: (u32, u32),
}

impl Signs {
    /// One pass over the text, 64 bytes at a time.
    #[inline]
    pub(crate) fn stand_in(&self, text: &[u8]) -> bool {
        static SETS: Sets<4> = signs();
        let percents = if self.percent { u64::MAX } else { 0 };
        let mut at = 0;
        let mut behind_slash = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let [uppers, percent, dots, slashes] = maps(&SETS, rest);
            let within = |(start, end): (u32, u32)| ones_before(end, at) & !ones_before(start, at);
            let path = within(self.path);
            // The path's own start begins a segment, whatever stands before it.
            let begins = (slashes << 1 | behind_slash) | within((self.path.0, self.path.0 + 1));
            let folds = within(self.scheme) | within(self.host);
            if (uppers & folds) | (percent & percents) | (dots & begins & path) != 0 {
                return true;
            }
            behind_slash = slashes >> 63;
            at += 64;
        }
        false
    }
}

/// The bits of the 64 places from `at` on that lie before `place`.
fn ones_before(place: u32, at: usize) -> u64 {
    match (place as usize).saturating_sub(at) {
        count @ 0..=63 => (1 << count) - 1,
        _ => u64::MAX,
    }
}

const fn signs() -> Sets<4> {
    let mut upper = [false; 256];
    let mut byte = b'A';
    while byte <= b'Z' {
        upper[byte as usize] = true;
        byte += 1;
    }
    let sets = [&ByteTable::new(upper), &ByteTable::of(b'%'), &ByteTable::of(b'.'), &ByteTable::of(b'/')];
    match Sets::new(sets) {
        Some(sets) => sets,
        None => panic!("they are ASCII"),
    }
}
