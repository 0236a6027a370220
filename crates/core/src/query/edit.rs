//! Edits of the pairs of a query, and writing the edited query.

use std::borrow::Cow;
use std::ops::Range;

use super::pairs::{encodes, is_pair, is_plain, pieces, Notation, Pair};
use super::selectors::{Candidate, Selector, Selectors};
use crate::bytes::ByteTable;
use crate::memory::{buffer, Grow};
use crate::offsets::Offsets;
use crate::parse::parse;
use crate::percent::{push_encoded, EncodeSet};
use crate::table::Tables;

/// Appends data, encoded as a name or a value. In a plain query the characters of `keep` are not encoded.
pub(super) fn push_data(octets: &[u8], notation: Notation, keep: &EncodeSet, out: &mut Vec<u8>) {
    match notation {
        Notation::Plain => keep.push_encoded(octets, out),
        Notation::Form => {
            for part in octets.split_inclusive(|&octet| octet == b' ') {
                let (part, space) = part.strip_suffix(b" ").map_or((part, false), |part| (part, true));
                push_encoded(part, &FORM, out);
                if space {
                    out.put(b'+');
                }
            }
        }
    }
}

/// The octets that a form keeps: the complement of the "application/x-www-form-urlencoded percent-encode set" (URL
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

/// A value; None for a pair without "=".
pub type Value<'a> = Option<Cow<'a, [u8]>>;

/// A name and its value, decoded.
pub type Data<'a> = (Cow<'a, [u8]>, Value<'a>);

/// An edit of the pairs of a query.
#[derive(Clone, Debug)]
pub struct Edit<'a> {
    notation: Notation,
    remove: Selectors<'a>,
    set: Selectors<'a>,
    /// The values of each selector of `set`.
    values: Vec<Vec<Value<'a>>>,
    add: Vec<Data<'a>>,
}

/// The result of an edit of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Edited {
    /// The query does not change.
    Same,
    /// All pairs were removed, and the "?" with them.
    Undefined,
    /// Another query.
    New(Vec<u8>),
}

/// The result of an edit of a text's query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rewritten {
    /// The text does not change.
    Same,
    /// Another text, and its offsets.
    New(Vec<u8>, Offsets),
    /// The edition refuses the new text, or parses another query from it.
    Refused,
}

impl<'a> Edit<'a> {
    /// Pairs are removed first, then set, then added.
    ///
    /// - `remove`: the pairs to remove.
    /// - `set`: a name assigns its values, one by one, to the pairs of that name. Excess pairs are removed, and excess
    ///   values are added at the end. A glob, or places, assign the first value to every pair that they select.
    /// - `add`: the pairs to append.
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

    /// The query after the edit. `keep` is the set of characters that a value of a plain query keeps.
    #[must_use]
    pub fn apply(&self, query: Option<&[u8]>, keep: &EncodeSet) -> Edited {
        let written = query.unwrap_or_default();
        let (pairs, text) = self.write(written, buffer(written.len() + 64), keep);
        match query {
            _ if pairs == 0 && !written.is_empty() => Edited::Undefined,
            None if pairs == 0 => Edited::Same,
            Some(query) if query == text => Edited::Same,
            _ => Edited::New(text),
        }
    }

    /// Edits the query of a text that was parsed to these offsets: as [`Edit::apply`], but without a copy of the query,
    /// and with the parse of the new text.
    #[must_use]
    pub fn rewrite(&self, tables: &Tables, text: &[u8], offsets: &Offsets, keep: &EncodeSet) -> Rewritten {
        let after = offsets.fragment(text.len()).map_or(text.len(), |fragment| fragment.start - 1);
        let query = offsets.query().and_then(|query| text.get(query));
        if self.changes_nothing(query.unwrap_or_default()) {
            return Rewritten::Same;
        }
        let start = offsets.query().map_or(after, |query| query.start - 1);
        let mut out = buffer(text.len() + 64);
        out.put_all(&text[..start]);
        out.put(b'?');
        let (pairs, mut out) = self.write(query.unwrap_or_default(), out, keep);
        let is_undefined = pairs == 0 && query.is_none_or(|query| !query.is_empty());
        let new = start + 1..out.len();
        if query.map_or(is_undefined, |query| query == &out[new.clone()] && !is_undefined) {
            return Rewritten::Same;
        }
        if is_undefined {
            out.truncate(start);
        }
        out.put_all(&text[after..]);
        match parse(tables, &out) {
            Some(read) if read.query() == (!is_undefined).then_some(new) => Rewritten::New(out, read),
            _ => Rewritten::Refused,
        }
    }

    /// Whether the edit only removes pairs, and this query has no such pair.
    fn changes_nothing(&self, written: &[u8]) -> bool {
        if !self.set.all.is_empty() || !self.add.is_empty() {
            return false;
        }
        let plain = is_plain(written, self.notation);
        !pieces(written).enumerate().any(|(place, (_, text))| {
            let candidate = Candidate { text, place, plain, notation: self.notation };
            is_pair(text, self.notation) && self.remove.first(candidate).is_some()
        })
    }

    /// Appends the edited query to `text`; returns its number of pairs, and the text.
    fn write(&self, written: &[u8], text: Vec<u8>, keep: &EncodeSet) -> (usize, Vec<u8>) {
        let mut out = Out::new(written, text, self.notation, keep);
        let plain = is_plain(written, self.notation);
        // For each entry of `set`, how many of its values are used.
        let mut used = vec![0; self.values.len()];
        for (place, (start, text)) in pieces(written).enumerate() {
            let range = start..start + text.len();
            if !is_pair(text, self.notation) {
                out.keep(range);
                continue;
            }
            let candidate = Candidate { text, place, plain, notation: self.notation };
            if self.remove.first(candidate).is_some() {
                continue;
            }
            let Some(entry) = self.set.first(candidate) else {
                out.keep(range);
                continue;
            };
            let number = if self.is_name(entry) { used[entry] } else { 0 };
            used[entry] += 1;
            if let Some(value) = self.values[entry].get(number) {
                out.set(range, &Pair::new(text), value.as_deref());
            }
        }
        for (entry, selector) in self.set.all.iter().enumerate() {
            if let Selector::Name(name) = selector {
                self.values[entry].iter().skip(used[entry]).for_each(|value| out.add(name, value.as_deref()));
            }
        }
        self.add.iter().for_each(|(name, value)| out.add(name, value.as_deref()));
        out.finish()
    }

    fn is_name(&self, entry: usize) -> bool {
        matches!(self.set.all.get(entry), Some(Selector::Name(_)))
    }
}

/// A query of pairs, joined by `separator`; see [`Edit`] for the encoding.
#[must_use]
pub fn compose(pairs: &[Data<'_>], separator: &[u8], notation: Notation, keep: &EncodeSet) -> Vec<u8> {
    let mut out = Vec::new();
    for (place, (name, value)) in pairs.iter().enumerate() {
        if place > 0 {
            out.put_all(separator);
        }
        push_data(name, notation, keep, &mut out);
        if let Some(value) = value {
            out.put(b'=');
            push_data(value, notation, keep, &mut out);
        }
    }
    out
}

/// An edited query under construction. Adjacent pairs that stay are copied together.
struct Out<'a> {
    source: &'a [u8],
    text: Vec<u8>,
    pairs: usize,
    /// The pending part of the source: pairs and the "&" between them.
    kept: Range<usize>,
    notation: Notation,
    keep: &'a EncodeSet,
}

impl<'a> Out<'a> {
    fn new(source: &'a [u8], text: Vec<u8>, notation: Notation, keep: &'a EncodeSet) -> Out<'a> {
        Out { source, text, pairs: 0, kept: 0..0, notation, keep }
    }

    /// Appends an unchanged pair.
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
        self.text.put_all(&self.source[self.kept.clone()]);
        self.kept = 0..0;
    }

    fn begin(&mut self) {
        self.copy_kept();
        if self.pairs > 0 {
            self.text.put(b'&');
        }
        self.pairs += 1;
    }

    /// Appends a pair with another value, and the spelling of its name.
    fn set(&mut self, range: Range<usize>, pair: &Pair<'_>, value: Option<&[u8]>) {
        let is_unchanged = match (pair.value, value) {
            (Some(written), Some(value)) => encodes(written, value, self.notation),
            (None, None) => true,
            (None, Some(value)) => self.notation == Notation::Form && value.is_empty(),
            (Some(_), None) => false,
        };
        if is_unchanged {
            return self.keep(range);
        }
        self.begin();
        self.text.put_all(pair.name);
        self.push_value(value);
    }

    fn add(&mut self, name: &[u8], value: Option<&[u8]>) {
        self.begin();
        push_data(name, self.notation, self.keep, &mut self.text);
        self.push_value(value);
    }

    fn push_value(&mut self, value: Option<&[u8]>) {
        if let Some(value) = value {
            self.text.put(b'=');
            push_data(value, self.notation, self.keep, &mut self.text);
        }
    }

    /// The number of pairs, and the query.
    fn finish(mut self) -> (usize, Vec<u8>) {
        self.copy_kept();
        (self.pairs, self.text)
    }
}
