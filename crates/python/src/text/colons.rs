//! The colons at which a search for references looks twice, as places in a Python text.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use uriverse_core::{begins_a_character, ByteSet};
use uriverse_text::{bare_references, Run};

use crate::calling::values::Items;
use crate::editions::Edition;
use crate::ground::strings::without_utf8;

/// How many references are found at once.
const ROOM: usize = 1 << 12;

/// The start, the end and the end of what is trimmed of a bare reference, in characters; and whether it is cut.
pub type BarePlace = (usize, usize, usize, bool);

/// The colons that may end one of some schemes, and what references may have; see the engine's `Colons` and `Run`.
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
        spaced: Items<(char, char)>,
        unspaced: Items<(char, char)>,
        takes_them: bool,
    ) -> Colons {
        let following = ByteSet::from_bytes(following);
        Colons(
            uriverse_text::Colons::new(names.iter().map(String::as_bytes), letters, any, following),
            Run::new(spaced.to_vec(), unspaced.to_vec(), takes_them),
        )
    }

    /// The search through one text.
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
    /// The UTF-8 of a text that has none of its own.
    surrogates: Option<Py<PyBytes>>,
    /// Where the last search went, in a text beyond US-ASCII.
    place: Option<Place>,
    /// Where the searches of `bare` end in such a text: mostly at one place, which is counted once.
    end: Option<Place>,
}

impl ColonsInText {
    fn bytes<'a>(&'a self, py: Python<'a>) -> PyResult<&'a [u8]> {
        match &self.surrogates {
            Some(bytes) => Ok(bytes.as_bytes(py)),
            None => Ok(self.text.bind(py).to_str()?.as_bytes()),
        }
    }
}

#[pymethods]
impl ColonsInText {
    /// The first one at a place or after it, or None; places count characters. It costs what lies between this place
    /// and the one before.
    fn find(&mut self, py: Python<'_>, start: usize) -> PyResult<Option<usize>> {
        let bytes = self.bytes(py)?;
        let colons = &self.colons.get().0;
        let Some(mut place) = self.place else { return Ok(colons.find(bytes, start)) };
        place.move_to(bytes, start);
        let found = colons.find(bytes, place.byte);
        if let Some(byte) = found {
            place.character += characters_between(bytes, place.byte, byte);
            place.byte = byte;
        }
        self.place = Some(place);
        Ok(found.map(|_| place.character))
    }

    /// The next references of the web that stand between white space, up to the first that may be another; see the
    /// engine's `bare_references`.
    fn bare(
        &mut self,
        py: Python<'_>,
        start: usize,
        end: usize,
        edition: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<BarePlace>> {
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
        let mut found = Vec::new();
        let within = place.byte..until;
        let Colons(colons, run) = self.colons.get();
        // The search itself looks at the colon at which this ends.
        let _ = bare_references(colons, run, edition.tables(), bytes, within, ROOM, &mut found);
        let in_characters = found
            .iter()
            .map(|each| {
                let begin = each.place.start;
                // The search may begin within the first one's scheme, which is in US-ASCII.
                place.character += characters_between(bytes, place.byte.min(begin), begin);
                place.character -= place.byte.saturating_sub(begin);
                place.byte = begin;
                let end = place.character + characters_between(bytes, begin, each.place.end);
                let outer = end + characters_between(bytes, each.trimmed.start, each.trimmed.end);
                (place.character, end, outer, each.is_cut)
            })
            .collect();
        if self.place.is_some() {
            (self.place, self.end) = (Some(place), Some(last));
        }
        Ok(in_characters)
    }
}

/// How many characters begin between two places. Sums of one octet make the loop one of wide registers.
pub(crate) fn characters_between(bytes: &[u8], start: usize, end: usize) -> usize {
    let count = |chunk: &[u8]| chunk.iter().map(|byte| u8::from(begins_a_character(*byte))).sum::<u8>();
    bytes[start..end].chunks(u8::MAX.into()).map(|chunk| usize::from(count(chunk))).sum()
}

/// The beginning of a character of a text in UTF-8.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) byte: usize,
    pub(crate) character: usize,
}

impl Place {
    /// Goes to another character, or to the text's end where it has fewer.
    pub(crate) fn move_to(&mut self, bytes: &[u8], character: usize) {
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
