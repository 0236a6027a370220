//! Putting together what a reference resolves to.
//!
//! Both texts stay as they are, and the target is copied from them in as few stretches as there are: what stands before
//! the path mostly comes from the base in one, what follows it from the reference in one.
//!
//! Where an algorithm as printed would give a text that reads back as other components, the path is guarded: departures
//! from the print, signed at their place in `put_together`.

use crate::compose::guard_path;
use crate::dots::{remove_in, remove_merged_in, Excess};
use crate::offsets::{Offsets, NONE};
use crate::resolve::{Options, ResolveError};
use crate::split::SplitStyle;
use crate::tables::{Choices, EmptyBasePath, EmptyReference, SameScheme, Tables};

/// Writes the target of a reference into `out`; true where the answer is the current document instead.
#[inline(always)]
pub(crate) fn write(
    t: &Tables,
    base: Side<'_>,
    r: Side<'_>,
    options: Options,
    out: &mut Vec<u8>,
) -> Result<bool, ResolveError> {
    let excess = options.excess_parents.unwrap_or(t.choices.excess);
    let resolution = Resolution { choices: &t.choices, excess, style: t.style, base, r };
    out.clear();
    out.reserve(base.text.len() + r.text.len() + 4);
    match resolution.step(options) {
        Step::Verbatim => out.extend_from_slice(r.text),
        Step::Base => out.extend_from_slice(base.text),
        Step::BaseWithoutFragment => {
            push(out, base.before_fragment());
            push(out, r.fragment());
        }
        Step::CurrentDocument => return Ok(true),
        Step::Opaque => return Err(ResolveError::OpaqueBase),
        Step::Absolute => resolution.absolute(out)?,
        Step::Relative => resolution.relative(out)?,
    }
    Ok(false)
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

/// One of the two texts: its components, those behind the path with the separators before them.
#[derive(Clone, Copy)]
pub(crate) struct Side<'a> {
    pub text: &'a [u8],
    /// As the edition parses it.
    pub parsed: &'a Offsets,
    /// As it is cut, which here and there is otherwise.
    pub o: &'a Offsets,
}

impl<'a> Side<'a> {
    #[inline(always)]
    fn between(self, start: u32, end: u32) -> &'a [u8] {
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }

    fn scheme(self) -> &'a [u8] {
        self.between(0, self.o.scheme_end)
    }

    #[inline(always)]
    fn path(self) -> &'a [u8] {
        self.between(self.o.path_start, self.o.path_end)
    }

    /// All behind the path.
    #[inline(always)]
    fn tail(self) -> &'a [u8] {
        self.text.get(self.o.path_end as usize..).unwrap_or_default()
    }

    fn params(self) -> &'a [u8] {
        self.o.params(self.text.len()).map_or(&[], |range| &self.text[range.start - 1..range.end])
    }

    fn query(self) -> &'a [u8] {
        self.o.query().map_or(&[], |range| &self.text[range.start - 1..range.end])
    }

    fn fragment(self) -> &'a [u8] {
        self.o.fragment(self.text.len()).map_or(&[], |range| &self.text[range.start - 1..])
    }

    fn before_fragment(self) -> &'a [u8] {
        &self.text[..self.text.len() - self.fragment().len()]
    }
}

struct Resolution<'a> {
    choices: &'a Choices,
    excess: Excess,
    style: SplitStyle,
    base: Side<'a>,
    r: Side<'a>,
}

impl Resolution<'_> {
    #[inline]
    fn step(&self, options: Options) -> Step {
        let (r, choices) = (self.r.o, self.choices);
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
                EmptyReference::CurrentDocument if !options.new_request => return Step::CurrentDocument,
                // RFC 1808, 4, step 2a: "If the embedded URL is completely empty, it inherits the entire base URL".
                EmptyReference::Base if self.r.text.is_empty() => return Step::Base,
                _ => return Step::BaseWithoutFragment,
            }
        }
        // RFC 2396, 5.2, step 3: "... removing the scheme if it matches that of the base URI and the scheme is known to
        // always use the <hier_part> syntax."
        if loophole && choices.same_scheme == SameScheme::AfterEmptyCheck && self.is_hierarchical() {
            has_scheme = false;
        }
        if has_scheme {
            if choices.dots_everywhere {
                Step::Absolute
            } else {
                Step::Verbatim
            }
        } else if self.base.parsed.flags & Offsets::OPAQUE != 0 && choices.refuses_opaque_base {
            Step::Opaque
        } else {
            Step::Relative
        }
    }

    fn is_hierarchical(&self) -> bool {
        let base = self.base.scheme();
        self.choices.hierarchical_schemes.iter().any(|scheme| scheme.as_bytes().eq_ignore_ascii_case(base))
    }

    /// The reference has a scheme of its own: "T.path = remove_dot_segments(R.path)".
    fn absolute(&self, out: &mut Vec<u8>) -> Result<(), ResolveError> {
        let (r, o) = (self.r, self.r.o);
        push(out, r.between(0, o.path_end));
        self.put_together(out, o.path_start, o.authority_start != NONE, Dots::Brought, [r.tail(), b"", b""])
    }

    /// The reference has none: RFC 3986, 5.2.2, from "if defined(R.authority)" on; RFC 2396, 5.2, steps 4 to 7; RFC
    /// 1808, 4, steps 3 to 7.
    #[inline]
    fn relative(&self, out: &mut Vec<u8>) -> Result<(), ResolveError> {
        let (r, b) = (self.r, self.base);
        let path = r.path();
        let behind = [r.tail(), b"", b""];
        // RFC 1808, 4, step 3: "If the embedded URL's <net_loc> is non-empty, we skip to Step 7."
        let nothing = if self.choices.replaces_params { r.o.authority_end } else { NONE };
        if r.o.authority_start != NONE && r.o.authority_start != nothing {
            push(out, b.between(0, b.o.scheme_end + 1));
            push(out, r.between(r.o.authority_start - 2, r.o.authority_end));
            let start = out.len() as u32;
            push(out, path);
            return self.put_together(out, start, true, Dots::Brought, behind);
        }
        let authority = b.o.authority_start != NONE;
        let start = b.o.path_start;
        if path.first() == Some(&b'/') {
            push(out, b.between(0, start));
            push(out, path);
            return self.put_together(out, start, authority, Dots::Brought, behind);
        }
        if path.is_empty() && !self.choices.query_merges {
            let mut behind = [r.params(), r.query(), r.fragment()];
            if self.choices.replaces_params {
                // RFC 1808, 4, step 5: "a) if the embedded URL's <params> is non-empty, we skip to step 7; otherwise,
                // it inherits the <params> of the base URL (if any) and b) if the embedded URL's <query> is non-empty,
                // we skip to step 7; otherwise, it inherits the <query> of the base URL (if any)". The separator is the
                // first byte of each.
                if behind[0].len() < 2 {
                    behind[0] = b.params();
                    if behind[1].len() < 2 {
                        behind[1] = b.query();
                    }
                }
            } else if r.o.query_start == NONE {
                behind[1] = b.query();
            }
            push(out, b.between(0, b.o.path_end));
            return self.put_together(out, start, authority, Dots::Taken, behind);
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
        if has_slash && b.o.path_start == b.o.path_end {
            out.push(b'/');
        }
        push(out, path);
        self.put_together(out, start, authority, Dots::Merged, behind)
    }

    /// Finishes a target of which all up to the path's end is there: the path from `start` on, without dot segments
    /// where the edition removes them, and what stands behind it.
    #[inline]
    fn put_together(
        &self,
        out: &mut Vec<u8>,
        start: u32,
        authority: bool,
        dots: Dots,
        behind: [&[u8]; 3],
    ) -> Result<(), ResolveError> {
        let start = start as usize;
        match dots {
            Dots::Taken => {}
            Dots::Brought | Dots::Merged if self.choices.dots_everywhere => remove_in(out, start, self.excess)?,
            Dots::Merged => remove_merged_in(out, start, self.excess)?,
            Dots::Brought => {}
        }
        // Departures from the print: "/." where the path would be read as an authority (".//g" against "f:/a"), "/"
        // where it would be read as the authority's end ("g" against "http://a" before bis-00).
        guard_path(out, start, authority);
        // The same in RFC 1808's own split, whose net_loc ends at "/" alone ("?y" against "http://a").
        if self.style == SplitStyle::Rfc1808 && out.len() == start && authority {
            let first = behind.iter().find_map(|part| part.first());
            if first.is_some_and(|&separator| separator != b'#') {
                out.push(b'/');
            }
        }
        for part in behind {
            push(out, part);
        }
        Ok(())
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

/// Appends a stretch; most that may be there are not.
#[inline(always)]
fn push(out: &mut Vec<u8>, part: &[u8]) {
    if !part.is_empty() {
        out.extend_from_slice(part);
    }
}
