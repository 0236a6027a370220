//! The verdict on a host: its form, and where it leads. All decisions about hosts use this one function.
//!
//! A host as in a URI, or an address from a resolver, has one of four forms:
//!
//! ```text
//!   WWW.Example.com.    a name        www.example.com, public
//!   [::ffff:10.0.0.1]   an address    ::ffff:10.0.0.1, private
//!   010.0.0.1           ambiguous     8.0.0.1 to inet_aton, 10.0.0.1 to parsers of decimal numbers: private
//!   a;b.example         invalid       neither a name nor an address
//! ```
//!
//! A host is ambiguous if clients in use connect to different hosts: some decode escapes, map letters, drop empty
//! labels, or read numbers as RFC 3986, section 7.4, describes, and some do not. The same host can be written so that
//! all clients agree. Its kind is that of the first reading that is neither public nor local, else of the first that is
//! not public.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use uriverse_core::named_enum;
use uriverse_core::{decode, Malformed};
use uriverse_whatwg::domain;
use uriverse_whatwg::errors::Silent;
use uriverse_whatwg::host::is_plain_name;
use uriverse_whatwg::ipv4::ends_in_a_number;

use crate::characters::nfkc;
use crate::idna2003::{by_python, by_rfc_3454, differs};
use crate::kinds::{Kind, Kinds};
use crate::numeric::{decimal, inet_aton, LONGEST};

named_enum! {
    /// What a host is.
    pub enum Form {
        /// A name of the DNS.
        Name = "name",
        /// An address.
        Address = "address",
        /// Clients in use connect to different hosts.
        Ambiguous = "ambiguous",
        /// Neither a name nor an address.
        Invalid = "invalid",
    }
}

/// A host in its usual form: all clients connect to it alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plain<'a> {
    /// A name in lower-case US-ASCII, without a trailing dot.
    Name(Cow<'a, str>),
    /// An address, and the zone of an IPv6 address (RFC 6874).
    Address(IpAddr, Option<&'a str>),
}

impl Plain<'_> {
    /// The name, or the address as RFC 5952 writes it, without brackets and zone.
    pub fn text(&self) -> Cow<'_, str> {
        match self {
            Plain::Name(name) => Cow::Borrowed(name),
            Plain::Address(address, _) => Cow::Owned(address.to_string()),
        }
    }

    /// Where it leads.
    pub fn kind(&self, kinds: &Kinds) -> Kind {
        match self {
            Plain::Name(name) => kinds.of_name(name),
            Plain::Address(address, _) => kinds.of_address(*address),
        }
    }
}

/// The verdict on a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<'a> {
    /// A name or an address.
    Plain(Plain<'a>),
    /// Clients in use connect to different hosts.
    Ambiguous {
        /// The kind of the reading that decides.
        kind: Kind,
        /// The address of that reading.
        address: Option<IpAddr>,
        /// Why, in one sentence.
        reason: &'static str,
        /// How some clients read it, and the host to which they connect. Others read it as it is written.
        readings: Vec<(&'static str, String)>,
    },
    /// Neither a name nor an address: the kind of the name that is left without empty labels, and why.
    Invalid(Kind, &'static str),
}

/// The verdict on a host as in a URI (an IPv6 address with or without brackets), by its text and the lists.
pub fn verdict<'a>(host: &'a str, kinds: &Kinds) -> Verdict<'a> {
    if host.len() > LONGEST && host.chars().count() > LONGEST {
        return Verdict::Invalid(Kind::Public, "it is longer than any host");
    }
    match plain(host, false) {
        Ok(Some(plain)) => Verdict::Plain(plain),
        Ok(None) => unusual(host, kinds),
        Err(reason) => Verdict::Invalid(Kind::Public, reason),
    }
}

/// A host in its usual form; None for another form, and an error for a failed IPv6 address. A reading of an ambiguous
/// host may hide letters in "xn--".
pub fn plain(host: &str, is_reading: bool) -> Result<Option<Plain<'_>>, &'static str> {
    let bytes = host.as_bytes();
    if bytes.first() == Some(&b'[') || bytes.contains(&b':') {
        return version_6(host).map(Some);
    }
    if !host.is_ascii() {
        return Ok(international(host, is_reading));
    }
    if bytes.last().is_some_and(u8::is_ascii_digit) {
        if let Ok(address) = host.parse::<Ipv4Addr>() {
            return Ok(Some(Plain::Address(address.into(), None)));
        }
    }
    let host = if bytes.iter().any(u8::is_ascii_uppercase) {
        Cow::Owned(host.to_ascii_lowercase())
    } else {
        Cow::Borrowed(host)
    };
    Ok(name(host, is_reading))
}

fn name(host: Cow<'_, str>, is_reading: bool) -> Option<Plain<'_>> {
    let unrooted = host.strip_suffix('.').unwrap_or(&host).len();
    if !is_plain_name(&host.as_bytes()[..unrooted], is_reading) {
        return None;
    }
    Some(Plain::Name(match host {
        Cow::Borrowed(host) => Cow::Borrowed(&host[..unrooted]),
        Cow::Owned(mut host) => {
            host.truncate(unrooted);
            Cow::Owned(host)
        }
    }))
}

/// A name is in its usual form if UTS #46 maps no letter beyond US-ASCII, and IDNA 2003 reads its letters alike.
fn international(host: &str, is_reading: bool) -> Option<Plain<'static>> {
    let written = host.to_ascii_lowercase();
    let ascii = mapped(&written)?;
    if written.contains(differs) || !has_kept_labels(&written, &ascii, &domain::to_unicode(&ascii)) {
        return None;
    }
    name(Cow::Owned(ascii.to_ascii_lowercase()), is_reading)
}

/// The name in US-ASCII as UTS #46 maps it.
fn mapped(name: &str) -> Option<String> {
    domain::parse(name, false, 0, &mut Silent).ok().map(Cow::into_owned)
}

/// Whether each label is that of the "xn--" form or of the Unicode form: `bücher.xn--p1ai` mixes them.
fn has_kept_labels(name: &str, ascii: &str, shown: &str) -> bool {
    let labels = |text: &str| text.split('.').count();
    name == shown
        || labels(name) == labels(ascii)
            && labels(name) == labels(shown)
            && (name.split('.').zip(ascii.split('.').zip(shown.split('.'))))
                .all(|(label, (ascii, shown))| label == ascii || label == shown)
}

fn version_6(host: &str) -> Result<Plain<'_>, &'static str> {
    let (is_open, is_closed) = (host.starts_with('['), host.ends_with(']'));
    if is_open != is_closed {
        return Err("its brackets do not enclose it");
    }
    let inside = if is_open { &host[1..host.len() - 1] } else { host };
    let (address, zone) = match inside.split_once('%') {
        Some((address, zone)) => (address, Some(zone.strip_prefix("25").unwrap_or(zone))),
        None => (inside, None),
    };
    match address.parse::<Ipv6Addr>() {
        Ok(address) => Ok(Plain::Address(address.into(), zone)),
        Err(_) => Err("it is not an IPv6 address (RFC 3986, section 3.2.2)"),
    }
}

/// The verdict on a host in an unusual form.
#[inline(never)]
fn unusual<'a>(host: &str, kinds: &Kinds) -> Verdict<'a> {
    let decoded = decoded(host);
    let in_2003 = by_rfc_3454(&decoded);
    let wide = in_2003.clone().unwrap_or_else(|| nfkc(&decoded).replace('\u{3002}', "."));
    let numeric = without_empty_hex(wide.strip_suffix('.').unwrap_or(&wide));
    let short = wide.split('.').filter(|label| !label.is_empty()).collect::<Vec<_>>().join(".");
    let has_empty_label = wide.starts_with('.') || wide.contains("..");
    let text = |address: Option<Ipv4Addr>| address.map(|address| address.to_string());
    let candidates = [
        ("UTS #46", if decoded.is_ascii() { None } else { mapped(&decoded) }),
        ("IDNA 2003", in_2003),
        ("IDNA 2003 of Python", by_python(&decoded)),
        ("inet_aton", text(inet_aton(&numeric))),
        ("decimal numbers", text(decimal(&numeric))),
        ("escapes decoded", Some(decoded.clone().into_owned())),
        ("empty labels dropped", Some(short.clone()).filter(|_| has_empty_label)),
    ];
    let mut readings: Vec<(&'static str, String, Kind, Option<IpAddr>)> = Vec::new();
    for (by, candidate) in candidates {
        let Some(candidate) = candidate.filter(|candidate| candidate != host) else { continue };
        let Ok(Some(reading)) = plain(&candidate, true) else { continue };
        let text = reading.text();
        if readings.iter().all(|(_, other, ..)| *other != text) {
            let address = if let Plain::Address(address, _) = reading { Some(address) } else { None };
            readings.push((by, text.into_owned(), reading.kind(kinds), address));
        }
    }
    // The first reading with the least weight decides: every name of one label is "local".
    let weight = |kind| match kind {
        Kind::Public => 2,
        Kind::Local => 1,
        _ => 0,
    };
    let Some(&(first, ..)) = readings.first() else {
        return Verdict::Invalid(kinds.of_name(&short.to_lowercase()), why_invalid(&decoded));
    };
    let leading =
        readings.iter().min_by_key(|(_, _, kind, _)| weight(*kind)).map(|&(.., kind, address)| (kind, address));
    let (kind, address) = leading.unwrap_or((Kind::Public, None));
    Verdict::Ambiguous {
        kind,
        address,
        reason: why_ambiguous(host, first, address.is_some()),
        readings: readings.into_iter().map(|(by, text, ..)| (by, text)).collect(),
    }
}

/// The host with its escapes decoded as UTF-8, once.
fn decoded(host: &str) -> Cow<'_, str> {
    match decode(host.as_bytes(), Malformed::Keep) {
        Ok(Some(octets)) => Cow::Owned(octets.utf8_chunks().map(|chunk| chunk.valid()).collect()),
        _ => Cow::Borrowed(host),
    }
}

/// The URL Standard's parser reads "0x" as zero.
fn without_empty_hex(name: &str) -> String {
    let label = |label| if matches!(label, "0x" | "0X") { "0x0" } else { label };
    name.split('.').map(label).collect::<Vec<_>>().join(".")
}

fn why_ambiguous(host: &str, first: &str, is_address: bool) -> &'static str {
    match first {
        _ if host.contains('%') => "some parsers decode its escapes, others keep them in the name",
        _ if is_address => "some parsers read an address, others a name or another address (RFC 3986, section 7.4)",
        "empty labels dropped" => {
            "a label is empty: some parsers drop the dot, others do not find the host (RFC 1035, section 2.3.1)"
        }
        _ => "parsers map its letters differently before a lookup (UTS #46, section 7)",
    }
}

fn why_invalid(host: &str) -> &'static str {
    if host.trim_matches('.').is_empty() {
        "it is empty"
    } else if ends_in_a_number(host.as_bytes()) {
        "its last label is a number, but it is not an IPv4 address (URL Standard, section 3.5)"
    } else {
        "the DNS has no such name (RFC 1123, section 2.1)"
    }
}
