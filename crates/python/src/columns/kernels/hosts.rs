//! Names of hosts: public suffixes, origins, sites.

use pyo3::prelude::*;
use uriverse_columns::kernels::hosts;
use uriverse_hosts::{Choice, NamePart};

use crate::calling::values::choice;
use crate::columns::options::{standard_tables, Options, ParserArg, Suffixes};
use crate::columns::running::{over_one, Prepared};

/// A part of the name of each text's host: "public_suffix", "domain" or "subdomain".
pub fn name_part(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let part: String = options.required("part")?;
    let part = choice("part", &part, NamePart::named, &NamePart::NAMES)?;
    let suffixes: Suffixes = options.required("suffixes")?;
    let flag = |name| Ok::<bool, PyErr>(options.get(name)?.unwrap_or(true));
    let choice = Choice { private: flag("private")?, default: flag("default")? };
    let parser = options.parser()?;
    over_one(move |chunk, threads| hosts::name_part(parser.parser(), part, &suffixes, choice, chunk, threads))
}

/// The origin of each text.
pub fn origin(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let parser = options.parser()?;
    over_one(move |chunk, threads| {
        hosts::origins(parser.parser(), standard_tables(), hosts::OriginPart::Origin, chunk, threads)
    })
}

/// The site of each text.
pub fn site(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let (parser, suffixes) = (options.parser()?, options.required::<Suffixes>("suffixes")?);
    let schemeful = options.get("schemeful")?.unwrap_or(true);
    over_one(move |chunk, threads| {
        let part = hosts::OriginPart::Site { suffixes: &suffixes, schemeful };
        hosts::origins(parser.parser(), standard_tables(), part, chunk, threads)
    })
}

/// Each text without the "www." at the front of its host.
pub fn without_www(options: &Options<'_, '_>) -> PyResult<Prepared> {
    let parser = match options.parser()? {
        // The URL Standard has no such function.
        ParserArg::UrlStandard => ParserArg::Edition(ParserArg::UrlStandard.edition()?),
        parser => parser,
    };
    over_one(move |chunk, threads| hosts::without_www(parser.parser(), chunk, threads))
}
