//! Reading a table of format 1, as `docs/tables.md` lays it out.
//!
//! Nothing is trusted: a table that loads can be run on any text. What it says of the language is another matter, which
//! is proved where the tables are made.

use std::collections::HashMap;
use std::sync::Arc;

use crate::automaton::{Automaton, Parsed};
use crate::bytes::{ByteSet, ByteTable};
use crate::file::{header, Reader, Result};
use crate::join::joins;
use crate::offsets::Offsets;
use crate::parse::MAX_SLOTS;
use crate::plan::{compile, share, simple_authority, Reading, Row};
use crate::quick::Quick;
use crate::slots::{Literal, Slot};
use crate::split::SplitStyle;
use crate::tables::{Component, Judge, Port, Rule, RuleId, SetRule, Tables};

/// Holds each byte table once.
#[derive(Default)]
struct Interned(HashMap<ByteSet, Arc<ByteTable>>);

impl Interned {
    fn get(&mut self, set: &ByteSet) -> Arc<ByteTable> {
        Arc::clone(self.0.entry(*set).or_insert_with(|| Arc::new(set.table())))
    }
}

/// Loads a table; see the module.
pub(crate) fn load(bytes: &[u8]) -> Result<Tables> {
    let mut reader = Reader::new(bytes);
    let digest = header(&mut reader)?;
    let r = &mut reader;
    let id = r.str()?.into();
    let (classes, labels) = alphabet(r)?;
    let mut interned = Interned::default();
    let automata =
        (0..r.u16()?).map(|_| automaton(r, &classes, labels.len(), &mut interned)).collect::<Result<Vec<_>>>()?;
    let rules = (0..r.u16()?).map(|_| rule(r, &automata, &mut interned)).collect::<Result<Vec<_>>>()?;
    let start = rule_id(r, &rules)?;
    let judged = r.flag()?;
    let style = match r.u8()? {
        0 => SplitStyle::AppendixB,
        1 => SplitStyle::Rfc1808,
        2 => SplitStyle::Rfc1738,
        _ => return r.error("no such split style"),
    };
    let mut readings = Vec::new();
    let mut resolution_readings = Vec::new();
    for _ in 0..r.u8()? {
        let (raw, resolves_only) = reading(r, &rules, &mut interned)?;
        if resolves_only { &mut resolution_readings } else { &mut readings }.push(raw);
    }
    let rows = (0..r.u8()?).map(|_| row(r, &rules, &mut interned)).collect::<Result<Vec<_>>>()?;
    let host_types = (0..r.u8()?).map(|_| Ok((r.str()?.into(), rule_id(r, &rules)?))).collect::<Result<Vec<_>>>()?;
    let unreserved = r.mask()?;
    let encode = (0..r.u8()?).map(|_| Ok((r.str()?.into(), interned.get(&r.mask()?)))).collect::<Result<Vec<_>>>()?;
    let settings: Vec<(Box<str>, Box<str>)> =
        (0..r.u16()?).map(|_| Ok((r.str()?.into(), r.str()?.into()))).collect::<Result<Vec<_>>>()?;
    let ports = (0..r.u16()?)
        .map(|_| Ok(Port { scheme: r.str()?.into(), port: r.u16()?, empty_path: r.str()?.into() }))
        .collect::<Result<Vec<_>>>()?;
    if !r.is_at_end() {
        return r.error("the table goes on after its end");
    }
    let cuts_as_split =
        style == SplitStyle::AppendixB && readings.iter().chain(&resolution_readings).all(cuts_as_appendix_b);
    let mut stops = ByteSet::EMPTY;
    let mut compile_all = |raw: Vec<RawReading>| {
        let mut compiled: Vec<Reading> = raw
            .into_iter()
            .map(|mut raw| {
                for slot in raw.slots.iter_mut().filter(|slot| slot.component == Component::Authority) {
                    slot.rows = !rows.is_empty();
                    stops = stops.union(&slot.stop);
                }
                Reading {
                    steps: compile(raw.slots, &rules, &mut |set| interned.get(set)),
                    opaque: raw.opaque,
                    shared: 0,
                }
            })
            .collect();
        share(&mut compiled);
        compiled
    };
    let (readings, resolution_readings) = (compile_all(readings), compile_all(resolution_readings));
    let simple_authority = simple_authority(&rows, stops, &rules);
    let quick = if judged { None } else { Quick::new(&readings, &rows, simple_authority.as_ref(), &rules) };
    let choices = crate::choices::choices(&settings).or_else(|what| r.error(what))?;
    let own = settings.iter().all(|(name, _)| &**name != "resolves_as");
    let joins = own && cuts_as_split && joins(&readings, &choices, quick.as_ref());
    let folds = settings.iter().find(|(name, _)| &**name == "case_insensitive").map_or("", |(_, value)| value);
    let beyond = rules.iter().any(|rule| match &rule.judge {
        Judge::Set(_) => false,
        Judge::Automaton(automaton) => !automaton.taken().is_ascii(),
    });
    Ok(Tables {
        id,
        digest,
        classes,
        labels,
        rule_index: index_of(&rules),
        start,
        judged,
        style,
        cuts_as_split,
        ascii: !beyond,
        readings,
        resolution_readings,
        simple_authority,
        quick,
        joins,
        rows,
        rules,
        host_types,
        unreserved,
        encode,
        scheme_folds: folds.split(' ').any(|part| part == "scheme"),
        host_folds: folds.split(' ').any(|part| part == "host"),
        settings,
        choices,
        ports,
    })
}

/// The class of each byte, and the labels of the classes.
type Alphabet = (Box<[u8; 256]>, Vec<Box<str>>);

fn alphabet(r: &mut Reader<'_>) -> Result<Alphabet> {
    let count = r.u8()?;
    let classes: Box<[u8; 256]> = Box::new(r.array()?);
    if classes.iter().any(|&class| class >= count) {
        return r.error("a byte has a class that does not exist");
    }
    let labels = (0..count).map(|_| Ok(r.str()?.into())).collect::<Result<_>>()?;
    Ok((classes, labels))
}

fn automaton(r: &mut Reader<'_>, classes: &[u8; 256], count: usize, interned: &mut Interned) -> Result<Arc<Automaton>> {
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
            transitions.push(if dead { 0 } else { target(r, state, states)? });
        }
    }
    let class = Box::new(std::array::from_fn(|byte| local_of[usize::from(classes[byte])]));
    let parsed = Parsed { class, locals, accepting, transitions };
    Ok(Arc::new(Automaton::new(parsed, &mut |set| interned.get(set))))
}

/// The target state + 1 of a transition: an even `zigzag` is a step forward, an odd one a step back.
fn target(r: &mut Reader<'_>, state: usize, states: usize) -> Result<u32> {
    let zigzag = r.varint()?;
    let distance = i64::from(zigzag >> 1) ^ -i64::from(zigzag & 1);
    match usize::try_from(state as i64 + distance) {
        Ok(target) if target < states => Ok(target as u32 + 1),
        _ => r.error("a transition leads out of its automaton"),
    }
}

fn rule(r: &mut Reader<'_>, automata: &[Arc<Automaton>], interned: &mut Interned) -> Result<Rule> {
    let name = r.str()?.into();
    let judge = match r.u8()? {
        0 => {
            let set = r.mask()?;
            let table = interned.get(&set);
            Judge::Set(SetRule { set, table, triplets: r.flag()?, nonempty: r.flag()?, single: r.flag()? })
        }
        1 => match automata.get(usize::from(r.u16()?)) {
            Some(automaton) => Judge::Automaton(Arc::clone(automaton)),
            None => return r.error("a rule names an automaton that does not exist"),
        },
        _ => return r.error("no such kind of rule"),
    };
    Ok(Rule { name, judge })
}

fn rule_id(r: &mut Reader<'_>, rules: &[Rule]) -> Result<RuleId> {
    let index = r.u16()?;
    if usize::from(index) >= rules.len() {
        return r.error("there is no rule of that number");
    }
    Ok(RuleId(index))
}

/// By name; of equal names the first.
fn index_of(rules: &[Rule]) -> HashMap<Box<str>, u16> {
    rules.iter().enumerate().rev().map(|(index, rule)| (rule.name.clone(), index as u16)).collect()
}

/// A reading as it stands in the file.
struct RawReading {
    slots: Vec<Slot>,
    opaque: bool,
}

fn reading(r: &mut Reader<'_>, rules: &[Rule], interned: &mut Interned) -> Result<(RawReading, bool)> {
    let opaque = match r.u8()? {
        0 | 2 => false,
        1 => true,
        _ => return r.error("no such kind of reading"),
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

fn row(r: &mut Reader<'_>, rules: &[Rule], interned: &mut Interned) -> Result<Row> {
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
    if (has(Component::Userinfo) || has(Component::Port)) && !has(Component::Host) {
        return r.error("a userinfo or a port stands there without a host");
    }
    let flags = match name {
        "server" => Offsets::SERVER,
        "reg_name" | "reg-name" => Offsets::REG_NAME,
        _ => 0,
    };
    Ok(Row { steps: compile(slots, rules, &mut |set| interned.get(set)), flags })
}

/// Each slot must have a place (so that the offsets, which keep no separators, can tell the components apart), and a
/// later one than the slot before it.
fn in_order(r: &Reader<'_>, slots: &[Slot], order: impl Fn(&Slot) -> Option<u8>) -> Result<()> {
    let mut before = None;
    for slot in slots {
        let place = order(slot);
        if place.is_none() || place <= before {
            return r.error(format!(
                "the slot {} may not stand there, or not with these separators",
                slot.component.as_str()
            ));
        }
        before = place;
    }
    Ok(())
}

fn slots(r: &mut Reader<'_>, rules: &[Rule], interned: &mut Interned) -> Result<Vec<Slot>> {
    let count = usize::from(r.u8()?);
    if count >= MAX_SLOTS {
        return r.error("a reading has too many slots");
    }
    (0..count).map(|_| slot(r, rules, interned)).collect()
}

fn slot(r: &mut Reader<'_>, rules: &[Rule], interned: &mut Interned) -> Result<Slot> {
    let Some(&component) = Component::ALL.get(usize::from(r.u8()?)) else {
        return r.error("no such component");
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
        stop_table: interned.get(&stop),
        accepts,
        label: r.str()?.into(),
        rest_label: r.str()?.into(),
        rows: false,
    })
}

/// Whether a reading's slots end where Appendix B's groups end, or it is an opaque one.
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
                && slot.stop == ByteSet::of(stop)
                && !slot.last
                && !slot.bracket
        })
}
