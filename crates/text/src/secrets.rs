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

mod octets;
mod userinfos;
mod values;

use std::ops::Range;

use memchr::{memchr3, memchr3_iter, memchr_iter};

use userinfos::add_userinfos;
use values::Names;

/// The mask, whose length is independent of the secret's.
pub const STARS: &str = "***";

/// The names whose values are secrets, and the prefixes of tokens, which are secrets themselves.
pub struct Secrets {
    names: Names,
    tokens: Vec<String>,
}

impl Secrets {
    /// The names may be in any case, and with or without "_", "-" and ".".
    #[must_use]
    pub fn new(names: &[String], globs: Vec<String>, tokens: Vec<String>) -> Secrets {
        Secrets { names: Names::new(names, globs), tokens }
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
        add_userinfos(&self.tokens, text, secrets);
        self.names.add_values(text, running, secrets);
        if let Some((kept, removed)) = without_tabs_and_line_breaks(text) {
            let mut found = Vec::new();
            add_userinfos(&self.tokens, &kept, &mut found);
            if !running {
                self.names.add_values(&kept, running, &mut found);
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

    /// Whether the values of a name are secrets; of a nested name, such as `user[password]`, the last field decides.
    #[must_use]
    pub fn is_secret_name(&self, name: &[u8]) -> bool {
        self.names.is_secret(name)
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
