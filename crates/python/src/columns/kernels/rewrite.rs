//! Text to text: normal forms, conversions, percent-encoding.

use pyo3::prelude::*;
use uriverse_columns::kernels::rewrite::BadOctets;
use uriverse_columns::kernels::{rewrite, whatwg};
use uriverse_core::Malformed;

use crate::calling::values::{choice, no_such_word};
use crate::columns::callbacks::{normalizer, schemes_for, PythonFunction, ShippedSchemes};
use crate::columns::column::Column;
use crate::columns::options::{iri_tables, standard_tables, LevelName, Options};
use crate::columns::running::{over_chunks, over_one, Input, Prepared, Run};
use crate::editions::{Edition, EditionArg};
use crate::reference::normalizing::level_by;
use crate::text::mending::check_scheme;

/// The normal form of each text.
pub fn normalize(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let (level, parser) = (options.get::<LevelName>("level")?, options.parser()?);
    if parser.is_url_standard() {
        return over_one(|chunk, threads| whatwg::normalize(chunk, threads));
    }
    let edition = parser.edition()?;
    let level = level_by(edition.tables(), level.as_ref().map_or("syntax", |level| &level.0))?;
    let schemes = schemes_for(level)?;
    let failure = schemes.as_ref().map(ShippedSchemes::failure);
    let prepared = over_one(move |chunk, threads| {
        rewrite::normalize(normalizer(edition.tables(), level, schemes.as_ref()), chunk, threads)
    });
    Ok(prepared?.failing(failure))
}

/// The Web URL of each text.
pub fn url(_: &Options<'_, '_>) -> PyResult<Prepared> {
    over_one(|chunk, threads| whatwg::web_url(standard_tables(), chunk, threads))
}

/// Each name in ASCII, with all checks of UTS #46 or as the URL Standard uses it.
pub fn to_ascii(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let is_checked = options.required("is_checked")?;
    over_one(move |chunk, threads| whatwg::to_ascii(chunk, is_checked, threads))
}

/// Each name in Unicode, by the same rules.
pub fn to_unicode(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let is_checked = options.required("is_checked")?;
    over_one(move |chunk, threads| whatwg::to_unicode(chunk, is_checked, threads))
}

/// The URI to which each IRI maps.
pub fn to_uri(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let as_name = options.required("as_name")?;
    over_one(move |chunk, threads| rewrite::to_uri(iri_tables(), chunk, as_name, threads))
}

/// The reference that each text most likely means.
pub fn mend(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let (scheme, edition) = (options.get("scheme")?, options.tables()?);
    let scheme = scheme.map(|scheme| check_scheme(edition.tables(), scheme)).transpose()?;
    over_one(move |chunk, threads| rewrite::mend(edition.tables(), chunk, scheme.as_deref(), threads))
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
pub fn encode(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let component: String = options.required("component")?;
    let (keep_triplets, edition) = (options.flag("keep_triplets")?, options.tables()?);
    let Some(keep) = edition.tables().encode_set(&component).cloned() else {
        return Err(no_such_word("component", &component, &edition.tables().encode_names().collect::<Vec<_>>()));
    };
    over_one(move |chunk, threads| rewrite::encode(chunk, edition.tables(), &component, &keep, keep_triplets, threads))
}

/// Each text percent-decoded, once.
pub fn decode(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let [errors, malformed] = [options.get::<String>("errors")?, options.get("malformed")?];
    let bad = choice("errors", errors.as_deref().unwrap_or("strict"), BadOctets::named, &BadOctets::NAMES)?;
    let malformed = malformed.as_deref().unwrap_or("refuse");
    let malformed = choice("malformed", malformed, Malformed::named, &Malformed::NAMES)?;
    over_one(move |chunk, threads| rewrite::decode(chunk, malformed, bad, threads))
}
