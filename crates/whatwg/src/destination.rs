//! Destinations: where a request for a text goes, in a canonical form for comparing two parses of the text.
//!
//! Two parsers may split one text differently, and may also write the same components differently. This module takes
//! the offsets of a split and writes each component in canonical form, so that only differences of the first kind
//! remain:
//!
//! ```text
//! HTTP://%65xample.com:080/a/./%7eb    scheme http   host example.com   port 80   path /a/~b
//! http://example.com/a/~b              the same
//! http://127.0.0.1\@1.1.1.1/           by RFC 3986's Appendix B the host is 1.1.1.1, by the URL Standard 127.0.0.1
//! ```
//!
//! | component | its form |
//! |---|---|
//! | scheme | in lower case (RFC 3986, section 6.2.2.1) |
//! | userinfo | percent-decoded, without a trailing ":"; None if empty |
//! | host | by the host parser of the URL Standard (section 3.5), without a trailing dot; None if empty |
//! | port | a number; without one the scheme's default port (URL Standard, section 4.2) |
//! | path | unreserved characters decoded, all except `pchar` and "/" encoded, dot segments removed |

use uriverse_core::bytes::triplet_value;
use uriverse_core::memory::{self, buffer, lossy, owned_text, Grow};
use uriverse_core::{push_triplet, remove_dot_segments, split, ByteTable, Excess, Offsets, SplitStyle, NONE};

use crate::errors::Silent;
use crate::{host, parse, percent, serialized, special_schemes};

/// RFC 3986, section 2.3: `unreserved`.
static UNRESERVED: ByteTable = ByteTable::only(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~");

/// RFC 3986, section 3.3: `pchar` without triplets, and "/".
static PATH: ByteTable =
    ByteTable::only(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/");

/// The bytes of a registered name that the host parser leaves unchanged, so that it need not run.
static PLAIN_HOST: ByteTable = ByteTable::only(b"abcdefghijklmnopqrstuvwxyz-.");

/// The five components in canonical form; see the module.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Destination {
    /// The scheme.
    pub scheme: Option<String>,
    /// The userinfo.
    pub userinfo: Option<String>,
    /// The host to connect to.
    pub host: Option<String>,
    /// The port to connect to.
    pub port: Option<Port>,
    /// The path.
    pub path: String,
}

/// A port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Port {
    /// A number that a port can have.
    Number(u16),
    /// Anything else, as written.
    Text(String),
}

/// The components of a text, as slices of it; None for an undefined one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cut<'a> {
    /// The scheme.
    pub scheme: Option<&'a [u8]>,
    /// The userinfo.
    pub userinfo: Option<&'a [u8]>,
    /// The host.
    pub host: Option<&'a [u8]>,
    /// The port.
    pub port: Option<&'a [u8]>,
    /// The path, with the params of RFC 1808.
    pub path: &'a [u8],
}

impl<'a> Cut<'a> {
    /// The components at these offsets.
    pub fn from_offsets(text: &'a [u8], offsets: &Offsets) -> Cut<'a> {
        let part = |range: Option<std::ops::Range<usize>>| range.and_then(|range| text.get(range));
        let path = offsets.path();
        let end = offsets.params(text.len()).map_or(path.end, |params| params.end);
        Cut {
            scheme: part(offsets.scheme()),
            userinfo: part(offsets.userinfo()),
            host: part(offsets.host()),
            port: part(offsets.port()),
            path: text.get(path.start..end).unwrap_or_default(),
        }
    }
}

impl Destination {
    /// The destination of a split.
    pub fn from_cut(cut: &Cut<'_>) -> Destination {
        let scheme = cut.scheme.map(|scheme| memory::lowered(&lossy(scheme)));
        let host = cut.host.and_then(host_form);
        let is_hierarchical = scheme.is_none() || cut.host.is_some() || cut.path.starts_with(b"/");
        Destination {
            userinfo: cut.userinfo.and_then(userinfo_form),
            port: port_form(cut.port.unwrap_or_default(), scheme.as_deref().filter(|_| host.is_some())),
            path: path_form(cut.path, host.is_some(), is_hierarchical),
            host,
            scheme,
        }
    }

    /// The first component in which two destinations differ, in the order of the text.
    pub fn difference(&self, other: &Destination) -> Option<&'static str> {
        [
            ("scheme", self.scheme == other.scheme),
            ("userinfo", self.userinfo == other.userinfo),
            ("host", self.host == other.host),
            ("port", self.port == other.port),
            ("path", self.path == other.path),
        ]
        .into_iter()
        .find_map(|(name, same)| (!same).then_some(name))
    }
}

/// The URL Standard's result for a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Browser {
    /// The parser refuses it.
    Refused,
    /// A URL with the same components as the split: the same bytes in the same places.
    Same,
    /// A URL with this destination.
    Goes(Destination),
}

/// The offsets of an edition's parse, as an HTTP client reads them.
///
/// - A registry-based naming authority (RFC 2396, section 3.2.1) is a name that is looked up: it is the host.
/// - An opaque part has no components, and the drafts of 1997 treat "//" as the start of a path if no host of theirs
///   follows. A client reads both by the common syntax (RFC 1738, section 3.1), so the lenient split is used.
/// - A path ends before the first "?" or "#", in RFC 1738's schemes too, which have no query and no fragment.
#[inline]
pub fn as_fetched(text: &[u8], parsed: &Offsets, style: SplitStyle) -> Offsets {
    let mut offsets = *parsed;
    if offsets.flags & Offsets::REG_NAME != 0 {
        (offsets.host_start, offsets.host_end) = (offsets.authority_start, offsets.authority_end);
    }
    let path = text.get(offsets.path()).unwrap_or_default();
    if offsets.flags & Offsets::OPAQUE != 0 || (offsets.authority_start == NONE && path.starts_with(b"//")) {
        offsets = split(style, text);
    }
    let path = text.get(offsets.path()).unwrap_or_default();
    if let Some(end) = memchr::memchr2(b'?', b'#', path) {
        offsets.path_end = offsets.path_start + end as u32;
    }
    offsets
}

/// The URL Standard's result for a text, compared with a split at these offsets.
pub fn browser(text: &[u8], offsets: &Offsets) -> Browser {
    let mut own = Offsets::EMPTY;
    if serialized::parse_into(text, &mut own) {
        return compared(text, text, &own, offsets);
    }
    match std::str::from_utf8(text).ok().and_then(|text| parse(text, None).ok()) {
        Some(url) => compared(text, url.href.as_bytes(), &url.offsets, offsets),
        None => Browser::Refused,
    }
}

/// The URL `href` with offsets `own`, compared with a split of the text.
fn compared(text: &[u8], href: &[u8], own: &Offsets, split: &Offsets) -> Browser {
    if href == text && same_authority_and_path(own, split) {
        return Browser::Same;
    }
    Browser::Goes(Destination::from_cut(&Cut::from_offsets(href, own)))
}

/// Whether two splits of one text agree in everything on which the destination depends.
pub fn same_authority_and_path(a: &Offsets, b: &Offsets) -> bool {
    a.scheme() == b.scheme()
        && a.userinfo() == b.userinfo()
        && a.host() == b.host()
        && a.port() == b.port()
        && a.path() == b.path()
        && a.params_start == b.params_start
}

/// Whether a host is already in canonical form: labels of lowercase letters, no "xn--", no trailing dot.
pub fn is_plain_host(written: &[u8]) -> bool {
    written.last().is_some_and(u8::is_ascii_lowercase)
        && written.iter().all(|&byte| PLAIN_HOST.contains(byte))
        && memchr::memmem::find(written, b"xn--").is_none()
}

/// The host to connect to; None for an empty one.
pub fn host_form(written: &[u8]) -> Option<String> {
    if is_plain_host(written) {
        return Some(owned_text(written));
    }
    let text = lossy(written);
    let parsed = host::parse(&text, false, 0, &mut Silent).map(host::Host::serialize);
    let mut found = parsed.unwrap_or_else(|_| lossy(&percent::percent_decode(written)).to_lowercase());
    if found.len() > 1 && found.ends_with('.') {
        found.pop();
    }
    (!found.is_empty()).then_some(found)
}

/// The userinfo, percent-decoded; None for an empty one.
pub fn userinfo_form(written: &[u8]) -> Option<String> {
    let before = match written.iter().position(|&byte| byte == b':') {
        Some(colon) if colon + 1 == written.len() => &written[..colon],
        _ => written,
    };
    (!before.is_empty()).then(|| owned_text(&percent::percent_decode(before)))
}

/// The port; if the text is empty, the default port of the scheme.
pub fn port_form(written: &[u8], scheme: Option<&str>) -> Option<Port> {
    if written.is_empty() {
        return scheme.and_then(special_schemes::default_port).map(Port::Number);
    }
    let number = written.iter().try_fold(0u32, |sum, byte| {
        let digit = byte.is_ascii_digit().then(|| u32::from(byte - b'0'))?;
        Some((sum * 10 + digit).min(1 << 20))
    });
    match number.and_then(|number| u16::try_from(number).ok()) {
        Some(number) => Some(Port::Number(number)),
        None => Some(Port::Text(owned_text(written))),
    }
}

/// The path in one form; its dot segments are removed if its slashes mean levels.
pub fn path_form(written: &[u8], has_host: bool, is_hierarchical: bool) -> String {
    if written.is_empty() && has_host {
        return "/".to_owned();
    }
    let mut path = buffer(written.len());
    let mut at = 0;
    while let Some(&byte) = written.get(at) {
        let triplet = if byte == b'%' { triplet_value(written, at) } else { None };
        at += if triplet.is_some() { 3 } else { 1 };
        let value = triplet.unwrap_or(byte);
        let stays = if triplet.is_some() { UNRESERVED.contains(value) } else { byte == b'%' || PATH.contains(value) };
        if stays {
            path.put(value);
        } else {
            push_triplet(value, &mut path);
        }
    }
    if is_hierarchical && path.starts_with(b"/") {
        if let Ok(Some(removed)) = remove_dot_segments(&path, Excess::Drop) {
            path = removed;
        }
    }
    String::from_utf8(path).unwrap_or_else(|error| owned_text(error.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::{port_form, Port};

    #[test]
    fn a_port_is_a_number_or_a_text() {
        assert_eq!(port_form(b"", Some("https")), Some(Port::Number(443)));
        assert_eq!(port_form(b"", None), None);
        assert_eq!(port_form(b"00080", None), Some(Port::Number(80)));
        for odd in ["65536", "8x", "99999999999999999999"] {
            assert_eq!(port_form(odd.as_bytes(), None), Some(Port::Text(odd.to_owned())));
        }
    }
}
