//! A query cut into pairs, and what the octets of names and values stand for.

use std::borrow::Cow;
use std::cmp::Ordering;

use crate::percent::{decode, Malformed};

/// How octets stand for data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Notation {
    /// Percent-encoded, and nothing else: "+" is a plus sign, `a` and `a=` differ.
    Plain,
    /// `application/x-www-form-urlencoded` (URL Standard, 5.1): "+" is a space, `a` means `a=`, and nothing between two
    /// "&" is no pair.
    Form,
}

/// A pair as it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pair<'a> {
    /// What stands between two "&".
    pub text: &'a [u8],
    /// What stands before the first "=".
    pub name: &'a [u8],
    /// What stands after it; None if there is none.
    pub value: Option<&'a [u8]>,
}

impl<'a> Pair<'a> {
    /// Reads what stands between two "&" as a pair.
    #[must_use]
    pub fn new(text: &'a [u8]) -> Pair<'a> {
        match memchr::memchr(b'=', text) {
            Some(at) => Pair { text, name: &text[..at], value: Some(&text[at + 1..]) },
            None => Pair { text, name: text, value: None },
        }
    }
}

/// The pairs of a query, in order. The empty query has none; `a&&b` has an empty one, unless it is read as a form.
pub fn pairs(query: &[u8], notation: Notation) -> impl Iterator<Item = Pair<'_>> {
    pieces(query).filter(move |(_, text)| is_pair(text, notation)).map(|(_, text)| Pair::new(text))
}

/// What stands between two "&", and where it begins. The empty query has nothing.
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

/// The octets that a name or a value stands for, decoded once. "%" that begins no triplet stays.
#[must_use]
pub fn data(written: &[u8], notation: Notation) -> Cow<'_, [u8]> {
    let spaced = match notation {
        Notation::Form if written.contains(&b'+') => {
            Cow::Owned(written.iter().map(|&byte| if byte == b'+' { b' ' } else { byte }).collect())
        }
        _ => Cow::Borrowed(written),
    };
    match decode(&spaced, Malformed::Keep) {
        Ok(Some(octets)) => Cow::Owned(octets),
        Ok(None) | Err(_) => spaced,
    }
}

/// The text of a name or a value; None if "%" begins no triplet or the octets are not UTF-8. A form has neither fault:
/// "%" stays, and U+FFFD stands for octets that are not UTF-8 (URL Standard, 5.1).
#[must_use]
pub fn text(written: &[u8], notation: Notation) -> Option<Cow<'_, str>> {
    if notation == Notation::Form {
        return Some(match data(written, notation) {
            Cow::Borrowed(octets) => String::from_utf8_lossy(octets),
            Cow::Owned(octets) => Cow::Owned(String::from_utf8_lossy(&octets).into_owned()),
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

/// Whether the name of a pair has this text.
#[must_use]
pub fn has_name(pair: &Pair<'_>, name: &str, notation: Notation) -> bool {
    let plain = !pair.name.iter().any(|&byte| byte == b'%' || byte == b'+');
    if plain {
        pair.name == name.as_bytes()
    } else {
        text(pair.name, notation).is_some_and(|text| text == name)
    }
}

/// Whether each octet of a query stands for itself.
pub(super) fn is_plain(query: &[u8], notation: Notation) -> bool {
    match notation {
        Notation::Plain => memchr::memchr(b'%', query).is_none(),
        Notation::Form => memchr::memchr2(b'%', b'+', query).is_none(),
    }
}

/// Whether a written name or value stands for this data. Decoding never makes a text longer, and one of the same length
/// has no triplet in it, so few texts are decoded.
#[inline]
pub(super) fn stands_for(written: &[u8], octets: &[u8], notation: Notation) -> bool {
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
    let mut found = Vec::new();
    for pair in pairs(query, notation) {
        let (name, _) = texts(&pair, notation)?;
        found.push((name, pair.text));
    }
    found.sort_by(|(one, _), (other, _)| one.cmp(other));
    Some(found.iter().map(|(_, text)| *text).collect::<Vec<_>>().join(&b'&'))
}
