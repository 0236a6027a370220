//! From the start of the input to the authority, the path or the base's components.

use std::borrow::Cow;

use super::machine::{Machine, Next, State, Step};
use crate::code_points::SCHEME;
use crate::errors::{Failure, Report, ValidationError as Error};
use crate::special_schemes::{in_lower_case, is_special};

impl<R: Report> Machine<'_, R> {
    /// Scheme start state.
    pub(super) fn scheme_start(&mut self, pointer: usize) -> Step {
        match self.c(pointer) {
            Some(c) if c.is_ascii_alphabetic() => Ok(Next::To(State::Scheme, pointer)),
            _ if self.state_override.is_none() => Ok(Next::To(State::NoScheme, pointer)),
            _ => Err(Failure::Setter),
        }
    }

    /// Scheme state.
    pub(super) fn scheme(&mut self) -> Step {
        let end = self.end_of_run(&SCHEME, 0);
        if self.c(end) != Some(b':') {
            return match self.state_override {
                None => Ok(Next::To(State::NoScheme, 0)),
                Some(_) => Err(Failure::Setter),
            };
        }
        let buffer = in_lower_case(&self.text[..end]);
        if self.state_override.is_some() {
            self.override_scheme(buffer);
            return Ok(Next::Return);
        }
        self.set_scheme(buffer);
        let remaining = &self.input[end + 1..];
        let next = if self.url.scheme == "file" {
            if !remaining.starts_with(b"//") {
                self.report.add(Error::SpecialSchemeMissingFollowingSolidus, end + 1);
            }
            State::File
        } else if self.is_special {
            match self.base {
                Some(base) if base.scheme == self.url.scheme => State::SpecialRelativeOrAuthority,
                _ => State::SpecialAuthoritySlashes,
            }
        } else if remaining.starts_with(b"/") {
            return Ok(Next::To(State::PathOrAuthority, end + 2));
        } else {
            self.url.has_opaque_path = true;
            State::OpaquePath
        };
        Ok(Next::To(next, end + 1))
    }

    /// The scheme state's steps for a state override.
    fn override_scheme(&mut self, buffer: Cow<'static, str>) {
        let url = &mut *self.url;
        let ignored = url.is_special() != is_special(&*buffer)
            || ((url.includes_credentials() || url.port.is_some()) && buffer == "file")
            || (url.scheme == "file" && url.host.as_deref() == Some(""));
        if !ignored {
            url.scheme = buffer;
            if url.port.is_some() && url.port == url.default_port() {
                url.port = None;
            }
        }
    }

    /// No scheme state.
    pub(super) fn no_scheme(&mut self, pointer: usize) -> Step {
        let Some(base) = self.base else {
            return Err(self.report.fail(Error::MissingSchemeNonRelativeUrl, pointer));
        };
        if base.has_opaque_path {
            if self.c(pointer) != Some(b'#') {
                return Err(self.report.fail(Error::MissingSchemeNonRelativeUrl, pointer));
            }
            self.set_scheme(base.scheme.clone());
            self.url.path.clone_from(&base.path);
            self.url.has_opaque_path = true;
            self.url.query.clone_from(&base.query);
            self.url.fragment = Some(String::new());
            return Ok(Next::To(State::Fragment, pointer + 1));
        }
        Ok(Next::To(if base.scheme == "file" { State::File } else { State::Relative }, pointer))
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
        self.set_scheme(base.scheme.clone());
        let c = self.c(pointer);
        if c == Some(b'/') {
            return Next::To(State::RelativeSlash, pointer + 1);
        }
        if self.is_special_reverse_solidus(c) {
            self.report.add(Error::InvalidReverseSolidus, pointer);
            return Next::To(State::RelativeSlash, pointer + 1);
        }
        self.copy_authority();
        self.url.path.clone_from(&base.path);
        self.url.query.clone_from(&base.query);
        if let Some(next) = self.path_of_base(pointer) {
            return next;
        }
        self.url.query = None;
        self.url.shorten_path();
        Next::To(State::Path, pointer)
    }

    /// The steps that the relative state and the file state share when they copy the base's path and query: at "?", "#"
    /// or the end the path stays the base's. None at any other code point, which begins a path.
    pub(super) fn path_of_base(&mut self, pointer: usize) -> Option<Next> {
        match self.c(pointer) {
            Some(b'?') => {
                self.url.query = Some(String::new());
                Some(Next::To(State::Query, pointer + 1))
            }
            Some(b'#') => {
                self.url.fragment = Some(String::new());
                Some(Next::To(State::Fragment, pointer + 1))
            }
            None => Some(Next::Return),
            Some(_) => None,
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
        self.copy_authority();
        Next::To(State::Path, pointer)
    }

    /// Copies the username, the password, the host and the port of the base.
    fn copy_authority(&mut self) {
        if let Some(base) = self.base {
            self.url.username.clone_from(&base.username);
            self.url.password.clone_from(&base.password);
            self.url.host.clone_from(&base.host);
            self.url.port = base.port;
        }
    }
}
