//! `uriverse.URL`: the kind of URI whose text every parser reads alike (`uriverse_whatwg::web`).
//!
//! A `URL` has the layout of a URI and a type of its own. Only this module makes one. Every method that makes a
//! reference of a URL comes here with a text: [`edited`] runs the constructor on it, and compares.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use uriverse_core::memory::lossy;
use uriverse_core::{characters, parse, recompose, split, Offsets, Parts, SplitStyle};
use uriverse_whatwg::changes::{changes, host_and_port, Change};
use uriverse_whatwg::errors::ValidationError;
use uriverse_whatwg::web::{self, NotWeb};
use uriverse_whatwg::{Failure, Record};

use crate::calling::arguments::{Argument, Call};
use crate::calling::values::{flag, Answer};
use crate::editions::BuiltIn;
use crate::ground::errors;
use crate::ground::handed_over::{import_late, LateImport};
use crate::ground::strings::{string, utf8};
use crate::layout::object::{is_url, layout, make_url};
use crate::whatwg::arguments::{base_record, refuse_choices, refused, scalar_values};

/// The fast path of `URL(text)`: a text that needs no change.
#[inline(always)]
pub fn construct_fast<'py>(call: &Call<'_, 'py>) -> Option<Bound<'py, PyAny>> {
    let (text, bytes) = call.only_text()?;
    let offsets = parse(BuiltIn::standard().tables(), bytes)?;
    web::is_unchanged(bytes, &offsets).then(|| make_url(&text, &offsets).ok())?
}

/// `URL(...)`.
#[inline(never)]
pub fn construct<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let names = ["base", "strict", "edition", "encoding"];
    let ([text], [base, strict, edition, encoding]) = call.bind_by("URL", 2, &["text"], &names)?;
    refuse_choices(&[("edition", edition), ("encoding", encoding)])?;
    if is_url(text) {
        return Ok(text.to_owned());
    }
    let base = base.filter(|base| !base.is_none());
    if flag("strict", strict, false)? {
        if base.is_some() {
            return Err(PyTypeError::new_err("strict takes no base: it asks what is changed in the text alone"));
        }
        check_strictly(&text)?;
    }
    from_text(text, base)
}

/// `url.resolve(reference)`.
pub fn resolve<'py>(call: &Call<'_, 'py>) -> Answer<'py> {
    let choices = ["edition", "encoding", "strict", "excess_parents", "new_request", "guards"];
    let ([reference], given) = call.bind("resolve", &["reference"], &choices)?;
    refuse_choices(&std::array::from_fn::<_, 6, _>(|index| (choices[index], given[index])))?;
    from_text(reference, Some(call.receiver()))
}

fn from_text<'py>(text: Borrowed<'_, 'py, PyAny>, base: Argument<'_, 'py>) -> Answer<'py> {
    let py = text.py();
    let input = scalar_values("text", &text)?;
    let base = base_record(base)?;
    match web::parse(&input, base.as_ref()) {
        Ok(url) => from_record(py, &url, text.cast_exact::<PyString>().ok().as_deref()),
        Err(refusal) => Err(not_a_url(py, &input, base.as_ref(), refusal)),
    }
}

/// A `URL` of a Web URL's record. If the text argument is the record's, the object shares it.
pub fn from_record<'py>(py: Python<'py>, url: &Record, text: Option<&Bound<'py, PyString>>) -> Answer<'py> {
    let href = url.href.as_bytes();
    let Some(offsets) = parse(BuiltIn::standard().tables(), href) else {
        // RFC 3986 accepts what `web` writes; a test tries it. Should it not, then no object is made.
        return Err(refused(
            py,
            &url.href,
            None,
            false,
            Failure::Input { error: ValidationError::InvalidUrlUnit, at: 0 },
        ));
    };
    match text.filter(|text| utf8(text.as_borrowed()) == Some(href)) {
        Some(text) => make_url(text, &offsets),
        None => make_url(&string(py, href)?, &offsets),
    }
}

/// Raises `URLError` at the first change of a text that is more than spelling.
fn check_strictly(text: &Bound<'_, PyAny>) -> PyResult<()> {
    let input = scalar_values("text", text)?;
    let changes = changes(&input).map_err(|refusal| not_a_url(text.py(), &input, None, refusal))?;
    match changes.into_iter().find(|change| !change.why.is_spelling()) {
        None => Ok(()),
        Some(change) => Err(url_error(text.py(), &input, change.start, "rewritten", change.why.as_str())),
    }
}

/// The changes that make a URL of a text: (place in characters, old text, new text, reason).
#[pyfunction]
fn url_changes(text: &Bound<'_, PyAny>) -> PyResult<Vec<(usize, String, String, &'static str)>> {
    let input = scalar_values("text", text)?;
    let changes = changes(&input).map_err(|refusal| not_a_url(text.py(), &input, None, refusal))?;
    let (mut byte, mut character) = (0, 0);
    let row = |Change { start, end, after, why }| {
        character += characters(&input.as_bytes()[byte..], start - byte);
        byte = start;
        (character, input[start..end].to_owned(), after, why.as_str())
    };
    Ok(changes.into_iter().map(row).collect())
}

/// Whether a host in US-ASCII, without capital letters and without a dot at its end, is a name that every program looks
/// up alike; with `may_hide` also one whose labels hide letters.
#[pyfunction]
fn is_plain_name(name: &str, may_hide: bool) -> bool {
    uriverse_whatwg::host::is_plain_name(name.as_bytes(), may_hide)
}

#[cold]
fn not_a_url(py: Python<'_>, text: &str, base: Option<&Record>, refusal: NotWeb) -> PyErr {
    let (host_at, port_at) = host_and_port(text).filter(|_| base.is_none()).unwrap_or_default();
    match refusal {
        NotWeb::Standard(failure) => refused(py, text, base.map(|base| base.href.as_str()), false, failure),
        NotWeb::Scheme => url_error(py, text, 0, "scheme-not-web", ""),
        NotWeb::PortZero => url_error(py, text, port_at, "port-zero", ""),
        NotWeb::Host(host) => match verdict(py, &host) {
            Ok((form, reason)) => url_error(py, text, host_at, &format!("host-{form}"), &reason),
            Err(error) => error,
        },
    }
}

/// The verdict on a host that is not plain: its form, and the reason.
fn verdict(py: Python<'_>, host: &str) -> PyResult<(String, String)> {
    let verdict = import_late(py, LateImport::HostVerdict)?.call1((host,))?;
    Ok((verdict.getattr("form")?.extract()?, verdict.getattr("reason")?.extract()?))
}

fn url_error(py: Python<'_>, text: &str, at: usize, error: &str, detail: &str) -> PyErr {
    errors::url(py, text, at, error, (None, false), detail)
}

/// The components of a URL, and the arguments that name each.
const COMPONENTS: [(&str, &[&str]); 7] = [
    ("scheme", &["scheme"]),
    ("userinfo", &["authority", "userinfo", "user", "password"]),
    ("host", &["authority", "host"]),
    ("port", &["authority", "port"]),
    ("path", &["path", "segments"]),
    ("query", &["query", "pairs"]),
    ("fragment", &["fragment"]),
];

type Components<'a> = [Option<&'a [u8]>; 7];

fn components<'a>(text: &'a [u8], offsets: &Offsets) -> Components<'a> {
    offsets.leaves(text.len()).map(|range| range.and_then(|range| text.get(range)))
}

/// The URL of an edit's components, of which the edit names some. What the constructor rewrites in these is kept; if it
/// would rewrite another, or read the text as other components, `URLError` is raised.
///
/// The text is cut by RFC 3986's Appendix B. The parser of the Standard cuts it alike if the authority has a host, and
/// no character that ends an authority for the Standard alone, or that it removes.
pub fn edited<'py>(
    py: Python<'py>,
    parts: &Parts<'_>,
    is_read: impl Fn(&[u8], &Offsets) -> bool,
    names: &[&'static str],
) -> Answer<'py> {
    let text = recompose(parts);
    let offsets = split(SplitStyle::AppendixB, &text);
    let ends = |byte: &u8| *byte <= b' ' || *byte == b'\\';
    let authority = parts.authority.unwrap_or_default();
    let is_cut = Parts::from_offsets(&text, &offsets) == *parts && is_read(&text, &offsets);
    let input = lossy(&text);
    if !is_cut || components(&text, &offsets)[2].is_none_or(<[u8]>::is_empty) || authority.iter().any(ends) {
        return Err(url_error(py, &input, 0, "other-part", &names.join(" and ")));
    }
    let url = web::parse(&input, None).map_err(|refusal| not_a_url(py, &input, None, refusal))?;
    let (before, after) = (components(&text, &offsets), components(url.href.as_bytes(), &url.offsets));
    for (index, (component, arguments)) in COMPONENTS.into_iter().enumerate() {
        if before[index] != after[index] && !arguments.iter().any(|name| names.contains(name)) {
            return Err(url_error(py, &input, 0, "other-part", component));
        }
    }
    from_record(py, &url, None)
}

/// The result of a method on a reference: of a URL, a URL again.
pub fn like_receiver<'py>(
    receiver: Borrowed<'_, 'py, PyAny>,
    result: Bound<'py, PyAny>,
    names: &[&'static str],
) -> Answer<'py> {
    match layout(result.as_borrowed()).filter(|_| is_url(receiver) && !is_url(result.as_borrowed())) {
        None => Ok(result),
        Some((fields, _)) => {
            let text = utf8(fields.text(receiver.py())).unwrap_or_default();
            let parts = Parts::from_offsets(text, &fields.offsets(text.len()));
            edited(receiver.py(), &parts, |_, _| true, names)
        }
    }
}

register! { url_changes, is_plain_name }
