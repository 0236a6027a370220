//! Percent-encoding and -decoding of octets (RFC 3986, 2.1).
//!
//! Input: octets, and for encoding the set to keep. Output: octets, or None if they do not change. `a b` encodes to
//! `a%20b`; decoding reads each triplet once, so `%2541` gives `%41`. Octets are decoded as characters only if an
//! edition keeps some characters beyond US-ASCII ([`EncodeSet`]).

use std::hint::select_unpredictable;
use std::sync::Arc;

use crate::memory::{buffer, filled, Grow};
use memchr::memchr;
use uriverse_scan::{ones, run_task, Block, Masks, Sets, Task, MASKED};

use crate::bytes::{bits, run_of_units, triplet_at, ByteTable};
use crate::characters::Characters;
use crate::named::named_enum;

named_enum! {
    /// What decoding does with a "%" that is not followed by two hexadecimal digits.
    pub enum Malformed {
        /// It is an error.
        Refuse = "refuse",
        /// It stays as it is.
        Keep = "keep",
    }
}

const DIGITS: &[u8; 16] = b"0123456789ABCDEF";

/// Appends the triplet of an octet. RFC 3986, 2.1: "For consistency, URI producers and normalizers should use uppercase
/// hexadecimal digits for all percent-encodings."
#[inline]
pub fn push_triplet(octet: u8, out: &mut Vec<u8>) {
    out.put_all(&[b'%', DIGITS[usize::from(octet >> 4)], DIGITS[usize::from(octet & 15)]]);
}

/// Encodes every octet that is not in `keep`; with `keep_triplets`, "%" and two hexadecimal digits are kept. Returns
/// None if nothing needs encoding.
#[must_use]
pub fn encode(text: &[u8], keep: &ByteTable, keep_triplets: bool) -> Option<Vec<u8>> {
    let mut at = run_of_units(keep, keep_triplets, text, 0);
    if at == text.len() {
        return None;
    }
    // Most texts have few bytes to encode; a text with many grows the buffer once.
    let mut out = buffer(text.len() * 2 + 32);
    out.put_all(&text[..at]);
    if !keep_triplets {
        push_pieces(&text[at..], keep, &mut out);
        return Some(out);
    }
    while let Some(&byte) = text.get(at) {
        if triplet_at(text, at) {
            out.put_all(&text[at..at + 3]);
            at += 3;
        } else if keep[usize::from(byte)] {
            out.put(byte);
            at += 1;
        } else {
            push_triplet(byte, &mut out);
            at += 1;
        }
    }
    Some(out)
}

/// Appends a text with every octet encoded that is not in `keep`.
pub fn push_encoded(text: &[u8], keep: &ByteTable, out: &mut Vec<u8>) {
    let start = run_of_units(keep, false, text, 0);
    out.put_all(&text[..start]);
    push_pieces(&text[start..], keep, out);
}

/// Appends the URI to which a text of an IRI maps: each octet beyond US-ASCII is encoded (RFC 3987, section 3.1, step
/// 2).
pub fn push_mapped(text: &[u8], uri: &mut Vec<u8>) {
    static ASCII: ByteTable = ByteTable::new({
        let (mut members, mut byte) = ([false; 256], 0);
        while byte < 128 {
            members[byte] = true;
            byte += 1;
        }
        members
    });
    push_encoded(text, &ASCII, uri);
}

fn push_pieces(text: &[u8], keep: &ByteTable, out: &mut Vec<u8>) {
    const PIECE: usize = 64;
    for piece in text.chunks(PIECE) {
        let mut buffer = [0; 3 * PIECE + 1];
        let length = encode_into(piece, keep, &mut buffer);
        out.put_all(&buffer[..length]);
    }
}

/// For each octet four bytes: "%", its two digits, and the length 3.
static TRIPLETS: [u32; 256] = {
    let mut triplets = [0; 256];
    let mut octet = 0;
    while octet < 256 {
        triplets[octet] = u32::from_le_bytes([b'%', DIGITS[octet >> 4], DIGITS[octet & 15], 3]);
        octet += 1;
    }
    triplets
};

/// As [`push_encoded`], into a buffer of three bytes for each octet and one more; returns the length.
///
/// Branchless: each octet is written as four bytes, of which the next octet overwrites all but the first one or three.
/// A branch would be mispredicted at each space between words.
fn encode_into(text: &[u8], keep: &ByteTable, out: &mut [u8]) -> usize {
    let mut end = 0;
    for &byte in text {
        let kept = 1 << 24 | u32::from(byte);
        let unit = select_unpredictable(keep[usize::from(byte)], kept, TRIPLETS[usize::from(byte)]);
        if let Some(four) = out[end..].first_chunk_mut() {
            *four = unit.to_le_bytes();
        }
        end += (unit >> 24) as usize;
    }
    end
}

/// The characters to keep when data is encoded for a component of an edition.
///
/// RFC 3987's segments keep "ä" as they keep "a", and encode U+202E. It is a set of characters, not octets: in data
/// that is not text, both octets of "ä" are encoded (see [`EncodeSet::ascii_only`]).
#[derive(Clone, Debug)]
pub struct EncodeSet {
    ascii: Arc<ByteTable>,
    beyond: Option<Arc<Characters>>,
}

impl EncodeSet {
    pub(crate) fn new(ascii: Arc<ByteTable>, beyond: Option<Arc<Characters>>) -> EncodeSet {
        EncodeSet { ascii, beyond }
    }

    /// The characters of the set in US-ASCII.
    #[must_use]
    pub fn ascii(&self) -> &ByteTable {
        &self.ascii
    }

    /// The set for data that is not UTF-8: its characters in US-ASCII.
    #[must_use]
    pub fn ascii_only(&self) -> EncodeSet {
        EncodeSet { ascii: Arc::clone(&self.ascii), beyond: None }
    }

    /// Encodes every character that is not in the set, octet by octet; `keep_triplets` as for [`encode`]. Returns None
    /// if nothing needs encoding.
    #[inline]
    #[must_use]
    pub fn encode(&self, text: &[u8], keep_triplets: bool) -> Option<Vec<u8>> {
        match &self.beyond {
            None => encode(text, &self.ascii, keep_triplets),
            Some(beyond) => encode_beyond(text, &self.ascii, beyond, keep_triplets),
        }
    }

    /// As [`EncodeSet::encode`] without kept triplets, into a buffer. None also if the set has characters beyond
    /// US-ASCII, or if the buffer has less than three bytes for each octet and one more.
    #[inline]
    #[must_use]
    pub fn encode_into<'a>(&self, text: &[u8], buffer: &'a mut [u8]) -> Option<&'a [u8]> {
        if self.beyond.is_some() || buffer.len() <= text.len() * 3 {
            return None;
        }
        let length = encode_into(text, &self.ascii, buffer);
        Some(&buffer[..length])
    }

    /// Appends a text with every character encoded that is not in the set.
    #[inline]
    pub fn push_encoded(&self, text: &[u8], out: &mut Vec<u8>) {
        match &self.beyond {
            None => push_encoded(text, &self.ascii, out),
            Some(beyond) => match encode_beyond(text, &self.ascii, beyond, false) {
                None => out.put_all(text),
                Some(encoded) => out.put_all(&encoded),
            },
        }
    }
}

/// [`EncodeSet::encode`] with characters beyond US-ASCII. No triplet contains such a character, so the pieces between
/// them are encoded one by one. The pieces of `a ä<` are "a " and "<".
fn encode_beyond(text: &[u8], ascii: &ByteTable, beyond: &Characters, keep_triplets: bool) -> Option<Vec<u8>> {
    let mut out = buffer(text.len() + 32);
    let (mut from, mut at) = (0, 0);
    while at < text.len() {
        let end = beyond.run(text, at);
        if end == at {
            at += 1;
            continue;
        }
        push_piece(&text[from..at], ascii, keep_triplets, &mut out);
        out.put_all(&text[at..end]);
        (from, at) = (end, end);
    }
    push_piece(&text[from..], ascii, keep_triplets, &mut out);
    // Encoding makes a text longer.
    (out.len() > text.len()).then_some(out)
}

fn push_piece(text: &[u8], ascii: &ByteTable, keep_triplets: bool, out: &mut Vec<u8>) {
    match encode(text, ascii, keep_triplets) {
        None => out.put_all(text),
        Some(encoded) => out.put_all(&encoded),
    }
}

/// Decodes every triplet, once. Returns None if there is no triplet.
///
/// # Errors
/// With [`Malformed::Refuse`], the position of the first "%" that is not followed by two hexadecimal digits.
#[inline]
pub fn decode(text: &[u8], malformed: Malformed) -> Result<Option<Vec<u8>>, usize> {
    let first = first_percent(text);
    if first == text.len() {
        return Ok(None);
    }
    let mut out = filled(0, text.len());
    let length = decode_into(text, first, malformed, &mut out)?;
    out.truncate(length);
    Ok((length < text.len()).then_some(out))
}

/// The position of the first "%", or the end.
#[inline]
#[must_use]
pub fn first_percent(text: &[u8]) -> usize {
    memchr(b'%', text).unwrap_or(text.len())
}

/// Which of `texts[k]`, for each bit k of `rows`, have no "%" and thus stay as they are when decoded.
#[must_use]
pub fn without_percent(rows: u64, texts: &[&[u8]; 64]) -> u64 {
    run_task(WithoutPercent { rows, texts })
}

/// [`without_percent`]: the loop is inside the task, because calling a task costs as much as computing its mask.
struct WithoutPercent<'a> {
    rows: u64,
    texts: &'a [&'a [u8]; 64],
}

impl Task for WithoutPercent<'_> {
    type Output = u64;

    #[inline(always)]
    fn run(self, masks: impl Masks) -> u64 {
        static SETS: Sets<1> = Sets::from_ascii([&ByteTable::from_byte(b'%')]);
        let mut found = 0;
        for row in bits(self.rows) {
            let text = self.texts[row];
            let has_none = masks.members(&SETS, text) == [0]
                && text.get(MASKED..).is_none_or(|rest| first_percent(rest) == rest.len());
            found |= u64::from(has_none) << row;
        }
        found
    }
}

/// As [`decode`], for a text whose first "%" is at `first`, into a buffer as long as the text; returns the length.
///
/// # Errors
/// As [`decode`].
#[inline(never)]
pub fn decode_into(text: &[u8], first: usize, malformed: Malformed, out: &mut [u8]) -> Result<usize, usize> {
    out[..first].copy_from_slice(&text[..first]);
    run_task(Decoding { text, first, malformed, out })
}

/// Decoding, a block of 64 bytes at a time. For `a%2Fb`:
///
/// ```text
///   "%" and digits        .%....   ..2F.        masks
///   triplets              .1....                "%" before two digits
///   octets                a/2Fb                 each "%" replaced by the value of what follows it
///   kept                  11..1                 all but the digits of triplets
///   decoded               a/b
/// ```
struct Decoding<'a> {
    text: &'a [u8],
    first: usize,
    malformed: Malformed,
    out: &'a mut [u8],
}

impl Task for Decoding<'_> {
    type Output = Result<usize, usize>;

    #[inline(always)]
    fn run(self, masks: impl Masks) -> Result<usize, usize> {
        static SETS: Sets<2> =
            Sets::from_ascii([&ByteTable::from_byte(b'%'), &ByteTable::only(b"0123456789ABCDEFabcdef")]);
        let mut write = self.first;
        // State carried from the previous block: the digits in this block of a triplet whose "%" is in that one.
        let mut carried = 0;
        // INVARIANT: write <= read.
        for read in (self.first..self.text.len()).step_by(MASKED) {
            let rest = &self.text[read..];
            // Two bytes more than a block, because the digits of a triplet may be in the next block.
            let mut copy = [0; MASKED + 2];
            let block: &[u8; MASKED + 2] = rest.first_chunk().unwrap_or_else(|| {
                copy[..rest.len()].copy_from_slice(rest);
                &copy
            });
            let length = rest.len().min(MASKED);
            let [percent, digits] = masks.members(&SETS, &block[..length]);
            let next = |at: usize| u64::from(block[MASKED + at].is_ascii_hexdigit());
            let triplets = percent & (digits >> 1 | next(0) << 63) & (digits >> 2 | next(0) << 62 | next(1) << 63);
            let kept = ones(length) & !(triplets << 1 | triplets << 2 | carried);
            carried = triplets >> 63 | triplets >> 62;
            let mut broken = percent & !triplets;
            if broken != 0 && self.malformed == Malformed::Refuse {
                return Err(read + broken.trailing_zeros() as usize);
            }
            let value = |digit: u8| (digit & 15) + 9 * (digit >> 6);
            // Every value is computed, although most are discarded: without a branch the loop is vectorized.
            let mut octets = Block(std::array::from_fn(|at| {
                let octet = value(block[at + 1]) << 4 | value(block[at + 2]);
                if block[at] == b'%' {
                    octet
                } else {
                    block[at]
                }
            }));
            while broken != 0 {
                octets.0[broken.trailing_zeros() as usize] = b'%';
                broken &= broken - 1;
            }
            write += masks.pack(&octets.0, kept, &mut self.out[write..]);
        }
        Ok(write)
    }
}

/// The position in the text of an octet of the decoded text.
#[must_use]
pub fn place_of_octet(text: &[u8], octet: usize) -> usize {
    let mut at = 0;
    for _ in 0..octet {
        at += if triplet_at(text, at) { 3 } else { 1 };
    }
    at.min(text.len())
}

/// Lowercases the letters outside triplets if `lowers`, and uppercases the digits of triplets if `raises`.
pub fn recase(part: &mut [u8], lowers: bool, raises: bool) {
    let mut rest = part;
    loop {
        let at = memchr(b'%', rest).unwrap_or(rest.len());
        let (plain, tail) = rest.split_at_mut(at);
        if lowers {
            plain.make_ascii_lowercase();
        }
        let (triplet, tail) = tail.split_at_mut(tail.len().min(3));
        if triplet.is_empty() {
            return;
        }
        if raises {
            triplet.make_ascii_uppercase();
        }
        rest = tail;
    }
}
