//! The strict parse: the first reading whose every slot is accepted.
//!
//! Theory of operation. The readings are tried in order, each step by step (see `plan` for what a step knows). A step
//! mostly is one run of its rule along the text: where the run rests, the content ends. Readings that begin with the
//! same slots share them, so every byte is looked at once for each slot that could hold it, and there are few of those:
//! the parse is linear.
//!
//! The authority is read by rows of its own. Those accept together just what the authority's rule does, so the rule is
//! not run; an edition without such rows has its authority judged like any other slot.

use crate::bytes::run_of_units;
use crate::check::{accepts, run};
use crate::offsets::{Offsets, NONE};
use crate::plan::{How, Reading, Step};
use crate::slots::{Cut, Slot};
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
#[inline(always)]
#[must_use]
pub fn parse(t: &Tables, text: &[u8]) -> Option<Offsets> {
    let mut offsets = Offsets::EMPTY;
    parse_into(t, text, &mut offsets).then_some(offsets)
}

/// Parses a text as [`parse`] does, the offsets into the caller's own: they are read where they were written, which a
/// processor does at once, and not copied, which it cannot do before all of them have arrived in memory.
#[inline(always)]
#[must_use]
pub fn parse_into(t: &Tables, text: &[u8], offsets: &mut Offsets) -> bool {
    if let Some(quick) = &t.quick {
        if quick.parse(text, offsets) {
            return true;
        }
    }
    parse_generally(t, text, offsets)
}

#[inline(never)]
pub(crate) fn parse_generally(t: &Tables, text: &[u8], offsets: &mut Offsets) -> bool {
    if t.readings.is_empty() {
        *offsets = split(t.style, text);
        return accepts(t, t.start, text);
    }
    match read(t, &t.readings, text) {
        Some(found) => *offsets = found,
        None => return false,
    }
    !t.judged || accepts(t, t.start, text)
}

/// Parses a text as [`parse`] does, or by the readings that only resolution has: what the document's own examples
/// resolve although its grammar refuses it.
#[must_use]
pub fn parse_for_resolution(t: &Tables, text: &[u8]) -> Option<Offsets> {
    parse(t, text).or_else(|| read_for_resolution(t, text))
}

/// The readings that only resolution has.
#[inline(never)]
pub(crate) fn read_for_resolution(t: &Tables, text: &[u8]) -> Option<Offsets> {
    read(t, &t.resolution_readings, text)
}

/// Longest row of slots whose cursors are remembered; the loader allows only shorter ones.
pub(crate) const MAX_SLOTS: usize = 16;

#[inline]
fn read(t: &Tables, readings: &[Reading], text: &[u8]) -> Option<Offsets> {
    let mut fields: Fields = [NONE; 16];
    // INVARIANT: cursors[k] is the cursor before step k of the reading tried last, for every k up to `failed`.
    let mut cursors = [0u32; MAX_SLOTS];
    let mut failed = MAX_SLOTS;
    for (index, reading) in readings.iter().enumerate() {
        let mut place = reading.shared;
        if failed < place {
            continue;
        }
        if index > 0 {
            forget(&mut fields, &readings[index - 1].steps, place);
        }
        let mut at = cursors[place % MAX_SLOTS] as usize;
        loop {
            cursors[place % MAX_SLOTS] = at as u32;
            let Some(step) = reading.steps.get(place) else {
                if at == text.len() {
                    return Some(offsets(reading, text, &fields));
                }
                break;
            };
            if step.may_end && at == text.len() {
                return Some(offsets(reading, text, &fields));
            }
            match take(t, step, text, at, &mut fields) {
                Some(next) => at = next,
                None => break,
            }
            place += 1;
        }
        failed = place;
    }
    None
}

/// Undoes what the steps from `first` on have written.
#[inline]
fn forget(fields: &mut Fields, steps: &[Step], first: usize) {
    if first == 0 {
        *fields = [NONE; 16];
        return;
    }
    for step in steps.iter().skip(first) {
        fields[usize::from(step.fields.0 & 15)] = NONE;
        fields[usize::from(step.fields.1 & 15)] = NONE;
        if matches!(step.how, How::Rows) {
            forget_authority(fields);
        }
    }
}

fn forget_authority(fields: &mut Fields) {
    fields[USERINFO_END..=PORT_START].fill(NONE);
    fields[FLAGS] = NONE;
}

/// Takes one step: the cursor after it, or nothing where its slot is absent or refused.
#[inline(always)]
fn take(t: &Tables, step: &Step, text: &[u8], cursor: usize, fields: &mut Fields) -> Option<usize> {
    if matches!(step.how, How::Cut) {
        return take_cut(t, step, text, cursor, fields);
    }
    let stands = match step.open_len {
        0 => true,
        1 => text.get(cursor) == Some(&step.open[0]),
        _ => text.get(cursor..).and_then(<[u8]>::first_chunk) == Some(&step.open),
    };
    if !stands {
        return step.optional.then_some(cursor);
    }
    let start = cursor + usize::from(step.open_len);
    let end = match &step.how {
        How::Set(table) => {
            let end = run_of_units(table, step.triplets, text, start);
            if step.nonempty && end == start {
                return None;
            }
            end
        }
        How::Lead(first, rest) => match text.get(start) {
            Some(&byte) if first[usize::from(byte)] => run_of_units(rest, step.triplets, text, start + 1),
            _ if step.nonempty => return None,
            _ => start,
        },
        How::Automaton(automaton) => {
            let run = automaton.run(text, start);
            if !run.accepted {
                return None;
            }
            run.end
        }
        How::Rows | How::Cut => take_authority(t, &step.slot, text, start, fields)?,
    };
    if text.get(end).is_some_and(|&byte| !step.stop[usize::from(byte)]) {
        return None;
    }
    fields[usize::from(step.fields.0 & 15)] = start as u32;
    fields[usize::from(step.fields.1 & 15)] = end as u32;
    if step.close_len == 0 {
        return Some(end);
    }
    (text.get(end) == Some(&step.close)).then_some(end + 1)
}

/// Takes a step whose content must be cut before it can be judged.
fn take_cut(t: &Tables, step: &Step, text: &[u8], cursor: usize, fields: &mut Fields) -> Option<usize> {
    match step.slot.cut(text, cursor) {
        Cut::Undefined => Some(cursor),
        Cut::Absent { .. } => None,
        Cut::Content { start, end, next } => {
            fields[usize::from(step.fields.0 & 15)] = start as u32;
            fields[usize::from(step.fields.1 & 15)] = end as u32;
            accepts(t, step.slot.accepts, &text[start..end]).then_some(next)
        }
    }
}

/// Reads the authority that starts at `start` by the edition's rows: its end, or nothing where no row accepts it.
#[inline]
fn take_authority(t: &Tables, slot: &Slot, text: &[u8], start: usize, fields: &mut Fields) -> Option<usize> {
    if let Some(simple) = &t.simple_authority {
        let run = run(t.judge(simple.accepts), text, start);
        let whole = text.get(run.end).is_none_or(|&byte| slot.stop_table[usize::from(byte)]);
        if run.accepted && whole && (run.end > start || simple.takes_empty) {
            fields[usize::from(simple.fields.0 & 15)] = start as u32;
            fields[usize::from(simple.fields.1 & 15)] = run.end as u32;
            fields[FLAGS] = simple.flags;
            return Some(run.end);
        }
    }
    let rest = text.get(start..).unwrap_or_default();
    let length = rest.iter().position(|&byte| slot.stop_table[usize::from(byte)]).unwrap_or(rest.len());
    let end = start + length;
    read_rows(t, &text[..end], start, fields).then_some(end)
}

/// Reads `text[start..]` by the authority's rows, in order; the first that takes all of it wins.
fn read_rows(t: &Tables, text: &[u8], start: usize, fields: &mut Fields) -> bool {
    for row in &t.rows {
        let mut at = Some(start);
        for step in &row.steps {
            at = at.and_then(|at| take(t, step, text, at, fields));
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
