//! The operations under test. The tests of the laws replace one of them with a mutant.

use uriverse_core as core;
use uriverse_core::{EncodeSet, FastResolved, Level, Malformed, Offsets, Options, ResolveError, Resolved, Tables};
use uriverse_text::Colons;

/// The result of a resolution.
pub type Resolution = Result<Resolved, ResolveError>;

/// The engine. Each method is the function of that name in `uriverse-core`.
#[allow(missing_docs)]
pub trait Engine: Sync {
    #[inline]
    fn parse(&self, tables: &Tables, text: &[u8]) -> Option<Offsets> {
        core::parse(tables, text)
    }

    #[inline]
    fn parse_generally(&self, tables: &Tables, text: &[u8]) -> Option<Offsets> {
        let mut offsets = Offsets::EMPTY;
        core::parse_generally(tables, text, &mut offsets).then_some(offsets)
    }

    #[inline]
    fn accepts(&self, tables: &Tables, text: &[u8]) -> bool {
        core::accepts(tables, tables.judge(), text)
    }

    #[inline]
    fn split(&self, tables: &Tables, text: &[u8]) -> Offsets {
        core::split(tables.split_style(), text)
    }

    /// The position of the refusal, the start of its slot, and its rule.
    #[inline]
    fn refusal<'t>(&self, tables: &'t Tables, text: &[u8]) -> Option<(usize, usize, &'t str)> {
        core::refusal(tables, text).map(|refusal| (refusal.at, refusal.start, refusal.label))
    }

    #[inline]
    fn normalize(&self, tables: &Tables, text: &[u8], offsets: &Offsets, level: Level) -> Option<Vec<u8>> {
        core::normalize(tables, text, offsets, level)
    }

    #[inline]
    fn resolve(&self, tables: &Tables, base: &[u8], reference: &[u8], options: Options) -> Resolution {
        core::resolve(tables, base, reference, options)
    }

    #[inline]
    fn resolve_leniently(&self, tables: &Tables, base: &[u8], reference: &[u8], options: Options) -> Resolution {
        core::resolve_leniently(tables, base, reference, options)
    }

    /// The target and its offsets, if the case is covered.
    #[inline]
    fn fast_resolve(&self, tables: &Tables, base: &[u8], b: &Offsets, reference: &[u8]) -> Option<(Vec<u8>, Offsets)> {
        let mut buffer = vec![0; base.len() + reference.len()];
        match core::fast_resolve(tables, base, b, reference, &mut buffer) {
            FastResolved::NotCovered => None,
            FastResolved::Reference(offsets) => Some((reference.to_vec(), offsets)),
            FastResolved::Target(tail) => {
                buffer.truncate(tail.length);
                Some((buffer, tail.offsets(b)))
            }
        }
    }

    #[inline]
    fn relativize(&self, tables: &Tables, target: &[u8], base: &[u8]) -> Result<Vec<u8>, ResolveError> {
        core::relativize(tables, target, base)
    }

    #[inline]
    fn encode(&self, text: &[u8], keep: &EncodeSet, keep_triplets: bool) -> Option<Vec<u8>> {
        keep.encode(text, keep_triplets)
    }

    #[inline]
    fn decode(&self, text: &[u8], malformed: Malformed) -> Result<Option<Vec<u8>>, usize> {
        core::decode(text, malformed)
    }

    #[inline]
    fn find_colon(&self, colons: &Colons, text: &[u8], from: usize) -> Option<usize> {
        colons.find(text, from)
    }
}

/// The engine itself.
pub struct Native;

impl Engine for Native {}
