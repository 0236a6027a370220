//! Readings: what is left of a part after tabs and line breaks are dropped and triplets are decoded.
//!
//! | reading of `a=%2568ttp%3A` | octets |
//! |---|---|
//! | as written | `a=%2568ttp%3A` |
//! | decoded once, as a server decodes a form | `a=%68ttp:` |
//! | decoded twice, as a server behind a proxy does | `a=http:` |
//! | decoded until no triplet is left | the same here |

use std::borrow::Cow;

use memchr::{memchr3, memchr_iter};
use uriverse_core::bytes::triplet_value;

/// One reading of a part, with the position of each octet in the part.
pub struct Decoded<'a> {
    part: &'a [u8],
    /// The octets of the reading.
    pub octets: Cow<'a, [u8]>,
    /// The position of each octet; None if nothing was dropped or decoded.
    positions: Option<Vec<u32>>,
}

impl<'a> Decoded<'a> {
    fn as_written(part: &'a [u8]) -> Decoded<'a> {
        match memchr3(b'\t', b'\n', b'\r', part) {
            None => Decoded { part, octets: Cow::Borrowed(part), positions: None },
            Some(_) => Decoded::from_octets(part, part.iter().copied().zip(0..)),
        }
    }

    /// A reading of these octets, each with its position, without tabs and line breaks (URL Standard, section 4.4).
    fn from_octets(part: &'a [u8], octets: impl Iterator<Item = (u8, u32)>) -> Decoded<'a> {
        let (octets, positions) = octets.filter(|(octet, _)| !is_dropped(*octet)).unzip::<u8, u32, Vec<u8>, Vec<u32>>();
        Decoded { part, octets: Cow::Owned(octets), positions: Some(positions) }
    }

    /// The position in the part of an octet, or of the end.
    pub fn position(&self, at: usize) -> usize {
        match &self.positions {
            None => at,
            Some(positions) => positions.get(at).map_or(self.part.len(), |position| *position as usize),
        }
    }

    /// Whether an octet is written as such, not as a triplet: a literal "&" ends a pair, an escaped one does not.
    pub fn is_literal(&self, at: usize) -> bool {
        self.octets[at] == self.part[self.position(at)]
    }

    fn has_triplets(&self) -> bool {
        memchr_iter(b'%', &self.octets).any(|at| triplet_value(&self.octets, at).is_some())
    }

    /// The reading with each triplet decoded once.
    fn decoded(&self) -> Decoded<'a> {
        let mut at = 0;
        let next = || {
            let octet = *self.octets.get(at)?;
            let position = self.position(at) as u32;
            let value = triplet_value(&self.octets, at);
            at += if value.is_some() { 3 } else { 1 };
            Some((value.unwrap_or(octet), position))
        };
        Decoded::from_octets(self.part, std::iter::from_fn(next))
    }

    /// The reading with triplets decoded until none is left. Linear: each triplet makes the stack two octets shorter.
    fn decoded_entirely(&self) -> Decoded<'a> {
        let mut stack: Vec<(u8, u32)> = Vec::with_capacity(self.octets.len());
        for at in 0..self.octets.len() {
            stack.push((self.octets[at], self.position(at) as u32));
            while let Some([(percent, position), (high, _), (low, _)]) = stack.last_chunk::<3>().copied() {
                let Some(value) = triplet_value(&[percent, high, low], 0) else { break };
                stack.truncate(stack.len() - 3);
                stack.push((value, position));
            }
        }
        Decoded::from_octets(self.part, stack.into_iter())
    }
}

fn is_dropped(octet: u8) -> bool {
    matches!(octet, b'\t' | b'\n' | b'\r')
}

/// The readings of a part: as written, decoded once, twice and entirely, as long as triplets are left.
pub fn readings(part: &[u8]) -> Vec<Decoded<'_>> {
    let mut readings = vec![Decoded::as_written(part)];
    while let Some(last) = readings.last().filter(|reading| readings.len() < 4 && reading.has_triplets()) {
        let next = if readings.len() == 3 { last.decoded_entirely() } else { last.decoded() };
        readings.push(next);
    }
    readings
}

#[cfg(test)]
mod tests {
    use super::readings;

    fn octets(part: &[u8]) -> Vec<String> {
        readings(part).iter().map(|reading| String::from_utf8_lossy(&reading.octets).into_owned()).collect()
    }

    #[test]
    fn a_part_is_read_as_written_and_decoded() {
        assert_eq!(octets(b"a=b%"), ["a=b%"]);
        assert_eq!(octets(b"a=%2568t\ttp%0A"), ["a=%2568ttp%0A", "a=%68ttp", "a=http"]);
        assert_eq!(octets(b"%25252525252541").last().map(String::as_str), Some("A"));
        assert_eq!(octets(b"%2%35%2%35%34%31").last().map(String::as_str), Some("%A"));
    }

    #[test]
    fn positions_are_those_of_the_part() {
        for reading in readings(b"a\t%2541&%26") {
            let positions: Vec<usize> = (0..=reading.octets.len()).map(|at| reading.position(at)).collect();
            let expected: &[usize] = match reading.octets.len() {
                10 => &[0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
                6 => &[0, 2, 5, 6, 7, 8, 11],
                _ => &[0, 2, 7, 8, 11],
            };
            assert_eq!(positions, expected);
            let ampersands = (0..reading.octets.len()).filter(|&at| reading.octets[at] == b'&');
            assert_eq!(ampersands.filter(|&at| reading.is_literal(at)).count(), 1);
        }
    }
}
