//! `TextLinks`: writes rows of the bare references of a text, which a search finds in batches.
//!
//! For `see http://h/a, and` in line 3, a row has the reference, its target, the line and the column, and the trimmed
//! ",". Python handles a reference whose target is not covered here.

use memchr::memrchr2;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::rows::{fits, LinkRows, Text};
use crate::ground::strings::utf8;
use crate::layout::object::{self, Form};
use crate::reference::resolving::with_target;
use crate::text::colons::{characters_between, BarePlace, Place};

/// A text, the base of its references, and the place of the last one.
#[pyclass(module = "uriverse._core")]
pub struct TextLinks {
    text: Py<PyString>,
    source: String,
    base: Option<String>,
    rule: Option<String>,
    page: Option<String>,
    uri: Py<PyAny>,
    place: Place,
    /// The line of that place, from 1, and the start of that line, in characters.
    line: i64,
    line_start: usize,
}

#[pymethods]
impl TextLinks {
    /// `uri` is the base of the references.
    #[new]
    #[pyo3(signature = (text, *, source, base, rule, page, uri))]
    fn new(
        text: Py<PyString>,
        source: String,
        base: Option<String>,
        rule: Option<String>,
        page: Option<String>,
        uri: Py<PyAny>,
    ) -> PyResult<TextLinks> {
        for each in [Some(&source), base.as_ref(), rule.as_ref(), page.as_ref()].into_iter().flatten() {
            fits(each.as_bytes())?;
        }
        let place = Place { byte: 0, character: 0 };
        Ok(TextLinks { text, source, base, rule, page, uri, place, line: 1, line_start: 0 })
    }

    /// Writes rows of references until one needs Python or the rows are full. Returns the number of rows.
    fn write(&mut self, py: Python<'_>, rows: &Bound<'_, LinkRows>, found: Vec<BarePlace>) -> PyResult<usize> {
        rows.try_borrow_mut()?.or_none(|rows| {
            let written = self.rows(py, rows, &found);
            let base = [(Text::Base, &self.base), (Text::BaseRule, &self.rule), (Text::Page, &self.page)];
            let base = base.into_iter().filter_map(|(field, text)| Some((field, text.as_deref()?.as_bytes())));
            let own = [(Text::Source, self.source.as_bytes()), (Text::Element, b"bare")];
            rows.complete(own.into_iter().chain(base), written);
            Ok(written)
        })
    }
}

impl TextLinks {
    /// Writes the fields that differ from row to row.
    fn rows(&mut self, py: Python<'_>, rows: &mut LinkRows, found: &[BarePlace]) -> usize {
        let (text, uri) = (self.text.clone_ref(py), self.uri.clone_ref(py));
        let (Some(text), Some((base, Form::Uri))) =
            (utf8(text.bind_borrowed(py)), object::layout(uri.bind_borrowed(py)))
        else {
            return 0;
        };
        let repeated = self.source.len()
            + [&self.base, &self.rule, &self.page].into_iter().flatten().map(String::len).sum::<usize>();
        for (written, &(start, end, outer, is_cut)) in found.iter().enumerate() {
            if rows.is_full() {
                return written;
            }
            let (line, column) = self.line_and_column(text, start);
            let mut after = self.place;
            after.move_to(text, end);
            let reference = &text[self.place.byte..after.byte];
            let trimmed_start = after.byte;
            after.move_to(text, outer);
            let trimmed = &text[trimmed_start..after.byte];
            let is_written = with_target(py, reference, base, |target, kind| {
                rows.text(Text::Reference, Some(reference));
                rows.text(Text::Resolved, Some(target));
                rows.text(Text::Kind, Some(kind.as_str().as_bytes()));
                rows.text(Text::Trimmed, (!trimmed.is_empty()).then_some(trimmed));
                rows.text(Text::Cut, is_cut.then_some(b"outside US-ASCII".as_slice()));
            });
            if is_written.is_none() {
                return written;
            }
            rows.will_repeat(repeated + b"bare".len());
            rows.end_row((Some(line), Some(column)), true, true);
        }
        found.len()
    }

    /// The line and column, from 1, of a character; calls must go forward in the text. CR, LF and CR LF end lines.
    fn line_and_column(&mut self, text: &[u8], start: usize) -> (i64, i64) {
        let before = self.place;
        self.place.move_to(text, start);
        let passed = &text[before.byte..self.place.byte];
        if let Some(last) = memrchr2(b'\n', b'\r', passed) {
            self.line += passed.iter().filter(|byte| **byte == b'\n').count() as i64;
            let returns =
                passed.iter().enumerate().filter(|(at, byte)| **byte == b'\r' && passed.get(at + 1) != Some(&b'\n'));
            self.line += returns.count() as i64;
            self.line_start = before.character + characters_between(passed, 0, last + 1);
        }
        (self.line, (self.place.character - self.line_start) as i64 + 1)
    }
}
