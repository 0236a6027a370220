//! Queries as pairs: names and values joined by "&", and edits that leave every other pair as it is written.
//!
//! No document of the URI syntax defines the convention; RFC 3986, 3.4, mentions it, and the URL Standard, 5, has the form
//! of it that HTML forms send. What goes in: the octets of a query. What comes out: its pairs as they are written, or
//! the octets of the edited query. With `set k=9, remove utm_*`, pair by pair:
//!
//! ```text
//!   a=%41 & k=1 & b & utm_id=7        a=%41 & k=9 & b
//!   keep    set   keep  remove
//! ```
//!
//! Why an edit changes nothing else: each pair that is not named is copied with its octets, and the pairs stay in their
//! order. A pair that is set keeps the spelling of its name; it keeps the whole spelling if it has the value already.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::ops::Range;

use crate::bytes::{begins_a_character, ByteTable};
use crate::offsets::Offsets;
use crate::parse::parse;
use crate::percent::{decode, encode, Malformed};
use crate::table::Tables;

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
fn pieces(query: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut rest = (!query.is_empty()).then_some(0);
    std::iter::from_fn(move || {
        let start = rest?;
        let end = memchr::memchr(b'&', &query[start..]).map(|length| start + length);
        rest = end.map(|end| end + 1);
        Some((start, &query[start..end.unwrap_or(query.len())]))
    })
}

fn is_pair(text: &[u8], notation: Notation) -> bool {
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

/// The text of a name or a value; None if "%" begins no triplet or the octets are not UTF-8. A form has neither fault: "%"
/// stays, and U+FFFD stands for octets that are not UTF-8 (URL Standard, 5.1).
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

/// Appends data as a name or a value. `keep` is the set of octets that stay in a plain query.
fn push_data(octets: &[u8], notation: Notation, keep: &ByteTable, out: &mut Vec<u8>) {
    match notation {
        Notation::Plain => match encode(octets, keep, false) {
            None => out.extend_from_slice(octets),
            Some(encoded) => out.extend_from_slice(&encoded),
        },
        Notation::Form => {
            for part in octets.split_inclusive(|&octet| octet == b' ') {
                let (part, space) = part.strip_suffix(b" ").map_or((part, false), |part| (part, true));
                match encode(part, &FORM, false) {
                    None => out.extend_from_slice(part),
                    Some(encoded) => out.extend_from_slice(&encoded),
                }
                if space {
                    out.push(b'+');
                }
            }
        }
    }
}

/// What a form does not encode: the complement of the "application/x-www-form-urlencoded percent-encode set" (URL
/// Standard, 1.3): letters, digits, "*", "-", "." and "_".
static FORM: ByteTable = {
    let mut kept = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        let octet = byte as u8;
        kept[byte] = octet.is_ascii_alphanumeric() || matches!(octet, b'*' | b'-' | b'.' | b'_');
        byte += 1;
    }
    ByteTable::new(kept)
};

/// Whether a pattern describes the whole text: "*" stands for any characters, "?" for one, all others for themselves.
///
/// It goes back to the last "*" alone, which is enough, so the time is the product of both lengths at most.
#[must_use]
pub fn glob(pattern: &[u8], text: &[u8]) -> bool {
    let (mut p, mut t) = (0, 0);
    // Where the last "*" stands, and where the text that it covers ends.
    let mut star: Option<(usize, usize)> = None;
    while t < text.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, t));
                p += 1;
            }
            Some(b'?') => {
                p += 1;
                t = next_character(text, t);
            }
            Some(&byte) if byte == text[t] => {
                p += 1;
                t += 1;
            }
            _ => match star {
                None => return false,
                Some((place, end)) => {
                    let end = next_character(text, end);
                    star = Some((place, end));
                    (p, t) = (place + 1, end);
                }
            },
        }
    }
    pattern[p..].iter().all(|&byte| byte == b'*')
}

fn next_character(text: &[u8], at: usize) -> usize {
    let following = text[at + 1..].iter().take_while(|&&byte| !begins_a_character(byte)).count();
    at + 1 + following
}

/// Which pairs are meant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Selector<'a> {
    /// Those whose decoded name is this.
    Name(Cow<'a, [u8]>),
    /// Those whose decoded name the pattern describes, see [`glob`].
    Glob(Cow<'a, [u8]>),
    /// Those at the places that are true; places count what stands between two "&".
    Places(Vec<bool>),
}

/// A pair where it stands: its text, its number, and whether the whole query is written without encoding.
#[derive(Clone, Copy)]
struct Candidate<'a> {
    text: &'a [u8],
    place: usize,
    plain: bool,
    notation: Notation,
}

impl Selector<'_> {
    #[inline]
    fn selects(&self, of: Candidate<'_>) -> bool {
        match self {
            // `key5=x` has the name `key5`: no look for the "=" of the pairs that have another name.
            Selector::Name(name) if of.plain => {
                of.text.strip_prefix(&**name).is_some_and(|rest| matches!(rest.first(), None | Some(b'=')))
                    && !name.contains(&b'=')
            }
            Selector::Name(name) => stands_for(Pair::new(of.text).name, name, of.notation),
            Selector::Glob(pattern) => glob(pattern, &data(Pair::new(of.text).name, of.notation)),
            Selector::Places(places) => places.get(of.place).copied().unwrap_or(false),
        }
    }
}

/// Whether each octet of a query stands for itself.
fn is_plain(query: &[u8], notation: Notation) -> bool {
    match notation {
        Notation::Plain => memchr::memchr(b'%', query).is_none(),
        Notation::Form => memchr::memchr2(b'%', b'+', query).is_none(),
    }
}

/// Whether a written name or value stands for this data. Decoding never makes a text longer, and one of the same length
/// has no triplet in it, so few texts are decoded.
#[inline]
fn stands_for(written: &[u8], octets: &[u8], notation: Notation) -> bool {
    match (notation, written.len().cmp(&octets.len())) {
        (_, Ordering::Less) => false,
        (Notation::Plain, Ordering::Equal) => written == octets,
        _ => *data(written, notation) == *octets,
    }
}

/// From so many selectors on, names are looked up instead of compared one by one.
const FEW: usize = 8;

/// Selectors in order: the first one that selects a pair counts.
#[derive(Clone, Debug, Default)]
struct Selectors<'a> {
    all: Vec<Selector<'a>>,
    /// Where each name stands first, if there are many.
    names: HashMap<Vec<u8>, usize>,
    /// Where the others stand.
    others: Vec<usize>,
}

impl<'a> Selectors<'a> {
    fn new(all: Vec<Selector<'a>>) -> Selectors<'a> {
        let (mut names, mut others) = (HashMap::new(), Vec::new());
        if all.len() > FEW {
            for (index, selector) in all.iter().enumerate() {
                match selector {
                    Selector::Name(name) => {
                        names.entry(name.to_vec()).or_insert(index);
                    }
                    _ => others.push(index),
                }
            }
        }
        Selectors { all, names, others }
    }

    #[inline]
    fn first(&self, of: Candidate<'_>) -> Option<usize> {
        if self.all.is_empty() {
            return None;
        }
        if self.all.len() <= FEW {
            return self.all.iter().position(|selector| selector.selects(of));
        }
        let named = self.names.get(&*data(Pair::new(of.text).name, of.notation)).copied();
        let other = self.others.iter().copied().find(|&index| self.all[index].selects(of));
        match (named, other) {
            (Some(named), Some(other)) => Some(named.min(other)),
            (named, other) => named.or(other),
        }
    }
}

/// A value: None is a pair without "=".
pub type Value<'a> = Option<Cow<'a, [u8]>>;

/// A name and its value, as data.
pub type Data<'a> = (Cow<'a, [u8]>, Value<'a>);

/// What becomes of the pairs of a query.
#[derive(Clone, Debug)]
pub struct Edit<'a> {
    notation: Notation,
    remove: Selectors<'a>,
    set: Selectors<'a>,
    /// The values of each selector of `set`.
    values: Vec<Vec<Value<'a>>>,
    add: Vec<Data<'a>>,
}

/// What an edit makes of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edited {
    /// It stays as it is.
    Same,
    /// It lost all its pairs, and with them its "?".
    Undefined,
    /// Another query.
    New(Vec<u8>),
}

impl<'a> Edit<'a> {
    /// Pairs are removed first, then set, then added.
    ///
    /// - `remove`: the pairs that go.
    /// - `set`: a name gives its values, one by one, to the pairs of that name; pairs beyond the values go, and values
    ///   beyond the pairs are added at the end. A glob, or places, give the first value to every pair that they select.
    /// - `add`: the pairs that are added at the end.
    #[must_use]
    pub fn new(
        notation: Notation,
        remove: Vec<Selector<'a>>,
        set: Vec<(Selector<'a>, Vec<Value<'a>>)>,
        add: Vec<Data<'a>>,
    ) -> Edit<'a> {
        let (selectors, values) = set.into_iter().unzip();
        Edit { notation, remove: Selectors::new(remove), set: Selectors::new(selectors), values, add }
    }

    /// The query after the edit. `keep` is the set of octets that are not encoded in a value of a plain query.
    #[must_use]
    pub fn apply(&self, query: Option<&[u8]>, keep: &ByteTable) -> Edited {
        let written = query.unwrap_or_default();
        let mut out = Out::new(written, self.notation, keep);
        let plain = is_plain(written, self.notation);
        // How many values of each entry of `set` have been given.
        let mut given = vec![0; self.values.len()];
        for (place, (start, text)) in pieces(written).enumerate() {
            let range = start..start + text.len();
            if !is_pair(text, self.notation) {
                out.keep(range);
                continue;
            }
            let of = Candidate { text, place, plain, notation: self.notation };
            if self.remove.first(of).is_some() {
                continue;
            }
            let Some(entry) = self.set.first(of) else {
                out.keep(range);
                continue;
            };
            let number = if self.is_name(entry) { given[entry] } else { 0 };
            given[entry] += 1;
            if let Some(value) = self.values[entry].get(number) {
                out.set(range, &Pair::new(text), value.as_deref());
            }
        }
        for (entry, selector) in self.set.all.iter().enumerate() {
            if let Selector::Name(name) = selector {
                self.values[entry].iter().skip(given[entry]).for_each(|value| out.add(name, value.as_deref()));
            }
        }
        self.add.iter().for_each(|(name, value)| out.add(name, value.as_deref()));
        let (pairs, text) = out.finish();
        match query {
            _ if pairs == 0 && !written.is_empty() => Edited::Undefined,
            None if pairs == 0 => Edited::Same,
            Some(query) if query == text => Edited::Same,
            _ => Edited::New(text),
        }
    }

    fn is_name(&self, entry: usize) -> bool {
        matches!(self.set.all.get(entry), Some(Selector::Name(_)))
    }
}

/// A query of pairs, with a separator of your own; see [`Edit`] for the encoding.
#[must_use]
pub fn compose(pairs: &[Data<'_>], separator: &[u8], notation: Notation, keep: &ByteTable) -> Vec<u8> {
    let mut out = Vec::new();
    for (place, (name, value)) in pairs.iter().enumerate() {
        if place > 0 {
            out.extend_from_slice(separator);
        }
        push_data(name, notation, keep, &mut out);
        if let Some(value) = value {
            out.push(b'=');
            push_data(value, notation, keep, &mut out);
        }
    }
    out
}

/// A text of these offsets with another query, or without one, and its own offsets; None if the edition refuses it or
/// reads another query in it.
#[must_use]
pub fn edited(t: &Tables, text: &[u8], o: &Offsets, query: Option<&[u8]>) -> Option<(Vec<u8>, Offsets)> {
    let after = o.fragment(text.len()).map_or(text.len(), |fragment| fragment.start - 1);
    let before = o.query().map_or(after, |query| query.start - 1);
    let mut out = Vec::with_capacity(text.len() + query.map_or(0, <[u8]>::len) + 1);
    out.extend_from_slice(&text[..before]);
    if let Some(query) = query {
        out.push(b'?');
        out.extend_from_slice(query);
    }
    out.extend_from_slice(&text[after..]);
    let read = parse(t, &out)?;
    (read.query() == query.map(|query| before + 1..before + 1 + query.len())).then_some((out, read))
}

/// An edited query while it is written. Pairs that stay and stand side by side are copied together.
struct Out<'a> {
    source: &'a [u8],
    text: Vec<u8>,
    pairs: usize,
    /// What is still to be copied from the source: pairs and the "&" between them.
    kept: Range<usize>,
    notation: Notation,
    keep: &'a ByteTable,
}

impl<'a> Out<'a> {
    fn new(source: &'a [u8], notation: Notation, keep: &'a ByteTable) -> Out<'a> {
        Out { source, text: Vec::with_capacity(source.len() + 64), pairs: 0, kept: 0..0, notation, keep }
    }

    /// A pair that stays.
    fn keep(&mut self, range: Range<usize>) {
        if self.pairs > 0 && self.kept.end + 1 == range.start && !self.kept.is_empty() {
            self.kept.end = range.end;
            self.pairs += 1;
        } else {
            self.begin();
            self.kept = range;
        }
    }

    fn copy_kept(&mut self) {
        self.text.extend_from_slice(&self.source[self.kept.clone()]);
        self.kept = 0..0;
    }

    fn begin(&mut self) {
        self.copy_kept();
        if self.pairs > 0 {
            self.text.push(b'&');
        }
        self.pairs += 1;
    }

    /// A pair with another value, and the spelling of its name.
    fn set(&mut self, range: Range<usize>, pair: &Pair<'_>, value: Option<&[u8]>) {
        let same = match (pair.value, value) {
            (Some(written), Some(value)) => stands_for(written, value, self.notation),
            (None, None) => true,
            (None, Some(value)) => self.notation == Notation::Form && value.is_empty(),
            (Some(_), None) => false,
        };
        if same {
            return self.keep(range);
        }
        self.begin();
        self.text.extend_from_slice(pair.name);
        self.push_value(value);
    }

    fn add(&mut self, name: &[u8], value: Option<&[u8]>) {
        self.begin();
        push_data(name, self.notation, self.keep, &mut self.text);
        self.push_value(value);
    }

    fn push_value(&mut self, value: Option<&[u8]>) {
        if let Some(value) = value {
            self.text.push(b'=');
            push_data(value, self.notation, self.keep, &mut self.text);
        }
    }

    /// How many pairs there are, and the query.
    fn finish(mut self) -> (usize, Vec<u8>) {
        self.copy_kept();
        (self.pairs, self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::ByteSet;

    fn name(text: &str) -> Selector<'_> {
        Selector::Name(text.as_bytes().into())
    }

    fn value(text: &str) -> Value<'_> {
        Some(text.as_bytes().into())
    }

    fn edited(query: Option<&str>, edit: &Edit<'_>) -> Option<String> {
        let mut letters = ByteSet::of(b"-._~");
        (0..=u8::MAX).filter(u8::is_ascii_alphanumeric).for_each(|byte| letters.insert(byte));
        match edit.apply(query.map(str::as_bytes), &letters.table()) {
            Edited::Same => query.map(str::to_owned),
            Edited::Undefined => None,
            Edited::New(text) => Some(String::from_utf8(text).expect("it is ASCII")),
        }
    }

    fn set(notation: Notation, names: &[(&'static str, &[&'static str])]) -> Edit<'static> {
        let entry = |&(key, values): &(&'static str, &[&'static str])| {
            (name(key), values.iter().map(|text| value(text)).collect())
        };
        Edit::new(notation, vec![], names.iter().map(entry).collect(), vec![])
    }

    #[test]
    fn pairs_that_are_not_named_keep_their_octets() {
        let edit = set(Notation::Plain, &[("k", &["a&b"])]);
        assert_eq!(edited(Some("a=%41&%6b=1&b&&=c&k=2&"), &edit).as_deref(), Some("a=%41&%6b=a%26b&b&&=c&"));
        assert_eq!(edited(Some("a"), &edit).as_deref(), Some("a&k=a%26b"));
        assert_eq!(edited(Some(""), &edit).as_deref(), Some("k=a%26b"));
        assert_eq!(edited(None, &edit).as_deref(), Some("k=a%26b"));
    }

    #[test]
    fn what_has_the_value_keeps_its_spelling() {
        assert_eq!(edited(Some("k=%41"), &set(Notation::Plain, &[("k", &["A"])])).as_deref(), Some("k=%41"));
        assert_eq!(edited(Some("k=a%20b"), &set(Notation::Form, &[("k", &["a b"])])).as_deref(), Some("k=a%20b"));
        assert_eq!(edited(Some("k=1"), &set(Notation::Form, &[("k", &["a b~*"])])).as_deref(), Some("k=a+b%7E*"));
        assert_eq!(edited(Some("k"), &set(Notation::Form, &[("k", &[""])])).as_deref(), Some("k"));
        assert_eq!(edited(Some("k"), &set(Notation::Plain, &[("k", &[""])])).as_deref(), Some("k="));
    }

    #[test]
    fn values_are_given_one_by_one() {
        let edit = set(Notation::Plain, &[("k", &["1", "2"])]);
        assert_eq!(edited(Some("k=0&a&k=0&k=0"), &edit).as_deref(), Some("k=1&a&k=2"));
        assert_eq!(edited(Some("k=0&a"), &edit).as_deref(), Some("k=1&a&k=2"));
        assert_eq!(edited(Some("k=0&k"), &set(Notation::Plain, &[("k", &[])])), None);
    }

    #[test]
    fn a_query_without_pairs_is_undefined() {
        let edit = Edit::new(Notation::Plain, vec![Selector::Glob(b"u*".as_slice().into())], vec![], vec![]);
        assert_eq!(edited(Some("u=1&utm_id"), &edit), None);
        assert_eq!(edited(Some(""), &edit).as_deref(), Some(""));
        assert_eq!(edited(Some("a&u&b"), &edit).as_deref(), Some("a&b"));
    }

    #[test]
    fn many_names_are_looked_up_in_the_same_order() {
        let names: Vec<String> = (0..40).map(|number| format!("n{number}")).collect();
        let few: Vec<Selector<'_>> = names.iter().map(|each| name(each)).collect();
        let mut all = few.clone();
        all.insert(20, Selector::Glob(b"n3*".as_slice().into()));
        let selectors = Selectors::new(all.clone());
        for text in ["n0", "n3", "n30", "n39", "%6e39", "x"] {
            let of = Candidate { text: text.as_bytes(), place: 0, plain: false, notation: Notation::Plain };
            let slow = all.iter().position(|selector| selector.selects(of));
            assert_eq!(selectors.first(of), slow, "{text}");
        }
    }

    #[test]
    fn globs() {
        for (pattern, text, matches) in [
            ("", "", true),
            ("*", "", true),
            ("?", "", false),
            ("?", "é", true),
            ("a*b*c", "a-b-b-c", true),
            ("a*b*c", "a-b-b", false),
            ("[a]", "[a]", true),
            ("[a]", "a", false),
            ("*é", "xé", true),
            ("**a", "a", true),
            ("a", "ab", false),
        ] {
            assert_eq!(glob(pattern.as_bytes(), text.as_bytes()), matches, "{pattern} {text}");
        }
    }
}
