//! File URLs, with the quirks of Windows drive letters.

use super::machine::{Machine, Next, State, Step};
use crate::code_points::{
    is_normalized_windows_drive_letter, is_windows_drive_letter, starts_with_windows_drive_letter, AUTHORITY,
};
use crate::errors::{Report, ValidationError as Error};
use crate::record::Record;
use uriverse_core::memory::GrowText;

impl<'a, R: Report> Machine<'a, R> {
    /// The base, if it is a file URL.
    fn file_base(&self) -> Option<&'a Record> {
        self.base.filter(|base| base.scheme() == "file")
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
        if self.takes_slash(pointer) {
            return Next::To(State::FileSlash, pointer + 1);
        }
        let Some(base) = self.file_base() else { return self.path_without_host(pointer) };
        self.url.push_authority_of(base);
        if starts_with_windows_drive_letter(&self.input[pointer..]) {
            self.report.add(Error::FileInvalidWindowsDriveLetter, pointer);
            return Next::To(State::Path, pointer);
        }
        self.url.href.put_str(base.path());
        self.path_of_base(base, pointer).unwrap_or_else(|| {
            self.url.shorten_path();
            Next::To(State::Path, pointer)
        })
    }

    /// File slash state.
    pub(super) fn file_slash(&mut self, pointer: usize) -> Next {
        if self.takes_slash(pointer) {
            return Next::To(State::FileHost, pointer + 1);
        }
        let Some(base) = self.file_base() else { return self.path_without_host(pointer) };
        self.url.push_authority_of(base);
        let first = base.first_segment().filter(|first| is_normalized_windows_drive_letter(first.as_bytes()));
        if let Some(first) = first.filter(|_| !starts_with_windows_drive_letter(&self.input[pointer..])) {
            self.url.href.put('/');
            self.url.href.put_str(first);
        }
        Next::To(State::Path, pointer)
    }

    /// The path state, after an empty host.
    fn path_without_host(&mut self, pointer: usize) -> Next {
        self.url.begin_authority();
        self.url.push_host("");
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
            return Ok(self.path_without_host(pointer));
        }
        self.url.begin_authority();
        if buffer.is_empty() {
            self.url.push_host("");
        } else {
            self.write_host(pointer, end)?;
        }
        if self.url.host() == Some("localhost") {
            self.url.href.truncate(self.url.offsets.host_start as usize);
            self.url.push_host("");
        }
        Ok(match self.state_override {
            Some(_) => Next::Return,
            None => Next::To(State::PathStart, end),
        })
    }
}
