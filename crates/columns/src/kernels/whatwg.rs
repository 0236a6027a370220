//! The URL Standard on columns: text to text.
//!
//! The fast path is a text that the parser leaves unchanged: the engine parses it, and the result is a view of the
//! input. For any other text the parser's steps run, and the result is new text. A refused text gives a null.

use std::borrow::Cow;

use arrow_array::{Array, ArrayRef};
use uriverse_core::memory::{filled, lossy};
use uriverse_core::{parse_fast_into, FastResolved, Offsets, Tables};
use uriverse_whatwg::errors::Silent;
use uriverse_whatwg::{domain, parse, serialized, web, Record};

use crate::errors::ColumnError;
use crate::input::texts::{Octets, Rows, Texts};
use crate::kernels::predicates::{pairwise, Other};
use crate::kernels::rewrite::{rewrite, rewrite_parsed, rows};
use crate::output::answer::Outcome;
use crate::pieces::Threads;

/// The URL of each text, serialized.
///
/// # Errors
/// As [`Texts::read`].
pub fn normalize(array: &dyn Array, threads: Threads<'_>) -> Result<ArrayRef, ColumnError> {
    rewrite(array, Octets::Data, threads, |text| {
        let mut offsets = Offsets::EMPTY;
        if serialized::parse_into(text, &mut offsets) {
            return Outcome::Same;
        }
        record(text, None).map_or(Outcome::Null, |record| Outcome::New(record.href.into_bytes()))
    })
}

/// The Web URL of each text; null if there is none. `tables` are those of RFC 3986.
///
/// # Errors
/// As [`Texts::read`].
pub fn web_url(tables: &Tables, array: &dyn Array, threads: Threads<'_>) -> Result<ArrayRef, ColumnError> {
    // A text that RFC 3986 refuses has no offsets, and is not unchanged.
    let parse = |text: &[u8], offsets: &mut Offsets| {
        parse_fast_into(tables, text, offsets) || {
            *offsets = Offsets::EMPTY;
            true
        }
    };
    rewrite_parsed(array, Octets::Data, threads, tables, parse, |text, offsets| {
        if web::is_unchanged(text, offsets) {
            return Outcome::Same;
        }
        match web::parse(&String::from_utf8_lossy(text), None) {
            Ok(url) if url.href.as_bytes() == text => Outcome::Same,
            Ok(url) => Outcome::New(url.href.into_bytes()),
            Err(_) => Outcome::Null,
        }
    })
}

/// Whether the URLs of both texts of each row are equal (URL Standard, section 4.6); null if either is refused.
///
/// # Errors
/// As [`Texts::read`]; [`ColumnError::Lengths`].
pub fn equivalent(a: &dyn Array, b: Other<'_>, threads: Threads<'_>) -> Result<ArrayRef, ColumnError> {
    pairwise(a, b, Octets::Data, threads, |a, b| Some(record(a, None)? == record(b, None)?))
}

/// Each name in ASCII: with all checks of UTS #46, or by the domain parser. Null on failure.
///
/// # Errors
/// As [`Texts::read`].
pub fn to_ascii(array: &dyn Array, is_checked: bool, threads: Threads<'_>) -> Result<ArrayRef, ColumnError> {
    names(array, threads, |name| in_ascii(name, is_checked))
}

/// Each name in Unicode, if it has a form in US-ASCII by [`to_ascii`]; null for the others.
///
/// # Errors
/// As [`Texts::read`].
pub fn to_unicode(array: &dyn Array, is_checked: bool, threads: Threads<'_>) -> Result<ArrayRef, ColumnError> {
    names(array, threads, |name| {
        Some(match in_ascii(name, is_checked)? {
            Cow::Borrowed(name) => domain::to_unicode(name),
            Cow::Owned(name) => Cow::Owned(domain::to_unicode(&name).into_owned()),
        })
    })
}

fn in_ascii(name: &str, is_checked: bool) -> Option<Cow<'_, str>> {
    if is_checked {
        domain::checked_name(name)
    } else {
        domain::parse(name, false, 0, &mut Silent).ok()
    }
}

fn names(
    array: &dyn Array,
    threads: Threads<'_>,
    convert: impl Fn(&str) -> Option<Cow<'_, str>> + Sync,
) -> Result<ArrayRef, ColumnError> {
    rewrite(array, Octets::Data, threads, |text| {
        let name = lossy(text);
        match convert(&name) {
            None => Outcome::Null,
            Some(found) if found == name => Outcome::Same,
            Some(found) => Outcome::New(found.into_owned().into_bytes()),
        }
    })
}

/// The URL of each reference against its base, serialized; null if the parser refuses either.
///
/// # Errors
/// As [`Texts::read`]; [`ColumnError::Lengths`].
pub fn resolve(references: &dyn Array, base: Other<'_>, threads: Threads<'_>) -> Result<ArrayRef, ColumnError> {
    match base {
        Other::One(base) => {
            let base = record(base, None);
            rewrite(references, Octets::Data, threads, |reference| {
                base.as_ref().map_or(Outcome::Null, |base| resolved(base, reference))
            })
        }
        Other::Column(bases) => {
            if references.len() != bases.len() {
                return Err(ColumnError::Lengths(references.len(), bases.len()));
            }
            let (references, bases) = (Texts::read(references, Octets::Data)?, Texts::read(bases, Octets::Data)?);
            Ok(rows(&references, threads, |row, reference| {
                if !bases.is_present(row) {
                    return Outcome::Null;
                }
                record(bases.text(row), None).map_or(Outcome::Null, |base| resolved(&base, reference))
            }))
        }
    }
}

/// The record of a text; None on failure. As in the Standard's decoder, octets that are not UTF-8 become U+FFFD.
fn record(text: &[u8], base: Option<&Record>) -> Option<Record> {
    parse(&lossy(text), base).ok()
}

/// The target of a reference at a base.
fn resolved(base: &Record, reference: &[u8]) -> Outcome {
    let href = base.href.as_bytes();
    let mut buffer = filled(0, href.len() + reference.len());
    match serialized::resolve_into(href, &base.offsets, reference, &mut buffer) {
        FastResolved::Reference(_) => Outcome::Same,
        FastResolved::Target(tail) => {
            buffer.truncate(tail.length);
            Outcome::New(buffer)
        }
        FastResolved::NotCovered => {
            record(reference, Some(base)).map_or(Outcome::Null, |record| Outcome::New(record.href.into_bytes()))
        }
    }
}
