//! A domain name cut at its public suffix: what goes in is a host and a list of suffixes, what comes out is a name and
//! two places in it.
//!
//! ```text
//! www.example.co.uk.
//! subdomain www, domain_at 4, suffix_at 12: the dot of the root stays on the domain and on the suffix
//! ```

use std::borrow::Cow;
use std::ops::Range;

use crate::list::Section;
use crate::names::{name_of, MoreThanAHost};
use crate::suffixes::{Choice, SuffixTable};

/// A name, and where its registrable domain and its public suffix begin in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts<'a> {
    /// The name as it is shown: borrowed where the host is written so.
    pub name: Cow<'a, str>,
    domain_at: usize,
    suffix_at: usize,
    /// The section of the rule that prevails; None for the default rule.
    pub section: Option<Section>,
}

impl Parts<'_> {
    /// Where the public suffix stands.
    #[must_use]
    pub fn suffix(&self) -> Range<usize> {
        self.suffix_at..self.name.len()
    }

    /// Where the registrable domain stands: the suffix and one label before it; None where there is none.
    #[must_use]
    pub fn domain(&self) -> Option<Range<usize>> {
        (self.suffix_at > 0).then_some(self.domain_at..self.name.len())
    }

    /// Where the subdomain stands: what is before the registrable domain. None if there is nothing before it.
    #[must_use]
    pub fn subdomain(&self) -> Option<Range<usize>> {
        (self.domain_at > 0).then(|| 0..self.domain_at - 1)
    }
}

/// Cuts the name that a host is; None for an address, for what cannot be a name, and for a name that no rule matches if
/// the default rule does not count.
///
/// # Errors
/// [`MoreThanAHost`] as [`name_of`] gives it.
#[inline]
pub fn cut<'a>(host: &'a str, table: &SuffixTable, choice: Choice) -> Result<Option<Parts<'a>>, MoreThanAHost> {
    let Some(name) = name_of(host)? else { return Ok(None) };
    let (mut suffix_at, section) = table.suffix_of(name.ascii().as_bytes(), choice.private);
    if section.is_none() && !choice.default {
        return Ok(None);
    }
    if name.is_beyond_ascii() {
        suffix_at = same_label(name.unrooted(), name.ascii(), suffix_at);
    }
    let before = name.unrooted().as_bytes().get(..suffix_at.saturating_sub(1)).unwrap_or_default();
    let domain_at = before.iter().rposition(|&byte| byte == b'.').map_or(0, |dot| dot + 1);
    Ok(Some(Parts { name: name.shown, domain_at, suffix_at, section }))
}

/// Where the label that begins at a place of the one form begins in the other.
fn same_label(shown: &str, ascii: &str, at: usize) -> usize {
    let labels = ascii.as_bytes()[..at].iter().filter(|&&byte| byte == b'.').count();
    shown.split('.').take(labels).map(|label| label.len() + 1).sum()
}
