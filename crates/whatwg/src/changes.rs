//! What is changed in a text to make a Web URL of it: each place, the new text there, and why.
//!
//! ```text
//!   HTTP://h:80\a\..\b?q|
//!   ^^^^     ^^^          scheme-case "http", default-port ""
//!              ^^^^^^^    backslash "/", dot-segment "" (twice)
//!                     ^   encoded "%7C"
//! ```
//!
//! The parser writes a URL and keeps no map of the input. So the input is cut once more, by the same delimiters, and
//! each component is compared with that of the URL. A test applies the changes to generated texts and compares the
//! result with the URL.

use std::ops::Range;

use uriverse_core::memory::{buffer, Grow, GrowText};
use uriverse_core::{named_enum, triplet_at};

use crate::code_points::{is_double_dot, is_single_dot};
use crate::errors::ValidationError;
use crate::input::Input;
use crate::record::Record;
use crate::special_schemes::default_port;
use crate::web::{parse, NotWeb};

named_enum! {
    /// The reason of a change.
    pub enum Why {
        /// White space or a control character at an end, a tab or a newline anywhere.
        WhiteSpace = "white-space",
        /// The scheme in lower case.
        SchemeCase = "scheme-case",
        /// Two slashes before the authority, neither more nor less.
        Slashes = "slashes",
        /// "/" for "\".
        Backslash = "backslash",
        /// An empty userinfo or password.
        Userinfo = "userinfo",
        /// The host in lower case.
        HostCase = "host-case",
        /// The host in another form: a name in US-ASCII, or an address in its usual form.
        Host = "host",
        /// The scheme's default port.
        DefaultPort = "default-port",
        /// An empty port, or leading zeros.
        Port = "port",
        /// "/" for an empty path.
        EmptyPath = "empty-path",
        /// A dot segment, or a segment that one removes.
        DotSegment = "dot-segment",
        /// A character that its component does not allow.
        Encoded = "encoded",
        /// A "%" that begins no triplet.
        Percent = "percent",
    }
}

impl Why {
    /// Whether every parser makes the change, or none needs it: `strict` allows no others.
    pub fn is_spelling(self) -> bool {
        matches!(self, Why::SchemeCase | Why::HostCase | Why::DefaultPort | Why::EmptyPath)
    }
}

/// A change of an input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
    /// The new text.
    pub after: String,
    /// The reason.
    pub why: Why,
}

/// The components of an absolute Web URL's input, without the characters that the parser removes.
struct Cut {
    scheme_end: usize,
    slashes: Range<usize>,
    userinfo: Option<Range<usize>>,
    host: Range<usize>,
    port: Option<Range<usize>>,
    path: Range<usize>,
    query: Option<Range<usize>>,
    fragment: Option<Range<usize>>,
}

impl Cut {
    /// Cuts where the states of the parser end. (§4.4, from the scheme state to the query state.)
    fn new(text: &str) -> Option<Cut> {
        let bytes = text.as_bytes();
        let find = |start: usize, is_end: &dyn Fn(u8) -> bool| {
            bytes[start..].iter().position(|&byte| is_end(byte)).map_or(bytes.len(), |at| start + at)
        };
        let scheme_end = memchr::memchr(b':', bytes)?;
        let start = find(scheme_end + 1, &|byte| !matches!(byte, b'/' | b'\\'));
        let end = find(start, &|byte| matches!(byte, b'/' | b'\\' | b'?' | b'#'));
        let at = memchr::memrchr(b'@', &bytes[start..end]).map(|at| start + at);
        let host_start = at.map_or(start, |at| at + 1);
        let brackets =
            bytes[host_start..end].iter().rposition(|&byte| byte == b']').map_or(host_start, |at| host_start + at);
        let colon = memchr::memchr(b':', &bytes[brackets..end]).map(|at| brackets + at);
        let path_end = find(end, &|byte| matches!(byte, b'?' | b'#'));
        let query_end = find(path_end, &|byte| byte == b'#');
        Some(Cut {
            scheme_end,
            slashes: scheme_end + 1..start,
            userinfo: at.map(|at| start..at),
            host: host_start..colon.unwrap_or(end),
            port: colon.map(|colon| colon + 1..end),
            path: end..path_end,
            query: (query_end > path_end).then_some(path_end + 1..query_end),
            fragment: (query_end < bytes.len()).then_some(query_end + 1..bytes.len()),
        })
    }
}

/// The places of an absolute input's host and port, in bytes; None for a relative one.
pub fn host_and_port(input: &str) -> Option<(usize, usize)> {
    let cleaned = Input::new(input, &mut Vec::<(ValidationError, usize)>::new());
    let cut = Cut::new(&cleaned.text)?;
    Some((cleaned.original(cut.host.start), cleaned.original(cut.port.map_or(cut.host.end, |port| port.start))))
}

/// The changes that make a Web URL of an absolute input, in the order of their places.
pub fn changes(input: &str) -> Result<Vec<Change>, NotWeb> {
    let url = parse(input, None)?;
    if url.href == input {
        return Ok(Vec::new());
    }
    let cleaned = Input::new(input, &mut Vec::<(ValidationError, usize)>::new());
    let mut draft = Draft { text: &cleaned.text, changes: Vec::new() };
    if let Some(cut) = Cut::new(&cleaned.text) {
        draft.compare(&cut, &url);
    }
    Ok(placed(&cleaned, input.len(), draft.changes))
}

/// The changes of the input without what the parser removes.
struct Draft<'a> {
    text: &'a str,
    changes: Vec<Change>,
}

impl Draft<'_> {
    /// Adds a change, or joins it with the one before.
    fn push(&mut self, place: Range<usize>, after: &str, why: Why) {
        match self.changes.last_mut() {
            Some(last) if last.end == place.start && last.why == why && !place.is_empty() => {
                last.end = place.end;
                last.after.put_str(after);
            }
            _ => self.changes.put(Change { start: place.start, end: place.end, after: after.to_owned(), why }),
        }
    }

    fn compare(&mut self, cut: &Cut, url: &Record) {
        let text = self.text;
        if &text[..cut.scheme_end] != url.scheme() {
            self.push(0..cut.scheme_end, url.scheme(), Why::SchemeCase);
        }
        let slashes = &text[cut.slashes.clone()];
        if slashes != "//" {
            let why = if slashes.contains('\\') { Why::Backslash } else { Why::Slashes };
            self.push(cut.slashes.clone(), "//", why);
        }
        self.compare_authority(cut, url);
        self.compare_path(cut.path.clone(), url.path());
        for (place, component) in [(&cut.query, url.query()), (&cut.fragment, url.fragment())] {
            if let (Some(place), Some(component)) = (place, component) {
                self.compare_encoded(place.clone(), component);
            }
        }
    }

    fn compare_authority(&mut self, cut: &Cut, url: &Record) {
        let userinfo = url.offsets.userinfo().and_then(|range| url.href.get(range));
        match (&cut.userinfo, userinfo) {
            (Some(place), Some(userinfo)) => {
                let before = self.changes.len();
                if !self.compare_encoded(place.clone(), userinfo) {
                    self.changes.truncate(before);
                    self.push(place.clone(), userinfo, Why::Userinfo);
                }
            }
            (Some(place), None) => self.push(place.start..cut.host.start, "", Why::Userinfo),
            (None, _) => {}
        }
        let (written, host) = (&self.text[cut.host.clone()], url.host().unwrap_or_default());
        if written != host {
            let why = if written.eq_ignore_ascii_case(host) { Why::HostCase } else { Why::Host };
            self.push(cut.host.clone(), host, why);
        }
        let Some(place) = &cut.port else { return };
        let written = &self.text[place.clone()];
        match url.port().map(|port| port.to_string()) {
            Some(port) if port == written => {}
            Some(port) => self.push(place.clone(), &port, Why::Port),
            None => {
                let is_default = default_port(url.scheme()).is_some_and(|port| port.to_string() == written);
                self.push(cut.host.end..place.end, "", if is_default { Why::DefaultPort } else { Why::Port });
            }
        }
    }

    /// Compares a path, segment by segment.
    fn compare_path(&mut self, place: Range<usize>, path: &str) {
        if place.is_empty() {
            self.push(place, "/", Why::EmptyPath);
            return;
        }
        // Each segment with its slash, and whether it stays.
        let mut segments: Vec<(Range<usize>, bool)> = Vec::new();
        let bytes = self.text.as_bytes();
        for at in place.clone().filter(|&at| matches!(bytes[at], b'/' | b'\\')) {
            if let Some((last, _)) = segments.last_mut() {
                last.end = at;
            }
            segments.put((at..place.end, true));
        }
        let mut stack = Vec::new();
        for (index, (segment, stays)) in segments.iter_mut().enumerate() {
            let text = &bytes[segment.start + 1..segment.end];
            *stays = !is_single_dot(text) && !is_double_dot(text);
            if *stays {
                stack.put(index);
            }
            if is_double_dot(text) {
                stack.pop();
            }
        }
        let (mut written, last) = (path.split('/').skip(1), segments.len() - 1);
        let mut kept = stack.into_iter().peekable();
        for (index, (segment, is_name)) in segments.into_iter().enumerate() {
            let is_kept = kept.next_if_eq(&index).is_some();
            if !is_kept && (index < last || is_name) {
                self.push(segment, "", Why::DotSegment);
                continue;
            }
            if bytes[segment.start] == b'\\' {
                self.push(segment.start..segment.start + 1, "/", Why::Backslash);
            }
            let text = segment.start + 1..segment.end;
            if is_kept {
                self.compare_encoded(text, written.next().unwrap_or_default());
            } else {
                self.push(text, "", Why::DotSegment);
            }
        }
    }

    /// Compares a text with its percent-encoded form; false if they differ otherwise.
    fn compare_encoded(&mut self, place: Range<usize>, encoded: &str) -> bool {
        let (text, mut rest) = (self.text, encoded);
        for (at, c) in text[place.clone()].char_indices().map(|(at, c)| (place.start + at, c)) {
            let is_broken = c == '%' && !triplet_at(text.as_bytes(), at);
            let length = if !is_broken && rest.starts_with(c) { 1 } else { 3 * c.len_utf8() };
            let Some((octets, after)) = rest.split_at_checked(length) else { return false };
            if length > 1 {
                if !octets.starts_with('%') {
                    return false;
                }
                self.push(at..at + c.len_utf8(), octets, if is_broken { Why::Percent } else { Why::Encoded });
            }
            rest = after;
        }
        rest.is_empty()
    }
}

/// Changes of the cleaned text as changes of the original input, with the removals that none of them covers.
fn placed(input: &Input<'_>, length: usize, changes: Vec<Change>) -> Vec<Change> {
    let mut removals = input.removals(length).into_iter().peekable();
    let mut placed = buffer(changes.len());
    for change in changes {
        let start = input.original(change.start);
        let end = if change.end > change.start { input.original(change.end - 1) + 1 } else { start };
        while let Some(range) = removals.next_if(|range| range.start < end) {
            if range.start < start {
                placed.put(removal(range));
            }
        }
        placed.put(Change { start, end, ..change });
    }
    placed.extend(removals.map(removal));
    placed
}

fn removal(range: Range<usize>) -> Change {
    Change { start: range.start, end: range.end, after: String::new(), why: Why::WhiteSpace }
}

#[cfg(test)]
mod tests {
    use super::{changes, Change};
    use crate::web;

    fn applied(input: &str, changes: &[Change]) -> String {
        let (mut text, mut at) = (String::new(), 0);
        for change in changes {
            text.push_str(&input[at..change.start]);
            text.push_str(&change.after);
            at = change.end;
        }
        text + &input[at..]
    }

    #[test]
    fn applying_the_changes_gives_the_url() {
        let mut number = 1u64;
        let mut choose = |list: &[&'static str]| {
            number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            list[(number >> 33) as usize % list.len()]
        };
        let mut count = 0;
        for _ in 0..20_000 {
            let mut text = String::new();
            for list in [
                &["", " ", "\n\u{1}", "\t"][..],
                &["http", "HTTP", "h\ttps", "ws", "Ftp", "wSs"],
                &[":"],
                &["//", "", "/", "\\\\", "///", "/\n/"],
                &["", "u@", "u:@", ":@", "u:p%@", "a@b:c@", "\u{e9}@"],
                &["h", "H.x", "0x7f.1", "[::1]", "b\u{fc}cher.de", "[::0001]", "e\nx", "%41"],
                &["", ":80", ":", ":00443", ":443", ":8\t0"],
                &["", "/", "/a", "\\a", "/./", "/a/..", "/a/b/../c", "/%2e%2E/x", "/a /\u{fc}", "/.", "/a/\\..\\./"],
                &["", "/x", "/..", "\t/.\n./y", "/%/%zz", "|[]"],
                &["", "?", "?a=1|2", "?'\u{1f600}", "?%", "?a\nb"],
                &["", "#", "#a#b", "#` ", "#%4"],
                &["", " ", "\r"],
            ] {
                text.push_str(choose(list));
            }
            let Ok(url) = web::parse(&text, None) else { continue };
            let changes = changes(&text).expect("it is a Web URL");
            assert_eq!(applied(&text, &changes), url.href, "{text:?} {changes:?}");
            count += 1;
        }
        assert!(count > 15_000, "{count}");
    }
}
