//! Domain names: a canonical form, in which two spellings of one name compare equal.
//!
//! Input: a host as in a URI: in any case, with escapes, with labels beyond US-ASCII or in their "xn--" form, with a
//! trailing dot. Output: the name, as displayed and as in the DNS. None for an address, and for a host that cannot be a
//! domain name.
//!
//! ```text
//! ex%61mple.公司.CN.   shown example.公司.cn.   in US-ASCII example.xn--55qx5d.cn   rooted
//! ```

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;
use uriverse_core::{decode, Malformed, LONGEST_LABEL};
use uriverse_scan::{member_masks, ByteTable, Sets};
use uriverse_whatwg::ipv4::ends_in_a_number;

/// The longest host that can be a name, in characters; a longer one is rejected without any Unicode work.
const LONGEST_NAME: usize = 1024;

/// The domain name of a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name<'a> {
    /// In lower case, each label in the form in which it was written, with a trailing dot if there was one. It is
    /// borrowed if the host is written in this form.
    pub shown: Cow<'a, str>,
    /// The name in US-ASCII, without a trailing dot; None if that equals `shown` without it.
    ascii: Option<String>,
    /// Whether a dot follows the last label.
    pub rooted: bool,
}

impl Name<'_> {
    /// The name without a trailing dot.
    pub fn unrooted(&self) -> &str {
        &self.shown[..self.shown.len() - usize::from(self.rooted)]
    }

    /// The name in US-ASCII, labels beyond it in their "xn--" form, without a trailing dot.
    pub fn ascii(&self) -> &str {
        self.ascii.as_deref().unwrap_or_else(|| self.unrooted())
    }

    /// Whether the two forms differ.
    pub fn is_beyond_ascii(&self) -> bool {
        self.ascii.is_some()
    }
}

/// The error for a text with a character that no host has, such as a whole URI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoreThanAHost {
    /// The place of the character in bytes.
    pub at: usize,
    /// The character.
    pub found: char,
}

/// The domain name of a host; None if it is an address or cannot be a name.
///
/// # Errors
/// [`MoreThanAHost`] if the text has a character that no host has (RFC 3986, section 3.2.2).
#[inline]
pub fn domain_name(host: &str) -> Result<Option<Name<'_>>, MoreThanAHost> {
    let Some(usual) = Usual::read(host.as_bytes()) else { return checked(host) };
    let rooted = host.ends_with('.');
    if ends_in_a_number(host.as_bytes()) {
        return Ok(None);
    }
    let shown = if usual.has_upper_case { Cow::Owned(host.to_ascii_lowercase()) } else { Cow::Borrowed(host) };
    Ok(Some(Name { shown, ascii: None, rooted }))
}

/// [`domain_name`] of a host that is not [`Usual`].
#[cold]
fn checked(host: &str) -> Result<Option<Name<'_>>, MoreThanAHost> {
    match host.char_indices().find(|(_, c)| matches!(c, '/' | '?' | '#' | '@' | '\\' | ':')) {
        _ if host.starts_with('[') => Ok(None),
        Some((at, found)) => Err(MoreThanAHost { at, found }),
        None => Ok(general_name(host)),
    }
}

/// A usual host, for the fast path: at most 63 letters, digits, "-" and "_" of US-ASCII, in labels between dots.
pub(crate) struct Usual {
    /// Where the dots are: bit n for byte n.
    dots: u64,
    pub(crate) has_upper_case: bool,
}

impl Usual {
    /// None for another host. The last label may be empty: then the host ends with a dot.
    #[inline(always)]
    pub(crate) fn read(host: &[u8]) -> Option<Usual> {
        static SETS: Sets<3> = sets();
        if host.is_empty() || host.len() > LONGEST_LABEL {
            return None;
        }
        let [usual, dots, uppers] = member_masks(&SETS, host);
        let others = !usual & ((1 << host.len()) - 1);
        // A dot at the start counts like one after another dot: the label before it is empty.
        ((others | dots & (dots << 1 | 1)) == 0).then_some(Usual { dots, has_upper_case: uppers != 0 })
    }

    /// The start of the label that ends at `end`.
    #[inline(always)]
    pub(crate) fn start_of_label(&self, end: usize) -> usize {
        let before = self.dots & ((1 << end) - 1);
        64 - before.leading_zeros() as usize
    }
}

/// The bytes of usual hosts, the dot, and uppercase letters.
const fn sets() -> Sets<3> {
    let mut usual = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        let c = byte as u8;
        usual[byte] = c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b'.');
        byte += 1;
    }
    Sets::from_ascii([&ByteTable::new(usual), &ByteTable::from_byte(b'.'), &ByteTable::UPPER])
}

/// The name of a host with escapes, with characters beyond US-ASCII, or with bytes that no name has.
fn general_name(host: &str) -> Option<Name<'_>> {
    if host.len() > LONGEST_NAME && host.chars().count() > LONGEST_NAME {
        return None;
    }
    let mut text = Cow::Borrowed(host);
    if let Ok(Some(octets)) = decode(host.as_bytes(), Malformed::Keep) {
        if let Ok(decoded) = String::from_utf8(octets) {
            text = Cow::Owned(decoded);
        }
    }
    if !text.is_ascii() {
        let composed = ComposingNormalizerBorrowed::new_nfkc().normalize(&text).replace('\u{3002}', ".");
        text = Cow::Owned(composed);
    }
    let shown = text.to_lowercase();
    let rooted = shown.ends_with('.');
    let unrooted = &shown[..shown.len() - usize::from(rooted)];
    let is_label = |label: &str| !label.is_empty() && label.chars().count() <= LONGEST_LABEL;
    if !unrooted.split('.').all(is_label) || ends_in_a_number(unrooted.as_bytes()) || unrooted.contains(is_in_no_label)
    {
        return None;
    }
    let ascii = if shown.is_ascii() { None } else { Some(in_ascii(unrooted)?) };
    Some(Name { shown: Cow::Owned(shown), ascii, rooted })
}

/// A name whose labels beyond US-ASCII are in their "xn--" form (RFC 3492).
fn in_ascii(name: &str) -> Option<String> {
    let mut result = String::with_capacity(name.len());
    for (index, label) in name.split('.').enumerate() {
        if index > 0 {
            result.push('.');
        }
        if label.is_ascii() {
            result.push_str(label);
        } else {
            result.push_str("xn--");
            result.push_str(&idna::punycode::encode_str(label)?);
        }
    }
    Some(result)
}

/// Characters that no decoded label has: delimiters, white space and controls.
fn is_in_no_label(c: char) -> bool {
    matches!(
        c,
        '\0'..=' '
            | '\x7f'
            | '/'
            | '?'
            | '#'
            | '@'
            | ':'
            | '\\'
            | '['
            | ']'
            | '%'
            | '<'
            | '>'
            | '"'
            | '^'
            | '`'
            | '{'
            | '|'
            | '}'
    )
}
