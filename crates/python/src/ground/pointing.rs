//! The picture of a position in a message: the text around it, with masked secrets, and a caret.
//!
//! ```text
//!   http://user:***@h/a b
//!                      ^
//! ```

use std::borrow::Cow;
use std::ops::Range;

use pyo3::prelude::*;
use pyo3::types::{PySlice, PyString};
use uriverse_core::characters;
use uriverse_text::secrets::{merged, position_in_starred, starred};

use crate::ground::secrets::{always_masked, bytes_of, SecretNames};
use crate::ground::strings::{byte_place, is_ascii, string, utf8, without_utf8};

/// The longest part of a text that is shown, in characters.
const WINDOW: usize = 80;
/// A longer text is neither copied nor searched for a message.
pub const LONGEST: usize = 1 << 16;
/// How much of a longer text is searched for secrets on each side of the position.
const MARGIN: usize = 1 << 12;
/// How much more of it is searched for one character.
const SEARCHED: usize = 1 << 24;

/// The text around a character and a caret under it, in two lines. `userinfo` finds the userinfo in the whole text.
pub fn picture(
    text: &Bound<'_, PyString>,
    at: usize,
    userinfo: impl FnOnce(&[u8]) -> Option<Range<usize>>,
) -> PyResult<String> {
    let names = always_masked(text.py())?;
    if text.len()? > LONGEST {
        return picture_of_excerpt(names, text, at);
    }
    let escaped = if utf8(text.as_borrowed()).is_some() { None } else { without_utf8(text)? };
    let bytes = bytes_of(text, escaped.as_ref());
    let at = if is_ascii(text, bytes) { at } else { byte_place(bytes, at) };
    draw(text.py(), bytes, at, &names.places_by(bytes, false, userinfo(bytes)))
}

/// As [`picture`], from the characters near the position.
///
/// A secret may have begun before them, or end after them. A password needs an "@" at its end, and the value of a name
/// a "=" before it, or a "%" that encodes one; where there may be such, a password or a value is assumed, and its stars
/// cover all that may belong to it. So in a long text more may be masked than is secret, and never less.
fn picture_of_excerpt(names: &SecretNames, text: &Bound<'_, PyString>, at: usize) -> PyResult<String> {
    let length = text.len()?;
    let (first, last) = (at.saturating_sub(MARGIN), length.min(at + MARGIN));
    let between = |start: usize, end: usize| PySlice::new(text.py(), start as isize, end as isize, 1);
    let excerpt = text.get_item(between(first, last))?.cast_into::<PyString>()?;
    let escaped = without_utf8(&excerpt)?;
    let bytes = bytes_of(&excerpt, escaped.as_ref());
    let may_have = |characters: &[&str], start: usize, end: usize| -> PyResult<bool> {
        let (from, to) = (start.max(end.saturating_sub(SEARCHED)), end.min(start.saturating_add(SEARCHED)));
        let mut is_possible = end - start > SEARCHED;
        for character in characters {
            is_possible |= text.call_method1("find", (*character, from, to))?.extract::<isize>()? >= 0;
        }
        Ok(is_possible)
    };
    let (gap, end): (&[u8], &[u8]) = (if first == 0 { b"" } else { b"..." }, if last == length { b"" } else { b"..." });
    let tail: &[u8] = if may_have(&["@"], last, length)? { b"@" } else { b"" };
    let mut leads: Vec<&[u8]> = vec![if first == 0 { b"" } else { b"//:" }];
    if may_have(&["=", "%"], 0, first)? {
        leads.push(b"?token=");
    }
    let mut places = Vec::new();
    for lead in leads {
        let in_excerpt = |at: usize| gap.len() + at.saturating_sub(lead.len()).min(bytes.len());
        let secrets = names.places_by(&[lead, bytes, tail].concat(), false, None).into_iter();
        places.extend(secrets.map(|place| in_excerpt(place.start)..in_excerpt(place.end)));
    }
    if first > 0 {
        // The rest of a token, such as `eyJhbGciOiJIUzI1NiJ9.e30.abc`.
        let is_of_token = |byte: &&u8| byte.is_ascii_alphanumeric() || b"-._".contains(byte);
        places.push(gap.len()..gap.len() + bytes.iter().take_while(is_of_token).count());
    }
    places.retain(|place| !place.is_empty());
    draw(text.py(), &[gap, bytes, end].concat(), gap.len() + byte_place(bytes, at - first), &merged(places))
}

/// The lines for a text with these secrets.
fn draw(py: Python<'_>, text: &[u8], at: usize, secrets: &[Range<usize>]) -> PyResult<String> {
    let shown = if secrets.is_empty() { Cow::Borrowed(text) } else { Cow::Owned(starred(text, secrets)) };
    let at = position_in_starred(secrets, at).min(shown.len());
    if !shown.is_ascii() {
        let at = characters(&shown, at);
        return marked(py, string(py, &shown)?, at);
    }
    let first = at.saturating_sub(WINDOW / 2).min(shown.len().saturating_sub(WINDOW));
    let visible = &shown[first..shown.len().min(first + WINDOW)];
    if visible.iter().any(u8::is_ascii_control) {
        return marked(py, string(py, &shown)?, at);
    }
    let before = if first == 0 { "" } else { "..." };
    let after = if first + WINDOW < shown.len() { "..." } else { "" };
    let visible = String::from_utf8_lossy(visible);
    Ok(format!("  {before}{visible}{after}\n  {:1$}^", "", before.len() + at - first))
}

/// The lines by Python, which knows the widths of characters.
fn marked(py: Python<'_>, shown: Bound<'_, PyString>, at: usize) -> PyResult<String> {
    let marked = py.import("uriverse.ground.pointing")?.getattr("marked")?;
    let (around, mark): (String, String) = marked.call1((shown, at, at, WINDOW))?.extract()?;
    Ok(format!("  {around}\n  {mark}"))
}
