//! A kernel runs once for each distinct value of a dictionary: with the values `[http://a/, http://b/]` and a million
//! keys, two texts are parsed.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef};

use crate::errors::ColumnError;
use crate::input::dictionary::Keys;
use crate::input::texts::{Octets, Texts};

/// Runs a kernel on the distinct values of a dictionary, or on the array itself.
pub(crate) fn over_distinct(
    array: &dyn Array,
    octets: Octets,
    kernel: impl Fn(&Texts) -> ArrayRef,
) -> Result<ArrayRef, ColumnError> {
    if let Some(dictionary) = array.as_any_dictionary_opt() {
        // For a short slice of a long dictionary, row by row is faster.
        if dictionary.values().len() <= dictionary.keys().len() {
            let answers = kernel(&Texts::read(dictionary.values().as_ref(), octets)?);
            return Ok(Keys::new(dictionary).to_rows(&answers));
        }
    }
    Ok(kernel(&Texts::read(array, octets)?))
}
