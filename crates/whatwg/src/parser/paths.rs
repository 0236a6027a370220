//! The path, the query and the fragment.

use encoding_rs::UTF_8;
use uriverse_core::memory::GrowText;
use uriverse_scan::{member_masks, ones};

use super::machine::{Machine, Next, State};
use crate::code_points::{is_double_dot, is_single_dot, is_windows_drive_letter, OPAQUE_PATH, SEGMENT};
use crate::errors::{Report, ValidationError as Error};
use crate::percent::{
    percent_encode_after_encoding, utf8_percent_encode, C0_CONTROL, FRAGMENT, PATH, PLAIN_PATH, PLAIN_SEGMENT, QUERY,
    SPECIAL_QUERY,
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
                self.url.href.put('/');
                Next::Return
            }
            (None, _) => Next::Return,
        }
    }

    /// Path state.
    ///
    /// `a/b/../c d/e` is a run of plain bytes up to the space. The masks of its bytes, with the first on the left:
    ///
    /// ```text
    /// path     a/b/../c d/e
    /// plain    11111111.111
    /// slashes  .1.1..1.....   within the run
    /// dots     ....11......   "." and "%"
    /// dotted   ....1.......   those at the start of a segment
    /// ```
    ///
    /// `a` and `b` are written together, and `..` removes `b`. In the next turn `c d` is written, and then `e`.
    pub(super) fn path(&mut self, mut pointer: usize) -> Next {
        let special = self.is_special;
        let set = &SEGMENT[usize::from(self.state_override.is_some())][usize::from(special)];
        loop {
            let [plain, slashes, dots] = member_masks(&PLAIN_PATH, &self.input[pointer..]);
            // The run of plain bytes among the next 64.
            let run = plain.trailing_ones();
            let slashes = slashes & ones(run as usize);
            let dotted = dots & (slashes << 1 | 1);
            let may_be_drive = self.is_file
                && self.url.written_path().is_empty()
                && self.input.get(pointer + 1).is_some_and(|c| matches!(c, b':' | b'|'));
            // The start of the first segment that may be a dot segment, or of the last one of the run.
            let start = match dotted {
                _ if may_be_drive => 0,
                0 => 64 - slashes.leading_zeros(),
                _ => dotted.trailing_zeros(),
            };
            let plain_end = match slashes.checked_shr(start) {
                Some(rest @ 1..) => pointer + (start + rest.trailing_zeros()) as usize,
                _ if run < 64 => pointer + run as usize,
                _ => self.end_of_run(&PLAIN_SEGMENT, pointer + 64),
            };
            let start = pointer + start as usize;
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
            let segment = &self.input[start..end];
            // The last segment may begin after these 64 bytes.
            let may_be_dots = matches!(segment.first(), Some(b'.' | b'%'));
            let shortens = may_be_dots && is_double_dot(segment);
            let href = &mut self.url.href;
            if shortens || (may_be_dots && is_single_dot(segment)) {
                if start > pointer {
                    href.put('/');
                    href.put_str(&self.text[pointer..start - 1]);
                }
                if shortens {
                    self.url.shorten_path();
                }
                if !reverse && c != Some(b'/') {
                    self.url.href.put('/');
                }
            } else if may_be_drive && is_windows_drive_letter(segment) {
                href.room(3);
                href.extend(['/', char::from(segment[0]), ':']);
            } else {
                href.put('/');
                href.put_str(&self.text[pointer..plain_end]);
                if plain_end < end {
                    utf8_percent_encode(&self.text[plain_end..end], &PATH, href);
                }
            }
            match c {
                None => return Next::Return,
                Some(b'?') => return self.begin_query(end),
                Some(b'#') => return self.begin_fragment(end),
                Some(_) => pointer = end + 1,
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
        self.url.href.put_str(last_space);
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
