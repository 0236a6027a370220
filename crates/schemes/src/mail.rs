//! The steps of mailto.

use std::borrow::Cow;

use crate::parts::{cut_at, joined, lowered, Parts};
use uriverse_core::memory::Grow;

fn pairs(query: &[u8]) -> impl Iterator<Item = &[u8]> {
    query.split(|&byte| byte == b'&')
}

/// RFC 6068, section 2: "the "to" hfield" is another way to write addresses: they are moved before the "?".
pub(crate) fn collect_addresses(parts: &mut Parts<'_>) {
    let Some(query) = &parts.query else { return };
    let addresses = |pair: &&[u8]| match cut_at(pair, b'=') {
        (name, Some(value)) => name.eq_ignore_ascii_case(b"to") && value.contains(&b'@'),
        _ => false,
    };
    if !pairs(query).any(|pair| addresses(&pair)) {
        return;
    }
    let written = Some(&*parts.path).filter(|path| !path.is_empty());
    let others = pairs(query).filter(addresses).filter_map(|pair| cut_at(pair, b'=').1);
    let path = joined(written.into_iter().chain(others), b',');
    let kept: Vec<&[u8]> = pairs(query).filter(|pair| !addresses(pair)).collect();
    let rest = (!kept.is_empty()).then(|| Cow::Owned(joined(kept, b'&')));
    (parts.path, parts.query) = (Cow::Owned(path), rest);
}

/// RFC 6068, section 2: "<hfname> is case-insensitive, but <hfvalue> in general is case-sensitive".
pub(crate) fn lower_header_names(parts: &mut Parts<'_>) {
    let Some(query) = &parts.query else { return };
    // Most names are in lower case, but the digits of a triplet are not.
    let may_change = |byte: &u8| byte.is_ascii_uppercase() || *byte == b'%';
    if !pairs(query).any(|pair| cut_at(pair, b'=').0.iter().any(may_change)) {
        return;
    }
    let lower = joined(pairs(query).map(with_lower_name), b'&');
    parts.query = Some(Cow::Owned(lower));
}

/// `Name=Value` with the name in lower case.
pub(crate) fn with_lower_name(pair: &[u8]) -> Vec<u8> {
    let (name, value) = cut_at(pair, b'=');
    let mut written = lowered(name);
    if let Some(value) = value {
        written.put(b'=');
        written.put_all(value);
    }
    written
}

/// RFC 1034, section 3.1: domain names compare without case; local parts may be case-sensitive.
pub(crate) fn lower_domains(parts: &mut Parts<'_>) {
    if !parts.path.iter().any(u8::is_ascii_uppercase) {
        return;
    }
    // In RFC 1738 a comma is a character of the single address, so a piece may have no domain.
    let addresses = parts.path.split(|&byte| byte == b',').map(|address| {
        let domain = address.iter().rposition(|&byte| byte == b'@').map_or(address.len(), |at| at + 1);
        [&address[..domain], &lowered(&address[domain..])].concat()
    });
    parts.path = Cow::Owned(joined(addresses, b','));
}
