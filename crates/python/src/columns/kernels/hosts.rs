//! Names of hosts: public suffixes, origins, sites.

use pyo3::prelude::*;
use uriverse_columns::kernels::hosts;
use uriverse_hosts::{Choice, NamePart};

use crate::calling::values::no_such_word;
use crate::columns::column::Column;
use crate::columns::running::{by_url_standard, over_given, EditionGiven, Given};
use crate::editions::Edition;
use crate::hosts::SuffixTable;

/// By what the texts are read: an edition, "whatwg", or where none is given RFC 3986, and RFC 3987 beyond US-ASCII.
enum ReaderGiven<'py> {
    Edition(Edition<'py>),
    Default(Edition<'py>, Edition<'py>),
    UrlStandard,
}

impl<'py> ReaderGiven<'py> {
    fn new(edition: EditionGiven<'_, 'py>) -> PyResult<ReaderGiven<'py>> {
        Ok(match edition.filter(|edition| !edition.is_none()) {
            None => ReaderGiven::Default(Edition::standard(), Edition::of_iris()),
            named if by_url_standard(named) => ReaderGiven::UrlStandard,
            named => ReaderGiven::Edition(Edition::from_argument(named)?),
        })
    }

    fn reader(&self) -> hosts::Reader<'_> {
        match self {
            ReaderGiven::Edition(edition) => hosts::Reader::Edition(edition.tables()),
            ReaderGiven::Default(ascii, beyond) => hosts::Reader::Editions(ascii.tables(), beyond.tables()),
            ReaderGiven::UrlStandard => hosts::Reader::UrlStandard,
        }
    }
}

/// A part of the name of each text's host: "suffix", "domain" or "subdomain".
#[allow(clippy::too_many_arguments)]
#[pyfunction]
#[pyo3(signature = (column, part, suffixes, *, private=true, default=true, edition=None, threads=0))]
pub fn column_name_part(
    column: Given,
    part: &str,
    suffixes: &Bound<'_, SuffixTable>,
    private: bool,
    default: bool,
    edition: EditionGiven,
    threads: usize,
) -> PyResult<Column> {
    let part = NamePart::named(part).ok_or_else(|| no_such_word("part", part, &NamePart::NAMES))?;
    let edition = ReaderGiven::new(edition)?;
    let (reader, table, choice) = (edition.reader(), &suffixes.get().table, Choice { private, default });
    over_given(column, threads, |chunk, threads| hosts::name_part(reader, part, table, choice, chunk, threads))
}

/// The origin of each text.
#[pyfunction]
#[pyo3(signature = (column, *, edition=None, threads=0))]
pub fn column_origin(column: Given, edition: EditionGiven, threads: usize) -> PyResult<Column> {
    origins(column, hosts::Written::Origin, edition, threads)
}

/// The site of each text.
#[pyfunction]
#[pyo3(signature = (column, suffixes, *, schemeful=true, edition=None, threads=0))]
pub fn column_site(
    column: Given,
    suffixes: &Bound<'_, SuffixTable>,
    schemeful: bool,
    edition: EditionGiven,
    threads: usize,
) -> PyResult<Column> {
    let what = hosts::Written::Site { suffixes: &suffixes.get().table, schemeful };
    origins(column, what, edition, threads)
}

fn origins(column: Given, what: hosts::Written<'_>, edition: EditionGiven, threads: usize) -> PyResult<Column> {
    let (edition, standard) = (ReaderGiven::new(edition)?, Edition::standard());
    let (standard, reader) = (standard.tables(), edition.reader());
    over_given(column, threads, |chunk, threads| hosts::origins(reader, standard, what, chunk, threads))
}

/// Each text without the "www." at the front of its host.
#[pyfunction]
#[pyo3(signature = (column, *, edition=None, threads=0))]
pub fn column_without_www(column: Given, edition: EditionGiven, threads: usize) -> PyResult<Column> {
    let edition = match ReaderGiven::new(edition)? {
        // The URL Standard has no such function.
        ReaderGiven::UrlStandard => ReaderGiven::Edition(Edition::from_argument(edition)?),
        reader => reader,
    };
    let reader = edition.reader();
    over_given(column, threads, |chunk, threads| hosts::without_www(reader, chunk, threads))
}
