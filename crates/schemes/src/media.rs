//! The steps of data: its media type.

use std::borrow::Cow;

use crate::mail::with_lower_name;
use crate::parts::{cut_at, joined, Parts};
use uriverse_core::memory::Grow;

fn words(header: &[u8]) -> impl Iterator<Item = &[u8]> {
    header.split(|&byte| byte == b';')
}

/// RFC 2045, section 5.1: type, subtype and attributes are case-insensitive, and so is the literal ";base64".
pub(crate) fn lower_type(parts: &mut Parts<'_>) {
    let header = cut_at(&parts.path, b',').0;
    if !header.iter().any(u8::is_ascii_uppercase) {
        return;
    }
    let mut path = joined(words(header).map(with_lower_name), b';');
    path.put_all(&parts.path[header.len()..]);
    parts.path = Cow::Owned(path);
}

/// RFC 2397, section 2: the default is text/plain;charset=US-ASCII, of which only the charset may be written.
pub(crate) fn default_type(parts: &mut Parts<'_>) {
    let header = cut_at(&parts.path, b',').0;
    let mut found = words(header);
    let is_plain = found.next().is_some_and(|media_type| media_type.eq_ignore_ascii_case(b"text/plain"));
    let mut parameters: Vec<&[u8]> = found.collect();
    let names_charset = |word: &&[u8]| word.get(..8).is_some_and(|begin| begin.eq_ignore_ascii_case(b"charset="));
    if !is_plain || !parameters.first().is_some_and(names_charset) {
        return;
    }
    if parameters[0].eq_ignore_ascii_case(b"charset=us-ascii") && matches!(&parameters[1..], [] | [b"base64"]) {
        parameters.remove(0);
    }
    let written = parameters.iter().flat_map(|word| b";".iter().chain(*word));
    parts.path = Cow::Owned(written.chain(&parts.path[header.len()..]).copied().collect());
}
