//! Formats the rows of counted findings by templates: the output of `uriverse audit` for most lines of a list.
//!
//! In a template, the names of fields are between NULs. The template below formats the finding of the line `http://H/`:
//!
//! ```text
//!   host-upper-case \0start\0-\0end\0: write \0instead\0        becomes        host-upper-case 7-8: write h
//! ```

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use uriverse_core::memory::Grow;
use uriverse_core::{normalize, parse, Level};
use uriverse_text::plain::counts::{Found, COUNTED};
use uriverse_text::secrets::{position_in_starred, starred, STARS};
use uriverse_text::Secrets;

use crate::calling::values::Items;
use crate::editions::Edition;
use crate::ground::json::{number, string};
use crate::ground::secrets::SecretNames;

/// Marks an excerpt's end at which the text continues.
const GAP: &[u8] = b"...";

/// A piece of a template.
enum Piece {
    Literal(String),
    /// The line's number.
    Number,
    Text,
    Start,
    End,
    /// The line; of a long line, an excerpt around the finding's place.
    Around,
    /// Marks under the place in the excerpt.
    Marks,
    /// The text that the sentence quotes: a port, an address or a key.
    Named,
    /// The service that a port is reserved for.
    Service,
    /// The scheme in lower case.
    Scheme,
    Instead,
    /// Ends the template if there is no replacement, or one longer than an excerpt.
    IfShort,
    JsonText,
    JsonInstead,
}

struct Template(Vec<Piece>);

impl Template {
    fn new(text: &str) -> PyResult<Template> {
        let piece = |(index, text): (usize, &str)| {
            Ok(match text {
                _ if index % 2 == 0 => Piece::Literal(text.to_owned()),
                "number" => Piece::Number,
                "text" => Piece::Text,
                "start" => Piece::Start,
                "end" => Piece::End,
                "around" => Piece::Around,
                "marks" => Piece::Marks,
                "port" | "address" | "key" => Piece::Named,
                "service" => Piece::Service,
                "scheme" => Piece::Scheme,
                "instead" | "letter" => Piece::Instead,
                "if short" => Piece::IfShort,
                "JSON text" => Piece::JsonText,
                "JSON instead" => Piece::JsonInstead,
                _ => return Err(PyValueError::new_err(format!("a row has no field {text:?}"))),
            })
        };
        Ok(Template(text.split('\0').enumerate().map(piece).collect::<PyResult<_>>()?))
    }
}

/// Writes the findings of lines.
#[pyclass(frozen, module = "uriverse._core")]
pub struct FindingRows {
    before: Template,
    /// For each counted finding, its rank among those at one place, and its template. None: the caller handles it.
    rows: Vec<Option<(u8, Template)>>,
    /// The service of each port that is reserved for one.
    services: HashMap<String, String>,
    separator: String,
    after: String,
    is_json: bool,
    /// The length of an excerpt, in characters.
    window: usize,
}

#[pymethods]
impl FindingRows {
    /// JSON has every line, whole. Other formats have only lines with findings, with their secrets masked.
    #[new]
    fn new(
        before: &str,
        rows: Items<Option<(u8, String)>>,
        services: HashMap<String, String>,
        separator: String,
        after: String,
        is_json: bool,
        window: usize,
    ) -> PyResult<FindingRows> {
        if rows.len() != COUNTED.len() {
            return Err(PyValueError::new_err("each counted finding has a template, or None"));
        }
        let row = |row: Option<(u8, String)>| row.map(|(rank, row)| Ok((rank, Template::new(&row)?))).transpose();
        let rows = rows.into_iter().map(row).collect::<PyResult<_>>()?;
        Ok(FindingRows { before: Template::new(before)?, rows, services, separator, after, is_json, window })
    }
}

impl FindingRows {
    /// Writes the findings of a line; None if the caller must handle the line.
    pub fn write(
        &self,
        text: &[u8],
        line: u64,
        found: &[Found],
        secrets: &SecretNames,
        out: &mut Vec<u8>,
    ) -> Option<()> {
        if found.is_empty() && !self.is_json {
            return Some(());
        }
        let text = std::str::from_utf8(text).ok()?;
        let rows = found.iter().map(|found| self.rows[found.counted].as_ref().map(|(rank, row)| (found, *rank, row)));
        let mut rows = rows.collect::<Option<Vec<_>>>()?;
        rows.sort_by_key(|(found, rank, _)| (found.place.start, *rank));
        let normal = (COUNTED.iter().position(|id| *id == "not-normal"))
            .filter(|normal| found.iter().any(|found| found.counted == *normal))
            .and_then(|_| normal_form(text));
        let secrets = (!self.is_json).then_some(&secrets.secrets);
        let hidden = secrets.map(|secrets| secrets.places(text.as_bytes(), false)).unwrap_or_default();
        let shown = starred(text.as_bytes(), &hidden);
        let mut row = Row {
            rows: self,
            text,
            line,
            secrets,
            hidden: &hidden,
            shown: &shown,
            place: 0..0,
            named: 0..0,
            instead: None,
        };
        row.fill(&self.before, out);
        for (index, (found, _, template)) in rows.into_iter().enumerate() {
            if index > 0 {
                out.put_all(self.separator.as_bytes());
            }
            let instead = if COUNTED[found.counted] == "not-normal" { &normal } else { &found.instead };
            let instead = instead.as_deref().and_then(|instead| std::str::from_utf8(instead).ok());
            row = Row { place: found.place.clone(), named: found.named.clone(), instead, ..row };
            row.fill(template, out);
        }
        out.put_all(self.after.as_bytes());
        Some(())
    }
}

/// The normal form. Only editions whose normal forms are those of RFC 3986 have counted findings.
fn normal_form(text: &str) -> Option<Vec<u8>> {
    let edition = Edition::standard();
    let offsets = parse(edition.tables(), text.as_bytes())?;
    normalize(edition.tables(), text.as_bytes(), &offsets, Level::Syntax)
}

/// The values of the fields. The line is printable US-ASCII, as a text with counted findings is.
struct Row<'a> {
    rows: &'a FindingRows,
    text: &'a str,
    line: u64,
    /// The detector of the secrets to mask, and their places.
    secrets: Option<&'a Secrets>,
    hidden: &'a [Range<usize>],
    /// The text with stars for them.
    shown: &'a [u8],
    place: Range<usize>,
    named: Range<usize>,
    instead: Option<&'a str>,
}

impl Row<'_> {
    fn fill(&self, template: &Template, out: &mut Vec<u8>) {
        let (text, window, shown) = (self.text.as_bytes(), self.rows.window, self.shown);
        let [start, end] = [self.place.start, self.place.end].map(|place| position_in_starred(self.hidden, place));
        let first = start.saturating_sub(window / 2).min(shown.len().saturating_sub(window));
        let last = shown.len().min(first + window);
        let before = if first > 0 { GAP } else { b"" };
        for piece in &template.0 {
            match piece {
                Piece::Literal(text) => out.put_all(text.as_bytes()),
                Piece::Number => number(out, self.line),
                Piece::Text => out.put_all(shown),
                Piece::Start => number(out, self.place.start as u64),
                Piece::End => number(out, self.place.end as u64),
                Piece::Around => {
                    out.put_all(before);
                    out.put_all(&shown[first..last]);
                    out.put_all(if last < shown.len() { GAP } else { b"" });
                }
                Piece::Marks => {
                    let marks = end.min(last).saturating_sub(start).max(1);
                    out.room(before.len() + start - first + marks);
                    out.resize(out.len() + before.len() + start - first, b' ');
                    out.resize(out.len() + marks, b'^');
                }
                Piece::Named => out.put_all(&text[self.named.clone()]),
                Piece::Scheme => {
                    text.iter().take_while(|byte| **byte != b':').for_each(|byte| out.put(byte.to_ascii_lowercase()))
                }
                Piece::Service => {
                    let service = self.rows.services.get(&self.text[self.named.clone()]);
                    out.put_all(service.map_or(b"", |service| service.as_bytes()));
                }
                Piece::Instead => out.put_all(&self.masked_instead()),
                Piece::IfShort => match self.instead {
                    Some(instead) if (1..=window).contains(&instead.len()) => {}
                    _ => return,
                },
                Piece::JsonText => string(out, self.text),
                Piece::JsonInstead => match self.instead {
                    Some(instead) => string(out, instead),
                    None => out.put_all(b"null"),
                },
            }
        }
    }

    /// The replacement, with stars for secrets: for those of the line, which it may repeat, and for its own.
    fn masked_instead(&self) -> Cow<'_, [u8]> {
        let mut instead = Cow::Borrowed(self.instead.unwrap_or_default());
        let Some(secrets) = self.secrets else { return Cow::Borrowed(self.instead.unwrap_or_default().as_bytes()) };
        // A secret of one character is not replaced: the same character may occur elsewhere.
        for secret in self.hidden.iter().filter(|secret| secret.len() > 1) {
            instead = instead.replace(&self.text[secret.clone()], STARS).into();
        }
        secrets.masked(instead.as_bytes(), false).unwrap_or_else(|| instead.into_owned().into_bytes()).into()
    }
}
