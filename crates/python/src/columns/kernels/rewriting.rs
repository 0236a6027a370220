//! Text to text: normal forms, conversions, percent-encoding, relative references.

use pyo3::prelude::*;
use uriverse_columns::kernels::normalizer::{Normalizer, Schemes};
use uriverse_columns::kernels::rewrite::BadOctets;
use uriverse_columns::kernels::{predicates, rewrite, whatwg};
use uriverse_core::{Level, Malformed};

use super::{over_given, EditionGiven, Given};
use crate::calling::values::no_such_word;
use crate::columns::asking::{PythonFunction, ShippedSchemes};
use crate::columns::column::Column;
use crate::columns::running::{over_chunks, over_pairs, Run, Second};
use crate::editions::Edition;
use crate::reference::normalizing::level_by;
use crate::whatwg::arguments::is_named;

fn normalizer<'a>(
    edition: &'a Edition<'_>,
    level: Option<Level>,
    schemes: Option<&'a ShippedSchemes<'_>>,
) -> Normalizer<'a> {
    let schemes = schemes.map(|schemes| -> &dyn Schemes { schemes });
    Normalizer { tables: edition.tables(), level, schemes }
}

/// Whether both texts of each row are equivalent on a level.
#[pyfunction]
#[pyo3(signature = (a, b, *, level="syntax", edition=None, threads=0))]
fn column_equivalent(
    py: Python<'_>,
    a: Given<'_, '_>,
    b: Given<'_, '_>,
    level: &str,
    edition: EditionGiven<'_, '_>,
    threads: usize,
) -> PyResult<Column> {
    if is_named(edition.map(Bound::as_borrowed)) {
        let run = Run::new(threads);
        return over_pairs(py, &Column::import(a)?, &Second::of_urls(b)?, &run, |a, b, threads| {
            whatwg::equivalent(a, b, threads)
        });
    }
    let edition = Edition::from_argument(edition)?;
    let level = level_by(&edition, level)?;
    let run = Run::new(threads);
    let schemes = ShippedSchemes::for_level(py, level, &run.failure)?;
    let normalizer = normalizer(&edition, level, schemes.as_ref());
    over_pairs(py, &Column::import(a)?, &Second::read(b, &edition, false)?, &run, |a, b, threads| {
        predicates::equivalent(normalizer, a, b, threads)
    })
}

/// The normal form of each text.
#[pyfunction]
#[pyo3(signature = (column, *, level="syntax", edition=None, threads=0))]
fn column_normalize(
    py: Python<'_>,
    column: Given<'_, '_>,
    level: &str,
    edition: EditionGiven<'_, '_>,
    threads: usize,
) -> PyResult<Column> {
    if is_named(edition.map(Bound::as_borrowed)) {
        return over_given(py, column, threads, |chunk, threads| whatwg::normalize(chunk, threads));
    }
    let edition = Edition::from_argument(edition)?;
    let (level, column) = (level_by(&edition, level)?, Column::import(column)?);
    let run = Run::new(threads);
    let schemes = ShippedSchemes::for_level(py, level, &run.failure)?;
    let normalizer = normalizer(&edition, level, schemes.as_ref());
    over_chunks(py, &column, &run, |chunk, threads| rewrite::normalize(normalizer, chunk, threads))
}

/// Each name in ASCII by UTS #46, or as the URL Standard uses it.
#[pyfunction]
#[pyo3(signature = (column, *, be_strict, threads=0))]
fn column_to_ascii(py: Python<'_>, column: Given<'_, '_>, be_strict: bool, threads: usize) -> PyResult<Column> {
    over_given(py, column, threads, |chunk, threads| whatwg::to_ascii(chunk, be_strict, threads))
}

/// Each text as a Python function has it; a `ValueError` is a null. It is asked about the texts that hold what it
/// changes: "triplets", "letters" (characters beyond US-ASCII) or "any". The others stay. If an edition is given, what
/// it refuses is null, and the function is not asked.
#[pyfunction]
#[pyo3(signature = (column, convert, changes, *, edition=None, threads=0))]
fn column_converted(
    py: Python<'_>,
    column: Given<'_, '_>,
    convert: &Bound<'_, PyAny>,
    changes: &str,
    edition: EditionGiven<'_, '_>,
    threads: usize,
) -> PyResult<Column> {
    let stays: fn(&[u8]) -> bool = match changes {
        "triplets" => |text| !text.contains(&b'%'),
        "letters" => <[u8]>::is_ascii,
        "any" => |_| false,
        other => return Err(no_such_word("changes", other, &["triplets", "letters", "any"])),
    };
    let edition = edition.map(|edition| Edition::from_argument(Some(edition))).transpose()?;
    let tables = edition.as_ref().map(Edition::tables);
    let (column, run) = (Column::import(column)?, Run::new(threads));
    let asked = PythonFunction::new(convert, &run.failure);
    over_chunks(py, &column, &run, |chunk, threads| {
        rewrite::converted(chunk, tables, stays, |text| asked.call(text), threads)
    })
}

/// Each text percent-encoded for a component.
#[pyfunction]
#[pyo3(signature = (column, component, *, keep_triplets=false, edition=None, threads=0))]
fn column_encode(
    py: Python<'_>,
    column: Given<'_, '_>,
    component: &str,
    keep_triplets: bool,
    edition: EditionGiven<'_, '_>,
    threads: usize,
) -> PyResult<Column> {
    let (edition, column) = (Edition::from_argument(edition)?, Column::import(column)?);
    let (tables, run) = (edition.tables(), Run::new(threads));
    let Some(keep) = tables.encode_set(component) else {
        return Err(no_such_word("component", component, &tables.encode_names().collect::<Vec<_>>()));
    };
    over_chunks(py, &column, &run, |chunk, threads| {
        rewrite::encode(chunk, tables, component, keep, keep_triplets, threads)
    })
}

/// Each text percent-decoded, once.
#[pyfunction]
#[pyo3(signature = (column, *, errors="strict", malformed="refuse", threads=0))]
fn column_decode(
    py: Python<'_>,
    column: Given<'_, '_>,
    errors: &str,
    malformed: &str,
    threads: usize,
) -> PyResult<Column> {
    let bad = match errors {
        "strict" => BadOctets::Refuse,
        "replace" => BadOctets::Replace,
        other => return Err(no_such_word("errors", other, &["strict", "replace"])),
    };
    let malformed = match malformed {
        "refuse" => Malformed::Refuse,
        "keep" => Malformed::Keep,
        other => return Err(no_such_word("malformed", other, &["refuse", "keep"])),
    };
    over_given(py, column, threads, |chunk, threads| rewrite::decode(chunk, malformed, bad, threads))
}

/// Add the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(column_equivalent, module)?)?;
    module.add_function(wrap_pyfunction!(column_normalize, module)?)?;
    module.add_function(wrap_pyfunction!(column_to_ascii, module)?)?;
    module.add_function(wrap_pyfunction!(column_converted, module)?)?;
    module.add_function(wrap_pyfunction!(column_encode, module)?)?;
    module.add_function(wrap_pyfunction!(column_decode, module)?)
}
