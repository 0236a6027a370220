//! A fuzzer for laws: it generates references and checks the laws on each.
//!
//! What goes in: a seed and a number of texts. What comes out: how often each law was checked, and the texts on which a
//! law failed, shrunk, as files of the corpus. The same seed gives the same texts, with any number of threads.
//!
//! | module | subject |
//! |---|---|
//! | [`random`] | the random numbers of one batch |
//! | [`editions`] | the editions under test |
//! | [`corpus`] | the initial texts, and every past failure |
//! | [`generate`](mod@generate) | texts: sampled from the grammars, composed, mutated |
//! | [`engine`] | the operations under test, replaceable by a mutant |
//! | [`laws`] | the laws of a text |
//! | [`twin`] | RFC 3986, Appendix B and 5.2, step by step as printed |
//! | [`columns`] | the law of a column of texts |
//! | [`run`](mod@run) | batches, threads, counts, and the report |
//!
//! `tests/laws.rs` tests the laws: it runs each on mutants of the engine, which it must catch.
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
