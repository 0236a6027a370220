//! The levels above a text: its prefixes, cut after each segment of its path.
//!
//! `http://h/a/b?c#d` has the levels `http://h/`, `http://h/a/`, `http://h/a/b` and `http://h/a/b?c`. Each is a view of
//! the input. A fragment is a position within the last one, not a level.

use arrow_array::{Array, ArrayRef};
use uriverse_core::{parse, Tables};

use crate::errors::ColumnError;
use crate::text_lists::text_lists;

/// The most levels of one text.
pub const MOST: usize = 256;

/// The levels of each text, the outermost first; null if the edition refuses it. A level ends after each run of "/" in
/// the path, at the end of the path, and at the end of the query. With `path_only` the levels are those of the path,
/// without the text before it. An empty text has none. At most [`MOST`] levels are returned, the outermost ones and the
/// last, because the total length of all levels is quadratic.
///
/// # Errors
/// As [`crate::Texts::read`].
pub fn hierarchy(tables: &Tables, array: &dyn Array, path_only: bool) -> Result<ArrayRef, ColumnError> {
    text_lists(array, |text, levels| {
        let offsets = parse(tables, text)?;
        let path = offsets.path();
        let first = if path_only { path.start } else { 0 };
        let ends = path.clone().filter(|&at| text[at] == b'/' && at + 1 < path.end && text[at + 1] != b'/');
        for at in ends.take(MOST) {
            levels.push_part(first..at + 1);
        }
        if path.end > first {
            levels.push_part(first..path.end);
        }
        if let Some(query) = offsets.query().filter(|_| !path_only) {
            levels.push_part(first..query.end);
        }
        Some(())
    })
}
