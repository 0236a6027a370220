//! Decides on the target of a reference, and writes it.
//!
//! Input: the base and the reference with their offsets. Output: the bytes of the target. First [`Resolution::decide`]
//! follows the document's steps up to the merge of the paths. Then the target is copied from a few pieces of both
//! texts: for `g?y` against `http://h/a/b`, `http://h/a/` of the base, `g` and `?y` of the reference.
//!
//! Departures from the documents: in some cases the printed algorithm gives a text that is parsed into other components
//! (`//g` as a path). In these cases the path is guarded. `finish` names each departure.

use crate::compose::guard_path;
use crate::dots::{remove_in, remove_merged_in, Excess};
use crate::memory::Grow;
use crate::offsets::{Offsets, NONE};
use crate::resolve::options::{Options, ResolveError};
use crate::split::SplitStyle;
use crate::table::choices::{Choices, EmptyBasePath, EmptyReference, SameScheme};
use crate::table::Tables;

/// Writes the target of a reference into `out`. Returns true if the result is the current document instead.
#[inline(always)]
pub(crate) fn write(
    tables: &Tables,
    base: Operand<'_>,
    r: Operand<'_>,
    options: Options,
    out: &mut Vec<u8>,
) -> Result<bool, ResolveError> {
    let excess = options.excess_parents.unwrap_or(tables.choices.excess);
    let resolution =
        Resolution { choices: &tables.choices, excess, guards: options.guards, style: tables.style, base, r };
    out.clear();
    out.room(base.text.len() + r.text.len() + 4);
    match resolution.decide(options) {
        Decision::Verbatim => out.put_all(r.text),
        Decision::Base => out.put_all(base.text),
        Decision::BaseWithoutFragment => {
            push(out, base.before_fragment());
            push(out, r.fragment());
        }
        Decision::CurrentDocument => return Ok(true),
        Decision::Opaque => return Err(ResolveError::OpaqueBase),
        Decision::Absolute => resolution.absolute(out)?,
        Decision::Relative => resolution.relative(out)?,
    }
    Ok(false)
}

/// The decision of the steps before the merge of the paths.
enum Decision {
    /// The reference is the target, byte for byte.
    Verbatim,
    /// The base is the target.
    Base,
    /// The base without its fragment, with the reference's.
    BaseWithoutFragment,
    CurrentDocument,
    /// An error: the base is opaque and the reference relative.
    Opaque,
    /// The reference is the target, after its dot segments are removed.
    Absolute,
    /// The target has components of both.
    Relative,
}

/// One of the two texts. The components after the path include their separators.
#[derive(Clone, Copy)]
pub(crate) struct Operand<'a> {
    pub text: &'a [u8],
    /// By the edition's parse.
    pub parsed: &'a Offsets,
    /// By `split`. For most texts equal to `parsed`.
    pub offsets: &'a Offsets,
}

impl<'a> Operand<'a> {
    #[inline(always)]
    fn between(self, start: u32, end: u32) -> &'a [u8] {
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }

    fn scheme(self) -> &'a [u8] {
        self.between(0, self.offsets.scheme_end)
    }

    #[inline(always)]
    fn path(self) -> &'a [u8] {
        self.between(self.offsets.path_start, self.offsets.path_end)
    }

    /// Everything after the path.
    #[inline(always)]
    fn tail(self) -> &'a [u8] {
        self.text.get(self.offsets.path_end as usize..).unwrap_or_default()
    }

    fn params(self) -> &'a [u8] {
        self.offsets.params(self.text.len()).map_or(&[], |range| &self.text[range.start - 1..range.end])
    }

    fn query(self) -> &'a [u8] {
        self.offsets.query().map_or(&[], |range| &self.text[range.start - 1..range.end])
    }

    fn fragment(self) -> &'a [u8] {
        self.offsets.fragment(self.text.len()).map_or(&[], |range| &self.text[range.start - 1..])
    }

    /// Everything before the first run of exactly `count` slashes in the path (RFC 1630, "Partial (relative) form").
    fn before_slashes(self, count: usize) -> Option<&'a [u8]> {
        let (mut at, end) = (self.offsets.path_start as usize, self.offsets.path_end as usize);
        loop {
            at += memchr::memchr(b'/', self.text.get(at..end)?)?;
            let found = leading_slashes(&self.text[at..end]);
            if found == count {
                return Some(&self.text[..at]);
            }
            at += found;
        }
    }

    fn before_fragment(self) -> &'a [u8] {
        &self.text[..self.text.len() - self.fragment().len()]
    }
}

struct Resolution<'a> {
    choices: &'a Choices,
    excess: Excess,
    guards: bool,
    style: SplitStyle,
    base: Operand<'a>,
    r: Operand<'a>,
}

impl Resolution<'_> {
    #[inline]
    fn decide(&self, options: Options) -> Decision {
        let (r, choices) = (self.r.offsets, self.choices);
        let mut has_scheme = r.scheme_end != NONE;
        // RFC 3986, 5.2.2: "A non-strict parser may ignore a scheme in the reference if it is identical to the base
        // URI's scheme." An opaque base has no relative forms; there the scheme stays.
        let loophole = !options.strict && has_scheme && self.r.scheme().eq_ignore_ascii_case(self.base.scheme());
        if loophole && choices.same_scheme == SameScheme::First {
            has_scheme = false;
        }
        // RFC 2396, 5.2, step 2: "If the path component is empty and the scheme, authority, and query components are
        // undefined, then it is a reference to the current document and we are done."
        if !has_scheme
            && r.authority_start == NONE
            && r.path_start == r.path_end
            && r.params_start == NONE
            && r.query_start == NONE
        {
            match choices.empty_reference {
                EmptyReference::CurrentDocument if !options.new_request => return Decision::CurrentDocument,
                // RFC 1808, 4, step 2a: "If the embedded URL is completely empty, it inherits the entire base URL".
                EmptyReference::Base if self.r.text.is_empty() => return Decision::Base,
                _ => return Decision::BaseWithoutFragment,
            }
        }
        // RFC 2396, 5.2, step 3: "... removing the scheme if it matches that of the base URI and the scheme is known to
        // always use the <hier_part> syntax."
        if loophole && choices.same_scheme == SameScheme::AfterEmptyCheck && self.is_hierarchical() {
            has_scheme = false;
        }
        if has_scheme {
            if choices.dots_everywhere {
                Decision::Absolute
            } else {
                Decision::Verbatim
            }
        } else if self.base.parsed.flags & Offsets::OPAQUE != 0 && choices.refuses_opaque_base && options.guards {
            Decision::Opaque
        } else {
            Decision::Relative
        }
    }

    fn is_hierarchical(&self) -> bool {
        let base = self.base.scheme();
        self.choices.hierarchical_schemes.iter().any(|scheme| scheme.as_bytes().eq_ignore_ascii_case(base))
    }

    /// The reference has a scheme: "T.path = remove_dot_segments(R.path)".
    fn absolute(&self, out: &mut Vec<u8>) -> Result<(), ResolveError> {
        let (r, offsets) = (self.r, self.r.offsets);
        push(out, r.between(0, offsets.path_end));
        self.finish(out, offsets.path_start, offsets.authority_start != NONE, PathFrom::Reference, [r.tail(), b"", b""])
    }

    /// The reference has no scheme: RFC 3986, 5.2.2, from "if defined(R.authority)" on; RFC 2396, 5.2, steps 4 to 7;
    /// RFC 1808, 4, steps 3 to 7.
    #[inline]
    fn relative(&self, out: &mut Vec<u8>) -> Result<(), ResolveError> {
        let (r, b) = (self.r, self.base);
        let path = r.path();
        let after = [r.tail(), b"", b""];
        // RFC 1808, 4, step 3: "If the embedded URL's <net_loc> is non-empty, we skip to Step 7."
        let nothing = if self.choices.replaces_params { r.offsets.authority_end } else { NONE };
        if r.offsets.authority_start != NONE && r.offsets.authority_start != nothing {
            push(out, b.between(0, b.offsets.scheme_end + 1));
            push(out, r.between(r.offsets.authority_start - 2, r.offsets.authority_end));
            let start = out.len() as u32;
            push(out, path);
            return self.finish(out, start, true, PathFrom::Reference, after);
        }
        let authority = b.offsets.authority_start != NONE;
        let start = b.offsets.path_start;
        if path.first() == Some(&b'/') {
            if self.choices.counts_slashes {
                push(out, b.before_slashes(leading_slashes(path)).ok_or(ResolveError::LeadingSlashes)?);
                push(out, path);
                push(out, r.tail());
                return Ok(());
            }
            push(out, b.between(0, start));
            push(out, path);
            return self.finish(out, start, authority, PathFrom::Reference, after);
        }
        if path.is_empty() && !self.choices.query_merges {
            let mut after = [r.params(), r.query(), r.fragment()];
            if self.choices.replaces_params {
                // RFC 1808, 4, step 5: "a) if the embedded URL's <params> is non-empty, we skip to step 7; otherwise,
                // it inherits the <params> of the base URL (if any) and b) if the embedded URL's <query> is non-empty,
                // we skip to step 7; otherwise, it inherits the <query> of the base URL (if any)". The separator is the
                // first byte of each.
                if after[0].len() < 2 {
                    after[0] = b.params();
                    if after[1].len() < 2 {
                        after[1] = b.query();
                    }
                }
            } else if r.offsets.query_start == NONE {
                after[1] = b.query();
            }
            push(out, b.between(0, b.offsets.path_end));
            return self.finish(out, start, authority, PathFrom::Base, after);
        }
        // RFC 3986, 5.2.3: "appended to all but the last segment of the base URI's path (i.e., excluding any characters
        // after the right-most "/" in the base URI path".
        let directory = memchr::memrchr(b'/', b.path()).map_or(start, |slash| start + slash as u32 + 1);
        push(out, b.between(0, directory));
        let has_slash = match self.choices.empty_base_path {
            EmptyBasePath::Slash => true,
            EmptyBasePath::SlashWithAuthority => authority,
            EmptyBasePath::Printed => false,
        };
        if has_slash && b.offsets.path_start == b.offsets.path_end {
            out.put(b'/');
        }
        push(out, path);
        self.finish(out, start, authority, PathFrom::Both, after)
    }

    /// Finishes a target that is written up to the end of its path, which begins at `start`: removes its dot segments
    /// if the edition removes them, and appends the components after the path.
    #[inline]
    fn finish(
        &self,
        out: &mut Vec<u8>,
        start: u32,
        authority: bool,
        path_from: PathFrom,
        after: [&[u8]; 3],
    ) -> Result<(), ResolveError> {
        let start = start as usize;
        match path_from {
            PathFrom::Base => {}
            PathFrom::Reference | PathFrom::Both if self.choices.dots_everywhere => remove_in(out, start, self.excess)?,
            PathFrom::Both => remove_merged_in(out, start, self.excess, self.choices.dots_as_patterns)?,
            PathFrom::Reference => {}
        }
        // Departures: "/." before a path that would be parsed as an authority (".//g" against "f:/a"), "/" before one
        // that would be parsed as the authority's end ("g" against "http://a" before bis-00).
        if self.guards && !self.choices.counts_slashes {
            guard_path(out, start, authority);
        }
        // The same in RFC 1808's own split, whose net_loc ends only at "/" ("?y" against "http://a").
        if self.guards && self.style == SplitStyle::Rfc1808 && out.len() == start && authority {
            let first = after.iter().find_map(|part| part.first());
            if first.is_some_and(|&separator| separator != b'#') {
                out.put(b'/');
            }
        }
        for part in after {
            push(out, part);
        }
        Ok(())
    }
}

/// The text that a target's path comes from.
#[derive(Clone, Copy)]
enum PathFrom {
    Base,
    Reference,
    /// The base's directory, then the reference's path.
    Both,
}

/// How many slashes a path begins with.
fn leading_slashes(path: &[u8]) -> usize {
    path.iter().take_while(|&&byte| byte == b'/').count()
}

/// Appends a part. Returns early for an empty one, as most optional parts are.
#[inline(always)]
fn push(out: &mut Vec<u8>, part: &[u8]) {
    if !part.is_empty() {
        out.put_all(part);
    }
}
