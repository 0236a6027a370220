//! Names of hosts: public suffixes, origins, sites.

use pyo3::prelude::*;
use uriverse_columns::kernels::hosts;
use uriverse_hosts::{Choice, NamePart};

use crate::calling::values::choice;
use crate::columns::column::Column;
use crate::columns::running::{by_url_standard, over_column, Input};
use crate::editions::{Edition, EditionArg};
use crate::hosts::SuffixTable;

/// The parser of the texts: an edition, "whatwg", or by default RFC 3986, and RFC 3987 beyond US-ASCII.
enum ParserArg<'py> {
    Edition(Edition<'py>),
    Default(Edition<'py>, Edition<'py>),
    UrlStandard,
}

impl<'py> ParserArg<'py> {
    fn new(edition: EditionArg<'_, 'py>) -> PyResult<ParserArg<'py>> {
        Ok(match edition.filter(|edition| !edition.is_none()) {
            None => ParserArg::Default(Edition::standard(), Edition::for_iris()),
            named if by_url_standard(named) => ParserArg::UrlStandard,
            named => ParserArg::Edition(Edition::from_argument(named)?),
        })
    }

    fn parser(&self) -> hosts::Parser<'_> {
        match self {
            ParserArg::Edition(edition) => hosts::Parser::Edition(edition.tables()),
            ParserArg::Default(ascii, beyond) => hosts::Parser::Editions(ascii.tables(), beyond.tables()),
            ParserArg::UrlStandard => hosts::Parser::UrlStandard,
        }
    }
}

/// A part of the name of each text's host: "public_suffix", "domain" or "subdomain".
#[allow(clippy::too_many_arguments)]
#[pyfunction]
#[pyo3(signature = (column, part, suffixes, *, private=true, default=true, edition=None, threads=0))]
pub fn name_part(
    column: Input,
    part: &str,
    suffixes: &Bound<'_, SuffixTable>,
    private: bool,
    default: bool,
    edition: EditionArg,
    threads: usize,
) -> PyResult<Column> {
    let part = choice("part", part, NamePart::named, &NamePart::NAMES)?;
    let edition = ParserArg::new(edition)?;
    let (reader, table, choice) = (edition.parser(), &suffixes.get().table, Choice { private, default });
    over_column(column, threads, |chunk, threads| hosts::name_part(reader, part, table, choice, chunk, threads))
}

/// The origin of each text.
#[pyfunction]
#[pyo3(signature = (column, *, edition=None, threads=0))]
pub fn origin(column: Input, edition: EditionArg, threads: usize) -> PyResult<Column> {
    origins(column, hosts::OriginPart::Origin, edition, threads)
}

/// The site of each text.
#[pyfunction]
#[pyo3(signature = (column, suffixes, *, schemeful=true, edition=None, threads=0))]
pub fn site(
    column: Input,
    suffixes: &Bound<'_, SuffixTable>,
    schemeful: bool,
    edition: EditionArg,
    threads: usize,
) -> PyResult<Column> {
    let part = hosts::OriginPart::Site { suffixes: &suffixes.get().table, schemeful };
    origins(column, part, edition, threads)
}

fn origins(column: Input, part: hosts::OriginPart<'_>, edition: EditionArg, threads: usize) -> PyResult<Column> {
    let (edition, standard) = (ParserArg::new(edition)?, Edition::standard());
    let (standard, reader) = (standard.tables(), edition.parser());
    over_column(column, threads, |chunk, threads| hosts::origins(reader, standard, part, chunk, threads))
}

/// Each text without the "www." at the front of its host.
#[pyfunction]
#[pyo3(signature = (column, *, edition=None, threads=0))]
pub fn without_www(column: Input, edition: EditionArg, threads: usize) -> PyResult<Column> {
    let edition = match ParserArg::new(edition)? {
        // The URL Standard has no such function.
        ParserArg::UrlStandard => ParserArg::Edition(Edition::from_argument(edition)?),
        parser => parser,
    };
    let reader = edition.parser();
    over_column(column, threads, |chunk, threads| hosts::without_www(reader, chunk, threads))
}
