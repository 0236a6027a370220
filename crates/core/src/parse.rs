//! The strict parse: the first reading whose every slot is accepted.
//!
//! Theory of operation. A slot is cut, then judged (see `slots`). Mostly its rule takes no byte at which the slot
//! stops; then one run of the rule finds the end of the content and judges it at once: the content is right exactly if
//! the run was accepted and rests at a stop or at the end. Two readings often begin with the same slots (with an
//! authority, and without): the later one goes on from the last slot that they share, and when it was a shared slot
//! that failed, it fails too and is not tried. So every byte is looked at once for each slot that could hold it, and
//! there are few of those: the parse is linear.
//!
//! The authority is read by rows of its own. Those accept together just what the authority's rule does, so the rule is
//! not run; an edition without such rows has its authority judged like any other slot.

use crate::check::{accepts, run};
use crate::offsets::{Offsets, NONE};
use crate::slots::{Cut, Reading, Slot};
use crate::split::split;
use crate::tables::{Component, Tables};

/// The offsets under construction, by number, so that a slot can say where its content is written without a choice at
/// run time.
type Fields = [u32; 16];

const SCHEME_END: usize = 0;
const AUTHORITY_START: usize = 1;
const AUTHORITY_END: usize = 2;
const USERINFO_END: usize = 3;
const HOST_START: usize = 4;
const HOST_END: usize = 5;
const PORT_START: usize = 6;
const PATH_START: usize = 7;
const PATH_END: usize = 8;
const PARAMS_START: usize = 9;
const QUERY_START: usize = 10;
const QUERY_END: usize = 11;
const FRAGMENT_START: usize = 12;
const FLAGS: usize = 13;
const UNUSED: usize = 15;

/// The fields of a component's start and end; what the offsets do not keep goes to a field that nobody reads.
pub(crate) const fn fields_of(component: Component) -> (u8, u8) {
    let (start, end) = match component {
        Component::Scheme => (UNUSED, SCHEME_END),
        Component::Authority => (AUTHORITY_START, AUTHORITY_END),
        Component::Userinfo => (UNUSED, USERINFO_END),
        Component::Host => (HOST_START, HOST_END),
        Component::Port => (PORT_START, UNUSED),
        Component::Path => (PATH_START, PATH_END),
        Component::Params => (PARAMS_START, UNUSED),
        Component::Query => (QUERY_START, QUERY_END),
        Component::Fragment => (FRAGMENT_START, UNUSED),
        Component::RegName => (UNUSED, UNUSED),
    };
    (start as u8, end as u8)
}

/// Parses a text as the edition does: the offsets of its components, or nothing where the edition refuses it.
///
/// A table without readings (a grammar and no more) is judged by its start rule and cut as it splits.
///
/// The text must be shorter than `u32::MAX` bytes.
#[inline]
#[must_use]
pub fn parse(t: &Tables, text: &[u8]) -> Option<Offsets> {
    if t.readings.is_empty() {
        return accepts(t, t.start, text).then(|| split(t.style, text));
    }
    let offsets = read(t, &t.readings, text)?;
    if t.judged && !accepts(t, t.start, text) {
        return None;
    }
    Some(offsets)
}

/// Parses a text as [`parse`] does, or by the readings that only resolution has: what the document's own examples
/// resolve although its grammar refuses it.
#[must_use]
pub fn parse_for_resolution(t: &Tables, text: &[u8]) -> Option<Offsets> {
    parse(t, text).or_else(|| read(t, &t.resolution_readings, text))
}

/// Longest row of slots whose cursors are remembered; the loader allows no longer ones.
pub(crate) const MAX_SLOTS: usize = 16;

fn read(t: &Tables, readings: &[Reading], text: &[u8]) -> Option<Offsets> {
    let mut fields: Fields = [NONE; 16];
    // INVARIANT: cursors[k] is the cursor before slot k of the reading tried last, for every k up to `failed`.
    let mut cursors = [0u32; MAX_SLOTS];
    let mut failed = 0;
    for (index, reading) in readings.iter().enumerate() {
        let mut at = 0;
        let mut first = 0;
        if index > 0 {
            if failed < reading.shared {
                continue;
            }
            first = reading.shared;
            at = cursors[first % MAX_SLOTS] as usize;
            if first == 0 {
                fields = [NONE; 16];
                at = 0;
            } else {
                forget(&mut fields, &readings[index - 1].slots, first);
            }
        }
        let mut refused = false;
        for (place, slot) in reading.slots.iter().enumerate().skip(first) {
            cursors[place % MAX_SLOTS] = at as u32;
            failed = place;
            match take(t, slot, text, at, &mut fields) {
                Some(next) => at = next,
                None => {
                    refused = true;
                    break;
                }
            }
        }
        if !refused {
            if at == text.len() {
                return Some(offsets(reading, text, &fields));
            }
            // The whole row was taken: a reading that shares all of it goes on behind it.
            failed = reading.slots.len();
            cursors[failed % MAX_SLOTS] = at as u32;
        }
    }
    None
}

/// Undoes what the slots from `first` on have written.
fn forget(fields: &mut Fields, slots: &[Slot], first: usize) {
    for slot in slots.iter().skip(first) {
        fields[usize::from(slot.fields.0 & 15)] = NONE;
        fields[usize::from(slot.fields.1 & 15)] = NONE;
        if slot.rows {
            forget_authority(fields);
        }
    }
}

fn forget_authority(fields: &mut Fields) {
    fields[USERINFO_END..=PORT_START].fill(NONE);
    fields[FLAGS] = NONE;
}

/// Takes one slot: the cursor after it, or nothing where it is absent or refused.
#[inline]
fn take(t: &Tables, slot: &Slot, text: &[u8], cursor: usize, fields: &mut Fields) -> Option<usize> {
    let (start, end, next);
    if slot.fused || slot.rows {
        start = match slot.open.after(text, cursor) {
            Some(start) => start,
            None if slot.optional => return Some(cursor),
            None => return None,
        };
        if slot.rows {
            end = take_authority(t, slot, text, start, fields)?;
        } else {
            let run = run(t.judge(slot.accepts), text, start);
            let stands = run.accepted && text.get(run.end).is_none_or(|&byte| slot.stop_table[usize::from(byte)]);
            if !stands {
                return None;
            }
            end = run.end;
        }
        next = slot.close.after(text, end)?;
    } else {
        match slot.cut(text, cursor) {
            Cut::Undefined => return Some(cursor),
            Cut::Absent { .. } => return None,
            Cut::Content { start: s, end: e, next: n } => {
                if !accepts(t, slot.accepts, &text[s..e]) {
                    return None;
                }
                (start, end, next) = (s, e, n);
            }
        }
    }
    fields[usize::from(slot.fields.0 & 15)] = start as u32;
    fields[usize::from(slot.fields.1 & 15)] = end as u32;
    Some(next)
}

/// Reads the authority that starts at `start` by the edition's rows: its end, or nothing where no row accepts it.
#[inline]
fn take_authority(t: &Tables, slot: &Slot, text: &[u8], start: usize, fields: &mut Fields) -> Option<usize> {
    if let Some(simple) = &t.simple_authority {
        let run = run(t.judge(simple.accepts), text, start);
        let whole = text.get(run.end).is_none_or(|&byte| slot.stop_table[usize::from(byte)]);
        if run.accepted && whole && run.end > start {
            fields[usize::from(simple.fields.0 & 15)] = start as u32;
            fields[usize::from(simple.fields.1 & 15)] = run.end as u32;
            fields[FLAGS] = simple.flags;
            return Some(run.end);
        }
    }
    let end =
        start + text[start..].iter().position(|&byte| slot.stop_table[usize::from(byte)]).unwrap_or(text.len() - start);
    read_rows(t, &text[..end], start, fields).then_some(end)
}

/// Reads `text[start..]` by the authority's rows, in order; the first that takes all of it wins.
fn read_rows(t: &Tables, text: &[u8], start: usize, fields: &mut Fields) -> bool {
    for row in &t.rows {
        let mut at = Some(start);
        for slot in &row.slots {
            at = at.and_then(|at| take(t, slot, text, at, fields));
            if at.is_none() {
                break;
            }
        }
        if at == Some(text.len()) {
            fields[FLAGS] = row.flags;
            return true;
        }
        forget_authority(fields);
    }
    false
}

fn offsets(reading: &Reading, text: &[u8], fields: &Fields) -> Offsets {
    let mut flags = if fields[FLAGS] == NONE { 0 } else { fields[FLAGS] };
    if reading.opaque {
        flags |= Offsets::OPAQUE;
    }
    let mut path = (fields[PATH_START], fields[PATH_END]);
    if path.0 == NONE {
        path = empty_path(fields);
    }
    if path.0 < path.1 && text[path.0 as usize] == b'/' {
        flags |= Offsets::ROOTED;
    }
    Offsets {
        scheme_end: fields[SCHEME_END],
        authority_start: fields[AUTHORITY_START],
        authority_end: fields[AUTHORITY_END],
        userinfo_end: fields[USERINFO_END],
        host_start: fields[HOST_START],
        host_end: fields[HOST_END],
        port_start: fields[PORT_START],
        path_start: path.0,
        path_end: path.1,
        params_start: fields[PARAMS_START],
        query_start: fields[QUERY_START],
        query_end: fields[QUERY_END],
        fragment_start: fields[FRAGMENT_START],
        flags,
    }
}

/// Where a path stands that the reading has no slot for: empty, after the scheme and the authority.
#[cold]
fn empty_path(fields: &Fields) -> (u32, u32) {
    let at = if fields[AUTHORITY_END] != NONE {
        fields[AUTHORITY_END]
    } else if fields[SCHEME_END] != NONE {
        fields[SCHEME_END] + 1
    } else {
        0
    };
    (at, at)
}
