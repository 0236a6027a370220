//! The names whose values are secrets: listed names, names that a caller adds, and names with a secret word.

use std::borrow::Cow;
use std::collections::HashSet;

use memchr::{memchr, memrchr};
use uriverse_core::{decode, query, Malformed};

/// The names whose values are secrets.
pub struct Names {
    names: HashSet<Box<[u8]>>,
    globs: Vec<String>,
}

impl Names {
    /// The names may be in any case, and with or without "_", "-" and ".".
    pub fn new(names: &[String], globs: Vec<String>) -> Names {
        Names { names: names.iter().map(|name| plain_name(name.as_bytes()).into()).collect(), globs }
    }

    /// Whether the values of a name are secrets; of a nested name, such as `user[password]`, the last field decides.
    pub fn is_secret(&self, name: &[u8]) -> bool {
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
                || has_secret_word(name)
                || self.globs.iter().any(|pattern| query::glob(pattern.as_bytes(), name))
        };
        hides(&decoded) || (decoded.ends_with(b"]") && hides(last_field(&decoded)))
    }
}

/// Whether the words of a name say that its values are secrets, as those of `reset_token` and `currentPassword` do.
///
/// Words end at "-", "_", "." and before a capital. Any word may be that of a password, with a number after it, as in
/// Django's `new_password1`. Words of a token or a key count at the end: `token_type` and `key_id` are no secrets. The
/// tokens of lists and paged answers, such as `nextPageToken`, say where to go on and give no access. A nested name has
/// none, because its last field decides.
pub fn has_secret_word(name: &[u8]) -> bool {
    // Most names are one word in lower case, and no secret word begins with another letter.
    let is_usual = name.first().is_some_and(|first| !b"cpst".contains(first));
    if is_usual && name.iter().all(u8::is_ascii_lowercase) || memchr(b'[', name).is_some() {
        return false;
    }
    let (mut start, mut before, mut last): (usize, &[u8], &[u8]) = (0, b"", b"");
    for end in (1..=name.len()).filter(|&end| ends_word(name, end)) {
        let word = &name[start..end];
        start = end;
        if is_mark(word[0]) {
            continue;
        }
        let digits = word.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        if is_any(&word[..word.len() - digits], &PASSWORD_WORDS) {
            return true;
        }
        (before, last) = (last, word);
    }
    is_any(last, &LAST_WORDS)
        || is_any(last, &["token"]) && !is_any(before, &CURSOR_WORDS)
        || is_any(last, &["key"]) && is_any(before, &KEY_WORDS)
}

const PASSWORD_WORDS: [&str; 5] = ["password", "passwd", "pwd", "passphrase", "secret"];
const LAST_WORDS: [&str; 4] = ["credential", "credentials", "signature", "ticket"];
const CURSOR_WORDS: [&str; 4] = ["page", "next", "sync", "continuation"];
const KEY_WORDS: [&str; 4] = ["api", "access", "private", "secret"];

fn is_any(word: &[u8], words: &[&str]) -> bool {
    words.iter().any(|other| word.eq_ignore_ascii_case(other.as_bytes()))
}

const fn is_mark(byte: u8) -> bool {
    matches!(byte, b'-' | b'_' | b'.')
}

/// Whether a word or a mark of a name ends at a position: `API|Key`, `api|_|key`, `api|Key`.
fn ends_word(name: &[u8], at: usize) -> bool {
    let (last, Some(&next)) = (name[at - 1], name.get(at)) else { return true };
    let begins_after_capitals = name.get(at + 1).is_some_and(u8::is_ascii_lowercase);
    is_mark(last) || is_mark(next) || next.is_ascii_uppercase() && (!last.is_ascii_uppercase() || begins_after_capitals)
}

/// A name in lower case without "_", "-" and ".".
fn plain_name(name: &[u8]) -> Cow<'_, [u8]> {
    if name.iter().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
        return Cow::Borrowed(name);
    }
    let kept = name.iter().filter(|&&byte| !is_mark(byte));
    let plain: Vec<u8> = kept.map(u8::to_ascii_lowercase).collect();
    match std::str::from_utf8(&plain) {
        Ok(text) if !text.is_ascii() => Cow::Owned(text.to_lowercase().into_bytes()),
        _ => Cow::Owned(plain),
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
