//! The steps of tel.

use std::borrow::Cow;

use crate::parts::{cut_at, decoded, joined, lowered, Parts};
use uriverse_core::memory::{copy, Grow};

/// RFC 3966, section 3: characters outside RFC 2396's "reserved" and "unsafe" sets "are equivalent to their "% HEX HEX"
/// percent encoding". So the marks of RFC 2396 are decoded, also in the query, although RFC 3986 reserves some.
pub(crate) fn decode_marks(parts: &mut Parts<'_>) {
    for component in [Some(&mut parts.path), parts.query.as_mut()].into_iter().flatten() {
        *component = Cow::Owned(decoded(component, b"!*'()"));
    }
}

/// RFC 3966, section 4: "URI comparisons are case-insensitive"; section 3 prefers lower case.
pub(crate) fn lower(parts: &mut Parts<'_>) {
    let components = [Some(&mut parts.path), parts.query.as_mut(), parts.fragment.as_mut()];
    for component in components.into_iter().flatten() {
        *component = Cow::Owned(lowered(component));
    }
}

/// RFC 3966, section 4: numbers, also of extensions and contexts, compare "after removing all visual separators".
pub(crate) fn drop_visual_separators(parts: &mut Parts<'_>) {
    let Some((number, parameters)) = number_and_parameters(parts) else { return };
    let mut written = vec![without_separators(number)];
    for parameter in parameters {
        let (name, value) = cut_at(parameter, b'=');
        let is_number = name.eq_ignore_ascii_case(b"ext")
            || (name.eq_ignore_ascii_case(b"phone-context") && value.is_some_and(|value| value.starts_with(b"+")));
        written.put(match value {
            Some(value) if is_number => [name, b"=", &without_separators(value)].concat(),
            _ => copy(parameter),
        });
    }
    parts.path = Cow::Owned(joined(written, b';'));
}

/// Sorts the parameters: subaddress or extension, then the context, then the others by name. RFC 3966, section 3, has
/// this order; section 4 compares parameters "regardless of the order".
pub(crate) fn order_parameters(parts: &mut Parts<'_>) {
    let Some((number, mut parameters)) = number_and_parameters(parts) else { return };
    parameters.sort_by_cached_key(|parameter| {
        let name = cut_at(parameter, b'=').0.to_ascii_lowercase();
        let place = match &*name {
            b"ext" | b"isub" => 0,
            b"phone-context" => 1,
            _ => 2,
        };
        (place, name, *parameter)
    });
    let ordered = joined(std::iter::once(number).chain(parameters), b';');
    parts.path = Cow::Owned(ordered);
}

/// The number and the parameters; None if there is more than a path.
fn number_and_parameters<'a>(parts: &'a Parts<'_>) -> Option<(&'a [u8], Vec<&'a [u8]>)> {
    if parts.query.is_some() || parts.fragment.is_some() {
        return None;
    }
    let mut words = parts.path.split(|&byte| byte == b';');
    Some((words.next()?, words.collect()))
}

fn without_separators(text: &[u8]) -> Vec<u8> {
    text.iter().copied().filter(|byte| !matches!(byte, b'-' | b'.' | b'(' | b')')).collect()
}
