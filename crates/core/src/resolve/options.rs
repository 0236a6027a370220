//! The options of the resolver, and its errors.

use crate::dots::{Excess, ExcessParents};
use crate::named::named_enum;

/// The caller's choices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// A reference with the base's scheme is absolute, like one with any other scheme. If false, the edition's choice
    /// applies (RFC 3986, 5.2.2: "A non-strict parser may ignore a scheme in the reference").
    pub strict: bool,
    /// What to do with ".." segments above the root. None: the edition's choice.
    pub excess_parents: Option<Excess>,
    /// Guard a path that would be parsed as another component, and refuse a base that a document calls unsuitable. If
    /// false, the target is what the document's algorithm prints: `http://hg` by RFC 2396, 5.2, step 6a.
    pub guards: bool,
    /// Return the base without its fragment instead of "the current document", as for a new request.
    pub new_request: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { strict: true, excess_parents: None, guards: true, new_request: false }
    }
}

named_enum! {
    /// Why a reference has no target, with the reason as callers name it.
    pub enum ResolveError {
        /// The edition's grammar refuses the base.
        BaseRefused = "base-refused",
        /// The edition's grammar refuses the reference; for relativization, the target.
        ReferenceRefused = "reference-refused",
        /// The base has no scheme.
        BaseNotAbsolute = "base-not-absolute",
        /// The base is opaque, and the reference relative.
        OpaqueBase = "opaque-base",
        /// The base has no run of as many slashes as the reference begins with.
        LeadingSlashes = "leading-slashes",
        /// There are more ".." than segments, and the caller has chosen to refuse that.
        ExcessParents = "excess-parents",
        /// The edition's grammar refuses the result.
        ResultRefused = "result-refused",
        /// No reference resolves to that target.
        Unreachable = "unreachable",
    }
}

impl From<ExcessParents> for ResolveError {
    fn from(_: ExcessParents) -> ResolveError {
        ResolveError::ExcessParents
    }
}
