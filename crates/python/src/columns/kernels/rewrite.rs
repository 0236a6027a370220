//! Text to text: normal forms, conversions, percent-encoding.

use pyo3::prelude::*;
use uriverse_columns::kernels::rewrite::BadOctets;
use uriverse_columns::kernels::{rewrite, whatwg};
use uriverse_core::Malformed;

use crate::calling::values::{choice, no_such_word};
use crate::columns::callbacks::{normalizer, PythonFunction, ShippedSchemes};
use crate::columns::column::Column;
use crate::columns::running::{by_url_standard, over_chunks, over_column, Input, Run};
use crate::editions::{BuiltIn, Edition, EditionArg};
use crate::reference::normalizing::level_by;
use crate::text::mending::{edition_of, scheme_of};

/// The normal form of each text.
#[pyfunction]
#[pyo3(signature = (column, *, level="syntax", edition=None, threads=0))]
pub fn normalize(column: Input, level: &str, edition: EditionArg, threads: usize) -> PyResult<Column> {
    if by_url_standard(edition) {
        return over_column(column, threads, |chunk, threads| whatwg::normalize(chunk, threads));
    }
    let edition = Edition::from_argument(edition)?;
    let (level, run) = (level_by(&edition, level)?, Run::new(threads));
    let schemes = ShippedSchemes::for_level(column.py(), level, &run.failure)?;
    let normalizer = normalizer(&edition, level, schemes.as_ref());
    over_chunks(column, &run, |chunk, threads| rewrite::normalize(normalizer, chunk, threads))
}

/// The Web URL of each text.
#[pyfunction]
#[pyo3(signature = (column, *, threads=0))]
pub fn url(column: Input, threads: usize) -> PyResult<Column> {
    let tables = BuiltIn::standard().tables();
    over_column(column, threads, |chunk, threads| whatwg::web_url(tables, chunk, threads))
}

/// Each name in ASCII, with all checks of UTS #46 or as the URL Standard uses it.
#[pyfunction]
#[pyo3(signature = (column, *, is_checked, threads=0))]
pub fn to_ascii(column: Input, is_checked: bool, threads: usize) -> PyResult<Column> {
    over_column(column, threads, |chunk, threads| whatwg::to_ascii(chunk, is_checked, threads))
}

/// Each name in Unicode, by the same rules.
#[pyfunction]
#[pyo3(signature = (column, *, is_checked, threads=0))]
pub fn to_unicode(column: Input, is_checked: bool, threads: usize) -> PyResult<Column> {
    over_column(column, threads, |chunk, threads| whatwg::to_unicode(chunk, is_checked, threads))
}

/// The URI to which each IRI maps.
#[pyfunction]
#[pyo3(signature = (column, *, as_name, threads=0))]
pub fn to_uri(column: Input, as_name: bool, threads: usize) -> PyResult<Column> {
    let iris = Edition::for_iris();
    let tables = iris.tables();
    over_column(column, threads, |chunk, threads| rewrite::to_uri(tables, chunk, as_name, threads))
}

/// The reference that each text most likely means.
#[pyfunction]
#[pyo3(signature = (column, *, scheme, edition, threads=0))]
pub fn mend(
    column: Input,
    scheme: Option<&Bound<'_, PyAny>>,
    edition: &Bound<'_, PyAny>,
    threads: usize,
) -> PyResult<Column> {
    let edition = edition_of(edition)?;
    let (tables, scheme) = (edition.tables(), scheme_of(&edition, scheme)?);
    over_column(column, threads, |chunk, threads| rewrite::mend(tables, chunk, scheme.as_deref(), threads))
}

/// Each text converted by a Python function; a `ValueError` gives null. The function is called only for texts with
/// "triplets", "letters" (characters beyond US-ASCII) or "any"; others stay. With an edition, texts that it refuses are
/// null without a call.
#[pyfunction]
#[pyo3(signature = (column, convert, changes, *, edition=None, threads=0))]
pub fn converted(
    column: Input,
    convert: &Bound<'_, PyAny>,
    changes: &str,
    edition: EditionArg,
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
    let run = Run::new(threads);
    let function = PythonFunction::new(convert, &run.failure);
    over_chunks(column, &run, |chunk, threads| {
        rewrite::converted(chunk, tables, stays, |text| function.call(text), threads)
    })
}

/// Each text percent-encoded for a component.
#[pyfunction]
#[pyo3(signature = (column, component, *, keep_triplets=false, edition=None, threads=0))]
pub fn encode(
    column: Input,
    component: &str,
    keep_triplets: bool,
    edition: EditionArg,
    threads: usize,
) -> PyResult<Column> {
    let edition = Edition::from_argument(edition)?;
    let (tables, run) = (edition.tables(), Run::new(threads));
    let Some(keep) = tables.encode_set(component) else {
        return Err(no_such_word("component", component, &tables.encode_names().collect::<Vec<_>>()));
    };
    over_chunks(column, &run, |chunk, threads| rewrite::encode(chunk, tables, component, keep, keep_triplets, threads))
}

/// Each text percent-decoded, once.
#[pyfunction]
#[pyo3(signature = (column, *, errors="strict", malformed="refuse", threads=0))]
pub fn decode(column: Input, errors: &str, malformed: &str, threads: usize) -> PyResult<Column> {
    let bad = choice("errors", errors, BadOctets::named, &BadOctets::NAMES)?;
    let malformed = choice("malformed", malformed, Malformed::named, &Malformed::NAMES)?;
    over_column(column, threads, |chunk, threads| rewrite::decode(chunk, malformed, bad, threads))
}
