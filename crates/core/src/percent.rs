//! Percent-encoding and -decoding of octets (RFC 3986, 2.1).
//!
//! What goes in: octets, and for encoding the set of those that stay. What comes out: octets, or None if nothing changes.
//! Which characters the octets stand for is the caller's question. `a b` encodes to `a%20b`; decoding reads each triplet
//! once, so `%2541` gives `%41`.

use std::borrow::Cow;

use crate::bytes::{all_but, run_of, run_of_units, triplet_at, triplet_value, ByteTable};
use crate::offsets::NONE;
use crate::parse::split::split;
use crate::table::Tables;

/// What decoding does with a "%" that is not followed by two hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Malformed {
    /// It is an error.
    Refuse,
    /// It stays as it is.
    Keep,
}

/// Appends the triplet of an octet. RFC 3986, 2.1: "For consistency, URI producers and normalizers should use uppercase
/// hexadecimal digits for all percent-encodings."
#[inline]
pub fn push_triplet(octet: u8, out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    out.extend_from_slice(&[b'%', DIGITS[usize::from(octet >> 4)], DIGITS[usize::from(octet & 15)]]);
}

/// Encodes every octet that is not in `keep` (see [`crate::Tables::encode_set`]); with `keep_triplets`, "%" and two
/// hexadecimal digits stay as they are. Returns None if nothing needs encoding.
#[must_use]
pub fn encode(text: &[u8], keep: &ByteTable, keep_triplets: bool) -> Option<Vec<u8>> {
    let mut at = run_of_units(keep, keep_triplets, text, 0);
    if at == text.len() {
        return None;
    }
    // A text that needs encoding mostly has few such bytes; one with many of them grows the buffer once.
    let mut out = Vec::with_capacity(text.len() * 2 + 32);
    out.extend_from_slice(&text[..at]);
    while let Some(&byte) = text.get(at) {
        if keep_triplets && triplet_at(text, at) {
            out.extend_from_slice(&text[at..at + 3]);
            at += 3;
        } else {
            push_octet(byte, keep, &mut out);
            at += 1;
        }
    }
    Some(out)
}

/// Appends a text with every octet encoded that is not in `keep`.
pub fn push_encoded(text: &[u8], keep: &ByteTable, out: &mut Vec<u8>) {
    let start = run_of_units(keep, false, text, 0);
    out.extend_from_slice(&text[..start]);
    text[start..].iter().for_each(|&byte| push_octet(byte, keep, out));
}

fn push_octet(octet: u8, keep: &ByteTable, out: &mut Vec<u8>) {
    if keep[usize::from(octet)] {
        out.push(octet);
    } else {
        push_triplet(octet, out);
    }
}

/// Encodes data for a component of the table's `[encode]` section: as [`encode`], but what stands for `uri` keeps the
/// brackets of an IP literal. RFC 3986, 3.2.2: "This is the only place where square bracket characters are allowed in the
/// URI syntax." A set of characters knows no places, so no edition's set of `uri` has brackets.
#[must_use]
pub fn encode_component(
    t: &Tables,
    component: &[u8],
    keep: &ByteTable,
    text: &[u8],
    keep_triplets: bool,
) -> Option<Vec<u8>> {
    let encoded = encode(text, keep, keep_triplets)?;
    if component != b"uri" || text.len() >= NONE as usize {
        return Some(encoded);
    }
    let o = split(t.style, text);
    let whole = o.host_start as usize..o.host_end as usize;
    let inside = match text.get(whole.clone()) {
        Some([b'[', inside @ .., b']']) if o.authority_start != NONE => inside,
        _ => return Some(encoded),
    };
    let host = [b"[", &*part(inside, keep, keep_triplets), b"]"].concat();
    if !matches!(t.host_type(&host), Some("IPv6" | "IPvFuture")) {
        return Some(encoded);
    }
    let before = part(&text[..whole.start], keep, keep_triplets);
    let after = part(&text[whole.end..], keep, keep_triplets);
    let kept = [&*before, &*host, &*after].concat();
    (kept != text).then_some(kept)
}

fn part<'a>(text: &'a [u8], keep: &ByteTable, keep_triplets: bool) -> Cow<'a, [u8]> {
    encode(text, keep, keep_triplets).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Decodes every triplet, once. Returns None if there is no triplet.
///
/// # Errors
/// With [`Malformed::Refuse`], the position of the first "%" that is not followed by two hexadecimal digits.
#[inline]
pub fn decode(text: &[u8], malformed: Malformed) -> Result<Option<Vec<u8>>, usize> {
    static OTHERS: ByteTable = all_but(b"%");
    let first = run_of(&OTHERS, text, 0);
    if first == text.len() {
        return Ok(None);
    }
    decode_from(text, first, malformed)
}

/// Decodes a text whose first "%" is at `first`.
#[inline(never)]
fn decode_from(text: &[u8], first: usize, malformed: Malformed) -> Result<Option<Vec<u8>>, usize> {
    let mut out = vec![0; text.len()];
    out[..first].copy_from_slice(&text[..first]);
    let (mut read, mut write) = (first, first);
    // In an encoded text triplets come close together, so bytes are moved one by one.
    // INVARIANT: write <= read.
    while let Some(&byte) = text.get(read) {
        let (octet, length) = match byte {
            b'%' => match triplet_value(text, read) {
                Some(value) => (value, 3),
                None if malformed == Malformed::Refuse => return Err(read),
                None => (byte, 1),
            },
            _ => (byte, 1),
        };
        out[write] = octet;
        write += 1;
        read += length;
    }
    out.truncate(write);
    Ok((write < text.len()).then_some(out))
}

/// The position in the text of an octet of the decoded text, given by its number.
#[must_use]
pub fn place_of_octet(text: &[u8], octet: usize) -> usize {
    let mut at = 0;
    for _ in 0..octet {
        at += if triplet_at(text, at) { 3 } else { 1 };
    }
    at.min(text.len())
}
