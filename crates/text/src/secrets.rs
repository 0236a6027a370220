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

mod forms;
mod names;
mod octets;
mod pattern;
mod userinfos;
mod values;

use std::ops::Range;
use std::sync::Arc;

use memchr::{memchr3, memchr3_iter, memchr_iter};
use uriverse_core::memory::{buffer, joined, Grow};

pub use forms::Forms;
pub use names::has_secret_word;
use names::Names;
use octets::json_character;
use userinfos::add_userinfos;

/// The mask, whose length is independent of the secret's.
pub const STARS: &str = "***";

/// The names whose values are secrets, the prefixes of tokens, and the forms of secrets that need no name.
pub struct Secrets {
    names: Names,
    tokens: Vec<String>,
    forms: Arc<Forms>,
}

impl Secrets {
    /// The names may be in any case, and with or without "_", "-" and "."; a token may be in the place of a user.
    pub fn new(names: &[String], globs: Vec<String>, tokens: Vec<String>, forms: Arc<Forms>) -> Secrets {
        Secrets { names: Names::new(names, globs), tokens, forms }
    }

    /// The places of the secrets in a text, in order and without overlaps.
    ///
    /// With `running` it is running text with references in it, not one reference. The text may have lone surrogates,
    /// each written in three bytes.
    pub fn places(&self, text: &[u8], running: bool) -> Vec<Range<usize>> {
        let mut secrets = Vec::new();
        let has_marks = self.add_places(text, running, &mut secrets);
        if let Some((decoded, escapes)) = if has_marks { json_decoded(text) } else { None } {
            let mut places = Vec::new();
            self.add_places(&decoded, running, &mut places);
            // Each escape before a position is five octets longer than its character.
            let original = |at: usize| at + 5 * escapes.partition_point(|&escape| escape < at);
            secrets.extend(places.iter().map(|place| original(place.start)..original(place.end)));
        }
        merged(secrets)
    }

    /// Adds the secrets of a text, and returns whether it has "@", "=", "%" or a backslash.
    ///
    /// A reference is searched as it is written, and without tabs and line breaks: browsers and urllib remove these
    /// (URL Standard, section 4.4). In running text they end a reference, as spaces do.
    fn add_places(&self, text: &[u8], running: bool, secrets: &mut Vec<Range<usize>>) -> bool {
        let has_marks = self.forms.add_secrets(text, secrets);
        if has_marks {
            add_userinfos(&self.tokens, text, running, secrets);
            self.names.add_values(text, running, secrets);
        }
        if let Some((joined, removed)) = if running { None } else { without_tabs_and_line_breaks(text) } {
            let mut places = Vec::new();
            self.forms.add_secrets(&joined, &mut places);
            add_userinfos(&self.tokens, &joined, running, &mut places);
            self.names.add_values(&joined, running, &mut places);
            let start = |at: usize| at + removed.partition_point(|&before| before <= at);
            let end = |at: usize| at + removed.partition_point(|&before| before < at);
            secrets.extend(places.iter().map(|place| start(place.start)..end(place.end)));
        }
        has_marks
    }

    /// The text with three stars for each secret; None without secrets.
    pub fn masked(&self, text: &[u8], running: bool) -> Option<Vec<u8>> {
        let places = self.places(text, running);
        (!places.is_empty()).then(|| starred(text, &places))
    }

    /// As [`Secrets::masked`], for each line on its own.
    pub fn masked_lines(&self, text: &[u8]) -> Option<Vec<u8>> {
        let (mut shown, mut done) = (Vec::new(), 0);
        for line in memchr_iter(b'\n', text).chain([text.len()]).scan(0, |start, end| {
            let line = *start..end;
            *start = end + 1;
            Some(line)
        }) {
            if let Some(masked) = self.masked(&text[line.clone()], false) {
                shown.put_all(&text[done..line.start]);
                shown.put_all(&masked);
                done = line.end;
            }
        }
        (done > 0).then(|| joined(&[&shown, &text[done..]]))
    }

    /// Whether the values of a name are secrets; of a nested name, such as `user[password]`, the last field decides.
    pub fn is_secret_name(&self, name: &[u8]) -> bool {
        self.names.is_secret(name)
    }
}

/// A text with three stars for each of its secrets.
pub fn starred(text: &[u8], secrets: &[Range<usize>]) -> Vec<u8> {
    let (mut shown, mut done) = (buffer(text.len() + STARS.len() * secrets.len()), 0);
    for secret in secrets {
        shown.put_all(&text[done..secret.start]);
        shown.put_all(STARS.as_bytes());
        done = secret.end;
    }
    shown.put_all(&text[done..]);
    shown
}

/// Maps a position in a text to its position in [`starred`]; a position within a secret to that of its stars.
pub fn position_in_starred(secrets: &[Range<usize>], position: usize) -> usize {
    let before = secrets.partition_point(|secret| secret.end <= position);
    let position = secrets.get(before).map_or(position, |next| position.min(next.start));
    position + before * STARS.len() - secrets[..before].iter().map(ExactSizeIterator::len).sum::<usize>()
}

/// A text with the escapes of JSON for US-ASCII decoded, such as `\u0026` (RFC 8259, section 7), and their positions.
///
/// None if it has no such escape. Writers of JSON for pages escape "&", "=", "<", ">" and "'".
fn json_decoded(text: &[u8]) -> Option<(Vec<u8>, Vec<usize>)> {
    let (mut decoded, mut escapes, mut done) = (Vec::new(), Vec::new(), 0);
    for at in memchr_iter(b'\\', text) {
        if let Some(character) = json_character(&text[at..]) {
            decoded.put_all(&text[done..at]);
            escapes.push(decoded.len());
            decoded.put(character);
            done = at + 6;
        }
    }
    if escapes.is_empty() {
        return None;
    }
    decoded.put_all(&text[done..]);
    Some((decoded, escapes))
}

/// A text without its tabs and line breaks, and the positions in it that they precede; None if it has none.
fn without_tabs_and_line_breaks(text: &[u8]) -> Option<(Vec<u8>, Vec<usize>)> {
    memchr3(b'\t', b'\n', b'\r', text)?;
    let (mut kept, mut removed, mut done) = (buffer(text.len()), Vec::new(), 0);
    for at in memchr3_iter(b'\t', b'\n', b'\r', text) {
        kept.put_all(&text[done..at]);
        removed.push(kept.len());
        done = at + 1;
    }
    kept.put_all(&text[done..]);
    Some((kept, removed))
}

/// Places in order, with overlapping ones merged.
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
