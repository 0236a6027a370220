//! The state machine: the state of a run, and its transitions.

use encoding_rs::Encoding;
use uriverse_scan::{run, ByteTable};

use crate::code_points::AUTHORITY;
use crate::errors::{Failure, Report};
use crate::record::Record;
use crate::special_schemes;

/// The states of the basic URL parser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    SchemeStart,
    Scheme,
    NoScheme,
    SpecialRelativeOrAuthority,
    PathOrAuthority,
    Relative,
    RelativeSlash,
    SpecialAuthoritySlashes,
    SpecialAuthorityIgnoreSlashes,
    Authority,
    Host,
    Hostname,
    Port,
    File,
    FileSlash,
    FileHost,
    PathStart,
    Path,
    OpaquePath,
    Query,
    Fragment,
}

/// The transition after a state.
#[derive(Debug)]
pub(super) enum Next {
    /// Another state, with the pointer at this byte.
    To(State, usize),
    /// The end of the run.
    Return,
}

/// A transition, or failure.
pub(super) type Step = Result<Next, Failure>;

/// One run of the parser.
pub(super) struct Machine<'a, R> {
    pub text: &'a str,
    /// The bytes of `text`.
    pub input: &'a [u8],
    /// The base; under a state override, the URL whose component is set.
    pub base: Option<&'a Record>,
    pub encoding: &'static Encoding,
    /// The URL, written up to the current component.
    pub url: Record,
    /// Whether the URL is special, and whether it is a file URL.
    pub is_special: bool,
    pub is_file: bool,
    pub state_override: Option<State>,
    /// The start of a first segment that the file host state has already parsed. It is a Windows drive letter, which
    /// the path state does not report again.
    pub drive_letter_end: usize,
    pub report: &'a mut R,
}

impl<'a, R: Report> Machine<'a, R> {
    pub(super) fn new(
        text: &'a str,
        base: Option<&'a Record>,
        encoding: &'static Encoding,
        report: &'a mut R,
    ) -> Machine<'a, R> {
        Machine {
            text,
            input: text.as_bytes(),
            base,
            encoding: encoding.output_encoding(),
            url: Record::with_capacity(text.len() + base.map_or(0, |base| base.href.len())),
            is_special: false,
            is_file: false,
            state_override: None,
            drive_letter_end: 0,
            report,
        }
    }

    /// Parses the whole input.
    pub(super) fn parse(mut self) -> Result<Record, Failure> {
        self.run(State::SchemeStart)?;
        self.url.finish();
        Ok(self.url)
    }

    /// Runs with a state override; see [`super::parse_component`].
    pub(super) fn parse_component(mut self, url: &Record, state: State) -> (Record, Result<State, Failure>) {
        self.set_scheme(url.scheme());
        self.state_override = Some(state);
        let last = self.run(state);
        (self.url, last)
    }

    /// Writes the scheme.
    pub(super) fn set_scheme(&mut self, scheme: &str) {
        self.url.push_scheme(scheme);
        let special = special_schemes::find(self.url.scheme().as_bytes());
        (self.is_special, self.is_file) = (special.is_some(), special == Some(None));
    }

    /// Runs from a state at the start of the input until a state returns, and returns that state.
    fn run(&mut self, first: State) -> Result<State, Failure> {
        let (mut state, mut pointer) = (first, 0);
        // INVARIANT: the states form no cycle. Only a missing scheme starts over, once, in the no scheme state; every
        // other state goes to one that is later in the list. So the run ends, and visits each byte a bounded number of
        // times.
        loop {
            match self.step(state, pointer)? {
                Next::To(next, at) => (state, pointer) = (next, at),
                Next::Return => return Ok(state),
            }
        }
    }

    fn step(&mut self, state: State, pointer: usize) -> Step {
        match state {
            State::SchemeStart => Ok(self.scheme_start(pointer)),
            State::Scheme => self.scheme(),
            State::NoScheme => self.no_scheme(pointer),
            State::SpecialRelativeOrAuthority => self.special_relative_or_authority(pointer),
            State::PathOrAuthority => Ok(self.path_or_authority(pointer)),
            State::Relative => Ok(self.relative(pointer)),
            State::RelativeSlash => Ok(self.relative_slash(pointer)),
            State::SpecialAuthoritySlashes => Ok(self.special_authority_slashes(pointer)),
            State::SpecialAuthorityIgnoreSlashes => Ok(self.special_authority_ignore_slashes(pointer)),
            State::Authority => self.authority(pointer),
            State::Host | State::Hostname => self.host(pointer),
            State::Port => self.port(pointer),
            State::File => Ok(self.file(pointer)),
            State::FileSlash => Ok(self.file_slash(pointer)),
            State::FileHost => self.file_host(pointer),
            State::PathStart => Ok(self.path_start(pointer)),
            State::Path => Ok(self.path(pointer)),
            State::OpaquePath => Ok(self.opaque_path(pointer)),
            State::Query => Ok(self.query(pointer)),
            State::Fragment => Ok(self.fragment(pointer)),
        }
    }

    /// c: the byte at the pointer, or None at the EOF code point.
    pub(super) fn c(&self, pointer: usize) -> Option<u8> {
        self.input.get(pointer).copied()
    }

    /// Whether the URL is special and c is "\".
    pub(super) fn is_special_reverse_solidus(&self, c: Option<u8>) -> bool {
        c == Some(b'\\') && self.is_special
    }

    /// Whether an authority ends before c.
    pub(super) fn ends_authority(&self, c: Option<u8>) -> bool {
        c.is_none_or(|c| !AUTHORITY[usize::from(self.is_special)].contains(c))
    }

    /// The first position from `pointer` on whose byte is not in the set, or the end of the input.
    pub(super) fn end_of_run(&self, set: &ByteTable, pointer: usize) -> usize {
        run(set, self.input, pointer)
    }

    /// The end of an authority that begins at or before `pointer`: at "/", "?", "#", in a special URL at "\\", or at
    /// the end of the input.
    pub(super) fn authority_end(&self, pointer: usize) -> usize {
        self.end_of_run(&AUTHORITY[usize::from(self.is_special)], pointer)
    }
}
