//! Which of a profile's sets of bytes a component has a byte of: so that a step knows in an instant that it has nothing
//! to do.
//!
//! Most steps look for something that most URLs do not have: an upper-case letter, a "%", two slashes in a row. Each such
//! step says which bytes it looks for. A profile gives every set a bit, and one look at a component's bytes tells the
//! bits of all sets at once. For the path `/a//B` and the sets "upper case" (bit 0), "%" (bit 1) and "/" (bit 2):
//!
//! ```text
//! /  a  /  /  B      bits of the bytes: 2, none, 2, 2, 0
//! found              0 and 2: lower-case runs, unescape does not
//! found in a row     2: collapse-slashes runs
//! ```
//!
//! Why nothing is lost: a step without any of its bytes in its parts would leave them as they are. That holds of each
//! step by what it does, and `steps.rs` says it where the step names its bytes.

use crate::url::UrlPart;

/// What a step has to find before it can change anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Needs {
    pub(crate) parts: Vec<UrlPart>,
    /// Whether each byte is one that it looks for.
    pub(crate) bytes: Box<[bool; 256]>,
    /// Whether two of the bytes have to stand in a row.
    pub(crate) in_a_row: bool,
}

impl Needs {
    pub(crate) fn new(parts: &[UrlPart], is_wanted: impl Fn(u8) -> bool) -> Needs {
        let mut bytes = Box::new([false; 256]);
        bytes.iter_mut().zip(0..=u8::MAX).for_each(|(wanted, byte)| *wanted = is_wanted(byte));
        Needs { parts: parts.to_vec(), bytes, in_a_row: false }
    }

    pub(crate) fn in_a_row(self) -> Needs {
        Needs { in_a_row: true, ..self }
    }
}

/// The same, as the bit of its set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guard {
    /// A bit for each part, see [`UrlPart::bit`].
    parts: u8,
    set: u64,
    in_a_row: bool,
}

/// The sets of a profile: for each byte, the bits of the sets that have it.
#[derive(Clone, Debug)]
pub(crate) struct Sets {
    of_byte: Box<[u64; 256]>,
    count: u32,
}

impl Sets {
    pub(crate) fn new() -> Sets {
        Sets { of_byte: Box::new([0; 256]), count: 0 }
    }

    /// Gives a set its bit; None where all bits are given, and the step always runs.
    pub(crate) fn guard(&mut self, needs: &Needs) -> Option<Guard> {
        let has =
            |set: u64| self.of_byte.iter().zip(needs.bytes.iter()).all(|(bits, &wanted)| (bits & set != 0) == wanted);
        let known = (0..self.count).map(|index| 1u64 << index).find(|&set| has(set));
        let set = match known {
            Some(set) => set,
            None => {
                let set = 1u64.checked_shl(self.count)?;
                self.count += 1;
                self.of_byte
                    .iter_mut()
                    .zip(needs.bytes.iter())
                    .for_each(|(bits, &wanted)| *bits |= u64::from(wanted) * set);
                set
            }
        };
        let parts = needs.parts.iter().fold(0, |mask, part| mask | part.bit());
        Some(Guard { parts, set, in_a_row: needs.in_a_row })
    }
}

/// What was found in the parts of one URL.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found {
    /// The parts that were looked at since they changed.
    known: u8,
    sets: [u64; UrlPart::COUNT],
    in_a_row: [u64; UrlPart::COUNT],
}

impl Found {
    /// Says that these parts have changed.
    pub(crate) fn forget(&mut self, parts: u8) {
        self.known &= !parts;
    }

    /// Whether the URL has what the guard asks for; `text_of` gives a part, None where it is undefined.
    #[inline]
    pub(crate) fn has<'a>(&mut self, guard: Guard, sets: &Sets, text_of: impl Fn(UrlPart) -> Option<&'a [u8]>) -> bool {
        for index in ones(guard.parts & !self.known) {
            (self.sets[index], self.in_a_row[index]) = look(text_of(UrlPart::ALL[index]).unwrap_or_default(), sets);
        }
        self.known |= guard.parts;
        let found = if guard.in_a_row { &self.in_a_row } else { &self.sets };
        ones(guard.parts).fold(0, |bits, index| bits | found[index]) & guard.set != 0
    }
}

/// The numbers of the bits of a mask that are set.
fn ones(mut mask: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let index = mask.trailing_zeros() as usize;
        mask &= mask.checked_sub(1)?;
        Some(index)
    })
}

/// The sets of which a text has a byte, and those of which it has two in a row.
fn look(text: &[u8], sets: &Sets) -> (u64, u64) {
    let (mut found, mut in_a_row, mut last) = (0, 0, 0);
    for &byte in text {
        let bits = sets.of_byte[usize::from(byte)];
        found |= bits;
        in_a_row |= bits & last;
        last = bits;
    }
    (found, in_a_row)
}
