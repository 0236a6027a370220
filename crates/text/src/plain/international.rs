//! Plain IRIs: texts without findings that have characters beyond US-ASCII, or "xn--" labels.
//!
//! `https://пример.рф/путь?q=é` is plain if `https://xxxxxx.com/xxxx?q=x` is, and each "x" replaces a character that no
//! check looks at:
//!
//! - the host is a domain name whose top-level domain is listed; each label is in the form to which UTS #46 maps it,
//!   and cannot be mistaken for another;
//! - after the host, visible letters, marks and digits of scripts that are read from left to right, or components of
//!   letters only that are read from right to left (RFC 3987, section 4.2).

use icu_properties::props::{BidiClass, DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup};
use icu_properties::{CodePointMapData, CodePointSetData};
use uriverse_core::LONGEST_LABEL;
use uriverse_hosts::labels;
use uriverse_whatwg::domain;
use uriverse_whatwg::errors::Silent;

use super::{Plain, LONGEST};

/// Characters that IDNA 2003 maps or drops and IDNA 2008 keeps (UTS #46, section 5); mapping makes the capital a "ß".
const DEVIATIONS: &[char] = &['ß', 'ẞ', 'ς', '\u{200C}', '\u{200D}'];

impl Plain {
    /// Whether an IRI, or a URI with "xn--" labels, is plain. An IRI with escapes is not plain, because the edition
    /// decides whether an escape is that of a letter.
    pub fn iri(&self, text: &str) -> bool {
        self.as_if_ascii(text).is_some_and(|text| self.url(text.as_bytes()))
    }

    /// The text with "x" for each character beyond US-ASCII, "xn--" labels decoded, and "com" for a listed
    /// international top-level domain; None if a check may find something in one of these.
    fn as_if_ascii(&self, text: &str) -> Option<String> {
        let has_letters = if text.is_ascii() { text.contains("xn--") } else { !text.contains('%') };
        if text.len() > LONGEST || !has_letters {
            return None;
        }
        let (scheme, rest) = text.split_once("://")?;
        let (host, rest) = rest.split_at(rest.find('/')?);
        let mut plain = format!("{scheme}://");
        self.push_host(host, &mut plain)?;
        let mut is_right_to_left = false;
        for (part, delimiters) in parts(rest) {
            for component in part.split_inclusive(delimiters) {
                let end = component.len() - usize::from(component.ends_with(delimiters));
                is_right_to_left |= push_component(&component[..end], &mut plain)?;
                plain.push_str(&component[end..]);
            }
        }
        // A number next to a right-to-left component may be displayed on its other side (section 4.4).
        let is_number = |part: &str| !part.is_empty() && part.chars().all(char::is_numeric);
        let numbers = || text.split(|c: char| "/.;=?&#:".contains(c)).any(is_number);
        (!(is_right_to_left || host.chars().any(|c| reads_from(c) == Some(Direction::Right))) || !numbers())
            .then_some(plain)
    }

    fn push_host(&self, host: &str, plain: &mut String) -> Option<()> {
        let ascii = domain::parse(host, false, 0, &mut Silent).ok()?;
        let mut international = labels::international(host).peekable();
        if host.contains(DEVIATIONS) || ascii.split('.').count() != host.split('.').count() {
            return None;
        }
        let mut at = 0;
        for (written, name) in host.split('.').zip(ascii.split('.')) {
            let is_last = at + written.len() == host.len();
            if let Some((_, label)) = international.next_if(|(place, _)| place.start == at) {
                let label = label.filter(|label| label.doubt.is_none() && name.len() <= LONGEST_LABEL)?;
                let stands_as_mapped = written == if written.is_ascii() { name } else { &label.unicode };
                let is_listed = !is_last || self.top_level.contains(name.as_bytes());
                let has_digits = label.unicode.chars().any(|c| c.is_numeric() && !c.is_ascii());
                if !stands_as_mapped || !is_listed || has_digits {
                    return None;
                }
                if is_last {
                    plain.push_str("com");
                } else {
                    plain.extend(label.unicode.chars().map(|c| if c.is_ascii() { c } else { 'x' }));
                }
            } else {
                plain.push_str(written);
            }
            if !is_last {
                plain.push('.');
            }
            at += written.len() + 1;
        }
        Some(())
    }
}

/// Path, query and fragment, and the delimiters of their components (section 4.2); a fragment is one component.
fn parts(text: &str) -> [(&str, &'static [char]); 3] {
    let (rest, fragment) = text.split_at(text.find('#').unwrap_or(text.len()));
    let (path, query) = rest.split_at(rest.find('?').unwrap_or(rest.len()));
    [(path, &['/', '.', ';', '=']), (query, &['?', '&', ';', '=']), (fragment, &['#'])]
}

/// Appends a component, and returns whether it is read from right to left; None if a check may find something in it.
fn push_component(component: &str, plain: &mut String) -> Option<bool> {
    if component.is_ascii() {
        plain.push_str(component);
        return Some(false);
    }
    let (mut has_left, mut has_right) = (false, false);
    for c in component.chars() {
        match reads_from(c)? {
            Direction::Left => has_left = true,
            Direction::Right => has_right = true,
            Direction::Mark => {}
        }
        plain.push(if c.is_ascii() { c } else { 'x' });
    }
    (!(has_left && has_right) && reads_from(component.chars().next()?)? != Direction::Mark).then_some(has_right)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Left,
    Right,
    Mark,
}

/// The reading direction of a character; None if it is not a letter, a mark or a digit, if it is invisible, or if it is
/// a letter of US-ASCII in another case, as the Kelvin sign is.
fn reads_from(c: char) -> Option<Direction> {
    if c.is_ascii() {
        return Some(Direction::Left);
    }
    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    let is_quiet = GeneralCategoryGroup::Letter
        .union(GeneralCategoryGroup::Mark)
        .union(GeneralCategoryGroup::DecimalNumber)
        .contains(category);
    let is_ascii_in_other_case = matches!(c, 'ſ' | 'ı') || c.to_lowercase().any(|c| c.is_ascii());
    if !is_quiet || is_ascii_in_other_case || CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(c) {
        return None;
    }
    match CodePointMapData::<BidiClass>::new().get(c) {
        BidiClass::LeftToRight => Some(Direction::Left),
        BidiClass::RightToLeft | BidiClass::ArabicLetter => Some(Direction::Right),
        BidiClass::NonspacingMark => Some(Direction::Mark),
        _ => None,
    }
}
