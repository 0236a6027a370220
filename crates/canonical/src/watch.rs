//! Which steps of a profile can change a URL. Steps whose preconditions do not hold are skipped without cost.
//!
//! Most steps act on something that most URLs lack: an uppercase letter, a "%", two slashes in a row, a port. Each step
//! has a bit, and declares its preconditions ([`Needs`]). One pass over a component returns the steps whose
//! preconditions hold. For the path `/a//B` and the steps collapse-slashes (bit 0), unescape (bit 1), lower-case (bit
//! 2):
//!
//! ```text
//! /  a  /  /  B      bits of the bytes: 0, none, 0, 0, 2
//! anywhere           0 and 2: lower-case runs, unescape does not
//! in a row           0: collapse-slashes runs
//! ```
//!
//! The pass scans 64 bytes at a time where it can ([`Glance`]), and single bytes only if some step acts on them.
//!
//! A step runs again only if a part that it reads has changed since it ran. No change is missed: a step changes nothing
//! if its preconditions do not hold, or if it changed nothing on the same input before. Each declaration in `steps`
//! ensures both.

use uriverse_scan::{member_masks, ByteTable, Sets};

use crate::url::{mask, UrlPart};

/// The most steps of a profile: each has a bit.
pub(crate) const MOST_STEPS: usize = 62;
/// The bits of all steps.
pub(crate) const STEPS: u64 = (1 << MOST_STEPS) - 1;
/// The bit of "/".
pub(crate) const SLASH: u64 = 1 << 62;
/// The bit of the other characters at which a URL is split.
pub(crate) const DELIMITER: u64 = 1 << 63;

/// A precondition: the bytes or the state that one of some parts must have before the step can change anything. If a
/// step has several, one is enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Needs {
    parts: Vec<UrlPart>,
    what: Condition,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Condition {
    /// One of the bytes, at such a position.
    Byte(Box<[bool; 256]>, Position),
    Undefined,
    /// Defined, and empty.
    Empty,
    Defined,
    Nothing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Position {
    Anywhere,
    /// Two of the bytes in a row.
    InARow,
    Start,
    End,
}

impl Needs {
    fn byte(parts: &[UrlPart], at: Position, is_wanted: impl Fn(u8) -> bool) -> Needs {
        let mut bytes = Box::new([false; 256]);
        bytes.iter_mut().zip(0..=u8::MAX).for_each(|(wanted, byte)| *wanted = is_wanted(byte));
        Needs { parts: parts.to_vec(), what: Condition::Byte(bytes, at) }
    }

    pub(crate) fn anywhere(parts: &[UrlPart], is_wanted: impl Fn(u8) -> bool) -> Needs {
        Needs::byte(parts, Position::Anywhere, is_wanted)
    }

    pub(crate) fn in_a_row(parts: &[UrlPart], is_wanted: impl Fn(u8) -> bool) -> Needs {
        Needs::byte(parts, Position::InARow, is_wanted)
    }

    pub(crate) fn at_start(part: UrlPart, is_wanted: impl Fn(u8) -> bool) -> Needs {
        Needs::byte(&[part], Position::Start, is_wanted)
    }

    pub(crate) fn at_end(part: UrlPart, is_wanted: impl Fn(u8) -> bool) -> Needs {
        Needs::byte(&[part], Position::End, is_wanted)
    }

    pub(crate) fn undefined(part: UrlPart) -> Needs {
        Needs { parts: vec![part], what: Condition::Undefined }
    }

    pub(crate) fn empty(parts: &[UrlPart]) -> Needs {
        Needs { parts: parts.to_vec(), what: Condition::Empty }
    }

    pub(crate) fn defined(parts: &[UrlPart]) -> Needs {
        Needs { parts: parts.to_vec(), what: Condition::Defined }
    }

    /// No precondition: the step always runs.
    pub(crate) fn nothing() -> Needs {
        Needs { parts: Vec::new(), what: Condition::Nothing }
    }
}

/// The preconditions of all steps of a profile; a step is a bit.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    /// For each byte, the steps that act on it.
    by_byte: Box<[u64; 256]>,
    parts: [Watched; UrlPart::ALL.len()],
    /// For each part, the steps that require it to be undefined.
    undefined: [u64; UrlPart::ALL.len()],
    /// The steps without preconditions.
    always: u64,
    /// The US-ASCII bytes that some step acts on anywhere, and those that one acts on twice in a row.
    sets: Option<Sets<2>>,
}

/// Masks of a text's bytes: those that some step acts on anywhere, and those that one acts on twice in a row. Byte n is
/// bit n. Most texts have few of the first and no two of the second, so few bytes must be looked up one by one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glance {
    anywhere: u64,
    in_a_row: u64,
}

impl Glance {
    /// The most bytes: each has a bit.
    const LONGEST: usize = 64;
}

/// The steps that act on one part.
#[derive(Clone, Copy, Debug, Default)]
struct Watched {
    anywhere: u64,
    in_a_row: u64,
    at_start: u64,
    at_end: u64,
    empty: u64,
    defined: u64,
    /// The steps whose work depends on the part.
    readers: u64,
}

impl Watch {
    /// The preconditions of at most [`MOST_STEPS`] steps; each comes with the parts that it reads.
    pub(crate) fn new<'a>(steps: impl Iterator<Item = (&'a [Needs], u8)>) -> Watch {
        let mut by_byte = Box::new([0; 256]);
        by_byte[usize::from(b'/')] = SLASH;
        b":?#@]".iter().for_each(|&byte| by_byte[usize::from(byte)] = DELIMITER);
        let watched = Watched { anywhere: SLASH | DELIMITER, ..Watched::default() };
        let mut watch = Watch {
            by_byte,
            parts: [watched; UrlPart::ALL.len()],
            undefined: [0; UrlPart::ALL.len()],
            always: 0,
            sets: None,
        };
        for (step, (needs, reads)) in steps.enumerate() {
            watch.add(step, needs, reads);
        }
        let wanted = |of_part: fn(&Watched) -> u64| {
            // Without `SLASH`, which texts often have: it counts only in scheme and host, which have none after a
            // split.
            let steps = watch.parts.iter().fold(0, |steps, part| steps | of_part(part)) & !SLASH;
            let mut members = [false; 256];
            members[..128].iter_mut().zip(watch.by_byte.iter()).for_each(|(member, own)| *member = own & steps != 0);
            ByteTable::new(members)
        };
        watch.sets = Sets::new([&wanted(|part| part.anywhere), &wanted(|part| part.in_a_row)]);
        watch
    }

    fn add(&mut self, step: usize, needs: &[Needs], reads: u8) {
        let bit = 1 << step;
        for part in UrlPart::ALL {
            let watched = &mut self.parts[part as usize];
            if reads & part.bit() != 0 {
                watched.readers |= bit;
            }
            for Needs { what, .. } in needs.iter().filter(|needs| mask(&needs.parts) & part.bit() != 0) {
                *match what {
                    Condition::Byte(_, Position::Anywhere) => &mut watched.anywhere,
                    Condition::Byte(_, Position::InARow) => &mut watched.in_a_row,
                    Condition::Byte(_, Position::Start) => &mut watched.at_start,
                    Condition::Byte(_, Position::End) => &mut watched.at_end,
                    Condition::Undefined => &mut self.undefined[part as usize],
                    Condition::Empty => &mut watched.empty,
                    Condition::Defined => &mut watched.defined,
                    Condition::Nothing => continue,
                } |= bit;
            }
        }
        for Needs { what, .. } in needs {
            match what {
                Condition::Byte(bytes, _) => {
                    let steps = self.by_byte.iter_mut().zip(bytes.iter());
                    steps.for_each(|(steps, &wanted)| *steps |= u64::from(wanted) * bit);
                }
                Condition::Nothing => self.always |= bit,
                Condition::Undefined | Condition::Empty | Condition::Defined => {}
            }
        }
    }

    /// The masks of a text of US-ASCII, if it is short, as most are: see [`Glance`].
    #[inline]
    pub(crate) fn glance(&self, text: &[u8]) -> Option<Glance> {
        if text.len() > Glance::LONGEST {
            return None;
        }
        let [anywhere, in_a_row] = member_masks(self.sets.as_ref()?, text);
        Some(Glance { anywhere, in_a_row })
    }

    /// As [`Watch::matches_inside`], by the masks of the whole text; the part begins at `start`.
    #[inline]
    pub(crate) fn matches_by(&self, glance: Glance, part: UrlPart, text: &[u8], start: usize) -> u64 {
        if text.is_empty() {
            return 0;
        }
        let watched = &self.parts[part as usize];
        let own = u64::MAX >> (Glance::LONGEST - text.len());
        let in_a_row = (glance.in_a_row >> start) & own;
        if watched.in_a_row != 0 && in_a_row & (in_a_row << 1) != 0 {
            return self.matches_inside(part, text);
        }
        let (mut found, mut left) = (0, (glance.anywhere >> start) & own);
        while left != 0 {
            found |= self.by_byte[usize::from(text[left.trailing_zeros() as usize])];
            left &= left - 1;
        }
        found & watched.anywhere
    }

    /// The steps that run on every URL.
    pub(crate) fn always(&self) -> u64 {
        self.always
    }

    /// The steps that read a part.
    pub(crate) fn readers(&self, part: UrlPart) -> u64 {
        self.parts[part as usize].readers
    }

    /// The steps whose preconditions hold anywhere in a part, or twice in a row, and its delimiters.
    #[inline]
    pub(crate) fn matches_inside(&self, part: UrlPart, text: &[u8]) -> u64 {
        let watched = &self.parts[part as usize];
        let steps_of = |byte: &u8| self.by_byte[usize::from(*byte)];
        if watched.in_a_row == 0 {
            return text.iter().fold(0, |found, byte| found | steps_of(byte)) & watched.anywhere;
        }
        let (mut anywhere, mut in_a_row, mut before) = (0, 0, 0);
        for byte in text {
            let own = steps_of(byte);
            anywhere |= own;
            in_a_row |= own & before;
            before = own;
        }
        (anywhere & watched.anywhere) | (in_a_row & watched.in_a_row)
    }

    /// For each part, the steps that require it to be undefined.
    #[inline]
    pub(crate) fn undefined(&self) -> &[u64; UrlPart::ALL.len()] {
        &self.undefined
    }

    /// The steps whose preconditions a defined part meets, and its delimiters. `inside` is [`Watch::matches_inside`] of
    /// the part.
    #[inline]
    pub(crate) fn enabled(&self, part: UrlPart, text: &[u8], inside: u64) -> u64 {
        let watched = &self.parts[part as usize];
        let steps_of = |byte: u8| self.by_byte[usize::from(byte)];
        match text {
            [] => watched.empty | watched.defined,
            &[first, ..] => {
                let last = text.last().map_or(0, |&last| steps_of(last));
                watched.defined | inside | (steps_of(first) & watched.at_start) | (last & watched.at_end)
            }
        }
    }
}
