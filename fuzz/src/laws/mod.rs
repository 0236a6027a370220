//! What must hold for every text, whatever it is.
//!
//! What goes in: an engine, an edition, a text and a base. What comes out: nothing, or a sentence that says what was
//! found and what was expected. A law is a relation between operations, or between an operation and a slow twin; no law
//! repeats the code that it checks.

mod cutting;
mod given;
mod normalizing;
mod resolving;
mod rewriting;

use crate::engine::Engine;

pub use given::{Found, Given};

/// A law.
pub struct Law<E> {
    /// Its name, by which it is reported and a case of the corpus is stored.
    pub name: &'static str,
    /// It is checked on one text in so many: a power of two.
    pub one_in: u64,
    /// The check.
    pub check: fn(&E, &Given<'_>) -> Found,
}

/// All laws of single texts.
///
/// Cheap laws are checked on every text. The others are checked on a share of the texts, such that the whole takes less
/// than a microsecond a text; the report counts the checks of each law.
#[must_use]
pub fn laws<E: Engine>() -> Vec<Law<E>> {
    vec![
        Law { name: "fast-path", one_in: 1, check: cutting::fast_path },
        Law { name: "valid", one_in: 1, check: cutting::valid },
        Law { name: "identity", one_in: 1, check: cutting::identity },
        Law { name: "spans", one_in: 1, check: cutting::spans },
        Law { name: "split", one_in: 4, check: cutting::split },
        Law { name: "appendix-b", one_in: 8, check: cutting::appendix_b },
        Law { name: "refusal", one_in: 8, check: cutting::refusal },
        Law { name: "resolve", one_in: 8, check: resolving::resolve },
        Law { name: "transform-references", one_in: 16, check: resolving::transform_references },
        Law { name: "lenient-resolve", one_in: 16, check: resolving::lenient_resolve },
        Law { name: "excess-parents", one_in: 32, check: resolving::excess_parents },
        Law { name: "relativize", one_in: 32, check: resolving::relativize },
        Law { name: "normalize", one_in: 16, check: normalizing::normalize },
        Law { name: "percent-encoding", one_in: 16, check: rewriting::percent_encoding },
        Law { name: "colons", one_in: 32, check: rewriting::colons },
    ]
}
