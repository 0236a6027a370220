//! Sets of characters beyond US-ASCII, and runs of a set's members along a text.
//!
//! Input: ranges of code points; or an automaton over the bytes of UTF-8, and one of its states. Output: a lookup table
//! of these characters; or of those that lead from that state to one target state, which may be the same state. For one
//! character, the automaton takes two to four dependent steps, and this table one lookup.
//!
//! # Layout
//!
//! 64 characters whose UTF-8 differs only in the last byte make a *page*: U+03B1 is 0xCE 0xB1, the character 0x31 of
//! page 0xE, whose lead byte is 0xCE. `pages` maps each page to the number of a bit mask, which has a bit for each
//! character. There are few different masks: most pages are entirely in the set or entirely outside.
//!
//! # Why it is correct
//!
//! [`Characters::leading`] builds a set only if in that state the bytes beyond US-ASCII do nothing else. They encode
//! only whole characters of UTF-8 (no overlong form, nothing above U+10FFFF), no intermediate state accepts or takes
//! another byte, and all characters lead to one state. So skipping a character equals the automaton's steps.

use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

/// The pages up to U+10FFFF.
const PAGES: usize = 0x11_0000 >> 6;

/// A set of characters beyond US-ASCII.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Characters {
    /// For each page the number of its mask.
    pages: Box<[u8; PAGES]>,
    /// Mask 0 is empty.
    masks: Box<[u64; 256]>,
}

impl fmt::Debug for Characters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count: u32 = self.pages.iter().map(|&page| self.masks[usize::from(page)].count_ones()).sum();
        write!(f, "{count} characters")
    }
}

impl Characters {
    /// The set of some ranges, both ends included. The error names the violated rule.
    pub(crate) fn from_ranges(ranges: &[(u32, u32)]) -> Result<Characters, &'static str> {
        let (mut pages, mut masks) = (no_pages(), vec![0u64]);
        let mut number_of = |mask: u64| {
            let number = masks.iter().position(|known| *known == mask).unwrap_or_else(|| {
                masks.push(mask);
                masks.len() - 1
            });
            u8::try_from(number).map_err(|_| "the characters are too scattered")
        };
        // The page at which the last range ended, and its mask so far: the next range may begin in the same page.
        let (mut next, mut last) = (0x80, (0, 0));
        for &(low, high) in ranges {
            if low < next || high < low || high > 0x10_FFFF {
                return Err("a range of characters is out of order, or not beyond US-ASCII");
            }
            if low <= 0xDFFF && high >= 0xD800 {
                return Err("a range of characters has surrogates, which are not characters");
            }
            next = high + 1;
            let (first, end) = (low >> 6, high >> 6);
            for page in [first, end] {
                let from = low.max(page << 6) & 0x3F;
                let to = high.min(page << 6 | 0x3F) & 0x3F;
                let before = if last.0 == page { last.1 } else { 0 };
                last = (page, before | u64::MAX >> (63 - (to - from)) << from);
                pages[page as usize] = number_of(last.1)?;
            }
            if first + 1 < end {
                pages[first as usize + 1..end as usize].fill(number_of(u64::MAX)?);
            }
        }
        let mut all = Box::new([0; 256]);
        all[..masks.len()].copy_from_slice(&masks);
        Ok(Characters { pages, masks: all })
    }

    /// The length of the first character of `text` if it is in the set, else 0.
    #[inline]
    pub(crate) fn first(&self, text: &[u8]) -> usize {
        match page_of(text) {
            Some((page, last, length)) if self.has(page, last) => length,
            _ => 0,
        }
    }

    /// Whether a code point is a character of the set.
    #[inline]
    pub(crate) fn contains(&self, code_point: u32) -> bool {
        let page = code_point as usize >> 6;
        page < PAGES && self.has(page, code_point as u8)
    }

    /// Whether all characters of another set are in this one.
    pub(crate) fn contains_all(&self, other: &Characters) -> bool {
        let mask = |set: &Characters, page: u8| set.masks[usize::from(page)];
        self == other
            || self.pages.iter().zip(&*other.pages).all(|(&its, &others)| mask(other, others) & !mask(self, its) == 0)
    }

    #[inline]
    fn has(&self, page: usize, last: u8) -> bool {
        self.masks[usize::from(self.pages[page])] >> (last & 0x3F) & 1 == 1
    }

    /// The characters beyond US-ASCII that lead from a state to `target`, or to any one state if `target` is None; and
    /// that state. None if no character does, or if the bytes beyond US-ASCII do anything else. `step` returns 0 for a
    /// byte that is dead.
    pub(crate) fn leading(
        from: u32,
        target: Option<u32>,
        step: &dyn Fn(u32, u8) -> u32,
        accepts: &dyn Fn(u32) -> bool,
    ) -> Option<(Characters, u32)> {
        let mut finder = Finder { step, accepts, target, masks: vec![0], blocks: BTreeMap::new() };
        if (0x80..=0xC1).chain(0xF5..=0xFF).any(|byte| step(from, byte) != 0) {
            return None;
        }
        let mut pages = no_pages();
        for lead in 0xC2..=0xDF {
            let page = finder.block(step(from, lead), 1)?;
            pages[usize::from(lead & 0x1F)] = page[0];
        }
        for lead in 0xE0..=0xEF {
            finder.copy(step(from, lead), 2, usize::from(lead & 0xF) << 6, 0x20, &mut pages[..])?;
        }
        for lead in 0xF0..=0xF4 {
            finder.copy(step(from, lead), 3, usize::from(lead & 7) << 12, 0x400, &mut pages[..])?;
        }
        let mut masks = Box::new([0; 256]);
        masks[..finder.masks.len()].copy_from_slice(&finder.masks);
        let found = finder.target.filter(|_| finder.masks.len() > 1);
        found.map(|target| (Characters { pages, masks }, target))
    }

    /// The first position at or after `at` where no character of the set begins.
    #[inline]
    pub(crate) fn run(&self, text: &[u8], mut at: usize) -> usize {
        while let Some((page, last, length)) = text.get(at..).and_then(page_of) {
            if !self.has(page, last) {
                break;
            }
            at += length;
        }
        at
    }
}

/// A page map in which every page is empty.
fn no_pages() -> Box<[u8; PAGES]> {
    vec![0; PAGES].try_into().expect("they are as many")
}

/// The page of the first character of a text, the character's last byte, and its length. None for US-ASCII and for
/// invalid UTF-8. A surrogate has a page: whether it is accepted depends on the automaton.
#[inline]
fn page_of(text: &[u8]) -> Option<(usize, u8, usize)> {
    let continues = |byte: u8| byte & 0xC0 == 0x80;
    let bits = |byte: u8, mask: u8| usize::from(byte & mask);
    match *text {
        [a @ 0xC2..=0xDF, b, ..] if continues(b) => Some((bits(a, 0x1F), b, 2)),
        [a @ 0xE0..=0xEF, b, c, ..] if continues(b) && continues(c) => {
            let page = bits(a, 0xF) << 6 | bits(b, 0x3F);
            (page >= 0x20).then_some((page, c, 3))
        }
        [a @ 0xF0..=0xF4, b, c, d, ..] if continues(b) && continues(c) && continues(d) => {
            let page = bits(a, 7) << 12 | bits(b, 0x3F) << 6 | bits(c, 0x3F);
            (0x400..PAGES).contains(&page).then_some((page, d, 4))
        }
        _ => None,
    }
}

/// The search for the characters that lead from a state.
struct Finder<'a> {
    step: &'a dyn Fn(u32, u8) -> u32,
    accepts: &'a dyn Fn(u32) -> bool,
    /// The state to which all characters lead; None until it is known.
    target: Option<u32>,
    masks: Vec<u64>,
    blocks: BTreeMap<(u32, u32), Rc<[u8]>>,
}

impl Finder<'_> {
    /// The mask numbers of the pages of one state, from which characters take `left` more bytes.
    fn block(&mut self, state: u32, left: u32) -> Option<Rc<[u8]>> {
        if let Some(known) = self.blocks.get(&(state, left)) {
            return Some(Rc::clone(known));
        }
        let others = (0..=0x7F).chain(0xC0..=0xFF);
        if (self.accepts)(state) || others.into_iter().any(|byte| (self.step)(state, byte) != 0) {
            return None;
        }
        let targets: Vec<u32> = (0x80..=0xBF).map(|byte| (self.step)(state, byte)).collect();
        let made: Rc<[u8]> = if left == 1 {
            vec![self.mask(&targets)?].into()
        } else {
            let blocks: Option<Vec<_>> = targets.into_iter().map(|target| self.block(target, left - 1)).collect();
            blocks?.concat().into()
        };
        self.blocks.insert((state, left), Rc::clone(&made));
        Some(made)
    }

    /// The mask number of a page whose characters lead to these states.
    fn mask(&mut self, targets: &[u32]) -> Option<u8> {
        let mut mask = 0;
        for (character, &target) in targets.iter().enumerate().filter(|(_, target)| **target != 0) {
            if *self.target.get_or_insert(target) != target {
                return None;
            }
            mask |= 1 << character;
        }
        let number = self.masks.iter().position(|known| *known == mask).unwrap_or_else(|| {
            self.masks.push(mask);
            self.masks.len() - 1
        });
        u8::try_from(number).ok()
    }

    /// Copies the pages of a lead byte to their indices. Pages before `least` would be overlong forms, and pages from
    /// [`PAGES`] on lie beyond U+10FFFF. The automaton must accept neither.
    fn copy(&mut self, state: u32, left: u32, first: usize, least: usize, pages: &mut [u8]) -> Option<()> {
        let block = self.block(state, left)?;
        let from = least.saturating_sub(first).min(block.len());
        let to = pages.len().saturating_sub(first).clamp(from, block.len());
        if block[..from].iter().chain(&block[to..]).any(|&number| number != 0) {
            return None;
        }
        pages.get_mut(first + from..first + to)?.copy_from_slice(&block[from..to]);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::Characters;

    /// A test automaton of three states over UTF-8: from state 1, characters of two bytes with an even last byte lead
    /// back to 1, and characters of three bytes from U+0800 on lead to `other`.
    fn step(other: u32) -> impl Fn(u32, u8) -> u32 {
        move |state, byte| match (state, byte) {
            (1, 0xC2..=0xDF) => 2,
            (2, 0x80..=0xBF) if byte % 2 == 0 => 1,
            (1, 0xE0) => 3,
            (1, 0xE1..=0xEF) => 4,
            (3, 0xA0..=0xBF) | (4, 0x80..=0xBF) => 5,
            (5, 0x80..=0xBF) => other,
            _ => 0,
        }
    }

    #[test]
    fn runs_skip_characters_that_lead_back() {
        let (set, target) =
            Characters::leading(1, None, &step(1), &|state| state == 1).expect("they lead to one state");
        assert_eq!(target, 1);
        assert_eq!(Characters::leading(1, Some(1), &step(1), &|_| false).as_ref(), Some(&(set.clone(), 1)));
        for (text, expected) in [("\u{80}\u{7fe}x", 4), ("\u{81}", 0), ("\u{800}\u{ffff}\u{10000}", 6), ("a", 0)] {
            assert_eq!(set.run(text.as_bytes(), 0), expected, "{text:?}");
        }
        for broken in [&b"\xC2"[..], b"\xE0\x80\x80", b"\xE1\x80", b"\xC0\x80", b"\xF0\x80\x80\x80", b"\xFF"] {
            assert_eq!(set.run(broken, 0), 0, "{}", broken.escape_ascii());
        }
    }

    #[test]
    fn ranges_are_sets() {
        let set = Characters::from_ranges(&[(0x80, 0x80), (0xBF, 0xC0), (0x7FF, 0xD7FF), (0x10_FFFD, 0x10_FFFF)]);
        let set = set.expect("they are in order");
        let has = |character: char| set.first(character.to_string().as_bytes()) == character.len_utf8();
        let others = ['\u{81}', '\u{BE}', '\u{C1}', '\u{7FE}', '\u{E000}', '\u{FFFF}', '\u{10FFFC}', 'a', '\0'];
        assert!(['\u{80}', '\u{BF}', '\u{C0}', '\u{7FF}', '\u{D7FF}', '\u{10FFFD}', '\u{10FFFF}'].into_iter().all(has));
        assert!(!others.into_iter().any(has));
        assert_eq!(set.run("\u{C0}\u{800}a".as_bytes(), 0), 5);
        let wrong: [&[(u32, u32)]; 6] = [
            &[(0x7F, 0x80)],
            &[(0x90, 0x8F)],
            &[(0x90, 0x92), (0x92, 0x93)],
            &[(0x90, 0x11_0000)],
            &[(0xD7FF, 0xD800)],
            &[(0xDFFF, 0xE000)],
        ];
        assert!(wrong.into_iter().all(|ranges| Characters::from_ranges(ranges).is_err()));
        let scattered: Vec<(u32, u32)> = (2u32..300).map(|page| (page << 6, (page << 6) + page % 64)).collect();
        assert!(Characters::from_ranges(&scattered).is_ok(), "64 masks");
        let scattered: Vec<(u32, u32)> = (2u32..300)
            .flat_map(|page| [(page << 6, (page << 6) + page % 31), ((page << 6) + 32 + page / 31, (page << 6) + 63)])
            .collect();
        assert!(Characters::from_ranges(&scattered).is_err(), "298 masks");
    }

    #[test]
    fn incomplete_characters_are_refused() {
        assert!(Characters::leading(1, None, &step(6), &|_| false).is_none(), "they lead to two states");
        assert!(
            Characters::leading(1, None, &step(1), &|state| state == 5).is_none(),
            "a part of a character is accepted"
        );
        let overlong = |state, byte| if (state, byte) == (3, 0x80) { 5 } else { step(1)(state, byte) };
        assert!(Characters::leading(1, None, &overlong, &|_| false).is_none(), "U+0000 in three bytes");
        let octets = |state, byte| if state == 1 && byte >= 0x80 { 1 } else { 0 };
        assert!(Characters::leading(1, None, &octets, &|_| false).is_none(), "octets are not UTF-8");
        for target in [None, Some(1)] {
            assert!(Characters::leading(1, target, &|_, _| 0, &|_| false).is_none(), "there are none");
        }
        assert!(Characters::leading(1, Some(6), &step(1), &|_| false).is_none(), "they lead to another state");
    }
}
