//! Canonical forms on columns: a profile's steps, row by row.

use std::cell::RefCell;

use arrow_array::{Array, ArrayRef};
use uriverse_canonical::{Memory, Profile};

use crate::input::texts::Octets;
use crate::kernels::rewrite::{rewrite, Outcome};
use crate::{ColumnError, Threads};

thread_local! {
    /// What the steps work with; each thread keeps its own from row to row.
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// The canonical form of each text; null where the profile refuses it.
///
/// # Errors
/// As [`crate::input::texts::Texts::of`].
pub fn canonical(profile: &Profile, array: &dyn Array, threads: Threads<'_>) -> Result<ArrayRef, ColumnError> {
    rewrite(array, Octets::Text, threads, |text| {
        let mut form = Vec::with_capacity(text.len() + 16);
        match MEMORY.with_borrow_mut(|memory| profile.apply_into(text, memory, &mut form)) {
            Err(_) => Outcome::Null,
            Ok(()) if form == text => Outcome::Same,
            Ok(()) => Outcome::New(form),
        }
    })
}
