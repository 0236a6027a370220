//! Sets of places in a text, one bit for each: bit k is the place before the last k units.
//!
//! To consume a unit backwards moves a place one bit up, so an edge of a template costs a few operations for each 64
//! places. In `/xy`, which has three units, the place before "x" is bit 2, and the set of both letters is 011.

use uriverse_core::memory::copy;

pub(crate) fn has(places: &[u64], place: usize) -> bool {
    places[place / 64] >> (place % 64) & 1 == 1
}

pub(crate) fn add(places: &mut [u64], place: usize) {
    places[place / 64] |= 1 << (place % 64);
}

/// The lowest place from `start` on and below `end`.
pub(crate) fn lowest(places: &[u64], start: usize, end: usize) -> Option<usize> {
    let mut index = start / 64;
    let mut word = places.get(index)? & (u64::MAX << (start % 64));
    while word == 0 {
        index += 1;
        word = *places.get(index).filter(|_| index * 64 < end)?;
    }
    let place = index * 64 + word.trailing_zeros() as usize;
    (place < end).then_some(place)
}

/// The highest place from `start` on and below `end`; of those that the set lacks, with `inverted`.
pub(crate) fn highest(places: &[u64], start: usize, end: usize, inverted: bool) -> Option<usize> {
    let flip = if inverted { u64::MAX } else { 0 };
    let mut index = end.checked_sub(1)? / 64;
    let mut word = (places[index] ^ flip) & (u64::MAX >> (63 - (end - 1) % 64));
    while word == 0 {
        index = index.checked_sub(1).filter(|index| (index + 1) * 64 > start)?;
        word = places[index] ^ flip;
    }
    let place = index * 64 + 63 - word.leading_zeros() as usize;
    (place >= start).then_some(place)
}

/// The places from which at least `least` (0 or 1) and at most `most` allowed units lead to one of these.
pub(crate) fn extend(places: &mut [u64], allowed: &[u64], least: usize, most: Option<usize>, length: usize) {
    match most {
        Some(0) => {}
        Some(most) => extend_by(places, allowed, least, most, length),
        None => {
            let (mut moved, mut carry) = (0, false);
            for (word, &allowed) in places.iter_mut().zip(allowed) {
                if least > 0 {
                    let steps = *word & allowed;
                    *word = steps << 1 | moved;
                    moved = steps >> 63;
                }
                // The addition carries a bit through its whole run of ones.
                let (sum, first) = (*word & allowed).overflowing_add(allowed);
                let (sum, second) = sum.overflowing_add(u64::from(carry));
                carry = first || second;
                *word |= sum ^ allowed;
            }
        }
    }
}

fn extend_by(places: &mut [u64], allowed: &[u64], least: usize, most: usize, length: usize) {
    let before = copy(places);
    places.fill(0);
    let mut nearest = None;
    for place in 0..=length {
        if place > 0 && !has(allowed, place - 1) {
            nearest = None;
        } else if place > 0 && least > 0 && has(&before, place - 1) {
            nearest = Some(place - 1);
        }
        if least == 0 && has(&before, place) {
            nearest = Some(place);
        }
        if nearest.is_some_and(|nearest| place - nearest <= most) {
            add(places, place);
        }
    }
}
