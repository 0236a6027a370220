//! Blocks of lines for `uriverse agree`: the answers to the lines on which no two parsers differ.
//!
//! `http://h/a b` has one destination by the URL Standard and the lenient split; RFC 3986 refuses it. Its answer is the
//! JSON of `Agreement.as_dict`, with a sentence by Python, the reason of the refusal. The sentence depends on the
//! parser, the rule, the character and the position. It is cached by the first three; the position is inserted.

use std::collections::HashMap;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use uriverse_core as core;
use uriverse_core::memory::{buffer, copy, Grow};
use uriverse_core::{characters, Offsets, SplitStyle, Tables};
use uriverse_text::lines::lines;
use uriverse_whatwg::destination::{as_fetched, browser, same_authority_and_path, Browser, Cut, Destination, Port};
use uriverse_whatwg::Failure;

use crate::calling::values::{length_checked, Items};
use crate::editions::built_in_tables;
use crate::ground::json;
use crate::ground::memory::guarded;
use crate::ground::secrets::{always_masked, SecretNames};
use crate::ground::strings::bytes_object;
use crate::text::editing::UnansweredLine;

/// Answers the lines of a block on which no two parsers differ: with the JSON of `Agreement.as_dict` and an LF if there
/// is a `sentence`, else with nothing. `sentence(text, parser)` returns the reason of a refusal as one text, or as two
/// texts around its position.
///
/// Each other line is returned as its start and end in the block, and the position in the output where its answer
/// belongs. Last comes the number of answered lines that no parser accepts.
#[pyfunction]
#[pyo3(signature = (block, parsers, sentence=None))]
pub fn agreement_lines<'py>(
    py: Python<'py>,
    block: &[u8],
    parsers: Items<String>,
    sentence: Option<Py<PyAny>>,
) -> PyResult<(Bound<'py, PyBytes>, Vec<UnansweredLine>, usize)> {
    guarded(|| {
        let ready = parsers.iter().map(|name| Parser::new(py, name)).collect::<PyResult<Vec<_>>>()?;
        let mut writer = sentence.map(|sentence| Writer::new(py, &parsers, sentence)).transpose()?;
        let (answers, left, refused) = py.detach(|| {
            let (mut out, mut left, mut refused) = (buffer(4 * block.len()), Vec::new(), 0);
            for line in lines(block, 0..block.len()) {
                let text = std::str::from_utf8(&block[line.clone()]).ok();
                let agreed = text.and_then(|text| Some((text, agreed(&ready, text.as_bytes())?)));
                let is_answered = match (agreed, &mut writer) {
                    (Some((text, agreed)), Some(writer)) => {
                        refused += usize::from(agreed.destination.is_none());
                        writer.write(&mut out, text, &ready, &agreed)?
                    }
                    (Some((_, agreed)), None) => agreed.destination.is_some(),
                    (None, _) => false,
                };
                if !is_answered {
                    left.put((line.start, line.end, out.len()));
                }
            }
            Ok::<_, PyErr>((out, left, refused))
        })?;
        Ok((bytes_object(py, &answers)?, left, refused))
    })
}

/// A parser of this library.
enum Parser {
    Split,
    UrlStandard,
    Edition(&'static Tables),
}

impl Parser {
    fn new(py: Python<'_>, name: &str) -> PyResult<Parser> {
        Ok(match name {
            "split" => Parser::Split,
            "whatwg" => Parser::UrlStandard,
            id => Parser::Edition(built_in_tables(py, id)?),
        })
    }

    /// The rule that refuses a text, with the place, or the URL Standard's error.
    fn refusal(&self, text: &str) -> Option<(&'static str, Option<usize>)> {
        match self {
            Parser::Split => None,
            Parser::Edition(tables) => {
                core::refusal(tables, text.as_bytes()).map(|refusal| (refusal.label, Some(refusal.at)))
            }
            Parser::UrlStandard => match uriverse_whatwg::parse(text, None).err()? {
                Failure::Input { error, .. } => Some((error.as_str(), None)),
                Failure::Setter => None,
            },
        }
    }
}

/// The common destination of the parsers that accept a text (None if all refuse it), and the parsers that refuse it.
struct Agreed {
    destination: Option<Destination>,
    refused: Vec<bool>,
}

/// None if two parsers differ.
fn agreed(parsers: &[Parser], text: &[u8]) -> Option<Agreed> {
    let lenient = core::split(SplitStyle::AppendixB, length_checked(text).ok()?);
    let mut cuts: Vec<Offsets> = buffer(parsers.len());
    let mut last = None;
    let mut agreed = Agreed { destination: None, refused: vec![false; parsers.len()] };
    for (parser, refused) in parsers.iter().zip(&mut agreed.refused) {
        let accepted = match parser {
            Parser::Split => Some((lenient, None)),
            Parser::Edition(tables) => match core::parse(tables, text).map(|parsed| (parsed, tables.split_style())) {
                // The editions give most texts the same offsets.
                Some(parsed) if last == Some(parsed) => continue,
                Some(parsed) => {
                    last = Some(parsed);
                    Some((as_fetched(text, &parsed.0, parsed.1), None))
                }
                None => None,
            },
            Parser::UrlStandard => match browser(text, &lenient) {
                Browser::Refused => None,
                Browser::Same => Some((lenient, None)),
                Browser::Goes(destination) => Some((lenient, Some(destination))),
            },
        };
        let Some((cut, elsewhere)) = accepted else {
            *refused = true;
            continue;
        };
        if elsewhere.is_none() {
            if cuts.iter().any(|known| same_authority_and_path(known, &cut)) {
                continue;
            }
            cuts.push(cut);
        }
        let found = elsewhere.unwrap_or_else(|| Destination::from_cut(&Cut::from_offsets(text, &cut)));
        if agreed.destination.as_ref().is_some_and(|destination| *destination != found) {
            return None;
        }
        agreed.destination = Some(found);
    }
    Some(agreed)
}

/// The cache key of a refusal's sentence: the parser, the rule or error, and the character (None at the end).
type Cause = (usize, &'static str, Option<char>);

/// Writes the JSON of lines.
struct Writer<'a> {
    names: &'a [String],
    /// For each parser, the start of its JSON object.
    heads: Vec<String>,
    masked: &'static SecretNames,
    sentence: Py<PyAny>,
    /// The cache of the rest of a parser's object: one part, or two around the position.
    refusals: HashMap<Cause, Vec<Vec<u8>>>,
    /// Reused for each line.
    components: Vec<u8>,
}

impl<'a> Writer<'a> {
    fn new(py: Python<'_>, names: &'a [String], sentence: Py<PyAny>) -> PyResult<Writer<'a>> {
        let version = env!("CARGO_PKG_VERSION");
        let head = |name: &String| format!(r#"{{"parser": "{name}", "version": "{version}", "accepted": "#);
        let heads = names.iter().map(head).collect();
        let (refusals, components) = (HashMap::new(), Vec::new());
        Ok(Writer { names, heads, masked: always_masked(py)?, sentence, refusals, components })
    }

    /// Returns false and writes nothing if a refused text has secrets: Python masks them in the sentence.
    fn write(&mut self, out: &mut Vec<u8>, text: &str, parsers: &[Parser], agreed: &Agreed) -> PyResult<bool> {
        if agreed.refused.contains(&true) && self.masked.finds(text.as_bytes()) {
            return Ok(false);
        }
        self.components.clear();
        if let Some(destination) = &agreed.destination {
            write_components(&mut self.components, destination);
        }
        out.put_all(b"{\"text\": ");
        json::string(out, text);
        let agrees = agreed.destination.is_some();
        let rest = format!(r#", "agrees": {agrees}, "differing": [], "confusions": [], "cuts": ["#);
        out.put_all(rest.as_bytes());
        for (number, (parser, refused)) in parsers.iter().zip(&agreed.refused).enumerate() {
            out.put_all(if number == 0 { &b""[..] } else { b", " });
            out.put_all(self.heads[number].as_bytes());
            if *refused {
                self.write_refusal(out, text, number, parser)?;
            } else {
                out.put_all(b"true, \"reason\": \"\"");
                out.put_all(&self.components);
            }
        }
        out.put_all(b"]}\n");
        Ok(true)
    }

    fn write_refusal(&mut self, out: &mut Vec<u8>, text: &str, number: usize, parser: &Parser) -> PyResult<()> {
        let Some((label, at)) = parser.refusal(text) else { return Ok(()) };
        let key = (number, label, at.and_then(|at| text[at..].chars().next()));
        if !self.refusals.contains_key(&key) {
            let parts =
                Python::attach(|py| self.sentence.call1(py, (text, &self.names[number]))?.extract::<Vec<String>>(py))?;
            self.refusals.insert(key, refusal_json(&parts));
        }
        let place = at.map(|at| characters(text.as_bytes(), at).to_string()).unwrap_or_default();
        for (number, part) in self.refusals[&key].iter().enumerate() {
            out.put_all(if number == 0 { b"" } else { place.as_bytes() });
            out.put_all(part);
        }
        Ok(())
    }
}

/// The rest of the object of a parser that refuses a text, around the place.
fn refusal_json(parts: &[String]) -> Vec<Vec<u8>> {
    let mut found: Vec<Vec<u8>> = parts
        .iter()
        .map(|part| {
            let mut escaped = Vec::new();
            json::string(&mut escaped, part);
            copy(&escaped[1..escaped.len() - 1])
        })
        .collect();
    if let Some(first) = found.first_mut() {
        first.splice(..0, *b"false, \"reason\": \"");
    }
    if let Some(last) = found.last_mut() {
        last.put_all(b"\", \"scheme\": null, \"userinfo\": null, \"host\": null, \"port\": null, \"path\": \"\"}");
    }
    found
}

/// The rest of the object of a parser that accepts a text, after its reason.
fn write_components(out: &mut Vec<u8>, destination: &Destination) {
    let Destination { scheme, userinfo, host, port, path } = destination;
    text_field(out, "scheme", scheme.as_deref());
    text_field(out, "userinfo", userinfo.as_deref());
    text_field(out, "host", host.as_deref());
    match port {
        Some(Port::Number(number)) => {
            out.put_all(b", \"port\": ");
            json::number(out, u64::from(*number));
        }
        Some(Port::Text(text)) => text_field(out, "port", Some(text)),
        None => text_field(out, "port", None),
    }
    text_field(out, "path", Some(path));
    out.put(b'}');
}

fn text_field(out: &mut Vec<u8>, name: &str, value: Option<&str>) {
    for piece in [", \"", name, "\": "] {
        out.put_all(piece.as_bytes());
    }
    match value {
        Some(value) => json::string(out, value),
        None => out.put_all(b"null"),
    }
}
