//! A stack buffer for a target under construction.
//!
//! The target of `../g` against `http://a/b/c/d` is `http://a/b/g`. It has parts of both texts, so callers request as
//! many bytes as both have: up to [`BUFFER`] on the stack, more on the heap.

use uriverse_core::memory::filled;

/// Whether offsets of 32 bits suffice for a target, which has parts of both texts and at most four bytes more.
#[inline]
pub fn fits_together(base: &[u8], reference: &[u8]) -> bool {
    base.len().saturating_add(reference.len()) < u32::MAX as usize - 4
}

/// The size of the stack buffer. Few targets are longer.
const BUFFER: usize = 256;

/// Calls a function with a buffer of at least `needed` bytes.
#[inline(always)]
pub fn with_buffer<R>(needed: usize, run: impl FnOnce(&mut [u8]) -> R) -> R {
    if needed > BUFFER {
        return run(&mut filled(0, needed));
    }
    run(&mut [0; BUFFER])
}
