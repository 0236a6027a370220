//! A fuzzer for laws: it generates references and checks on each what must hold for every reference.
//!
//! What goes in: a seed and a number of texts. What comes out: how often each law was checked, and the texts on which a
//! law failed, shrunk, as files of the corpus. The same seed gives the same texts, whatever the number of threads.
//!
//! | module | subject |
//! |---|---|
//! | [`random`] | the random numbers of one batch |
//! | [`editions`] | the editions under test |
//! | [`corpus`] | the texts to begin with, and every past failure |
//! | [`generate`](mod@generate) | texts: sampled from the grammars, put together, mutated |
//! | [`engine`] | the operations under test, replaceable by a mutant |
//! | [`laws`] | what must hold for a text |
//! | [`twin`] | RFC 3986, Appendix B and 5.2, step by step as printed |
//! | [`columns`] | what must hold for a column of texts |
//! | [`run`](mod@run) | batches, threads, counts, and the report |
//!
//! Why a law is trusted: `tests/laws.rs` runs each on mutants of the engine, and it must catch them.
#![forbid(unsafe_code)]

pub mod columns;
pub mod corpus;
pub mod editions;
pub mod engine;
pub mod generate;
pub mod laws;
pub mod random;
pub mod run;
pub mod twin;
