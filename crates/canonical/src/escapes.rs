//! Percent-encoding as canonical forms use it: decoding until nothing is left, and encoding what a set leaves out.

use uriverse_core::bytes::triplet_value;
use uriverse_core::{encode, push_triplet, ByteSet, ByteTable};

/// Letters, digits and the given characters.
pub(crate) fn kept(others: &str) -> ByteTable {
    let mut set = ByteSet::from_bytes(others.as_bytes());
    (0..=u8::MAX).filter(u8::is_ascii_alphanumeric).for_each(|byte| set.insert(byte));
    set.table()
}

/// Encodes what is not UTF-8 from a place on, so that a form is a text whatever the octets were: `caf`, 0xE9 is
/// `caf%E9`.
pub(crate) fn escape_octets(form: &mut Vec<u8>, start: usize) {
    if form[start..].is_ascii() || std::str::from_utf8(&form[start..]).is_ok() {
        return;
    }
    let octets = form.split_off(start);
    for chunk in octets.utf8_chunks() {
        form.extend_from_slice(chunk.valid().as_bytes());
        chunk.invalid().iter().for_each(|&octet| push_triplet(octet, form));
    }
}

/// Decodes triplets again and again until there is none: `%2541` becomes `%41` becomes `A`. As the others here it says
/// whether it changed the text.
///
/// One pass does it. Two triplets never overlap, since "%" is not a hexadecimal digit, so the order of decoding does
/// not matter. Each byte is pushed on the result; when the last three bytes of the result are a triplet, its octet
/// replaces them and may complete another one. Every replacement removes two bytes, so the time is linear.
pub(crate) fn unescape_repeatedly(text: &mut Vec<u8>) -> bool {
    if !text.contains(&b'%') {
        return false;
    }
    let mut result: Vec<u8> = Vec::with_capacity(text.len());
    for &byte in text.iter() {
        result.push(byte);
        while let Some(octet) = result.len().checked_sub(3).and_then(|start| triplet_value(&result, start)) {
            result.truncate(result.len() - 3);
            result.push(octet);
        }
    }
    let changed = result.len() < text.len();
    *text = result;
    changed
}

/// Decodes triplets once, and leaves those of `not` as triplets with upper-case digits. "%" that begins no triplet
/// becomes `%25`, so that it cannot begin one with what follows.
pub(crate) fn unescape(text: &mut Vec<u8>, not: &[u8]) -> bool {
    if !text.contains(&b'%') {
        return false;
    }
    let mut result = Vec::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match triplet_value(text, at) {
            Some(octet) => {
                if octet == b'%' || not.contains(&octet) {
                    push_triplet(octet, &mut result);
                } else {
                    result.push(octet);
                }
                at += 3;
            }
            None => {
                if byte == b'%' {
                    push_triplet(byte, &mut result);
                } else {
                    result.push(byte);
                }
                at += 1;
            }
        }
    }
    let changed = *text != result;
    *text = result;
    changed
}

/// Encodes what `keep` does not have. With `triplets`, a triplet stays as it is.
pub(crate) fn escape(text: &mut Vec<u8>, keep: &ByteTable, triplets: bool) -> bool {
    let Some(changed) = encode(text, keep, triplets) else { return false };
    *text = changed;
    true
}

/// Encodes one name or value of a form: a space is "+". The lists of steps keep "~" and encode "*"; the URL Standard's
/// form (`uriverse_core::query`) does the reverse.
pub(crate) fn push_form_encoded(data: &[u8], result: &mut Vec<u8>) {
    for &byte in data {
        match byte {
            b' ' => result.push(b'+'),
            b'-' | b'.' | b'_' | b'~' => result.push(byte),
            _ if byte.is_ascii_alphanumeric() => result.push(byte),
            _ => push_triplet(byte, result),
        }
    }
}
