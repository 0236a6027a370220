//! Normalizes the texts of a column, and compares two texts by their normal forms.
//!
//! On the level "scheme" the rules of the text's scheme apply too. The caller supplies them ([`Schemes`]), except for
//! http and https, whose rules are all in the edition's table.

use std::borrow::Cow;

use uriverse_core as core;
use uriverse_core::{Level, Offsets, Tables};
use uriverse_schemes::{compared, Scheme};

use crate::output::answer::Outcome;

/// The rules of schemes.
pub trait Schemes: Sync {
    /// The scheme's rules for a parsed text; None if the edition's tables have all of them.
    fn rules_of(&self, tables: &Tables, text: &[u8], offsets: &Offsets) -> Option<&Scheme>;
}

/// The settings of a normalization.
#[derive(Clone, Copy)]
pub struct Normalizer<'a> {
    /// The edition's tables.
    pub tables: &'a Tables,
    /// The level; None leaves every text as it is.
    pub level: Option<Level>,
    /// The rules of schemes, for the level "scheme".
    pub schemes: Option<&'a dyn Schemes>,
}

impl Normalizer<'_> {
    /// The normal form of one text.
    pub(crate) fn normalize(&self, text: &[u8]) -> Outcome {
        let Some(offsets) = core::parse(self.tables, text) else { return Outcome::Null };
        let rules = self.rules_of(text, &offsets);
        uriverse_schemes::normalize(self.tables, text, &offsets, self.level, rules).map_or(Outcome::Same, Outcome::New)
    }

    /// Whether two texts are equivalent on the level; None if the edition refuses either.
    pub(crate) fn equivalent(&self, a: &[u8], b: &[u8]) -> Option<bool> {
        Some(self.compared(a)? == self.compared(b)?)
    }

    fn compared<'t>(&self, text: &'t [u8]) -> Option<Cow<'t, [u8]>> {
        let offsets = core::parse(self.tables, text)?;
        Some(compared(self.tables, text, &offsets, self.level, self.rules_of(text, &offsets)))
    }

    fn rules_of(&self, text: &[u8], offsets: &Offsets) -> Option<&Scheme> {
        let schemes = self.schemes.filter(|_| self.level == Some(Level::Scheme))?;
        schemes.rules_of(self.tables, text, offsets)
    }
}
