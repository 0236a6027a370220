//! Text in the encodings of the Encoding Standard, encoded and decoded, with a report of each error.

use std::ops::Range;
use uriverse_core::memory::{self, Grow};

use encoding_rs::{DecoderResult, EncoderResult, Encoding};

/// A piece of an encoded text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoded<'a> {
    /// Octets of the encoding.
    Octets(&'a [u8]),
    /// A character that the encoding lacks.
    Unmappable(char),
}

/// Encodes a text, piece by piece. `encoding` is an output encoding (Encoding Standard, section 4.3).
pub fn encode(encoding: &'static Encoding, input: &str, mut write: impl FnMut(Encoded<'_>)) {
    let mut encoder = encoding.new_encoder();
    let mut rest = input;
    let mut buffer = [0; 1024];
    loop {
        let (result, read, written) = encoder.encode_from_utf8_without_replacement(rest, &mut buffer, true);
        write(Encoded::Octets(&buffer[..written]));
        rest = &rest[read..];
        match result {
            EncoderResult::InputEmpty => return,
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(c) => write(Encoded::Unmappable(c)),
        }
    }
}

/// Decodes octets without checking for a byte order mark. `malformed` receives the text so far, in UTF-8, and the range
/// of the malformed octets; it returns whether to go on.
pub fn decode(
    encoding: &'static Encoding,
    octets: &[u8],
    mut malformed: impl FnMut(&mut Vec<u8>, Range<usize>) -> bool,
) -> Vec<u8> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut buffer = [0; 4096];
    let (mut text, mut at) = (memory::buffer(octets.len()), 0);
    loop {
        let (result, read, written) = decoder.decode_to_utf8_without_replacement(&octets[at..], &mut buffer, true);
        text.put_all(&buffer[..written]);
        at += read;
        match result {
            DecoderResult::InputEmpty => return text,
            DecoderResult::OutputFull => {}
            DecoderResult::Malformed(bad, after) => {
                let end = at.saturating_sub(usize::from(after));
                if !malformed(&mut text, end.saturating_sub(usize::from(bad))..end) {
                    return text;
                }
            }
        }
    }
}

/// The position of the first malformed octets in an encoding; None if there are none.
pub fn first_error(encoding: &'static Encoding, octets: &[u8]) -> Option<usize> {
    let mut first = None;
    decode(encoding, octets, |_, place| {
        first = Some(place.start);
        false
    });
    first
}
