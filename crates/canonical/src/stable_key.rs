//! A canonical form as one 64-bit number, the same on every engine and platform.
//!
//! The number is XXH64 (<https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md>) of the form's octets with the
//! seed 0, read as a signed number in two's complement, because not every engine has unsigned ones. XXH64 is not
//! collision-resistant: if an attacker may choose URLs, compare the forms.

use xxhash_rust::xxh64::xxh64;

/// The key of a canonical form.
pub fn stable_key(form: &[u8]) -> i64 {
    xxh64(form, 0) as i64
}
