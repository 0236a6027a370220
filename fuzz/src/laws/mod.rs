//! The laws: what must hold for every text.
//!
//! What goes in: an engine, an edition, a text and a base. What comes out: Ok, or a sentence with the result and the
//! expected one. A law is a relation between operations, or between an operation and a slow twin; no law repeats the
//! code that it checks.

mod cutting;
mod normalizing;
mod resolving;
mod rewriting;
mod subject;

use crate::engine::Engine;

pub use subject::{Subject, Verdict};

/// A law.
pub struct Law<E> {
    /// Its name, used in reports and in the files of the corpus.
    pub name: &'static str,
    /// It is checked on one text in this many: a power of two.
    pub one_in: u64,
    /// The check.
    pub check: fn(&E, &Subject<'_>) -> Verdict,
}

/// All laws of single texts.
///
/// Cheap laws are checked on every text. The others are checked on a share of the texts, so that the total takes less
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
