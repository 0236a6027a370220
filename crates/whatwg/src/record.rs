//! URL records and the URL serializer (§4.1, §4.5).

use std::ops::Range;

use uriverse_core::memory::{text_buffer, GrowText};
use uriverse_core::{Offsets, NONE};

use crate::code_points::is_normalized_windows_drive_letter;
use crate::percent::{utf8_percent_encode, USERINFO};
use crate::special_schemes;

/// A URL record: its serialization, and the offsets of its components.
///
/// The parser appends component after component, so that one text is allocated for a URL. Each component is a slice of
/// it:
///
/// - A host is its serialization, because the Standard needs nothing else of a parsed host: a special URL's host is an
///   IPv6 address exactly if it begins with "[", an IPv4 address if it ends in a number, else a domain.
/// - A path that is a list is its serialization too: "/" before each segment. No segment contains "/", so the list and
///   the text are equivalent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The URL, serialized.
    pub href: String,
    /// The offsets of its components.
    pub offsets: Offsets,
}

impl Record {
    /// The scheme, without ":".
    pub fn scheme(&self) -> &str {
        self.part(self.offsets.scheme()).unwrap_or_default()
    }

    /// The username; "" without one.
    pub fn username(&self) -> &str {
        self.userinfo().0
    }

    /// The password; "" without one.
    pub fn password(&self) -> &str {
        self.userinfo().1
    }

    /// The host, serialized; None is null, "" is the empty host.
    pub fn host(&self) -> Option<&str> {
        self.part(self.offsets.host())
    }

    /// The port; None for the scheme's default.
    pub fn port(&self) -> Option<u16> {
        self.part(self.offsets.port()).and_then(|digits| digits.parse().ok())
    }

    /// The path, serialized.
    pub fn path(&self) -> &str {
        self.part(Some(self.offsets.path())).unwrap_or_default()
    }

    /// The query, without "?".
    pub fn query(&self) -> Option<&str> {
        self.part(self.offsets.query())
    }

    /// The fragment, without "#".
    pub fn fragment(&self) -> Option<&str> {
        self.part(self.offsets.fragment(self.href.len()))
    }

    fn part(&self, range: Option<Range<usize>>) -> Option<&str> {
        range.and_then(|range| self.href.get(range))
    }

    /// The username and the password, neither of which contains ":".
    fn userinfo(&self) -> (&str, &str) {
        let userinfo = self.part(self.offsets.userinfo()).unwrap_or_default();
        userinfo.split_once(':').unwrap_or((userinfo, ""))
    }

    /// Whether the path is opaque.
    pub fn has_opaque_path(&self) -> bool {
        self.offsets.flags & Offsets::OPAQUE != 0
    }

    /// Whether the URL is special.
    pub fn is_special(&self) -> bool {
        special_schemes::is_special(self.scheme())
    }

    /// Whether the URL includes credentials.
    pub fn includes_credentials(&self) -> bool {
        self.offsets.userinfo_end != NONE
    }

    /// Whether the URL cannot have a username, a password or a port.
    pub fn cannot_have_username_password_port(&self) -> bool {
        self.host().is_none_or(str::is_empty) || self.scheme() == "file"
    }

    /// The first segment of a path that is a list.
    pub(crate) fn first_segment(&self) -> Option<&str> {
        self.path().strip_prefix('/').map(|rest| rest.split('/').next().unwrap_or_default())
    }

    /// The components, to make another URL of them.
    pub(crate) fn parts(&self) -> Parts<'_> {
        let (username, password) = self.userinfo();
        Parts {
            scheme: self.scheme(),
            username,
            password,
            host: self.host(),
            port: self.port(),
            path: self.path(),
            has_opaque_path: self.has_opaque_path(),
            query: self.query(),
            fragment: self.fragment(),
        }
    }

    /// The URL with another query, or none.
    pub fn with_query(&self, query: Option<&str>) -> Record {
        Parts { query, ..self.parts() }.record()
    }
}

/// The components of a URL.
pub(crate) struct Parts<'a> {
    pub scheme: &'a str,
    pub username: &'a str,
    pub password: &'a str,
    pub host: Option<&'a str>,
    pub port: Option<u16>,
    pub path: &'a str,
    pub has_opaque_path: bool,
    pub query: Option<&'a str>,
    pub fragment: Option<&'a str>,
}

impl Parts<'_> {
    /// The URL serializer.
    pub(crate) fn record(&self) -> Record {
        let mut url = Record::with_capacity(self.path.len());
        url.push_scheme(self.scheme);
        if let Some(host) = self.host {
            url.begin_authority();
            url.push_credentials(self.username, self.password);
            url.push_host(host);
            self.port.into_iter().for_each(|port| url.push_port(port));
        }
        url.offsets.flags = if self.has_opaque_path { Offsets::OPAQUE } else { 0 };
        url.href.put_str(self.path);
        if let Some(query) = self.query {
            url.begin_query();
            url.href.put_str(query);
        }
        if let Some(fragment) = self.fragment {
            url.begin_fragment();
            url.href.put_str(fragment);
        }
        url.finish();
        url
    }
}

/// Writing a URL: the components in order, then [`Record::finish`].
impl Record {
    /// An empty URL with capacity for so many bytes, and some more for bytes that the parser adds.
    pub(crate) fn with_capacity(bytes: usize) -> Record {
        Record { href: text_buffer(bytes + 24), offsets: Offsets::EMPTY }
    }

    fn end(&self) -> u32 {
        self.href.len() as u32
    }

    /// Writes the scheme in lower case, and ":".
    pub(crate) fn push_scheme(&mut self, scheme: &str) {
        self.href.put_str(scheme);
        self.href.make_ascii_lowercase();
        self.offsets.scheme_end = self.end();
        self.href.put(':');
        self.offsets.path_start = self.end();
    }

    /// Writes "//".
    pub(crate) fn begin_authority(&mut self) {
        self.href.put_str("//");
        self.offsets.authority_start = self.end();
    }

    /// Percent-encodes the credentials; existing triplets are kept.
    pub(crate) fn push_credentials(&mut self, username: &str, password: &str) {
        let start = self.href.len();
        utf8_percent_encode(username, &USERINFO, &mut self.href);
        if !password.is_empty() {
            self.href.put(':');
            utf8_percent_encode(password, &USERINFO, &mut self.href);
        }
        if self.href.len() > start {
            self.offsets.userinfo_end = self.end();
            self.href.put('@');
        }
    }

    /// Writes a serialized host.
    pub(crate) fn push_host(&mut self, host: &str) {
        self.offsets.host_start = self.end();
        self.href.put_str(host);
        self.offsets.host_end = self.end();
        self.end_authority();
    }

    /// Makes the last component, a domain, lower case.
    pub(crate) fn lower_host(&mut self) {
        self.href[self.offsets.host_start as usize..].make_ascii_lowercase();
    }

    /// Writes a port.
    pub(crate) fn push_port(&mut self, port: u16) {
        self.href.put(':');
        self.offsets.port_start = self.end();
        self.href.put_str(&port.to_string());
        self.end_authority();
    }

    fn end_authority(&mut self) {
        self.offsets.authority_end = self.end();
        self.offsets.path_start = self.end();
    }

    /// Writes the authority of a URL with the same scheme.
    pub(crate) fn push_authority_of(&mut self, base: &Record) {
        if base.offsets.authority_start != NONE {
            let end = base.offsets.authority_end as usize;
            self.href.put_str(&base.href[self.href.len()..end]);
            let path_start = self.end();
            self.offsets = Offsets {
                path_start,
                query_start: NONE,
                query_end: NONE,
                fragment_start: NONE,
                flags: 0,
                ..base.offsets
            };
        }
    }

    /// The path that is written so far.
    pub(crate) fn written_path(&self) -> &str {
        &self.href[self.offsets.path_start as usize..]
    }

    /// Shortens the path: removes its last segment, unless that is the drive letter of a file URL.
    pub(crate) fn shorten_path(&mut self) {
        let path = self.written_path().as_bytes();
        let last = memchr::memrchr(b'/', path).unwrap_or_default();
        if last == 0 && is_normalized_windows_drive_letter(path.get(1..).unwrap_or_default()) && self.scheme() == "file"
        {
            return;
        }
        self.href.truncate(self.offsets.path_start as usize + last);
    }

    /// Writes "?".
    pub(crate) fn begin_query(&mut self) {
        self.href.put('?');
        self.offsets.query_start = self.end();
    }

    /// Writes "#".
    pub(crate) fn begin_fragment(&mut self) {
        self.href.put('#');
        self.offsets.fragment_start = self.end();
    }

    /// Ends the last component, and sets the offsets that follow from the others.
    pub(crate) fn finish(&mut self) {
        let is_opaque = self.has_opaque_path();
        if self.offsets.authority_start == NONE && !is_opaque && self.written_path().starts_with("//") {
            // Without "/." the path would be parsed as an authority.
            let start = self.offsets.path_start;
            self.href.insert_str(start as usize, "/.");
            self.offsets = self.offsets.map(|at| if at < start { at } else { at + 2 });
        }
        let end = self.end();
        let offsets = &mut self.offsets;
        let before_fragment = if offsets.fragment_start == NONE { end } else { offsets.fragment_start - 1 };
        offsets.path_end = before_fragment;
        if offsets.query_start != NONE {
            offsets.path_end = offsets.query_start - 1;
            offsets.query_end = before_fragment;
        }
        if !is_opaque && offsets.path_end > offsets.path_start {
            offsets.flags |= Offsets::ROOTED;
        }
    }
}
