//! The engine of uriverse on columns: Arrow arrays in, Arrow arrays out, no object per row.
//!
//! Every kernel is the engine's own function in a loop, so a column gives what the single calls give, to the byte. What
//! this crate adds is how texts are found in Arrow memory and how answers are laid out in it.
//!
//! Manners of all kernels:
//! - A null gives a null. A text that the edition refuses gives nulls too, and never fails the column.
//! - Texts come back as *string views*. A component is a view into the input's own buffer, so cutting a column copies
//!   nothing but what fits in a view (12 bytes); what is computed stands in new blocks beside the input's.
//! - The rows are cut into pieces, and threads take one piece after the other; every piece writes its own part of the
//!   result, so nothing is put together afterwards.
//! - A dictionary is worked once for each of its values, and the answers are dealt out by its keys.
//!
//! | module | subject |
//! |---|---|
//! | [`texts`] | the texts of an Arrow array, whatever its layout |
//! | `views` | string views: made from a place, and read back |
//! | [`ladder`] | normal forms, and whose rules schemes have |
//! | `lanes` | the columns of a result while they are written |
//! | `room` | memory for the views of a result |
//! | `arena` | new text, in blocks |
//! | `pieces` | pieces of rows, and the threads that take them |
//! | `deal` | answers for a dictionary's values dealt out by its keys |
//! | [`parse`](mod@parse) | components, kind, validity, errors |
//! | [`verdicts`] | validity by a rule, equivalence |
//! | [`rewrite`] | text to text: normalize, encode, decode, relativize, a query's value |
//! | [`resolve`](mod@resolve) | references and their bases |
//! | [`whatwg`] | the URL Standard |
//! | [`lines`](mod@lines) | the lines of a block of text as a column |
//! | [`lists`] | records of each text, which somebody else finds |
//! | [`concat`](mod@concat) | the chunks of a column as one, views as plain strings |
//! | `trusted` | the one `unsafe` step |
#![deny(unsafe_code)]

mod arena;
pub mod concat;
mod deal;
pub mod ladder;
mod lanes;
pub mod lines;
pub mod lists;
pub mod parse;
mod pieces;
pub mod resolve;
pub mod rewrite;
mod room;
pub mod texts;
mod trusted;
pub mod verdicts;
mod views;
pub mod whatwg;

pub use parse::{parse, Want};
pub use pieces::ASKS_EVERY;
pub use texts::{Octets, Texts};

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
