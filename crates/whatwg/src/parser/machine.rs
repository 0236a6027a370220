//! The state machine: the state of a run, and its transitions.

use std::borrow::Cow;

use encoding_rs::Encoding;
use uriverse_scan::{run, ByteTable};

use crate::code_points::AUTHORITY;
use crate::errors::{Failure, Report};
use crate::record::Record;

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
    pub base: Option<&'a Record>,
    pub encoding: &'static Encoding,
    pub url: &'a mut Record,
    /// Whether the URL is special.
    pub is_special: bool,
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
        url: &'a mut Record,
        state_override: Option<State>,
        report: &'a mut R,
    ) -> Machine<'a, R> {
        let encoding = encoding.output_encoding();
        let input = text.as_bytes();
        let is_special = url.is_special();
        Machine { text, input, base, encoding, url, is_special, state_override, drive_letter_end: 0, report }
    }

    /// Sets the URL's scheme.
    pub(super) fn set_scheme(&mut self, scheme: Cow<'static, str>) {
        self.url.scheme = scheme;
        self.is_special = self.url.is_special();
    }

    /// Runs from a state at the start of the input until a state returns.
    pub(super) fn run(&mut self, first: State) -> Result<(), Failure> {
        let (mut state, mut pointer) = (first, 0);
        // INVARIANT: the states form no cycle. Only a missing scheme starts over, once, in the no scheme state; every
        // other state goes to one that is later in the list. So the run ends, and reads each byte a bounded number of
        // times.
        loop {
            match self.step(state, pointer)? {
                Next::To(next, at) => (state, pointer) = (next, at),
                Next::Return => return Ok(()),
            }
        }
    }

    fn step(&mut self, state: State, pointer: usize) -> Step {
        match state {
            State::SchemeStart => self.scheme_start(pointer),
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
