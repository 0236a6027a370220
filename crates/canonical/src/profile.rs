//! A profile: steps in their order, repeated until nothing changes.

use std::sync::Arc;

use uriverse_core::memory::{buffer, copy, Grow};
use uriverse_core::Tables;

use crate::escapes::escape_octets;
use crate::keys::{self, Key};
use crate::running::{RulesOf, Step, Work};
use crate::state::State;
use crate::steps::{Arguments, BadStep};
use crate::watch::{Watch, MOST_STEPS};

/// A list of steps, and perhaps a key at the end.
#[derive(Debug)]
pub struct Profile {
    steps: Vec<Step>,
    /// The preconditions of the steps.
    watch: Watch,
    key: Option<Key>,
    /// Whether a text that a step refuses is its own form.
    keeps_refused: bool,
    tables: Arc<Tables>,
}

/// The reason why a URL has no canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The number of the refusing step, from 0; the number of steps if there is no fixed point.
    pub step: usize,
    /// The requirement of the step.
    pub reason: &'static str,
}

/// Working memory of [`Profile::apply_into`], reused for the next text.
#[derive(Debug, Default)]
pub struct Memory {
    state: State,
    before: Vec<u8>,
}

/// The most rounds: more than any text of the tests needs.
const ROUNDS: usize = 8;

impl Profile {
    /// The profile of named steps. With `keeps_refused`, a text that one refuses is its own form. `tables` are those of
    /// RFC 3986.
    ///
    /// # Errors
    /// An unknown step or argument, with its number; a `key` that is not last; more steps than a profile can have.
    pub fn new(
        steps: &[(String, Arguments)],
        keeps_refused: bool,
        tables: Arc<Tables>,
        rules_of: RulesOf,
    ) -> Result<Profile, (usize, BadStep)> {
        let (mut plain, mut key) = (buffer(steps.len()), None);
        for (index, (name, arguments)) in steps.iter().enumerate() {
            if key.is_some() {
                return Err((index, BadStep("no step can follow key, which writes the result".to_owned())));
            }
            match Step::new(name, arguments, rules_of).map_err(|bad| (index, bad))? {
                Step { work: Work::Key(own), .. } => key = Some(own),
                _ if index == MOST_STEPS => {
                    return Err((index, BadStep(format!("a profile has at most {MOST_STEPS} steps besides key"))));
                }
                step => plain.push(step),
            }
        }
        let watch = Watch::new(plain.iter().map(|step: &Step| (step.needs.as_slice(), step.reads)));
        Ok(Profile { steps: plain, watch, key, keeps_refused, tables })
    }

    /// The canonical form of a text.
    ///
    /// # Errors
    /// [`Refused`], if a step refuses the text, or there is no fixed point.
    pub fn apply(&self, text: &[u8]) -> Result<Vec<u8>, Refused> {
        let mut form = Vec::new();
        self.apply_into(text, &mut Memory::default(), &mut form)?;
        Ok(form)
    }

    /// Appends the canonical form of a text to `form`; many texts share the memory.
    ///
    /// # Errors
    /// As [`Profile::apply`]; `form` is then unchanged.
    pub fn apply_into(&self, text: &[u8], memory: &mut Memory, form: &mut Vec<u8>) -> Result<(), Refused> {
        let start = form.len();
        match self.apply_to_octets(text, memory, form) {
            Err(_) if self.keeps_refused => form.put_all(text),
            result => result?,
        }
        // Without steps, the form of a text is the text itself, valid UTF-8 or not.
        if !self.steps.is_empty() {
            escape_octets(form, start);
        }
        Ok(())
    }

    fn apply_to_octets(&self, text: &[u8], memory: &mut Memory, form: &mut Vec<u8>) -> Result<(), Refused> {
        let Memory { state, before } = memory;
        state.start(text, &self.watch, &self.tables);
        for round in 0..ROUNDS {
            self.round(state, round == 0)?;
            if round == 0 && !state.has_changed && self.key.is_none() {
                form.put_all(text);
                return Ok(());
            }
            let is_as_before = |now: &[u8]| now == if round == 0 { text } else { before.as_slice() };
            if state.is_final || state.is_settled(&self.watch, &self.tables) || is_as_before(state.text()) {
                self.write(state, form);
                return Ok(());
            }
            before.clear();
            before.put_all(state.text());
            state.start_again();
        }
        Err(Refused { step: self.steps.len(), reason: "the steps do not settle" })
    }

    /// The text after each step of the first round, then the canonical form; or the texts before the refusing step, and
    /// its reason.
    pub fn explain(&self, text: &[u8]) -> (Vec<Vec<u8>>, Option<Refused>) {
        let mut state = State::default();
        state.start(text, &self.watch, &self.tables);
        let mut texts = buffer(self.steps.len() + 1);
        for index in 0..self.steps.len() {
            if !state.is_final && state.next_due(&self.watch, &self.tables, index) == Some(index) {
                if let Err(refused) = self.run(index, &mut state) {
                    return (texts, Some(refused));
                }
            }
            texts.push(copy(state.text()));
        }
        match self.apply(text) {
            Ok(form) => {
                texts.push(form);
                (texts, None)
            }
            Err(refused) => (texts, Some(refused)),
        }
    }

    /// Runs the steps that are due, in their order.
    fn round(&self, state: &mut State, is_first: bool) -> Result<(), Refused> {
        let mut next = 0;
        while next < self.steps.len() && !state.is_final {
            let Some(due) = state.next_due(&self.watch, &self.tables, next) else { break };
            if is_first || !self.steps[due].is_once {
                self.run(due, state)?;
            }
            next = due + 1;
        }
        Ok(())
    }

    fn run(&self, index: usize, state: &mut State) -> Result<(), Refused> {
        state.mark_run(index);
        self.steps[index].run(state, &self.tables).map_err(|reason| Refused { step: index, reason })
    }

    fn write(&self, state: &mut State, form: &mut Vec<u8>) {
        match self.key {
            Some(_) if state.url(&self.tables).is_empty() => form.put(b'-'),
            Some(key) if !state.is_final => keys::write(state.url(&self.tables), key, form),
            _ => state.write(form),
        }
    }
}
