//! The one `unsafe` step of this crate: string views that are not validated again.
//!
//! Validation would take longer than making the views. The arguments of [`string_views`] are correct by construction:
//! - every view comes from `views::view`, which takes the length, the prefix and the inline bytes from the bytes that
//!   it points to, or from `Texts`, whose views the producer of the input made;
//! - its buffer is either one of the input's, at the same index of the list, or a block of the arena, whose number was
//!   used once; `Builder::finish` and `Records::finish` receive all of them;
//! - its bytes are UTF-8: they are a whole text of the input, which Arrow's `string` types promise to be UTF-8 and
//!   whose `binary` types are checked (`Texts::may_stay`); or a component of one, which begins and ends at the text's
//!   ends or at a delimiter in US-ASCII; or a new text, which the arena checked when it stored it.

#![allow(unsafe_code)]

use std::sync::Arc;

use arrow_array::StringViewArray;
use arrow_buffer::{Buffer, NullBuffer, ScalarBuffer};

/// An array of views that this crate has made; a build with assertions validates them.
pub(crate) fn string_views(
    views: ScalarBuffer<u128>,
    buffers: &[Buffer],
    nulls: Option<NullBuffer>,
) -> StringViewArray {
    let buffers: Arc<[Buffer]> = buffers.into();
    debug_assert!(StringViewArray::try_new(views.clone(), Arc::clone(&buffers), nulls.clone()).is_ok());
    // SAFETY: see the top of the module.
    unsafe { StringViewArray::new_unchecked(views, buffers, nulls) }
}
