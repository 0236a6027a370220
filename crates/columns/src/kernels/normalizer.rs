//! The normal form of a text of a column, and whether two texts have the same one.
//!
//! On the level "scheme" a scheme's own rules apply too. They are not a part of the engine: the caller of a kernel hands
//! them over as [`Schemes`]. They are asked only for schemes that they know, and not for a scheme whose empty path the
//! edition's table knows (http and https): that table has all of its rules.

use uriverse_core as core;
use uriverse_core::{Level, Offsets, Tables};

use crate::output::answer::Outcome;

/// The rules of schemes.
pub trait Schemes: Sync {
    /// Whether there are rules for this scheme, in whatever case it is written.
    fn has(&self, scheme: &[u8]) -> bool;

    /// The normal form of a text that the edition accepts; None if there is none.
    fn normalize(&self, text: &[u8]) -> Option<Vec<u8>>;

    /// Whether two texts that the edition accepts are equivalent; None if that cannot be said.
    fn equivalent(&self, a: &[u8], b: &[u8]) -> Option<bool>;
}

/// How far texts are normalized, by which edition, and with whose rules.
#[derive(Clone, Copy)]
pub struct Normalizer<'a> {
    /// The edition's tables.
    pub tables: &'a Tables,
    /// The level; None leaves every text as it is.
    pub level: Option<Level>,
    /// The rules that are asked on the level "scheme".
    pub schemes: Option<&'a dyn Schemes>,
}

impl Normalizer<'_> {
    /// The normal form of one text.
    pub(crate) fn normalize(&self, text: &[u8]) -> Outcome {
        let Some(offsets) = core::parse(self.tables, text) else { return Outcome::Null };
        if let Some(schemes) = self.asked(text, &offsets) {
            return match schemes.normalize(text) {
                Some(normal) if normal == text => Outcome::Same,
                Some(normal) => Outcome::New(normal),
                None => Outcome::Null,
            };
        }
        self.generic(text, &offsets).map_or(Outcome::Same, Outcome::New)
    }

    /// Whether two texts have the same normal form; None if the edition refuses either.
    pub(crate) fn equivalent(&self, a: &[u8], b: &[u8]) -> Option<bool> {
        let (ours, theirs) = (core::parse(self.tables, a)?, core::parse(self.tables, b)?);
        if let Some(schemes) = self.asked(a, &ours).or(self.asked(b, &theirs)) {
            return schemes.equivalent(a, b);
        }
        let (left, right) = (self.generic(a, &ours), self.generic(b, &theirs));
        Some(left.as_deref().unwrap_or(a) == right.as_deref().unwrap_or(b))
    }

    fn generic(&self, text: &[u8], offsets: &Offsets) -> Option<Vec<u8>> {
        core::normalize(self.tables, text, offsets, self.level?)
    }

    fn asked(&self, text: &[u8], offsets: &Offsets) -> Option<&dyn Schemes> {
        let schemes = self.schemes.filter(|_| self.level == Some(Level::Scheme))?;
        let scheme = text.get(offsets.scheme()?)?;
        (self.tables.empty_path(scheme).is_none() && schemes.has(scheme)).then_some(schemes)
    }
}
