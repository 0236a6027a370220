//! Converts UTF-8 to code points of one width, as Python stores a string.
//!
//! Input: octets. Output: one code point for each character, of one byte each if none is above U+00FF, else of two
//! bytes each. "ü" is C3 BC in UTF-8 and becomes FC; in a text that also has "я", each character takes two bytes. The
//! caller handles texts with characters above U+FFFF.

use uriverse_scan::{ones, run_task, Block, ByteTable, Masks, Sets, Task, MASKED};

use crate::bytes::begins_a_character;

/// A code point: `u8` or `u16`.
pub trait CodePoint: Copy {
    /// Whether it has a high byte.
    const IS_WIDE: bool;

    /// The code point of these bytes.
    fn join(low: u8, high: u8) -> Self;
}

impl CodePoint for u8 {
    const IS_WIDE: bool = false;

    #[inline(always)]
    fn join(low: u8, _high: u8) -> u8 {
        low
    }
}

impl CodePoint for u16 {
    const IS_WIDE: bool = true;

    #[inline(always)]
    fn join(low: u8, high: u8) -> u16 {
        u16::from(low) | u16::from(high) << 8
    }
}

/// The number of characters of a text, and the width of its highest code point in bytes; None if that is more than two.
#[must_use]
pub fn fixed_width(text: &[u8]) -> Option<(usize, usize)> {
    let width = match text.iter().fold(0, |highest, &octet| highest.max(octet)) {
        0..=0xC3 => 1,
        0xC4..=0xEF => 2,
        0xF0.. => return None,
    };
    // Sums of bytes are vectorized.
    let begun = |octets: &[u8]| octets.iter().map(|octet| u8::from(begins_a_character(*octet))).sum::<u8>();
    Some((text.chunks(255).map(|octets| usize::from(begun(octets))).sum(), width))
}

/// Writes the code points of a text to `out`, whose length and width are those of [`fixed_width`]; false if the text is
/// not UTF-8.
#[must_use]
pub fn code_points_into<T: CodePoint>(text: &[u8], out: &mut [T]) -> bool {
    run_task(FixedWidth { text, out })
}

/// Converts 64 octets at a time. RFC 3629, section 4:
///
/// ```text
///   UTF8-2      = %xC2-DF UTF8-tail
///   UTF8-3      = %xE0 %xA0-BF UTF8-tail / %xE1-EC 2( UTF8-tail ) / %xED %x80-9F UTF8-tail / %xEE-EF 2( UTF8-tail )
///   UTF8-tail   = %x80-BF
/// ```
struct FixedWidth<'a, T> {
    text: &'a [u8],
    out: &'a mut [T],
}

/// The octets from `first` to `last`, each without its highest bit, because `Sets` hold US-ASCII only.
const fn octets(first: u8, last: u8) -> ByteTable {
    let (mut members, mut octet) = ([false; 256], first);
    while octet <= last && octet >= 0x80 {
        members[(octet ^ 0x80) as usize] = true;
        octet = octet.wrapping_add(1);
    }
    ByteTable::new(members)
}

/// One of two octets, without a branch, so that the loop over a block is vectorized.
#[inline(always)]
fn select(condition: bool, one: u8, other: u8) -> u8 {
    let mask = u8::from(condition).wrapping_neg();
    one & mask | other & !mask
}

impl<T: CodePoint> Task for FixedWidth<'_, T> {
    type Output = bool;

    #[inline(always)]
    fn run(self, masks: impl Masks) -> bool {
        static SETS: Sets<7> = Sets::from_ascii([
            &octets(0x80, 0xFF),
            &octets(0x80, 0xBF),
            &octets(0xC2, 0xDF),
            &octets(0xE0, 0xEF),
            &octets(0xA0, 0xBF),
            &octets(0xE0, 0xE0),
            &octets(0xED, 0xED),
        ]);
        let mut write = 0;
        // Carried from the previous block: the tails of a character that began there, and whether with E0 or ED.
        let (mut carried, mut after_e0, mut after_ed) = (0, 0, 0);
        for read in (0..self.text.len()).step_by(MASKED) {
            let rest = &self.text[read..];
            // Two bytes more than a block, because the tails of a character may be in the next block.
            let mut copy = [0; MASKED + 2];
            let block: &[u8; MASKED + 2] = rest.first_chunk().unwrap_or_else(|| {
                copy[..rest.len()].copy_from_slice(rest);
                &copy
            });
            let length = rest.len().min(MASKED);
            let flipped = Block(std::array::from_fn(|at| block[at] ^ 0x80));
            let [beyond, tails, two, three, high_tails, e0, ed] = masks.members(&SETS, &flipped.0[..length]);
            // Exactly these octets must be tails; E0 needs a high tail (no overlong form), ED a low one (no surrogate).
            let expected = (two | three) << 1 | three << 2 | carried;
            let overlong = (e0 << 1 | after_e0) & tails & !high_tails;
            let surrogates = (ed << 1 | after_ed) & high_tails;
            if beyond != two | three | tails || tails != expected || overlong | surrogates != 0 {
                return false;
            }
            carried = (two | three) >> 63 | three >> 62;
            (after_e0, after_ed) = (e0 >> 63, ed >> 63);
            // Every octet is decoded as the first of a character of one to three octets; tails are dropped at the end.
            let low = Block(std::array::from_fn(|at| {
                let of_two = block[at] << 6 | block[at + 1] & 0x3F;
                let of_three = block[at + 1] << 6 | block[at + 2] & 0x3F;
                select(block[at] < 0x80, block[at], select(block[at] < 0xE0, of_two, of_three))
            }));
            let high = Block(std::array::from_fn(|at| {
                let of_three = block[at] << 4 | block[at + 1] >> 2 & 15;
                select(block[at] < 0x80, 0, select(block[at] < 0xE0, block[at] >> 2 & 7, of_three))
            }));
            let begun = ones(length) & !tails;
            let (mut lows, mut highs) = (Block([0; MASKED]), Block([0; MASKED]));
            let count = masks.pack(&low.0, begun, &mut lows.0);
            if T::IS_WIDE {
                masks.pack(&high.0, begun, &mut highs.0);
            }
            for (place, (low, high)) in self.out[write..].iter_mut().zip(lows.0.iter().zip(&highs.0)) {
                *place = T::join(*low, *high);
            }
            write += count;
        }
        carried == 0
    }
}
