//! Resolving a reference against a base URI, by each edition's own choices.
//!
//! The steps are those of RFC 3986, 5.2.2, which bis-00, RFC 2396 (5.2) and RFC 1808 (4) take in the same order; where
//! they differ the table's choice decides (`tables::Choices`). Both texts are cut as `split` cuts (5.2, step 1) after
//! the edition has accepted them; an opaque base is one that the strict parse reads so.
//!
//! What is emitted reads back as the components that were computed. Where an algorithm as printed would give something
//! else, the path is guarded, a departure from the print that the function `target` signs at its place; and a result
//! that the edition's grammar refuses, or in which it finds no scheme, is an error and no text.

use crate::compose::{guard_path, has_colon_in_first_segment, push_back, push_front, Parts};
use crate::dots::{remove_in, remove_merged_in, Excess, ExcessParents};
use crate::offsets::{Offsets, NONE};
use crate::parse::{parse, parse_for_resolution};
use crate::split::{split, SplitStyle};
use crate::tables::{Choices, EmptyBasePath, EmptyReference, SameScheme, Tables};
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

/// Reads an edition's choices from its settings; an unknown value is an error, a missing choice is RFC 3986's.
pub(crate) fn choices(settings: &[(Box<str>, Box<str>)]) -> Result<Choices, String> {
    let mut choices = Choices {
        empty_reference: EmptyReference::BaseWithoutFragment,
        query_merges: false,
        replaces_params: false,
        dots_everywhere: true,
        excess: Excess::Drop,
        same_scheme: SameScheme::First,
        hierarchical_schemes: Vec::new(),
        empty_base_path: EmptyBasePath::SlashWithAuthority,
        refuses_opaque_base: false,
    };
    for (name, value) in settings {
        match (&**name, &**value) {
            ("empty_reference", "base") => choices.empty_reference = EmptyReference::Base,
            ("empty_reference", "base-without-fragment") => {
                choices.empty_reference = EmptyReference::BaseWithoutFragment;
            }
            ("empty_reference", "current-document") => choices.empty_reference = EmptyReference::CurrentDocument,
            ("query_only", "keep-path") => choices.query_merges = false,
            ("query_only", "merge") => choices.query_merges = true,
            ("params", "replace") => choices.replaces_params = true,
            ("params", "none") => choices.replaces_params = false,
            ("dot_segments", "merged") => choices.dots_everywhere = false,
            ("dot_segments", "all") => choices.dots_everywhere = true,
            ("excess_parents", "keep") => choices.excess = Excess::Keep,
            ("excess_parents", "drop") => choices.excess = Excess::Drop,
            ("excess_parents", "refuse") => choices.excess = Excess::Refuse,
            ("same_scheme", "never") => choices.same_scheme = SameScheme::Never,
            ("same_scheme", "after-empty-check") => choices.same_scheme = SameScheme::AfterEmptyCheck,
            ("same_scheme", "first") => choices.same_scheme = SameScheme::First,
            ("hierarchical_schemes", schemes) => {
                choices.hierarchical_schemes = schemes.split_ascii_whitespace().map(Into::into).collect();
            }
            ("empty_base_path", "printed") => choices.empty_base_path = EmptyBasePath::Printed,
            ("empty_base_path", "slash") => choices.empty_base_path = EmptyBasePath::Slash,
            ("empty_base_path", "slash-with-authority") => choices.empty_base_path = EmptyBasePath::SlashWithAuthority,
            ("opaque_base", "refuse") => choices.refuses_opaque_base = true,
            ("opaque_base", "allow") => choices.refuses_opaque_base = false,
            (
                "empty_reference" | "query_only" | "params" | "dot_segments" | "excess_parents" | "same_scheme"
                | "empty_base_path" | "opaque_base",
                _,
            ) => return Err(format!("the setting {name} has no value {value:?}")),
            _ => {}
        }
    }
    Ok(choices)
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
    parts: Parts<'a>,
    opaque: bool,
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
        let cut = cut_of(t, text, parsed);
        if parsed.scheme_end == NONE || cut.scheme_end == NONE {
            return Err(ResolveError::BaseNotAbsolute);
        }
        Ok(Base { text, parts: Parts::of(text, &cut), opaque: parsed.flags & Offsets::OPAQUE != 0 })
    }

    /// The base's components, as it was cut.
    pub(crate) fn parts(&self) -> Parts<'a> {
        self.parts
    }

    /// Resolves a reference against this base.
    ///
    /// # Errors
    /// [`ResolveError`], but neither `Unreachable` nor anything about the base's own text.
    pub fn resolve(&self, t: &Tables, reference: &[u8], options: Options) -> Result<Resolved, ResolveError> {
        let parsed = parse_for_resolution(t, reference).ok_or(ResolveError::Refused { which: Which::Reference })?;
        self.resolve_parsed(t, reference, &parsed, options)
    }

    /// Resolves a reference that this edition has parsed already.
    ///
    /// # Errors
    /// As [`Base::resolve`].
    pub fn resolve_parsed(
        &self,
        t: &Tables,
        reference: &[u8],
        parsed: &Offsets,
        options: Options,
    ) -> Result<Resolved, ResolveError> {
        let cut = cut_of(t, reference, parsed);
        let resolution = Resolution {
            choices: &t.choices,
            excess: options.excess_parents.unwrap_or(t.choices.excess),
            style: t.style,
            base: self.parts(),
            r: Parts::of(reference, &cut),
        };
        let text = match resolution.step(self, reference, options) {
            Step::Verbatim => reference.to_vec(),
            Step::Base => self.text.to_vec(),
            Step::BaseWithoutFragment => resolution.base_without_fragment(),
            Step::CurrentDocument => return Ok(Resolved::SameDocument { fragment: cut.fragment(reference.len()) }),
            Step::Opaque => return Err(ResolveError::OpaqueBase),
            Step::Absolute => resolution.absolute()?,
            Step::Relative => resolution.relative()?,
        };
        match parse(t, &text) {
            Some(offsets) if offsets.scheme_end != NONE => Ok(Resolved::Target(text, offsets)),
            _ => Err(ResolveError::ResultRefused),
        }
    }
}

/// The lenient cut of a text that the strict parse has read: the same offsets, unless a reading differs from Appendix
/// B.
pub(crate) fn cut_of(t: &Tables, text: &[u8], parsed: &Offsets) -> Offsets {
    let path = text.get(parsed.path()).unwrap_or_default();
    let same = t.cuts_as_split
        && parsed.flags & Offsets::OPAQUE == 0
        && (parsed.authority_start != NONE || !path.starts_with(b"//"))
        && (parsed.scheme_end != NONE || !has_colon_in_first_segment(path));
    if same {
        *parsed
    } else {
        split(t.style, text)
    }
}

/// What the steps before the merge decide.
enum Step {
    Verbatim,
    Base,
    BaseWithoutFragment,
    CurrentDocument,
    Opaque,
    Absolute,
    Relative,
}

struct Resolution<'a> {
    choices: &'a Choices,
    excess: Excess,
    style: SplitStyle,
    base: Parts<'a>,
    r: Parts<'a>,
}

impl Resolution<'_> {
    fn step(&self, base: &Base<'_>, reference: &[u8], options: Options) -> Step {
        let (r, choices) = (&self.r, self.choices);
        let mut scheme = r.scheme;
        // RFC 3986, 5.2.2: "A non-strict parser may ignore a scheme in the reference if it is identical to the base
        // URI's scheme." An opaque base has no relative forms; there the scheme stays.
        let loophole =
            !options.strict && matches!((scheme, self.base.scheme), (Some(a), Some(b)) if a.eq_ignore_ascii_case(b));
        if loophole && choices.same_scheme == SameScheme::First {
            scheme = None;
        }
        // RFC 2396, 5.2, step 2: "If the path component is empty and the scheme, authority, and query components are
        // undefined, then it is a reference to the current document and we are done."
        if scheme.is_none() && r.authority.is_none() && r.path.is_empty() && r.params.is_none() && r.query.is_none() {
            match choices.empty_reference {
                EmptyReference::CurrentDocument if !options.new_request => return Step::CurrentDocument,
                // RFC 1808, 4, step 2a: "If the embedded URL is completely empty, it inherits the entire base URL".
                EmptyReference::Base if reference.is_empty() => return Step::Base,
                _ => return Step::BaseWithoutFragment,
            }
        }
        // RFC 2396, 5.2, step 3: "... removing the scheme if it matches that of the base URI and the scheme is known to
        // always use the <hier_part> syntax."
        if loophole && choices.same_scheme == SameScheme::AfterEmptyCheck && self.is_hierarchical() {
            scheme = None;
        }
        match scheme {
            Some(_) if choices.dots_everywhere => Step::Absolute,
            Some(_) => Step::Verbatim,
            None if base.opaque && choices.refuses_opaque_base => Step::Opaque,
            None => Step::Relative,
        }
    }

    fn is_hierarchical(&self) -> bool {
        let base = self.base.scheme.unwrap_or_default();
        self.choices.hierarchical_schemes.iter().any(|scheme| scheme.as_bytes().eq_ignore_ascii_case(base))
    }

    /// The base, with the reference's fragment in place of its own.
    fn base_without_fragment(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.base.len() + self.r.len() + 1);
        push_front(&mut out, self.base.scheme, self.base.authority);
        out.extend_from_slice(self.base.path);
        push_back(&mut out, self.base.params, self.base.query, self.r.fragment);
        out
    }

    /// The reference has a scheme of its own: "T.path = remove_dot_segments(R.path)".
    fn absolute(&self) -> Result<Vec<u8>, ResolveError> {
        let r = &self.r;
        self.target(r.scheme, r.authority, &[r.path], Dots::Brought, (r.params, r.query))
    }

    /// The reference has none: RFC 3986, 5.2.2, from "if defined(R.authority)" on; RFC 2396, 5.2, steps 4 to 7; RFC
    /// 1808, 4, steps 3 to 7.
    fn relative(&self) -> Result<Vec<u8>, ResolveError> {
        let (r, b) = (&self.r, &self.base);
        let nonempty = |part: Option<&[u8]>| part.is_some_and(|part| !part.is_empty());
        // RFC 1808, 4, step 3: "If the embedded URL's <net_loc> is non-empty, we skip to Step 7."
        let has_authority = if self.choices.replaces_params { nonempty(r.authority) } else { r.authority.is_some() };
        if has_authority {
            return self.target(b.scheme, r.authority, &[r.path], Dots::Brought, (r.params, r.query));
        }
        if r.path.starts_with(b"/") {
            return self.target(b.scheme, b.authority, &[r.path], Dots::Brought, (r.params, r.query));
        }
        if r.path.is_empty() && !self.choices.query_merges {
            let mut rest = (r.params, r.query);
            if self.choices.replaces_params {
                // RFC 1808, 4, step 5: "a) if the embedded URL's <params> is non-empty, we skip to step 7; otherwise,
                // it inherits the <params> of the base URL (if any) and b) if the embedded URL's <query> is non-empty,
                // we skip to step 7; otherwise, it inherits the <query> of the base URL (if any)".
                if !nonempty(r.params) {
                    rest = (b.params, if nonempty(r.query) { r.query } else { b.query });
                }
            } else if r.query.is_none() {
                rest.1 = b.query;
            }
            return self.target(b.scheme, b.authority, &[b.path], Dots::Taken, rest);
        }
        // RFC 3986, 5.2.3: "appended to all but the last segment of the base URI's path (i.e., excluding any characters
        // after the right-most "/" in the base URI path".
        let directory = memchr::memrchr(b'/', b.path).map_or(&b""[..], |slash| &b.path[..=slash]);
        let slash: &[u8] = match self.choices.empty_base_path {
            EmptyBasePath::Slash if b.path.is_empty() => b"/",
            EmptyBasePath::SlashWithAuthority if b.path.is_empty() && b.authority.is_some() => b"/",
            _ => b"",
        };
        self.target(b.scheme, b.authority, &[slash, directory, r.path], Dots::Merged, (r.params, r.query))
    }

    /// Puts a target together: its path from `path`, without dot segments where the edition removes them.
    fn target(
        &self,
        scheme: Option<&[u8]>,
        authority: Option<&[u8]>,
        path: &[&[u8]],
        dots: Dots,
        (params, query): (Option<&[u8]>, Option<&[u8]>),
    ) -> Result<Vec<u8>, ResolveError> {
        let mut out = Vec::with_capacity(self.base.len() + self.r.len() + 4);
        push_front(&mut out, scheme, authority);
        let start = out.len();
        for part in path {
            out.extend_from_slice(part);
        }
        match dots {
            Dots::Taken => {}
            Dots::Brought | Dots::Merged if self.choices.dots_everywhere => remove_in(&mut out, start, self.excess)?,
            Dots::Merged => remove_merged_in(&mut out, start, self.excess)?,
            Dots::Brought => {}
        }
        // Departures from the print: "/." where the path would be read as an authority (".//g" against "f:/a"), "/"
        // where it would be read as the authority's end ("g" against "http://a" before bis-00).
        guard_path(&mut out, start, authority.is_some());
        // The same in RFC 1808's own split, whose net_loc ends at "/" alone ("?y" against "http://a").
        if self.style == SplitStyle::Rfc1808
            && out.len() == start
            && authority.is_some()
            && (params.is_some() || query.is_some())
        {
            out.push(b'/');
        }
        push_back(&mut out, params, query, self.r.fragment);
        Ok(out)
    }
}

/// Where a target's path comes from.
#[derive(Clone, Copy)]
enum Dots {
    /// From the base, whole.
    Taken,
    /// From the reference, whole.
    Brought,
    /// From both.
    Merged,
}
