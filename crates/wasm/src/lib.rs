//! The engine as plain WebAssembly: functions with numbers as arguments, and memory that the caller reads and writes.
//!
//! A call has three steps. The caller allocates a text (`uri_room`) and writes its UTF-8 there. It calls a function
//! with an edition's number. It reads the results: numbers (`uri_numbers`), and a text (`uri_answer`,
//! `uri_answer_length`). They are valid until the next call. `playground/engine.mjs` is the caller.
//!
//! To parse `http://h/` by the edition 0: `uri_room(0, 9)` returns an address, nine bytes are written there,
//! `uri_parse(0)` returns 1, and the numbers are the kind and nine pairs: `0, 0, 4` (absolute, the scheme from 0 to 4)
//! and so on. An undefined component has the pair `NONE, NONE`.
//!
//! The functions take no pointers, so this crate has no unsafe block. An edition's number that was never loaded traps,
//! as an index out of bounds does.

use std::sync::{Mutex, MutexGuard, PoisonError};

use uriverse_core::{self as engine, Excess, Level, Offsets, Options, Resolved, Tables, COMPONENTS, NONE};

/// The state between calls: the texts that the caller wrote, the loaded editions, and the last results.
struct State {
    texts: [Vec<u8>; 2],
    editions: Vec<Tables>,
    numbers: [u32; 19],
    answer: Vec<u8>,
}

static STATE: Mutex<State> =
    Mutex::new(State { texts: [Vec::new(), Vec::new()], editions: Vec::new(), numbers: [0; 19], answer: Vec::new() });

fn state() -> MutexGuard<'static, State> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    fn put_offsets(&mut self, result: &Offsets) {
        let length = self.texts[0].len();
        self.numbers[0] = result.kind() as u32;
        for (index, (_, place)) in COMPONENTS.iter().enumerate() {
            let pair = place(result, length).map_or([NONE, NONE], |place| [place.start as u32, place.end as u32]);
            self.numbers[1 + 2 * index..3 + 2 * index].copy_from_slice(&pair);
        }
    }

    /// Stores texts one after the other, and the length of each in the numbers from `first` on.
    fn put_texts(&mut self, first: usize, texts: &[&[u8]]) {
        for (number, text) in self.numbers[first..].iter_mut().zip(texts) {
            *number = text.len() as u32;
        }
        self.answer = texts.concat();
    }
}

/// Allocates a text of `length` bytes; `which` is 0 for the text, 1 for the base or a rule's name.
#[no_mangle]
pub extern "C" fn uri_room(which: usize, length: usize) -> *mut u8 {
    let text = &mut state().texts[which];
    text.clear();
    text.resize(length, 0);
    text.as_mut_ptr()
}

/// The address of the numbers of the last call.
#[no_mangle]
pub extern "C" fn uri_numbers() -> *const u32 {
    state().numbers.as_ptr()
}

/// The address of the text of the last call.
#[no_mangle]
pub extern "C" fn uri_answer() -> *const u8 {
    state().answer.as_ptr()
}

/// The length of that text.
#[no_mangle]
pub extern "C" fn uri_answer_length() -> usize {
    state().answer.len()
}

/// Loads the text as an edition's table, under a number: the next one, or that of a loaded edition to replace. If the
/// table is invalid, returns 0, and the answer is the reason.
#[no_mangle]
pub extern "C" fn uri_load(number: usize) -> u32 {
    let state = &mut *state();
    match Tables::load(&state.texts[0]) {
        Ok(tables) if number < state.editions.len() => state.editions[number] = tables,
        Ok(tables) => state.editions.push(tables),
        Err(error) => {
            state.put_texts(0, &[error.to_string().as_bytes()]);
            return 0;
        }
    }
    1
}

/// Parses the text strictly. Returns 1, and its components as numbers; 0 if the edition refuses it.
#[no_mangle]
pub extern "C" fn uri_parse(edition: usize) -> u32 {
    let state = &mut *state();
    let result = engine::parse(&state.editions[edition], &state.texts[0]);
    if let Some(offsets) = &result {
        state.put_offsets(offsets);
    }
    u32::from(result.is_some())
}

/// Splits the text leniently: its components as numbers.
#[no_mangle]
pub extern "C" fn uri_split(edition: usize) {
    let state = &mut *state();
    let result = engine::split(state.editions[edition].split_style(), &state.texts[0]);
    state.put_offsets(&result);
}

/// Why the text is refused; returns 0 if the edition accepts it. Otherwise returns 1; the numbers are the position and
/// four lengths, which split the answer into the rule's label, the rule's name, the component and the hint.
#[no_mangle]
pub extern "C" fn uri_refusal(edition: usize) -> u32 {
    let state = &mut *state();
    let tables = &state.editions[edition];
    let Some(result) = engine::refusal(tables, &state.texts[0]) else { return 0 };
    let hint = engine::hint(tables, &state.texts[0], result.at, result.label, result.component);
    let component = result.component.map_or("", engine::Component::as_str);
    let texts = [result.label, tables.rule_name(result.rule), component, &hint].map(|text| text.as_bytes().to_vec());
    state.numbers[0] = result.at as u32;
    state.put_texts(1, &texts.each_ref().map(Vec::as_slice));
    1
}

/// Whether the rule that the second text names accepts the text; 2 if there is no such rule.
#[no_mangle]
pub extern "C" fn uri_accepts(edition: usize) -> u32 {
    let state = &*state();
    let tables = &state.editions[edition];
    let rule = std::str::from_utf8(&state.texts[1]).ok().and_then(|name| tables.rule(name));
    rule.map_or(2, |rule| u32::from(engine::accepts(tables, rule, &state.texts[0])))
}

/// Resolves the text against the base, the second text. Returns 1, and the target as the answer; 2 for the current
/// document, and 3 if it has a fragment, which is the answer; 0 for an error, with the reason as the answer.
///
/// `excess` decides on a ".." above the root: 1 keeps it, 2 drops it, 3 refuses it, 0 is the edition's choice.
#[no_mangle]
pub extern "C" fn uri_resolve(edition: usize, strict: u32, new_request: u32, excess: u32) -> u32 {
    let state = &mut *state();
    let excess_parents = match excess {
        1 => Some(Excess::Keep),
        2 => Some(Excess::Drop),
        3 => Some(Excess::Refuse),
        _ => None,
    };
    let options = Options { strict: strict != 0, excess_parents, guards: true, new_request: new_request != 0 };
    let [reference, base] = &state.texts;
    let (outcome, answer) = match engine::resolve(&state.editions[edition], base, reference, options) {
        Ok(Resolved::Target(target, _)) => (1, target),
        Ok(Resolved::SameDocument { fragment: None }) => (2, Vec::new()),
        Ok(Resolved::SameDocument { fragment: Some(place) }) => (3, reference[place].to_vec()),
        Err(error) => (0, error.as_str().into()),
    };
    state.answer = answer;
    outcome
}

/// The normal form of the text on a level, 0 for "case" to 4 for "scheme", as the answer; 0 if the edition refuses it.
#[no_mangle]
pub extern "C" fn uri_normalize(edition: usize, level: usize) -> u32 {
    let state = &mut *state();
    let (tables, text) = (&state.editions[edition], &state.texts[0]);
    let Some(offsets) = engine::parse_for_resolution(tables, text) else { return 0 };
    let level = [Level::Case, Level::Percent, Level::Path, Level::Syntax, Level::Scheme][level];
    state.answer = engine::normalize(tables, text, &offsets, level).unwrap_or_else(|| text.clone());
    1
}

/// The text, a path, without its dot segments, as the answer (RFC 3986, section 5.2.4).
#[no_mangle]
pub extern "C" fn uri_remove_dot_segments() {
    let state = &mut *state();
    let path = &state.texts[0];
    let result = engine::remove_dot_segments(path, Excess::Drop).ok().flatten();
    state.answer = result.unwrap_or_else(|| path.clone());
}
