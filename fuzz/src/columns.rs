//! The law of columns: each kernel equals the single calls, row by row.
//!
//! What goes in: the texts of a batch. What comes out: the first row that differs. The texts go into a column as UTF-8
//! (with offsets, or as views) or as octets, in turn. A column decodes octets as UTF-8, so all of these have the same
//! rows; the tests of Python's border cover octets that are not UTF-8.

use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, BinaryArray, StringArray, StringViewArray};
use uriverse_columns::kernels::predicates::Other;
use uriverse_columns::kernels::resolve::targets;
use uriverse_columns::{parse, Threads, Want};
use uriverse_core::{Offsets, Options, Resolved, Tables};

use crate::engine::Engine;

const WANTS: [Want; 9] = [
    Want::Scheme,
    Want::Authority,
    Want::Userinfo,
    Want::Host,
    Want::PortText,
    Want::Path,
    Want::Params,
    Want::Query,
    Want::Fragment,
];

/// A row that differs: its text, and the result.
pub type Difference = (Vec<u8>, String);

/// The texts as a column: in one of three layouts, of which two accept only texts in UTF-8.
fn column<'a>(tables: &Tables, texts: &[&'a [u8]], layout: usize) -> (Vec<&'a [u8]>, ArrayRef) {
    let as_utf8 = |text: &&'a [u8]| std::str::from_utf8(text).ok();
    let utf8: Vec<&str> = texts.iter().filter_map(as_utf8).collect();
    let bytes = utf8.iter().map(|text| text.as_bytes()).collect();
    match layout % 3 {
        0 => (bytes, Arc::new(StringArray::from_iter_values(utf8))),
        1 => (bytes, Arc::new(StringViewArray::from_iter_values(utf8))),
        _ => {
            let texts: Vec<&[u8]> =
                texts.iter().copied().filter(|text| tables.is_ascii() || std::str::from_utf8(text).is_ok()).collect();
            let array = BinaryArray::from_iter_values(&texts);
            (texts, Arc::new(array))
        }
    }
}

/// Compares the kernels with the single calls on one batch.
///
/// # Errors
/// The first row that differs.
pub fn check<E: Engine>(
    engine: &E,
    tables: &Tables,
    texts: &[&[u8]],
    base: &[u8],
    layout: usize,
) -> Result<usize, Difference> {
    let (texts, array) = column(tables, texts, layout);
    let parsed: Vec<Option<Offsets>> = texts.iter().map(|text| engine.parse(tables, text)).collect();
    parse_is_the_single_call(tables, &texts, &parsed, &array)?;
    resolve_is_the_single_call(engine, tables, &texts, &array, base)?;
    Ok(texts.len())
}

fn whole(message: impl std::fmt::Display) -> Difference {
    (Vec::new(), message.to_string())
}

fn parse_is_the_single_call(
    tables: &Tables,
    texts: &[&[u8]],
    parsed: &[Option<Offsets>],
    array: &ArrayRef,
) -> Result<(), Difference> {
    let wants: Vec<Want> = WANTS.into_iter().chain([Want::Kind, Want::Valid, Want::ErrorAt]).collect();
    let found = parse(tables, array, &wants, Threads::new(1)).map_err(whole)?;
    let found = found.as_struct();
    let part = |index: usize, row: usize| {
        let column = found.column(index).as_string_view();
        (!column.is_null(row)).then(|| column.value(row))
    };
    let (valid, at) = (found.column(10).as_boolean(), found.column(11).as_primitive::<Int32Type>());
    for (row, (text, parsed)) in texts.iter().zip(parsed).enumerate() {
        for (index, want) in WANTS.into_iter().enumerate() {
            let range = parsed.and_then(|offsets| range_of(want, &offsets, text.len()));
            let expected = range.map(|range| String::from_utf8_lossy(&text[range]));
            if part(index, row) != expected.as_deref() {
                return Err((text.to_vec(), format!("{want:?} is {:?}, not {expected:?}", part(index, row))));
            }
        }
        if part(9, row) != parsed.map(|offsets| offsets.kind().as_str()) || valid.value(row) != parsed.is_some() {
            return Err((text.to_vec(), format!("kind {:?}, valid {}", part(9, row), valid.value(row))));
        }
        if at.is_null(row) != parsed.is_some() {
            return Err((text.to_vec(), format!("the error is at {:?}", (!at.is_null(row)).then(|| at.value(row)))));
        }
    }
    Ok(())
}

fn range_of(want: Want, offsets: &Offsets, len: usize) -> Option<std::ops::Range<usize>> {
    match want {
        Want::Scheme => offsets.scheme(),
        Want::Authority => offsets.authority(),
        Want::Userinfo => offsets.userinfo(),
        Want::Host => offsets.host(),
        Want::PortText => offsets.port(),
        Want::Path => Some(offsets.path()),
        Want::Params => offsets.params(len),
        Want::Query => offsets.query(),
        _ => offsets.fragment(len),
    }
}

fn resolve_is_the_single_call<E: Engine>(
    engine: &E,
    tables: &Tables,
    texts: &[&[u8]],
    array: &ArrayRef,
    base: &[u8],
) -> Result<(), Difference> {
    let found = targets(tables, array, Other::One(base), Options::default(), Threads::new(1)).map_err(whole)?;
    let found = found.as_string_view();
    for (row, text) in texts.iter().enumerate() {
        let found = (!found.is_null(row)).then(|| found.value(row).as_bytes());
        let single = engine.resolve(tables, base, text, Options::default());
        let same = match &single {
            Ok(Resolved::Target(target, _)) => found == Some(target),
            Ok(Resolved::SameDocument { .. }) | Err(_) => true,
        };
        if !same || single.is_err() && found.is_some() {
            return Err((text.to_vec(), format!("the target is {found:?}, by the single call {single:?}")));
        }
    }
    Ok(())
}
