//! Valid URL strings: what an author may write (§3.4 "Host writing", §4.3 "URL writing").
//!
//! The parser repairs much that authors may not write. A valid URL string is a text that it parses without a validation
//! error; this module implements the writing sections themselves instead of running the parser.

use uriverse_core::memory::lowered;
use uriverse_core::{is_above_16_bits, triplet_at};

use crate::code_points::{is_url_code_point, FORBIDDEN_HOST};
use crate::domain;
use crate::errors::Silent;
use crate::ipv4;
use crate::ipv6;
use crate::record::Record;
use crate::special_schemes::is_special;

/// Whether a text is a valid URL string. Without a base only an absolute-URL-with-fragment string is valid.
pub fn is_valid_url_string(input: &str, base: Option<&Record>) -> bool {
    let (before, fragment) = split_off(input, '#');
    let (path, query) = split_off(before, '?');
    if !fragment.is_none_or(all_url_units) || !query.is_none_or(all_url_units) {
        return false;
    }
    if let Some((scheme, rest)) = split_scheme(path) {
        return is_absolute(scheme, rest);
    }
    match base {
        None => false,
        Some(base) if base.has_opaque_path() => before.is_empty() && fragment.is_some(),
        Some(base) => is_relative(path, base.scheme()),
    }
}

/// The text before the first `mark`, and the text after it.
fn split_off(text: &str, mark: char) -> (&str, Option<&str>) {
    match text.split_once(mark) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

/// A URL-scheme string and the text after its ":".
fn split_scheme(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    is_scheme.then_some((scheme, rest))
}

/// An absolute-URL string's part between the scheme's ":" and the query.
fn is_absolute(scheme: &str, rest: &str) -> bool {
    let scheme = lowered(scheme);
    if is_special(&scheme) || rest.starts_with("//") {
        return is_scheme_relative(rest, &scheme);
    }
    // A path-absolute-non-authority-URL string or an opaque-path-URL string.
    all_url_units(rest)
}

/// A relative-URL string's part before the query.
fn is_relative(path: &str, base_scheme: &str) -> bool {
    if path.starts_with("//") {
        return is_scheme_relative(path, base_scheme);
    }
    // A path-absolute-non-authority-URL string or a path-relative-scheme-less-URL string.
    all_url_units(path)
}

/// A scheme-relative-URL string of the kind for a scheme.
fn is_scheme_relative(text: &str, scheme: &str) -> bool {
    let Some(rest) = text.strip_prefix("//") else { return false };
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let is_authority = match scheme {
        "file" => authority.is_empty() || is_valid_host_string(authority),
        _ if is_special(scheme) => with_port(authority, is_valid_host_string),
        _ => authority.is_empty() || with_port(authority, is_valid_opaque_host_string),
    };
    is_authority && all_url_units(path)
}

/// A host and, perhaps, ":" and a URL-port string.
fn with_port(authority: &str, is_host: impl Fn(&str) -> bool) -> bool {
    let after_brackets = authority.rfind(']').unwrap_or_default();
    let (host, port) = match authority[after_brackets..].find(':') {
        Some(at) => (&authority[..after_brackets + at], Some(&authority[after_brackets + at + 1..])),
        None => (authority, None),
    };
    let is_port = |port: &str| port.bytes().all(|byte| byte.is_ascii_digit()) && !is_above_16_bits(port.as_bytes());
    is_host(host) && port.is_none_or(is_port)
}

/// A valid host string.
pub fn is_valid_host_string(host: &str) -> bool {
    is_bracketed_ipv6(host) || is_valid_ipv4(host) || is_valid_domain(host)
}

fn is_valid_domain(input: &str) -> bool {
    domain::parse(input, true, 0, &mut Silent).is_ok_and(|domain| !ipv4::ends_in_a_number(domain.as_bytes()))
}

/// A valid IPv4-address string: the IPv4 parser accepts it without any validation error.
fn is_valid_ipv4(input: &str) -> bool {
    let mut errors = Vec::new();
    input.is_ascii() && ipv4::parse(input, 0, &mut errors).is_ok() && errors.is_empty()
}

/// A valid IPv6-address string in brackets: the IPv6 parser accepts it without any validation error.
fn is_bracketed_ipv6(host: &str) -> bool {
    let inside = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let mut errors = Vec::new();
    inside.is_some_and(|inside| ipv6::parse(inside, 0, &mut errors).is_ok()) && errors.is_empty()
}

/// A valid opaque-host string.
pub fn is_valid_opaque_host_string(host: &str) -> bool {
    let opaque = !host.is_empty() && all_url_units(host) && !host.bytes().any(|byte| FORBIDDEN_HOST.contains(byte));
    opaque || is_bracketed_ipv6(host)
}

/// Whether a text consists of URL units.
fn all_url_units(text: &str) -> bool {
    let is_unit = |(at, c): (usize, char)| match c {
        '%' => triplet_at(text.as_bytes(), at),
        _ => is_url_code_point(c),
    };
    text.char_indices().all(is_unit)
}
