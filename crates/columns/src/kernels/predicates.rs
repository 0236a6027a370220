//! Columns of booleans: validity by any rule, and equivalence.

use arrow_array::{Array, ArrayRef};
use uriverse_core as core;
use uriverse_core::{RuleId, Tables};

use crate::distinct::over_distinct;
use crate::errors::ColumnError;
use crate::input::texts::{Octets, Rows, Texts};
use crate::kernels::parse::validity;
use crate::normalizer::Normalizer;
use crate::output::builders::{pieces, Builder, BuilderType, Piece};
use crate::pieces::{work_all, Threads};

/// Whether the edition (or one rule of it) accepts each text.
///
/// An edition's readings accept exactly the texts that its start rule accepts (proved for every table). So without a
/// fast path, the start rule's automaton decides, for several rows in parallel.
///
/// # Errors
/// As [`Texts::read`].
pub fn is_valid(
    tables: &Tables,
    array: &dyn Array,
    rule: Option<RuleId>,
    threads: Threads<'_>,
) -> Result<ArrayRef, ColumnError> {
    let rule = match rule {
        None if tables.has_fast_path() => return validity(tables, array, threads),
        None => tables.judge(),
        Some(rule) => rule,
    };
    over_distinct(array, Octets::Text, |texts| {
        boolean_pieces(texts.len(), threads, |piece| {
            let present = (0..piece.rows).filter(|row| texts.is_present(piece.first + row));
            let rows = present.map(|row| (row, texts.text(piece.first + row)));
            core::accepts_each(tables, rule, rows, |row, accepted| piece.parts[0].set_bool(row, accepted));
        })
    })
}

/// Whether a predicate holds for each text. For a dictionary it is called once for each distinct value.
///
/// # Errors
/// As [`Texts::read`].
pub fn judged(
    array: &dyn Array,
    judge: impl Fn(&[u8]) -> bool + Sync,
    threads: Threads<'_>,
) -> Result<ArrayRef, ColumnError> {
    over_distinct(array, Octets::Text, |texts| {
        booleans(texts.len(), threads, |row| texts.is_present(row).then(|| judge(texts.text(row))))
    })
}

/// The second argument of a comparison, or the base of a resolution: one text for all rows, or one for each row.
#[derive(Clone, Copy)]
pub enum Other<'a> {
    /// One for all.
    One(&'a [u8]),
    /// A column of the same length.
    Column(&'a dyn Array),
}

/// Whether the two texts of each row have the same normal form; null if the edition refuses either.
///
/// # Errors
/// As [`Texts::read`]; [`ColumnError::Lengths`].
pub fn equivalent(
    normalizer: Normalizer<'_>,
    a: &dyn Array,
    b: Other<'_>,
    threads: Threads<'_>,
) -> Result<ArrayRef, ColumnError> {
    pairwise(a, b, Octets::Text, threads, |a, b| normalizer.equivalent(a, b))
}

/// The result of `holds` on the two texts of each row; null if either is null, or the result is None.
pub(crate) fn pairwise(
    a: &dyn Array,
    b: Other<'_>,
    octets: Octets,
    threads: Threads<'_>,
    holds: impl Fn(&[u8], &[u8]) -> Option<bool> + Sync,
) -> Result<ArrayRef, ColumnError> {
    match b {
        Other::One(b) => over_distinct(a, octets, |texts| {
            booleans(texts.len(), threads, |row| if texts.is_present(row) { holds(texts.text(row), b) } else { None })
        }),
        Other::Column(other) => {
            if a.len() != other.len() {
                return Err(ColumnError::Lengths(a.len(), other.len()));
            }
            let (a, b) = (Texts::read(a, octets)?, Texts::read(other, octets)?);
            Ok(booleans(a.len(), threads, |row| {
                if !a.is_present(row) || !b.is_present(row) {
                    return None;
                }
                holds(a.text(row), b.text(row))
            }))
        }
    }
}

/// The result of `truth` for each row; null for None.
pub(crate) fn booleans(rows: usize, threads: Threads<'_>, truth: impl Fn(usize) -> Option<bool> + Sync) -> ArrayRef {
    boolean_pieces(rows, threads, |piece| {
        for row in 0..piece.rows {
            if let Some(truth) = truth(piece.first + row) {
                piece.parts[0].set_bool(row, truth);
            }
        }
    })
}

/// The column of booleans whose pieces `write` fills, null where it sets nothing.
fn boolean_pieces(rows: usize, threads: Threads<'_>, write: impl Fn(&mut Piece<'_>) + Sync) -> ArrayRef {
    let mut builders = [Builder::new(BuilderType::Bool, rows)];
    work_all(pieces(&mut builders, rows), threads, || (), |(), mut piece| write(&mut piece));
    let [builder] = builders;
    builder.finish(&[])
}
