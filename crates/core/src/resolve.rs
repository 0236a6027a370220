//! Resolving a reference against a base URI, by each edition's own choices.
//!
//! The steps are those of RFC 3986, 5.2.2, which bis-00, RFC 2396 (5.2) and RFC 1808 (4) take in the same order; where
//! they differ the table's choice decides (`tables::Choices`). Both texts are cut as `split` cuts (5.2, step 1) after
//! the edition has accepted them; an opaque base is one that the strict parse reads so.
//!
//! What is emitted reads back as the components that were computed (see `target`, which puts it together); and a result
//! that the edition's grammar refuses, or in which it finds no scheme, is an error and no text.

use crate::compose::{has_colon_in_first_segment, Parts};
use crate::dots::{Excess, ExcessParents};
use crate::offsets::{Offsets, NONE};
use crate::parse::{parse, parse_into, read_for_resolution};
use crate::split::split;
use crate::tables::Tables;
use crate::target::{write, Side};
use std::ops::Range;

/// What a caller may choose.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// A reference with the base's own scheme is absolute all the same. Not strict: what the edition says of that
    /// loophole.
    pub strict: bool,
    /// What becomes of ".." segments above the root; nothing: what the edition says.
    pub excess_parents: Option<Excess>,
    /// Where the answer would be "the current document" a new request is made all the same: the base without its
    /// fragment.
    pub new_request: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { strict: true, excess_parents: None, new_request: false }
    }
}

/// What a reference resolves to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Resolved {
    /// A URI, and its components as the edition's strict parse finds them.
    Target(Vec<u8>, Offsets),
    /// The current document.
    SameDocument {
        /// Where the fragment stands in the reference.
        fragment: Option<Range<usize>>,
    },
}

/// One of the two texts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    /// The base URI.
    Base,
    /// The reference; for relativization, the target.
    Reference,
}

/// Why a reference has no target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ResolveError {
    /// The edition's grammar refuses one of the texts.
    Refused {
        /// Which one.
        which: Which,
    },
    /// The base has no scheme.
    BaseNotAbsolute,
    /// The base is opaque, and the reference relative.
    OpaqueBase,
    /// More ".." than there are segments, and the caller refused such.
    ExcessParents,
    /// The edition's grammar refuses the result.
    ResultRefused,
    /// No reference resolves to that target.
    Unreachable,
}

impl ResolveError {
    /// The reason as callers name it: "base-not-absolute", "opaque-base", ...
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            ResolveError::Refused { which: Which::Base } => "base-refused",
            ResolveError::Refused { which: Which::Reference } => "reference-refused",
            ResolveError::BaseNotAbsolute => "base-not-absolute",
            ResolveError::OpaqueBase => "opaque-base",
            ResolveError::ExcessParents => "excess-parents",
            ResolveError::ResultRefused => "result-refused",
            ResolveError::Unreachable => "unreachable",
        }
    }
}

impl From<ExcessParents> for ResolveError {
    fn from(_: ExcessParents) -> ResolveError {
        ResolveError::ExcessParents
    }
}

/// A target under construction, to be used again for the next one.
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
pub enum Found {
    /// The target that the caller's buffer now holds.
    Target,
    /// The current document.
    SameDocument {
        /// Where the fragment stands in the reference.
        fragment: Option<Range<usize>>,
    },
}

/// Resolves `reference` against `base`.
///
/// # Errors
/// [`ResolveError`], `Unreachable` excepted.
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
    /// `Refused` where the edition's grammar refuses it, `BaseNotAbsolute` where it has no scheme.
    pub fn new(t: &Tables, text: &'a [u8]) -> Result<Base<'a>, ResolveError> {
        let parsed = parse(t, text).ok_or(ResolveError::Refused { which: Which::Base })?;
        Base::of_parsed(t, text, &parsed)
    }

    /// Takes a text that this edition has parsed already.
    ///
    /// # Errors
    /// `BaseNotAbsolute` where it has no scheme.
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
    /// [`ResolveError`], but neither `Unreachable` nor anything about the base's own text.
    pub fn resolve(&self, t: &Tables, reference: &[u8], options: Options) -> Result<Resolved, ResolveError> {
        let mut target = Target::default();
        Ok(match self.resolve_into(t, reference, options, &mut target)? {
            Found::Target => Resolved::Target(target.text, target.offsets),
            Found::SameDocument { fragment } => Resolved::SameDocument { fragment },
        })
    }

    /// Resolves a reference against this base, the target into the caller's buffer.
    ///
    /// # Errors
    /// As [`Base::resolve`]; the buffer then holds nothing of use.
    pub fn resolve_into(
        &self,
        t: &Tables,
        reference: &[u8],
        options: Options,
        target: &mut Target,
    ) -> Result<Found, ResolveError> {
        let base = Side { text: self.text, parsed: &self.parsed, o: &self.cut };
        resolve_sides(t, base, reference, options, target)
    }
}

fn resolve_sides(
    t: &Tables,
    base: Side<'_>,
    reference: &[u8],
    options: Options,
    target: &mut Target,
) -> Result<Found, ResolveError> {
    let mut parsed = Offsets::EMPTY;
    if !parse_into(t, reference, &mut parsed) {
        parsed = read_for_resolution(t, reference).ok_or(ResolveError::Refused { which: Which::Reference })?;
    }
    let own_cut;
    let o = if is_cut(t, reference, &parsed) {
        &parsed
    } else {
        own_cut = split(t.style, reference);
        &own_cut
    };
    if write(t, base, Side { text: reference, parsed: &parsed, o }, options, &mut target.text)? {
        return Ok(Found::SameDocument { fragment: o.fragment(reference.len()) });
    }
    if parse_into(t, &target.text, &mut target.offsets) && target.offsets.scheme_end != NONE {
        Ok(Found::Target)
    } else {
        Err(ResolveError::ResultRefused)
    }
}

/// Whether the lenient cut of a text that the strict parse has read gives the same offsets: unless a reading differs
/// from Appendix B.
#[inline]
pub(crate) fn is_cut(t: &Tables, text: &[u8], parsed: &Offsets) -> bool {
    let path = text.get(parsed.path()).unwrap_or_default();
    t.cuts_as_split
        && parsed.flags & Offsets::OPAQUE == 0
        && (parsed.authority_start != NONE || !path.starts_with(b"//"))
        && (parsed.scheme_end != NONE || !has_colon_in_first_segment(path))
}
