//! Memory for a target while it is put together: on the stack where it is short, as nearly all are.

/// Whether offsets of 32 bits can count a target, which is made of parts of both texts and at most four bytes more.
#[inline]
pub fn fits_together(base: &[u8], reference: &[u8]) -> bool {
    base.len().saturating_add(reference.len()) < u32::MAX as usize - 4
}

/// What a target is put together in where it is not longer, as few are.
const BUFFER: usize = 256;

/// Runs with a buffer for a target of that length.
#[inline(always)]
pub fn with_buffer<R>(needed: usize, run: impl FnOnce(&mut [u8]) -> R) -> R {
    let (mut buffer, mut more) = ([0; BUFFER], Vec::new());
    if needed > BUFFER {
        more.resize(needed, 0);
    }
    run(if needed > BUFFER { &mut more } else { &mut buffer })
}
