//! URL records and their serializers (§4.1, §4.2, §4.5).

use std::borrow::Cow;

use uriverse_core::{Offsets, NONE};

use crate::code_points::is_normalized_windows_drive_letter;
use crate::special_schemes;

/// A URL record.
///
/// A host is stored as its serialization, because the Standard needs nothing else of a parsed host: a special URL's
/// host is an IPv6 address exactly if it begins with "[", an IPv4 address if it ends in a number, else a domain.
///
/// A path that is a list is stored as its serialization too: "/" before each segment. No segment contains "/", so the
/// list and the text are equivalent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Record {
    /// The scheme, without ":". A special one is not copied.
    pub scheme: Cow<'static, str>,
    /// The username; "" without one.
    pub username: String,
    /// The password; "" without one.
    pub password: String,
    /// The host, serialized; None is null, "" is the empty host.
    pub host: Option<String>,
    /// The port; None for the scheme's default.
    pub port: Option<u16>,
    /// The path, serialized.
    pub path: String,
    /// Whether the path is opaque.
    pub has_opaque_path: bool,
    /// The query, without "?".
    pub query: Option<String>,
    /// The fragment, without "#".
    pub fragment: Option<String>,
}

impl Record {
    /// Whether the URL is special.
    #[must_use]
    pub fn is_special(&self) -> bool {
        special_schemes::is_special(&*self.scheme)
    }

    /// Whether the URL includes credentials.
    #[must_use]
    pub fn includes_credentials(&self) -> bool {
        !self.username.is_empty() || !self.password.is_empty()
    }

    /// Whether the URL cannot have a username, a password or a port.
    #[must_use]
    pub fn cannot_have_username_password_port(&self) -> bool {
        self.host.as_deref().is_none_or(str::is_empty) || self.scheme == "file"
    }

    /// The default port of the URL's scheme.
    pub(crate) fn default_port(&self) -> Option<u16> {
        special_schemes::default_port(&*self.scheme)
    }

    /// Shortens the path: removes its last segment, unless that is the drive letter of a file URL.
    pub(crate) fn shorten_path(&mut self) {
        let last = memchr::memrchr(b'/', self.path.as_bytes()).unwrap_or_default();
        if last == 0
            && self.scheme == "file"
            && is_normalized_windows_drive_letter(self.path.as_bytes().get(1..).unwrap_or_default())
        {
            return;
        }
        self.path.truncate(last);
    }

    /// The first segment of a path that is a list.
    pub(crate) fn first_segment(&self) -> Option<&str> {
        self.path.strip_prefix('/').map(|rest| rest.split('/').next().unwrap_or_default())
    }

    /// The URL serializer.
    #[must_use]
    pub fn serialize(&self) -> String {
        self.serialize_with_offsets().0
    }

    /// The URL serializer, with the offsets of the components in its output.
    #[must_use]
    pub fn serialize_with_offsets(&self) -> (String, Offsets) {
        let text = |part: &Option<String>| part.as_ref().map_or(0, |text| text.len() + 1);
        let capacity = self.scheme.len() + self.username.len() + self.password.len() + self.path.len();
        let mut href = String::with_capacity(
            capacity + text(&self.host) + text(&self.query) + text(&self.fragment) + "://:@:65535/.".len(),
        );
        let mut offsets = Offsets { scheme_end: self.scheme.len() as u32, ..Offsets::EMPTY };
        href.push_str(&self.scheme);
        href.push(':');
        if let Some(host) = &self.host {
            href.push_str("//");
            offsets.authority_start = href.len() as u32;
            if self.includes_credentials() {
                href.push_str(&self.username);
                if !self.password.is_empty() {
                    href.push(':');
                    href.push_str(&self.password);
                }
                offsets.userinfo_end = href.len() as u32;
                href.push('@');
            }
            offsets.host_start = href.len() as u32;
            href.push_str(host);
            offsets.host_end = href.len() as u32;
            if let Some(port) = self.port {
                href.push(':');
                offsets.port_start = href.len() as u32;
                href.push_str(&port.to_string());
            }
            offsets.authority_end = href.len() as u32;
        } else if !self.has_opaque_path && self.path.starts_with("//") {
            // Without "/." the path would be parsed as an authority.
            href.push_str("/.");
        }
        offsets.path_start = href.len() as u32;
        href.push_str(&self.path);
        offsets.path_end = href.len() as u32;
        if self.has_opaque_path {
            offsets.flags |= Offsets::OPAQUE;
        } else if !self.path.is_empty() {
            offsets.flags |= Offsets::ROOTED;
        }
        if let Some(query) = &self.query {
            href.push('?');
            offsets.query_start = href.len() as u32;
            href.push_str(query);
            offsets.query_end = href.len() as u32;
        }
        if let Some(fragment) = &self.fragment {
            href.push('#');
            offsets.fragment_start = href.len() as u32;
            href.push_str(fragment);
        }
        (href, offsets)
    }

    /// The record of a serialized URL: the inverse of [`Record::serialize_with_offsets`].
    #[must_use]
    pub fn from_serialized(href: &str, offsets: &Offsets) -> Record {
        let part = |range: Option<std::ops::Range<usize>>| range.and_then(|range| href.get(range)).map(str::to_owned);
        let userinfo = offsets.userinfo().and_then(|range| href.get(range)).unwrap_or_default();
        let (username, password) = userinfo.split_once(':').unwrap_or((userinfo, ""));
        Record {
            scheme: part(offsets.scheme()).map(Cow::Owned).unwrap_or_default(),
            username: username.to_owned(),
            password: password.to_owned(),
            host: part(offsets.host()),
            port: offsets.port().and_then(|range| href.get(range)).and_then(|digits| digits.parse().ok()),
            path: part(Some(offsets.path())).unwrap_or_default(),
            has_opaque_path: offsets.flags & Offsets::OPAQUE != 0,
            query: part(offsets.query()),
            fragment: if offsets.fragment_start == NONE { None } else { part(offsets.fragment(href.len())) },
        }
    }
}
