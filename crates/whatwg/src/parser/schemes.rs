//! From the start of the input to the authority, the path or the base's components.

use uriverse_core::memory::GrowText;
use uriverse_core::Offsets;

use super::machine::{Machine, Next, State, Step};
use crate::code_points::SCHEME;
use crate::errors::{Report, ValidationError as Error};
use crate::record::Record;

impl<R: Report> Machine<'_, R> {
    /// Scheme start state.
    pub(super) fn scheme_start(&mut self, pointer: usize) -> Next {
        match self.c(pointer) {
            Some(c) if c.is_ascii_alphabetic() => Next::To(State::Scheme, pointer),
            _ => Next::To(State::NoScheme, pointer),
        }
    }

    /// Scheme state. The protocol setter has its steps for a state override.
    pub(super) fn scheme(&mut self) -> Step {
        let end = self.end_of_run(&SCHEME, 0);
        if self.c(end) != Some(b':') {
            return Ok(Next::To(State::NoScheme, 0));
        }
        self.set_scheme(&self.text[..end]);
        let remaining = &self.input[end + 1..];
        let next = if self.is_file {
            if !remaining.starts_with(b"//") {
                self.report.add(Error::SpecialSchemeMissingFollowingSolidus, end + 1);
            }
            State::File
        } else if self.is_special {
            match self.base {
                Some(base) if base.scheme() == self.url.scheme() => State::SpecialRelativeOrAuthority,
                _ => State::SpecialAuthoritySlashes,
            }
        } else if remaining.starts_with(b"/") {
            return Ok(Next::To(State::PathOrAuthority, end + 2));
        } else {
            self.url.offsets.flags |= Offsets::OPAQUE;
            State::OpaquePath
        };
        Ok(Next::To(next, end + 1))
    }

    /// No scheme state.
    pub(super) fn no_scheme(&mut self, pointer: usize) -> Step {
        let Some(base) = self.base else {
            return Err(self.report.fail(Error::MissingSchemeNonRelativeUrl, pointer));
        };
        let is_fragment = self.c(pointer) == Some(b'#');
        if base.has_opaque_path() && !is_fragment {
            return Err(self.report.fail(Error::MissingSchemeNonRelativeUrl, pointer));
        }
        self.set_scheme(base.scheme());
        if base.has_opaque_path() {
            self.url.offsets.flags |= Offsets::OPAQUE;
            self.url.href.put_str(base.path());
            self.push_query_of(base);
            return Ok(self.begin_fragment(pointer));
        }
        Ok(Next::To(if self.is_file { State::File } else { State::Relative }, pointer))
    }

    /// Special relative or authority state.
    pub(super) fn special_relative_or_authority(&mut self, pointer: usize) -> Step {
        if self.input[pointer..].starts_with(b"//") {
            return Ok(Next::To(State::SpecialAuthorityIgnoreSlashes, pointer + 2));
        }
        self.report.add(Error::SpecialSchemeMissingFollowingSolidus, pointer);
        Ok(Next::To(State::Relative, pointer))
    }

    /// Path or authority state.
    pub(super) fn path_or_authority(&mut self, pointer: usize) -> Next {
        match self.c(pointer) {
            Some(b'/') => Next::To(State::Authority, pointer + 1),
            // The "/" before the pointer belongs to the path; the path state continues after it.
            _ => Next::To(State::Path, pointer),
        }
    }

    /// Relative state.
    pub(super) fn relative(&mut self, pointer: usize) -> Next {
        let Some(base) = self.base else { return Next::Return };
        let c = self.c(pointer);
        if c == Some(b'/') {
            return Next::To(State::RelativeSlash, pointer + 1);
        }
        if self.is_special_reverse_solidus(c) {
            self.report.add(Error::InvalidReverseSolidus, pointer);
            return Next::To(State::RelativeSlash, pointer + 1);
        }
        self.url.push_authority_of(base);
        self.url.href.put_str(base.path());
        if let Some(next) = self.path_of_base(base, pointer) {
            return next;
        }
        self.url.shorten_path();
        Next::To(State::Path, pointer)
    }

    /// The steps that the relative state and the file state share after they copied the base's path: at "?", "#" or the
    /// end it stays. None at any other code point, which begins a path.
    pub(super) fn path_of_base(&mut self, base: &Record, pointer: usize) -> Option<Next> {
        match self.c(pointer) {
            Some(b'?') => Some(self.begin_query(pointer)),
            Some(b'#') => {
                self.push_query_of(base);
                Some(self.begin_fragment(pointer))
            }
            None => {
                self.push_query_of(base);
                Some(Next::Return)
            }
            Some(_) => None,
        }
    }

    fn push_query_of(&mut self, base: &Record) {
        if let Some(query) = base.query() {
            self.url.begin_query();
            self.url.href.put_str(query);
        }
    }

    /// Relative slash state.
    pub(super) fn relative_slash(&mut self, pointer: usize) -> Next {
        let c = self.c(pointer);
        let reverse = self.is_special_reverse_solidus(c);
        if reverse {
            self.report.add(Error::InvalidReverseSolidus, pointer);
        }
        if reverse || (c == Some(b'/') && self.is_special) {
            return Next::To(State::SpecialAuthorityIgnoreSlashes, pointer + 1);
        }
        if c == Some(b'/') {
            return Next::To(State::Authority, pointer + 1);
        }
        if let Some(base) = self.base {
            self.url.push_authority_of(base);
        }
        Next::To(State::Path, pointer)
    }
}
