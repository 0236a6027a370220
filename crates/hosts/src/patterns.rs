//! Patterns of hosts, matched label by label, after IDNA.
//!
//! ```text
//!   example.com        only that name
//!   *.example.com      its subdomains, on any level; not the name itself
//!   192.0.2.1          that address, in any form; likewise [2001:db8::1]
//!   *.bücher.example   the same as *.xn--bcher-kva.example
//! ```
//!
//! Labels are compared, not characters: `evil-example.com` and `example.com.evil.org` are not below `example.com`.

use crate::kinds::Kinds;
use crate::verdicts::{verdict, Plain, Verdict};

/// A pattern of hosts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// A name in US-ASCII, or an address in its usual form.
    base: String,
    /// Whether the subdomains match, and not the name itself.
    is_below: bool,
}

/// Why a text is no pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadPattern {
    /// "*." stands before an address, which has no names below it.
    BelowAddress,
    /// It is neither a name nor an address: why, in one sentence.
    NotAHost(&'static str),
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// [`BadPattern`] if what stands after "*." is neither a name nor an address.
    pub fn new(pattern: &str) -> Result<Pattern, BadPattern> {
        let below = pattern.strip_prefix("*.");
        let base = match verdict(below.unwrap_or(pattern), &Kinds::default()) {
            Verdict::Plain(Plain::Address(..)) if below.is_some() => return Err(BadPattern::BelowAddress),
            Verdict::Plain(plain) => plain.text().into_owned(),
            Verdict::Ambiguous { reason, .. } | Verdict::Invalid(_, reason) => {
                return Err(BadPattern::NotAHost(reason))
            }
        };
        Ok(Pattern { base, is_below: below.is_some() })
    }

    /// Whether a host matches. With a zone it is the address of another interface.
    pub fn matches(&self, host: &Plain<'_>) -> bool {
        match host {
            Plain::Name(name) if self.is_below => {
                name.strip_suffix(self.base.as_str()).is_some_and(|labels| labels.ends_with('.'))
            }
            Plain::Address(_, Some(_)) => false,
            _ => !self.is_below && host.text() == self.base,
        }
    }
}
