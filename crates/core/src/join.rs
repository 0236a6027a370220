//! Resolution by the short way: what most references are against what most bases are, without reading the target again.
//!
//! Theory of operation. The base has a scheme and an authority, so it was read by the one reading that has both; the
//! quick way has read the reference (see `quick`). Then the target's components need not be looked for:
//! - a reference with a scheme and an authority, without dot segments, is its own target, offsets and all;
//! - one with neither gives a target that begins as the base does, up to a byte behind which nothing of the base is
//!   looked at, and ends as the reference does. Its path is the base's up to a "/" (or none of it, or all), then the
//!   reference's, of which the quick way has told that it consists of units of the first reading's own path; without
//!   the dot segments it still does. It begins with "/", so it ends the authority, and no guard is needed. Query and
//!   fragment end at the same bytes in either reading. So the first reading accepts the target, and its offsets are the
//!   base's up to the path, and the reference's behind it, moved.
//!
//! On load an edition is asked whether it resolves as RFC 3986 does and has readings of which all that is true
//! ([`joins`]); any other edition, base or reference goes the long way (`resolve`), which the tests hold against this
//! one.

use memchr::memrchr;

use crate::dots::{may_have_dot_segments, remove_before_end};
use crate::offsets::{Offsets, NONE};
use crate::plan::Reading;
use crate::quick::{Quick, Shape};
use crate::tables::{Choices, Component, EmptyReference, Tables};

/// What [`join`] found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joined {
    /// The reference is the target, with these offsets; nothing was written.
    Reference(Offsets),
    /// The target was written.
    Target(Behind),
    /// Nothing: it takes the long way.
    Otherwise,
}

/// A target's length, and its offsets behind the path's start; those before it are the base's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Behind {
    /// How many bytes were written.
    pub length: usize,
    /// The end of the path, which is not empty and begins with "/".
    pub path_end: u32,
    /// The start of the query.
    pub query_start: u32,
    /// The end of the query.
    pub query_end: u32,
    /// The start of the fragment.
    pub fragment_start: u32,
}

impl Behind {
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

/// Whether an edition's references may be resolved by the short way.
pub(crate) fn joins(readings: &[Reading], choices: &Choices, quick: Option<&Quick>) -> bool {
    let holds = |reading: &Reading, component| reading.steps.iter().any(|step| step.slot.component == component);
    let whole = |reading: &&Reading| holds(reading, Component::Scheme) && holds(reading, Component::Authority);
    choices.dots_everywhere
        && !choices.query_merges
        && !choices.replaces_params
        && choices.empty_reference == EmptyReference::BaseWithoutFragment
        && readings.iter().filter(whole).count() == 1
        && quick.is_some_and(|quick| !quick.takes_colon_in_first_segment())
}

/// Resolves a reference against a base that this edition has parsed already, with no options, where the short way does;
/// the target into `room`, which holds as many bytes as both texts.
#[inline(always)]
#[must_use]
pub fn join(t: &Tables, base: &[u8], b: &Offsets, reference: &[u8], room: &mut [u8]) -> Joined {
    let Some(quick) = t.quick.as_ref().filter(|_| t.joins) else { return Joined::Otherwise };
    if b.scheme_end == NONE || b.authority_start == NONE || b.flags & Offsets::OPAQUE != 0 {
        return Joined::Otherwise;
    }
    let mut r = Offsets::EMPTY;
    match quick.reference(reference, &mut r) {
        Shape::Relative => {}
        Shape::Absolute if !may_have_dot_segments(&reference[r.path()]) => return Joined::Reference(r),
        Shape::Absolute | Shape::Unknown => return Joined::Otherwise,
    }
    let brings_path = r.path_end > 0;
    let kept = if r.flags & Offsets::ROOTED != 0 {
        // RFC 3986, 5.2.2: "if (R.path starts-with "/") then T.path = remove_dot_segments(R.path);"
        b.path_start as usize
    } else if b.flags & Offsets::ROOTED == 0 {
        return Joined::Otherwise;
    } else if brings_path {
        // 5.2.3: "all but the last segment of the base URI's path (i.e., excluding any characters after the right-most
        // "/" in the base URI path ...)".
        match memrchr(b'/', &base[..b.path_end as usize]) {
            Some(slash) => slash + 1,
            None => return Joined::Otherwise,
        }
    } else if r.query_start == NONE && b.query_start != NONE {
        // 5.2.2: "T.query = Base.query;"
        b.query_end as usize
    } else {
        // "T.path = Base.path;"
        b.path_end as usize
    };
    let (Some(base), Some(room)) = (base.get(..kept), room.get_mut(..kept + reference.len())) else {
        return Joined::Otherwise;
    };
    let (front, back) = room.split_at_mut(kept);
    front.copy_from_slice(base);
    back.copy_from_slice(reference);
    let mut path_end = b.path_end as usize;
    // INVARIANT: what stands behind the reference's path there stands `gone` bytes before its place in base and
    // reference together here.
    let mut gone = 0;
    if brings_path {
        path_end = kept + r.path_end as usize;
        let (start, all) = (b.path_start as usize, room.len());
        if may_have_dot_segments(&room[start..path_end]) {
            let Ok(end) = remove_before_end(&mut room[..path_end], start, t.choices.excess) else {
                return Joined::Otherwise;
            };
            room.copy_within(path_end..all, end);
            gone = path_end - end;
            path_end = end;
        }
    }
    let behind = |place: u32| if place == NONE { NONE } else { (place as usize + kept - gone) as u32 };
    let (query_start, query_end) = if brings_path || r.query_start != NONE {
        (behind(r.query_start), behind(r.query_end))
    } else {
        (b.query_start, b.query_end)
    };
    Joined::Target(Behind {
        length: kept + reference.len() - gone,
        path_end: path_end as u32,
        query_start,
        query_end,
        fragment_start: behind(r.fragment_start),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{join, Joined};
    use crate::parse::parse;
    use crate::resolve::{resolve, Options, Resolved};
    use crate::tables::Tables;

    const BASES: [&str; 9] = [
        "http://a/b/c/d;p?q",
        "http://u:p@a:8080/b/./c/../d?q#f",
        "http://a",
        "http://a?q",
        "http://a//",
        "http://[::1]/..",
        "f:/b/c",
        "mailto:a@b",
        "file:///x/%2E/y",
    ];
    const PARTS: [&str; 15] =
        ["", "/", "//", "g", ".", "..", "../", "./", "%41", ":", "?y", "#s", ";x=1", "http://h/", "b/c%2F~_/.d/..e/"];

    fn references() -> Vec<String> {
        let mut made: Vec<String> = Vec::new();
        for first in PARTS {
            for second in PARTS {
                for third in PARTS {
                    made.push([first, second, third].concat());
                }
            }
        }
        made.extend(["/long".repeat(30), "../".repeat(40), "x%41".repeat(40), format!("{}?q#f", "a/../b/".repeat(12))]);
        made
    }

    #[test]
    fn the_short_way_finds_what_the_long_way_finds() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../src/uriverse/editions");
        let files = fs::read_dir(folder).expect("the editions are there").map(|file| file.expect("it is there").path());
        let mut found = 0;
        for file in files.filter(|path| path.extension().is_some_and(|extension| extension == "tables")) {
            let t = Tables::load(&fs::read(file).expect("it can be read")).expect("it loads");
            for base in BASES.map(str::as_bytes) {
                let Some(b) = parse(&t, base) else { continue };
                for reference in references() {
                    let mut room = vec![0; base.len() + reference.len()];
                    let (text, offsets) = match join(&t, base, &b, reference.as_bytes(), &mut room) {
                        Joined::Otherwise => continue,
                        Joined::Reference(offsets) => (reference.as_bytes(), offsets),
                        Joined::Target(behind) => (&room[..behind.length], behind.offsets(&b)),
                    };
                    found += 1;
                    let long = resolve(&t, base, reference.as_bytes(), Options::default());
                    assert_eq!(
                        long,
                        Ok(Resolved::Target(text.to_vec(), offsets)),
                        "{} {} {reference}",
                        t.id(),
                        base.escape_ascii()
                    );
                }
            }
        }
        assert!(found > 1000, "the short way is taken: {found}");
    }
}
