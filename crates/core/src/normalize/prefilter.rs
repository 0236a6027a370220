//! A cheap test before normalization: can any level change this text?
//!
//! Input: a text, and the ranges to look at. Output: false if the text is in normal form already, as most are; true if
//! normalization must run. False positives are possible (`.well-known` begins with "."), false negatives are not: a
//! level changes only uppercase letters, "%" triplets and segments that begin with ".". (`levels` tests ports and empty
//! paths.)
//!
//! Gain: `normalize` takes a quarter of the time for URLs of web pages.
//!
//! One pass, 64 bytes at a time. For `/a/./b`, the masks of "." and "/" are `...1..` and `1.1.1.`; the second, shifted
//! by one byte, marks where segments begin: `.1.1.1`. Both have bit 3 set, so normalization must run.

use uriverse_scan::{member_masks, ones, ByteTable, Sets};

/// The bytes to look for, and the ranges in which they count.
pub(crate) struct Prefilter {
    /// Whether "%" counts, anywhere.
    pub percent: bool,
    /// The ranges, from and to, in which uppercase letters count.
    pub scheme: (u32, u32),
    pub host: (u32, u32),
    /// The range in which segments that begin with "." count.
    pub path: (u32, u32),
}

impl Prefilter {
    /// Whether the text has any such byte.
    #[inline]
    pub(crate) fn needs_normalizing(&self, text: &[u8]) -> bool {
        static SETS: Sets<4> = Sets::from_ascii([
            &ByteTable::UPPER,
            &ByteTable::from_byte(b'%'),
            &ByteTable::from_byte(b'.'),
            &ByteTable::from_byte(b'/'),
        ]);
        let percents = if self.percent { u64::MAX } else { 0 };
        let mut at = 0;
        let mut after_slash = 0;
        while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
            let [uppers, percent, dots, slashes] = member_masks(&SETS, rest);
            let before = |end: u32| ones((end as usize).saturating_sub(at));
            let within = |(start, end): (u32, u32)| before(end) & !before(start);
            let path = within(self.path);
            // The start of the path begins a segment, also without a "/" before it.
            let begins = (slashes << 1 | after_slash) | within((self.path.0, self.path.0 + 1));
            let folds = within(self.scheme) | within(self.host);
            if (uppers & folds) | (percent & percents) | (dots & begins & path) != 0 {
                return true;
            }
            after_slash = slashes >> 63;
            at += 64;
        }
        false
    }
}
