//! Decides whether a table can have a fast path, and builds it.
//!
//! Input: the readings of a table and of its authority. Output: a [`FastPath`], or None if they have another shape.
//! Each helper inspects one slot: its position, its terminators, whether its content is units.

use std::sync::Arc;

use uriverse_scan::Sets;

use super::model::{FastPath, KnownPaths, PathAlone, Paths, Port, Tails, HOST, SCHEME};
use super::web::{Web, DIGITS, DOT, LABEL_MARKS, MARKS};
use crate::automaton::Automaton;
use crate::bytes::{ByteSet, ByteTable};
use crate::model::{Component, Matcher};
use crate::plan::shortcuts::{
    accepts_http, accepts_plain_references, accepts_undotted_paths, host_test, units_after_first_segment, HostTest,
};
use crate::plan::{AuthorityReading, Content, Reading, SimpleAuthority, Step};
use crate::units::Units;

impl FastPath {
    /// Builds the fast path of a table; None if its readings have another shape.
    pub(crate) fn new(
        readings: &[Reading],
        authority_readings: &[AuthorityReading],
        simple: &SimpleAuthority,
    ) -> Option<FastPath> {
        let first = readings.first().filter(|reading| !reading.opaque)?;
        let [scheme, authority, path, after_path @ ..] = &*first.steps else { return None };
        if simple.component != Component::Host {
            return None;
        }
        let words = words(scheme);
        let (scheme_first, scheme) = match &words {
            None => scheme_sets(scheme)?,
            Some(words) => {
                let table = Arc::new(words.alphabet().table());
                (Arc::clone(&table), Units::bytes(table))
            }
        };
        let (tails, query, fragment) = tails(after_path)?;
        let openers = tails.openers();
        let (path, paths, empty_path) = path_set(path, &openers)?;
        let authority_stop = authority.slot.stop;
        let has_readings = matches!(authority.content, Content::Authority) && !authority.optional;
        let ends_alike = authority_stop.contains(b'/') && authority_stop.iter().all(|byte| b"/;?#".contains(&byte));
        if !has_readings || !ends_alike || !is_bounded_by(authority, b"//", b"", &authority_stop) {
            return None;
        }
        let (host, automaton) = match &simple.matcher {
            Matcher::Set(set) if !set.single && !set.nonempty => (set.units.clone(), None),
            Matcher::Set(_) => return None,
            Matcher::Automaton(automaton) => match automaton.units() {
                Some(units) => (units, None),
                None => {
                    let table = Arc::new(automaton.alphabet().table());
                    (Units::bytes(table), Some(Arc::clone(automaton)))
                }
            },
        };
        // The bytes that end a host end the authority.
        if openers.iter().any(|opener| !authority_stop.contains(opener) && !host.table.contains(opener)) {
            return None;
        }
        let path_alone = path_alone(readings, &scheme, &path, paths, &first.steps);
        let host_test = automaton.as_ref().and_then(|host| host_test(host));
        let spans = [scheme, host, path, query, fragment];
        let takes_web = match &words {
            Some(words) => accepts_http(words),
            None => scheme_first.contains(b'h') && b"tps".iter().all(|&byte| spans[SCHEME].table.contains(byte)),
        };
        let mut fast_path = FastPath {
            sets: sets(&spans)?,
            spans,
            scheme_first,
            scheme: words,
            takes_web,
            web: None,
            host_test,
            host: automaton,
            labels_alone: false,
            empty_host: simple.takes_empty,
            port: port(authority_readings, simple, &authority.stop),
            flags: simple.flags,
            empty_path,
            paths,
            path_alone,
            tails,
        };
        fast_path.web = web(&fast_path);
        Some(fast_path)
    }
}

impl FastPath {
    /// A copy of the fast path that accepts only hosts of labels.
    pub(super) fn with_labels_alone(&self) -> Option<FastPath> {
        let mut spans = self.spans.clone();
        let is_of_label = |byte: u8| byte.is_ascii_alphanumeric() || b".-".contains(&byte);
        let bytes = ByteSet::from_predicate(|byte| is_of_label(byte) && spans[HOST].table.contains(byte));
        spans[HOST] = Units::bytes(Arc::new(bytes.table()));
        let sets = sets(&spans)?;
        let mut fast_path = FastPath { sets, spans, host: None, labels_alone: true, ..self.clone() };
        fast_path.web = web(&fast_path);
        Some(fast_path)
    }
}

/// The sets of the masks.
fn sets(spans: &[Units; 5]) -> Option<Sets<5>> {
    Sets::new(spans.each_ref().map(|span| &*span.table))
}

/// The shorter test for most URLs; None if no variant of [`Web`] covers the fast path's hosts and paths.
fn web(path: &FastPath) -> Option<Web> {
    let [_, hosts, paths, queries, _] = path.spans.each_ref().map(|span| &*span.table);
    let has_queries = path.tails.query && queries.contains(b'?');
    let in_both = |byte| queries.contains(byte) && (byte == b'?' || paths.contains(byte));
    let queries = &ByteSet::from_predicate(|byte| has_queries && in_both(byte)).table();
    let double_slash = path.paths != Paths::NoEmptyFirstSegment;
    match (&path.host, path.paths) {
        _ if !path.takes_web => None,
        (None, Paths::Rooted | Paths::NoEmptyFirstSegment) if !path.labels_alone => {
            let sets = Sets::new([hosts, paths, queries])?;
            Some(Web::Units { sets, empty_host: path.empty_host, double_slash })
        }
        // Within a host, MARKS must be dots only: so a host must not hold "%" or "/".
        (Some(_), Paths::Undotted)
            if matches!(path.host_test, Some(HostTest::Named)) && !b"%/".iter().any(|&mark| hosts.contains(mark)) =>
        {
            let sets = Sets::new([hosts, paths, queries, &MARKS, &DIGITS])?;
            Some(Web::Named { sets, in_host: Box::new(Sets::new([hosts, &MARKS, &DIGITS])?) })
        }
        (_, Paths::Rooted | Paths::NoEmptyFirstSegment)
            if matches!(path.host_test, Some(HostTest::Labels)) || path.labels_alone =>
        {
            let sets = Sets::new([hosts, paths, queries, &LABEL_MARKS, &DOT, &DIGITS])?;
            Some(Web::Labels { sets, double_slash })
        }
        _ => None,
    }
}

impl Tails {
    /// The bytes that begin these components.
    fn openers(&self) -> ByteSet {
        let mut openers = ByteSet::EMPTY;
        for (there, byte) in [(self.params.is_some(), b';'), (self.query, b'?'), (self.fragment, b'#')] {
            if there {
                openers.insert(byte);
            }
        }
        openers
    }
}

/// The bytes of a table.
fn byte_set(table: &ByteTable) -> ByteSet {
    ByteSet::from_predicate(|byte| table.contains(byte))
}

/// Whether a slot has these literals and ends at these bytes.
fn is_bounded_by(step: &Step, open: &[u8], close: &[u8], stop: &ByteSet) -> bool {
    let slot = &step.slot;
    slot.open.bytes() == open && slot.close.bytes() == close && slot.stop == *stop
}

/// The bytes with which a scheme begins, and those that follow.
fn scheme_sets(step: &Step) -> Option<(Arc<ByteTable>, Units)> {
    let (first, rest) = match &step.content {
        Content::LeadThenUnits(first, rest) => (first, rest),
        Content::Units(units) => (&units.table, units),
        _ => return None,
    };
    let fits = step.slot.component == Component::Scheme
        && !step.optional
        && step.nonempty
        && !rest.triplets
        && rest.characters.is_none()
        && is_bounded_by(step, b"", b":", &ByteSet::from_bytes(b":/?#"));
    fits.then(|| (Arc::clone(first), rest.clone()))
}

/// The automaton of a scheme that is not one byte and then a set, but a list of words.
fn words(step: &Step) -> Option<Arc<Automaton>> {
    let Content::Automaton(automaton) = &step.content else { return None };
    let fits = step.slot.component == Component::Scheme
        && !step.optional
        && is_bounded_by(step, b"", b":", &ByteSet::from_bytes(b":/?#"));
    fits.then(|| Arc::clone(automaton))
}

/// The units of a path that begins with "/"; which paths of these units are accepted; and whether it may be empty.
fn path_set(step: &Step, openers: &ByteSet) -> Option<(Units, Paths, bool)> {
    if step.slot.component != Component::Path || step.optional || !is_bounded_by(step, b"", b"", openers) {
        return None;
    }
    match &step.content {
        Content::LeadThenUnits(first, rest) if !step.nonempty && byte_set(first) == ByteSet::from_bytes(b"/") => {
            Some((rest.clone(), Paths::Rooted, true))
        }
        Content::Automaton(automaton) => {
            let (set, empty) = (automaton.alphabet(), automaton.accepts_at(automaton.first_state()));
            if let Some(units) = units_after_first_segment(automaton) {
                return Some((units, Paths::NoEmptyFirstSegment, empty));
            }
            let units = || Units::bytes(Arc::new(set.table()));
            accepts_undotted_paths(automaton, set).then(|| (units(), Paths::Undotted, empty))
        }
        _ => None,
    }
}

/// The slots after a path, and the units of query and fragment; an absent slot has the empty set.
fn tails(steps: &[Step]) -> Option<(Tails, Units, Units)> {
    let none = Units::bytes(Arc::new(ByteSet::EMPTY.table()));
    let (mut tails, mut query, mut fragment) =
        (Tails { params: None, query: false, fragment: false }, none.clone(), none);
    // Backwards, because a slot ends at the openers of the slots after it.
    for step in steps.iter().rev() {
        let Content::Units(units) = &step.content else { return None };
        let openers = tails.openers();
        let fits = |open| step.optional && !step.nonempty && is_bounded_by(step, open, b"", &openers);
        match step.slot.component {
            Component::Fragment if openers.is_empty() && fits(b"#") => {
                tails.fragment = true;
                fragment = units.clone();
            }
            Component::Query if !tails.query && tails.params.is_none() && fits(b"?") => {
                tails.query = true;
                query = units.clone();
            }
            Component::Params if tails.params.is_none() && fits(b";") => tails.params = Some(units.clone()),
            _ => return None,
        }
    }
    Some((tails, query, fragment))
}

/// The path in the first reading that begins neither with a scheme nor with an authority. That reading must be a path
/// and the same slots after it as in the first reading, whose steps are `first`.
fn path_alone(readings: &[Reading], scheme: &Units, units: &Units, paths: Paths, first: &[Step]) -> PathAlone {
    let [its_scheme, _, its_path, tails @ ..] = first else { return PathAlone::Unknown };
    let begins_otherwise = |reading: &&Reading| {
        reading.steps.first().is_none_or(|step| {
            let has_authority = step.slot.component == Component::Authority && !step.optional;
            !(step.slot.same(&its_scheme.slot) || has_authority && step.slot.open.bytes() == b"//")
        })
    };
    let reading = readings.iter().find(begins_otherwise).filter(|reading| !reading.opaque);
    let Some([path, its_tails @ ..]) = reading.map(|reading| &*reading.steps) else { return PathAlone::Unknown };
    let same_tails =
        its_tails.len() == tails.len() && its_tails.iter().zip(tails).all(|(its, other)| its.slot.same(&other.slot));
    let is_path = path.slot.component == Component::Path && !path.optional;
    if !is_path || !same_tails || !is_bounded_by(path, b"", b"", &its_path.slot.stop) {
        return PathAlone::Unknown;
    }
    match &path.content {
        Content::Units(alone) if !path.nonempty && alone == units => PathAlone::Units,
        Content::Automaton(alone) => {
            let plain = if !scheme.table.contains(b':') && alone.accepts_plain_paths(units) {
                KnownPaths::All
            } else if paths == Paths::Undotted && accepts_plain_references(alone, &byte_set(&units.table)) {
                KnownPaths::Undotted
            } else {
                KnownPaths::Nothing
            };
            PathAlone::Automaton(Arc::clone(alone), plain)
        }
        _ => PathAlone::Unknown,
    }
}

/// The digits of a port after the simple host, if nothing but a port can follow the host's ":".
///
/// Before its mandatory slot, each reading up to the host's may have only a userinfo, closed by "@". Then an authority
/// with ":" but without "@" and "[" has a port or is refused.
fn port(readings: &[AuthorityReading], simple: &SimpleAuthority, stop: &Arc<ByteTable>) -> Option<Port> {
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
    let digits_alone = *digits == Units::bytes(Arc::new(ByteSet::from_bytes(b"0123456789").table()));
    let fits = host.slot.stop == ByteSet::from_bytes(b":")
        && port.slot.component == Component::Port
        && port.optional
        && digits_alone
        && is_bounded_by(port, b":", b"", &ByteSet::EMPTY);
    fits.then(|| Port { digits: Arc::clone(&digits.table), nonempty: port.nonempty, stop: Arc::clone(stop) })
}
