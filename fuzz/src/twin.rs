//! RFC 3986, Appendix B and section 5.2, step by step as printed: slow and obvious.
//!
//! What goes in: texts. What comes out: the components and targets that the engine must have too. Nothing here uses
//! tables or offsets.

/// The five components; an undefined one is None.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs)]
pub struct Components {
    pub scheme: Option<Vec<u8>>,
    pub authority: Option<Vec<u8>>,
    pub path: Vec<u8>,
    pub query: Option<Vec<u8>>,
    pub fragment: Option<Vec<u8>>,
}

fn until(text: &[u8], stops: &[u8]) -> usize {
    text.iter().position(|byte| stops.contains(byte)).unwrap_or(text.len())
}

/// Appendix B: `^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?`.
#[must_use]
pub fn split(text: &[u8]) -> Components {
    let mut found = Components::default();
    let mut rest = text;
    let end = until(rest, b":/?#");
    if end > 0 && rest.get(end) == Some(&b':') {
        found.scheme = Some(rest[..end].to_vec());
        rest = &rest[end + 1..];
    }
    if let Some(after) = rest.strip_prefix(b"//") {
        let end = until(after, b"/?#");
        found.authority = Some(after[..end].to_vec());
        rest = &after[end..];
    }
    let end = until(rest, b"?#");
    found.path = rest[..end].to_vec();
    rest = &rest[end..];
    if let Some(after) = rest.strip_prefix(b"?") {
        let end = until(after, b"#");
        found.query = Some(after[..end].to_vec());
        rest = &after[end..];
    }
    if let Some(after) = rest.strip_prefix(b"#") {
        found.fragment = Some(after.to_vec());
    }
    found
}

/// 5.3, Component Recomposition.
#[must_use]
pub fn recompose(parts: &Components) -> Vec<u8> {
    let mut result = Vec::new();
    if let Some(scheme) = &parts.scheme {
        result.extend(scheme);
        result.push(b':');
    }
    if let Some(authority) = &parts.authority {
        result.extend(b"//");
        result.extend(authority);
    }
    result.extend(&parts.path);
    if let Some(query) = &parts.query {
        result.push(b'?');
        result.extend(query);
    }
    if let Some(fragment) = &parts.fragment {
        result.push(b'#');
        result.extend(fragment);
    }
    result
}

/// 5.2.4, Remove Dot Segments: the loop of steps A to E over an input and an output buffer.
#[must_use]
pub fn remove_dot_segments(path: &[u8]) -> Vec<u8> {
    let mut input = path.to_vec();
    let mut output: Vec<u8> = Vec::new();
    while !input.is_empty() {
        if input.starts_with(b"../") {
            input.drain(..3);
        } else if input.starts_with(b"./") || input.starts_with(b"/./") {
            input.drain(..2);
        } else if input == b"/." {
            input = b"/".to_vec();
        } else if input.starts_with(b"/../") || input == b"/.." {
            input.drain(..3);
            if input.is_empty() {
                input = b"/".to_vec();
            }
            let slash = output.iter().rposition(|&byte| byte == b'/').unwrap_or(0);
            output.truncate(slash);
        } else if input == b"." || input == b".." {
            input.clear();
        } else {
            let end = input.iter().skip(1).position(|&byte| byte == b'/').map_or(input.len(), |at| at + 1);
            output.extend(input.drain(..end));
        }
    }
    output
}

/// 5.2.3, Merge Paths.
fn merge(base: &Components, reference: &[u8]) -> Vec<u8> {
    if base.authority.is_some() && base.path.is_empty() {
        return [b"/", reference].concat();
    }
    let directory = base.path.iter().rposition(|&byte| byte == b'/').map_or(0, |slash| slash + 1);
    [&base.path[..directory], reference].concat()
}

/// 5.2.2, Transform References: the target of a reference.
#[must_use]
pub fn resolve(base: &[u8], reference: &[u8], strict: bool) -> Vec<u8> {
    let (base, mut r) = (split(base), split(reference));
    let same = |a: &Option<Vec<u8>>, b: &Option<Vec<u8>>| {
        a.as_ref().zip(b.as_ref()).is_some_and(|(a, b)| a.eq_ignore_ascii_case(b))
    };
    if !strict && same(&r.scheme, &base.scheme) {
        r.scheme = None;
    }
    let mut t = Components::default();
    if r.scheme.is_some() {
        t.scheme = r.scheme;
        t.authority = r.authority;
        t.path = remove_dot_segments(&r.path);
        t.query = r.query;
    } else {
        if r.authority.is_some() {
            t.authority = r.authority;
            t.path = remove_dot_segments(&r.path);
            t.query = r.query;
        } else {
            if r.path.is_empty() {
                t.path.clone_from(&base.path);
                t.query = if r.query.is_some() { r.query } else { base.query };
            } else {
                if r.path.starts_with(b"/") {
                    t.path = remove_dot_segments(&r.path);
                } else {
                    t.path = remove_dot_segments(&merge(&base, &r.path));
                }
                t.query = r.query;
            }
            t.authority = base.authority;
        }
        t.scheme = base.scheme;
    }
    t.fragment = r.fragment;
    // Departure: 3.3, "When authority is not present, the path cannot begin with two slash characters". As printed,
    // ".//g" against "f:/a" gives "f://g", which has an authority. The engine writes "/." before such a path.
    if t.authority.is_none() && t.path.starts_with(b"//") {
        t.path = [b"/.", &*t.path].concat();
    }
    recompose(&t)
}
