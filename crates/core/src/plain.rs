//! Plain URLs: texts in which no check of an audit can find anything, told at one look. Most URLs are plain.
//!
//! What goes in: lists of words that checks look for, then texts. What comes out: whether a text, or a component, is
//! plain. The shape is narrow, so that it leaves out whatever a check looks for:
//!
//! ```text
//! https://www.example.com/docs/2003/index.html?id=3&page=2#top
//!         '-- labels ---''-- segments -------' '-- pairs -'
//! ```
//!
//! Why that is correct is for whoever owns the checks to show; the audit's tests compare both ways.

use std::collections::HashSet;

/// No part of it is too long then, but for a label, which has a bound of its own.
const LONGEST: usize = 250;
const LONGEST_LABEL: usize = 63;

type Words = HashSet<Box<[u8]>>;

/// What is plain, by lists of words in lower case.
#[derive(Debug)]
pub struct Plain {
    top_level: Words,
    noted: Words,
    devices: Vec<Box<[u8]>>,
    keys: Words,
}

impl Plain {
    /// The lists: the last labels that a host may have, the names at whose subdomains checks look, the names of devices
    /// that no segment may have, and the keys that no pair of a query may have ("-" and "_" left out).
    pub fn new<'a, W: IntoIterator<Item = &'a [u8]>>(top_level: W, noted: W, devices: W, keys: W) -> Plain {
        let words = |list: W| list.into_iter().map(Box::from).collect();
        Plain {
            top_level: words(top_level),
            noted: words(noted),
            devices: devices.into_iter().map(Box::from).collect(),
            keys: words(keys),
        }
    }

    /// Whether a whole text is a plain URL of the web.
    #[must_use]
    pub fn url(&self, text: &[u8]) -> bool {
        if text.len() > LONGEST {
            return false;
        }
        let Some(rest) = text.strip_prefix(b"http") else { return false };
        let rest = rest.strip_prefix(b"s").unwrap_or(rest);
        let Some(rest) = rest.strip_prefix(b"://") else { return false };
        let Some(path_start) = rest.iter().position(|&byte| byte == b'/') else { return false };
        let (host, rest) = rest.split_at(path_start);
        let (rest, fragment) = cut(rest, b'#');
        let (path, query) = cut(rest, b'?');
        self.host(host)
            && self.path(path)
            && query.is_none_or(|query| self.query(query))
            && fragment.is_none_or(|fragment| self.fragment(fragment))
    }

    /// Whether a host is plain: two labels or more, of which the last is known and no end of the name is noted.
    #[must_use]
    pub fn host(&self, host: &[u8]) -> bool {
        if host.len() > LONGEST {
            return false;
        }
        let Some(last) = host.iter().rposition(|&byte| byte == b'.') else { return false };
        let (labels, top) = (&host[..last], &host[last + 1..]);
        // The list has forms with "xn--" besides.
        if !top.iter().all(u8::is_ascii_lowercase) || !self.top_level.contains(top) {
            return false;
        }
        if !labels.split(|&byte| byte == b'.').all(is_plain_label) {
            return false;
        }
        let mut dots = (0..last).rev().filter(|&at| host[at] == b'.');
        !dots.any(|at| self.noted.contains(&host[at + 1..])) && !self.noted.contains(host)
    }

    /// Whether a path is plain: no segment is empty but the last, begins or ends with a dot, or names a device.
    #[must_use]
    pub fn path(&self, path: &[u8]) -> bool {
        if path.len() > LONGEST {
            return false;
        }
        let Some(segments) = path.strip_prefix(b"/") else { return false };
        let mut segments = segments.split(|&byte| byte == b'/').peekable();
        while let Some(segment) = segments.next() {
            let is_last = segments.peek().is_none();
            if !(is_last && segment.is_empty() || self.is_plain_segment(segment)) {
                return false;
            }
        }
        true
    }

    /// Whether a query is plain: pairs with "=", of which no key comes twice and none is listed.
    #[must_use]
    pub fn query(&self, query: &[u8]) -> bool {
        if query.len() > LONGEST {
            return false;
        }
        let mut keys: Vec<&[u8]> = Vec::new();
        for pair in query.split(|&byte| byte == b'&') {
            let (key, Some(value)) = cut(pair, b'=') else { return false };
            let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
            if key.is_empty() || !key.iter().all(is_word) || !value.iter().all(|byte| is_word(byte) || *byte == b'.') {
                return false;
            }
            if keys.iter().any(|known| known.eq_ignore_ascii_case(key)) || self.is_listed(key) {
                return false;
            }
            keys.push(key);
        }
        true
    }

    /// Whether a fragment is plain.
    #[must_use]
    pub fn fragment(&self, fragment: &[u8]) -> bool {
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
        !fragment.is_empty() && fragment.len() <= LONGEST && fragment.iter().all(is_plain)
    }

    /// Whether a key is listed, without its "-" and "_" and in lower case.
    fn is_listed(&self, key: &[u8]) -> bool {
        if key.iter().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
            return self.keys.contains(key);
        }
        let letters = key.iter().filter(|byte| !matches!(byte, b'_' | b'-'));
        self.keys.contains(letters.map(u8::to_ascii_lowercase).collect::<Vec<u8>>().as_slice())
    }

    fn is_plain_segment(&self, segment: &[u8]) -> bool {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let mut pieces = segment.split(|&byte| byte == b'.');
        let first = pieces.clone().next().unwrap_or_default();
        !self.devices.iter().any(|device| device.eq_ignore_ascii_case(first))
            && pieces.all(|piece| !piece.is_empty() && piece.iter().all(is_word))
    }
}

/// What stands before the first such byte, and what after it.
fn cut(text: &[u8], byte: u8) -> (&[u8], Option<&[u8]>) {
    match text.iter().position(|&found| found == byte) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}

/// A label begins with a letter and has no two hyphens in turn and none between digits: it is not a number, not a part
/// of an address, and not an "xn--" form.
fn is_plain_label(label: &[u8]) -> bool {
    let (Some(first), Some(last)) = (label.first(), label.last()) else { return false };
    let is_plain = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'-';
    let hyphened = label
        .windows(3)
        .any(|three| three[1] == b'-' && (three[2] == b'-' || three[0].is_ascii_digit() && three[2].is_ascii_digit()));
    first.is_ascii_lowercase()
        && *last != b'-'
        && label.len() <= LONGEST_LABEL
        && label.iter().all(is_plain)
        && !hyphened
}
