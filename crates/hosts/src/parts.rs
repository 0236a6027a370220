//! Splits the domain name of a host at its public suffix, by a list of suffixes.
//!
//! ```text
//! www.example.co.uk.
//! subdomain www, domain_at 4, suffix_at 12: the dot of the root stays on the domain and on the suffix
//! ```

use std::borrow::Cow;
use std::ops::Range;

use uriverse_core::named_enum;
use uriverse_whatwg::ipv4::ends_in_a_number;

use crate::list::Section;
use crate::names::{domain_name, MoreThanAHost, Usual};
use crate::suffixes::{start_of_label, Choice, SuffixTable};

/// A name, and the places of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts<'a> {
    /// The name as displayed: borrowed if the host is written in this form.
    pub name: Cow<'a, str>,
    /// Its parts.
    pub places: Places,
}

/// The positions at which the registrable domain and the public suffix of a name begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    domain_at: usize,
    suffix_at: usize,
    end: usize,
    /// The section of the prevailing rule; None for the default rule.
    pub section: Option<Section>,
}

impl Places {
    /// The range of the public suffix.
    pub fn suffix(&self) -> Range<usize> {
        self.suffix_at..self.end
    }

    /// The range of the registrable domain: the suffix and one label before it; None without such a label.
    pub fn domain(&self) -> Option<Range<usize>> {
        (self.suffix_at > 0).then_some(self.domain_at..self.end)
    }

    /// The range of the subdomain: everything before the registrable domain. None if that is empty.
    pub fn subdomain(&self) -> Option<Range<usize>> {
        (self.domain_at > 0).then(|| 0..self.domain_at - 1)
    }
}

named_enum! {
    /// A part of a domain name.
    pub enum NamePart {
        /// The public suffix.
        PublicSuffix = "public_suffix",
        /// The suffix and one label before it.
        Domain = "domain",
        /// The labels before the domain.
        Subdomain = "subdomain",
    }
}

impl NamePart {
    /// The range of the part in a name.
    pub fn range_in(self, places: &Places) -> Option<Range<usize>> {
        match self {
            NamePart::PublicSuffix => Some(places.suffix()),
            NamePart::Domain => places.domain(),
            NamePart::Subdomain => places.subdomain(),
        }
    }
}

/// Splits the name of a host; None for an address, for a host that cannot be a name, and, without the default rule, for
/// a name that no rule matches.
///
/// # Errors
/// [`MoreThanAHost`], as for [`domain_name`].
#[inline]
pub fn cut<'a>(host: &'a str, table: &SuffixTable, choice: Choice) -> Result<Option<Parts<'a>>, MoreThanAHost> {
    if let Some(places) = cut_in_place(host.as_bytes(), table, choice) {
        return Ok(places.map(|places| Parts { name: Cow::Borrowed(host), places }));
    }
    let Some(name) = domain_name(host)? else { return Ok(None) };
    let ascii = name.ascii();
    let start = |end| start_of_label(ascii.as_bytes(), end);
    let (mut suffix_at, section) = table.find_suffix(ascii.as_bytes(), choice.private, start);
    if section.is_none() && !choice.default {
        return Ok(None);
    }
    if name.is_beyond_ascii() {
        suffix_at = same_label(name.unrooted(), ascii, suffix_at);
    }
    let domain_at = start_of_label(name.unrooted().as_bytes(), suffix_at.saturating_sub(1));
    let places = Places { domain_at, suffix_at, end: name.shown.len(), section };
    Ok(Some(Parts { name: name.shown, places }))
}

/// The result of [`cut`] for a host that is written as its name is displayed, as most are: the places are in the host
/// itself. None for every other host.
#[inline]
pub fn cut_in_place(host: &[u8], table: &SuffixTable, choice: Choice) -> Option<Option<Places>> {
    let usual = Usual::read(host).filter(|usual| !usual.has_upper_case)?;
    let name = host.strip_suffix(b".").unwrap_or(host);
    let begins_with_a_digit = name[usual.start_of_label(name.len())].is_ascii_digit();
    if begins_with_a_digit && ends_in_a_number(name) {
        return Some(None);
    }
    let (suffix_at, section) = table.find_suffix(name, choice.private, |end| usual.start_of_label(end));
    let domain_at = usual.start_of_label(suffix_at.saturating_sub(1));
    let places = Places { domain_at, suffix_at, end: host.len(), section };
    Some((section.is_some() || choice.default).then_some(places))
}

/// The position in `ascii` of the label that begins at `at` in `shown`.
fn same_label(shown: &str, ascii: &str, at: usize) -> usize {
    let labels = ascii.as_bytes()[..at].iter().filter(|&&byte| byte == b'.').count();
    shown.split('.').take(labels).map(|label| label.len() + 1).sum()
}
