//! The options of the resolver, and its errors.

use crate::resolve::dots::{Excess, ExcessParents};

/// The caller's choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// A reference with the base's scheme is absolute, like one with any other scheme. If false, the edition's choice
    /// applies (RFC 3986, 5.2.2: "A non-strict parser may ignore a scheme in the reference").
    pub strict: bool,
    /// What to do with ".." segments above the root. None: the edition's choice.
    pub excess_parents: Option<Excess>,
    /// Return the base without its fragment instead of "the current document", as for a new request.
    pub new_request: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { strict: true, excess_parents: None, new_request: false }
    }
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
    /// The base has no run of as many slashes as the reference begins with.
    LeadingSlashes,
    /// There are more ".." than segments, and the caller has chosen to refuse that.
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
            ResolveError::LeadingSlashes => "leading-slashes",
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
