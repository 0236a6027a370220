//! The fast path of resolution: most targets need no parse.
//!
//! Input: a base with its offsets, a reference, a buffer. Output: the target with its offsets, or "not covered": in
//! that case [`crate::resolve()`] resolves the reference.
//!
//! Gain: it saves half of the instructions of [`crate::resolve()`] for the references of a page.
//!
//! # How it works
//!
//! The base has a scheme and an authority, so it was parsed by the one reading that has both. The fast path (see
//! `plan::fast_path`) parses the reference. Then the offsets of the target are computed from those of both:
//!
//! - A reference with a scheme and an authority, and without dot segments, is the target itself, with its own offsets.
//! - A reference with neither: the target is a prefix of the base, then the reference. For `g?y` against
//!   `http://h/a/b`: `http://h/a/` of the base, up to its last "/", then `g?y`. The offsets before the path are the
//!   base's; those after it are the reference's plus 11, the length of the base's part.
//!
//! Leading "./" and "../" of a reference are skipped, if no other segment of either path is "." or "..". For `../g`
//! against `http://h/a/b`, the base is cut one "/" further left: `http://h/`.
//!
//! # Why it is correct
//!
//! The path of the target is the base's path up to a "/" (or nothing, or all of it), then the reference's path. The
//! reference's path consists of units of the first reading's path. So does the target's, also after dot segments are
//! removed. It begins with "/", so it ends the authority, and no guard is needed. Query and fragment end at the same
//! bytes in both readings. So the first reading accepts the target, with these offsets.
//!
//! On load, `table::load` checks whether an edition resolves as RFC 3986 does and whether its readings have
//! these properties. No other edition, base or reference is covered. The tests and the fuzzer compare this with
//! [`crate::resolve()`].

use memchr::memrchr;

use crate::dots::{may_have_dot_segments, remove_before_end, Excess};
use crate::offsets::{Kind, Offsets, NONE};
use crate::plan::fast_path::Shape;
use crate::plan::shortcuts::leading_dots;
use crate::table::Tables;

/// The result of [`fast_resolve`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FastResolved {
    /// The reference is the target, with these offsets. Nothing was written.
    Reference(Offsets),
    /// The target was written.
    Target(TargetTail),
    /// This case is not covered; the reference may be valid or not.
    NotCovered,
}

/// A target's length, and its offsets after the start of the path. Those before it are the base's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TargetTail {
    /// The number of bytes written.
    pub length: usize,
    /// The end of the path, which is not empty and begins with "/".
    pub path_end: u32,
    /// The start of the query.
    pub query_start: u32,
    /// The end of the query.
    pub query_end: u32,
    /// The start of the fragment.
    pub fragment_start: u32,
    /// The kind of the reference, which has neither a scheme nor an authority.
    pub kind: Kind,
}

impl TargetTail {
    /// All offsets of the target against this base.
    #[must_use]
    pub fn offsets(&self, base: &Offsets) -> Offsets {
        Offsets {
            path_end: self.path_end,
            query_start: self.query_start,
            query_end: self.query_end,
            fragment_start: self.fragment_start,
            flags: base.flags | Offsets::ROOTED,
            ..*base
        }
    }
}

/// If the case is covered, resolves a reference with the default options against a base that this edition has parsed to
/// `b`. Writes the target into `buffer`, which must be as long as both texts together.
#[inline(always)]
#[must_use]
pub fn fast_resolve(tables: &Tables, base: &[u8], b: &Offsets, reference: &[u8], buffer: &mut [u8]) -> FastResolved {
    let Some(fast_path) = tables.fast_path.as_ref().filter(|_| tables.fast_resolves) else {
        return FastResolved::NotCovered;
    };
    if b.scheme_end == NONE || b.authority_start == NONE || b.flags & Offsets::OPAQUE != 0 {
        return FastResolved::NotCovered;
    }
    let mut r = Offsets::EMPTY;
    match fast_path.reference(reference, &mut r) {
        Shape::Relative => {}
        Shape::Absolute if !may_have_dot_segments(&reference[r.path()]) => return FastResolved::Reference(r),
        Shape::Absolute | Shape::OtherRelative | Shape::Unknown => return FastResolved::NotCovered,
    }
    let brings_path = r.path_end > 0;
    // If no path after an authority can have dot segments, the base need not be searched for them.
    let undotted = fast_path.has_undotted_paths();
    // The length of the reference's leading "./" and "../", which are skipped.
    let mut skipped = 0;
    let kept = if r.flags & Offsets::ROOTED != 0 {
        // RFC 3986, 5.2.2: "if (R.path starts-with "/") then T.path = remove_dot_segments(R.path);"
        b.path_start as usize
    } else if b.flags & Offsets::ROOTED == 0 {
        return FastResolved::NotCovered;
    } else if brings_path {
        // 5.2.3: "all but the last segment of the base URI's path (i.e., excluding any characters after the right-most
        // "/" in the base URI path ...)".
        match memrchr(b'/', &base[..b.path_end as usize]) {
            Some(slash) => {
                let path = &reference[..r.path_end as usize];
                let directory = &base[b.path_start as usize..=slash];
                match directory_above(directory, path, tables.choices.excess, undotted) {
                    Some((length, dots)) => {
                        skipped = dots;
                        b.path_start as usize + length
                    }
                    None => slash + 1,
                }
            }
            None => return FastResolved::NotCovered,
        }
    } else if r.query_start == NONE && b.query_start != NONE {
        // 5.2.2: "T.query = Base.query;"
        b.query_end as usize
    } else {
        // "T.path = Base.path;"
        b.path_end as usize
    };
    let reference = &reference[skipped..];
    let (Some(base), Some(buffer)) = (base.get(..kept), buffer.get_mut(..kept + reference.len())) else {
        return FastResolved::NotCovered;
    };
    let (front, back) = buffer.split_at_mut(kept);
    front.copy_from_slice(base);
    back.copy_from_slice(reference);
    let mut path_end = b.path_end as usize;
    // INVARIANT: the bytes after the reference's path end up `gone` bytes to the left of where they were copied.
    let mut gone = 0;
    if brings_path {
        path_end = kept + r.path_end as usize - skipped;
        let (start, all) = (b.path_start as usize, buffer.len());
        let unknown = if undotted { kept } else { start };
        if skipped == 0 && may_have_dot_segments(&buffer[unknown..path_end]) {
            let Ok(end) = remove_before_end(&mut buffer[..path_end], start, tables.choices.excess) else {
                return FastResolved::NotCovered;
            };
            buffer.copy_within(path_end..all, end);
            gone = path_end - end;
            path_end = end;
        }
    }
    let moved = |offset: u32| if offset == NONE { NONE } else { (offset as usize - skipped + kept - gone) as u32 };
    let (query_start, query_end) = if brings_path || r.query_start != NONE {
        (moved(r.query_start), moved(r.query_end))
    } else {
        (b.query_start, b.query_end)
    };
    FastResolved::Target(TargetTail {
        length: kept + reference.len() - gone,
        path_end: path_end as u32,
        query_start,
        query_end,
        fragment_start: moved(r.fragment_start),
        kind: r.kind(),
    })
}

/// The directory to which the leading dots of a reference's path lead, and the length of these dots: `/a/` and 3 for
/// `/a/b/` and `../g`. The directory is returned as its length: it is the base's path up to a "/". None if there are no
/// such dots, or if either path has other dot segments.
///
/// For each "../", RFC 3986, 5.2.4, C removes "the last segment and its preceding "/" (if any)"; `excess` must be
/// [`Excess::Drop`] if ".." leads above the root.
#[inline]
fn directory_above(directory: &[u8], path: &[u8], excess: Excess, undotted: bool) -> Option<(usize, usize)> {
    let (dots, parents) = leading_dots(path);
    let is_covered = dots > 0
        && excess == Excess::Drop
        && (undotted || !may_have_dot_segments(directory))
        && !may_have_dot_segments(&path[dots..]);
    if !is_covered {
        return None;
    }
    // INVARIANT: `directory[slash]` is "/", and the directory begins with "/".
    let mut slash = directory.len() - 1;
    for _ in 0..parents {
        slash = memrchr(b'/', &directory[..slash]).unwrap_or(0);
    }
    Some((slash + 1, dots))
}

/// Whether the fast path parses a text as a reference with neither a scheme nor an authority. False is inconclusive.
///
/// If this holds for two editions that resolve as RFC 3986 does ([`fast_resolve`]) and treat excess ".." alike, then
/// both give the same target, whatever else their grammars accept.
#[inline]
#[must_use]
pub fn is_fast_relative(tables: &Tables, reference: &[u8]) -> bool {
    tables.judging_fast_path().is_some_and(|path| path.shape(reference) == Shape::Relative)
}
