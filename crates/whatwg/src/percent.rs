//! Percent-encoded bytes: the percent-encode sets, encoding and decoding (§1.3).

use std::borrow::Cow;

use uriverse_core::memory::GrowText;
use uriverse_core::{decode, Malformed};
use uriverse_scan::{run, ByteTable, Sets};

use encoding_rs::{Encoding, UTF_8};

use crate::encodings::{encode, Encoded};

/// A percent-encode set. All of them contain the C0 controls and everything beyond "~".
#[derive(Clone, Debug)]
pub struct EncodeSet {
    /// The ASCII code points that are not in the set.
    kept: ByteTable,
    space_as_plus: bool,
}

/// The bytes from " " to "~".
const PRINTABLE: ByteTable = ByteTable::only(
    b" !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~",
);

/// C0 control percent-encode set.
pub static C0_CONTROL: EncodeSet = EncodeSet { kept: PRINTABLE, space_as_plus: false };
/// Fragment percent-encode set.
pub static FRAGMENT: EncodeSet = C0_CONTROL.and(b" \"<>`");
/// Query percent-encode set.
pub static QUERY: EncodeSet = C0_CONTROL.and(b" \"#<>");
/// Special-query percent-encode set.
pub static SPECIAL_QUERY: EncodeSet = QUERY.and(b"'");
/// Path percent-encode set.
pub static PATH: EncodeSet = QUERY.and(b"?^`{}");
/// The bytes that are not encoded in a segment.
pub(crate) static PLAIN_SEGMENT: ByteTable = PATH.kept.without(b"\\/");
/// The bytes that are not encoded in a path, those that end its segments, and those that begin a dot segment.
pub(crate) static PLAIN_PATH: Sets<3> =
    Sets::from_ascii([&PATH.kept.without(b"\\"), &ByteTable::only(b"/"), &ByteTable::only(b".%")]);
/// Userinfo percent-encode set.
pub static USERINFO: EncodeSet = PATH.and(b"/:;=@[\\]|");
/// Component percent-encode set.
pub static COMPONENT: EncodeSet = USERINFO.and(b"$%&+,");
/// `application/x-www-form-urlencoded` percent-encode set.
pub static FORM: EncodeSet = EncodeSet { space_as_plus: true, ..COMPONENT.and(b"!'()~") };

/// The sets by the Standard's names, without "percent-encode set".
pub static NAMED: [(&str, &EncodeSet); 8] = [
    ("C0 control", &C0_CONTROL),
    ("fragment", &FRAGMENT),
    ("query", &QUERY),
    ("special-query", &SPECIAL_QUERY),
    ("path", &PATH),
    ("userinfo", &USERINFO),
    ("component", &COMPONENT),
    ("application/x-www-form-urlencoded", &FORM),
];

impl EncodeSet {
    /// This set and these bytes.
    const fn and(&self, more: &[u8]) -> EncodeSet {
        EncodeSet { kept: self.kept.without(more), space_as_plus: self.space_as_plus }
    }

    /// Whether a byte is in the set, and so percent-encoded.
    pub fn contains(&self, byte: u8) -> bool {
        !self.kept.contains(byte)
    }
}

/// Every byte, percent-encoded, in upper-case digits: "%00%01" and so on.
static ENCODED: &str = {
    const ALL: [u8; 3 * 256] = {
        let digits = b"0123456789ABCDEF";
        let mut all = [b'%'; 3 * 256];
        let mut byte = 0;
        while byte < 256 {
            all[3 * byte + 1] = digits[byte >> 4];
            all[3 * byte + 2] = digits[byte & 15];
            byte += 1;
        }
        all
    };
    match std::str::from_utf8(&ALL) {
        Ok(text) => text,
        Err(_) => panic!("it is US-ASCII"),
    }
};

/// UTF-8 percent-encodes a text with a set, onto `output`.
pub fn utf8_percent_encode(input: &str, set: &EncodeSet, output: &mut String) {
    let bytes = input.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        // INVARIANT: every byte of a character beyond ASCII is in every set, so a run of kept bytes and a run of
        // encoded ones both end at a character boundary.
        if set.contains(byte) {
            push_encoded(byte, set, output);
            at += 1;
        } else {
            let kept = run(&set.kept, bytes, at);
            output.put_str(&input[at..kept]);
            at = kept;
        }
    }
}

/// Appends a byte of the set: percent-encoded, or a space as "+" if the set does so.
fn push_encoded(byte: u8, set: &EncodeSet, output: &mut String) {
    if byte == b' ' && set.space_as_plus {
        output.put('+');
    } else {
        let at = 3 * usize::from(byte);
        output.put_str(&ENCODED[at..at + 3]);
    }
}

/// Percent-encodes a text after encoding it, onto `output`. A character that the encoding lacks becomes its numeric
/// character reference, itself percent-encoded.
pub fn percent_encode_after_encoding(encoding: &'static Encoding, input: &str, set: &EncodeSet, output: &mut String) {
    if encoding == UTF_8 {
        utf8_percent_encode(input, set, output);
        return;
    }
    encode(encoding, input, |encoded| match encoded {
        Encoded::Unmappable(c) => output.put_str(&format!("%26%23{}%3B", u32::from(c))),
        Encoded::Octets(octets) => {
            for &byte in octets {
                if set.contains(byte) {
                    push_encoded(byte, set, output);
                } else {
                    output.put(char::from(byte));
                }
            }
        }
    });
}

/// Percent-decodes a text; the same bytes if there is nothing to decode.
pub fn percent_decode(input: &[u8]) -> Cow<'_, [u8]> {
    // Nothing is malformed to it: other "%" are kept.
    decode(input, Malformed::Keep).ok().flatten().map_or(Cow::Borrowed(input), Cow::Owned)
}
