//! The fast path: one pass over the bytes for the two shapes that most texts have. Either a scheme, "//", a host, perhaps
//! a port, a path, perhaps params, a query and a fragment; or a path and what may follow it, with nothing before.
//!
//! What goes in: a text. What comes out: its offsets, or "not of this shape", which says nothing about validity; then
//! `general` reads the text.
//!
//! # How it works
//!
//! Nothing of a grammar is restated here. On load, `recognition` looks at the table's first reading and at the authority's
//! readings. If each slot is units, or one byte and then units, it keeps their sets together. One pass over the text then
//! gives a mask for each set: bit n says whether byte n belongs to it (`uriverse_scan::member_masks`). A
//! component ends at the first bit that is not set. `http://h/a?b` by RFC 3986, first byte on the left:
//!
//! ```text
//!            0         1
//! position   012345678901
//! text       http://h/a?b
//! SCHEME     1111...1.1.1   ALPHA, DIGIT, "+", "-", "."
//! HOST       1111...1.1.1   the members of reg-name
//! PATH       1111111111.1   pchar, "/"
//! QUERY      111111111111   pchar, "/", "?"
//! FRAGMENT   111111111111   pchar, "/", "?"
//! ```
//!
//! 1. SCHEME from 0 ends at 4. There stands "://", so `scheme_end` is 4 and the host starts at 7.
//! 2. HOST from 7 ends at 8. There is no ":", so there is no port; `authority_end` and `path_start` are 8.
//! 3. PATH from 8 ends at 10: `path_end`.
//! 4. At 10 stands "?". QUERY from 11 ends at 12, where the text ends: bits after the end are never set.
//! 5. There is no "#", and nothing is left. The text is accepted.
//!
//! # Why it is correct
//!
//! If the fast path accepts a text, some reading accepts it with the same slots, and every earlier reading refuses it. So
//! its result is the parse. With a scheme and an authority that reading is the first one. Without a scheme, every reading
//! that begins with a scheme fails. Without "//", so does every reading that begins with an authority. The first of the
//! remaining readings is the one whose path ([`FastPath::path_alone`]) is used.
//!
//! A component may also hold percent-triplets and characters beyond US-ASCII. At the first "%" or byte from 0x80 on its
//! [`Units`] go on, and come back to the masks after them.
//!
//! Most texts of the web are read by less than that (`web`).
//!
//! A scheme, a host or a path whose rule is an automaton is judged by a short test if that suffices (`shortcuts`).
//!
//! If the start rule judges the text too, it is asked after the fast path, unless it is known to accept what the fast
//! path has accepted (`judgement`).
//!
//! What the fast path does not understand it leaves to `general`: a userinfo, a host in brackets, a scheme without an
//! authority, any byte that is refused. A table with another shape has no fast path.

use uriverse_scan::{run_task, Masks, Task};

use crate::bytes::run_of;
use crate::offsets::Offsets;
use crate::parse::shortcuts::{is_labels, is_named, HostTest};
use masked::Masked;
pub(crate) use model::{FastPath, Shape};
use model::{FirstMask, KnownPaths, PathAlone, Paths, HOST, PATH, SCHEME};
use web::{web_colon, Ends, Web};

/// [`FastPath::reference`].
struct Reference<'a> {
    fast_path: &'a FastPath,
    text: &'a [u8],
    colon: Option<usize>,
    o: &'a mut Offsets,
}

impl Task for Reference<'_> {
    type Output = Shape;

    #[inline(always)]
    fn run(self, masks: impl Masks) -> Shape {
        self.fast_path.reference_by(masks, self.text, self.colon, self.o)
    }
}

/// [`FastPath::shape`].
struct ShapeOf<'a> {
    fast_path: &'a FastPath,
    text: &'a [u8],
    colon: Option<usize>,
}

impl Task for ShapeOf<'_> {
    type Output = Shape;

    #[inline(always)]
    fn run(self, masks: impl Masks) -> Shape {
        self.fast_path.reference_by(masks, self.text, self.colon, &mut Offsets::EMPTY.clone())
    }
}

impl FastPath {
    /// Writes the parse of a text into `o` if the text has one of the shapes. False says nothing about the text.
    #[inline(always)]
    pub(crate) fn parse(&self, text: &[u8], o: &mut Offsets) -> bool {
        self.reference(text, o) != Shape::Unknown
    }

    /// As [`FastPath::parse`], and tells which shape the text has.
    #[inline(always)]
    pub(crate) fn reference(&self, text: &[u8], o: &mut Offsets) -> Shape {
        let colon = self.web_colon(text);
        if let Some(ends) = self.ends(text, colon) {
            *o = ends.offsets(text.len(), self.flags);
            return Shape::Absolute;
        }
        run_task(Reference { fast_path: self, text, colon, o })
    }

    /// The shape that [`FastPath::reference`] tells, without the offsets.
    #[inline(always)]
    pub(crate) fn shape(&self, text: &[u8]) -> Shape {
        let colon = self.web_colon(text);
        if self.ends(text, colon).is_some() {
            return Shape::Absolute;
        }
        run_task(ShapeOf { fast_path: self, text, colon })
    }

    /// Where ":" stands in a text of the web, if "http" and "https" are schemes.
    #[inline(always)]
    fn web_colon(&self, text: &[u8]) -> Option<usize> {
        web_colon(text).filter(|_| self.takes_web)
    }

    /// Where the components of most texts of the web end.
    #[inline(always)]
    fn ends(&self, text: &[u8], colon: Option<usize>) -> Option<Ends> {
        self.web.as_ref()?.ends(text, colon?)
    }

    #[inline(always)]
    fn reference_by(&self, masks: impl Masks, text: &[u8], web: Option<usize>, o: &mut Offsets) -> Shape {
        let masks = masks.of(&self.sets, text);
        let masked = Masked { spans: &self.spans, tails: &self.tails, masks: &masks, text };
        let colon = web.unwrap_or_else(|| self.scheme_end(&masked));
        if web.is_some() || text.get(colon) == Some(&b':') {
            if (web.is_some() || self.begins_absolute(text, colon)) && self.absolute(&masked, colon, o) {
                return Shape::Absolute;
            }
        } else if let Some(is_plain) = self.relative(&masked, colon, o) {
            return if is_plain { Shape::Relative } else { Shape::OtherRelative };
        }
        Shape::Unknown
    }

    /// The shorter way for texts of the web.
    #[inline(always)]
    pub(crate) fn web(&self) -> Option<&Web> {
        self.web.as_ref()
    }

    /// Whether a path without a scheme before it can hold ":" before any "/".
    pub(crate) fn takes_colon_in_first_segment(&self) -> bool {
        match &self.path_alone {
            PathAlone::Unknown => false,
            PathAlone::Units => self.spans[PATH].table.contains(b':'),
            PathAlone::Automaton(path, _) => path.takes_before(b':', b'/'),
        }
    }

    /// Whether no path after an authority has a segment that is "." or "..".
    pub(crate) fn has_undotted_paths(&self) -> bool {
        self.paths == Paths::Undotted
    }

    /// Where the members of SCHEME end that begin the text.
    #[inline(always)]
    fn scheme_end(&self, masked: &Masked<'_>) -> usize {
        if self.first_mask == FirstMask::Scheme {
            return masked.end(SCHEME, 0);
        }
        let members = &self.spans[SCHEME].table;
        match (http_end(masked.text), masked.text.first()) {
            (Some(end), _) => end,
            (None, Some(&first)) if members.contains(first) => run_of(members, masked.text, 1),
            _ => 0,
        }
    }

    /// Whether a text begins with a scheme, whose ":" is at `colon`, and "//".
    #[inline(never)]
    fn begins_absolute(&self, text: &[u8], colon: usize) -> bool {
        if text.get(colon..).and_then(<[u8]>::first_chunk) != Some(b"://") || !self.scheme_first[usize::from(text[0])] {
            return false;
        }
        self.scheme.as_ref().is_none_or(|words| words.run(&text[..colon], 0).takes_all(colon))
    }

    #[inline(always)]
    fn absolute(&self, masked: &Masked<'_>, colon: usize, o: &mut Offsets) -> bool {
        let text = masked.text;
        let host = colon + 3;
        let host_end = match &self.host {
            None if self.labels_alone => {
                let end = masked.end(HOST, host);
                if !masked.is_labels(host, end) {
                    return false;
                }
                end
            }
            None => masked.end_of_units(HOST, host),
            Some(automaton) => {
                let end = masked.end(HOST, host);
                let passes = match self.host_test {
                    Some(HostTest::Named) if self.first_mask == FirstMask::Dots => masked.is_named(host, end),
                    Some(HostTest::Named) => is_named(&text[host..end]),
                    Some(HostTest::Labels) if self.first_mask == FirstMask::LabelMarks => masked.is_labels(host, end),
                    Some(HostTest::Labels) => is_labels(&text[host..end]),
                    None => false,
                };
                if passes {
                    end
                } else {
                    let run = automaton.run(&text[..end], host);
                    if !run.accepted {
                        return false;
                    }
                    run.end
                }
            }
        };
        if host_end == host && !self.empty_host {
            return false;
        }
        *o = Offsets {
            scheme_end: colon as u32,
            authority_start: host as u32,
            host_start: host as u32,
            host_end: host_end as u32,
            flags: self.flags,
            ..Offsets::EMPTY
        };
        let mut at = host_end;
        if text.get(at) == Some(&b':') {
            let Some(port) = self.port.as_ref().filter(|_| host_end > host) else { return false };
            let start = at + 1;
            o.port_start = start as u32;
            at = run_of(&port.digits, text, start);
            if port.nonempty && at == start || text.get(at).is_some_and(|&byte| !port.stop[usize::from(byte)]) {
                return false;
            }
        }
        o.authority_end = at as u32;
        o.path_start = at as u32;
        if text.get(at) == Some(&b'/') {
            o.flags |= Offsets::ROOTED;
            let start = at;
            at = masked.end_of_units(PATH, at);
            let is_refused = match self.paths {
                Paths::Rooted => false,
                Paths::Undotted => masked.is_dotted(start, at),
                Paths::NoEmptyFirstSegment => text[start..at].starts_with(b"//"),
            };
            if is_refused {
                return false;
            }
        } else if !self.empty_path {
            return false;
        }
        o.path_end = at as u32;
        masked.after_path(at, o)
    }

    /// A path and what follows it. Returns whether each path of its units that begins with "/" can follow an authority, or
    /// None if the text is not of this shape. `lead` is where the members of SCHEME end.
    #[inline(always)]
    fn relative(&self, masked: &Masked<'_>, lead: usize, o: &mut Offsets) -> Option<bool> {
        let text = masked.text;
        if text.starts_with(b"//") {
            return None;
        }
        let flags = if text.first() == Some(&b'/') { Offsets::ROOTED } else { 0 };
        let mut end = masked.end_of_units(PATH, 0);
        let mut units = self.paths != Paths::NoEmptyFirstSegment;
        match &self.path_alone {
            PathAlone::Units => {}
            // If the members of SCHEME end where the first segment ends, the segment holds no ":".
            PathAlone::Automaton(_, KnownPaths::All) if text.get(lead).is_none_or(|byte| b"/?#".contains(byte)) => {}
            PathAlone::Automaton(_, KnownPaths::Undotted) if masked.is_plain(end) => {}
            PathAlone::Automaton(alone, _) => {
                let path = alone.run(text, 0);
                if !path.accepted {
                    return None;
                }
                units &= path.end == end;
                end = path.end;
            }
            PathAlone::Unknown => return None,
        }
        *o = Offsets { path_end: end as u32, flags, ..Offsets::EMPTY };
        masked.after_path(end, o).then_some(units)
    }
}

/// Where "http" or "https" ends if ":" follows, and some bytes more. There is no branch between the two: texts hold them in
/// any order, and a processor would guess.
#[inline(always)]
pub(crate) fn http_end(text: &[u8]) -> Option<usize> {
    let head: &[u8; 6] = text.first_chunk()?;
    let end = 4 + usize::from(head[4] == b's');
    (head.starts_with(b"http") && head[end] == b':').then_some(end)
}

pub(crate) mod code_points;
pub(crate) mod judgement;
mod masked;
mod model;
mod recognition;
#[cfg(test)]
mod tests;
mod web;
