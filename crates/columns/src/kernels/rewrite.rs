//! Text to text: normalize, encode, decode.
//!
//! The result is a view of the input for an unchanged text; a new text is stored in the arena.

use arrow_array::{Array, ArrayRef};
use uriverse_core as core;
use uriverse_core::memory::lossy;
use uriverse_core::{bits, named_enum, EncodeSet, Malformed, Offsets, ParsedBlock, Tables};
use uriverse_hosts::iris::write_uri;

use crate::distinct::over_distinct;
use crate::errors::ColumnError;
use crate::input::texts::{Octets, Rows, Texts};
use crate::normalizer::Normalizer;
use crate::output::answer::Outcome;
use crate::output::arena::{all_buffers, Arena, Numbers};
use crate::output::builders::{pieces, Builder, BuilderType, Piece};
use crate::pieces::{work_all, Threads};

/// The normal form of each text, null where the edition refuses it.
///
/// # Errors
/// As [`Texts::read`].
pub fn normalize(normalizer: Normalizer<'_>, array: &dyn Array, threads: Threads<'_>) -> Result<ArrayRef, ColumnError> {
    rewrite(array, Octets::Text, threads, |text| normalizer.normalize(text))
}

/// Each text percent-encoded for a component that the table names, see [`core::encode_component`]. For a binary column,
/// no character beyond US-ASCII is kept.
///
/// # Errors
/// As [`Texts::read`].
pub fn encode(
    array: &dyn Array,
    tables: &Tables,
    component: &str,
    keep: &EncodeSet,
    keep_triplets: bool,
    threads: Threads<'_>,
) -> Result<ArrayRef, ColumnError> {
    let ascii_only = keep.ascii_only();
    over_distinct(array, Octets::Data, |texts| {
        let keep = if texts.is_text() { keep } else { &ascii_only };
        rows(texts, threads, |_, text| {
            core::encode_component(tables, component.as_bytes(), keep, text, keep_triplets)
                .map_or(Outcome::Same, Outcome::New)
        })
    })
}

named_enum! {
    /// What to do with octets that are not UTF-8 after decoding.
    pub enum BadOctets {
        /// The result is null.
        Refuse = "strict",
        /// Replace them by U+FFFD.
        Replace = "replace",
    }
}

/// Each text percent-decoded once, null if that fails.
///
/// # Errors
/// As [`Texts::read`].
pub fn decode(
    array: &dyn Array,
    malformed: Malformed,
    bad: BadOctets,
    threads: Threads<'_>,
) -> Result<ArrayRef, ColumnError> {
    let outcome = |_, text: &[u8], _: &mut Vec<u8>| match core::decode(text, malformed) {
        Err(_) => Outcome::Null,
        Ok(None) => Outcome::Same,
        Ok(Some(octets)) if bad == BadOctets::Replace => Outcome::New(lossy(&octets).into_owned().into_bytes()),
        Ok(Some(octets)) => Outcome::New(octets),
    };
    over_distinct(array, Octets::Text, |texts| rows_into(texts, threads, core::percent::without_percent, outcome))
}

/// Converts each text that a table accepts (without a table: all) by a function. A text that `stays` is not converted.
///
/// # Errors
/// As [`Texts::read`].
pub fn converted(
    array: &dyn Array,
    tables: Option<&Tables>,
    stays: fn(&[u8]) -> bool,
    convert: impl Fn(&[u8]) -> Option<Vec<u8>> + Sync,
    threads: Threads<'_>,
) -> Result<ArrayRef, ColumnError> {
    rewrite(array, Octets::Text, threads, |text| {
        if tables.is_some_and(|tables| core::parse(tables, text).is_none()) {
            return Outcome::Null;
        }
        if stays(text) {
            return Outcome::Same;
        }
        convert(text).map_or(Outcome::Null, Outcome::New)
    })
}

/// The URI to which each IRI maps, see [`write_uri`]; null if it maps to none. A text in US-ASCII is unchanged.
///
/// # Errors
/// As [`Texts::read`].
pub fn to_uri(
    tables: &Tables,
    array: &dyn Array,
    as_name: bool,
    threads: Threads<'_>,
) -> Result<ArrayRef, ColumnError> {
    rewrite_into(array, Octets::Text, threads, |iri, uri| {
        if iri.is_ascii() {
            return core::parse(tables, iri).map_or(Outcome::Null, |_| Outcome::Same);
        }
        write_uri(tables, iri, as_name, uri).map_or(Outcome::Null, |()| Outcome::Written)
    })
}

/// The reference that each text most likely means, see [`mend`](uriverse_text::mending::mend); null if there is no
/// single one.
///
/// # Errors
/// As [`Texts::read`].
pub fn mend(
    tables: &Tables,
    array: &dyn Array,
    scheme: Option<&str>,
    threads: Threads<'_>,
) -> Result<ArrayRef, ColumnError> {
    rewrite(array, Octets::Text, threads, |text| {
        match uriverse_text::mending::mend(tables, text, scheme.map(str::as_bytes), 0) {
            Err(_) => Outcome::Null,
            Ok(mended) if mended.count == 0 => Outcome::Same,
            Ok(mended) => Outcome::New(mended.text.into_owned()),
        }
    })
}

/// The outcome for each text; a dictionary's values are processed once each.
pub(crate) fn rewrite(
    array: &dyn Array,
    octets: Octets,
    threads: Threads<'_>,
    outcome: impl Fn(&[u8]) -> Outcome + Sync,
) -> Result<ArrayRef, ColumnError> {
    over_distinct(array, octets, |texts| rows(texts, threads, |_, text| outcome(text)))
}

/// As [`rewrite`], with a buffer for the outcome of a row; it is empty at the start of each row.
pub(crate) fn rewrite_into(
    array: &dyn Array,
    octets: Octets,
    threads: Threads<'_>,
    outcome: impl Fn(&[u8], &mut Vec<u8>) -> Outcome + Sync,
) -> Result<ArrayRef, ColumnError> {
    over_distinct(array, octets, |texts| rows_into(texts, threads, |_, _| 0, |_, text, written| outcome(text, written)))
}

pub(crate) fn rows(texts: &Texts, threads: Threads<'_>, outcome: impl Fn(usize, &[u8]) -> Outcome + Sync) -> ArrayRef {
    rows_into(texts, threads, |_, _| 0, |row, text, _| outcome(row, text))
}

/// The outcome for each text. `unchanged` returns a bit for each of up to 64 texts that is known to be unchanged.
fn rows_into(
    texts: &Texts,
    threads: Threads<'_>,
    unchanged: impl Fn(u64, &[&[u8]; 64]) -> u64 + Sync,
    outcome: impl Fn(usize, &[u8], &mut Vec<u8>) -> Outcome + Sync,
) -> ArrayRef {
    texts_of_pieces(texts, threads, Vec::new, |piece, arena, written| {
        let (part, mut block) = (&mut piece.parts[0], [&[][..]; 64]);
        for start in (0..piece.rows).step_by(64) {
            let (first, count) = (piece.first + start, (piece.rows - start).min(64));
            texts.write_texts(first, &mut block[..count]);
            let present = texts.present(first, count);
            let same = unchanged(present, &block);
            for row in bits(same).filter(|&row| texts.may_stay(block[row])) {
                part.set_view(start + row, Some(texts.view(first + row, 0, block[row].len())));
            }
            for row in bits(present & !same) {
                let (at, text) = (first + row, block[row]);
                written.clear();
                let outcome = outcome(at, text, written);
                part.set_view(start + row, view_of(outcome, texts, at, text, arena, written));
            }
        }
    })
}

/// The column of texts whose pieces `write` fills, null where it sets nothing. Each worker has an arena for new text
/// and a scratch value.
fn texts_of_pieces<S: Send>(
    texts: &Texts,
    threads: Threads<'_>,
    scratch: impl Fn() -> S + Sync,
    write: impl Fn(&mut Piece<'_>, &mut Arena<'_>, &mut S) + Sync,
) -> ArrayRef {
    let mut builders = [Builder::new(BuilderType::Text, texts.len())];
    let numbers = Numbers::after(texts.buffers().len());
    let workers = work_all(
        pieces(&mut builders, texts.len()),
        threads,
        || (Arena::new(&numbers), scratch()),
        |(arena, scratch), mut piece| write(&mut piece, arena, scratch),
    );
    let [builder] = builders;
    let arenas = workers.into_iter().map(|(arena, _)| arena).collect();
    builder.finish(&all_buffers(texts.buffers(), arenas))
}

/// The view of an outcome.
#[inline(always)]
fn view_of(
    outcome: Outcome,
    texts: &Texts,
    at: usize,
    text: &[u8],
    arena: &mut Arena<'_>,
    written: &[u8],
) -> Option<u128> {
    match outcome {
        Outcome::Null => None,
        Outcome::Same => texts.may_stay(text).then(|| texts.view(at, 0, text.len())),
        Outcome::Part(part) => Some(texts.view(at, part.start, part.len())),
        Outcome::New(new) => arena.push(&new),
        Outcome::Written => arena.push(written),
    }
}

/// The outcome for each text that `parse` accepts; null for all others. 64 rows are parsed together, those of the most
/// frequent shape by `tables` ([`ParsedBlock::parse_by`]). A dictionary's values are processed once each.
pub(crate) fn rewrite_parsed(
    array: &dyn Array,
    octets: Octets,
    threads: Threads<'_>,
    tables: &Tables,
    parse: impl Fn(&[u8], &mut Offsets) -> bool + Sync,
    outcome: impl Fn(&[u8], &Offsets) -> Outcome + Sync,
) -> Result<ArrayRef, ColumnError> {
    over_distinct(array, octets, |texts| {
        texts_of_pieces(texts, threads, ParsedBlock::new, |piece, arena, parsed| {
            let mut block = [&[][..]; 64];
            for start in (0..piece.rows).step_by(64) {
                let (first, count) = (piece.first + start, (piece.rows - start).min(64));
                texts.write_texts(first, &mut block[..count]);
                parsed.parse_by(tables, texts.present(first, count), &block, &parse);
                for (row, offsets) in parsed.web(&block).chain(parsed.others()) {
                    let outcome = outcome(block[row], &offsets);
                    let view = view_of(outcome, texts, first + row, block[row], arena, &[]);
                    piece.parts[0].set_view(start + row, view);
                }
            }
        })
    })
}
