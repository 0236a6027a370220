//! Work on masks, compiled once for each backend.
//!
//! What goes in: a [`Task`], which asks for masks and counts in them. What comes out: what it gives. Where the machine
//! has AVX-512 or AVX2, the whole task is compiled with its instructions. So masks stay in registers, and each shift,
//! each search for the first or the last bit is one instruction; the x86-64 of 2003 needs three to six.
//!
//! Example: the fast path of a parse takes five masks of `http://h/a?b` and makes some ten such steps of them.

use crate::table::Sets;

/// Gives masks, by one backend.
pub trait Masks: Copy {
    /// As [`crate::member_masks`].
    fn members<const N: usize>(self, sets: &Sets<N>, text: &[u8]) -> [u64; N];
}

/// What is compiled once for each backend.
pub trait Task {
    /// What it gives.
    type Output;

    /// Does it. An implementation is `#[inline(always)]`, so that it is compiled with the backend's instructions.
    fn run(self, masks: impl Masks) -> Self::Output;
}
