//! Labels of international names: which are valid, and which are confusable with other names.
//!
//! Input: a label as written, `xn--bcher-kva` or `Bücher`. Output: the label in Unicode, `bücher`, and the first doubt
//! about it:
//!
//! ```text
//! xn--ggle-55da          gооgle       MixedScripts      two of its letters are Cyrillic
//! xn--80ak6aa92e         аррӏе        LooksLatin        all of its letters are Cyrillic
//! xn--oogle-qmc          ɡoogle       Restricted        ɡ is a letter of phonetics
//! xn--a-wbb              None                           it begins with a combining mark
//! ```
//!
//! A label is valid if UTS #46 accepts it, and RFC 5892, appendix A, accepts its characters in their context. The
//! doubts are those of UTS #39 ("highly restrictive"), and of Chromium's display rules where UTS #39 has none.

use std::borrow::Cow;
use std::ops::Range;

use icu_properties::props::{ExtendedPictographic, GeneralCategory};
use icu_properties::{CodePointMapData, CodePointSetData};
use idna::uts46::{AsciiDenyList, Hyphens, Uts46};
use unicode_script::{Script, ScriptExtension, UnicodeScript};
use unicode_security::general_security_profile::IdentifierType;
use unicode_security::mixed_script::AugmentedScriptSet;
use unicode_security::{skeleton, GeneralSecurityProfile};
use uriverse_core::memory::{text_buffer, GrowText};
use uriverse_core::{named_enum, LONGEST_LABEL};
use uriverse_whatwg::domain;

named_enum! {
    /// The reason why a person may mistake a label for another.
    pub enum Doubt {
        /// It has a pictograph, which IDNA 2008 refuses (RFC 5892), though registries accept it.
        Pictograph = "pictograph",
        /// It has a character that identifiers should not have (UTS #39, section 3.1): a symbol, a letter of phonetics,
        /// or a letter of a script that is no longer in common use.
        Restricted = "restricted",
        /// Its scripts are not used together (UTS #39, section 5.2).
        MixedScripts = "mixed-scripts",
        /// It has digits of two systems (UTS #39, section 5.3).
        MixedNumbers = "mixed-numbers",
        /// It has a letter that looks like "/" or "-" between letters of another script.
        LooksLikeDelimiter = "looks-like-delimiter",
        /// It has no Latin letters, and all letters look like Latin ones (UTS #39, section 4).
        LooksLatin = "looks-latin",
    }
}

/// A valid label in Unicode, and the first doubt about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label<'a> {
    /// The label in Unicode, mapped.
    pub unicode: Cow<'a, str>,
    /// The first doubt; None if it can be displayed.
    pub doubt: Option<Doubt>,
}

/// A label as displayed; None if it is invalid, or too long for the DNS.
///
/// ```
/// use uriverse_hosts::labels::{judge, Doubt};
/// let label = judge("xn--ggle-55da").unwrap();
/// assert_eq!((&*label.unicode, label.doubt), ("gооgle", Some(Doubt::MixedScripts)));
/// assert_eq!(judge("xn--a-wbb"), None);
/// ```
pub fn judge(label: &str) -> Option<Label<'_>> {
    if label.chars().take(LONGEST_LABEL + 1).count() > LONGEST_LABEL {
        return None;
    }
    let (unicode, result) = Uts46::new().to_unicode(label.as_bytes(), AsciiDenyList::URL, Hyphens::Allow);
    result.ok()?;
    let doubt = if unicode.is_ascii() { None } else { doubt_about(&unicode)? };
    Some(Label { unicode, doubt })
}

/// A host as a browser displays it: mapped by UTS #46, each label in Unicode if there is no doubt about it, else in its
/// "xn--" form. None if the host has no such form.
///
/// ```
/// use uriverse_hosts::labels::shown;
/// assert_eq!(shown("BÜCHER.xn--ggle-55da.com").unwrap(), "bücher.xn--ggle-55da.com");
/// assert_eq!(shown("①.②.③.④").unwrap(), "1.2.3.4");
/// ```
pub fn shown(host: &str) -> Option<String> {
    let ascii = domain::parse(host, false, 0, &mut uriverse_whatwg::errors::Silent).ok()?;
    let mut result = text_buffer(ascii.len());
    let mut at = 0;
    for (place, label) in international(&ascii) {
        if let Some(Label { unicode, doubt: None }) = label {
            result.put_str(&ascii[at..place.start]);
            result.put_str(&unicode);
            at = place.end;
        }
    }
    result.put_str(&ascii[at..]);
    Some(result)
}

/// The labels of a host that are beyond US-ASCII or begin with "xn--", with their places; None for an invalid one.
///
/// Below a top-level domain of another script, a name that looks Latin is expected, so it is not doubtful. Top-level
/// domains themselves, such as "бг", cannot be registered by attackers.
pub fn international(host: &str) -> impl Iterator<Item = (Range<usize>, Option<Label<'_>>)> {
    let top = host.trim_end_matches('.').rsplit('.').next().unwrap_or_default();
    let expected = is_international(top).then_some(Doubt::LooksLatin);
    let mut start = 0;
    host.split('.').filter_map(move |label| {
        let place = start..start + label.len();
        start = place.end + 1;
        is_international(label).then(|| {
            let judged =
                judge(label).map(|label| Label { doubt: label.doubt.filter(|&it| Some(it) != expected), ..label });
            (place, judged)
        })
    })
}

fn is_international(label: &str) -> bool {
    !label.is_ascii() || label.get(..4).is_some_and(|prefix| prefix.eq_ignore_ascii_case("xn--"))
}

/// The first doubt about a label in Unicode; the outer None if a character is not valid in its context.
fn doubt_about(label: &str) -> Option<Option<Doubt>> {
    let characters: Vec<char> = label.chars().collect();
    if (0..characters.len()).any(|at| !is_in_context(&characters, at)) {
        return None;
    }
    let beyond = || characters.iter().copied().filter(|c| !c.is_ascii());
    Some(if beyond().any(|c| CodePointSetData::new::<ExtendedPictographic>().contains(c)) {
        Some(Doubt::Pictograph)
    } else if beyond().any(is_restricted) {
        Some(Doubt::Restricted)
    } else if has_mixed_scripts(&characters) || (0..characters.len()).any(|at| looks_like_an_o(&characters, at)) {
        Some(Doubt::MixedScripts)
    } else if has_mixed_numbers(&characters) {
        Some(Doubt::MixedNumbers)
    } else if (0..characters.len()).any(|at| looks_like_a_delimiter(&characters, at)) {
        Some(Doubt::LooksLikeDelimiter)
    } else if looks_latin(label) {
        Some(Doubt::LooksLatin)
    } else {
        None
    })
}

/// RFC 5892, appendix A.3 to A.7. UTS #46 checks A.1 and A.2, the joiners.
fn is_in_context(label: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).map(|at| label[at]);
    let after = label.get(at + 1).copied();
    match label[at] {
        '\u{B7}' => before == Some('l') && after == Some('l'),
        '\u{375}' => after.is_some_and(|c| c.script() == Script::Greek),
        '\u{5F3}' | '\u{5F4}' => before.is_some_and(|c| c.script() == Script::Hebrew),
        '\u{30FB}' => label.iter().any(|c| matches!(c.script(), Script::Hiragana | Script::Katakana | Script::Han)),
        _ => true,
    }
}

/// UTS #39, section 3.1. Not restricted here: joiners, because they are valid only in their context; and characters
/// that UTS #39 calls uncommon, because names have them: rare Chinese characters, Hebrew points in Yiddish.
fn is_restricted(c: char) -> bool {
    !(GeneralSecurityProfile::identifier_allowed(c)
        || matches!(c, '\u{200C}' | '\u{200D}')
        || GeneralSecurityProfile::identifier_type(c) == Some(IdentifierType::Uncommon_Use))
}

/// Whether the scripts are more than "highly restrictive" allows: one, or Latin with Chinese, Japanese or Korean. Latin
/// letters beyond US-ASCII may not be mixed with these either (Chromium).
fn has_mixed_scripts(label: &[char]) -> bool {
    let (mut all, mut without_latin) = (AugmentedScriptSet::default(), AugmentedScriptSet::default());
    let mut has_marked_latin = false;
    for &c in label {
        let set = AugmentedScriptSet::from(c);
        all.intersect_with(set);
        if set.base.contains_script(Script::Latin) {
            has_marked_latin |= c.script() == Script::Latin && !c.is_ascii();
        } else {
            without_latin.intersect_with(set);
        }
    }
    let is_east_asian = without_latin.kore || without_latin.hanb || without_latin.jpan;
    all.is_empty() && (has_marked_latin || !is_east_asian)
}

/// Whether there are decimal digits of two systems, each of which has ten adjacent code points.
fn has_mixed_numbers(label: &[char]) -> bool {
    let is_digit = |c: u32| CodePointMapData::<GeneralCategory>::new().get32(c) == GeneralCategory::DecimalNumber;
    let zero = |c: u32| (c.saturating_sub(9)..=c).find(|&first| (first..=c).all(is_digit));
    let mut zeros = label.iter().filter_map(|&c| zero(u32::from(c)));
    zeros.next().is_some_and(|first| zeros.any(|other| other != first))
}

/// Whether a character that looks like "/", "\\" or "-" is between characters that are not Chinese or Japanese.
fn looks_like_a_delimiter(label: &[char], at: usize) -> bool {
    let looks_alike = matches!(
        label[at],
        'ノ' | 'ソ' | 'ゾ' | 'ン' | 'ー' | '\u{4E00}' | '\u{4E36}' | '\u{4E3F}' | '\u{4E40}' | '\u{4E41}' | '\u{2010}'
    );
    let is_foreign = |at: Option<usize>| at.and_then(|at| label.get(at)).is_some_and(|&c| !is_east_asian(c));
    looks_alike && is_foreign(at.checked_sub(1)) && is_foreign(at.checked_add(1))
}

/// Whether a Chinese zero, whose skeleton (UTS #39, section 4) is the Latin "o", is next to a Latin letter. No other
/// letter of these scripts has a Latin skeleton.
fn looks_like_an_o(label: &[char], at: usize) -> bool {
    let is_latin = |at: Option<usize>| at.and_then(|at| label.get(at)).is_some_and(char::is_ascii_alphabetic);
    label[at] == '〇' && (is_latin(at.checked_sub(1)) || is_latin(at.checked_add(1)))
}

fn is_east_asian(c: char) -> bool {
    let scripts = ScriptExtension::from(c);
    [Script::Han, Script::Hiragana, Script::Katakana].iter().any(|&script| scripts.contains_script(script))
}

/// Whether the skeleton (UTS #39, section 4) is in US-ASCII, and the letters are of a script with capitals: only such
/// scripts share their shapes with Latin. The letters of Latin-1 and Latin Extended-A, such as "æ" and "ı", are
/// familiar.
fn looks_latin(label: &str) -> bool {
    let mut beyond = label.chars().filter(|c| !c.is_ascii());
    beyond.clone().all(char::is_lowercase)
        && beyond.any(|c| c > '\u{17F}')
        && skeleton(label).all(|c| c.is_ascii_alphanumeric() || c == '-')
}
