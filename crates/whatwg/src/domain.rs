//! Domains: the domain parser and domain to Unicode (§3.3).
//!
//! Unicode ToASCII and ToUnicode (UTS #46) are those of the crate `idna`, whose tables come from Unicode's data. It
//! refuses two labels that the algorithm itself would accept: one of more than 1,000 code points that is not ASCII, and
//! an "xn--" label of more than 2,000 bytes. Both bounds are twenty times what DNS allows, and without them Punycode
//! would take quadratic time.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use icu_normalizer::ComposingNormalizerBorrowed;
use idna::punycode;
use idna::uts46::{AsciiDenyList, DnsLength, ErrorPolicy, Hyphens, Uts46};

use uriverse_core::memory::{lowered, text_buffer};
use uriverse_scan::run;

use crate::code_points::DOMAIN;
use crate::errors::{Failure, Report, ValidationError};

/// The domain parser: the domain in ASCII, or failure. `at` is the position of the host, for the report.
pub fn parse<'a, R: Report>(
    domain: &'a str,
    be_strict: bool,
    at: usize,
    report: &mut R,
) -> Result<Cow<'a, str>, Failure> {
    // Steps 1 and 2: only the report and the strict answer need the strict result.
    let mut failure = Failure::Input { error: ValidationError::DomainToAscii, at };
    if be_strict || R::LISTENS {
        let strict_result = strict_to_ascii(domain);
        if strict_result.is_none() {
            failure = report.fail(ValidationError::DomainToAscii, at);
        }
        if be_strict {
            return strict_result.ok_or(failure);
        }
    }
    if let Some(plain) = plain(domain) {
        return Ok(Cow::Owned(plain));
    }
    if domain.is_ascii() {
        return Err(failure);
    }
    // Domain parser ToASCII. The memory is for Punycode too.
    let (mut ascii, none, as_unicode) = (text_buffer(domain.len() + 16), None, |_: &_, _: &_, _| false);
    let (deny, policy) = (AsciiDenyList::EMPTY, ErrorPolicy::FailFast);
    let done = Uts46::new().process(domain.as_bytes(), deny, Hyphens::Allow, policy, as_unicode, &mut ascii, none);
    (done.is_ok() && is_domain(&ascii)).then_some(Cow::Owned(ascii)).ok_or(failure)
}

/// The domain in lower case, if it is in ASCII and valid.
pub(crate) fn plain(domain: &str) -> Option<String> {
    is_domain(domain).then(|| lowered(domain))
}

/// Whether a text is not empty and has no forbidden domain code point, and none beyond ASCII.
fn is_domain(text: &str) -> bool {
    !text.is_empty() && run(&DOMAIN, text.as_bytes(), 0) == text.len()
}

/// A name in ASCII with all of UTS #46's checks; None is failure.
///
/// Departure from UTS #46, section 4.2, step 4: a trailing dot is kept. "When VerifyDnsLength is true, the empty root
/// label is disallowed", but a complete name is written with one (RFC 1034, section 3.1).
pub fn checked_name(name: &str) -> Option<Cow<'_, str>> {
    match name.strip_suffix(['.', '\u{3002}', '\u{FF0E}', '\u{FF61}']) {
        Some(unrooted) => Some(Cow::Owned(strict_to_ascii(unrooted)?.into_owned() + ".")),
        None => strict_to_ascii(name),
    }
}

/// Strict domain parser ToASCII; None is failure.
fn strict_to_ascii(domain: &str) -> Option<Cow<'_, str>> {
    Uts46::new().to_ascii(domain.as_bytes(), AsciiDenyList::STD3, Hyphens::Check, DnsLength::Verify).ok()
}

/// What UTS #46, section 7, calls deviation characters: registries hold names with them.
const DEVIATIONS: [char; 4] = ['\u{DF}', '\u{3C2}', '\u{200C}', '\u{200D}'];

/// The only letter that is valid by UTS #46 and that IDNA 2003 deletes (RFC 3454, table B.1), deviation characters
/// aside.
const DELETED: char = '\u{1806}';

/// Letters of most names beyond US-ASCII, none of which turns into US-ASCII: Latin, IPA, Greek, Cyrillic, Hebrew,
/// Arabic, the scripts of India, Thai, kana, Han, Hangul. A test tries each.
const ORDINARY: [RangeInclusive<char>; 9] = [
    '\u{E0}'..='\u{131}',
    '\u{250}'..='\u{2AF}',
    '\u{384}'..='\u{52F}',
    '\u{5D0}'..='\u{61B}',
    '\u{620}'..='\u{6FF}',
    '\u{900}'..='\u{E3A}',
    '\u{3041}'..='\u{30FF}',
    '\u{4E00}'..='\u{9FFF}',
    '\u{AC00}'..='\u{D7A3}',
];

/// Whether a label that begins with "xn--" hides letters that IDNA 2003 deletes or turns into US-ASCII: `xn--1-f3j` is
/// "1" and U+1806. A program that decodes it, and connects by what it shows, connects to "1".
pub(crate) fn hides_ascii(label: &str) -> bool {
    let letters = label.get(4..).and_then(punycode::decode_to_string).unwrap_or_default();
    let is_ordinary = |letter: &char| letter.is_ascii() || ORDINARY.iter().any(|range| range.contains(letter));
    letters.chars().any(|letter| !is_ordinary(&letter) && !DEVIATIONS.contains(&letter) && turns_into_ascii(letter))
}

fn turns_into_ascii(letter: char) -> bool {
    let mapped = ComposingNormalizerBorrowed::new_nfkc().normalize_iter(std::iter::once(letter));
    let after_a: String = std::iter::once('a').chain(mapped.filter(|&letter| letter != DELETED)).collect();
    to_unicode(&after_a.replace('\u{3002}', ".")).is_ascii()
}

/// Domain to Unicode: the domain itself if ToUnicode records an error.
pub fn to_unicode(domain: &str) -> Cow<'_, str> {
    let (result, recorded) = Uts46::new().to_unicode(domain.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow);
    match recorded {
        Ok(()) => result,
        Err(_) => Cow::Borrowed(domain),
    }
}

#[cfg(test)]
mod tests {
    use super::{turns_into_ascii, ORDINARY};

    #[test]
    fn no_ordinary_letter_turns_into_ascii() {
        for letter in ORDINARY.into_iter().flatten() {
            assert!(!turns_into_ascii(letter), "U+{:04X}", u32::from(letter));
        }
    }
}
