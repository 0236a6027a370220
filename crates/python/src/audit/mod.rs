//! Plain texts for Python: texts without findings. A text with lone surrogates is not plain.

use pyo3::prelude::*;
use pyo3::types::PyString;
use uriverse_text::plain::counts::{Found, COUNTED};
use uriverse_text::plain::numbers::Numbers;

use crate::calling::values::Items;
use crate::ground::strings::utf8;

pub mod nested;
/// A counted finding: see [`Plain::places`].
type Counted<'a> = (usize, usize, usize, &'a str, Option<String>);

/// Recognizes texts without findings; see the engine's `Plain`.
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

    /// A recognizer that can count; see the engine's `Numbers`.
    fn with_numbers(
        &self,
        http: Items<(u16, String)>,
        https: Items<(u16, String)>,
        addresses: Items<(u32, u32, String)>,
    ) -> Plain {
        let place = |id: &String| COUNTED.iter().position(|counted| counted == id);
        let ports =
            |list: &Items<(u16, String)>| list.iter().filter_map(|(port, id)| Some((*port, place(id)?))).collect();
        let addresses = addresses.iter().map(|(begin, free, id)| (*begin, *free, place(id))).collect();
        Plain(self.0.clone().with_numbers(Numbers { ports: [ports(&http), ports(&https)], addresses }))
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

    /// The ids of the findings that are counted.
    #[classattr]
    #[pyo3(name = "COUNTED")]
    fn counted() -> Vec<&'static str> {
        COUNTED.to_vec()
    }

    /// The places of the counted findings of a text, which is US-ASCII then: the number of the finding in `COUNTED`,
    /// the start and the end, the text that the sentence quotes, and the replacement. None if a check may find
    /// something else.
    fn places<'a>(&self, text: &'a Bound<'_, PyString>) -> Option<Vec<Counted<'a>>> {
        let text = std::str::from_utf8(utf8(text.as_borrowed())?).ok()?;
        let place = |found: Found| {
            let instead = found.instead.and_then(|instead| String::from_utf8(instead).ok());
            (found.counted, found.place.start, found.place.end, &text[found.named], instead)
        };
        Some(self.0.findings(text.as_bytes())?.into_iter().map(place).collect())
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
