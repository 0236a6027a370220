//! A minimal DFA over byte classes, laid out for fast steps.
//!
//! Input: the automaton of one rule as the table holds it, then texts. Output: where a run along a text ends, and
//! whether the bytes before that end are accepted.
//!
//! # Layout
//!
//! The transition table is one array of rows. Each row is padded to a power of two, and a state *is* the index of its
//! row (it is premultiplied), so one step is `next[state + class[byte]]`. Row 0 is the dead state, and a transition to
//! it ends the run.
//!
//! # Loops
//!
//! Most runs spend most of their time in one state, inside a segment, a label or a query. For each state, the loader
//! computes what leads back to the same state: which bytes, whether a "%" with two hexadecimal digits, and which
//! characters beyond US-ASCII. If there are many such bytes, the state gets a *loop*: a run that enters the state skips
//! all of these units at once ([`Units`]). If the state also accepts, and every other byte leads to the dead state, the
//! run ends where the loop ends. Such a loop is *terminal*.
//!
//! `TO_LOOP`, the sign bit, marks each transition to a state with a loop. So one signed comparison (`<= 0`) for each
//! byte detects both the dead state and a loop.
//!
//! The path of `http://h/a?b`, by the rule `*( "/" segment )` of RFC 3986, whose automaton has two states: a run from
//! position 8 steps over "/" into the second state, which is marked. That state's loop takes `pchar`, "/" and triplets;
//! it passes over "a" and stops at "?". The state is terminal, so the run ends at 10 and is accepted.
//!
//! # Why it is correct
//!
//! A loop takes only whole units that lead from its state to itself. So after the loop the run is in the same state as
//! after single steps. [`Automaton::trace`] takes the single steps, and the tests compare the two.

use std::collections::HashSet;
use std::sync::Arc;

use crate::bytes::{ByteSet, ByteTable, HEXDIG};
use crate::characters::Characters;
use crate::memory::filled;
use crate::units::{Interned, Units};

/// Marks a transition whose target state has a loop.
const TO_LOOP: u32 = 1 << 31;

/// A state gets a loop if at least this many bytes lead it to itself. Letters, digits and "-" are fewer: labels consist
/// of these, and are too short for a loop to pay off.
const LOOP_BYTES: usize = 64;

/// The bytes that a state passes over without leaving itself.
#[derive(Clone, Debug)]
struct Loop {
    units: Units,
    /// The state accepts and every other byte is dead: the run ends where the loop ends.
    terminal: bool,
}

/// An automaton that takes one byte of a set, then any number of units of another: `ALPHA *( ALPHA / DIGIT / "+" )`,
/// `*( "/" segment )`. Most rules that a parse runs have this shape and need no single steps.
#[derive(Clone, Debug)]
pub(crate) struct Lead {
    pub first: Arc<ByteTable>,
    pub rest: Units,
    /// The empty text is not accepted.
    pub nonempty: bool,
}

/// How far a run along a text went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    /// The position of the first byte that was not taken, or the end of the text.
    pub end: usize,
    /// Whether the bytes before `end` are accepted.
    pub accepted: bool,
}

impl Run {
    /// Whether the run took all of a text of this length, and accepts it.
    pub(crate) fn takes_all(self, length: usize) -> bool {
        self.accepted && self.end == length
    }
}

/// How many texts are run in parallel.
const SIDE_BY_SIDE: usize = 4;

/// A text among those that are run in parallel: its number, its remaining bytes, its state.
#[derive(Clone, Copy)]
struct Lane<'a> {
    number: usize,
    rest: &'a [u8],
    state: u32,
}

/// The automaton of one rule.
#[derive(Debug)]
pub(crate) struct Automaton {
    class: Box<[u8; 256]>,
    /// Row of the dead state, then the rows of the states.
    next: Vec<u32>,
    /// log2 of the row length.
    shift: u32,
    /// The start state, marked if it has a loop.
    start: u32,
    /// By row number; the dead row is 0.
    accepting: Vec<bool>,
    /// By row number: 0 for no loop, else 1 + an index into `loops`.
    loop_of: Vec<u16>,
    loops: Vec<Loop>,
    /// The bytes that some state takes.
    taken: ByteSet,
}

/// An automaton as the table holds it, checked: `transitions` has a row of `locals` entries for each state. An entry is
/// 0 for dead, or the target state + 1.
pub(crate) struct RawAutomaton {
    pub class: Box<[u8; 256]>,
    pub locals: usize,
    pub accepting: Vec<bool>,
    pub transitions: Vec<u32>,
}

impl Automaton {
    pub(crate) fn new(parsed: RawAutomaton, interned: &mut Interned) -> Automaton {
        let RawAutomaton { class, locals, accepting, transitions } = parsed;
        let states = accepting.len();
        let shift = locals.next_power_of_two().trailing_zeros();
        let mut members = vec![ByteSet::EMPTY; locals];
        for byte in 0..=255u8 {
            members[usize::from(class[usize::from(byte)])].insert(byte);
        }
        let mut automaton = Automaton {
            class,
            next: filled(0, (states + 1) << shift),
            shift,
            start: 0,
            accepting: std::iter::once(false).chain(accepting).collect(),
            loop_of: vec![0; states + 1],
            loops: Vec::new(),
            taken: ByteSet::EMPTY,
        };
        let finder = LoopFinder {
            locals,
            class: &automaton.class,
            members: &members,
            beyond: &members.iter().map(|members| members.iter().all(|byte| byte >= 0x80)).collect::<Vec<_>>(),
            transitions: &transitions,
            accepting: &automaton.accepting,
        };
        for state in 1..=states {
            if let Some(entry) = finder.loop_of(state, interned) {
                if let Ok(index) = u16::try_from(automaton.loops.len() + 1) {
                    automaton.loops.push(entry);
                    automaton.loop_of[state] = index;
                }
            }
        }
        let mut taken = vec![false; locals];
        for state in 1..=states {
            for (local, &target) in finder.row(state).iter().enumerate() {
                if target != 0 {
                    let mark = if automaton.loop_of[target as usize] == 0 { 0 } else { TO_LOOP };
                    automaton.next[(state << shift) + local] = target << shift | mark;
                    taken[local] = true;
                }
            }
        }
        for (members, _) in members.iter().zip(taken).filter(|(_, taken)| *taken) {
            automaton.taken = automaton.taken.union(members);
        }
        automaton.start = 1 << shift | if automaton.loop_of[1] == 0 { 0 } else { TO_LOOP };
        automaton
    }

    /// The automaton as a [`Lead`]; None unless every first byte leads to the same terminal state.
    pub(crate) fn lead(&self, interned: &mut Interned) -> Option<Lead> {
        let first = self.next_bytes(1 << self.shift);
        let mut targets = first.iter().map(|byte| self.target(1 << self.shift, byte));
        let target = targets.next()?;
        if self.start & TO_LOOP != 0 || target & TO_LOOP == 0 || targets.any(|other| other != target) {
            return None;
        }
        let entry = &self.loops[usize::from(self.loop_of[((target & !TO_LOOP) >> self.shift) as usize]) - 1];
        entry.terminal.then(|| Lead {
            first: interned.table(&first),
            rest: entry.units.clone(),
            nonempty: !self.accepts_at(1 << self.shift),
        })
    }

    /// The units, if the automaton accepts any number of units and nothing else.
    pub(crate) fn units(&self) -> Option<Units> {
        self.units_at(self.first_state())
    }

    /// As [`Automaton::units`], for the automaton started in `state`.
    pub(crate) fn units_at(&self, state: u32) -> Option<Units> {
        let index = usize::from(self.loop_of[(state >> self.shift) as usize]).checked_sub(1)?;
        let entry = &self.loops[index];
        entry.terminal.then(|| entry.units.clone())
    }

    /// The characters beyond US-ASCII that `state` takes, and the one state to which all of them lead.
    fn characters_from(&self, state: u32) -> Option<(Characters, u32)> {
        let step = |state, byte| self.target(state, byte) & !TO_LOOP;
        Characters::leading(state, None, &step, &|state| self.accepts_at(state))
    }

    #[inline]
    fn target(&self, state: u32, byte: u8) -> u32 {
        self.next[state as usize + usize::from(self.class[usize::from(byte)])]
    }

    /// The bytes that some state takes. No accepted text has any other byte.
    pub(crate) fn alphabet(&self) -> &ByteSet {
        &self.taken
    }

    /// Runs along `text` from `from` until the dead state. If the run is not accepted, `end` may be too small, because
    /// a loop does not enter an incomplete unit. [`Automaton::trace`] is exact.
    #[inline]
    pub(crate) fn run(&self, text: &[u8], from: usize) -> Run {
        let mut at = from;
        let mut state = self.start;
        loop {
            if state & TO_LOOP != 0 {
                state &= !TO_LOOP;
                let entry = &self.loops[usize::from(self.loop_of[(state >> self.shift) as usize]) - 1];
                at = entry.units.run(text, at);
                if entry.terminal {
                    return Run { end: at, accepted: true };
                }
            }
            loop {
                let Some(&byte) = text.get(at) else {
                    return Run { end: at, accepted: self.accepts_at(state) };
                };
                let target = self.target(state, byte);
                if target.cast_signed() <= 0 {
                    if target == 0 {
                        return Run { end: at, accepted: self.accepts_at(state) };
                    }
                    at += 1;
                    state = target;
                    break;
                }
                at += 1;
                state = target;
            }
        }
    }

    /// Runs many texts and calls `report` with the number of each and whether it is accepted, in the order in which the
    /// runs end.
    ///
    /// Each step depends on the step before it, but not on the steps of other texts. So several texts are run in
    /// parallel, and the next text takes the lane of one that has ended. A dead run is not stopped before the end of
    /// its text: the dead state leads to itself, and a test for it would cost more.
    pub(crate) fn accepts_each<'a>(
        &self,
        mut texts: impl Iterator<Item = (usize, &'a [u8])>,
        mut report: impl FnMut(usize, bool),
    ) {
        let start = self.start & !TO_LOOP;
        let mut lanes = [Lane { number: 0, rest: &[], state: 0 }; SIDE_BY_SIDE];
        for filled in 0..SIDE_BY_SIDE {
            let Some((number, rest)) = texts.next() else {
                lanes[..filled].iter().for_each(|lane| report(lane.number, self.accepts_after(lane)));
                return;
            };
            lanes[filled] = Lane { number, rest, state: start };
        }
        loop {
            let steps = lanes.iter().map(|lane| lane.rest.len()).min().unwrap_or(0);
            let mut states = lanes.map(|lane| lane.state);
            let heads = lanes.map(|lane| &lane.rest[..steps]);
            for step in 0..steps {
                for (state, head) in states.iter_mut().zip(heads) {
                    *state = self.target(*state, head[step]) & !TO_LOOP;
                }
            }
            for (lane, state) in lanes.iter_mut().zip(states) {
                *lane = Lane { rest: &lane.rest[steps..], state, ..*lane };
            }
            for index in 0..SIDE_BY_SIDE {
                while lanes[index].rest.is_empty() {
                    report(lanes[index].number, self.accepts_at(lanes[index].state));
                    let Some((number, rest)) = texts.next() else {
                        let others = lanes.iter().enumerate().filter(|(other, _)| *other != index);
                        others.for_each(|(_, lane)| report(lane.number, self.accepts_after(lane)));
                        return;
                    };
                    lanes[index] = Lane { number, rest, state: start };
                }
            }
        }
    }

    /// Whether the automaton accepts after the remaining bytes of a lane.
    fn accepts_after(&self, lane: &Lane<'_>) -> bool {
        let step = |state: u32, &byte: &u8| self.target(state, byte) & !TO_LOOP;
        self.accepts_at(lane.rest.iter().fold(lane.state, step))
    }

    /// The number of bytes before the dead state, and the state after them. Where a loop ends, steps go on, so an
    /// incomplete unit counts too.
    pub(crate) fn trace(&self, text: &[u8]) -> (usize, u32) {
        let (mut at, mut state) = (0, self.start);
        loop {
            if state & TO_LOOP != 0 {
                state &= !TO_LOOP;
                let entry = &self.loops[usize::from(self.loop_of[(state >> self.shift) as usize]) - 1];
                at = entry.units.run(text, at);
            }
            match text.get(at).map(|&byte| self.target(state, byte)) {
                None | Some(0) => return (at, state),
                Some(target) => (at, state) = (at + 1, target),
            }
        }
    }

    /// The state in which every run begins.
    pub(crate) fn first_state(&self) -> u32 {
        self.start & !TO_LOOP
    }

    /// The state after one more byte, or None if the byte leads to the dead state.
    pub(crate) fn step(&self, state: u32, byte: u8) -> Option<u32> {
        Some(self.target(state, byte) & !TO_LOOP).filter(|&target| target != 0)
    }

    /// Whether a state of [`Automaton::trace`] accepts.
    pub(crate) fn accepts_at(&self, state: u32) -> bool {
        self.accepting[(state >> self.shift) as usize]
    }

    /// Whether the automaton accepts every path of these units whose first segment has no ":" and that does not begin
    /// with "//".
    pub(crate) fn accepts_plain_paths(&self, units: &Units) -> bool {
        /// The position in such a path: at its start, after a leading "/", in the first segment, after it.
        const START: u8 = 0;
        const ROOT: u8 = 1;
        const FIRST: u8 = 2;
        const REST: u8 = 3;
        let hex = |state: u32| HEXDIG.iter().map(move |digit| self.target(state, digit) & !TO_LOOP);
        let mut seen = HashSet::new();
        let mut open = vec![(self.start & !TO_LOOP, START)];
        while let Some((state, place)) = open.pop() {
            if !self.accepts_at(state) {
                return false;
            }
            if !seen.insert((state, place)) {
                continue;
            }
            for byte in (0..=255u8).filter(|&byte| units.table.contains(byte)) {
                let next = match (place, byte) {
                    (START | FIRST, b':') | (ROOT, b'/') => continue,
                    (START, b'/') => ROOT,
                    (START, _) => FIRST,
                    (FIRST, other) if other != b'/' => FIRST,
                    _ => REST,
                };
                open.push((self.target(state, byte) & !TO_LOOP, next));
            }
            let next = if place == START || place == FIRST { FIRST } else { REST };
            if units.triplets {
                let first = self.target(state, b'%') & !TO_LOOP;
                open.extend(hex(first).flat_map(hex).map(|state| (state, next)));
            }
            if let Some(characters) = &units.characters {
                match self.characters_from(state) {
                    Some((taken, target)) if taken == **characters => open.push((target, next)),
                    _ => return false,
                }
            }
        }
        true
    }

    /// Whether some run takes `byte` with no `stop` before it.
    pub(crate) fn takes_before(&self, byte: u8, stop: u8) -> bool {
        let mut seen = vec![false; self.accepting.len()];
        let mut open = vec![self.start & !TO_LOOP];
        while let Some(state) = open.pop() {
            if std::mem::replace(&mut seen[(state >> self.shift) as usize], true) {
                continue;
            }
            if self.target(state, byte) != 0 {
                return true;
            }
            let others = (0..=255u8).filter(|&other| other != stop).map(|other| self.target(state, other) & !TO_LOOP);
            open.extend(others.filter(|&target| target != 0));
        }
        false
    }

    /// The bytes that a state of [`Automaton::trace`] takes.
    pub(crate) fn next_bytes(&self, state: u32) -> ByteSet {
        let mut set = ByteSet::EMPTY;
        for byte in 0..=255u8 {
            if self.target(state, byte) != 0 {
                set.insert(byte);
            }
        }
        set
    }
}

/// An automaton as the table holds it, while its loops are being searched for.
struct LoopFinder<'a> {
    locals: usize,
    class: &'a [u8; 256],
    members: &'a [ByteSet],
    /// For each class, whether all its members are beyond US-ASCII.
    beyond: &'a [bool],
    transitions: &'a [u32],
    accepting: &'a [bool],
}

impl LoopFinder<'_> {
    fn row(&self, state: usize) -> &[u32] {
        &self.transitions[(state - 1) * self.locals..state * self.locals]
    }

    /// The loop of a state: the units that lead it to itself, and whether the run ends where they end.
    fn loop_of(&self, state: usize, interned: &mut Interned) -> Option<Loop> {
        let percent = ByteSet::from_bytes(b"%");
        let mut set = ByteSet::EMPTY;
        let (mut triplets, mut beyond, mut leaves) = (false, false, false);
        for ((&target, members), &is_beyond) in self.row(state).iter().zip(self.members).zip(self.beyond) {
            if target == 0 {
                continue;
            }
            if target as usize == state {
                set = set.union(members);
            } else if *members == percent && self.returns_by_triplet(target as usize, state) {
                triplets = true;
            } else if is_beyond {
                beyond = true;
            } else {
                leaves = true;
            }
        }
        let may_end = !leaves && self.accepting[state];
        if set.len() < LOOP_BYTES && !may_end {
            return None;
        }
        let characters = if beyond { self.characters_of(state) } else { None };
        let terminal = may_end && beyond == characters.is_some();
        (set.len() >= LOOP_BYTES || terminal).then(|| Loop {
            units: Units {
                table: interned.table(&set),
                triplets,
                characters: characters.map(|characters| interned.characters(characters)),
            },
            terminal,
        })
    }

    /// The characters beyond US-ASCII that lead from a state to itself. None if bytes beyond US-ASCII also lead
    /// elsewhere.
    fn characters_of(&self, state: usize) -> Option<Characters> {
        let step = |state: u32, byte: u8| match state {
            0 => 0,
            state => self.row(state as usize)[usize::from(self.class[usize::from(byte)])],
        };
        let (state, accepts) = (state as u32, |state| self.accepting[state as usize]);
        Characters::leading(state, Some(state), &step, &accepts).map(|(characters, _)| characters)
    }

    /// Whether two hexadecimal digits, and nothing else, lead from `first` to `home`, through states that do not
    /// accept.
    fn returns_by_triplet(&self, first: usize, home: usize) -> bool {
        let Some(second) = self.only_target(first) else { return false };
        !self.accepting[first] && !self.accepting[second] && self.only_target(second) == Some(home)
    }

    /// The one state to which every hexadecimal digit leads, if every other byte is dead.
    fn only_target(&self, state: usize) -> Option<usize> {
        let mut digits = ByteSet::EMPTY;
        let mut only = None;
        for (&target, members) in self.row(state).iter().zip(self.members) {
            if target == 0 {
                continue;
            }
            if only.is_some_and(|seen| seen != target) {
                return None;
            }
            only = Some(target);
            digits = digits.union(members);
        }
        if digits == HEXDIG {
            only.map(|target| target as usize)
        } else {
            None
        }
    }
}
