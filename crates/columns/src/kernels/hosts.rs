//! Names of hosts on columns: public suffixes, registrable domains, origins, sites.
//!
//! Most hosts are already in canonical form: the result is then a view of the input.

use std::borrow::Cow;

use arrow_array::{Array, ArrayRef};
use uriverse_core::memory::{copy, Grow};
use uriverse_core::{parse_into, Offsets, Tables};
use uriverse_hosts::{cut, cut_in_place, origin, Choice, NamePart, Origin, SuffixTable};
use uriverse_whatwg::{parse as parse_url, serialized};

use crate::errors::ColumnError;
use crate::input::texts::Octets;
use crate::kernels::rewrite::{rewrite, rewrite_into, rewrite_parsed};
use crate::output::answer::Outcome;
use crate::pieces::Threads;

/// The parser of the texts.
#[derive(Clone, Copy, Debug)]
pub enum Parser<'a> {
    /// An edition: the text itself and its components.
    Edition(&'a Tables),
    /// The first edition for texts in US-ASCII, the second for all others.
    Editions(&'a Tables, &'a Tables),
    /// The URL Standard: the serialized URL and its components.
    UrlStandard,
}

impl Parser<'_> {
    /// The parsed text, and its components in `offsets`; None if it is refused.
    #[inline]
    fn parse<'t>(self, text: &'t [u8], offsets: &mut Offsets) -> Option<Cow<'t, [u8]>> {
        match self {
            Parser::Edition(tables) => parse_into(tables, text, offsets).then_some(Cow::Borrowed(text)),
            Parser::Editions(ascii, _) if text.is_ascii() => Parser::Edition(ascii).parse(text, offsets),
            Parser::Editions(_, beyond) => Parser::Edition(beyond).parse(text, offsets),
            Parser::UrlStandard => url(text, offsets),
        }
    }

    /// The origin of a parsed text. The URL in a `blob` URI is parsed by the same parser, or by the tables of RFC 3986.
    fn origin<'t>(self, read: &'t [u8], offsets: &Offsets, standard: &Tables) -> Option<Origin<'t>> {
        let inner = match self {
            Parser::UrlStandard if read.starts_with(b"blob:") => &read[offsets.path()],
            _ => return origin(read, offsets, standard),
        };
        let mut offsets = Offsets::EMPTY;
        let inner = url(inner, &mut offsets)?;
        if inner.starts_with(b"blob:") {
            return None;
        }
        let found = origin(&inner, &offsets, standard)?;
        if !matches!(found.scheme, "http" | "https") {
            return None;
        }
        Some(Origin { host: Cow::Owned(found.host.into_owned()), ..found })
    }
}

fn url<'t>(text: &'t [u8], offsets: &mut Offsets) -> Option<Cow<'t, [u8]>> {
    if serialized::parse_into(text, offsets) {
        return Some(Cow::Borrowed(text));
    }
    let url = parse_url(std::str::from_utf8(text).ok()?, None).ok()?;
    *offsets = url.offsets;
    Some(Cow::Owned(url.href.into_bytes()))
}

/// A part of the name of each text's host; null if the text is refused, or has no such part.
///
/// # Errors
/// As [`crate::Texts::read`].
pub fn name_part(
    parser: Parser<'_>,
    part: NamePart,
    suffixes: &SuffixTable,
    choice: Choice,
    array: &dyn Array,
    threads: Threads<'_>,
) -> Result<ArrayRef, ColumnError> {
    let general_name = |host: &[u8]| {
        let parts = cut(std::str::from_utf8(host).ok()?, suffixes, choice).ok()??;
        Some(copy(parts.name[part.range_in(&parts.places)?].as_bytes()))
    };
    let find = |read: &[u8], offsets: &Offsets, is_given: bool| {
        let Some(place) = offsets.host() else { return Outcome::Null };
        let host = &read[place.clone()];
        let Some(places) = cut_in_place(host, suffixes, choice) else {
            return general_name(host).map_or(Outcome::Null, Outcome::New);
        };
        let Some(range) = places.and_then(|places| part.range_in(&places)) else { return Outcome::Null };
        if is_given {
            Outcome::Part(place.start + range.start..place.start + range.end)
        } else {
            Outcome::New(copy(&host[range]))
        }
    };
    if let Parser::Edition(tables) | Parser::Editions(tables, _) = parser {
        let parse = |text: &[u8], offsets: &mut Offsets| parser.parse(text, offsets).is_some();
        return rewrite_parsed(array, Octets::Text, threads, tables, parse, |text, offsets| find(text, offsets, true));
    }
    rewrite(array, Octets::Text, threads, |text| {
        let mut offsets = Offsets::EMPTY;
        let read = parser.parse(text, &mut offsets);
        read.map_or(Outcome::Null, |read| find(&read, &offsets, matches!(read, Cow::Borrowed(_))))
    })
}

/// Each text without the "www." at the front of its host, in either case, if anything follows it; null if the parser
/// refuses the text, or would write it differently.
///
/// # Errors
/// As [`crate::Texts::read`].
pub fn without_www(parser: Parser<'_>, array: &dyn Array, threads: Threads<'_>) -> Result<ArrayRef, ColumnError> {
    rewrite_into(array, Octets::Text, threads, |text, written| {
        let mut offsets = Offsets::EMPTY;
        let Some(Cow::Borrowed(text)) = parser.parse(text, &mut offsets) else { return Outcome::Null };
        let Some(host) = offsets.host() else { return Outcome::Same };
        let Some((www, rest)) = text[host.clone()].split_at_checked(4) else { return Outcome::Same };
        if rest.is_empty() || !www.eq_ignore_ascii_case(b"www.") {
            return Outcome::Same;
        }
        written.put_all(&text[..host.start]);
        written.put_all(&text[host.start + 4..]);
        Outcome::Written
    })
}

/// The form of an origin to write.
#[derive(Clone, Copy, Debug)]
pub enum OriginPart<'a> {
    /// The origin.
    Origin,
    /// Its site, by these suffixes.
    Site {
        /// The list of public suffixes.
        suffixes: &'a SuffixTable,
        /// Whether the scheme is written.
        schemeful: bool,
    },
}

/// The origin or the site of each text; null if the text is refused, or its origin is opaque. `standard` are the tables
/// of RFC 3986.
///
/// # Errors
/// As [`crate::Texts::read`].
pub fn origins(
    parser: Parser<'_>,
    standard: &Tables,
    part: OriginPart<'_>,
    array: &dyn Array,
    threads: Threads<'_>,
) -> Result<ArrayRef, ColumnError> {
    rewrite_into(array, Octets::Text, threads, |text, written| {
        let mut offsets = Offsets::EMPTY;
        let Some(read) = parser.parse(text, &mut offsets) else { return Outcome::Null };
        let Some(origin) = parser.origin(&read, &offsets, standard) else { return Outcome::Null };
        match part {
            OriginPart::Origin => origin.write(written),
            OriginPart::Site { suffixes, schemeful } => origin.write_site(suffixes, schemeful, written),
        }
        // Most texts begin with their origin.
        if text.starts_with(written) {
            Outcome::Part(0..written.len())
        } else {
            Outcome::Written
        }
    })
}
