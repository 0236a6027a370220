//! The colons that may belong to references in running text, as places in a Python text.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use uriverse_core::memory::gathered;
use uriverse_core::{begins_a_character, ByteSet};
use uriverse_text::{bare_references, Border, Cut, Run};

use crate::calling::values::Items;
use crate::editions::{Edition, EditionArg};
use crate::ground::memory::guarded_objects;
use crate::ground::strings::without_utf8;

/// The most references in one batch.
const BATCH: usize = 1 << 12;

/// The start, the end and the end of the trimmed part of a bare reference, in characters; and whether it is cut.
type BarePlace = (usize, usize, usize, bool);

/// The colons that may follow one of some schemes, and the characters of references; see the engine's `Colons` and
/// `Run`.
#[pyclass(frozen, module = "uriverse._core")]
pub struct Colons(pub uriverse_text::Colons, pub Run);

#[pymethods]
impl Colons {
    #[new]
    fn new(
        names: Items<String>,
        letters: &[u8],
        any: bool,
        following: &[u8],
        letters_beyond: Items<(char, char)>,
        takes_letters: bool,
        takes_bars: bool,
    ) -> Colons {
        let following = ByteSet::from_bytes(following);
        Colons(
            uriverse_text::Colons::new(names.iter().map(String::as_bytes), letters, any, following),
            Run::new(letters_beyond.to_vec(), takes_letters, takes_bars),
        )
    }

    /// A search in one text.
    fn in_text(this: &Bound<'_, Colons>, text: &Bound<'_, PyString>) -> PyResult<ColonsInText> {
        let surrogates = without_utf8(text)?.map(Bound::unbind);
        let mut made = ColonsInText {
            colons: this.clone().unbind(),
            text: text.clone().unbind(),
            surrogates,
            place: None,
            end: None,
        };
        made.place = (!made.bytes(this.py())?.is_ascii()).then_some(Place { byte: 0, character: 0 });
        Ok(made)
    }
}

/// The colons of one text.
#[pyclass(module = "uriverse._core")]
pub struct ColonsInText {
    colons: Py<Colons>,
    text: Py<PyString>,
    /// The bytes of a text without UTF-8.
    surrogates: Option<Py<PyBytes>>,
    /// The position of the last search, in a text beyond US-ASCII.
    place: Option<Place>,
    /// A cache of the end of the searches of `bare` in such a text, which is mostly the same.
    end: Option<Place>,
}

impl ColonsInText {
    fn bytes<'a>(&'a self, py: Python<'a>) -> PyResult<&'a [u8]> {
        match &self.surrogates {
            Some(bytes) => Ok(bytes.as_bytes(py)),
            None => Ok(self.text.bind(py).to_str()?.as_bytes()),
        }
    }

    /// Calls a function with a place as a position in the bytes, and returns the position that it returns as a place.
    fn at(&mut self, py: Python<'_>, at: usize, function: impl FnOnce(&Run, &[u8], usize) -> usize) -> PyResult<usize> {
        let bytes = self.bytes(py)?;
        let run = &self.colons.get().1;
        let Some(mut place) = self.place else { return Ok(function(run, bytes, at.min(bytes.len()))) };
        place.move_to(bytes, at);
        let end = function(run, bytes, place.byte);
        let (first, last) = (place.byte.min(end), place.byte.max(end));
        let distance = characters_between(bytes, first, last);
        let other = if end < place.byte { place.character - distance } else { place.character + distance };
        self.place = Some(place);
        Ok(other)
    }
}

#[pymethods]
impl ColonsInText {
    /// The first colon at or after a place, or None; places count characters. The time depends on the distance to the
    /// previous place.
    fn find(&mut self, py: Python<'_>, start: usize) -> PyResult<Option<usize>> {
        let bytes = self.bytes(py)?;
        let colons = &self.colons.get().0;
        let Some(mut place) = self.place else { return Ok(colons.find(bytes, start)) };
        place.move_to(bytes, start);
        let colon = colons.find(bytes, place.byte);
        if let Some(byte) = colon {
            place.character += characters_between(bytes, place.byte, byte);
            place.byte = byte;
        }
        self.place = Some(place);
        Ok(colon.map(|_| place.character))
    }

    /// The end of the run that begins at a place; see the engine's `Run`.
    fn run_end(&mut self, py: Python<'_>, start: usize) -> PyResult<usize> {
        self.at(py, start, |run, text, byte| run.end(text, byte))
    }

    /// What follows a reference: why it ends within a word, or None; and the end of the rest of the word. With
    /// `in_host`, why its host or address goes on.
    fn border(&mut self, py: Python<'_>, at: usize, in_host: bool) -> PyResult<(Option<&'static str>, usize)> {
        let mut cut = None;
        let end = self.at(py, at, |run, text, byte| {
            let border: Border = if in_host { run.host_border(text, byte) } else { run.border(text, byte) };
            cut = border.cut;
            border.end
        })?;
        let word = cut.map(|cut| match cut {
            Cut::OutsideAscii => "outside US-ASCII",
            Cut::Excluded => "excluded",
            Cut::Refused => "refused",
        });
        Ok((word, end))
    }

    /// The start of the word beyond US-ASCII that ends at a place, or None.
    fn word_before(&mut self, py: Python<'_>, at: usize) -> PyResult<Option<usize>> {
        let mut is_word = true;
        let start = self.at(py, at, |run, text, byte| {
            let start = run.word_before(text, byte);
            is_word = start.is_some();
            start.unwrap_or(byte)
        })?;
        Ok(is_word.then_some(start))
    }

    /// The next http and https references between white space, up to the first doubtful one; see the engine's
    /// `bare_references`.
    fn bare<'py>(
        &mut self,
        py: Python<'py>,
        start: usize,
        end: usize,
        edition: EditionArg,
    ) -> PyResult<Bound<'py, PyAny>> {
        guarded_objects(py, || {
            let edition = Edition::from_argument(edition)?;
            let bytes = self.bytes(py)?;
            let mut place = self.place.unwrap_or(Place { byte: start, character: start });
            let characters = self.text.bind(py).len()?;
            let whole = (end >= characters).then_some(Place { byte: bytes.len(), character: characters });
            let mut last = whole.or(self.end).unwrap_or(place);
            let until = if self.place.is_some() {
                last.move_to(bytes, end);
                place.move_to(bytes, start);
                last.byte
            } else {
                end.min(bytes.len())
            };
            let mut references = Vec::new();
            let within = place.byte..until;
            let Colons(colons, run) = self.colons.get();
            // The search itself handles the colon at which this ends.
            let _ = bare_references(colons, run, edition.tables(), bytes, within, BATCH, &mut references);
            let in_characters: Vec<BarePlace> = gathered(references.iter().map(|each| {
                let begin = each.place.start;
                // The search may begin within the first one's scheme, which is US-ASCII.
                place.character += characters_between(bytes, place.byte.min(begin), begin);
                place.character -= place.byte.saturating_sub(begin);
                place.byte = begin;
                let end = place.character + characters_between(bytes, begin, each.place.end);
                let outer = end + characters_between(bytes, each.trimmed.start, each.trimmed.end);
                (place.character, end, outer, each.is_cut)
            }));
            (self.place, self.end) = (self.place.and(Some(place)), Some(last));
            Ok(in_characters)
        })
    }
}

/// The number of characters that begin between two positions. Sums of one octet are vectorized.
fn characters_between(bytes: &[u8], start: usize, end: usize) -> usize {
    let count = |chunk: &[u8]| chunk.iter().map(|byte| u8::from(begins_a_character(*byte))).sum::<u8>();
    bytes[start..end].chunks(u8::MAX.into()).map(|chunk| usize::from(count(chunk))).sum()
}

/// The start of a character in UTF-8.
#[derive(Clone, Copy)]
struct Place {
    byte: usize,
    character: usize,
}

impl Place {
    /// Moves to another character, or to the end of a shorter text.
    fn move_to(&mut self, bytes: &[u8], character: usize) {
        while self.character < character && self.byte < bytes.len() {
            self.byte += 1;
            while bytes.get(self.byte).is_some_and(|byte| !begins_a_character(*byte)) {
                self.byte += 1;
            }
            self.character += 1;
        }
        while self.character > character {
            self.byte -= 1;
            while !begins_a_character(bytes[self.byte]) {
                self.byte -= 1;
            }
            self.character -= 1;
        }
    }
}
