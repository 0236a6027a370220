//! Why a text is refused, as one word of a short list that programs can count.
//!
//! Input: the text, the position of the refusal, the rule's label and the component. Output: a [`Reason`], decided by
//! the character at the position and its neighbours. For `http://h/a b` at 10 it is [`Reason::WhiteSpace`]. The rule
//! alone cannot decide: a backslash, a bracket and a space are all refused by `segment`.
//!
//! The words are stable: none is renamed, and none changes its meaning.

use crate::bytes::begins_a_character;
use crate::model::Component;
use crate::named::named_enum;

named_enum! {
    /// Why a text is refused.
    #[allow(missing_docs)]
    pub enum Reason {
        /// A "%" without two hexadecimal digits after it.
        BrokenTriplet = "broken-triplet",
        Backslash = "backslash",
        WhiteSpace = "white-space",
        /// A character other than a digit in a port.
        Port = "port",
        /// A "[" or "]" where no IP address is allowed.
        Bracket = "bracket",
        BracketUnclosed = "bracket-unclosed",
        /// The text within brackets is not an IP address, or other text follows the closing bracket.
        Address = "address",
        /// A ":" in a host that is not in brackets.
        AddressUnbracketed = "address-unbracketed",
        ColonInFirstSegment = "colon-in-first-segment",
        NumberSign = "number-sign",
        ControlCharacter = "control-character",
        /// One of `<>"{}|^` and the grave accent, which no document allows in a URI.
        ExcludedCharacter = "excluded-character",
        BeyondAscii = "beyond-ascii",
        /// An octet that is not UTF-8, which Python represents by a surrogate.
        NotUtf8 = "not-utf-8",
        LoneSurrogate = "lone-surrogate",
        /// A character that cannot begin a scheme, where a scheme must begin.
        Scheme = "scheme",
        /// Any other character that the rule refuses there.
        Character = "character",
        /// The text ends where the rule must continue.
        TextEnds = "text-ends",
    }
}

/// Why the rule named `label` refuses a text at a byte, in that component.
#[must_use]
pub fn reason(text: &[u8], at: usize, label: &str, component: Option<Component>) -> Reason {
    let at = character_at(text, at);
    let Some(&byte) = text.get(at) else { return at_end(text) };
    if broken_triplet(text, at).is_some() {
        return Reason::BrokenTriplet;
    }
    let in_authority = matches!(component, Some(Component::Host | Component::Authority));
    match byte {
        b'\\' => Reason::Backslash,
        b' ' | b'\t' | b'\r' | b'\n' => Reason::WhiteSpace,
        _ if label == "port" => Reason::Port,
        128.. => beyond_ascii(&text[at..]),
        0..32 | 127 => Reason::ControlCharacter,
        b'<' | b'>' | b'"' | b'{' | b'}' | b'|' | b'^' | b'`' => Reason::ExcludedCharacter,
        _ if in_authority && text[..at].contains(&b'[') => {
            let ends_authority = matches!(byte, b'/' | b'?' | b'#');
            if ends_authority && !text[..at].contains(&b']') {
                Reason::BracketUnclosed
            } else {
                Reason::Address
            }
        }
        b'[' | b']' => Reason::Bracket,
        b':' if in_authority => Reason::AddressUnbracketed,
        b':' if component == Some(Component::Path) => Reason::ColonInFirstSegment,
        b'#' => Reason::NumberSign,
        _ if component == Some(Component::Scheme) => Reason::Scheme,
        _ => Reason::Character,
    }
}

/// The start of the character that contains the byte at `at`.
pub(crate) fn character_at(text: &[u8], at: usize) -> usize {
    (0..=at.min(text.len())).rfind(|&at| text.get(at).is_none_or(|&byte| begins_a_character(byte))).unwrap_or(0)
}

/// The position of a "%" that is not followed by two hexadecimal digits, at the refused byte or just before it.
pub(crate) fn broken_triplet(text: &[u8], at: usize) -> Option<usize> {
    for percent in [at.checked_sub(1), at.checked_sub(2)].into_iter().flatten() {
        if text[percent] == b'%' && text[percent + 1..at].iter().all(u8::is_ascii_hexdigit) {
            return Some(percent);
        }
    }
    let after = &text[at + 1..text.len().min(at + 3)];
    (text[at] == b'%' && !after.iter().all(u8::is_ascii_hexdigit)).then_some(at)
}

fn at_end(text: &[u8]) -> Reason {
    let last = (0..text.len()).rfind(|&at| begins_a_character(text[at])).unwrap_or(0);
    if text.last() == Some(&b'%') || last.checked_sub(1).is_some_and(|at| text[at] == b'%') {
        Reason::BrokenTriplet
    } else if text.contains(&b'[') && !text.contains(&b']') {
        Reason::BracketUnclosed
    } else {
        Reason::TextEnds
    }
}

/// A lone surrogate is 0xED, then 0xA0 or more. Python represents an octet that is not UTF-8 by U+DC80 to U+DCFF:
/// U+DC80 is 0x80, U+DCFF is 0xFF.
fn beyond_ascii(rest: &[u8]) -> Reason {
    match rest {
        [0xED, 0xB2..=0xB3, _, ..] => Reason::NotUtf8,
        [0xED, 0xA0..=0xFF, ..] => Reason::LoneSurrogate,
        _ => Reason::BeyondAscii,
    }
}
