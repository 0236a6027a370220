//! Canonical forms on columns: a profile's steps, row by row.

use std::cell::RefCell;

use arrow_array::{Array, ArrayRef};
use uriverse_canonical::{stable_key, Memory, Profile};

use crate::distinct::over_distinct;
use crate::errors::ColumnError;
use crate::input::texts::{Octets, Rows};
use crate::kernels::rewrite::rewrite_into;
use crate::output::answer::Outcome;
use crate::output::builders::{pieces, Builder, BuilderType};
use crate::pieces::{work_all, Threads};

thread_local! {
    /// The working buffers of the steps, one set for each thread.
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// The canonical form of each text; null if the profile refuses it.
///
/// # Errors
/// As [`crate::input::texts::Texts::read`].
pub fn canonical(profile: &Profile, array: &dyn Array, threads: Threads<'_>) -> Result<ArrayRef, ColumnError> {
    rewrite_into(array, Octets::Data, threads, |text, form| {
        match MEMORY.with_borrow_mut(|memory| profile.apply_into(text, memory, form)) {
            Err(_) => Outcome::Null,
            Ok(()) if form == text => Outcome::Same,
            Ok(()) => Outcome::Written,
        }
    })
}

/// The stable key of each text's canonical form. A text that the profile refuses has no form, and its key is null.
///
/// # Errors
/// As [`crate::input::texts::Texts::read`].
pub fn key(profile: &Profile, array: &dyn Array, threads: Threads<'_>) -> Result<ArrayRef, ColumnError> {
    over_distinct(array, Octets::Data, |texts| {
        let mut builders = [Builder::new(BuilderType::Int64, texts.len())];
        work_all(
            pieces(&mut builders, texts.len()),
            threads,
            || (Memory::default(), Vec::new()),
            |(memory, form), mut piece| {
                for row in (0..piece.rows).filter(|row| texts.is_present(piece.first + row)) {
                    form.clear();
                    let made = profile.apply_into(texts.text(piece.first + row), memory, form);
                    piece.parts[0].set_int64(row, made.is_ok().then(|| stable_key(form)));
                }
            },
        );
        let [builder] = builders;
        builder.finish(&[])
    })
}
