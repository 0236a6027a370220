//! Which tables have a fast path, and what it is made of.
//!
//! What goes in: the readings of a table and of its authority. What comes out: a [`FastPath`], or None if they have
//! another shape. Each helper looks at one slot: where it stands, what ends it, whether units judge it.

use std::sync::Arc;

use uriverse_scan::Sets;

use super::{FastPath, HOST, SCHEME};
use crate::automaton::Automaton;
use crate::bytes::{ByteSet, ByteTable};
use crate::parse::plan::{AuthorityReading, Content, Reading, SimpleAuthority, Step};
use crate::parse::shortcuts::{accepts_http, accepts_undotted_paths, host_test};
use crate::table::model::{Component, Matcher};
use crate::units::Units;

impl FastPath {
    /// Builds the fast path of a table, if its readings have the shape. `host` is what judges the host of the simple
    /// authority.
    pub(crate) fn new(
        readings: &[Reading],
        authority_readings: &[AuthorityReading],
        simple: &SimpleAuthority,
        host: &Matcher,
    ) -> Option<FastPath> {
        let first = readings.first().filter(|reading| !reading.opaque)?;
        let [scheme, authority, path, query, fragment] = &*first.steps else { return None };
        if simple.component != Component::Host {
            return None;
        }
        let words = words(scheme);
        let (scheme_first, scheme) = match &words {
            None => lead(scheme, Component::Scheme, b"", b":", b":/?#")?,
            Some(words) => {
                let table = Arc::new(words.taken().table());
                (Arc::clone(&table), Units::bytes(table))
            }
        };
        let (path, undotted, empty_path) = path_set(path)?;
        let has_readings = matches!(authority.content, Content::Authority) && !authority.optional;
        if !has_readings || !stands(authority, b"//", b"", b"/?#") {
            return None;
        }
        let (host, automaton) = match host {
            Matcher::Set(set) if !set.single && !set.nonempty => (set.units.clone(), None),
            Matcher::Set(_) => return None,
            Matcher::Automaton(automaton) => match automaton.units() {
                Some(units) => (units, None),
                None => {
                    let table = Arc::new(automaton.taken().table());
                    (Units::bytes(table), Some(Arc::clone(automaton)))
                }
            },
        };
        let query = tail(query, Component::Query, b"?", b"#")?;
        let fragment = tail(fragment, Component::Fragment, b"#", b"")?;
        let path_alone = path_alone(readings, &query, &fragment);
        let plain = |alone: &Arc<Automaton>| !scheme.table.contains(b':') && alone.accepts_plain_paths(&path);
        let plain_paths = path_alone.as_ref().is_some_and(plain);
        let spans = [scheme, host, path, query, fragment];
        let marks = ByteSet::of(b".%/").table();
        let mut masked = spans.each_ref().map(|span| &*span.table);
        if undotted {
            words.as_ref().filter(|_| !b"%/".iter().any(|&mark| spans[HOST].table.contains(mark)))?;
            masked[SCHEME] = &marks;
        }
        Some(FastPath {
            sets: Sets::new(masked)?,
            spans,
            scheme_first,
            scheme: words.map(|words| (Arc::clone(&words), accepts_http(&words))),
            host_test: automaton.as_ref().and_then(|host| host_test(host)),
            host: automaton,
            empty_host: simple.takes_empty,
            port: port(authority_readings, simple),
            flags: simple.flags,
            empty_path,
            undotted,
            path_alone,
            plain_paths,
        })
    }
}

/// Whether a slot stands between these literals and ends at these bytes.
fn stands(step: &Step, open: &[u8], close: &[u8], stop: &[u8]) -> bool {
    let slot = &step.slot;
    slot.open.bytes() == open && slot.close.bytes() == close && slot.stop == ByteSet::of(stop)
}

/// The sets of a mandatory slot that is one byte and then units of a set. The path may be empty, the scheme may not.
fn lead(step: &Step, component: Component, open: &[u8], close: &[u8], stop: &[u8]) -> Option<(Arc<ByteTable>, Units)> {
    let Content::LeadThenUnits(first, rest) = &step.content else { return None };
    let fits = step.slot.component == component
        && !step.optional
        && step.nonempty == (component == Component::Scheme)
        && !(component == Component::Scheme && (rest.triplets || rest.characters.is_some()))
        && stands(step, open, close, stop);
    fits.then(|| (Arc::clone(first), rest.clone()))
}

/// The automaton of a scheme that is not one byte and then a set: a list of words.
fn words(step: &Step) -> Option<Arc<Automaton>> {
    let Content::Automaton(automaton) = &step.content else { return None };
    let fits = step.slot.component == Component::Scheme && !step.optional && stands(step, b"", b":", b":/?#");
    fits.then(|| Arc::clone(automaton))
}

/// The bytes of a path that begins with "/", if they judge it; whether they judge only paths without dot segments; and
/// whether it may be empty.
fn path_set(step: &Step) -> Option<(Units, bool, bool)> {
    if let Content::Automaton(automaton) = &step.content {
        let set = automaton.taken();
        let fits = step.slot.component == Component::Path
            && !step.optional
            && stands(step, b"", b"", b"?#")
            && accepts_undotted_paths(automaton, set);
        let empty = automaton.accepts_at(automaton.first_state());
        return fits.then(|| (Units::bytes(Arc::new(set.table())), true, empty));
    }
    let (first, path) = lead(step, Component::Path, b"", b"", b"?#")?;
    (first == ByteSet::of(b"/").table().into()).then_some((path, false, true))
}

/// The set of an optional slot that is its `open` and then units of the set.
fn tail(step: &Step, component: Component, open: &[u8], stop: &[u8]) -> Option<Units> {
    let Content::Units(units) = &step.content else { return None };
    let fits = step.slot.component == component && step.optional && !step.nonempty && stands(step, open, b"", stop);
    fits.then(|| units.clone())
}

/// The path's automaton in the first reading that begins neither with a scheme nor with an authority, if that reading
/// is a path and the same query and fragment as in the first reading.
fn path_alone(readings: &[Reading], query: &Units, fragment: &Units) -> Option<Arc<Automaton>> {
    let scheme = &readings.first()?.steps.first()?.slot;
    let begins_otherwise = |reading: &&Reading| {
        reading.steps.first().is_none_or(|step| {
            let has_authority = step.slot.component == Component::Authority && !step.optional;
            !(step.slot.same(scheme) || has_authority && step.slot.open.bytes() == b"//")
        })
    };
    let reading = readings.iter().find(begins_otherwise).filter(|reading| !reading.opaque)?;
    let [path, its_query, its_fragment] = &*reading.steps else { return None };
    let Content::Automaton(automaton) = &path.content else { return None };
    let same = |mine: Option<Units>, other: &Units| mine.is_some_and(|mine| mine == *other);
    let fits = path.slot.component == Component::Path
        && !path.optional
        && stands(path, b"", b"", b"?#")
        && same(tail(its_query, Component::Query, b"?", b"#"), query)
        && same(tail(its_fragment, Component::Fragment, b"#", b""), fragment);
    fits.then(|| Arc::clone(automaton))
}

/// The digits of a port after the simple host, if nothing but a port can follow the host's ":".
///
/// The readings up to the host's may have only a userinfo, closed by "@", before their mandatory slot. An authority that
/// holds ":" and neither "@" nor "[" then has a port, or is refused.
fn port(readings: &[AuthorityReading], simple: &SimpleAuthority) -> Option<Arc<ByteTable>> {
    let readings = readings.get(..=simple.reading)?;
    for reading in readings {
        let before = reading.steps.iter().take_while(|step| step.optional);
        let closed = |step: &Step| step.slot.open.is_empty() && step.slot.close.bytes() == b"@" && step.slot.last;
        if !before.clone().all(closed) {
            return None;
        }
    }
    let from_host: Vec<&Step> = readings.last()?.steps.iter().skip_while(|step| step.optional).collect();
    let [host, port] = &*from_host else { return None };
    let Content::Units(digits) = &port.content else { return None };
    let digits_alone = *digits == Units::bytes(Arc::new(ByteSet::of(b"0123456789").table()));
    let fits = host.slot.stop == ByteSet::of(b":")
        && port.slot.component == Component::Port
        && port.optional
        && !port.nonempty
        && digits_alone
        && stands(port, b":", b"", b"");
    fits.then(|| Arc::clone(&digits.table))
}
