//! A canonical form as one number of 64 bits, the same on every engine and platform.
//!
//! The number is XXH64 (<https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md>) of the form's octets with the
//! seed 0, read as a signed number in two's complement, because not every engine has unsigned ones. Whoever wants to
//! can find two forms that have the same key: where that matters, compare the forms.

use xxhash_rust::xxh64::xxh64;

/// The key of a canonical form.
#[must_use]
pub fn stable_key(form: &[u8]) -> i64 {
    xxh64(form, 0) as i64
}
