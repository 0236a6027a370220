//! The functions over columns: arguments in, the engine's kernels on every chunk, a `Column` out.
//!
//! The interpreter is let go while a kernel runs. `threads` is the number of threads; 0 is as many as there are cores.

use arrow_schema::DataType;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use uriverse_columns::kernels::lists::{self, Holds, Records, Value};
use uriverse_columns::kernels::normalizer::{Normalizer, Schemes};
use uriverse_columns::kernels::resolve::Asked;
use uriverse_columns::kernels::rewrite::BadOctets;
use uriverse_columns::kernels::url_records::{Attribute, UrlComponent};
use uriverse_columns::kernels::{
    agreement, canonical, hosts, parse as parse_kernel, predicates, queries, resolve as resolve_kernel, rewrite,
    url_records, whatwg,
};
use uriverse_columns::{ColumnError, Want};
use uriverse_core::{Excess, Level, Malformed, Options};
use uriverse_hosts::Choice;

use super::asking::{PythonFunction, PythonSchemes};
use super::column::Column;
use super::running::{failed, made, over_chunks, over_pairs, Run, Second};
use crate::calls::{no_such_word, rule_of};
use crate::canonical::CanonicalSteps;
use crate::editions::Edition;
use crate::hosts::SuffixTable;
use crate::normalizing::level_by;
use crate::plain::Plain;
use crate::queries::{edit, kept, notation, Arguments, UTF_8};
use crate::strings::string;
use crate::whatwg::arguments::is_named;

type Given<'a, 'py> = &'a Bound<'py, PyAny>;
type EditionGiven<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

fn normalizer<'a>(
    edition: &'a Edition<'_>,
    level: Option<Level>,
    schemes: Option<&'a PythonSchemes<'_>>,
) -> Normalizer<'a> {
    let schemes = schemes.map(|schemes| -> &dyn Schemes { schemes });
    Normalizer { tables: edition.tables(), level, schemes }
}

fn unknown_want(name: &str, extra: &[&'static str]) -> PyErr {
    let known: Vec<&str> = extra.iter().copied().chain(Want::names()).collect();
    no_such_word("want", name, &known)
}

fn wants(names: &[String]) -> PyResult<Vec<Want>> {
    let mut wants = Vec::new();
    for name in names {
        wants.extend(Want::named(name).ok_or_else(|| unknown_want(name, &[]))?);
    }
    Ok(wants)
}

/// The same by the URL Standard, whose words are the attributes of its URLs.
fn attributes(names: &[String]) -> PyResult<Vec<Attribute>> {
    let mut attributes = Vec::new();
    for name in names {
        let known: Vec<&str> = Attribute::names().collect();
        attributes.extend(Attribute::named(name).ok_or_else(|| no_such_word("want", name, &known))?);
    }
    Ok(attributes)
}

/// Parse a column: the wanted parts as one struct column.
#[pyfunction]
#[pyo3(signature = (column, want, *, edition=None, threads=0))]
fn column_parse(
    py: Python<'_>,
    column: Given<'_, '_>,
    want: Vec<String>,
    edition: EditionGiven<'_, '_>,
    threads: usize,
) -> PyResult<Column> {
    if is_named(edition.map(Bound::as_borrowed)) {
        let (attributes, column, run) = (attributes(&want)?, Column::of(column)?, Run::new(threads));
        return over_chunks(py, &column, &run, |chunk, threads| url_records::parse(chunk, &attributes, threads));
    }
    let (edition, wants, column) = (Edition::from_argument(edition)?, wants(&want)?, Column::of(column)?);
    let (tables, run) = (edition.tables(), Run::new(threads));
    over_chunks(py, &column, &run, |chunk, threads| parse_kernel::parse(tables, chunk, &wants, threads))
}

/// One part of every text.
#[pyfunction]
#[pyo3(signature = (column, want, *, edition=None, threads=0))]
fn column_part(
    py: Python<'_>,
    column: Given<'_, '_>,
    want: &str,
    edition: EditionGiven<'_, '_>,
    threads: usize,
) -> PyResult<Column> {
    let Some([asked]) = Want::named(want) else { return Err(unknown_want(want, &[])) };
    if is_named(edition.map(Bound::as_borrowed)) {
        let Some(component) = UrlComponent::of(*asked) else {
            let reason = format!("{want:?} is not a component of the URL Standard's URLs; the port is \"port_text\"");
            return Err(PyValueError::new_err(reason));
        };
        let (column, run) = (Column::of(column)?, Run::new(threads));
        return over_chunks(py, &column, &run, |chunk, threads| url_records::component(chunk, component, threads));
    }
    let (edition, column) = (Edition::from_argument(edition)?, Column::of(column)?);
    let (tables, run) = (edition.tables(), Run::new(threads));
    over_chunks(py, &column, &run, |chunk, threads| parse_kernel::component(tables, chunk, *asked, threads))
}

/// Why, where, by which rule and with which hint each text is refused.
#[pyfunction]
#[pyo3(signature = (column, *, edition=None, threads=0))]
fn column_errors(
    py: Python<'_>,
    column: Given<'_, '_>,
    edition: EditionGiven<'_, '_>,
    threads: usize,
) -> PyResult<Column> {
    if is_named(edition.map(Bound::as_borrowed)) {
        let (column, run) = (Column::of(column)?, Run::new(threads));
        return over_chunks(py, &column, &run, |chunk, threads| url_records::errors(chunk, threads));
    }
    let (edition, column) = (Edition::from_argument(edition)?, Column::of(column)?);
    let (tables, run) = (edition.tables(), Run::new(threads));
    over_chunks(py, &column, &run, |chunk, threads| parse_kernel::errors(tables, chunk, threads))
}

/// Whether the edition, or one rule of it, accepts each text.
#[pyfunction]
#[pyo3(signature = (column, *, rule=None, edition=None, threads=0))]
fn column_is_valid(
    py: Python<'_>,
    column: Given<'_, '_>,
    rule: Option<&Bound<'_, PyString>>,
    edition: EditionGiven<'_, '_>,
    threads: usize,
) -> PyResult<Column> {
    if is_named(edition.map(Bound::as_borrowed)) {
        if rule.is_some() {
            return Err(PyValueError::new_err("the URL Standard is not a grammar: it has no rules"));
        }
        let (column, run) = (Column::of(column)?, Run::new(threads));
        return over_chunks(py, &column, &run, |chunk, threads| url_records::is_valid(chunk, threads));
    }
    let (edition, column) = (Edition::from_argument(edition)?, Column::of(column)?);
    let (tables, run) = (edition.tables(), Run::new(threads));
    let rule = rule.map(|rule| rule_of(tables, rule.as_any())).transpose()?;
    over_chunks(py, &column, &run, |chunk, threads| predicates::is_valid(tables, chunk, rule, threads))
}

/// Whether both texts of each row have the same normal form.
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
        return over_pairs(py, &Column::of(a)?, &Second::of_urls(b)?, &run, |a, b, threads| {
            whatwg::equivalent(a, b, threads)
        });
    }
    let edition = Edition::from_argument(edition)?;
    let level = level_by(&edition, level)?;
    let run = Run::new(threads);
    let schemes = PythonSchemes::for_level(py, level, &edition, &run.failure)?;
    let normalizer = normalizer(&edition, level, schemes.as_ref());
    over_pairs(py, &Column::of(a)?, &Second::of(b, &edition, false)?, &run, |a, b, threads| {
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
        let (column, run) = (Column::of(column)?, Run::new(threads));
        return over_chunks(py, &column, &run, |chunk, threads| whatwg::normalize(chunk, threads));
    }
    let edition = Edition::from_argument(edition)?;
    let (level, column) = (level_by(&edition, level)?, Column::of(column)?);
    let run = Run::new(threads);
    let schemes = PythonSchemes::for_level(py, level, &edition, &run.failure)?;
    let normalizer = normalizer(&edition, level, schemes.as_ref());
    over_chunks(py, &column, &run, |chunk, threads| rewrite::normalize(normalizer, chunk, threads))
}

/// Each name in ASCII by UTS #46, or as the URL Standard uses it.
#[pyfunction]
#[pyo3(signature = (column, *, be_strict, threads=0))]
fn column_to_ascii(py: Python<'_>, column: Given<'_, '_>, be_strict: bool, threads: usize) -> PyResult<Column> {
    let (column, run) = (Column::of(column)?, Run::new(threads));
    over_chunks(py, &column, &run, |chunk, threads| whatwg::to_ascii(chunk, be_strict, threads))
}

/// Each text as a Python function has it; a `ValueError` is a null. It is asked about the texts that hold what it
/// changes: "triplets", "letters" (characters beyond US-ASCII) or "any". The others stay. If an edition is given, what it
/// refuses is null, and the function is not asked.
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
    let (column, run) = (Column::of(column)?, Run::new(threads));
    let asked = PythonFunction::new(convert, &run.failure);
    over_chunks(py, &column, &run, |chunk, threads| {
        rewrite::converted(chunk, tables, stays, |text| asked.of(text), threads)
    })
}

/// The canonical form of each text by the steps of a profile.
#[pyfunction]
#[pyo3(signature = (column, steps, *, threads=0))]
fn column_canonical(
    py: Python<'_>,
    column: Given<'_, '_>,
    steps: &Bound<'_, CanonicalSteps>,
    threads: usize,
) -> PyResult<Column> {
    let (column, run, profile) = (Column::of(column)?, Run::new(threads), &steps.get().profile);
    over_chunks(py, &column, &run, |chunk, threads| canonical::canonical(profile, chunk, threads))
}

/// The stable key of the canonical form of each text.
#[pyfunction]
#[pyo3(signature = (column, steps, *, threads=0))]
fn column_key(
    py: Python<'_>,
    column: Given<'_, '_>,
    steps: &Bound<'_, CanonicalSteps>,
    threads: usize,
) -> PyResult<Column> {
    let (column, run, profile) = (Column::of(column)?, Run::new(threads), &steps.get().profile);
    over_chunks(py, &column, &run, |chunk, threads| canonical::key(profile, chunk, threads))
}

/// A part of the name of each text's host: "suffix", "domain" or "subdomain".
#[allow(clippy::too_many_arguments)]
#[pyfunction]
#[pyo3(signature = (column, part, suffixes, *, private=true, default=true, edition=None, threads=0))]
fn column_name_part(
    py: Python<'_>,
    column: Given<'_, '_>,
    part: &str,
    suffixes: &Bound<'_, SuffixTable>,
    private: bool,
    default: bool,
    edition: EditionGiven<'_, '_>,
    threads: usize,
) -> PyResult<Column> {
    let part = hosts::NamePart::named(part).ok_or_else(|| no_such_word("part", part, &hosts::NamePart::NAMES))?;
    let (edition, column, run) = (Edition::from_argument(edition)?, Column::of(column)?, Run::new(threads));
    let (tables, table, choice) = (edition.tables(), &suffixes.get().table, Choice { private, default });
    over_chunks(py, &column, &run, |chunk, threads| hosts::name_part(tables, part, table, choice, chunk, threads))
}

/// The origin of each text.
#[pyfunction]
#[pyo3(signature = (column, *, edition=None, threads=0))]
fn column_origin(
    py: Python<'_>,
    column: Given<'_, '_>,
    edition: EditionGiven<'_, '_>,
    threads: usize,
) -> PyResult<Column> {
    let (edition, column, run) = (Edition::from_argument(edition)?, Column::of(column)?, Run::new(threads));
    let standard = Edition::standard();
    let (standard, tables) = (standard.tables(), edition.tables());
    over_chunks(py, &column, &run, |chunk, threads| {
        hosts::origins(tables, standard, hosts::Written::Origin, chunk, threads)
    })
}

/// The site of each text.
#[pyfunction]
#[pyo3(signature = (column, suffixes, *, schemeful=true, edition=None, threads=0))]
fn column_site(
    py: Python<'_>,
    column: Given<'_, '_>,
    suffixes: &Bound<'_, SuffixTable>,
    schemeful: bool,
    edition: EditionGiven<'_, '_>,
    threads: usize,
) -> PyResult<Column> {
    let (edition, column, run) = (Edition::from_argument(edition)?, Column::of(column)?, Run::new(threads));
    let standard = Edition::standard();
    let (standard, tables) = (standard.tables(), edition.tables());
    let what = hosts::Written::Site { suffixes: &suffixes.get().table, schemeful };
    over_chunks(py, &column, &run, |chunk, threads| hosts::origins(tables, standard, what, chunk, threads))
}

/// Where two readers would send a request for each text, and on what they differ.
#[pyfunction]
#[pyo3(signature = (column, *, threads=0))]
fn column_agreement(py: Python<'_>, column: Given<'_, '_>, threads: usize) -> PyResult<Column> {
    let (column, run) = (Column::of(column)?, Run::new(threads));
    over_chunks(py, &column, &run, |chunk, threads| agreement::agreement(chunk, threads))
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
    let (edition, column) = (Edition::from_argument(edition)?, Column::of(column)?);
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
    let (column, run) = (Column::of(column)?, Run::new(threads));
    over_chunks(py, &column, &run, |chunk, threads| rewrite::decode(chunk, malformed, bad, threads))
}

/// The decoded value of a name in each text's query.
#[pyfunction]
#[pyo3(signature = (column, name, *, form=false, edition=None, threads=0))]
fn column_query_value(
    py: Python<'_>,
    column: Given<'_, '_>,
    name: &str,
    form: bool,
    edition: EditionGiven<'_, '_>,
    threads: usize,
) -> PyResult<Column> {
    let (edition, column) = (Edition::from_argument(edition)?, Column::of(column)?);
    let (tables, run, notation) = (edition.tables(), Run::new(threads), notation(form));
    over_chunks(py, &column, &run, |chunk, threads| queries::query_value(tables, chunk, name, notation, threads))
}

/// The pairs of each text's query.
#[pyfunction]
#[pyo3(signature = (column, *, form=false, edition=None))]
fn column_query_pairs(
    py: Python<'_>,
    column: Given<'_, '_>,
    form: bool,
    edition: EditionGiven<'_, '_>,
) -> PyResult<Column> {
    let (edition, column) = (Edition::from_argument(edition)?, Column::of(column)?);
    let (tables, run, notation) = (edition.tables(), Run::new(1), notation(form));
    over_chunks(py, &column, &run, |chunk, _| queries::query_pairs(tables, chunk, notation))
}

/// Each text with some pairs of its query changed.
#[pyfunction]
#[pyo3(signature = (column, *, set=None, add=None, remove=None, form=false, edition=None, threads=0))]
#[allow(clippy::too_many_arguments)] // the arguments are the Python function's
fn column_with_pairs(
    py: Python<'_>,
    column: Given<'_, '_>,
    set: Option<&Bound<'_, PyAny>>,
    add: Option<&Bound<'_, PyAny>>,
    remove: Option<&Bound<'_, PyAny>>,
    form: bool,
    edition: EditionGiven<'_, '_>,
    threads: usize,
) -> PyResult<Column> {
    let (edition, column) = (Edition::from_argument(edition)?, Column::of(column)?);
    let (tables, run) = (edition.tables(), Run::new(threads));
    let [set, add, remove] = [set, add, remove].map(|argument| argument.map(Bound::as_borrowed));
    let given = Arguments { set, add, remove, notation: notation(form), encoding: UTF_8 };
    let (edit, keep) = (edit(py, &given, None)?, kept(tables)?);
    over_chunks(py, &column, &run, |chunk, threads| queries::with_pairs(tables, chunk, &edit, keep, threads))
}

/// A reference for each target that resolves to it.
#[pyfunction]
#[pyo3(signature = (targets, base, *, edition=None, threads=0))]
fn column_relativize(
    py: Python<'_>,
    targets: Given<'_, '_>,
    base: Given<'_, '_>,
    edition: EditionGiven<'_, '_>,
    threads: usize,
) -> PyResult<Column> {
    let edition = Edition::from_argument(edition)?.for_resolution();
    let (tables, run) = (edition.tables(), Run::new(threads));
    over_pairs(py, &Column::of(targets)?, &Second::of(base, &edition, true)?, &run, |targets, base, threads| {
        rewrite::relativize(tables, targets, base, threads)
    })
}

/// Each reference resolved: the targets alone, or what is wanted as one struct column.
#[pyfunction]
#[pyo3(signature = (
    references, base, want=None, *, edition=None, strict=true, excess_parents=None, new_request=false, threads=0
))]
#[allow(clippy::too_many_arguments)] // the arguments are the Python function's
fn column_resolve(
    py: Python<'_>,
    references: Given<'_, '_>,
    base: Given<'_, '_>,
    want: Option<Vec<String>>,
    edition: EditionGiven<'_, '_>,
    strict: bool,
    excess_parents: Option<&str>,
    new_request: bool,
    threads: usize,
) -> PyResult<Column> {
    if is_named(edition.map(Bound::as_borrowed)) {
        if want.is_some() || !strict || excess_parents.is_some() || new_request {
            return Err(PyValueError::new_err("by the URL Standard, resolve gives the targets alone, and in one way"));
        }
        let (references, base, run) = (Column::of(references)?, Second::of_urls(base)?, Run::new(threads));
        return over_pairs(py, &references, &base, &run, |references, base, threads| {
            whatwg::resolve(references, base, threads)
        });
    }
    let edition = Edition::from_argument(edition)?.for_resolution();
    let (tables, run) = (edition.tables(), Run::new(threads));
    let excess_parents = match excess_parents {
        None => None,
        Some("keep") => Some(Excess::Keep),
        Some("drop") => Some(Excess::Drop),
        Some("refuse") => Some(Excess::Refuse),
        Some(other) => return Err(no_such_word("excess_parents", other, &["keep", "drop", "refuse"])),
    };
    let options = Options { strict, excess_parents, new_request };
    let (references, base) = (Column::of(references)?, Second::of(base, &edition, true)?);
    let Some(want) = want else {
        return over_pairs(py, &references, &base, &run, |references, base, threads| {
            resolve_kernel::targets(tables, references, base, options, threads)
        });
    };
    let mut asked = Vec::new();
    for name in &want {
        asked.extend(Asked::named(name).ok_or_else(|| unknown_want(name, &["uri"]))?);
    }
    over_pairs(py, &references, &base, &run, |references, base, threads| {
        resolve_kernel::resolve(tables, references, base, options, &asked, threads)
    })
}

/// A failure of a kernel that asks Python.
enum Failed {
    Column(ColumnError),
    Python(PyErr),
}

impl From<ColumnError> for Failed {
    fn from(error: ColumnError) -> Failed {
        Failed::Column(error)
    }
}

impl From<PyErr> for Failed {
    fn from(error: PyErr) -> Failed {
        Failed::Python(error)
    }
}

/// The records that a function finds in each text, as a column of lists of structs. The function takes a text (`bytes`
/// where the column is of octets) and gives tuples, one value for each of the fields, which are pairs of a name and
/// "text", "word", "int32" or "bool". Texts without any of the characters of `having`, and
/// plain URLs where `plain` is given, are not asked about.
#[pyfunction]
#[pyo3(signature = (column, fields, find, *, having="", plain=None))]
fn column_lists(
    py: Python<'_>,
    column: Given<'_, '_>,
    fields: Vec<(String, String)>,
    find: &Bound<'_, PyAny>,
    having: &str,
    plain: Option<&Bound<'_, Plain>>,
) -> PyResult<Column> {
    let column = Column::of(column)?;
    let words = ["text", "word", "int32", "bool"];
    let fields: Vec<(String, Holds)> = fields
        .into_iter()
        .map(|(name, word)| Ok((name, Holds::named(&word).ok_or_else(|| no_such_word("field", &word, &words))?)))
        .collect::<PyResult<_>>()?;
    let values = match &column.data_type {
        DataType::Dictionary(_, values) => values.as_ref(),
        other => other,
    };
    let octets = matches!(values, DataType::Binary | DataType::LargeBinary | DataType::BinaryView);
    let ask = |text: &[u8], records: &mut Records<'_>| -> Result<(), Failed> {
        if plain.is_some_and(|plain| plain.get().0.url(text)) {
            return Ok(());
        }
        let text = if octets { PyBytes::new(py, text).into_any() } else { string(py, text)?.into_any() };
        for record in find.call1((text,))?.try_iter()? {
            let record = record?;
            let record = record.cast::<PyTuple>().map_err(PyErr::from)?;
            if record.len() != fields.len() {
                return Err(PyValueError::new_err("a record has a value for each field").into());
            }
            for (index, (value, (_, holds))) in record.iter().zip(&fields).enumerate() {
                match holds {
                    _ if value.is_none() => records.push(index, Value::Null),
                    Holds::Int32 => records.push(index, Value::Int32(value.extract()?)),
                    Holds::Bool => records.push(index, Value::Bool(value.extract()?)),
                    // A lone surrogate, which stands for an octet that is not UTF-8, becomes U+FFFD.
                    Holds::Text | Holds::Word => {
                        let text = value.cast::<PyString>().map_err(PyErr::from)?.to_string_lossy();
                        records.push(index, Value::Text(&text));
                    }
                }
            }
        }
        Ok(())
    };
    let empty = [arrow_array::new_empty_array(&column.data_type)];
    let chunks = if column.chunks.is_empty() { &empty[..] } else { &column.chunks[..] };
    let found = chunks.iter().map(|chunk| lists::lists(chunk, &fields, having.as_bytes(), ask)).collect();
    match found {
        Ok(chunks) => made(chunks),
        Err(Failed::Column(error)) => Err(failed(&error)),
        Err(Failed::Python(error)) => Err(error),
    }
}

/// Add the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(column_parse, module)?)?;
    module.add_function(wrap_pyfunction!(column_part, module)?)?;
    module.add_function(wrap_pyfunction!(column_errors, module)?)?;
    module.add_function(wrap_pyfunction!(column_is_valid, module)?)?;
    module.add_function(wrap_pyfunction!(column_agreement, module)?)?;
    module.add_function(wrap_pyfunction!(column_canonical, module)?)?;
    module.add_function(wrap_pyfunction!(column_key, module)?)?;
    module.add_function(wrap_pyfunction!(column_name_part, module)?)?;
    module.add_function(wrap_pyfunction!(column_origin, module)?)?;
    module.add_function(wrap_pyfunction!(column_site, module)?)?;
    module.add_function(wrap_pyfunction!(column_to_ascii, module)?)?;
    module.add_function(wrap_pyfunction!(column_converted, module)?)?;
    module.add_function(wrap_pyfunction!(column_equivalent, module)?)?;
    module.add_function(wrap_pyfunction!(column_normalize, module)?)?;
    module.add_function(wrap_pyfunction!(column_encode, module)?)?;
    module.add_function(wrap_pyfunction!(column_decode, module)?)?;
    module.add_function(wrap_pyfunction!(column_query_value, module)?)?;
    module.add_function(wrap_pyfunction!(column_query_pairs, module)?)?;
    module.add_function(wrap_pyfunction!(column_with_pairs, module)?)?;
    module.add_function(wrap_pyfunction!(column_relativize, module)?)?;
    module.add_function(wrap_pyfunction!(column_resolve, module)?)?;
    module.add_function(wrap_pyfunction!(column_lists, module)?)
}
