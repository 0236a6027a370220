//! An arena for new text: its blocks become buffers of the result.
//!
//! Every worker has an arena. A block does not grow, so nothing is copied twice; a full one is set aside and the next
//! is twice as large, up to 4 MiB. One counter numbers the blocks of all arenas, starting after the input's buffers, so
//! a view never changes after it is made.

use std::sync::atomic::{AtomicU32, Ordering};

use arrow_buffer::Buffer;

use crate::views::{inline, view, Place, INLINE};
use uriverse_core::memory::{buffer, Grow};

const SMALLEST: usize = 16 << 10;
const LARGEST: usize = 4 << 20;

/// The counter of block numbers.
pub(crate) struct Numbers(AtomicU32);

impl Numbers {
    /// Starts after the input's buffers.
    pub(crate) fn after(buffers: usize) -> Numbers {
        Numbers(AtomicU32::new(buffers as u32))
    }
}

/// One worker's blocks.
pub(crate) struct Arena<'n> {
    numbers: &'n Numbers,
    block: Vec<u8>,
    number: u32,
    next_size: usize,
    full: Vec<(u32, Vec<u8>)>,
}

/// A text in the arena, for views of its parts.
#[derive(Clone, Copy)]
pub(crate) struct Stored<'t> {
    text: &'t [u8],
    place: Place,
}

impl Stored<'_> {
    /// The view of `start..start + len` of the text.
    #[inline]
    pub(crate) fn view(&self, start: usize, len: usize) -> u128 {
        view(self.text, start, len, Place { offset: self.place.offset + start as u32, ..self.place })
    }
}

impl<'n> Arena<'n> {
    pub(crate) fn new(numbers: &'n Numbers) -> Arena<'n> {
        Arena { numbers, block: Vec::new(), number: 0, next_size: SMALLEST, full: Vec::new() }
    }

    /// Stores a text; None if it is not UTF-8, or too long for a view.
    #[inline]
    pub(crate) fn store<'t>(&mut self, text: &'t [u8]) -> Option<Stored<'t>> {
        std::str::from_utf8(text).ok().filter(|text| text.len() <= i32::MAX as usize)?;
        if text.len() <= INLINE {
            return Some(Stored { text, place: Place::default() });
        }
        if self.block.capacity() - self.block.len() < text.len() {
            self.begin(text.len());
        }
        let place = Place { buffer: self.number, offset: self.block.len() as u32 };
        self.block.put_all(text);
        Some(Stored { text, place })
    }

    /// Stores a text and returns its view. None as for [`Arena::take`].
    #[inline]
    pub(crate) fn push(&mut self, text: &[u8]) -> Option<u128> {
        if text.len() <= INLINE {
            return std::str::from_utf8(text).ok().map(|text| inline(text.as_bytes()));
        }
        self.store(text).map(|taken| taken.view(0, text.len()))
    }

    fn begin(&mut self, least: usize) {
        let size = least.max(self.next_size);
        self.next_size = (self.next_size * 2).min(LARGEST);
        let block = std::mem::replace(&mut self.block, buffer(size));
        if !block.is_empty() {
            self.full.put((self.number, block));
        }
        self.number = self.numbers.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// The result's buffers: the input's, then the arenas' blocks in the order of their numbers.
pub(crate) fn all_buffers(input: &[Buffer], arenas: Vec<Arena<'_>>) -> Vec<Buffer> {
    let mut blocks: Vec<(u32, Vec<u8>)> = Vec::new();
    for mut arena in arenas {
        blocks.append(&mut arena.full);
        if !arena.block.is_empty() {
            arena.block.shrink_to_fit();
            blocks.push((arena.number, arena.block));
        }
    }
    blocks.sort_unstable_by_key(|(number, _)| *number);
    input.iter().cloned().chain(blocks.into_iter().map(|(_, block)| Buffer::from_vec(block))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::views::place;

    #[test]
    fn views_have_the_number_of_their_block() {
        let numbers = Numbers::after(2);
        let input = [Buffer::from_vec(vec![0u8]), Buffer::from_vec(vec![0u8])];
        let (mut one, mut other) = (Arena::new(&numbers), Arena::new(&numbers));
        let texts: Vec<Vec<u8>> = (0..40u8).map(|n| vec![b'a' + n % 26; 13 + 1000 * usize::from(n)]).collect();
        let views: Vec<u128> = texts
            .iter()
            .enumerate()
            .map(|(n, text)| if n % 3 == 0 { &mut other } else { &mut one }.push(text).expect("it is UTF-8"))
            .collect();
        let buffers = all_buffers(&input, vec![one, other]);
        for (text, view) in texts.iter().zip(views) {
            let place = place(view);
            let start = place.offset as usize;
            assert_eq!(&buffers[place.buffer as usize][start..start + text.len()], &text[..]);
        }
        assert!(Arena::new(&numbers).push(b"\xff").is_none());
    }
}
