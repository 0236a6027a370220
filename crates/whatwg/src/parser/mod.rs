//! The basic URL parser (§4.4).
//!
//! The Standard's state machine reads one code point at a time. Here a state reads all code points that it would read
//! one by one, and returns the next state and where it begins. So `buffer` is a slice of the input, not a copy. The
//! states are in the Standard's order, and each has the Standard's name.
//!
//! | file | states |
//! |---|---|
//! | `machine.rs` | the machine itself: how a run begins, continues and ends |
//! | `schemes.rs` | scheme start, scheme, no scheme, special relative or authority, path or authority, relative, relative slash |
//! | `authority.rs` | special authority slashes, special authority ignore slashes, authority, host, hostname, port |
//! | `files.rs` | file, file slash, file host |
//! | `paths.rs` | path start, path, opaque path, query, fragment |

mod authority;
mod files;
mod machine;
mod paths;
mod schemes;

use encoding_rs::{Encoding, UTF_8};
use uriverse_core::memory::Grow;

use crate::errors::{Failure, Report, Silent, ValidationError};
use crate::input::Input;
use crate::record::Record;
use machine::Machine;

pub(crate) use machine::State;

/// The result of a run that reports its validation errors.
#[derive(Debug)]
pub struct Parsed {
    /// The URL record, or the reason why there is none.
    pub result: Result<Record, Failure>,
    /// The validation errors in order, with their positions in the input.
    pub errors: Vec<(ValidationError, usize)>,
}

/// The basic URL parser with UTF-8 and without a report.
pub fn parse(input: &str, base: Option<&Record>) -> Result<Record, Failure> {
    parse_with_encoding(input, base, UTF_8)
}

/// The basic URL parser with an encoding for the query, and without a report.
pub fn parse_with_encoding(input: &str, base: Option<&Record>, encoding: &'static Encoding) -> Result<Record, Failure> {
    let input = Input::new(input, &mut Silent);
    Machine::new(&input.text, base, encoding, &mut Silent).parse().map_err(|failure| at_original(failure, &input))
}

/// The basic URL parser with a report.
pub fn parse_with_errors(input: &str, base: Option<&Record>, encoding: &'static Encoding) -> Parsed {
    let mut errors = Vec::new();
    let input = Input::new(input, &mut errors);
    let mut found = Vec::new();
    let result = Machine::new(&input.text, base, encoding, &mut found).parse();
    found.into_iter().for_each(|(error, at)| errors.put((error, input.original(at))));
    Parsed { result: result.map_err(|failure| at_original(failure, &input)), errors }
}

/// The basic URL parser with a URL and a state override, for setters: a record with the components that the states set,
/// and the last state or failure.
pub(crate) fn parse_component(url: &Record, input: &str, state_override: State) -> (Record, Result<State, Failure>) {
    let input = Input::for_setter(input, 0, &mut Silent);
    Machine::new(&input.text, Some(url), UTF_8, &mut Silent).parse_component(url, state_override)
}

/// A failure with its position in the original input.
fn at_original(failure: Failure, input: &Input<'_>) -> Failure {
    match failure {
        Failure::Input { error, at } => Failure::Input { error, at: input.original(at) },
        Failure::Setter => Failure::Setter,
    }
}

impl<R: Report> Machine<'_, R> {
    /// Reports every code point of `input[start..end]` that is not a URL unit.
    fn report_units(&mut self, start: usize, end: usize) {
        if !R::LISTENS {
            return;
        }
        let (text, input) = (self.text, self.input);
        for (at, c) in text[start..end].char_indices().map(|(at, c)| (start + at, c)) {
            let is_unit = match c {
                '%' => uriverse_core::triplet_at(input, at),
                _ => crate::code_points::is_url_code_point(c),
            };
            if !is_unit {
                self.report.add(ValidationError::InvalidUrlUnit, at);
            }
        }
    }
}
