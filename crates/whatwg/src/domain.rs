//! Domains: the domain parser and domain to Unicode (§3.3).
//!
//! Unicode ToASCII and ToUnicode (UTS #46) are those of the crate `idna`, whose tables come from Unicode's data. It
//! refuses two labels that the algorithm itself would accept: one of more than 1,000 code points that is not ASCII, and
//! an "xn--" label of more than 2,000 bytes. Both are twenty times what DNS allows, and without the bound Punycode
//! would take quadratic time.

use std::borrow::Cow;

use idna::uts46::{AsciiDenyList, DnsLength, Hyphens, Uts46};

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
        let strict_result = to_ascii(domain, true);
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
    to_ascii(domain, false).filter(|result| is_domain(result)).ok_or(failure)
}

/// The domain in lower case, if it is in ASCII and valid.
pub(crate) fn plain(domain: &str) -> Option<String> {
    is_domain(domain).then(|| domain.to_ascii_lowercase())
}

/// Whether a text is not empty and has no forbidden domain code point, and none beyond ASCII.
fn is_domain(text: &str) -> bool {
    !text.is_empty() && run(&DOMAIN, text.as_bytes(), 0) == text.len()
}

/// A name in ASCII with all of UTS #46's checks; None is failure.
///
/// Departure from UTS #46, section 4.2, step 4: a trailing dot is kept. "When VerifyDnsLength is true, the empty root
/// label is disallowed", but a complete name is written with one (RFC 1034, section 3.1).
#[must_use]
pub fn checked_name(name: &str) -> Option<Cow<'_, str>> {
    match name.strip_suffix(['.', '\u{3002}', '\u{FF0E}', '\u{FF61}']) {
        Some(unrooted) => Some(Cow::Owned(to_ascii(unrooted, true)?.into_owned() + ".")),
        None => to_ascii(name, true),
    }
}

/// Domain parser ToASCII; None is failure.
fn to_ascii(domain: &str, be_strict: bool) -> Option<Cow<'_, str>> {
    let (deny, hyphens, length) = if be_strict {
        (AsciiDenyList::STD3, Hyphens::Check, DnsLength::Verify)
    } else {
        (AsciiDenyList::EMPTY, Hyphens::Allow, DnsLength::Ignore)
    };
    Uts46::new().to_ascii(domain.as_bytes(), deny, hyphens, length).ok()
}

/// Domain to Unicode: the domain itself if ToUnicode records an error.
#[must_use]
pub fn to_unicode(domain: &str) -> Cow<'_, str> {
    let (result, recorded) = Uts46::new().to_unicode(domain.as_bytes(), AsciiDenyList::EMPTY, Hyphens::Allow);
    match recorded {
        Ok(()) => result,
        Err(_) => Cow::Borrowed(domain),
    }
}
