//! File URLs, with the quirks of Windows drive letters.

use std::borrow::Cow;

use super::machine::{Machine, Next, State, Step};
use crate::code_points::{
    is_normalized_windows_drive_letter, is_windows_drive_letter, starts_with_windows_drive_letter, AUTHORITY,
};
use crate::errors::{Report, ValidationError as Error};
use crate::host;
use crate::record::Record;

impl<'a, R: Report> Machine<'a, R> {
    /// The base, if it is a file URL.
    fn file_base(&self) -> Option<&'a Record> {
        self.base.filter(|base| base.scheme == "file")
    }

    /// Reports a "\" instead of "/"; returns whether c is one of the two.
    fn takes_slash(&mut self, pointer: usize) -> bool {
        let c = self.c(pointer);
        if c == Some(b'\\') {
            self.report.add(Error::InvalidReverseSolidus, pointer);
        }
        matches!(c, Some(b'/' | b'\\'))
    }

    /// File state.
    pub(super) fn file(&mut self, pointer: usize) -> Next {
        self.set_scheme(Cow::Borrowed("file"));
        self.url.host = Some(String::new());
        if self.takes_slash(pointer) {
            return Next::To(State::FileSlash, pointer + 1);
        }
        let Some(base) = self.file_base() else { return Next::To(State::Path, pointer) };
        self.url.host.clone_from(&base.host);
        self.url.path.clone_from(&base.path);
        self.url.query.clone_from(&base.query);
        if let Some(next) = self.path_of_base(pointer) {
            return next;
        }
        self.url.query = None;
        if starts_with_windows_drive_letter(&self.input[pointer..]) {
            self.report.add(Error::FileInvalidWindowsDriveLetter, pointer);
            self.url.path.clear();
        } else {
            self.url.shorten_path();
        }
        Next::To(State::Path, pointer)
    }

    /// File slash state.
    pub(super) fn file_slash(&mut self, pointer: usize) -> Next {
        if self.takes_slash(pointer) {
            return Next::To(State::FileHost, pointer + 1);
        }
        if let Some(base) = self.file_base() {
            self.url.host.clone_from(&base.host);
            let first = base.first_segment().filter(|first| is_normalized_windows_drive_letter(first.as_bytes()));
            if let Some(first) = first.filter(|_| !starts_with_windows_drive_letter(&self.input[pointer..])) {
                self.url.path.push('/');
                self.url.path.push_str(first);
            }
        }
        Next::To(State::Path, pointer)
    }

    /// File host state.
    pub(super) fn file_host(&mut self, pointer: usize) -> Step {
        let end = self.end_of_run(&AUTHORITY[1], pointer);
        let buffer = &self.text[pointer..end];
        if self.state_override.is_none() && is_windows_drive_letter(buffer.as_bytes()) {
            self.report.add(Error::FileInvalidWindowsDriveLetterHost, pointer);
            // The buffer is not reset: the path state begins with it.
            self.drive_letter_end = end;
            return Ok(Next::To(State::Path, pointer));
        }
        let host = if buffer.is_empty() {
            String::new()
        } else {
            host::parse(buffer, false, pointer, self.report)?.serialize()
        };
        self.url.host = Some(if host == "localhost" { String::new() } else { host });
        Ok(match self.state_override {
            Some(_) => Next::Return,
            None => Next::To(State::PathStart, end),
        })
    }
}
