//! The path, the query and the fragment.

use encoding_rs::UTF_8;

use super::machine::{Machine, Next, State};
use crate::code_points::{is_double_dot, is_single_dot, is_windows_drive_letter, OPAQUE_PATH, SEGMENT};
use crate::errors::{Report, ValidationError as Error};
use crate::percent::{
    percent_encode_after_encoding, utf8_percent_encode, C0_CONTROL, FRAGMENT, PATH, PLAIN_SEGMENT, QUERY, SPECIAL_QUERY,
};

impl<R: Report> Machine<'_, R> {
    /// Path start state.
    pub(super) fn path_start(&mut self, pointer: usize) -> Next {
        let c = self.c(pointer);
        if self.is_special {
            if c == Some(b'\\') {
                self.report.add(Error::InvalidReverseSolidus, pointer);
            }
            return Next::To(State::Path, pointer + usize::from(matches!(c, Some(b'/' | b'\\'))));
        }
        match (c, self.state_override) {
            (Some(b'?'), None) => self.begin_query(pointer),
            (Some(b'#'), None) => self.begin_fragment(pointer),
            (Some(c), _) => Next::To(State::Path, pointer + usize::from(c == b'/')),
            (None, Some(_)) if self.url.host.is_none() => {
                self.url.path.push('/');
                Next::Return
            }
            (None, _) => Next::Return,
        }
    }

    /// Path state: one segment after another.
    pub(super) fn path(&mut self, mut pointer: usize) -> Next {
        let special = self.is_special;
        let set = &SEGMENT[usize::from(self.state_override.is_some())][usize::from(special)];
        // Few texts grow by more than this when they are percent-encoded.
        self.url.path.reserve(self.input.len() - pointer.min(self.input.len()) + 16);
        loop {
            let plain_end = self.end_of_run(&PLAIN_SEGMENT, pointer);
            let ends = self.c(plain_end).is_none_or(|c| !set.contains(c));
            let end = if ends { plain_end } else { self.end_of_run(set, plain_end) };
            if end > self.drive_letter_end {
                self.report_units(pointer, end);
            }
            let c = self.c(end);
            let reverse = special && c == Some(b'\\');
            if reverse {
                self.report.add(Error::InvalidReverseSolidus, end);
            }
            self.append_segment(pointer, plain_end, end, reverse || c == Some(b'/'));
            match c {
                None => return Next::Return,
                Some(b'?') => return self.begin_query(end),
                Some(b'#') => return self.begin_fragment(end),
                Some(_) => pointer = end + 1,
            }
        }
    }

    /// The path state's steps for one segment; up to `plain_end` it stays as it is. `slash_follows` is true if the path
    /// continues after it.
    fn append_segment(&mut self, start: usize, plain_end: usize, end: usize, slash_follows: bool) {
        let buffer = &self.input[start..end];
        let path_is_empty = self.url.path.is_empty();
        if is_double_dot(buffer) {
            self.url.shorten_path();
            if !slash_follows {
                self.url.path.push('/');
            }
        } else if is_single_dot(buffer) {
            if !slash_follows {
                self.url.path.push('/');
            }
        } else if path_is_empty && self.url.scheme == "file" && is_windows_drive_letter(buffer) {
            self.url.path.push('/');
            self.url.path.push(char::from(buffer[0]));
            self.url.path.push(':');
        } else {
            self.url.path.push('/');
            self.url.path.push_str(&self.text[start..plain_end]);
            if plain_end < end {
                utf8_percent_encode(&self.text[plain_end..end], &PATH, &mut self.url.path);
            }
        }
    }

    /// Opaque path state.
    pub(super) fn opaque_path(&mut self, pointer: usize) -> Next {
        let end = self.end_of_run(&OPAQUE_PATH, pointer);
        self.report_units(pointer, end);
        let text = &self.text[pointer..end];
        let c = self.c(end);
        // A space before "?" or "#" is encoded, any other is kept.
        let (kept, last_space) = match text.strip_suffix(' ').filter(|_| c.is_some()) {
            Some(kept) => (kept, "%20"),
            None => (text, ""),
        };
        utf8_percent_encode(kept, &C0_CONTROL, &mut self.url.path);
        self.url.path.push_str(last_space);
        match c {
            Some(b'?') => self.begin_query(end),
            Some(_) => self.begin_fragment(end),
            None => Next::Return,
        }
    }

    /// Sets the query to the empty string and continues after its "?".
    fn begin_query(&mut self, pointer: usize) -> Next {
        self.url.query = Some(String::new());
        Next::To(State::Query, pointer + 1)
    }

    /// Sets the fragment to the empty string and continues after its "#".
    fn begin_fragment(&mut self, pointer: usize) -> Next {
        self.url.fragment = Some(String::new());
        Next::To(State::Fragment, pointer + 1)
    }

    /// Query state.
    pub(super) fn query(&mut self, pointer: usize) -> Next {
        let special = self.is_special;
        if !special || matches!(&*self.url.scheme, "ws" | "wss") {
            self.encoding = UTF_8;
        }
        let end = match self.state_override {
            None => memchr::memchr(b'#', &self.input[pointer..]).map_or(self.input.len(), |at| pointer + at),
            Some(_) => self.input.len(),
        };
        self.report_units(pointer, end);
        let set = if special { &SPECIAL_QUERY } else { &QUERY };
        let query = self.url.query.get_or_insert_default();
        percent_encode_after_encoding(self.encoding, &self.text[pointer..end], set, query);
        match self.c(end) {
            Some(_) => self.begin_fragment(end),
            None => Next::Return,
        }
    }

    /// Fragment state.
    pub(super) fn fragment(&mut self, pointer: usize) -> Next {
        self.report_units(pointer, self.input.len());
        let fragment = self.url.fragment.get_or_insert_default();
        utf8_percent_encode(&self.text[pointer..], &FRAGMENT, fragment);
        Next::Return
    }
}
