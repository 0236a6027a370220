//! Resolving a reference against a base URI, and the inverse.
//!
//! Input: a table, a base, a reference, [`Options`]. Output: the target and its offsets, or the current document, or a
//! [`ResolveError`] that names the invalid text.
//!
//! The steps are those of RFC 3986, 5.2.2. Bis-00, RFC 2396 (5.2) and RFC 1808 (4) have the same steps in the same
//! order; where they differ, the table's choice decides (`table::choices`). The edition must accept both texts. Their
//! components are then those of `split` (5.2, step 1), but the strict parse decides whether a base is opaque and
//! whether a reference has a scheme.
//!
//! | module | subject |
//! |---|---|
//! | `options` | the caller's choices, and the errors |
//! | `target` | the decisions, and writing the target |
//! | `fast_resolve` | the common case without a parse of the target |
//! | [`relativize`](mod@relativize) | the inverse of resolution |
//!
//! [`resolve_leniently`] takes the same steps, and only splits texts that the edition refuses.
//!
//! The parse of a target always has the computed components: `target` guards a path that would be parsed as another
//! component, and a result that the grammar refuses, or parses without a scheme, is an error.

use std::ops::Range;

use crate::compose::{has_colon_in_first_segment, Parts};
use crate::offsets::{Offsets, NONE};
use crate::parse::general::read_for_resolution;
use crate::parse::{parse, parse_for_resolution, parse_into};
use crate::split::split;
use crate::table::Tables;
use target::{write, Operand};

pub(crate) mod fast_resolve;
pub(crate) mod options;
pub mod relativize;
mod target;

pub use options::{Options, ResolveError};

/// The target of a reference.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Resolved {
    /// A URI, and its components: by the edition's strict parse, or by `split` for [`resolve_leniently`].
    Target(Vec<u8>, Offsets),
    /// The current document.
    SameDocument {
        /// The range of the fragment in the reference.
        fragment: Option<Range<usize>>,
    },
}

/// A target in a reusable buffer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The URI.
    pub text: Vec<u8>,
    /// Its components by the edition's strict parse.
    pub offsets: Offsets,
}

impl Default for Target {
    fn default() -> Target {
        Target { text: Vec::new(), offsets: Offsets::EMPTY }
    }
}

/// The result of [`Base::resolve_into`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResolvedInto {
    /// The target is in the caller's buffer.
    Target,
    /// The current document.
    SameDocument {
        /// The range of the fragment in the reference.
        fragment: Option<Range<usize>>,
    },
}

/// Resolves `reference` against `base`.
///
/// # Errors
/// Any [`ResolveError`] except `Unreachable`.
pub fn resolve(tables: &Tables, base: &[u8], reference: &[u8], options: Options) -> Result<Resolved, ResolveError> {
    let mut target = Target::default();
    Ok(match Base::new(tables, base)?.resolve_into(tables, reference, options, &mut target)? {
        ResolvedInto::Target => Resolved::Target(target.text, target.offsets),
        ResolvedInto::SameDocument { fragment } => Resolved::SameDocument { fragment },
    })
}

/// Resolves `reference` against `base`, whether the edition accepts them or not. [`resolve`]'s components are used for
/// an accepted text, and those of `split` for any other, without checks (RFC 3986, 5.2.2: `parse(R)` is Appendix B's
/// split, which takes any text). The target's offsets are those of `split`.
///
/// # Errors
/// `BaseNotAbsolute`, `OpaqueBase`, `LeadingSlashes` and `ExcessParents`.
pub fn resolve_leniently(
    tables: &Tables,
    base: &[u8],
    reference: &[u8],
    options: Options,
) -> Result<Resolved, ResolveError> {
    let parsed_base = parse(tables, base).unwrap_or_else(|| split_refused(tables, base));
    let against = Base::from_parsed(tables, base, &parsed_base)?;
    let parsed = parse_for_resolution(tables, reference).unwrap_or_else(|| split_refused(tables, reference));
    let offsets = other_cut(tables, reference, &parsed).unwrap_or(parsed);
    let mut target = Vec::new();
    let r = Operand { text: reference, parsed: &parsed, offsets: &offsets };
    if write(tables, against.operand(), r, options, &mut target)? {
        return Ok(Resolved::SameDocument { fragment: offsets.fragment(reference.len()) });
    }
    let offsets = split(tables.style, &target);
    Ok(Resolved::Target(target, offsets))
}

/// The split of a text that the edition refuses, with the flag that a parse would set.
fn split_refused(tables: &Tables, text: &[u8]) -> Offsets {
    let mut cut = split(tables.style, text);
    if tables.choices.counts_slashes && cut.authority_start != NONE {
        cut.path_start = cut.authority_start - 2;
        (cut.authority_start, cut.authority_end) = (NONE, NONE);
        cut.flags |= Offsets::ROOTED;
    }
    // RFC 2396, 3: after a scheme, a text that does not begin with "/" is an opaque part. No document covers a refused
    // text with an empty path, such as `http:? `: it counts as hierarchical.
    let is_hierarchy = cut.flags & Offsets::ROOTED != 0 || cut.path_start == cut.path_end;
    if cut.scheme_end != NONE && cut.authority_start == NONE && !is_hierarchy {
        cut.flags |= Offsets::OPAQUE;
    }
    cut
}

/// A base URI, parsed and split once for many references.
#[derive(Clone, Copy, Debug)]
pub struct Base<'a> {
    text: &'a [u8],
    parsed: Offsets,
    cut: Offsets,
}

impl<'a> Base<'a> {
    /// Takes a text as base.
    ///
    /// # Errors
    /// `Refused` if the edition's grammar refuses it, `BaseNotAbsolute` if it has no scheme.
    pub fn new(tables: &Tables, text: &'a [u8]) -> Result<Base<'a>, ResolveError> {
        let parsed = parse(tables, text).ok_or(ResolveError::BaseRefused)?;
        Base::from_parsed(tables, text, &parsed)
    }

    /// Takes a text that this edition has parsed already.
    ///
    /// # Errors
    /// `BaseNotAbsolute` if it has no scheme.
    pub fn from_parsed(tables: &Tables, text: &'a [u8], parsed: &Offsets) -> Result<Base<'a>, ResolveError> {
        let cut = if is_cut(tables, text, parsed) { *parsed } else { split(tables.style, text) };
        if parsed.scheme_end == NONE || cut.scheme_end == NONE {
            return Err(ResolveError::BaseNotAbsolute);
        }
        Ok(Base { text, parsed: *parsed, cut })
    }

    /// The base's components.
    pub(crate) fn parts(&self) -> Parts<'a> {
        Parts::from_offsets(self.text, &self.cut)
    }

    fn operand(&self) -> Operand<'_> {
        Operand { text: self.text, parsed: &self.parsed, offsets: &self.cut }
    }

    /// Resolves a reference against this base and writes the target into the caller's buffer.
    ///
    /// # Errors
    /// Any [`ResolveError`] except `Unreachable` and those about the base. The contents of the buffer are then
    /// unspecified.
    pub fn resolve_into(
        &self,
        tables: &Tables,
        reference: &[u8],
        options: Options,
        target: &mut Target,
    ) -> Result<ResolvedInto, ResolveError> {
        let mut parsed = Offsets::EMPTY;
        if !parse_into(tables, reference, &mut parsed) {
            parsed = read_for_resolution(tables, reference).ok_or(ResolveError::ReferenceRefused)?;
        }
        let own_cut = other_cut(tables, reference, &parsed);
        let r = Operand { text: reference, parsed: &parsed, offsets: own_cut.as_ref().unwrap_or(&parsed) };
        if write(tables, self.operand(), r, options, &mut target.text)? {
            return Ok(ResolvedInto::SameDocument { fragment: r.offsets.fragment(reference.len()) });
        }
        if parse_into(tables, &target.text, &mut target.offsets) && target.offsets.scheme_end != NONE {
            Ok(ResolvedInto::Target)
        } else {
            Err(ResolveError::ResultRefused)
        }
    }
}

/// The components by which a reference is resolved, if they differ from those of its strict parse.
#[inline(always)]
fn other_cut(tables: &Tables, reference: &[u8], parsed: &Offsets) -> Option<Offsets> {
    if is_cut(tables, reference, parsed) {
        return None;
    }
    let cut = split(tables.style, reference);
    // The grammar parses `%41:g` as a relative path, so its colon ends no scheme. Appendix B's expression takes any
    // characters before a colon as a scheme, but no target can begin with such a scheme.
    (parsed.scheme_end != NONE || cut.scheme_end == NONE).then_some(cut)
}

/// Whether the lenient split of a text gives the same offsets as its strict parse. A reading that differs from Appendix
/// B does not.
#[inline]
pub(crate) fn is_cut(tables: &Tables, text: &[u8], parsed: &Offsets) -> bool {
    let path = text.get(parsed.path()).unwrap_or_default();
    // RFC 1630 has no authority: Appendix B's authority belongs to the path.
    tables.choices.counts_slashes
        || tables.cuts_as_split
            && parsed.flags & Offsets::OPAQUE == 0
            && (parsed.authority_start != NONE || !path.starts_with(b"//"))
            && (parsed.scheme_end != NONE || !has_colon_in_first_segment(path))
}
