//! Percent-encoding for canonical forms: repeated decoding, and encoding by sets of kept characters.

use uriverse_core::bytes::triplet_value;
use uriverse_core::memory::{buffer, copy, Grow};
use uriverse_core::{encode, push_triplet, ByteSet, ByteTable};

/// Letters, digits and the characters of `others`.
pub(crate) fn kept_bytes(others: &str) -> ByteTable {
    let mut set = ByteSet::from_bytes(others.as_bytes());
    (0..=u8::MAX).filter(u8::is_ascii_alphanumeric).for_each(|byte| set.insert(byte));
    set.table()
}

/// Encodes octets that are not UTF-8, from `start` on, so that every form is a text: `caf`, 0xE9 becomes `caf%E9`.
pub(crate) fn escape_octets(form: &mut Vec<u8>, start: usize) {
    if form[start..].is_ascii() || std::str::from_utf8(&form[start..]).is_ok() {
        return;
    }
    let octets = copy(&form[start..]);
    form.truncate(start);
    for chunk in octets.utf8_chunks() {
        form.put_all(chunk.valid().as_bytes());
        chunk.invalid().iter().for_each(|&octet| push_triplet(octet, form));
    }
}

/// Decodes triplets until there are none: `%2541` becomes `%41` becomes `A`. Like the other functions here, it returns
/// whether it changed the text.
///
/// One pass is enough. Two triplets never overlap, because "%" is not a hexadecimal digit, so the order of decoding
/// does not matter. Each byte is pushed on the result; when the last three bytes are a triplet, its octet replaces them
/// and may complete another one. Every replacement removes two bytes, so the time is linear.
pub(crate) fn unescape_repeatedly(text: &mut Vec<u8>) -> bool {
    if !text.contains(&b'%') {
        return false;
    }
    let mut result: Vec<u8> = buffer(text.len());
    for &byte in text.iter() {
        result.put(byte);
        while let Some(octet) = result.len().checked_sub(3).and_then(|start| triplet_value(&result, start)) {
            result.truncate(result.len() - 3);
            result.put(octet);
        }
    }
    let changed = result.len() < text.len();
    *text = result;
    changed
}

/// Decodes the triplets of unreserved characters once; the others stay as they are written.
pub(crate) fn unescape_unreserved(text: &mut Vec<u8>) -> bool {
    let (length, mut result, mut at) = (text.len(), buffer(text.len()), 0);
    while let Some(&byte) = text.get(at) {
        let octet = triplet_value(text, at).filter(|octet| octet.is_ascii_alphanumeric() || b"-._~".contains(octet));
        result.put(octet.unwrap_or(byte));
        at += if octet.is_some() { 3 } else { 1 };
    }
    *text = result;
    text.len() < length
}

/// Decodes triplets once, except those of `not`, whose digits are uppercased. A "%" that begins no triplet becomes
/// `%25`, so that it cannot begin one with the bytes after it.
pub(crate) fn unescape(text: &mut Vec<u8>, not: &[u8]) -> bool {
    if !text.contains(&b'%') {
        return false;
    }
    let mut result = buffer(text.len());
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        match triplet_value(text, at) {
            Some(octet) => {
                if octet == b'%' || not.contains(&octet) {
                    push_triplet(octet, &mut result);
                } else {
                    result.put(octet);
                }
                at += 3;
            }
            None => {
                if byte == b'%' {
                    push_triplet(byte, &mut result);
                } else {
                    result.put(byte);
                }
                at += 1;
            }
        }
    }
    let changed = *text != result;
    *text = result;
    changed
}

/// Encodes all characters except those in `keep`. With `triplets`, a triplet is kept.
pub(crate) fn escape(text: &mut Vec<u8>, keep: &ByteTable, triplets: bool) -> bool {
    let Some(changed) = encode(text, keep, triplets) else { return false };
    *text = changed;
    true
}

/// Encodes one name or value of a form: a space is "+". "~" is kept and "*" encoded; the URL Standard's form
/// (`uriverse_core::query`) does the reverse.
pub(crate) fn push_form_encoded(data: &[u8], result: &mut Vec<u8>) {
    for &byte in data {
        match byte {
            b' ' => result.put(b'+'),
            b'-' | b'.' | b'_' | b'~' => result.put(byte),
            _ if byte.is_ascii_alphanumeric() => result.put(byte),
            _ => push_triplet(byte, result),
        }
    }
}
