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
//! Segments and values may have escapes that every edition keeps: of a letter (`caf%C3%A9`), or of white space and what no URI
//! has, between other characters (`a%20b`).
//!
//! Why that is correct is for whoever owns the checks to show; the audit's tests compare both ways.

use std::collections::HashSet;
use std::ops::Range;

use crate::bytes::triplet_value;

/// No part of it is too long then, but for a label, which has a bound of its own.
const LONGEST: usize = 250;
const LONGEST_LABEL: usize = 63;

/// A list of words. Nearly all texts that are looked up are not in it, and for most of them no word has their first byte
/// and their length: `www.example.com` needs no hash if no listed name of 15 bytes begins with "w".
#[derive(Debug)]
struct Words {
    /// For each first byte the lengths of words, modulo 64, as bits.
    lengths: Box<[u64; 256]>,
    all: HashSet<Box<[u8]>>,
}

impl Words {
    fn new<'a>(words: impl IntoIterator<Item = &'a [u8]>) -> Words {
        let mut lengths = Box::new([0; 256]);
        let mut all = HashSet::new();
        for word in words {
            lengths[usize::from(word.first().copied().unwrap_or_default())] |= 1 << (word.len() % 64);
            all.insert(Box::from(word));
        }
        Words { lengths, all }
    }

    fn contains(&self, text: &[u8]) -> bool {
        let first = usize::from(text.first().copied().unwrap_or_default());
        self.lengths[first] >> (text.len() % 64) & 1 == 1 && self.all.contains(text)
    }
}

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
        Plain {
            top_level: Words::new(top_level),
            noted: Words::new(noted),
            devices: devices.into_iter().map(Box::from).collect(),
            keys: Words::new(keys),
        }
    }

    /// Whether a whole text is a plain URL of the web.
    #[must_use]
    pub fn url(&self, text: &[u8]) -> bool {
        self.url_but_for_a_port(text) == Some(None)
    }

    /// The port, as a place, of a text that without it is a plain URL of the web: one to five digits, the first not a
    /// zero. None within if there is no port, and None if anything else is not plain.
    #[must_use]
    pub fn url_but_for_a_port(&self, text: &[u8]) -> Option<Option<Range<usize>>> {
        if text.len() > LONGEST {
            return None;
        }
        let rest = text.strip_prefix(b"http")?;
        let rest = rest.strip_prefix(b"s").unwrap_or(rest).strip_prefix(b"://")?;
        let (authority, rest) = rest.split_at(rest.iter().position(|&byte| byte == b'/')?);
        let path_start = text.len() - rest.len();
        let (rest, fragment) = cut(rest, b'#');
        let (path, query) = cut(rest, b'?');
        let (host, port) = cut(authority, b':');
        let is_plain = self.host(host)
            && port.is_none_or(is_plain_port)
            && self.path(path)
            && query.is_none_or(|query| self.query(query))
            && fragment.is_none_or(|fragment| self.fragment(fragment));
        is_plain.then(|| port.map(|port| path_start - port.len()..path_start))
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
        let mut start = 0;
        for pair in query.split(|&byte| byte == b'&') {
            let (key, Some(value)) = cut(pair, b'=') else { return false };
            let in_value = |byte: u8| is_word(byte) || byte == b'.';
            if key.is_empty() || !key.iter().all(|byte| is_word(*byte)) || !is_plain_data(value, in_value) {
                return false;
            }
            let mut before = query[..start].split(|&byte| byte == b'&');
            if before.any(|pair| cut(pair, b'=').0.eq_ignore_ascii_case(key)) || self.is_listed(key) {
                return false;
            }
            start += pair.len() + 1;
        }
        true
    }

    /// Whether a fragment is plain.
    #[must_use]
    pub fn fragment(&self, fragment: &[u8]) -> bool {
        let is_plain = |byte: &u8| is_word(*byte) || *byte == b'.';
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
        let mut pieces = segment.split(|&byte| byte == b'.');
        let first = segment.split(|&byte| matches!(byte, b'.' | b'%')).next().unwrap_or_default();
        !self.devices.iter().any(|device| device.eq_ignore_ascii_case(first))
            && pieces.all(|piece| !piece.is_empty() && is_plain_data(piece, is_word))
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

fn is_plain_port(port: &[u8]) -> bool {
    matches!(port.len(), 1..=5) && port[0] != b'0' && port.iter().all(u8::is_ascii_digit)
}

/// Whether a text has only such bytes, escaped letters, and between these other plain escapes.
fn is_plain_data(text: &[u8], is_plain: impl Fn(u8) -> bool) -> bool {
    let mut rest = text;
    while let Some((&first, others)) = rest.split_first() {
        let after = if first == b'%' {
            let is_inside = rest.len() < text.len();
            after_letter(rest).or_else(|| after_plain_escape(rest).filter(|after| is_inside && !after.is_empty()))
        } else {
            is_plain(first).then_some(others)
        };
        match after {
            Some(after) => rest = after,
            None => return false,
        }
    }
    true
}

/// What follows the escaped UTF-8 of a letter of two or three octets, such as `%C3%A9`. Left out are the blocks with
/// invisible characters, and what ends with the low octet of a line break.
fn after_letter(text: &[u8]) -> Option<&[u8]> {
    let goes_on =
        |text| escaped(text).filter(|(octet, _)| matches!(octet, 0x80..=0xBF) && !matches!(octet, 0x8A | 0x8D));
    let (first, rest) = escaped(text)?;
    let (_, rest) = goes_on(rest)?;
    match first {
        0xC3..=0xD7 => Some(rest),
        0xE3..=0xE9 => goes_on(rest).map(|(_, rest)| rest),
        _ => None,
    }
}

/// What follows an escape that all editions keep and that delimits nothing.
fn after_plain_escape(text: &[u8]) -> Option<&[u8]> {
    let (octet, rest) = escaped(text)?;
    let is_plain = matches!(octet, b' ' | b'"' | b'<' | b'>' | b'[' | b']' | b'^' | b'`' | b'{' | b'|' | b'}');
    is_plain.then_some(rest)
}

/// The octet of an escape in upper case at the start of a text, and what follows it.
fn escaped(text: &[u8]) -> Option<(u8, &[u8])> {
    let octet = triplet_value(text, 0)?;
    let (escape, rest) = text.split_at(3);
    (!escape.iter().any(u8::is_ascii_lowercase)).then_some((octet, rest))
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
