//! The parsers of this library side by side, for `uriverse.confusion`: their splits, and the destinations of requests.
//!
//! `agreement_alike("http://h/a", ...)` runs several parsers. All split this text alike, so it returns the editions
//! that accept it, as bits. For `http://127.0.0.1\@1.1.1.1/` it returns None, and `agreement_cuts` gives each split.
//! `agreement_lines` writes the JSON of all lines of a block whose destinations are equal.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use uriverse_core as core;
use uriverse_core::{Offsets, SplitStyle, Tables};
use uriverse_text::lines::lines;
use uriverse_whatwg::destination::{
    as_fetched, browser, host_form, path_form, port_form, same_authority_and_path, userinfo_form, Browser, Cut,
    Destination, Port,
};

use crate::calling::values::{length_checked, no_such_word, Items};
use crate::editions::{each_built_in, Edition};
use crate::ground::json;
use crate::ground::strings::string;
use crate::ground::text::Text;
use crate::text::editing::UnansweredLine;
use crate::whatwg::arguments::scalar_values;

/// The requested editions that accept a text, if they, the lenient split and the URL Standard split it alike. None if
/// any differs, or if the URL Standard serializes it differently. Editions are bits in the order of `edition_ids`.
#[pyfunction]
fn agreement_alike(text: &Bound<'_, PyString>, editions: u64) -> PyResult<Option<u64>> {
    let text = Text::new("text", text.as_any().as_borrowed())?;
    let bytes = length_checked(text.bytes())?;
    let cut = core::split(SplitStyle::AppendixB, bytes);
    if browser(bytes, &cut) != Browser::Same {
        return Ok(None);
    }
    let (mut accepted, mut offsets) = (0, Offsets::EMPTY);
    for (number, edition) in each_built_in().enumerate().filter(|(number, _)| editions >> number & 1 == 1) {
        let tables = edition.tables();
        if core::parse_into(tables, bytes, &mut offsets) {
            if !same_authority_and_path(&as_fetched(bytes, &offsets, tables.split_style()), &cut) {
                return Ok(None);
            }
            accepted |= 1 << number;
        }
    }
    Ok(Some(accepted))
}

/// The result of each parser for a text: None if it refuses the text, else the host as written, and the five components
/// of the destination. A parser is an edition's id, "split" or "whatwg".
#[pyfunction]
fn agreement_cuts<'py>(
    text: &Bound<'py, PyString>,
    parsers: Items<String>,
) -> PyResult<Vec<Option<Bound<'py, PyTuple>>>> {
    let argument = Text::new("text", text.as_any().as_borrowed())?;
    let bytes = length_checked(argument.bytes())?;
    parsers.iter().map(|parser| cut_by(parser, text, bytes)).collect()
}

fn cut_by<'py>(parser: &str, text: &Bound<'py, PyString>, bytes: &[u8]) -> PyResult<Option<Bound<'py, PyTuple>>> {
    let py = text.py();
    match parser {
        "split" => answer(py, bytes, &core::split(SplitStyle::AppendixB, bytes)).map(Some),
        "whatwg" => {
            // A lone surrogate counts as U+FFFD, by the Standard's "scalar value string".
            let argument = text.as_any().as_borrowed();
            let scalars = scalar_values("text", &argument)?;
            let Ok(record) = uriverse_whatwg::parse(&scalars, None) else { return Ok(None) };
            let (href, offsets) = record.serialize_with_offsets();
            answer(py, href.as_bytes(), &offsets).map(Some)
        }
        _ => {
            let id = PyString::new(py, parser);
            let edition = Edition::from_argument(Some(id.as_any()))?;
            let tables = edition.tables();
            let parsed = core::parse(tables, bytes);
            parsed.map(|parsed| answer(py, bytes, &as_fetched(bytes, &parsed, tables.split_style()))).transpose()
        }
    }
}

fn answer<'py>(py: Python<'py>, text: &[u8], offsets: &Offsets) -> PyResult<Bound<'py, PyTuple>> {
    let cut = Cut::from_offsets(text, offsets);
    let host = cut.host.map(|host| string(py, host)).transpose()?;
    let Destination { scheme, userinfo, host: goes_to, port, path } = Destination::from_cut(&cut);
    (host, scheme, userinfo, goes_to, port_object(py, port)?, path).into_pyobject(py)
}

fn port_object(py: Python<'_>, port: Option<Port>) -> PyResult<Option<Bound<'_, PyAny>>> {
    Ok(match port {
        None => None,
        Some(Port::Number(number)) => Some(number.into_pyobject(py)?.into_any()),
        Some(Port::Text(text)) => Some(text.into_pyobject(py)?.into_any()),
    })
}

/// A parser of ours, reused for many texts.
enum Parser<'a> {
    Split,
    UrlStandard,
    Edition(&'a Tables),
}

/// The JSON of `Agreement.as_dict`, and an LF, for each line of a block that all parsers accept with one destination.
/// Each other line is returned as its start and end in the block, and the position in the output where its answer
/// belongs.
#[pyfunction]
fn agreement_lines<'py>(
    py: Python<'py>,
    block: &[u8],
    parsers: Items<String>,
) -> PyResult<(Bound<'py, PyBytes>, Vec<UnansweredLine>)> {
    let (mut editions, mut heads) = (Vec::new(), Vec::new());
    for name in parsers.iter() {
        let id = PyString::new(py, name);
        let is_edition = !matches!(&**name, "split" | "whatwg");
        editions.push(is_edition.then(|| Edition::from_argument(Some(id.as_any()))).transpose()?);
        let version = env!("CARGO_PKG_VERSION");
        heads.push(format!(r#"{{"parser": "{name}", "version": "{version}", "accepted": true, "reason": """#));
    }
    let ready: Vec<Parser> = editions
        .iter()
        .zip(parsers.iter())
        .map(|(edition, name)| match edition {
            Some(edition) => Parser::Edition(edition.tables()),
            None if name == "split" => Parser::Split,
            None => Parser::UrlStandard,
        })
        .collect();
    let (answers, left) = py.detach(|| {
        let (mut out, mut left) = (Vec::with_capacity(4 * block.len()), Vec::new());
        for line in lines(block, 0..block.len()) {
            let text = &block[line.clone()];
            match (std::str::from_utf8(text), common_destination(&ready, text)) {
                (Ok(text), Some(destination)) => write_agreement(&mut out, text, &heads, &destination),
                _ => left.push((line.start, line.end, out.len())),
            }
        }
        (out, left)
    });
    Ok((PyBytes::new(py, &answers), left))
}

/// The common destination of all parsers; None if one refuses the text, or two differ.
fn common_destination(parsers: &[Parser], text: &[u8]) -> Option<Destination> {
    let lenient = core::split(SplitStyle::AppendixB, length_checked(text).ok()?);
    let destination = |offsets: &Offsets| Destination::from_cut(&Cut::from_offsets(text, offsets));
    let mut cuts: Vec<Offsets> = Vec::with_capacity(parsers.len());
    let mut common: Option<Destination> = None;
    for parser in parsers {
        let (cut, elsewhere) = match parser {
            Parser::Split => (lenient, None),
            Parser::Edition(tables) => (as_fetched(text, &core::parse(tables, text)?, tables.split_style()), None),
            Parser::UrlStandard => match browser(text, &lenient) {
                Browser::Refused => return None,
                Browser::Same => (lenient, None),
                Browser::Goes(destination) => (lenient, Some(destination)),
            },
        };
        if elsewhere.is_none() {
            if cuts.iter().any(|known| same_authority_and_path(known, &cut)) {
                continue;
            }
            cuts.push(cut);
        }
        let found = elsewhere.unwrap_or_else(|| destination(&cut));
        if common.as_ref().is_some_and(|common| *common != found) {
            return None;
        }
        common = Some(found);
    }
    common
}

fn write_agreement(out: &mut Vec<u8>, text: &str, heads: &[String], common: &Destination) {
    let mut components = Vec::new();
    let port_text = match &common.port {
        Some(Port::Text(text)) => Some(text),
        _ => None,
    };
    let texts = [
        ("scheme", common.scheme.as_ref()),
        ("userinfo", common.userinfo.as_ref()),
        ("host", common.host.as_ref()),
        ("port", port_text),
        ("path", Some(&common.path)),
    ];
    for (name, value) in texts {
        components.extend_from_slice(format!(", \"{name}\": ").as_bytes());
        match (value, &common.port) {
            (Some(value), _) => json::string(&mut components, value),
            (None, Some(Port::Number(number))) if name == "port" => {
                components.extend_from_slice(number.to_string().as_bytes());
            }
            (None, _) => components.extend_from_slice(b"null"),
        }
    }
    out.extend_from_slice(b"{\"text\": ");
    json::string(out, text);
    out.extend_from_slice(b", \"agrees\": true, \"differing\": [], \"confusions\": [], \"cuts\": [");
    for (number, head) in heads.iter().enumerate() {
        out.extend_from_slice(if number == 0 { &b""[..] } else { b", " });
        out.extend_from_slice(head.as_bytes());
        out.extend_from_slice(&components);
        out.push(b'}');
    }
    out.extend_from_slice(b"]}\n");
}

/// One component in the form in which destinations are compared: "userinfo", "host", "port" or "path". A port's default
/// is that of the scheme; a path's form depends on whether the reference has a host.
#[pyfunction]
#[pyo3(signature = (component, text, *, scheme=None, has_host=true))]
fn agreement_form<'py>(
    component: &str,
    text: &Bound<'py, PyString>,
    scheme: Option<&str>,
    has_host: bool,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = text.py();
    let argument = Text::new("text", text.as_any().as_borrowed())?;
    let bytes = argument.bytes();
    let found = match component {
        "userinfo" => userinfo_form(bytes),
        "host" => host_form(bytes),
        "path" => Some(path_form(bytes, has_host, has_host || scheme.is_none() || bytes.starts_with(b"/"))),
        "port" => return port_object(py, port_form(bytes, scheme.filter(|_| has_host))),
        other => return Err(no_such_word("component", other, &["userinfo", "host", "port", "path"])),
    };
    Ok(found.map(|found| found.into_pyobject(py)).transpose()?.map(Bound::into_any))
}

/// Adds the functions to the module.
pub fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(agreement_alike, module)?)?;
    module.add_function(wrap_pyfunction!(agreement_cuts, module)?)?;
    module.add_function(wrap_pyfunction!(agreement_lines, module)?)?;
    module.add_function(wrap_pyfunction!(agreement_form, module)?)
}
