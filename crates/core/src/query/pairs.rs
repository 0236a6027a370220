//! A query split into pairs, and the data of names and values.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::memory::{buffer, gathered, lossy, Grow};
use crate::percent::{decode, Malformed};

/// How data is encoded in a query.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Notation {
    /// Percent-encoding only: "+" is a plus sign, `a` and `a=` differ.
    Plain,
    /// `application/x-www-form-urlencoded` (URL Standard, 5.1): "+" is a space, `a` means `a=`, and an empty text
    /// between two "&" is not a pair.
    Form,
}

/// A pair as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair<'a> {
    /// The text between two "&".
    pub text: &'a [u8],
    /// The text before the first "=".
    pub name: &'a [u8],
    /// The text after it; None without "=".
    pub value: Option<&'a [u8]>,
}

impl<'a> Pair<'a> {
    /// Splits the text between two "&" at its first "=".
    #[must_use]
    pub fn new(text: &'a [u8]) -> Pair<'a> {
        match memchr::memchr(b'=', text) {
            Some(at) => Pair { text, name: &text[..at], value: Some(&text[at + 1..]) },
            None => Pair { text, name: text, value: None },
        }
    }
}

/// The pairs of a query, in order. The empty query has none; `a&&b` has an empty one, except as a form.
pub fn pairs(query: &[u8], notation: Notation) -> impl Iterator<Item = Pair<'_>> {
    pieces(query).filter(move |(_, text)| is_pair(text, notation)).map(|(_, text)| Pair::new(text))
}

/// The texts between "&", with their start. The empty query has none.
pub(super) fn pieces(query: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut rest = (!query.is_empty()).then_some(0);
    std::iter::from_fn(move || {
        let start = rest?;
        let end = memchr::memchr(b'&', &query[start..]).map(|length| start + length);
        rest = end.map(|end| end + 1);
        Some((start, &query[start..end.unwrap_or(query.len())]))
    })
}

pub(super) fn is_pair(text: &[u8], notation: Notation) -> bool {
    notation == Notation::Plain || !text.is_empty()
}

/// The octets of a name or a value, decoded once. A "%" that begins no triplet is kept.
#[must_use]
pub fn data(written: &[u8], notation: Notation) -> Cow<'_, [u8]> {
    let spaced = match notation {
        Notation::Form if written.contains(&b'+') => {
            Cow::Owned(gathered(written.iter().map(|&byte| if byte == b'+' { b' ' } else { byte })))
        }
        _ => Cow::Borrowed(written),
    };
    match decode(&spaced, Malformed::Keep) {
        Ok(Some(octets)) => Cow::Owned(octets),
        Ok(None) | Err(_) => spaced,
    }
}

/// The text of a name or a value; None if "%" begins no triplet or the octets are not UTF-8. A form never fails: it
/// keeps such a "%", and replaces octets that are not UTF-8 by U+FFFD (URL Standard, 5.1).
#[must_use]
pub fn text(written: &[u8], notation: Notation) -> Option<Cow<'_, str>> {
    if notation == Notation::Form {
        return Some(match data(written, notation) {
            Cow::Borrowed(octets) => lossy(octets),
            Cow::Owned(octets) => {
                Cow::Owned(String::from_utf8(octets).unwrap_or_else(|error| lossy(error.as_bytes()).into_owned()))
            }
        });
    }
    match decode(written, Malformed::Refuse).ok()? {
        None => std::str::from_utf8(written).ok().map(Cow::Borrowed),
        Some(octets) => String::from_utf8(octets).ok().map(Cow::Owned),
    }
}

/// The texts of a pair, see [`text`]; a form's pair always has a value.
#[must_use]
pub fn texts<'a>(pair: &Pair<'a>, notation: Notation) -> Option<(Cow<'a, str>, Option<Cow<'a, str>>)> {
    let absent = (notation == Notation::Form).then_some(&b""[..]);
    let value = match pair.value.or(absent) {
        None => None,
        Some(value) => Some(text(value, notation)?),
    };
    Some((text(pair.name, notation)?, value))
}

/// Whether the decoded name of a pair equals `name`.
#[must_use]
pub fn has_name(pair: &Pair<'_>, name: &str, notation: Notation) -> bool {
    let plain = !pair.name.iter().any(|&byte| byte == b'%' || byte == b'+');
    if plain {
        pair.name == name.as_bytes()
    } else {
        text(pair.name, notation).is_some_and(|text| text == name)
    }
}

/// Whether nothing in a query is encoded.
pub(super) fn is_plain(query: &[u8], notation: Notation) -> bool {
    match notation {
        Notation::Plain => memchr::memchr(b'%', query).is_none(),
        Notation::Form => memchr::memchr2(b'%', b'+', query).is_none(),
    }
}

/// Whether a name or a value, as written, encodes this data. Few texts must be decoded for that: a shorter text cannot
/// encode the data, because decoding never makes a text longer, and a text of the same length has no triplet.
#[inline]
pub(super) fn encodes(written: &[u8], octets: &[u8], notation: Notation) -> bool {
    match (notation, written.len().cmp(&octets.len())) {
        (_, Ordering::Less) => false,
        (Notation::Plain, Ordering::Equal) => written == octets,
        _ => *data(written, notation) == *octets,
    }
}

/// The query with its pairs in the order of their decoded names; pairs of one name keep their order. None if a name or
/// a value cannot be decoded, see [`text`].
#[must_use]
pub fn sorted(query: &[u8], notation: Notation) -> Option<Vec<u8>> {
    let mut sorted = Vec::new();
    for pair in pairs(query, notation) {
        let (name, _) = texts(&pair, notation)?;
        sorted.put((name, pair.text));
    }
    // A stable sort would need a buffer. Their places keep the order of equal names.
    sorted.sort_unstable_by(|(one, a), (other, b)| one.cmp(other).then_with(|| a.as_ptr().cmp(&b.as_ptr())));
    let mut out = buffer(query.len());
    for (index, (_, text)) in sorted.iter().enumerate() {
        if index > 0 {
            out.put(b'&');
        }
        out.put_all(text);
    }
    Some(out)
}
