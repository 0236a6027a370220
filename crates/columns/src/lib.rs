//! The engine of uriverse on columns: Arrow arrays in, Arrow arrays out, no object per row.
//!
//! Every kernel calls the engine's function for a single text in a loop. So a column gives what single calls give, to
//! the byte. This crate adds how texts are found in Arrow memory, and how answers are laid out in it.
//!
//! What holds for all kernels:
//! - A null gives a null. A text that the edition refuses gives nulls too, and never fails the column.
//! - Texts come back as *string views*. A component is a view into the input's own buffer, so cutting a column copies
//!   only what fits into a view (12 bytes). Computed text stands in new blocks after the input's buffers.
//! - The rows are cut into pieces, and threads take one piece after the other. Every piece writes its own part of the
//!   result, so nothing is put together afterwards.
//! - A dictionary is worked once for each of its values; the keys then say which row gets which answer.
//!
//! For the host of `http://example.com/a`: `input::texts` gives the 20 bytes of the row, `kernels::parse` asks the
//! engine for the offsets (the host is 7..18), `input::views` makes the view (11 bytes, which fit), and
//! `output::builders` puts it into the row of the result and marks the row as not null.
//!
//! | module | subject |
//! |---|---|
//! | [`input::texts`] | the texts of an Arrow array, whatever its layout |
//! | `input::views` | string views: made from a place, and read back |
//! | [`input::validation`] | whether an array's buffers hold what its type says |
//! | `input::dictionary` | the answers for a dictionary's values as answers of the rows |
//! | [`input::lines`] | the lines of a block of text as a column, and rows as lines |
//! | `output::builders` | the columns of a result while they are written |
//! | `output::view_buffer` | memory for the views of a result |
//! | `output::arena` | new text, in blocks |
//! | `output::lists` | a column of lists |
//! | [`output::concat`] | the chunks of a column as one, views as plain strings |
//! | `output::unchecked` | the one `unsafe` step |
//! | `output::answer` | what becomes of a row's text |
//! | `pieces` | pieces of rows, and the threads that take them |
//! | `errors` | why a column was not worked |
//! | `normalizer` | normal forms, and the rules of schemes |
//! | `text_lists` | lists of texts |
//! | [`kernels::agreement`] | where two parsers would send a request |
//! | [`kernels::canonical`] | canonical forms and their keys |
//! | [`kernels::find`] | records of each text, which a callback finds |
//! | [`kernels::hierarchy`] | what contains a text, level by level |
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

mod errors;
pub mod input;
pub mod kernels;
mod normalizer;
pub mod output;
mod pieces;
mod text_lists;

pub use errors::ColumnError;
pub use input::texts::{Octets, Texts};
pub use kernels::parse::{parse, Want};
pub use normalizer::{Normalizer, Schemes};
pub use pieces::{Threads, CHECK_EVERY};
