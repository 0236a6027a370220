//! `application/x-www-form-urlencoded`: the parser and the serializer (§5).

use std::borrow::Cow;

use encoding_rs::Encoding;

use crate::percent::{percent_decode, percent_encode_after_encoding, FORM};
use uriverse_core::memory::{gathered, owned_text, Grow, GrowText};

/// A list of names and values.
pub type Pairs = Vec<(String, String)>;

/// The parser.
pub fn parse(input: &[u8]) -> Pairs {
    let sequences = input.split(|&byte| byte == b'&').filter(|bytes| !bytes.is_empty());
    let pair = |bytes: &[u8]| {
        let (name, value) = match memchr::memchr(b'=', bytes) {
            Some(at) => (&bytes[..at], &bytes[at + 1..]),
            None => (bytes, &[][..]),
        };
        (decode(name), decode(value))
    };
    let mut pairs = Pairs::new();
    pairs.room(memchr::memchr_iter(b'&', input).count() + 1);
    sequences.for_each(|bytes| pairs.put(pair(bytes)));
    pairs
}

/// Replaces "+" by a space, percent-decodes, and decodes UTF-8; a byte order mark is not removed.
fn decode(bytes: &[u8]) -> String {
    if memchr::memchr2(b'+', b'%', bytes).is_none() {
        return owned_text(bytes);
    }
    let spaced = if bytes.contains(&b'+') {
        Cow::Owned(gathered(bytes.iter().map(|&byte| if byte == b'+' { b' ' } else { byte })))
    } else {
        Cow::Borrowed(bytes)
    };
    owned_text(&percent_decode(&spaced))
}

/// The serializer.
pub fn serialize<'a>(tuples: impl Iterator<Item = (&'a str, &'a str)>, encoding: &'static Encoding) -> String {
    let encoding = encoding.output_encoding();
    let mut output = String::new();
    for (name, value) in tuples {
        if !output.is_empty() {
            output.put('&');
        }
        percent_encode_after_encoding(encoding, name, &FORM, &mut output);
        output.put('=');
        percent_encode_after_encoding(encoding, value, &FORM, &mut output);
    }
    output
}
