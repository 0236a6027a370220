//! Plain URLs: texts without findings. One pass over a text replaces all checks of an audit. Most URLs are plain.
//!
//! Input: the lists of words that the checks look for, then texts. Output: whether a text, or a component, is plain.
//! The shape is narrow: it excludes everything that a check could report.
//!
//! ```text
//! https://www.example.com/docs/2003/index.html?id=3&page=2#top
//!         '-- labels ---''-- segments -------' '-- pairs -'
//! ```
//!
//! Segments, values and fragments are letters, digits and marks. Segments and values may have escapes that every
//! edition keeps: of a letter (`caf%C3%A9`), of white space and characters that no URI has (`a%20b`), or of a
//! delimiter that splits nothing there (`?next=%2Fhome`, `?j=%7B%22a%22%3A1%7D`). Slashes and colons in a query are
//! plain unless they begin a host or a listed scheme.
//!
//! False negatives are possible, false positives are not: the audit's tests compare the results with those of the
//! checks.

pub mod counts;
mod escapes;
mod international;
mod labels;
pub mod numbers;
mod words;

use memchr::{memchr, memmem, memrchr, memrchr_iter};
use uriverse_scan::{member_masks, Sets};

use uriverse_core::bytes::ByteTable;

use crate::nested::{without_first_blanks, without_last_blanks};
use crate::secrets::has_secret_word;
use escapes::{begins_with_a_mark, is_plain_data, leads_elsewhere};
use escapes::{FRAGMENT_ESCAPES, QUERY_ESCAPES, SEGMENT_ESCAPES};
use labels::{are_plain_labels, are_plain_one_by_one};
use numbers::Numbers;
use words::Words;

/// A host or a path of this length is not reported as too long. Labels have their own bound.
const LONGEST: usize = 250;
/// A query or a fragment of this length; a text has at most one part of each kind. The keys of a query are compared
/// pairwise.
const LONGEST_DATA: usize = 1000;
/// The most pairs of a query whose keys are compared pairwise in place.
const MOST_PAIRS: usize = 8;

/// Recognizes plain texts, by lists of words in lower case.
#[derive(Clone, Debug)]
pub struct Plain {
    top_level: Words,
    checked_names: Words,
    devices: Words,
    keys: Words,
    schemes: Words,
    numbers: Numbers,
}

impl Plain {
    /// The lists: the last labels that a host may have; the names whose subdomains are checked; the names of devices,
    /// which no segment may be; the keys that no pair of a query may have (without "-", "_" and "."); and the schemes
    /// with which no value may begin, up to their first ".", of letters and digits.
    pub fn new<'a, W: IntoIterator<Item = &'a [u8]>>(
        top_level: W,
        checked_names: W,
        devices: W,
        keys: W,
        schemes: W,
    ) -> Plain {
        Plain {
            top_level: Words::new(top_level),
            checked_names: Words::new(checked_names),
            devices: Words::new(devices),
            keys: Words::new(keys),
            schemes: Words::new(schemes),
            numbers: Numbers::default(),
        }
    }

    /// Adds the findings of ports and addresses, for [`Plain::counts`].
    pub fn with_numbers(self, numbers: Numbers) -> Plain {
        Plain { numbers, ..self }
    }

    /// Whether a whole text is a plain http or https URL.
    pub fn url(&self, text: &[u8]) -> bool {
        let Some(rest) = text.strip_prefix(b"http") else { return false };
        let Some(rest) = rest.strip_prefix(b"s").unwrap_or(rest).strip_prefix(b"://") else { return false };
        let Some(slash) = memchr(b'/', rest) else { return false };
        let (host, rest) = rest.split_at(slash);
        let (rest, fragment) = cut(rest, b'#');
        let (path, query) = cut(rest, b'?');
        self.host(host)
            && self.path(path)
            && query.is_none_or(|query| self.query(query))
            && fragment.is_none_or(|fragment| self.fragment(fragment))
    }

    /// Whether a host is plain: at least two labels, the last one listed, and the name not below a checked one.
    pub fn host(&self, host: &[u8]) -> bool {
        if host.len() > LONGEST {
            return false;
        }
        let Some(last) = memrchr(b'.', host) else { return false };
        let (labels, top) = (&host[..last], &host[last + 1..]);
        let are_plain = if host.len() <= 64 { are_plain_labels(host, last) } else { are_plain_one_by_one(labels, top) };
        if !are_plain || !self.top_level.contains(top) {
            return false;
        }
        let mut dots = memrchr_iter(b'.', labels);
        !dots.any(|at| self.checked_names.contains(&host[at + 1..])) && !self.checked_names.contains(host)
    }

    /// Whether a path is plain: no segment is empty (except the last), only dots, has two adjacent dots, or names a
    /// device.
    pub fn path(&self, path: &[u8]) -> bool {
        if path.len() > LONGEST {
            return false;
        }
        match path.len() {
            1..=64 => self.short_path(path).unwrap_or_else(|| self.path_by_segments(path)),
            _ => self.path_by_segments(path),
        }
    }

    fn path_by_segments(&self, path: &[u8]) -> bool {
        let Some(segments) = path.strip_prefix(b"/") else { return false };
        // A drive letter may begin a path.
        if segments.get(1) == Some(&b':') || segments.contains(&b':') && leads_elsewhere(path, b":") {
            return false;
        }
        let mut segments = segments.split(|&byte| byte == b'/').peekable();
        while let Some(segment) = segments.next() {
            let is_last = segments.peek().is_none();
            if !(is_last && segment.is_empty() || self.is_plain_segment(segment)) {
                return false;
            }
        }
        true
    }

    /// Whether a query is plain: no pair (ended by "&" or ";") has a listed or repeated key, and nothing leads
    /// elsewhere.
    pub fn query(&self, query: &[u8]) -> bool {
        match query.len() {
            1..=64 => self.short_query(query).unwrap_or_else(|| self.query_by_pairs(query, |_, _, _| false)),
            _ => self.query_by_pairs(query, |_, _, _| false),
        }
    }

    /// The same; `may_stand` may allow a repeated key (true) or a listed one (false), by its name and value.
    fn query_by_pairs(&self, query: &[u8], mut may_stand: impl FnMut(bool, &[u8], &[u8]) -> bool) -> bool {
        if query.is_empty() || query.len() > LONGEST_DATA || !is_plain_data(query, &QUERY, &QUERY_ESCAPES) {
            return false;
        }
        let mut keys: Vec<&[u8]> = Vec::new();
        let mut prints = 0_u64;
        for pair in query.split(is_end) {
            if let (key, Some(value)) = cut(pair, b'=') {
                // Keys with other fingerprints differ, so most are not compared.
                let print = 1 << (key.iter().fold(key.len(), |sum, byte| sum + usize::from(byte & 31)) % 64);
                let is_repeated = prints & print != 0 && keys.iter().any(|before| before.eq_ignore_ascii_case(key));
                prints |= print;
                // The checks compare decoded keys, so an encoded key is not plain here.
                if key.is_empty()
                    || key.contains(&b'%')
                    || is_repeated && !may_stand(true, key, value)
                    || self.is_listed(key) && !may_stand(false, key, value)
                    || !value.split(|&byte| byte == b'=').all(|value| self.begins_plainly(value))
                {
                    return false;
                }
                keys.push(key);
            }
        }
        !climbs(query) && !leads_elsewhere(query, b"/:")
    }

    /// Whether a value begins neither with a listed scheme nor like a userinfo or a port, perhaps after spaces.
    fn begins_plainly(&self, mut value: &[u8]) -> bool {
        while let Some(rest) = value.strip_prefix(b"+").or_else(|| value.strip_prefix(b"%20")) {
            value = rest;
        }
        // A scheme begins with a letter, and a userinfo or a port with "@" or ":".
        if begins_with_a_mark(value) {
            return true;
        }
        let escaped = value.windows(3).position(|three| three == b"%3A");
        let colon = memchr(b':', value).into_iter().chain(escaped).min();
        let Some(colon) = colon else {
            return !value.starts_with(b"@") && !value.starts_with(b"%40");
        };
        let word = &value[..colon];
        match word.first() {
            Some(first) if first.is_ascii_digit() || matches!(first, b'/' | b'_') => true,
            Some(_) => {
                let (label, _) = cut(word, b'.');
                word.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'.')
                    && !self.schemes.contains_in_any_case(label)
            }
            None => false,
        }
    }

    /// Whether a fragment is plain, without pairs.
    pub fn fragment(&self, fragment: &[u8]) -> bool {
        !fragment.is_empty()
            && fragment.len() <= LONGEST_DATA
            && is_plain_data(fragment, &FRAGMENT, &FRAGMENT_ESCAPES)
            && !leads_elsewhere(fragment, b"/:")
    }

    /// Whether a key is listed, ignoring case and without its "-", "_" and ".", or has a secret word. A "+" at its ends
    /// is a space, which servers strip.
    fn is_listed(&self, key: &[u8]) -> bool {
        let key = without_last_blanks(without_first_blanks(key));
        if key.iter().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
            return self.keys.contains(key) || has_secret_word(key);
        }
        let letters = key.iter().filter(|byte| !matches!(byte, b'_' | b'-' | b'.'));
        self.keys.contains(letters.map(u8::to_ascii_lowercase).collect::<Vec<u8>>().as_slice()) || has_secret_word(key)
    }

    /// Whether a path of 1 to 64 bytes is plain; None if it has ":" or ";", which [`Plain::path`] tests.
    ///
    /// In `/a.b/.c` the "/" are at `1...1..` and the "." at `..1..1.`. No two "/" and no two "." are adjacent, no
    /// segment is "." alone, and neither `a` nor the empty text before `.c` is the name of a device.
    fn short_path(&self, path: &[u8]) -> Option<bool> {
        static SETS: Sets<5> = Sets::from_ascii([
            &ByteTable::only(b"/"),
            &ByteTable::only(b"."),
            &ByteTable::only(b"%"),
            &ByteTable::only(b":;"),
            &DATA,
        ]);
        let [slashes, dots, escapes, others, data] = member_masks(&SETS, path);
        let all = u64::MAX >> (64 - path.len());
        if slashes | dots | data | escapes != all {
            return if slashes | dots | data | escapes | others == all { None } else { Some(false) };
        }
        let before_slash_or_end = slashes >> 1 | 1 << (path.len() - 1);
        let is_refused = slashes & 1 == 0
            || slashes & slashes << 1 != 0
            || dots & dots << 1 != 0
            || dots & slashes << 1 & (before_slash_or_end | escapes >> 1) != 0;
        if is_refused || escapes != 0 && !is_plain_data(path, &PATH, &SEGMENT_ESCAPES) {
            return Some(false);
        }
        let mut marks = slashes | dots | escapes;
        while marks != 0 {
            let at = marks.trailing_zeros() as usize;
            marks &= marks - 1;
            let end = path.len().min(marks.trailing_zeros() as usize);
            if slashes >> at & 1 == 1 && self.devices.contains_in_any_case(&path[at + 1..end]) {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Whether a query of 1 to 64 bytes is plain; None if it has escapes, "/", ":", "@", "?" or "..", or more than
    /// [`MOST_PAIRS`] pairs.
    ///
    /// In `a=b;c&d=e` the "=" are at `.1.....1.`, the ends of pairs at `...1.1...`: `a` and `d` are keys, `c` is not.
    fn short_query(&self, query: &[u8]) -> Option<bool> {
        static SETS: Sets<5> = Sets::from_ascii([
            &ByteTable::only(b"&;"),
            &ByteTable::only(b"="),
            &ByteTable::only(b"."),
            &ByteTable::only(b"%/:@?"),
            &QUERY,
        ]);
        let [mut ends, equals, dots, others, data] = member_masks(&SETS, query);
        let all = u64::MAX >> (64 - query.len());
        if others | dots & dots << 1 != 0 {
            return None;
        }
        if data != all {
            return Some(false);
        }
        let mut keys: [&[u8]; MOST_PAIRS] = [b""; MOST_PAIRS];
        let mut start = 0;
        for number in 0..MOST_PAIRS {
            let end = query.len().min(ends.trailing_zeros() as usize);
            ends &= ends.wrapping_sub(1);
            let equal = (equals & all << start).trailing_zeros() as usize;
            if equal < end {
                let key = &query[start..equal];
                let is_twice = keys[..number].iter().any(|before| before.eq_ignore_ascii_case(key));
                if key.is_empty() || is_twice || self.is_listed(key) {
                    return Some(false);
                }
                keys[number] = key;
            }
            if end == query.len() {
                return Some(true);
            }
            start = end + 1;
            if start == query.len() {
                return Some(true);
            }
        }
        None
    }

    fn is_plain_segment(&self, segment: &[u8]) -> bool {
        let first = segment.split(|&byte| matches!(byte, b'.' | b'%' | b';')).next().unwrap_or_default();
        let is_of_dots = segment.starts_with(b".") && matches!(segment.get(1), None | Some(b'.' | b';' | b'%'));
        let has_two = segment.windows(2).any(|two| two == b"..");
        !segment.is_empty()
            && !is_of_dots
            && !has_two
            && !self.devices.contains_in_any_case(first)
            && is_plain_data(segment, &PATH, &SEGMENT_ESCAPES)
    }
}

/// Bytes of a segment that no check looks for, except dots, ":" and ";".
static DATA: ByteTable =
    ByteTable::only(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-~+,()!$*&=@");
/// Bytes that the rules of path, query and fragment all accept.
static PATH: ByteTable =
    ByteTable::only(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-~+,()!$*&=@./:;");
static QUERY: ByteTable =
    ByteTable::only(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-~+,()!$*&=@./:;?");
static FRAGMENT: ByteTable =
    ByteTable::only(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-~+,()!$*&@./:;?");

/// Whether a byte ends a pair of a query.
fn is_end(byte: &u8) -> bool {
    matches!(byte, b'&' | b';')
}

/// Whether a query may have a segment "..": two dots that no letter follows.
fn climbs(query: &[u8]) -> bool {
    memmem::find_iter(query, b"..").any(|at| matches!(query.get(at + 2), None | Some(b'/' | b'&' | b';' | b'+' | b'%')))
}

/// Splits a text at the first such byte: the text before it, and the text after it.
fn cut(text: &[u8], byte: u8) -> (&[u8], Option<&[u8]>) {
    match memchr(byte, text) {
        Some(at) => (&text[..at], Some(&text[at + 1..])),
        None => (text, None),
    }
}
