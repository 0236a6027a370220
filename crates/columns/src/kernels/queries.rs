//! Queries on columns: the value of a name, all pairs as lists, and edits of some pairs.

use std::borrow::Cow;

use arrow_array::{Array, ArrayRef};
use uriverse_core as core;
use uriverse_core::query::{self, Edit, Edited, Notation};
use uriverse_core::{ByteTable, Tables};

use crate::errors::ColumnError;
use crate::input::texts::Octets;
use crate::kernels::lists::{lists, Holds, Value};
use crate::kernels::rewrite::rewrite;
use crate::kernels::text_lists::text_lists;
use crate::output::answer::Outcome;
use crate::pieces::Threads;

/// The decoded value of the first pair of the query whose decoded name is `name`: null where the edition refuses the
/// text, where no pair has the name, where that pair has no "=", or where it cannot be decoded. A pair whose name cannot be
/// decoded has no name.
///
/// # Errors
/// As [`crate::input::texts::Texts::of`].
pub fn query_value(
    t: &Tables,
    array: &dyn Array,
    name: &str,
    notation: Notation,
    threads: Threads<'_>,
) -> Result<ArrayRef, ColumnError> {
    rewrite(array, Octets::Text, threads, |text| {
        let Some(written) = core::parse(t, text).and_then(|offsets| offsets.query()) else { return Outcome::Null };
        let start = written.start;
        let query = text.get(written).unwrap_or_default();
        let Some(pair) = query::pairs(query, notation).find(|pair| query::has_name(pair, name, notation)) else {
            return Outcome::Null;
        };
        match (pair.value, notation) {
            (None, Notation::Plain) => Outcome::Null,
            (None, Notation::Form) => Outcome::Part(0..0),
            (Some(value), _) => match query::text(value, notation) {
                None => Outcome::Null,
                Some(Cow::Borrowed(same)) => {
                    // A piece of the query: where it stands in it is how much of the query stands before its end.
                    let at = start + (value.as_ptr() as usize - query.as_ptr() as usize);
                    Outcome::Part(at..at + same.len())
                }
                Some(Cow::Owned(new)) => Outcome::New(new.into_bytes()),
            },
        }
    })
}

/// The pairs of each query, decoded: lists of a name and a value, which is null without "=". An empty list where there is
/// no query; null where the edition refuses the text, or a name or a value cannot be decoded.
///
/// # Errors
/// As [`crate::input::texts::Texts::of`].
pub fn query_pairs(t: &Tables, array: &dyn Array, notation: Notation) -> Result<ArrayRef, ColumnError> {
    let fields = [("name".to_owned(), Holds::Text), ("value".to_owned(), Holds::Text)];
    lists(array, &fields, |text, records| {
        let Some(offsets) = core::parse(t, text) else {
            records.refuse();
            return Ok(());
        };
        let query = offsets.query().and_then(|query| text.get(query)).unwrap_or_default();
        let decoded: Option<Vec<_>> = query::pairs(query, notation).map(|pair| query::texts(&pair, notation)).collect();
        let Some(decoded) = decoded else {
            records.refuse();
            return Ok(());
        };
        for (name, value) in decoded {
            records.push(0, Value::Text(&name));
            records.push(1, value.as_deref().map_or(Value::Null, Value::Text));
        }
        Ok(())
    })
}

/// The decoded names of the pairs of each query, in order. An empty list where there is no query; null where the edition
/// refuses the text, or a name cannot be decoded.
///
/// # Errors
/// As [`crate::input::texts::Texts::of`].
pub fn query_names(t: &Tables, array: &dyn Array, notation: Notation) -> Result<ArrayRef, ColumnError> {
    text_lists(array, |text, names| {
        let offsets = core::parse(t, text)?;
        let query = offsets.query().and_then(|query| text.get(query)).unwrap_or_default();
        for pair in query::pairs(query, notation) {
            names.push_new(query::text(pair.name, notation)?.as_bytes());
        }
        Some(())
    })
}

/// Each text with some pairs of its query changed; null where the edition refuses it, or has no query there. `keep` is
/// the set of octets that are not encoded.
///
/// # Errors
/// As [`crate::input::texts::Texts::of`].
pub fn with_pairs(
    t: &Tables,
    array: &dyn Array,
    edit: &Edit<'_>,
    keep: &ByteTable,
    threads: Threads<'_>,
) -> Result<ArrayRef, ColumnError> {
    rewrite(array, Octets::Text, threads, |text| {
        let Some(offsets) = core::parse(t, text) else { return Outcome::Null };
        let written = offsets.query().and_then(|query| text.get(query));
        let new = match edit.apply(written, keep) {
            Edited::Same => return Outcome::Same,
            Edited::Undefined => None,
            Edited::New(query) => Some(query),
        };
        query::edited(t, text, &offsets, new.as_deref()).map_or(Outcome::Null, |(text, _)| Outcome::New(text))
    })
}
