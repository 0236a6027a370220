//! IPv4 addresses inside IPv6 addresses: seven encodings, each with the document that defines it.
//!
//! A packet to the IPv6 address may reach the IPv4 address inside it, which a filter of IPv4 addresses does not see.
//!
//! ```text
//!   64:ff9b::7f00:1  =  0064 ff9b 0000 0000 0000 0000 | 7f00 0001      (RFC 6052: the last 32 bits)
//!                                                       127.0 .0.1
//! ```

/// The IPv4 address inside an IPv6 address.
///
/// Knows mapped, compatible (RFC 4291, section 2.5.5), translated (RFC 2765), 6to4 (RFC 3056), Teredo (RFC 4380), both
/// NAT64 prefixes (RFC 6052, RFC 8215) and ISATAP (RFC 5214). "::" and "::1" contain none.
pub fn embedded_address(address: u128) -> Option<u32> {
    let last = address as u32;
    let begins = |prefix: u128, length: u32| address >> (128 - length) == prefix >> (128 - length);
    Some(match address {
        // ::ffff:0:0/96, mapped: RFC 4291, section 2.5.5.2
        _ if begins(0xFFFF << 32, 96) => last,
        // ::ffff:0:0:0/96, translated: RFC 2765, section 2.1
        _ if begins(0xFFFF << 48, 96) => last,
        // 2002::/16, 6to4: RFC 3056, section 2
        _ if begins(0x2002 << 112, 16) => (address >> 80) as u32,
        // 2001::/32, Teredo: RFC 4380, section 4
        _ if begins(0x2001_0000 << 96, 32) => !last,
        // 64:ff9b::/96, NAT64: RFC 6052, section 2.1
        _ if begins(0x0064_FF9B << 96, 96) => last,
        // 64:ff9b:1::/48, NAT64: RFC 8215, section 3
        _ if begins(0x0064_FF9B_0001 << 80, 48) => translated_locally(address),
        // ::/96, compatible: RFC 4291, section 2.5.5.1
        _ if address >> 32 == 0 && address > 1 => last,
        // Interface identifiers of ISATAP, in any /64: RFC 5214, section 6.1, without and with the universal bit.
        _ if matches!((address >> 32) as u32, 0x0000_5EFE | 0x0200_5EFE) => last,
        _ => return None,
    })
}

/// RFC 6052, section 2.2, with a prefix of 48, 56, 64 or 96 bits, as RFC 8215, section 3, leaves open.
///
/// Octet "u" (bits 64 to 71) is skipped, and the suffix after the address "SHOULD be set to zero". So a zero suffix
/// reveals the length of the prefix; otherwise it is 96.
fn translated_locally(address: u128) -> u32 {
    let without_u = (address >> 64) << 56 | address & ((1 << 56) - 1);
    let inner = |length: u32| {
        let suffix = 120 - length - 32;
        let inner = (without_u >> suffix) as u32;
        (inner != 0 && without_u & ((1 << suffix) - 1) == 0).then_some(inner)
    };
    [48, 56, 64].into_iter().find_map(inner).unwrap_or(address as u32)
}
