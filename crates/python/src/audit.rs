//! Plain texts for Python: those in which no check of an audit finds anything. A text without UTF-8 is not plain.

use pyo3::prelude::*;
use pyo3::types::PyString;
use uriverse_text::lines::lines;

use crate::calling::values::Items;
use crate::ground::strings::utf8;

/// Recognizes texts in which no check finds anything; see the engine's `Plain`.
#[pyclass(frozen, module = "uriverse._core")]
pub struct Plain(pub uriverse_text::Plain);

#[pymethods]
impl Plain {
    #[new]
    fn new(
        top_level: Items<String>,
        noted: Items<String>,
        devices: Items<String>,
        keys: Items<String>,
        schemes: Items<String>,
    ) -> Plain {
        let bytes = [&top_level, &noted, &devices, &keys, &schemes].map(|list| list.iter().map(String::as_bytes));
        let [top_level, noted, devices, keys, schemes] = bytes;
        Plain(uriverse_text::Plain::new(top_level, noted, devices, keys, schemes))
    }

    /// Whether an object is exactly a `str`, and plain.
    fn url(&self, text: &Bound<'_, PyAny>) -> bool {
        let text = text.cast_exact::<PyString>().ok().and_then(|text| utf8(text.as_borrowed()));
        text.is_some_and(|text| self.0.url(text))
    }

    /// Whether a text is a plain IRI, or a plain URI with "xn--" labels.
    fn iri(&self, text: &Bound<'_, PyString>) -> bool {
        utf8(text.as_borrowed()).and_then(|text| std::str::from_utf8(text).ok()).is_some_and(|text| self.0.iri(text))
    }

    /// The number of plain lines of a block, and the places of the others.
    fn others(&self, py: Python<'_>, block: &[u8]) -> (usize, Vec<(usize, usize)>) {
        py.detach(|| {
            let (mut plain, mut others) = (0, Vec::new());
            for line in lines(block, 0..block.len()) {
                if self.0.url(&block[line.clone()]) {
                    plain += 1;
                } else {
                    others.push((line.start, line.end));
                }
            }
            (plain, others)
        })
    }

    /// The place of the port of a text that is plain except for its port; None if it has no port, or is not plain
    /// otherwise.
    fn port(&self, text: &Bound<'_, PyString>) -> Option<(usize, usize)> {
        let port = self.0.url_but_for_a_port(utf8(text.as_borrowed())?)??;
        Some((port.start, port.end))
    }

    fn host(&self, text: &Bound<'_, PyString>) -> bool {
        utf8(text.as_borrowed()).is_some_and(|text| self.0.host(text))
    }

    fn path(&self, text: &Bound<'_, PyString>) -> bool {
        utf8(text.as_borrowed()).is_some_and(|text| self.0.path(text))
    }

    fn query(&self, text: &Bound<'_, PyString>) -> bool {
        utf8(text.as_borrowed()).is_some_and(|text| self.0.query(text))
    }

    fn fragment(&self, text: &Bound<'_, PyString>) -> bool {
        utf8(text.as_borrowed()).is_some_and(|text| self.0.fragment(text))
    }
}
