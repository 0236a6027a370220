//! The path, the query and the fragment.

use encoding_rs::UTF_8;

use super::machine::{Machine, Next, State};
use crate::code_points::{is_double_dot, is_single_dot, is_windows_drive_letter, OPAQUE_PATH, SEGMENT};
use crate::errors::{Report, ValidationError as Error};
use crate::percent::{
    percent_encode_after_encoding, utf8_percent_encode, C0_CONTROL, FRAGMENT, PATH, PLAIN_PATH, QUERY, SPECIAL_QUERY,
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
            (None, Some(_)) if self.base.is_some_and(|url| url.host().is_none()) => {
                self.url.href.push('/');
                Next::Return
            }
            (None, _) => Next::Return,
        }
    }

    /// Path state.
    ///
    /// `a/b/../c d/e` is a run of plain bytes up to the space. Its segments `a` and `b` stay as they are, so they are
    /// written together; `..` and `c d` need the steps of this state, one by one.
    pub(super) fn path(&mut self, mut pointer: usize) -> Next {
        let special = self.is_special;
        let set = &SEGMENT[usize::from(self.state_override.is_some())][usize::from(special)];
        let mut run_end = self.end_of_run(&PLAIN_PATH, pointer);
        loop {
            if run_end < pointer {
                run_end = self.end_of_run(&PLAIN_PATH, pointer);
            }
            // The start of the first segment that may be a dot segment, or of the last one of the run.
            let mut start = pointer;
            let plain_end = loop {
                let end = memchr::memchr(b'/', &self.input[start..run_end]).map_or(run_end, |at| start + at);
                if end == run_end || matches!(self.input[start], b'.' | b'%') || self.may_be_drive(start) {
                    break end;
                }
                start = end + 1;
            };
            if start > pointer {
                self.report_units(pointer, start);
                self.url.href.push('/');
                self.url.href.push_str(&self.text[pointer..start - 1]);
            }
            let ends = self.c(plain_end).is_none_or(|c| !set.contains(c));
            let end = if ends { plain_end } else { self.end_of_run(set, plain_end) };
            if end > self.drive_letter_end {
                self.report_units(start, end);
            }
            let c = self.c(end);
            let reverse = special && c == Some(b'\\');
            if reverse {
                self.report.add(Error::InvalidReverseSolidus, end);
            }
            self.append_segment(start, plain_end, end, reverse || c == Some(b'/'));
            match c {
                None => return Next::Return,
                Some(b'?') => return self.begin_query(end),
                Some(b'#') => return self.begin_fragment(end),
                Some(_) => pointer = end + 1,
            }
        }
    }

    /// Whether a segment at this position may be the drive letter of a file URL.
    fn may_be_drive(&self, start: usize) -> bool {
        self.is_file
            && self.url.written_path().is_empty()
            && self.input.get(start + 1).is_some_and(|c| matches!(c, b':' | b'|'))
    }

    /// The path state's steps for one segment; up to `plain_end` it stays as it is. `slash_follows` is true if the path
    /// continues after it.
    fn append_segment(&mut self, start: usize, plain_end: usize, end: usize, slash_follows: bool) {
        let buffer = &self.input[start..end];
        let may_be_dots = matches!(buffer.first(), Some(b'.' | b'%'));
        let shortens = may_be_dots && is_double_dot(buffer);
        if shortens || (may_be_dots && is_single_dot(buffer)) {
            if shortens {
                self.url.shorten_path();
            }
            if !slash_follows {
                self.url.href.push('/');
            }
        } else if self.is_file && is_windows_drive_letter(buffer) && self.url.written_path().is_empty() {
            self.url.href.push('/');
            self.url.href.push(char::from(buffer[0]));
            self.url.href.push(':');
        } else {
            self.url.href.push('/');
            self.url.href.push_str(&self.text[start..plain_end]);
            if plain_end < end {
                utf8_percent_encode(&self.text[plain_end..end], &PATH, &mut self.url.href);
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
        utf8_percent_encode(kept, &C0_CONTROL, &mut self.url.href);
        self.url.href.push_str(last_space);
        match c {
            Some(b'?') => self.begin_query(end),
            Some(_) => self.begin_fragment(end),
            None => Next::Return,
        }
    }

    /// Begins the query, and continues after its "?".
    pub(super) fn begin_query(&mut self, pointer: usize) -> Next {
        self.url.begin_query();
        Next::To(State::Query, pointer + 1)
    }

    /// Begins the fragment, and continues after its "#".
    pub(super) fn begin_fragment(&mut self, pointer: usize) -> Next {
        self.url.begin_fragment();
        Next::To(State::Fragment, pointer + 1)
    }

    /// Query state.
    pub(super) fn query(&mut self, pointer: usize) -> Next {
        let special = self.is_special;
        if !special || matches!(self.url.scheme(), "ws" | "wss") {
            self.encoding = UTF_8;
        }
        let end = memchr::memchr(b'#', &self.input[pointer..]).map_or(self.input.len(), |at| pointer + at);
        self.report_units(pointer, end);
        let set = if special { &SPECIAL_QUERY } else { &QUERY };
        percent_encode_after_encoding(self.encoding, &self.text[pointer..end], set, &mut self.url.href);
        match self.c(end) {
            Some(_) => self.begin_fragment(end),
            None => Next::Return,
        }
    }

    /// Fragment state.
    pub(super) fn fragment(&mut self, pointer: usize) -> Next {
        self.report_units(pointer, self.input.len());
        utf8_percent_encode(&self.text[pointer..], &FRAGMENT, &mut self.url.href);
        Next::Return
    }
}
