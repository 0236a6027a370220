//! The reasons why a kernel fails for a whole column; a fault in a single text gives a null instead.

/// The reason why a kernel failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ColumnError {
    /// The column's type is not a text type.
    Type(String),
    /// Two columns of different lengths.
    Lengths(usize, usize),
    /// A text of 1 GiB or more, which a view cannot address.
    TooLong,
}

impl std::fmt::Display for ColumnError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ColumnError::Type(found) => {
                write!(f, "a column of texts is string, large_string, string_view, binary, or a dictionary or runs of these, not {found}")
            }
            ColumnError::Lengths(a, b) => write!(f, "two columns of different lengths: {a} and {b}"),
            ColumnError::TooLong => write!(f, "a text of 1 GiB or more is beyond what a string view can point into"),
        }
    }
}
