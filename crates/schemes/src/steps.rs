//! The steps by which schemes normalize: small functions on the components of a text that the scheme accepts.
//!
//! A scheme's table names its steps in `[normalization]`, in order, each with the clause that asks for it:
//!
//! ```text
//! [normalization]
//! lower-nid = "3.1"
//! ```
//!
//! `lower-nid` changes the path `Example:a` to `example:a`. A step runs only on text that the scheme's grammar accepts,
//! so it need not validate its input; its result is kept only if the grammar accepts it too. Steps are idempotent. Any
//! scheme may use any step.

use std::borrow::Cow;

use crate::parts::{cut_at, Parts};
use crate::{geo, mail, media, tel};
use uriverse_core::memory::copy;

/// A function that changes components.
type Change = fn(&mut Parts<'_>);

#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Removes an empty port, and this default port (RFC 3986, section 6.2.3).
    WithoutPort(u16),
    /// Replaces an empty path after an authority by this one (RFC 3986, section 6.2.3).
    WithPath(String),
    Named(Change),
}

const STEPS: [(&str, Change); 18] = [
    ("all-newsgroups", all_newsgroups),
    ("collect-mail-addresses", mail::collect_addresses),
    ("decode-tel-marks", tel::decode_marks),
    ("default-media-type", media::default_type),
    ("drop-empty-ldap-fields", drop_empty_ldap_fields),
    ("drop-visual-separators", tel::drop_visual_separators),
    ("geo-comparison", geo::comparison),
    ("localhost-is-empty", localhost_is_empty),
    ("lower-ftp-type", lower_ftp_type),
    ("lower-header-names", mail::lower_header_names),
    ("lower-ldap-scope", lower_ldap_scope),
    ("lower-mail-domains", mail::lower_domains),
    ("lower-media-type", media::lower_type),
    ("lower-nid", lower_nid),
    ("lower-tel", tel::lower),
    ("lower-uuid", lower_uuid),
    ("menu-without-type", menu_without_type),
    ("order-tel-parameters", tel::order_parameters),
];

/// The names of the steps that a table can have.
pub fn names() -> impl Iterator<Item = &'static str> {
    STEPS.iter().map(|(name, _)| *name)
}

impl Step {
    pub(crate) fn named(name: &str) -> Option<Step> {
        STEPS.iter().find(|(own, _)| *own == name).map(|(_, change)| Step::Named(*change))
    }

    /// Changes the components; returns whether it did.
    pub(crate) fn take(&self, parts: &mut Parts<'_>) -> bool {
        let before = parts.clone();
        match self {
            Step::WithoutPort(number) => without_port(parts, *number),
            Step::WithPath(path) => {
                if parts.path.is_empty() && parts.authority.is_some() {
                    parts.path = Cow::Owned(path.clone().into_bytes());
                }
            }
            Step::Named(change) => change(parts),
        }
        *parts != before
    }
}

fn without_port(parts: &mut Parts<'_>, default: u16) {
    let Some(authority) = &mut parts.authority else { return };
    let digits = authority.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let Some(colon) = (authority.len() - digits).checked_sub(1).filter(|&at| authority[at] == b':') else { return };
    let port = &authority[colon + 1..];
    let zeros = port.iter().take_while(|&&digit| digit == b'0').count();
    if port.is_empty() || port[zeros..] == *default.to_string().as_bytes() {
        authority.to_mut().truncate(colon);
    }
}

/// RFC 8141, section 3.1: namespace identifiers compare without case.
fn lower_nid(parts: &mut Parts<'_>) {
    let nid = cut_at(&parts.path, b':').0.len();
    lower(&mut parts.path, 0..nid);
}

/// RFC 9562, section 4: the letters of a UUID are case-insensitive.
fn lower_uuid(parts: &mut Parts<'_>) {
    const GROUPS: [usize; 5] = [8, 4, 4, 4, 12];
    let (nid, Some(uuid)) = cut_at(&parts.path, b':') else { return };
    let groups = uuid.split(|&byte| byte == b'-');
    let is_uuid = groups.clone().map(<[u8]>::len).eq(GROUPS) && groups.flatten().all(u8::is_ascii_hexdigit);
    if nid.eq_ignore_ascii_case(b"uuid") && is_uuid {
        let range = nid.len() + 1..parts.path.len();
        lower(&mut parts.path, range);
    }
}

/// RFC 5538, section 4: `news://news.server.example/*` and `news://news.server.example/` are equivalent.
fn all_newsgroups(parts: &mut Parts<'_>) {
    if matches!(&*parts.path, b"" | b"/") {
        parts.path.to_mut().push(b'*');
    }
}

/// RFC 8089, section 2: "localhost", an empty authority and no authority are "the machine from which the URI is being
/// interpreted". The traditional form has the empty one (Appendix B).
fn localhost_is_empty(parts: &mut Parts<'_>) {
    let authority = parts.authority.as_deref().unwrap_or_default();
    if authority.is_empty() || authority.eq_ignore_ascii_case(b"localhost") {
        parts.authority = Some(Cow::Borrowed(b""));
    }
}

/// RFC 1738, section 3.2.2: the type code is case-insensitive; so is its name, a quoted literal.
fn lower_ftp_type(parts: &mut Parts<'_>) {
    let (code, end) = (cut_at(&parts.path, b';').0.len(), parts.path.len());
    lower(&mut parts.path, code..end);
}

/// RFC 1738, section 3.4.1: without a path the type is "1", a menu.
fn menu_without_type(parts: &mut Parts<'_>) {
    if matches!(&*parts.path, b"" | b"/1") && parts.query.is_none() {
        parts.path = Cow::Borrowed(b"/");
    }
}

/// RFC 5234, section 2.3: the quoted literals of rule `scope` are case-insensitive.
fn lower_ldap_scope(parts: &mut Parts<'_>) {
    let Some(query) = &mut parts.query else { return };
    let (attributes, rest) = cut_at(query, b'?');
    let Some(rest) = rest else { return };
    let start = attributes.len() + 1;
    let end = start + cut_at(rest, b'?').0.len();
    lower(query, start..end);
}

/// RFC 4516, section 3, has a default for each field. Section 4: `ldap://h`, `ldap://h/` and `ldap://h/?` "are
/// equivalent".
fn drop_empty_ldap_fields(parts: &mut Parts<'_>) {
    if let Some(query) = parts.query.take() {
        let end = query.iter().rposition(|&byte| byte != b'?').map_or(0, |last| last + 1);
        parts.query = (end > 0).then(|| if end == query.len() { query } else { Cow::Owned(copy(&query[..end])) });
    }
    if parts.query.is_none() && *parts.path == *b"/" {
        parts.path = Cow::Borrowed(b"");
    }
}

/// Writes a range of a component in lower case.
fn lower(component: &mut Cow<'_, [u8]>, range: std::ops::Range<usize>) {
    if component[range.clone()].iter().any(u8::is_ascii_uppercase) {
        component.to_mut()[range].make_ascii_lowercase();
    }
}
