//! Web URLs: one text that every parser reads alike.
//!
//! A Web URL is read as the URL Standard reads, and then written so that RFC 3986 accepts it too. Its text is a fixed
//! point of both:
//!
//! ```text
//!   typed            ` HTTP://MÜNCHEN.de:80/a\b?tags[]=1|2&p=5%`
//!   URL Standard     `http://xn--mnchen-3ya.de/a/b?tags[]=1|2&p=5%`
//!   RFC 3986 too     `http://xn--mnchen-3ya.de/a/b?tags%5B%5D=1%7C2&p=5%25`
//! ```
//!
//! The Standard leaves a few characters that RFC 3986 has in no component, and "%" before anything. Each is
//! percent-encoded; existing triplets keep their letters and their case, because signatures are made of them. Both
//! documents allow a host that is not plain ([`host::is_plain`]), and port 0. They are refused, because programs
//! connect to different places for them, or to none.

use std::borrow::Cow;
use std::ops::Range;

use uriverse_core::memory::lossy;
use uriverse_core::{encode, Offsets};
use uriverse_scan::ByteTable;

use crate::code_points::{is_double_dot, is_single_dot};
use crate::errors::{Failure, Silent};
use crate::host;
use crate::percent::USERINFO;
use crate::record::{Parts, Record};
use crate::{parser, special_schemes};

/// RFC 3986, sections 3.3 to 3.5: what a path, a query and a fragment have in common. The Standard encodes "?" and "#"
/// where they would end a component; "#" within a fragment is in no set of its own, and not in this one.
static COMMON: ByteTable =
    ByteTable::only(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/?");

/// Why a text is no Web URL.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotWeb {
    /// The URL Standard's parser returns failure.
    Standard(Failure),
    /// The scheme is none of http, https, ws, wss and ftp.
    Scheme,
    /// The host, which is not plain.
    Host(String),
    /// Port 0, to which nothing can connect (RFC 6335, section 6: it is reserved).
    PortZero,
}

/// The Web URL of a text.
pub fn parse(input: &str, base: Option<&Record>) -> Result<Record, NotWeb> {
    from_record(parser::parse(input, base).map_err(NotWeb::Standard)?)
}

/// The Web URL of a URL.
pub fn from_record(url: Record) -> Result<Record, NotWeb> {
    if special_schemes::default_port(url.scheme()).is_none() {
        return Err(NotWeb::Scheme);
    }
    let host = url.host().unwrap_or_default();
    if !host::is_plain(host.as_bytes()) {
        return Err(NotWeb::Host(host.to_owned()));
    }
    if url.port() == Some(0) {
        return Err(NotWeb::PortZero);
    }
    let parts = url.parts();
    let (username, password) = (written(parts.username), written(parts.password));
    let (path, query, fragment) = (written(parts.path), parts.query.map(written), parts.fragment.map(written));
    let is_unchanged = |text: &Cow<'_, str>| matches!(text, Cow::Borrowed(_));
    if [&username, &password, &path].into_iter().chain(&query).chain(&fragment).all(is_unchanged) {
        return Ok(url);
    }
    let (query, fragment) = (query.as_deref(), fragment.as_deref());
    Ok(Parts { username: &username, password: &password, path: &path, query, fragment, ..parts }.record())
}

/// A component with the characters encoded that RFC 3986 does not allow in it.
fn written(component: &str) -> Cow<'_, str> {
    match encode(component.as_bytes(), &COMMON, true) {
        None => Cow::Borrowed(component),
        Some(octets) => Cow::Owned(lossy(&octets).into_owned()),
    }
}

/// Whether a text that RFC 3986 accepts, with these components, is a Web URL that needs no change. False is
/// inconclusive.
///
/// What RFC 3986 accepts, the Standard changes only so: a scheme and a host in other letters, a host in another form, a
/// default port, ";" and "=" in a userinfo, dot segments, an empty path, and "'" in a query.
#[inline]
pub fn is_unchanged(text: &[u8], offsets: &Offsets) -> bool {
    let part = |range: Option<Range<usize>>| range.and_then(|range| text.get(range));
    let Some(default) = part(offsets.scheme()).and_then(special_schemes::default_port) else { return false };
    let path = part(Some(offsets.path())).unwrap_or_default();
    part(offsets.host()).is_some_and(is_unchanged_host)
        && part(offsets.port()).is_none_or(|port| is_unchanged_port(port, default))
        && part(offsets.userinfo()).is_none_or(is_unchanged_userinfo)
        && path.first() == Some(&b'/')
        && memchr::memchr2_iter(b'.', b'%', path)
            .all(|at| path[at - 1] != b'/' || !begins_with_dot_segment(&path[at..]))
        && part(offsets.query()).is_none_or(|query| memchr::memchr(b'\'', query).is_none())
}

fn is_unchanged_host(host: &[u8]) -> bool {
    if !host.starts_with(b"[") {
        let is_address = || host.split(|&byte| byte == b'.').all(is_decimal_octet);
        return host::is_plain_name(host.strip_suffix(b".").unwrap_or(host), false)
            || memchr::memchr_iter(b'.', host).count() == 3 && is_address();
    }
    match std::str::from_utf8(host).ok().and_then(|text| host::parse(text, false, 0, &mut Silent).ok()) {
        Some(address) => address.serialize().as_bytes() == host,
        None => false,
    }
}

/// RFC 3986, section 3.2.2: `dec-octet`.
fn is_decimal_octet(part: &[u8]) -> bool {
    let value = std::str::from_utf8(part).ok().filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
    value.is_some_and(|text| text.parse::<u8>().is_ok()) && (part.len() == 1 || part[0] != b'0')
}

fn is_unchanged_port(port: &[u8], default: u16) -> bool {
    let number = std::str::from_utf8(port).ok().and_then(|digits| digits.parse().ok());
    port.first().is_some_and(|&first| first != b'0') && number.is_some_and(|number: u16| number != default)
}

/// One user, and perhaps a password, neither of them empty.
fn is_unchanged_userinfo(userinfo: &[u8]) -> bool {
    let mut parts = userinfo.splitn(2, |&byte| byte == b':');
    parts.all(|part| !part.is_empty() && part.iter().all(|&byte| byte == b'%' || !USERINFO.contains(byte)))
}

fn begins_with_dot_segment(path: &[u8]) -> bool {
    let segment = path.split(|&byte| byte == b'/').next().unwrap_or_default();
    is_single_dot(segment) || is_double_dot(segment)
}
