//! The engine of uriverse on columns: Arrow arrays in, Arrow arrays out, no object per row.
//!
//! Every kernel calls the engine's function for a single text in a loop. So a column has exactly the results of single
//! calls. This crate adds how texts are read from Arrow memory, and how results are written to it.
//!
//! For all kernels:
//! - A null gives a null, and so does a text that the edition refuses: it never fails the column.
//! - Texts in results are *string views*. A component is a view into the input's own buffer, so splitting a column
//!   copies only texts that a view holds inline (12 bytes). Computed text is stored in new buffers after the input's.
//! - The rows are divided into pieces, and each thread takes the next piece. Every piece writes its own part of the
//!   result, so there is no merge.
//! - A dictionary's values are processed once each; the keys map the results to the rows.
//!
//! For the host of `http://example.com/a`: `input::texts` gives the 20 bytes of the row, `kernels::parse` gets the
//! offsets from the engine (the host is 7..18), `views` makes the view (11 bytes, which fit), and
//! `output::builders` stores it in the row of the result and marks the row as not null.
//!
//! | module | subject |
//! |---|---|
//! | [`input::texts`] | the texts of an Arrow array, in any layout |
//! | `views` | string views |
//! | [`input::validation`] | validating an array's buffers against its type |
//! | `input::dictionary` | results for a dictionary's values, mapped to the rows |
//! | [`input::lines`] | the lines of a block of text as a column, and rows as lines |
//! | `output::builders` | the columns of a result under construction |
//! | `output::arena` | new text, in blocks |
//! | [`output::lists`] | a column of lists |
//! | [`output::concat`] | the chunks of a column as one, views as plain strings |
//! | `output::unchecked` | the one `unsafe` step |
//! | `output::answer` | the outcome of a row |
//! | `bitmaps` | zeros and bitmaps, as long as a column |
//! | `pieces` | pieces of rows, and threads |
//! | `distinct` | a kernel on the distinct values of a dictionary |
//! | `errors` | why a kernel fails |
//! | `normalizer` | normal forms, and the rules of schemes |
//! | `text_lists` | lists of texts |
//! | [`kernels::agreement`] | where two parsers would send a request |
//! | [`kernels::canonical`] | canonical forms and their keys |
//! | [`kernels::find`] | records of each text, which a callback finds |
//! | [`kernels::hierarchy`] | the levels above a text |
//! | [`kernels::hosts`] | suffixes, domains, origins and sites |
//! | [`kernels::parse`] | components, kind, validity, errors |
//! | [`kernels::predicates`] | validity by a rule, equivalence |
//! | [`kernels::queries`] | the pairs of queries: one value, all of them, edits |
//! | [`kernels::resolve`] | references and their bases: resolve, relativize |
//! | [`kernels::rewrite`] | text to text: normalize, encode, decode |
//! | [`kernels::whatwg`] | the URL Standard on columns: text to text |
//! | [`kernels::url_records`] | the URL Standard on columns: the attributes of URLs |
//!
//! A kernel, its border in `crates/python/src/columns/kernels` and its functions in `src/uriverse/columns/kernels` have
//! the same file name.
#![deny(unsafe_code)]

mod bitmaps;
mod distinct;
mod errors;
pub mod input;
pub mod kernels;
mod normalizer;
pub mod output;
mod pieces;
mod text_lists;
mod views;

pub use errors::ColumnError;
pub use input::texts::{Octets, Texts};
pub use kernels::parse::{parse, Want};
pub use normalizer::{Normalizer, Schemes};
pub use pieces::{Threads, CHECK_EVERY};
