//! Laws of percent-encoding, and of the search for colons.

use std::sync::LazyLock;

use uriverse_core::{EncodeSet, Malformed};
use uriverse_text::Colons;

use super::subject::{show, Subject, Verdict};
use crate::engine::Engine;
use crate::generate::after_colon;

/// Decoding inverts encoding, for any set without "%". Encoding that keeps triplets means the same octets as its text,
/// consists of bytes of its set and triplets, and is idempotent.
pub(super) fn percent_encoding<E: Engine>(engine: &E, subject: &Subject<'_>) -> Verdict {
    for name in ["unreserved", "segment", "query-value", "uri"] {
        let Some(keep) = subject.tables.encode_set(name) else { continue };
        if !keep.ascii().contains(b'%') {
            let encoded = engine.encode(subject.text, keep, false).unwrap_or_else(|| subject.text.to_vec());
            match engine.decode(&encoded, Malformed::Refuse) {
                Ok(decoded) if decoded.as_deref().unwrap_or(&encoded) == subject.text => {}
                found => return Err(format!("{name}: {} decodes to {found:?}", show(&encoded))),
            }
        }
        let kept = engine.encode(subject.text, keep, true).unwrap_or_else(|| subject.text.to_vec());
        if let Some(again) = engine.encode(&kept, keep, true) {
            return Err(format!("{name}: {} is encoded again, to {}", show(&kept), show(&again)));
        }
        let octets = |text: &[u8]| engine.decode(text, Malformed::Keep).map(|octets| octets.unwrap_or(text.to_vec()));
        if !keep.ascii().contains(b'%') && octets(&kept) != octets(subject.text) {
            return Err(format!("{name}: {} stands for other octets", show(&kept)));
        }
        if !consists_of_units(&kept, keep) {
            return Err(format!("{name}: {} holds a byte that must be encoded", show(&kept)));
        }
    }
    Ok(())
}

fn consists_of_units(mut text: &[u8], keep: &EncodeSet) -> bool {
    while let Some((&byte, rest)) = text.split_first() {
        text = match rest {
            [high, low, rest @ ..] if byte == b'%' && high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => rest,
            _ if keep.ascii().contains(byte) => rest,
            // A character beyond US-ASCII that the set keeps.
            _ if byte >= 0xC2 => {
                match (2..=4).find(|&end| text.get(..end).is_some_and(|one| keep.encode(one, false).is_none())) {
                    Some(end) => &text[end..],
                    None => return false,
                }
            }
            _ => return false,
        };
    }
    true
}

const NAMES: [&str; 4] = ["http", "mailto", "urn", "h323"];
const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789+-.";

/// The search after known names, and after any name.
static SEARCHES: LazyLock<[Colons; 2]> =
    LazyLock::new(|| [false, true].map(|any| Colons::new(NAMES.map(str::as_bytes), LETTERS, any, after_colon())));

/// The search finds exactly the colons that match the definition.
pub(super) fn colons<E: Engine>(engine: &E, subject: &Subject<'_>) -> Verdict {
    for (any, colons) in [false, true].into_iter().zip(&*SEARCHES) {
        let (mut found, mut from) = (Vec::new(), 0);
        while let Some(at) = engine.find_colon(colons, subject.text, from) {
            if at < from {
                return Err(format!("the search from {from} finds {at}"));
            }
            found.push(at);
            from = at + 1;
        }
        let expected: Vec<usize> = (0..subject.text.len()).filter(|&at| counts(subject.text, at, any)).collect();
        if found != expected {
            return Err(format!("any={any}: the search finds {found:?}, the definition {expected:?}"));
        }
    }
    Ok(())
}

/// The definition: a colon after a letter of a scheme, and before white space and "/", or before "/", or before a byte
/// that may follow it in a reference, after a known name or any.
fn counts(text: &[u8], at: usize, any: bool) -> bool {
    let (before, after) = (text[..at].to_ascii_lowercase(), &text[at + 1..]);
    if text[at] != b':' || !before.last().is_some_and(|letter| LETTERS.contains(letter)) {
        return false;
    }
    let space = after.iter().take_while(|byte| matches!(byte, b'\t'..=b'\r' | b' ')).count();
    let Some(&next) = after.get(space) else { return false };
    match space {
        0 => {
            after_colon().contains(next)
                && (any || next == b'/' || NAMES.iter().any(|name| before.ends_with(name.as_bytes())))
        }
        1..=64 => next == b'/',
        _ => false,
    }
}
