//! Queries on columns: the value of a name, all pairs as lists, and edits of some pairs.

use std::borrow::Cow;

use arrow_array::{Array, ArrayRef};
use arrow_schema::DataType;
use uriverse_core as core;
use uriverse_core::query::{self, Edit, Notation, Rewritten};
use uriverse_core::{EncodeSet, Offsets, Tables};

use crate::errors::ColumnError;
use crate::input::texts::Octets;
use crate::kernels::find::{lists, FieldType, Value};
use crate::kernels::rewrite::rewrite_parsed;
use crate::output::answer::Outcome;
use crate::output::concat::concat;
use crate::pieces::{work_all, Threads, PIECE};
use crate::text_lists::text_lists;

/// The decoded value of the first pair of the query whose decoded name is `name`: null if the edition refuses the text,
/// if no pair has the name, if that pair has no "=", or if its value is undecodable. Pairs whose name cannot be decoded
/// are skipped.
///
/// # Errors
/// As [`crate::input::texts::Texts::read`].
pub fn query_value(
    tables: &Tables,
    array: &dyn Array,
    name: &str,
    notation: Notation,
    threads: Threads<'_>,
) -> Result<ArrayRef, ColumnError> {
    let parse = |text: &[u8], offsets: &mut Offsets| core::parse_into(tables, text, offsets);
    rewrite_parsed(array, Octets::Text, threads, tables, parse, |text, offsets| {
        let Some(written) = offsets.query() else { return Outcome::Null };
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
                    // The value is a slice of the query, so its address gives its position.
                    let at = start + (value.as_ptr() as usize - query.as_ptr() as usize);
                    Outcome::Part(at..at + same.len())
                }
                Some(Cow::Owned(new)) => Outcome::New(new.into_bytes()),
            },
        }
    })
}

/// The pairs of each query, decoded: lists of a name and a value, which is null without "=". An empty list without a
/// query; null if the edition refuses the text, or a name or a value cannot be decoded.
///
/// # Errors
/// As [`crate::input::texts::Texts::read`]; [`ColumnError::TooLong`].
pub fn query_pairs(
    tables: &Tables,
    array: &dyn Array,
    notation: Notation,
    threads: Threads<'_>,
) -> Result<ArrayRef, ColumnError> {
    // The values of a dictionary are split into pairs once each.
    let is_dictionary = matches!(array.data_type(), DataType::Dictionary(..));
    let rows = if threads.count() < 2 || is_dictionary { array.len().max(1) } else { PIECE };
    let starts: Vec<usize> = (0..array.len().max(1)).step_by(rows).collect();
    let pieces = starts.iter().enumerate().map(|(number, &start)| (number, start)).collect();
    let mut done: Vec<_> = work_all(pieces, threads, Vec::new, |done, (number, start)| {
        let piece = array.slice(start, rows.min(array.len() - start));
        done.push((number, pairs_of(tables, &piece, notation)));
    })
    .into_iter()
    .flatten()
    .collect();
    done.sort_by_key(|(number, _)| *number);
    let lists = done.into_iter().map(|(_, lists)| lists).collect::<Result<Vec<_>, _>>()?;
    let Some(first) = lists.first() else { return pairs_of(tables, &array.slice(0, 0), notation) };
    concat(first.data_type(), &lists).map_err(|_| ColumnError::TooLong)
}

fn pairs_of(tables: &Tables, array: &dyn Array, notation: Notation) -> Result<ArrayRef, ColumnError> {
    let fields = [("name".to_owned(), FieldType::Text), ("value".to_owned(), FieldType::Text)];
    lists(array, &fields, |text, records| {
        let Some(offsets) = core::parse(tables, text) else {
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

/// The decoded names of the pairs of each query, in order. A text without a query has an empty list. A row is null if
/// the edition refuses the text, or if a name cannot be decoded.
///
/// # Errors
/// As [`crate::input::texts::Texts::read`].
pub fn query_names(tables: &Tables, array: &dyn Array, notation: Notation) -> Result<ArrayRef, ColumnError> {
    text_lists(array, |text, names| {
        let offsets = core::parse(tables, text)?;
        let query = offsets.query().and_then(|query| text.get(query)).unwrap_or_default();
        for pair in query::pairs(query, notation) {
            names.push_new(query::text(pair.name, notation)?.as_bytes());
        }
        Some(())
    })
}

/// Each text with some pairs of its query changed; null if the edition refuses it, or does not allow a query in it.
/// `keep` is the set of characters that are not encoded.
///
/// # Errors
/// As [`crate::input::texts::Texts::read`].
pub fn with_pairs(
    tables: &Tables,
    array: &dyn Array,
    edit: &Edit<'_>,
    keep: &EncodeSet,
    threads: Threads<'_>,
) -> Result<ArrayRef, ColumnError> {
    let parse = |text: &[u8], offsets: &mut Offsets| core::parse_into(tables, text, offsets);
    rewrite_parsed(array, Octets::Text, threads, tables, parse, |text, offsets| {
        match edit.rewrite(tables, text, offsets, keep) {
            Rewritten::Same => Outcome::Same,
            Rewritten::New(text, _) => Outcome::New(text),
            Rewritten::Refused => Outcome::Null,
        }
    })
}
