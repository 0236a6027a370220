//! The secrets of a text: passwords, tokens, and the values of secret names.
//!
//! Secrets are found by characters only, because most displayed texts were refused and have no components. In
//! `http://me:pw@h/a;sid=1?q=2&token=3` with the names `sid` and `token`:
//!
//! ```text
//!   "//"  user me  ":"  pw  "@"      a userinfo ends with the last "@" before "/", "?", "#"; ":" precedes the password
//!   ";"   name sid  "="  1           a parameter ends before the query
//!   "&"   name token  "="  3         a pair ends before "&" or "#"
//! ```
//!
//! Each "//" and each pair is scanned, so a URI in the query of another is masked too, percent-encoded or not. Linear
//! time: no search passes a byte at which the next one can begin, and a name has at most 64 characters.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use memchr::{memchr, memchr2, memchr3, memchr3_iter, memchr_iter, memrchr};
use uriverse_core::{begins_a_character, decode, query, Malformed};

/// The mask, whose length is independent of the secret's.
pub const STARS: &str = "***";
/// The most characters of a name.
const LONGEST_NAME: usize = 64;

/// The names whose values are secrets, and the prefixes of tokens, which are secrets themselves.
pub struct Secrets {
    names: HashSet<Box<[u8]>>,
    globs: Vec<String>,
    tokens: Vec<String>,
}

impl Secrets {
    /// The names may be in any case, and with or without "_", "-" and ".".
    #[must_use]
    pub fn new(names: &[String], globs: Vec<String>, tokens: Vec<String>) -> Secrets {
        Secrets { names: names.iter().map(|name| plain_name(name.as_bytes()).into()).collect(), globs, tokens }
    }

    /// The places of the secrets in a text, in order and without overlaps.
    ///
    /// With `running` it is running text with references in it, not one reference. The text may have lone surrogates,
    /// each written in three bytes.
    #[must_use]
    pub fn places(&self, text: &[u8], running: bool) -> Vec<Range<usize>> {
        let mut secrets = Vec::new();
        self.add_places(text, running, &mut secrets);
        if let Some((decoded, escapes)) = json_decoded(text) {
            let mut found = Vec::new();
            self.add_places(&decoded, running, &mut found);
            // Each escape before a position is five octets longer than its character.
            let written = |at: usize| at + 5 * escapes.partition_point(|&escape| escape < at);
            secrets.extend(found.iter().map(|place| written(place.start)..written(place.end)));
        }
        merged(secrets)
    }

    /// Adds the secrets of a text as it is written, and without tabs and line breaks.
    ///
    /// Browsers and urllib remove these (URL Standard, section 4.4). In running text they end a value, as spaces do.
    fn add_places(&self, text: &[u8], running: bool, secrets: &mut Vec<Range<usize>>) {
        self.add_userinfos(text, secrets);
        self.add_values(text, running, secrets);
        if let Some((kept, removed)) = without_tabs_and_line_breaks(text) {
            let mut found = Vec::new();
            self.add_userinfos(&kept, &mut found);
            if !running {
                self.add_values(&kept, running, &mut found);
            }
            let start = |at: usize| at + removed.partition_point(|&before| before <= at);
            let end = |at: usize| at + removed.partition_point(|&before| before < at);
            secrets.extend(found.iter().map(|place| start(place.start)..end(place.end)));
        }
    }

    /// The text with three stars for each secret; None without secrets.
    #[must_use]
    pub fn masked(&self, text: &[u8], running: bool) -> Option<Vec<u8>> {
        let places = self.places(text, running);
        (!places.is_empty()).then(|| starred(text, &places))
    }

    /// As [`Secrets::masked`], for each line on its own.
    #[must_use]
    pub fn masked_lines(&self, text: &[u8]) -> Option<Vec<u8>> {
        let (mut shown, mut done) = (Vec::new(), 0);
        for line in memchr_iter(b'\n', text).chain([text.len()]).scan(0, |start, end| {
            let line = *start..end;
            *start = end + 1;
            Some(line)
        }) {
            if let Some(masked) = self.masked(&text[line.clone()], false) {
                shown.extend_from_slice(&text[done..line.start]);
                shown.extend_from_slice(&masked);
                done = line.end;
            }
        }
        (done > 0).then(|| [&shown, &text[done..]].concat())
    }

    fn add_userinfos(&self, text: &[u8], secrets: &mut Vec<Range<usize>>) {
        if memchr(b'@', text).is_none() && !memchr_iter(b'%', text).any(|at| is_triplet(text, at, b"40")) {
            return;
        }
        secrets.extend(self.token(text, 0));
        let blank = text.iter().take_while(|&&byte| byte <= b' ').count();
        self.add_without_slashes(text, blank, secrets);
        let mut last_slashes = None;
        for at in text.iter().enumerate().filter(|(_, &byte)| matches!(byte, b'/' | b'\\' | b'?' | b'#' | b'%')) {
            let (at, &byte) = at;
            if byte == b'%' {
                if is_slash_triplet(text, at) && is_slash_triplet(text, at + 3) {
                    secrets.extend(encoded_password(text, at + 6));
                    secrets.extend(self.token(text, at + 6));
                }
                continue;
            }
            self.add_without_slashes(text, at + 1, secrets);
            if !is_slash(byte) {
                continue;
            }
            let Some(&after) = text.get(at + 1).filter(|&&after| is_slash(after)) else { continue };
            let user = at + 2;
            secrets.extend(password(text, user, ends_authority));
            if (byte, after) == (b'/', b'/') {
                // By RFC 3986, section 3.2, a backslash does not end an authority; browsers end it there.
                secrets.extend(password(text, user, |byte| byte != b'\\' && ends_authority(byte)));
            }
            secrets.extend(self.token(text, user));
            secrets.extend(password_after_question_mark(text, user));
            if after == byte {
                match last_slashes.replace(at) {
                    None => secrets.extend(broken_password(text, user)),
                    Some(last) if text[last..at].iter().any(|&byte| ends_reference(byte)) => {
                        secrets.extend(broken_password(&text[..run(text, user, ends_reference)], user));
                    }
                    Some(_) => {}
                }
            }
        }
    }

    /// Adds the userinfos after special schemes without "//", which browsers accept, up to the end of an authority.
    ///
    /// Unless the scheme begins at `start`, white space ends the userinfo too.
    fn add_without_slashes(&self, text: &[u8], start: usize, secrets: &mut Vec<Range<usize>>) {
        let (mut from, mut scanned) = (start, start);
        loop {
            let colon = run(text, from, |byte| byte == b':' || ends_authority(byte));
            if text.get(colon) != Some(&b':') {
                return;
            }
            from = colon + 1;
            let Some(length) = special_scheme_length(&text[start..colon]) else { continue };
            let user = from + usize::from(text.get(from).copied().is_some_and(is_slash));
            secrets.extend(self.token(text, user));
            let ends = |byte: u8| ends_authority(byte) || (colon > start + length && byte.is_ascii_whitespace());
            let second = run(text, user, |byte| matches!(byte, b':' | b'@') || ends(byte));
            // A userinfo within another ends with the same "@".
            if second >= scanned && text.get(second) == Some(&b':') {
                secrets.extend(up_to_last_at(text, second + 1, ends));
                scanned = run(text, second + 1, ends);
            }
        }
    }

    /// A token in the place of a user that begins at `start`.
    fn token(&self, text: &[u8], start: usize) -> Option<Range<usize>> {
        let rest = text.get(start..)?;
        let first = rest.first()?;
        let begins = |token: &String| token.as_bytes().first() == Some(first) && rest.starts_with(token.as_bytes());
        if !self.tokens.iter().any(begins) {
            return None;
        }
        let end = start + rest.iter().take_while(|&&byte| is_unreserved(byte)).count();
        let ends =
            matches!(text.get(end), Some(b':' | b'@')) || is_triplet(text, end, b"3A") || is_triplet(text, end, b"40");
        ends.then_some(start..end)
    }

    fn add_values(&self, text: &[u8], running: bool, secrets: &mut Vec<Range<usize>>) {
        if memchr2(b'=', b'%', text).is_none() {
            return;
        }
        let in_running = |rest: &[u8]| !matches!(rest[0], b'&' | b'#' | b'"' | b'\'' | b'<' | b'>') && !is_space(rest);
        let is_delimiter = |byte| matches!(byte, b'?' | b'&' | b';' | b'#');
        if running {
            self.add_pairs(text, 0, is_delimiter, in_running, secrets);
        } else {
            // Before the query, ";" begins a parameter of a segment; in the query it delimits pairs, as "&" does.
            let path_end = text.iter().position(|byte| matches!(byte, b'?' | b'#')).unwrap_or(text.len());
            let in_pair = |rest: &[u8]| !matches!(rest[0], b'&' | b'#' | b'\r' | b'\n');
            let in_parameter = |rest: &[u8]| in_pair(rest) && !matches!(rest[0], b';' | b'/' | b'?');
            self.add_pairs(text, 0, |byte| matches!(byte, b'?' | b'&' | b'#'), in_pair, secrets);
            self.add_pairs(&text[..path_end], 0, |byte| byte == b';', in_parameter, secrets);
            self.add_pairs(text, path_end, is_delimiter, in_running, secrets);
        }
        for at in memchr_iter(b'%', text) {
            if [b"3F", b"26", b"23"].iter().any(|hex| is_triplet(text, at, hex)) {
                secrets.extend(
                    encoded_pair(text, at + 3).filter(|(name, _)| self.is_secret_name(name)).map(|(_, value)| value),
                );
            }
        }
    }

    /// Adds the values of secret names from a position on: a delimiter, a name, "=" and a nonempty value.
    ///
    /// The value of another name is scanned too: `?a=1;token=2` has a token.
    fn add_pairs(
        &self,
        text: &[u8],
        from: usize,
        is_delimiter: impl Fn(u8) -> bool,
        in_value: impl Fn(&[u8]) -> bool,
        secrets: &mut Vec<Range<usize>>,
    ) {
        let mut at = from.max(1);
        while at < text.len() {
            let equals = if is_delimiter(text[at - 1]) { name_end(text, at) } else { None };
            at = match equals {
                Some(equals) if self.is_secret_name(&text[at..equals]) => {
                    let (start, mut end) = (equals + 1, equals + 1);
                    while end < text.len() && in_value(&text[end..]) {
                        end += 1;
                    }
                    if end > start {
                        secrets.push(start..end);
                    }
                    end
                }
                Some(equals) => equals + 1,
                None => at + 1,
            };
        }
    }

    /// Whether the values of a name are secrets; of a nested name, such as `user[password]`, the last field decides.
    #[must_use]
    pub fn is_secret_name(&self, name: &[u8]) -> bool {
        let name = name.strip_prefix(b"amp;").unwrap_or(name);
        let decoded = match memchr(b'%', name) {
            None => Cow::Borrowed(name),
            Some(_) => match decode(name, Malformed::Keep) {
                Ok(Some(octets)) => Cow::Owned(String::from_utf8_lossy(&octets).into_owned().into_bytes()),
                _ => Cow::Borrowed(name),
            },
        };
        let hides = |name: &[u8]| {
            self.names.contains(&*plain_name(name))
                || self.globs.iter().any(|pattern| query::glob(pattern.as_bytes(), name))
        };
        hides(&decoded) || (decoded.ends_with(b"]") && hides(last_field(&decoded)))
    }
}

/// A text with three stars for each of its secrets.
#[must_use]
pub fn starred(text: &[u8], secrets: &[Range<usize>]) -> Vec<u8> {
    let (mut shown, mut done) = (Vec::with_capacity(text.len() + STARS.len() * secrets.len()), 0);
    for secret in secrets {
        shown.extend_from_slice(&text[done..secret.start]);
        shown.extend_from_slice(STARS.as_bytes());
        done = secret.end;
    }
    shown.extend_from_slice(&text[done..]);
    shown
}

/// Maps a position in a text to its position in [`starred`]; a position within a secret to that of its stars.
#[must_use]
pub fn position_in_starred(secrets: &[Range<usize>], position: usize) -> usize {
    let before = secrets.partition_point(|secret| secret.end <= position);
    let position = secrets.get(before).map_or(position, |next| position.min(next.start));
    position + before * STARS.len() - secrets[..before].iter().map(ExactSizeIterator::len).sum::<usize>()
}

/// A name in lower case without "_", "-" and ".".
fn plain_name(name: &[u8]) -> Vec<u8> {
    let kept = name.iter().filter(|byte| !matches!(byte, b'_' | b'-' | b'.'));
    let plain: Vec<u8> = kept.map(u8::to_ascii_lowercase).collect();
    match std::str::from_utf8(&plain) {
        Ok(text) if !text.is_ascii() => text.to_lowercase().into_bytes(),
        _ => plain,
    }
}

/// The last field of a nested name: `password` in `user[password]`, `user[password][]` and `user[password][0]`.
///
/// PHP, Rails and Node's qs write fields of objects in brackets, and elements of lists in "[]" or with their index.
fn last_field(mut name: &[u8]) -> &[u8] {
    while let Some(inner) = name.strip_suffix(b"]") {
        let Some(open) = memrchr(b'[', inner) else { break };
        let field = &inner[open + 1..];
        if !field.iter().all(u8::is_ascii_digit) {
            return field;
        }
        name = &inner[..open];
    }
    name
}

const fn is_slash(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Whether a triplet is at a position, with its digits in either case.
fn is_triplet(text: &[u8], at: usize, digits: &[u8; 2]) -> bool {
    matches!(text.get(at..at + 3), Some([b'%', hex @ ..]) if hex.eq_ignore_ascii_case(digits))
}

fn is_slash_triplet(text: &[u8], at: usize) -> bool {
    is_triplet(text, at, b"2F")
}

/// The first position from `start` on whose byte satisfies `stops`, or the end.
fn run(text: &[u8], start: usize, stops: impl Fn(u8) -> bool) -> usize {
    text[start..].iter().position(|&byte| stops(byte)).map_or(text.len(), |length| start + length)
}

const fn ends_authority(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\' | b'?' | b'#')
}

/// Whether a byte separates the references of running text.
const fn ends_reference(byte: u8) -> bool {
    matches!(byte, b'\0'..=b' ' | b'"' | b'\'' | b'<' | b'>')
}

/// The nonempty text from `start` to the last "@" of the authority.
fn up_to_last_at(text: &[u8], start: usize, ends: impl Fn(u8) -> bool) -> Option<Range<usize>> {
    let end = run(text, start, ends);
    let at = start + memrchr(b'@', &text[start..end])?;
    (at > start).then_some(start..at)
}

/// The password of the userinfo that begins at `start`.
fn password(text: &[u8], start: usize, ends: impl Fn(u8) -> bool) -> Option<Range<usize>> {
    let colon = run(text, start, |byte| byte == b':' || ends(byte));
    (text.get(colon) == Some(&b':')).then(|| up_to_last_at(text, colon + 1, ends))?
}

/// The password after a user with "?", which RFC 1738, section 5, and RFC 1808 allow: they end an authority at "/".
///
/// In `http://h:80?x@h` RFC 3986 has a port and a query, so only a reference of those editions is masked.
fn password_after_question_mark(text: &[u8], start: usize) -> Option<Range<usize>> {
    let ends = |byte| matches!(byte, b'/' | b'\\' | b'#');
    let mark = run(text, start, |byte| matches!(byte, b'?' | b':') || ends(byte));
    (text.get(mark) == Some(&b'?')).then(|| password(text, mark + 1, ends))?
}

/// The password of a percent-encoded userinfo that begins at `start`.
fn encoded_password(text: &[u8], start: usize) -> Option<Range<usize>> {
    let is_any = |at: usize, of: &[&[u8; 2]]| of.iter().any(|digits| is_triplet(text, at, digits));
    let ends_user = |at: usize| match text[at] {
        b'/' | b'?' | b'#' | b'&' | b':' => true,
        b'%' => is_any(at, &[b"2F", b"3A", b"3F", b"23", b"40"]),
        _ => false,
    };
    let colon = (start..text.len()).find(|&at| ends_user(at))?;
    let first = match text[colon] {
        b':' => colon + 1,
        _ if is_triplet(text, colon, b"3A") => colon + 3,
        _ => return None,
    };
    for at in first..text.len() {
        if at > first && (text[at] == b'@' || is_triplet(text, at, b"40")) {
            return Some(first..at);
        }
        if matches!(text[at], b'/' | b'?' | b'#' | b'&') || is_any(at, &[b"2F", b"3F", b"23"]) {
            return None;
        }
    }
    None
}

/// The length of the special scheme with which a text ends.
fn special_scheme_length(text: &[u8]) -> Option<usize> {
    let is_named = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
    // None of them has more than five letters.
    let length = text.iter().rev().take(6).take_while(|byte| is_named(byte)).count();
    uriverse_whatwg::special_schemes::default_port(text[text.len() - length..].to_ascii_lowercase()).map(|_| length)
}

/// A password with an unencoded "/", "?" or "#", which ends the authority: the text after the colon is not a port.
///
/// A user may be an address of mail, as in `https://me@h.example:a/b@h/`, if no white space follows.
fn broken_password(text: &[u8], start: usize) -> Option<Range<usize>> {
    let colon = run(text, start, |byte| matches!(byte, b'/' | b'?' | b'#' | b':' | b'['));
    if text.get(colon) != Some(&b':') {
        return None;
    }
    let first = colon + 1;
    let after_digits = run(text, first, |byte| !byte.is_ascii_digit());
    if matches!(text.get(after_digits), None | Some(b'/' | b'?' | b'#')) {
        return None;
    }
    let at = first + memchr(b'@', &text[first..])?;
    let is_running_text =
        memchr(b'@', &text[start..colon]).is_some() && text[start..at].iter().any(|&byte| byte <= b' ');
    (at > first && !is_running_text).then_some(first..at)
}

/// A text with the escapes of JSON for US-ASCII decoded, such as `\u0026` (RFC 8259, section 7), and their positions.
///
/// None if it has no such escape. Writers of JSON for pages escape "&", "=", "<", ">" and "'".
fn json_decoded(text: &[u8]) -> Option<(Vec<u8>, Vec<usize>)> {
    let character = |at: usize| match *text.get(at..at + 6)? {
        [b'\\', b'u', b'0', b'0', high @ b'0'..=b'7', low] => {
            let value = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
            Some(value(high)? << 4 | value(low)?)
        }
        _ => None,
    };
    let (mut decoded, mut escapes, mut done) = (Vec::new(), Vec::new(), 0);
    for at in memchr_iter(b'\\', text) {
        if let Some(character) = character(at) {
            decoded.extend_from_slice(&text[done..at]);
            escapes.push(decoded.len());
            decoded.push(character);
            done = at + 6;
        }
    }
    if escapes.is_empty() {
        return None;
    }
    decoded.extend_from_slice(&text[done..]);
    Some((decoded, escapes))
}

/// A text without its tabs and line breaks, and the positions in it that they precede; None if it has none.
fn without_tabs_and_line_breaks(text: &[u8]) -> Option<(Vec<u8>, Vec<usize>)> {
    memchr3(b'\t', b'\n', b'\r', text)?;
    let (mut kept, mut removed, mut done) = (Vec::with_capacity(text.len()), Vec::new(), 0);
    for at in memchr3_iter(b'\t', b'\n', b'\r', text) {
        kept.extend_from_slice(&text[done..at]);
        removed.push(kept.len());
        done = at + 1;
    }
    kept.extend_from_slice(&text[done..]);
    Some((kept, removed))
}

/// The position of the "=" after a name that begins at `start`.
fn name_end(text: &[u8], start: usize) -> Option<usize> {
    let first = if text[start..].starts_with(b"amp;") { start + 4 } else { start };
    let (mut at, mut characters) = (first, 0);
    while let Some(&byte) = text.get(at) {
        match byte {
            b'=' => return (characters > 0).then_some(at),
            b'&' | b';' | b'#' | b'?' | b'/' | b'"' | b'\'' | b'<' | b'>' => return None,
            _ if is_space(&text[at..]) => return None,
            _ => {}
        }
        characters += usize::from(begins_a_character(byte));
        if characters > LONGEST_NAME {
            return None;
        }
        at += 1;
    }
    None
}

/// Whether a text begins with white space, as defined by Python's `str.isspace`.
fn is_space(text: &[u8]) -> bool {
    match *text {
        [0x09..=0x0D | 0x1C..=0x20, ..] | [0xC2, 0x85 | 0xA0, ..] => true,
        [0xE1..=0xE3, second, third, ..] => matches!(
            (text[0], second, third),
            (0xE1, 0x9A, 0x80)
                | (0xE2, 0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF)
                | (0xE2, 0x81, 0x9F)
                | (0xE3, 0x80, 0x80)
        ),
        _ => false,
    }
}

/// The name and the value of a percent-encoded pair that begins at `start`.
fn encoded_pair(text: &[u8], start: usize) -> Option<(&[u8], Range<usize>)> {
    let (mut equals, mut characters) = (start, 0);
    while characters <= LONGEST_NAME {
        let is_bracket = is_triplet(text, equals, b"5B") || is_triplet(text, equals, b"5D");
        equals += match text.get(equals) {
            Some(&byte) if is_unreserved(byte) => 1,
            Some(b'%') if is_bracket => 3,
            _ => break,
        };
        characters += 1;
    }
    if characters == 0 || characters > LONGEST_NAME || !is_triplet(text, equals, b"3D") {
        return None;
    }
    let first = equals + 3;
    let ends = |at: &usize| match text[*at] {
        b'&' | b'#' | b'"' | b'\'' | b'<' | b'>' => true,
        b'%' => is_triplet(text, *at, b"26") || is_triplet(text, *at, b"23"),
        _ => is_space(&text[*at..]),
    };
    let end = (first..text.len()).find(ends).unwrap_or(text.len());
    (end > first).then_some((&text[start..equals], first..end))
}

/// Places in order, with overlapping ones merged.
#[must_use]
pub fn merged(mut places: Vec<Range<usize>>) -> Vec<Range<usize>> {
    places.sort_unstable_by_key(|place| (place.start, place.end));
    places.dedup_by(|next, last| {
        let overlaps = next.start < last.end;
        if overlaps {
            last.end = last.end.max(next.end);
        }
        overlaps
    });
    places
}
