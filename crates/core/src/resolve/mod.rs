//! Resolving a reference against a base URI, and the inverse.
//!
//! What goes in: a table, a base, a reference, [`Options`]. What comes out: the target and its offsets, or the current
//! document, or a [`ResolveError`] that says which text is at fault.
//!
//! The steps are those of RFC 3986, 5.2.2, which bis-00, RFC 2396 (5.2) and RFC 1808 (4) take in the same order; where
//! they differ, the table's choice decides (`table::choices`). Both texts are first accepted by the edition and then cut
//! as `split` cuts (5.2, step 1). The strict parse decides whether a base is opaque and whether a reference has a scheme.
//!
//! | module | subject |
//! |---|---|
//! | `options` | what the caller chooses, and the errors |
//! | [`dots`] | `remove_dot_segments` |
//! | `target` | the decisions, and the target put together |
//! | `fast_resolve` | the common case without reading the target again |
//! | [`relativize`](mod@relativize) | the inverse of resolution |
//!
//! Why it is correct: what is emitted reads back as the components that were computed, because `target` guards the path
//! if it would not, and because the result is parsed; a result that the edition's grammar refuses, or in which it
//! finds no scheme, is an error and no text.

use std::ops::Range;

use crate::compose::{has_colon_in_first_segment, Parts};
use crate::offsets::{Offsets, NONE};
use crate::parse::general::read_for_resolution;
use crate::parse::split::split;
use crate::parse::{parse, parse_into};
use crate::table::Tables;
use target::{write, Operand};

pub mod dots;
pub(crate) mod fast_resolve;
pub(crate) mod options;
pub mod relativize;
mod target;

pub use options::{Options, ResolveError, Which};

/// What a reference resolves to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Resolved {
    /// A URI, and its components as the edition's strict parse finds them.
    Target(Vec<u8>, Offsets),
    /// The current document.
    SameDocument {
        /// The range of the fragment in the reference.
        fragment: Option<Range<usize>>,
    },
}

/// A target, in a buffer that the next target can use again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The URI.
    pub text: Vec<u8>,
    /// Its components as the edition's strict parse finds them.
    pub offsets: Offsets,
}

impl Default for Target {
    fn default() -> Target {
        Target { text: Vec::new(), offsets: Offsets::EMPTY }
    }
}

/// What [`Base::resolve_into`] found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ResolvedInto {
    /// The target that the caller's buffer now holds.
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
pub fn resolve(t: &Tables, base: &[u8], reference: &[u8], options: Options) -> Result<Resolved, ResolveError> {
    Base::new(t, base)?.resolve(t, reference, options)
}

/// A base URI, accepted and cut once for many references.
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
    pub fn new(t: &Tables, text: &'a [u8]) -> Result<Base<'a>, ResolveError> {
        let parsed = parse(t, text).ok_or(ResolveError::Refused { which: Which::Base })?;
        Base::of_parsed(t, text, &parsed)
    }

    /// Takes a text that this edition has parsed already.
    ///
    /// # Errors
    /// `BaseNotAbsolute` if it has no scheme.
    pub fn of_parsed(t: &Tables, text: &'a [u8], parsed: &Offsets) -> Result<Base<'a>, ResolveError> {
        let cut = if is_cut(t, text, parsed) { *parsed } else { split(t.style, text) };
        if parsed.scheme_end == NONE || cut.scheme_end == NONE {
            return Err(ResolveError::BaseNotAbsolute);
        }
        Ok(Base { text, parsed: *parsed, cut })
    }

    /// The base's components, as it was cut.
    pub(crate) fn parts(&self) -> Parts<'a> {
        Parts::of(self.text, &self.cut)
    }

    /// Resolves a reference against this base.
    ///
    /// # Errors
    /// Any [`ResolveError`] except `Unreachable` and those about the base.
    pub fn resolve(&self, t: &Tables, reference: &[u8], options: Options) -> Result<Resolved, ResolveError> {
        let mut target = Target::default();
        Ok(match self.resolve_into(t, reference, options, &mut target)? {
            ResolvedInto::Target => Resolved::Target(target.text, target.offsets),
            ResolvedInto::SameDocument { fragment } => Resolved::SameDocument { fragment },
        })
    }

    /// Resolves a reference against this base and writes the target into the caller's buffer.
    ///
    /// # Errors
    /// As [`Base::resolve`]. The contents of the buffer are then meaningless.
    pub fn resolve_into(
        &self,
        t: &Tables,
        reference: &[u8],
        options: Options,
        target: &mut Target,
    ) -> Result<ResolvedInto, ResolveError> {
        let base = Operand { text: self.text, parsed: &self.parsed, o: &self.cut };
        resolve_sides(t, base, reference, options, target)
    }
}

fn resolve_sides(
    t: &Tables,
    base: Operand<'_>,
    reference: &[u8],
    options: Options,
    target: &mut Target,
) -> Result<ResolvedInto, ResolveError> {
    let mut parsed = Offsets::EMPTY;
    if !parse_into(t, reference, &mut parsed) {
        parsed = read_for_resolution(t, reference).ok_or(ResolveError::Refused { which: Which::Reference })?;
    }
    let own_cut;
    let o = if is_cut(t, reference, &parsed) {
        &parsed
    } else {
        own_cut = split(t.style, reference);
        // The colon of `%41:g` ends no scheme where the grammar finds a relative path. Appendix B's expression takes any
        // characters before a colon for a scheme, and no target can begin with such a one.
        if parsed.scheme_end == NONE && own_cut.scheme_end != NONE {
            &parsed
        } else {
            &own_cut
        }
    };
    if write(t, base, Operand { text: reference, parsed: &parsed, o }, options, &mut target.text)? {
        return Ok(ResolvedInto::SameDocument { fragment: o.fragment(reference.len()) });
    }
    if parse_into(t, &target.text, &mut target.offsets) && target.offsets.scheme_end != NONE {
        Ok(ResolvedInto::Target)
    } else {
        Err(ResolveError::ResultRefused)
    }
}

/// Whether the lenient cut of a text gives the same offsets as its strict parse. It does not if a reading differs from
/// Appendix B.
#[inline]
pub(crate) fn is_cut(t: &Tables, text: &[u8], parsed: &Offsets) -> bool {
    let path = text.get(parsed.path()).unwrap_or_default();
    t.cuts_as_split
        && parsed.flags & Offsets::OPAQUE == 0
        && (parsed.authority_start != NONE || !path.starts_with(b"//"))
        && (parsed.scheme_end != NONE || !has_colon_in_first_segment(path))
}
