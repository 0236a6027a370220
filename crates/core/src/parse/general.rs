//! The general parse: every reading of every edition, slot by slot.
//!
//! Input: a table and a text. Output: the offsets by the first reading whose every slot is accepted.
//!
//! The readings are tried in order, each step by step; a step is a compiled slot (see `plan`). Most steps run their
//! rule along the text, and the content ends where the run stops. In `http://u@h/a` by RFC 3986, the rule `scheme` runs
//! over `http` and stops at ":", which must be the slot's `close`; the slot of the authority opens with "//", and its
//! content runs to the first of "/?#"; the authority's own readings then split `u@h`.
//!
//! Parsing is linear: readings that begin with the same slots share them (`Reading::shared`). So each byte is tested
//! once for each distinct slot that could contain it, and an edition has few slots.
//!
//! The authority is split by readings of its own (userinfo, host, port; or a registry's name). Together they accept
//! exactly the language of the authority's rule (proved when tables are made), so that rule need not run. An edition
//! without such readings treats its authority as any other slot.

use crate::check::accepts;
use crate::offsets::Offsets;
use crate::plan::fields::{Field, Fields};
use crate::plan::slots::{Cut, Slot};
use crate::plan::{Content, Reading, Step, MAX_SLOTS};
use crate::split::split;
use crate::table::Tables;

/// Parses a text as [`crate::parse`] does, without the fast path, which must agree with it.
#[inline(never)]
#[must_use]
pub fn parse_generally(tables: &Tables, text: &[u8], offsets: &mut Offsets) -> bool {
    if tables.readings.is_empty() {
        *offsets = split(tables.style, text);
        return accepts(tables, tables.judge, text);
    }
    match read(tables, &tables.readings, text) {
        Some(parsed) => *offsets = parsed,
        None => return false,
    }
    !tables.judged || accepts(tables, tables.judge, text)
}

/// Parses by the readings that only resolution has.
#[inline(never)]
pub(crate) fn read_for_resolution(tables: &Tables, text: &[u8]) -> Option<Offsets> {
    read(tables, &tables.resolution_readings, text)
}

#[inline]
fn read(tables: &Tables, readings: &[Reading], text: &[u8]) -> Option<Offsets> {
    let mut fields = Fields::new();
    // INVARIANT: cursors[k] is the cursor before step k of the last reading tried, for every k up to `failed`.
    let mut cursors = [0u32; MAX_SLOTS];
    let mut failed = MAX_SLOTS;
    for (index, reading) in readings.iter().enumerate() {
        let mut step_index = reading.shared;
        if failed < step_index {
            continue;
        }
        if index > 0 {
            forget(&mut fields, &readings[index - 1].steps, step_index);
        }
        let mut at = cursors[step_index % MAX_SLOTS] as usize;
        loop {
            cursors[step_index % MAX_SLOTS] = at as u32;
            let Some(step) = reading.steps.get(step_index) else {
                if at == text.len() {
                    return Some(fields.offsets(text, reading.opaque));
                }
                break;
            };
            if step.may_end && at == text.len() {
                return Some(fields.offsets(text, reading.opaque));
            }
            match take(tables, step, text, at, &mut fields) {
                Some(next) => at = next,
                None => break,
            }
            step_index += 1;
        }
        failed = step_index;
    }
    None
}

/// Undoes the writes of the steps from `first` on.
#[inline]
fn forget(fields: &mut Fields, steps: &[Step], first: usize) {
    if first == 0 {
        *fields = Fields::new();
        return;
    }
    for step in steps.iter().skip(first) {
        fields.forget_range(step.fields);
        if matches!(step.content, Content::Authority) {
            fields.forget_authority();
        }
    }
}

/// Takes one step. Returns the cursor after it, or None if its slot is absent or refused.
#[inline(always)]
fn take(tables: &Tables, step: &Step, text: &[u8], cursor: usize, fields: &mut Fields) -> Option<usize> {
    if matches!(step.content, Content::Cut) {
        return take_cut(tables, step, text, cursor, fields);
    }
    let is_open = match step.open_len {
        0 => true,
        1 => text.get(cursor) == Some(&step.open[0]),
        _ => text.get(cursor..).and_then(<[u8]>::first_chunk) == Some(&step.open),
    };
    if !is_open {
        return step.optional.then_some(cursor);
    }
    let start = cursor + usize::from(step.open_len);
    let end = match &step.content {
        Content::Units(units) => {
            let end = units.run(text, start);
            if step.nonempty && end == start {
                return None;
            }
            end
        }
        Content::LeadThenUnits(first, rest) => match text.get(start) {
            Some(&byte) if first[usize::from(byte)] => rest.run(text, start + 1),
            _ if step.nonempty => return None,
            _ => start,
        },
        Content::Automaton(automaton) => {
            let run = automaton.run(text, start);
            if !run.accepted {
                return None;
            }
            run.end
        }
        Content::Authority | Content::Cut => take_authority(tables, &step.slot, text, start, fields)?,
    };
    if text.get(end).is_some_and(|&byte| !step.stop[usize::from(byte)]) {
        return None;
    }
    fields.set_range(step.fields, start, end);
    if step.close_len == 0 {
        return Some(end);
    }
    (text.get(end) == Some(&step.close)).then_some(end + 1)
}

/// Takes a step whose content must be cut before its rule runs.
fn take_cut(tables: &Tables, step: &Step, text: &[u8], cursor: usize, fields: &mut Fields) -> Option<usize> {
    match step.slot.cut(text, cursor) {
        Cut::Undefined => Some(cursor),
        Cut::Absent { .. } => None,
        Cut::Content { start, end, next } => {
            fields.set_range(step.fields, start, end);
            accepts(tables, step.slot.accepts, &text[start..end]).then_some(next)
        }
    }
}

/// Reads the authority that starts at `start` by its own readings. Returns its end, or None if no reading accepts it.
#[inline]
fn take_authority(tables: &Tables, slot: &Slot, text: &[u8], start: usize, fields: &mut Fields) -> Option<usize> {
    // A shortcut for an authority that is only a host saves an eighth of the time for `file:` URLs and for RFC 1808.
    if let Some(simple) = &tables.simple_authority {
        let run = simple.matcher.run(text, start);
        let whole = text.get(run.end).is_none_or(|&byte| slot.stop_table[usize::from(byte)]);
        if run.accepted && whole && (run.end > start || simple.takes_empty) {
            fields.set_range(simple.fields, start, run.end);
            fields.set(Field::Flags, simple.flags);
            return Some(run.end);
        }
    }
    let rest = text.get(start..).unwrap_or_default();
    let length = rest.iter().position(|&byte| slot.stop_table[usize::from(byte)]).unwrap_or(rest.len());
    let end = start + length;
    read_authority(tables, &text[..end], start, fields).then_some(end)
}

/// Parses `text[start..]` by the authority's own readings, in order; the first that takes all of it wins.
fn read_authority(tables: &Tables, text: &[u8], start: usize, fields: &mut Fields) -> bool {
    for reading in &tables.authority_readings {
        let mut at = Some(start);
        for step in &reading.steps {
            at = at.and_then(|at| take(tables, step, text, at, fields));
            if at.is_none() {
                break;
            }
        }
        if at == Some(text.len()) {
            fields.set(Field::Flags, reading.flags);
            return true;
        }
        fields.forget_authority();
    }
    false
}
