//! Edits of whole references: parts set, removed or appended to, and pairs of the query changed, in one step.
//!
//! Input: a text and the offsets of its parse. Output: the edited text, parsed again. With `host = example.org` and
//! `remove utm_*`:
//!
//! ```text
//!   http://h:80/a?x=%7e&utm_id=7#f        http://example.org:80/a?x=%7e#f
//!          ^       ^----------^ edits
//! ```
//!
//! Every other part is copied octet for octet. The edited text is parsed, and the parse must have the written parts. If
//! it has not, or if the edition refuses the text, the result is None, and the caller finds the reason. Example: a path
//! `//x` without an authority would be parsed as an authority.

use std::borrow::Cow;

use uriverse_core::compose::{recompose_into, Parts};
use uriverse_core::offsets::Offsets;
use uriverse_core::parse::parse;
use uriverse_core::percent::EncodeSet;
use uriverse_core::query::{self, Edited, Notation};
use uriverse_core::table::Tables;

/// A change of a part: None keeps it, `Some(None)` removes it.
pub type Change<'a> = Option<Option<Cow<'a, [u8]>>>;

/// A change for each part of a reference, as written.
#[derive(Clone, Debug, Default)]
pub struct PartChanges<'a> {
    /// Before ":".
    pub scheme: Change<'a>,
    /// The whole authority; the changes of its parts are then ignored.
    pub authority: Change<'a>,
    /// In the authority, before "@".
    pub userinfo: Change<'a>,
    /// In the userinfo, before the first ":". Removing it removes the old password too; a new password needs a user.
    pub user: Change<'a>,
    /// In the userinfo, after the first ":".
    pub password: Change<'a>,
    /// In the authority.
    pub host: Change<'a>,
    /// In the authority, after ":".
    pub port: Change<'a>,
    /// The path; a removed path is empty.
    pub path: Change<'a>,
    /// After "?".
    pub query: Change<'a>,
    /// After "#".
    pub fragment: Change<'a>,
}

/// An edit of references.
#[derive(Clone, Debug, Default)]
pub struct ReferenceEdit<'a> {
    /// The changes of the parts, which come first.
    pub parts: PartChanges<'a>,
    /// Segments to append to the path, as written.
    pub segments: Vec<Cow<'a, [u8]>>,
    /// Edits of the query's pairs, one after the other.
    pub queries: Vec<query::Edit<'a>>,
    /// Whether the pairs are finally sorted by their decoded names.
    pub sorts: bool,
    /// The ports for references with a host but no port.
    pub ports: Vec<PortOf<'a>>,
}

/// A scheme, and the port for its references.
pub type PortOf<'a> = (Cow<'a, [u8]>, Cow<'a, [u8]>);

impl ReferenceEdit<'_> {
    /// Overwrites `out` with the edited text and returns its offsets; None in the cases that the module describes.
    ///
    /// `keep` is the set of characters that are not encoded in a query, see [`query::Edit::apply`].
    pub fn apply(
        &self,
        tables: &Tables,
        keep: &EncodeSet,
        text: &[u8],
        offsets: &Offsets,
        out: &mut Vec<u8>,
    ) -> Option<Offsets> {
        let old = Parts::from_offsets(text, offsets);
        let scheme = changed(&self.parts.scheme, old.scheme);
        let authority = self.authority(&old, text, offsets, scheme)?;
        let path = self.path(&old, offsets)?;
        let query = self.query(changed(&self.parts.query, old.query), keep)?;
        let fragment = changed(&self.parts.fragment, old.fragment);
        let new =
            Parts { scheme, authority: authority.as_deref(), path: &path, query: query.as_deref(), fragment, ..old };
        out.clear();
        if new == old {
            out.extend_from_slice(text);
            return Some(*offsets);
        }
        recompose_into(&new, out);
        let read = parse(tables, out)?;
        (Parts::from_offsets(out, &read) == new).then_some(read)
    }

    fn authority<'b>(
        &'b self,
        old: &Parts<'b>,
        text: &'b [u8],
        offsets: &Offsets,
        scheme: Option<&[u8]>,
    ) -> Option<Option<Cow<'b, [u8]>>> {
        let PartChanges { authority: whole, userinfo, user, password, host, port, .. } = &self.parts;
        if let Some(whole) = whole {
            // A default port needs the new authority's host, which is not parsed yet.
            return self.ports.is_empty().then(|| whole.as_deref().map(Cow::Borrowed));
        }
        let part = |range: Option<std::ops::Range<usize>>| range.and_then(|range| text.get(range));
        let old_port = part(offsets.port());
        let default = || {
            let scheme = scheme?;
            self.ports.iter().find(|(name, _)| name.eq_ignore_ascii_case(scheme)).map(|(_, port)| &**port)
        };
        let named = [userinfo, user, password, host, port].iter().any(|change| change.is_some());
        if !named && (self.ports.is_empty() || offsets.host().is_none()) {
            return Some(old.authority.map(Cow::Borrowed));
        }
        if offsets.host().is_none() && old.authority.is_some_and(|authority| !authority.is_empty()) {
            return None; // an authority that names no host
        }
        let host = changed(host, part(offsets.host()));
        let userinfo = with_user(changed(userinfo, part(offsets.userinfo())), user, password)?;
        let mut port = changed(port, old_port);
        let Some(host) = host else {
            // authority = [ userinfo "@" ] host [ ":" port ] (RFC 3986, section 3.2): the others need a host.
            return (userinfo.is_none() && port.is_none()).then_some(None);
        };
        if named && !self.ports.is_empty() && host.is_empty() {
            return None; // some editions read an empty host there, and some none
        }
        if port.is_none_or(<[u8]>::is_empty) {
            port = default().or(port);
        }
        let mut authority = Vec::with_capacity(64);
        if let Some(userinfo) = userinfo {
            authority.extend_from_slice(&userinfo);
            authority.push(b'@');
        }
        authority.extend_from_slice(host);
        if let Some(port) = port {
            authority.push(b':');
            authority.extend_from_slice(port);
        }
        Some(Some(authority.into()))
    }

    fn path<'b>(&'b self, old: &Parts<'b>, offsets: &Offsets) -> Option<Cow<'b, [u8]>> {
        let mut path: Cow<'_, [u8]> = changed(&self.parts.path, Some(old.path)).unwrap_or_default().into();
        if self.segments.is_empty() {
            return Some(path);
        }
        // A path that begins otherwise may need a "/" or a "./" in front.
        if offsets.flags & Offsets::OPAQUE != 0 || path.first() != Some(&b'/') {
            return None;
        }
        for segment in &self.segments {
            let path = path.to_mut();
            if path.last() != Some(&b'/') {
                path.push(b'/');
            }
            path.extend_from_slice(segment);
        }
        Some(path)
    }

    fn query<'b>(&self, query: Option<&'b [u8]>, keep: &EncodeSet) -> Option<Option<Cow<'b, [u8]>>> {
        let mut query = query.map(Cow::Borrowed);
        for edit in &self.queries {
            match edit.apply(query.as_deref(), keep) {
                Edited::Same => {}
                Edited::Undefined => query = None,
                Edited::New(new) => query = Some(new.into()),
            }
        }
        if self.sorts {
            if let Some(written) = query.as_deref().filter(|written| !written.is_empty()) {
                query = Some(query::sorted(written, Notation::Plain)?.into());
            }
        }
        Some(query)
    }
}

fn changed<'b>(change: &'b Change<'_>, old: Option<&'b [u8]>) -> Option<&'b [u8]> {
    match change {
        None => old,
        Some(new) => new.as_deref(),
    }
}

/// The userinfo with another user or password; None for a password without a user.
fn with_user<'b>(old: Option<&'b [u8]>, user: &Change<'_>, password: &Change<'_>) -> Option<Option<Cow<'b, [u8]>>> {
    if user.is_none() && password.is_none() {
        return Some(old.map(Cow::Borrowed));
    }
    // The first ":" ends the user (RFC 3986, section 3.2.1).
    let colon = old.and_then(|old| memchr::memchr(b':', old));
    let old_user = old.map(|old| &old[..colon.unwrap_or(old.len())]);
    let old_password = old.and_then(|old| Some(&old[colon? + 1..]));
    let taken_away = *user == Some(None);
    match (changed(user, old_user), changed(password, old_password.filter(|_| !taken_away))) {
        (None, None) => Some(None),
        (None, Some(_)) => None,
        (Some(user), None) => Some(Some(user.to_vec().into())),
        (Some(user), Some(password)) => Some(Some([user, b":", password].concat().into())),
    }
}
