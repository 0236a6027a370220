//! Origins and sites: which URIs may share state in a browser (URL Standard, "origin"; HTML, "obtain a site").
//!
//! Only special schemes but "file" have a tuple origin. All others (`data`, `mailto`) have an opaque origin: [`origin`]
//! returns None.
//!
//! ```text
//! https://a.example.com/x    origin https, a.example.com, 443    site https, example.com
//! https://b.example.com:8443                                     another origin, the same site
//! ```

use std::borrow::Cow;

use uriverse_core::memory::Grow;
use uriverse_core::{parse, Offsets, Tables};
use uriverse_whatwg::errors::Silent;
use uriverse_whatwg::host;
use uriverse_whatwg::special_schemes::{default_port, SPECIAL_SCHEMES};

use crate::names::{domain_name, Name};
use crate::parts::cut;
use crate::suffixes::{Choice, SuffixTable};

/// Scheme, host and port, each in the canonical form in which it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin<'a> {
    /// In lower case.
    pub scheme: &'static str,
    /// By the URL Standard's host parser: a name in US-ASCII and lower case, or an address in its usual form.
    pub host: Cow<'a, str>,
    /// The port, or the scheme's default one.
    pub port: u16,
}

/// The origin of a parsed reference; None if it is opaque. The URL in a `blob` URI is parsed by `tables`, those of RFC
/// 3986.
pub fn origin<'a>(text: &'a [u8], offsets: &Offsets, tables: &Tables) -> Option<Origin<'a>> {
    let is_blob = offsets.scheme().is_some_and(|scheme| text[scheme].eq_ignore_ascii_case(b"blob"));
    if !is_blob {
        return tuple(text, offsets, parsed_host);
    }
    let inner = &text[offsets.path()];
    tuple(inner, &parse(tables, inner)?, parsed_host).filter(|origin| matches!(origin.scheme, "http" | "https"))
}

/// The origin that the URL Standard's parser has serialized, `https://h:8443`.
pub fn serialized_origin(text: &str) -> Option<Origin<'_>> {
    let (written, rest) = text.split_once("://")?;
    let &(scheme, default_port) = SPECIAL_SCHEMES.iter().find(|(scheme, _)| *scheme == written)?;
    let colon = rest.rfind(':').filter(|&colon| !rest[colon..].contains(']'));
    let (host, port) = match colon {
        Some(colon) => (&rest[..colon], rest[colon + 1..].parse().ok()?),
        None => (rest, default_port?),
    };
    Some(Origin { scheme, host: Cow::Borrowed(host), port })
}

/// The origin of a URL that the URL Standard's parser has serialized, and that is no `blob` URL.
pub fn url_origin<'a>(text: &'a [u8], offsets: &Offsets) -> Option<Origin<'a>> {
    tuple(text, offsets, |host| Some(Cow::Borrowed(host)))
}

/// The origin of a URI whose scheme has a tuple origin.
fn tuple<'a>(
    text: &'a [u8],
    offsets: &Offsets,
    canonical: impl Fn(&'a str) -> Option<Cow<'a, str>>,
) -> Option<Origin<'a>> {
    let written = &text[offsets.scheme()?];
    let mut known = SPECIAL_SCHEMES.iter();
    let &(scheme, default_port) = known.find(|(scheme, _)| written.eq_ignore_ascii_case(scheme.as_bytes()))?;
    let default_port = default_port?;
    let port = match offsets.port().map(|port| &text[port]) {
        None | Some([]) => default_port,
        Some(digits) if digits.iter().all(u8::is_ascii_digit) => std::str::from_utf8(digits).ok()?.parse().ok()?,
        Some(_) => return None,
    };
    let host = std::str::from_utf8(&text[offsets.host()?]).ok()?;
    Some(Origin { scheme, host: canonical(host)?, port })
}

/// The canonical form of a host; None if the host parser refuses it. A usual name is in that form already.
fn parsed_host(host: &str) -> Option<Cow<'_, str>> {
    if let Ok(Some(Name { shown: Cow::Borrowed(name), .. })) = domain_name(host) {
        return Some(Cow::Borrowed(name));
    }
    host::parse(host, false, 0, &mut Silent).ok().map(|host| Cow::Owned(host.serialize()))
}

impl Origin<'_> {
    /// Writes the origin: `https://example.com:8443`, without the port if it is the scheme's default one.
    pub fn write(&self, text: &mut Vec<u8>) {
        self.write_scheme(text);
        text.put_all(self.host.as_bytes());
        if default_port(self.scheme) != Some(self.port) {
            text.put(b':');
            text.put_all(self.port.to_string().as_bytes());
        }
    }

    /// Writes the site: the scheme and the registrable domain of the host, or the host itself without one; if
    /// `schemeful` is false, without the scheme.
    pub fn write_site(&self, table: &SuffixTable, schemeful: bool, text: &mut Vec<u8>) {
        if schemeful {
            self.write_scheme(text);
        }
        let parts = cut(&self.host, table, Choice { private: true, default: true }).ok().flatten();
        let domain = parts.as_ref().and_then(|parts| parts.name.get(parts.places.domain()?));
        text.put_all(domain.unwrap_or(&self.host).as_bytes());
    }

    fn write_scheme(&self, text: &mut Vec<u8>) {
        text.put_all(self.scheme.as_bytes());
        text.put_all(b"://");
    }
}
