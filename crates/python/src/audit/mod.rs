//! Plain texts for Python: texts without findings. A text with lone surrogates is not plain.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use uriverse_core::memory::Grow;
use uriverse_text::lines::lines;
use uriverse_text::plain::counts::{Found, COUNTED};
use uriverse_text::plain::numbers::Numbers;

use crate::calling::values::Items;
use crate::ground::memory::guarded;
use crate::ground::secrets::always_masked;
use crate::ground::strings::{bytes_object, utf8};
use crate::text::editing::UnansweredLine;

pub mod nested;
pub mod rows;

use rows::FindingRows;

/// The number of lines without wanted findings; the number of lines with some; the number of places of each counted
/// finding (0 if it is not wanted); the written rows; and the lines that are not counted.
type Tally<'py> = (usize, usize, Vec<usize>, Bound<'py, PyBytes>, Vec<UnansweredLine>);

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

    /// The tally of the lines of a block.
    ///
    /// `wanted` has 1 for each counted finding that is wanted, else 0. `rows` writes the lines with wanted findings;
    /// without it they are only counted. The lines are numbered from `first` on, or by `numbers`.
    #[pyo3(signature = (block, wanted, rows=None, first=1, numbers=None))]
    fn tally<'py>(
        &self,
        py: Python<'py>,
        block: &[u8],
        wanted: &[u8],
        rows: Option<&FindingRows>,
        first: u64,
        numbers: Option<Items<u64>>,
    ) -> PyResult<Tally<'py>> {
        guarded(|| {
            if wanted.len() != COUNTED.len() {
                return Err(PyValueError::new_err("each counted finding is wanted, or not"));
            }
            if numbers.as_ref().is_some_and(|numbers| numbers.len() != lines(block, 0..block.len()).count()) {
                return Err(PyValueError::new_err("each line has a number"));
            }
            let secrets = always_masked(py)?;
            let (mut plain, mut touched, mut totals) = (0, 0, vec![0; COUNTED.len()]);
            let (mut out, mut left) = (Vec::new(), Vec::new());
            py.detach(|| {
                for (line, index) in lines(block, 0..block.len()).zip(0..) {
                    let text = &block[line.clone()];
                    let found = self.0.findings(text).map(|mut found| {
                        found.retain(|found| wanted[found.counted] > 0);
                        found
                    });
                    let done = found.filter(|found| match rows {
                        Some(rows) => {
                            let number =
                                numbers.as_ref().map_or(first.saturating_add(index), |numbers| numbers[index as usize]);
                            rows.write(text, number, found, secrets, &mut out).is_some()
                        }
                        None => true,
                    });
                    match done {
                        None => left.put((line.start, line.end, out.len())),
                        Some(found) => {
                            *(if found.is_empty() { &mut plain } else { &mut touched }) += 1;
                            found.iter().for_each(|found| totals[found.counted] += 1);
                        }
                    }
                }
            });
            Ok((plain, touched, totals, bytes_object(py, &out)?, left))
        })
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
