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
//! For the host of `http://example.com/a`: `input::texts` gives the 20 bytes of the row, `kernels::parse` asks the engine
//! for the offsets (the host is 7..18), `input::views` makes the view (11 bytes, which fit), and `output::builders` puts
//! it into the row of the result and marks the row as not null.
//!
//! | module | subject |
//! |---|---|
//! | [`input::texts`] | the texts of an Arrow array, whatever its layout |
//! | `input::views` | string views: made from a place, and read back |
//! | `input::dictionary` | the answers for a dictionary's values as answers of the rows |
//! | [`input::lines`] | the lines of a block of text as a column |
//! | `output::builders` | the columns of a result while they are written |
//! | `output::view_buffer` | memory for the views of a result |
//! | `output::arena` | new text, in blocks |
//! | [`output::concat`] | the chunks of a column as one, views as plain strings |
//! | `output::unchecked` | the one `unsafe` step |
//! | `pieces` | pieces of rows, and the threads that take them |
//! | [`kernels::parse`] | components, kind, validity, errors |
//! | [`kernels::predicates`] | validity by a rule, equivalence |
//! | [`kernels::normalizer`] | normal forms, and the rules of schemes |
//! | [`kernels::rewrite`] | text to text: normalize, encode, decode, relativize |
//! | [`kernels::queries`] | the pairs of queries: one value, all of them, edits |
//! | [`kernels::resolve`] | references and their bases |
//! | [`kernels::lists`] | records of each text, which a callback finds |
//! | [`kernels::whatwg`] | the URL Standard on columns: text to text |
//! | [`kernels::url_records`] | the URL Standard on columns: the attributes of URLs |
//! | [`kernels::hosts`] | suffixes, domains, origins and sites |
//! | [`kernels::canonical`] | canonical forms and their keys |
#![deny(unsafe_code)]

pub mod input;
pub mod kernels;
pub mod output;
mod pieces;

pub use input::texts::{Octets, Texts};
pub use kernels::parse::{parse, Want};
pub use pieces::ASKS_EVERY;

/// Why a column was not worked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ColumnError {
    /// Its type holds no texts.
    Type(String),
    /// Two columns of different lengths.
    Lengths(usize, usize),
    /// A text of 1 GiB or more: a view cannot point into it.
    TooLong,
}

impl std::fmt::Display for ColumnError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ColumnError::Type(found) => {
                write!(f, "a column of texts is string, large_string, string_view, binary or a dictionary of these, not {found}")
            }
            ColumnError::Lengths(a, b) => write!(f, "two columns of different lengths: {a} and {b}"),
            ColumnError::TooLong => write!(f, "a text of 1 GiB or more is beyond what a string view can point into"),
        }
    }
}

/// How a kernel is run: on how many threads, and who may stop it.
#[derive(Clone, Copy)]
pub struct Threads<'a> {
    count: usize,
    stopped: Option<&'a (dyn Fn() -> bool + Sync)>,
}

impl<'a> Threads<'a> {
    /// So many threads at most; 0 stands for as many as the machine has.
    #[must_use]
    pub fn new(count: usize) -> Threads<'a> {
        let count = if count == 0 { std::thread::available_parallelism().map_or(1, Into::into) } else { count };
        Threads { count, stopped: None }
    }

    /// The same threads, which stop when the function says true. It is called on the thread that called the kernel,
    /// some times a second. The result of a kernel that was stopped has rows that nobody has worked.
    #[must_use]
    pub fn until(self, stopped: &'a (dyn Fn() -> bool + Sync)) -> Threads<'a> {
        Threads { stopped: Some(stopped), ..self }
    }

    /// How many.
    #[must_use]
    pub fn count(self) -> usize {
        self.count
    }

    pub(crate) fn are_stopped(self) -> bool {
        self.stopped.is_some_and(|stopped| stopped())
    }
}
