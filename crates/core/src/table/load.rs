//! Loading a table of format 2, which `docs/tables.md` describes.
//!
//! Input: the bytes of a file. Output: [`Tables`], or an error that names the section and the byte. [`read`] checks
//! every length, index, name and range, section by section. [`compile_file`], which cannot fail, precomputes what the
//! parse needs.
//!
//! A loaded table can be run on any text without a panic: each number that is later used as an index was checked
//! against its bound here, and each slot's component has offsets. That the table describes the right language is proved
//! when it is made (`uriverse.lab`).

use std::collections::HashMap;
use std::sync::Arc;

use crate::automaton::{Automaton, RawAutomaton};
use crate::bytes::ByteSet;
use crate::characters::Characters;
use crate::memory::Grow;
use crate::model::{Component, Matcher, Port, Rule, RuleId, SetRule};
use crate::offsets::Offsets;
use crate::percent::EncodeSet;
use crate::plan::fast_path::code_points::CodePointPath;
use crate::plan::fast_path::rule_check::RuleCheck;
use crate::plan::fast_path::FastPath;
use crate::plan::slots::{Literal, Slot};
use crate::plan::{compile, share, simple_authority, AuthorityReading, Reading, MAX_SLOTS};
use crate::split::SplitStyle;
use crate::table::choices::{Choices, EmptyReference};
use crate::table::file::{header, Cursor, Result};
use crate::table::Tables;
use crate::units::{Interned, Units};

impl Tables {
    /// Loads a table of format 2.
    ///
    /// # Errors
    /// [`TableError`] if any length, index, range, name or text in it violates the format.
    pub fn load(bytes: &[u8]) -> Result<Tables> {
        let file = read(&mut Cursor::new(bytes))?;
        let mut tables = compile_file(file);
        tables.fast_resolves = is_fast_resolvable(&tables);
        Ok(tables)
    }
}

/// Whether the proof of `resolve::fast_resolve` applies to an edition.
fn is_fast_resolvable(tables: &Tables) -> bool {
    let choices = &tables.choices;
    let holds = |reading: &Reading, component| reading.steps.iter().any(|step| step.slot.component == component);
    let whole = |reading: &&Reading| holds(reading, Component::Scheme) && holds(reading, Component::Authority);
    tables.cuts_as_split
        && !choices.resolves_as_another
        && choices.dots_everywhere
        && !choices.query_merges
        && !choices.replaces_params
        && choices.empty_reference == EmptyReference::BaseWithoutFragment
        && tables.readings.iter().filter(whole).count() == 1
        && tables.judging_fast_path().is_some_and(|fast_path| !fast_path.takes_colon_in_first_segment())
}

/// The contents of a file, each section checked.
struct File {
    digest: [u8; 32],
    id: Box<str>,
    rules: Vec<Rule>,
    start: RuleId,
    judge: RuleId,
    judged: bool,
    style: SplitStyle,
    readings: Vec<RawReading>,
    resolution_readings: Vec<RawReading>,
    authority_readings: Vec<AuthorityReading>,
    host_types: Vec<(Box<str>, RuleId)>,
    unreserved: ByteSet,
    unreserved_beyond: Option<Arc<Characters>>,
    encode: Vec<(Box<str>, EncodeSet)>,
    settings: Vec<(Box<str>, Box<str>)>,
    choices: Choices,
    ports: Vec<Port>,
    interned: Interned,
}

/// Reads the sections in the order of the format.
fn read(r: &mut Cursor<'_>) -> Result<File> {
    let digest = header(r)?;
    let id = r.section("identity").str()?.into();
    let (classes, count) = alphabet(r.section("classes"))?;
    let mut interned = Interned::default();
    let automata = (0..r.section("automata").u16()?)
        .map(|_| automaton(r, &classes, count, &mut interned))
        .collect::<Result<Vec<_>>>()?;
    let rules =
        (0..r.section("rules").u16()?).map(|_| rule(r, &automata, &mut interned)).collect::<Result<Vec<_>>>()?;
    let start = rule_id(r.section("start"), &rules)?;
    let judged = r.flag()?;
    let style = match r.u8()? {
        0 => SplitStyle::AppendixB,
        1 => SplitStyle::Rfc1808,
        2 => SplitStyle::Rfc1738,
        other => return r.error(format!("there is no split style {other}")),
    };
    let (mut readings, mut resolution_readings) = (Vec::new(), Vec::new());
    for _ in 0..r.section("readings").u8()? {
        let (raw, resolves_only) = reading(r, &rules, &mut interned)?;
        if resolves_only { &mut resolution_readings } else { &mut readings }.push(raw);
    }
    let authority_readings = (0..r.section("authority").u8()?)
        .map(|_| authority_reading(r, &rules, &mut interned))
        .collect::<Result<Vec<_>>>()?;
    let host_types = (0..r.section("host types").u8()?)
        .map(|_| Ok((r.str()?.into(), rule_id(r, &rules)?)))
        .collect::<Result<Vec<_>>>()?;
    let unreserved = r.section("characters").mask()?;
    let unreserved_beyond = r.ranges()?.map(|set| interned.characters(set));
    let encode = (0..r.section("encode").u8()?)
        .map(|_| {
            let (component, mask) = (r.str()?.into(), r.mask()?);
            let beyond = r.ranges()?.map(|set| interned.characters(set));
            Ok((component, EncodeSet::new(interned.table(&mask), beyond)))
        })
        .collect::<Result<Vec<_>>>()?;
    let settings: Vec<(Box<str>, Box<str>)> = (0..r.section("settings").u16()?)
        .map(|_| Ok((r.str()?.into(), r.str()?.into())))
        .collect::<Result<Vec<_>>>()?;
    let is_rule = |name: &str| rules.iter().any(|rule| &*rule.name == name);
    let choices = Choices::from_settings(&settings, is_rule).or_else(|what| r.error(what))?;
    let judge = match settings.iter().find(|(name, _)| &**name == "judged_by") {
        Some((_, judge)) => rules.iter().position(|rule| rule.name == *judge).map_or(start, |at| RuleId(at as u16)),
        None => start,
    };
    let ports = (0..r.section("ports").u16()?)
        .map(|_| Ok(Port { scheme: r.str()?.into(), port: r.u16()?, empty_path: r.str()?.into() }))
        .collect::<Result<Vec<_>>>()?;
    if !r.is_at_end() {
        return r.error("the file goes on after its last section");
    }
    Ok(File {
        digest,
        id,
        rules,
        start,
        judge,
        judged,
        style,
        readings,
        resolution_readings,
        authority_readings,
        host_types,
        unreserved,
        unreserved_beyond,
        encode,
        settings,
        choices,
        ports,
        interned,
    })
}

/// Precomputes everything that does not depend on a text: compiled readings, and the fast paths that the edition
/// allows.
fn compile_file(file: File) -> Tables {
    let File { rules, style, mut interned, authority_readings, .. } = file;
    let cuts_as_split =
        style == SplitStyle::AppendixB && file.readings.iter().chain(&file.resolution_readings).all(cuts_as_appendix_b);
    let mut authority_stops = ByteSet::EMPTY;
    let mut compile_all = |raw: Vec<RawReading>| {
        let mut compiled: Vec<Reading> = raw
            .into_iter()
            .map(|mut raw| {
                for slot in raw.slots.iter_mut().filter(|slot| slot.component == Component::Authority) {
                    slot.has_readings = !authority_readings.is_empty();
                    authority_stops = authority_stops.union(&slot.stop);
                }
                let steps = compile(raw.slots, &rules, &mut interned);
                Reading { steps, opaque: raw.opaque, shared: 0 }
            })
            .collect();
        share(&mut compiled);
        compiled
    };
    let (readings, resolution_readings) = (compile_all(file.readings), compile_all(file.resolution_readings));
    let simple_authority = simple_authority(&authority_readings, authority_stops, &rules, &mut interned);
    let beyond_ascii = rules.iter().any(|rule| match &rule.matcher {
        Matcher::Set(_) => false,
        Matcher::Automaton(automaton) => !automaton.alphabet().is_ascii(),
    });
    let fast_path = simple_authority.as_ref().and_then(|simple| FastPath::new(&readings, &authority_readings, simple));
    let (fast_path, rule_check) = match (fast_path, &rules[file.judge.index()].matcher) {
        (Some(fast_path), _) if !file.judged => (Some(fast_path), RuleCheck::Skip),
        (Some(fast_path), Matcher::Automaton(start)) => {
            let (fast_path, rule_check) = fast_path.with_rule_check(start);
            (Some(fast_path), rule_check)
        }
        (fast_path, _) => (fast_path, RuleCheck::Run),
    };
    let accepts_all = matches!(rule_check, RuleCheck::Skip);
    let code_points = fast_path.as_ref().filter(|_| accepts_all).and_then(CodePointPath::new);
    Tables {
        id: file.id,
        digest: file.digest,
        rule_index: index_by_name(&rules),
        start: file.start,
        judge: file.judge,
        judged: file.judged,
        style,
        cuts_as_split,
        ascii: !beyond_ascii,
        readings,
        resolution_readings,
        simple_authority,
        fast_path,
        code_points,
        rule_check,
        fast_resolves: false,
        authority_readings,
        rules,
        host_types: file.host_types,
        unreserved: file.unreserved,
        unreserved_beyond: file.unreserved_beyond,
        encode: file.encode,
        settings: file.settings,
        choices: file.choices,
        ports: file.ports,
    }
}

/// The class of each byte, and the number of classes. The labels of the classes are for humans.
fn alphabet(r: &mut Cursor<'_>) -> Result<([u8; 256], usize)> {
    let count = r.u8()?;
    let classes: [u8; 256] = r.array()?;
    if classes.iter().any(|&class| class >= count) {
        return r.error("a byte has a class that does not exist");
    }
    (0..count).try_for_each(|_| r.str().map(drop))?;
    Ok((classes, usize::from(count)))
}

fn automaton(r: &mut Cursor<'_>, classes: &[u8; 256], count: usize, interned: &mut Interned) -> Result<Arc<Automaton>> {
    let locals = usize::from(r.u8()?);
    let local_of = r.take(count)?;
    if local_of.iter().any(|&local| usize::from(local) >= locals) {
        return r.error("a class has a local class that does not exist");
    }
    let states = usize::from(r.u16()?);
    if states == 0 {
        return r.error("an automaton has no state");
    }
    let bits = r.take(states.div_ceil(8))?;
    let accepting = (0..states).map(|state| bits[state / 8] >> (state % 8) & 1 == 1).collect();
    let mut transitions = Vec::new();
    for state in 0..states {
        let alive = r.take(locals.div_ceil(8))?;
        for local in 0..locals {
            let dead = alive[local / 8] >> (local % 8) & 1 == 0;
            transitions.put(if dead { 0 } else { target(r, state, states)? });
        }
    }
    let class = Box::new(std::array::from_fn(|byte| local_of[usize::from(classes[byte])]));
    let parsed = RawAutomaton { class, locals, accepting, transitions };
    Ok(Arc::new(Automaton::new(parsed, interned)))
}

/// The target state + 1 of a transition: an even `zigzag` is a step forward, an odd one a step back.
fn target(r: &mut Cursor<'_>, state: usize, states: usize) -> Result<u32> {
    let zigzag = r.varint()?;
    let distance = i64::from(zigzag >> 1) ^ -i64::from(zigzag & 1);
    match usize::try_from(state as i64 + distance) {
        Ok(target) if target < states => Ok(target as u32 + 1),
        _ => r.error("a transition leads out of its automaton"),
    }
}

fn rule(r: &mut Cursor<'_>, automata: &[Arc<Automaton>], interned: &mut Interned) -> Result<Rule> {
    let name = r.str()?.into();
    let matcher = match r.u8()? {
        0 => {
            let set = r.mask()?;
            let units = Units { triplets: r.flag()?, ..Units::bytes(interned.table(&set)) };
            Matcher::Set(SetRule { set, units, nonempty: r.flag()?, single: r.flag()? })
        }
        1 => match automata.get(usize::from(r.u16()?)) {
            Some(automaton) => Matcher::Automaton(Arc::clone(automaton)),
            None => return r.error("a rule names an automaton that does not exist"),
        },
        _ => return r.error("there is no such kind of rule"),
    };
    Ok(Rule { name, matcher })
}

fn rule_id(r: &mut Cursor<'_>, rules: &[Rule]) -> Result<RuleId> {
    let index = r.u16()?;
    if usize::from(index) >= rules.len() {
        return r.error("there is no rule of that number");
    }
    Ok(RuleId(index))
}

/// By name; of equal names the first.
fn index_by_name(rules: &[Rule]) -> HashMap<Box<str>, u16> {
    rules.iter().enumerate().rev().map(|(index, rule)| (rule.name.clone(), index as u16)).collect()
}

/// A reading as stored in the file.
struct RawReading {
    slots: Vec<Slot>,
    opaque: bool,
}

fn reading(r: &mut Cursor<'_>, rules: &[Rule], interned: &mut Interned) -> Result<(RawReading, bool)> {
    let opaque = match r.u8()? {
        0 | 2 => false,
        1 => true,
        _ => return r.error("there is no such kind of reading"),
    };
    let resolves_only = r.flag()?;
    let slots = slots(r, rules, interned)?;
    let order = |slot: &Slot| match slot.component {
        Component::Scheme if slot.open.is_empty() && slot.close.bytes().len() == 1 && !slot.optional => Some(0),
        Component::Authority
            if slot.open.bytes().len() == 2 && slot.close.is_empty() && !slot.last && !slot.bracket =>
        {
            Some(1)
        }
        Component::Path if slot.open.is_empty() && slot.close.is_empty() => Some(2),
        Component::Params if slot.open.bytes().len() == 1 && slot.close.is_empty() => Some(3),
        Component::Query if slot.open.bytes().len() == 1 && slot.close.is_empty() => Some(4),
        Component::Fragment if slot.open.bytes().len() == 1 && slot.close.is_empty() => Some(5),
        _ => None,
    };
    in_order(r, &slots, order)?;
    Ok((RawReading { slots, opaque }, resolves_only))
}

fn authority_reading(r: &mut Cursor<'_>, rules: &[Rule], interned: &mut Interned) -> Result<AuthorityReading> {
    let name = r.str()?;
    let slots = slots(r, rules, interned)?;
    let order = |slot: &Slot| match slot.component {
        Component::Userinfo if slot.open.is_empty() && slot.close.bytes().len() == 1 => Some(0),
        Component::Host if slot.open.is_empty() && slot.close.is_empty() => Some(1),
        Component::RegName if slot.open.is_empty() && slot.close.is_empty() => Some(2),
        Component::Port if slot.open.bytes().len() == 1 && slot.close.is_empty() => Some(3),
        _ => None,
    };
    in_order(r, &slots, order)?;
    let has = |component: Component| slots.iter().any(|slot| slot.component == component);
    let always_host = slots.iter().any(|slot| slot.component == Component::Host && !slot.optional);
    if (has(Component::Userinfo) || has(Component::Port)) && !always_host {
        return r.error("a userinfo or a port has no host beside it, or one that may be missing");
    }
    let flags = match name {
        "server" => Offsets::SERVER,
        "reg_name" | "reg-name" => Offsets::REG_NAME,
        _ => 0,
    };
    Ok(AuthorityReading { steps: compile(slots, rules, interned), flags })
}

/// Checks the order of a reading's slots. Offsets store no delimiters, so the order must identify the components: each
/// slot must have a place, after that of the slot before it.
fn in_order(r: &Cursor<'_>, slots: &[Slot], order: impl Fn(&Slot) -> Option<u8>) -> Result<()> {
    let mut before = None;
    for slot in slots {
        let place = order(slot);
        if place.is_none() || place <= before {
            return r.error(format!(
                "the slot {} is out of order, or has separators that it may not have",
                slot.component.as_str()
            ));
        }
        before = place;
    }
    Ok(())
}

fn slots(r: &mut Cursor<'_>, rules: &[Rule], interned: &mut Interned) -> Result<Vec<Slot>> {
    let count = usize::from(r.u8()?);
    if count >= MAX_SLOTS {
        return r.error("a reading has too many slots");
    }
    (0..count).map(|_| slot(r, rules, interned)).collect()
}

fn slot(r: &mut Cursor<'_>, rules: &[Rule], interned: &mut Interned) -> Result<Slot> {
    let Some(&component) = Component::ALL.get(usize::from(r.u8()?)) else {
        return r.error("there is no such component");
    };
    let flags = r.u8()?;
    if flags > 7 {
        return r.error("a slot has a flag that does not exist");
    }
    let open = Literal::new(r.str()?.as_bytes());
    let close = Literal::new(r.str()?.as_bytes());
    let stop = r.mask()?;
    let accepts = rule_id(r, rules)?;
    Ok(Slot {
        component,
        optional: flags & 1 != 0,
        last: flags & 2 != 0,
        bracket: flags & 4 != 0,
        open,
        close,
        stop,
        stop_table: interned.table(&stop),
        content: interned.table(&ByteSet::from_predicate(|byte| !stop.contains(byte))),
        accepts,
        label: r.str()?.into(),
        rest_label: r.str()?.into(),
        has_readings: false,
    })
}

/// Whether a reading is opaque, or its slots end where Appendix B's groups end.
fn cuts_as_appendix_b(reading: &RawReading) -> bool {
    reading.opaque
        || reading.slots.iter().all(|slot| {
            let (open, close, stop): (&[u8], &[u8], &[u8]) = match slot.component {
                Component::Scheme => (b"", b":", b":/?#"),
                Component::Authority => (b"//", b"", b"/?#"),
                Component::Path => (b"", b"", b"?#"),
                Component::Query => (b"?", b"", b"#"),
                Component::Fragment => (b"#", b"", b""),
                _ => return false,
            };
            slot.open.bytes() == open
                && slot.close.bytes() == close
                && slot.stop == ByteSet::from_bytes(stop)
                && !slot.last
                && !slot.bracket
        })
}
