//! The inverse of resolution: the shortest reference that resolves to a given target.
//!
//! Input: a target and a base. Output: a reference, or an error if no reference resolves to the target.
//!
//! There is one candidate of each kind: the empty reference or a fragment, a query, params, a relative path, an
//! absolute path, a network path. They are tried from the shortest to the longest, equally long ones in this order. The
//! last candidate is the target itself. Against `http://h/a/b/c/d`, the target `http://h/` is the absolute path `/`,
//! which is shorter than the relative path `../../..`.
//!
//! A candidate is returned only if the edition's grammar accepts it and it resolves to the target, byte for byte. So a
//! mistake in this module could make an answer longer, but not wrong. There are at most eight candidates, and each is
//! built and resolved in linear time.

use memchr::memrchr;

use crate::compose::{guard_first_segment, push_back, Parts};
use crate::memory::{copy, Grow};
use crate::offsets::NONE;
use crate::parse::parse;
use crate::resolve::options::{Options, ResolveError};
use crate::resolve::{is_cut, Base, ResolvedInto, Target};
use crate::split::split;
use crate::table::Tables;

/// The shortest relative reference that resolves to `target` against `base`, strictly and by the edition's own choices.
/// If none does, the target itself.
///
/// # Errors
/// `Refused` or `BaseNotAbsolute` if the edition refuses one of the texts or the base has no scheme (the target counts
/// as the reference); `Unreachable` if no candidate resolves to the target.
pub fn relativize(tables: &Tables, target: &[u8], base: &[u8]) -> Result<Vec<u8>, ResolveError> {
    let parsed = parse(tables, target).ok_or(ResolveError::ReferenceRefused)?;
    let against = Base::new(tables, base)?;
    if parsed.scheme_end == NONE {
        return Err(ResolveError::Unreachable);
    }
    let cut = if is_cut(tables, target, &parsed) { parsed } else { split(tables.style, target) };
    let target_parts = Parts::from_offsets(target, &cut);
    let base_parts = against.parts();
    let mut resolved = Target::default();
    let mut reaches = |candidate: &[u8]| {
        // A text that only resolution accepts is not a valid reference.
        let found = parse(tables, candidate)
            .is_some()
            .then(|| against.resolve_into(tables, candidate, Options::default(), &mut resolved));
        found == Some(Ok(ResolvedInto::Target)) && resolved.text == target
    };
    if target_parts.scheme == base_parts.scheme {
        let mut candidates: Vec<_> =
            Candidate::ALL.iter().filter_map(|kind| kind.make(&target_parts, &base_parts)).collect();
        candidates.sort_by_key(Vec::len);
        if let Some(shortest) = candidates.into_iter().find(|candidate| reaches(candidate)) {
            return Ok(shortest);
        }
    }
    if reaches(target) {
        Ok(copy(target))
    } else {
        Err(ResolveError::Unreachable)
    }
}

/// The kinds of candidates. The target itself is not among them.
#[derive(Clone, Copy)]
enum Candidate {
    Fragment,
    Query,
    Params,
    /// A relative path that ends with "." or "..", where "/" may follow.
    Directory,
    RelativePath,
    AbsolutePath,
    NetworkPath,
}

impl Candidate {
    /// The first of equally long candidates is preferred. The empty reference is the fragment candidate without a
    /// fragment.
    const ALL: [Candidate; 7] = [
        Candidate::Fragment,
        Candidate::Query,
        Candidate::Params,
        Candidate::Directory,
        Candidate::RelativePath,
        Candidate::AbsolutePath,
        Candidate::NetworkPath,
    ];

    /// The candidate of this kind, if any.
    fn make(&self, target: &Parts<'_>, base: &Parts<'_>) -> Option<Vec<u8>> {
        if !matches!(self, Candidate::NetworkPath) && target.authority != base.authority {
            return None;
        }
        let same_path = target.path == base.path;
        // RFC 3986, section 5.2.3: a path is merged with an empty path after an authority as with "/".
        let merged = if base.authority.is_some() && base.path.is_empty() { b"/" } else { base.path };
        let mut out = Vec::new();
        match self {
            Candidate::Fragment if same_path && target.params == base.params && target.query == base.query => {
                push_back(&mut out, None, None, target.fragment);
            }
            Candidate::Query if same_path && target.params == base.params && target.query.is_some() => {
                push_back(&mut out, None, target.query, target.fragment);
            }
            Candidate::Params if same_path && target.params.is_some() => {
                push_back(&mut out, target.params, target.query, target.fragment);
            }
            Candidate::Directory => {
                push_relative_path(&mut out, target.path, merged);
                out.ends_with(b"./").then(|| out.pop())?;
                push_back(&mut out, target.params, target.query, target.fragment);
            }
            Candidate::RelativePath => {
                push_relative_path(&mut out, target.path, merged);
                push_back(&mut out, target.params, target.query, target.fragment);
            }
            Candidate::AbsolutePath if target.path.starts_with(b"/") => {
                if target.path.starts_with(b"//") {
                    out.put_all(b"/.");
                }
                out.put_all(target.path);
                push_back(&mut out, target.params, target.query, target.fragment);
            }
            Candidate::NetworkPath => {
                out.put_all(b"//");
                out.put_all(target.authority?);
                out.put_all(target.path);
                push_back(&mut out, target.params, target.query, target.fragment);
            }
            _ => return None,
        }
        Some(out)
    }
}

/// Appends the path from the base's directory to the target: "../" for each segment that only the base has, then the
/// rest of the target's path.
fn push_relative_path(out: &mut Vec<u8>, target: &[u8], base: &[u8]) {
    let directory = |path: &[u8]| memrchr(b'/', path).map_or(0, |slash| slash + 1);
    let (base, limit) = (&base[..directory(base)], directory(target));
    let equal = base.iter().zip(&target[..limit]).take_while(|(a, b)| a == b).count();
    let shared = directory(&base[..equal]);
    let start = out.len();
    for _ in memchr::memchr_iter(b'/', &base[shared..]) {
        out.put_all(b"../");
    }
    let rest = &target[shared..];
    if out.len() == start && (rest.is_empty() || rest.starts_with(b"/")) {
        out.put_all(b"./");
    }
    out.put_all(rest);
    guard_first_segment(out, start);
}
