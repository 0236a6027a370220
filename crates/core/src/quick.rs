//! The quick way through the shapes that most texts have: a scheme, "//", a host, perhaps a port, a path, perhaps a
//! query and a fragment; or a path with what may follow it, and nothing before.
//!
//! Theory of operation. Nothing is restated here: on load the table's first reading and its rows are looked at, and
//! where they have the shape (each slot a set, or one byte and then a set) the sets are kept together, so that one pass
//! over the text tells of each byte which of them it belongs to (`uriverse_scan::maps`). Components then end where a
//! bit scan finds the first bit that is not set.
//!
//! What the quick way accepts, a reading accepts, slot for slot, and none before it; so it is the parse. With a scheme
//! and an authority that is the first reading. Without a scheme all readings that begin with one are out, and without
//! "//" so are those that begin with an authority; the first of the others is left. What the quick way does not
//! understand (a userinfo, a host in brackets, a scheme without an authority, a byte that is refused) it leaves to
//! `parse`, which knows all shapes. Tables of another shape have no quick way.

use std::sync::Arc;

use uriverse_scan::{write_maps, Sets};

use crate::automaton::Automaton;
use crate::bytes::{run_of, triplet_at, ByteSet, ByteTable};
use crate::offsets::Offsets;
use crate::plan::{How, Reading, Row, SimpleAuthority, Step};
use crate::tables::{Component, Judge, Rule};

/// A slot that ends where a set ends.
#[derive(Clone, Debug)]
struct Stretch {
    /// For what lies beyond the bytes that are mapped.
    table: Arc<ByteTable>,
    triplets: bool,
}

const SCHEME: usize = 0;
const HOST: usize = 1;
const PATH: usize = 2;
const QUERY: usize = 3;
const FRAGMENT: usize = 4;

/// What one table's quick way needs.
#[derive(Clone, Debug)]
pub(crate) struct Quick {
    sets: Sets<5>,
    stretches: [Stretch; 5],
    scheme_first: Arc<ByteTable>,
    /// Where the host is no set: its automaton, in whose bytes the set HOST consists.
    host: Option<Arc<Automaton>>,
    empty_host: bool,
    port: Option<Arc<ByteTable>>,
    flags: u32,
    /// The path of the reading that is a path and what may follow it.
    path_alone: Option<Arc<Automaton>>,
    /// That accepts whatever consists of the units of PATH and begins neither with "//" nor with ":" in a segment.
    plain_paths: bool,
}

/// What the quick way knows of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// A scheme and an authority.
    Absolute,
    /// Neither, and the path consists of what the first reading's path consists of.
    Relative,
    /// Nothing.
    Unknown,
}

impl Quick {
    /// Finds the quick way of a table, where it has one.
    pub(crate) fn new(
        readings: &[Reading],
        rows: &[Row],
        simple: Option<&SimpleAuthority>,
        rules: &[Rule],
    ) -> Option<Quick> {
        let first = readings.first().filter(|reading| !reading.opaque)?;
        let [scheme, authority, path, query, fragment] = &*first.steps else { return None };
        let simple = simple.filter(|simple| simple.component == Component::Host)?;
        let (scheme_first, scheme) = lead(scheme, Component::Scheme, b"", b":", b":/?#")?;
        let (path_first, path) = lead(path, Component::Path, b"", b"", b"?#")?;
        let has_rows = matches!(authority.how, How::Rows) && !authority.optional;
        if path_first != ByteSet::of(b"/").table().into() || !has_rows || !stands(authority, b"//", b"", b"/?#") {
            return None;
        }
        let (host, automaton) = match &rules[simple.accepts.index()].judge {
            Judge::Set(set) if !set.single && !set.nonempty => {
                (Stretch { table: Arc::clone(&set.table), triplets: set.triplets }, None)
            }
            Judge::Set(_) => return None,
            Judge::Automaton(automaton) => {
                let table = Arc::new(automaton.taken().table());
                (Stretch { table, triplets: false }, Some(Arc::clone(automaton)))
            }
        };
        let query = tail(query, Component::Query, b"?", b"#")?;
        let fragment = tail(fragment, Component::Fragment, b"#", b"")?;
        let path_alone = path_alone(readings, &query, &fragment);
        let colon_alone = !scheme.table.contains(b':') && !scheme.triplets;
        let plain = |alone: &Arc<Automaton>| colon_alone && alone.accepts_plain_paths(&path.table, path.triplets);
        let plain_paths = path_alone.as_ref().is_some_and(plain);
        let stretches = [scheme, host, path, query, fragment];
        Some(Quick {
            sets: Sets::new(stretches.each_ref().map(|stretch| &*stretch.table))?,
            stretches,
            scheme_first,
            host: automaton,
            empty_host: simple.takes_empty,
            port: port(rows, simple),
            flags: simple.flags,
            path_alone,
            plain_paths,
        })
    }

    /// The parse of a text into `o`, where it is of the shape; false says nothing.
    #[inline(always)]
    pub(crate) fn parse(&self, text: &[u8], o: &mut Offsets) -> bool {
        let mut maps = [0; 5];
        write_maps(&self.sets, text, &mut maps);
        let mapped = Mapped { stretches: &self.stretches, maps: &maps, text };
        let colon = mapped.end(SCHEME, 0);
        if text.get(colon) == Some(&b':') {
            self.absolute(&mapped, colon, o)
        } else {
            self.relative(&mapped, colon, o).is_some()
        }
    }

    /// The same, and what shape it has.
    #[inline(always)]
    pub(crate) fn reference(&self, text: &[u8], o: &mut Offsets) -> Shape {
        let mut maps = [0; 5];
        write_maps(&self.sets, text, &mut maps);
        let mapped = Mapped { stretches: &self.stretches, maps: &maps, text };
        let colon = mapped.end(SCHEME, 0);
        if text.get(colon) == Some(&b':') {
            if self.absolute(&mapped, colon, o) {
                return Shape::Absolute;
            }
        } else if self.relative(&mapped, colon, o) == Some(true) {
            return Shape::Relative;
        }
        Shape::Unknown
    }

    /// Whether a path without a scheme before it can hold ":" before any "/".
    pub(crate) fn takes_colon_in_first_segment(&self) -> bool {
        self.path_alone.as_ref().is_some_and(|path| path.takes_before(b':', b'/'))
    }

    #[inline(always)]
    fn absolute(&self, mapped: &Mapped<'_>, colon: usize, o: &mut Offsets) -> bool {
        let text = mapped.text;
        if text.get(colon..).and_then(<[u8]>::first_chunk) != Some(b"://") || !self.scheme_first[usize::from(text[0])] {
            return false;
        }
        let host = colon + 3;
        let host_end = match &self.host {
            None => mapped.end_of_units(HOST, host),
            Some(automaton) => {
                let run = automaton.run(&text[..mapped.end(HOST, host)], host);
                if !run.accepted {
                    return false;
                }
                run.end
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
            o.port_start = at as u32 + 1;
            at = run_of(port, text, at + 1);
        }
        o.authority_end = at as u32;
        o.path_start = at as u32;
        if text.get(at) == Some(&b'/') {
            o.flags |= Offsets::ROOTED;
            at = mapped.end_of_units(PATH, at);
        }
        o.path_end = at as u32;
        mapped.behind_path(at, o)
    }

    /// A path and what follows it; whether the path consists of units of PATH. `lead` is where the scheme's members
    /// end.
    #[inline(always)]
    fn relative(&self, mapped: &Mapped<'_>, lead: usize, o: &mut Offsets) -> Option<bool> {
        let text = mapped.text;
        let alone = self.path_alone.as_ref().filter(|_| !text.starts_with(b"//"))?;
        let flags = if text.first() == Some(&b'/') { Offsets::ROOTED } else { 0 };
        let mut end = mapped.end_of_units(PATH, 0);
        // Where the scheme's members end with the first segment, that holds no ":".
        let plain = self.plain_paths && text.get(lead).is_none_or(|byte| b"/?#".contains(byte));
        let mut units = true;
        if !plain {
            let path = alone.run(text, 0);
            if !path.accepted {
                return None;
            }
            units = path.end == end;
            end = path.end;
        }
        *o = Offsets { path_end: end as u32, flags, ..Offsets::EMPTY };
        mapped.behind_path(end, o).then_some(units)
    }
}

/// A text with the maps of its first bytes.
struct Mapped<'a> {
    stretches: &'a [Stretch; 5],
    maps: &'a [u64; 5],
    text: &'a [u8],
}

impl Mapped<'_> {
    /// Where the members of a set that start at `from` end.
    #[inline(always)]
    fn end(&self, set: usize, from: usize) -> usize {
        // INVARIANT: what is behind the text's end is no member, so a bit that is found is never behind it.
        if from < 64 {
            let others = !self.maps[set] >> from;
            if others != 0 {
                return from + others.trailing_zeros() as usize;
            }
        }
        self.end_beyond(set, from.max(64))
    }

    #[inline(never)]
    fn end_beyond(&self, set: usize, from: usize) -> usize {
        run_of(&self.stretches[set].table, self.text, from)
    }

    /// The same for members and, where they count, triplets.
    #[inline(always)]
    fn end_of_units(&self, set: usize, from: usize) -> usize {
        let end = self.end(set, from);
        if self.text.get(end) == Some(&b'%') {
            return self.end_behind_triplets(set, end);
        }
        end
    }

    /// The query and the fragment behind the path's end; whether nothing is left then.
    #[inline(always)]
    fn behind_path(&self, mut at: usize, o: &mut Offsets) -> bool {
        if self.text.get(at) == Some(&b'?') {
            o.query_start = at as u32 + 1;
            at = self.end_of_units(QUERY, at + 1);
            o.query_end = at as u32;
        }
        if self.text.get(at) == Some(&b'#') {
            o.fragment_start = at as u32 + 1;
            at = self.end_of_units(FRAGMENT, at + 1);
        }
        at == self.text.len()
    }

    #[inline(never)]
    fn end_behind_triplets(&self, set: usize, mut at: usize) -> usize {
        while self.stretches[set].triplets && triplet_at(self.text, at) {
            at += 3;
            // A triplet seldom comes alone.
            if self.text.get(at) != Some(&b'%') {
                at = self.end(set, at);
            }
        }
        at
    }
}

/// Whether a slot stands between these literals and ends at these bytes.
fn stands(step: &Step, open: &[u8], close: &[u8], stop: &[u8]) -> bool {
    let slot = &step.slot;
    slot.open.bytes() == open && slot.close.bytes() == close && slot.stop == ByteSet::of(stop)
}

/// A mandatory slot that is one byte and then units of a set; the path may be nothing besides, the scheme may not.
fn lead(
    step: &Step,
    component: Component,
    open: &[u8],
    close: &[u8],
    stop: &[u8],
) -> Option<(Arc<ByteTable>, Stretch)> {
    let How::Lead(first, rest) = &step.how else { return None };
    let fits = step.slot.component == component
        && !step.optional
        && step.nonempty == (component == Component::Scheme)
        && !(component == Component::Scheme && step.triplets)
        && stands(step, open, close, stop);
    fits.then(|| (Arc::clone(first), Stretch { table: Arc::clone(rest), triplets: step.triplets }))
}

/// An optional slot that is a set behind its `open`.
fn tail(step: &Step, component: Component, open: &[u8], stop: &[u8]) -> Option<Stretch> {
    let How::Set(table) = &step.how else { return None };
    let fits = step.slot.component == component && step.optional && !step.nonempty && stands(step, open, b"", stop);
    fits.then(|| Stretch { table: Arc::clone(table), triplets: step.triplets })
}

/// The path's automaton of the first reading that begins neither with the scheme, as the first does, nor with an
/// authority, when it is a path and the same query and fragment as in the first reading.
fn path_alone(readings: &[Reading], query: &Stretch, fragment: &Stretch) -> Option<Arc<Automaton>> {
    let scheme = &readings.first()?.steps.first()?.slot;
    let begins_otherwise = |reading: &&Reading| {
        reading.steps.first().is_none_or(|step| {
            let has_authority = step.slot.component == Component::Authority && !step.optional;
            !(step.slot.same(scheme) || has_authority && step.slot.open.bytes() == b"//")
        })
    };
    let reading = readings.iter().find(begins_otherwise).filter(|reading| !reading.opaque)?;
    let [path, its_query, its_fragment] = &*reading.steps else { return None };
    let How::Automaton(automaton) = &path.how else { return None };
    let same = |mine: Option<Stretch>, other: &Stretch| {
        mine.is_some_and(|mine| mine.table == other.table && mine.triplets == other.triplets)
    };
    let fits = path.slot.component == Component::Path
        && !path.optional
        && stands(path, b"", b"", b"?#")
        && same(tail(its_query, Component::Query, b"?", b"#"), query)
        && same(tail(its_fragment, Component::Fragment, b"#", b""), fragment);
    fits.then(|| Arc::clone(automaton))
}

/// The digits of a port behind the simple host, where nothing but a port can follow its ":".
///
/// The rows up to the host's must have nothing but a userinfo that an "@" closes before their mandatory slot: an
/// authority that holds ":" and neither "@" nor "[" then has a port, or is refused.
fn port(rows: &[Row], simple: &SimpleAuthority) -> Option<Arc<ByteTable>> {
    let rows = rows.get(..=simple.row)?;
    for row in rows {
        let before = row.steps.iter().take_while(|step| step.optional);
        let closed = |step: &Step| step.slot.open.is_empty() && step.slot.close.bytes() == b"@" && step.slot.last;
        if !before.clone().all(closed) {
            return None;
        }
    }
    let behind: Vec<&Step> = rows.last()?.steps.iter().skip_while(|step| step.optional).collect();
    let [host, port] = &*behind else { return None };
    let How::Set(digits) = &port.how else { return None };
    let digits_alone = *digits == ByteSet::of(b"0123456789").table().into();
    let fits = host.slot.stop == ByteSet::of(b":")
        && port.slot.component == Component::Port
        && port.optional
        && !port.nonempty
        && !port.triplets
        && digits_alone
        && stands(port, b":", b"", b"");
    fits.then(|| Arc::clone(digits))
}

#[cfg(test)]
mod tests;
