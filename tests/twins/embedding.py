"""IPv4 addresses inside IPv6 addresses, prefix by prefix: what `crates/hosts/src/embedding.rs` must agree with."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address
from typing import Final

_LOW_32: Final = 0xFFFF_FFFF


def _last(number: int) -> int:
    return number & _LOW_32


def _translated_locally(number: int) -> int:
    """RFC 6052, section 2.2, with a prefix of 48, 56, 64 or 96 bits, as RFC 8215, section 3, leaves open.

    Octet "u" (bits 64 to 71) is skipped, and the suffix after the address "SHOULD be set to zero". So a zero
    suffix reveals the length of the prefix; otherwise it is 96.
    """
    without_u = (number >> 64) << 56 | number & (1 << 56) - 1
    for length in (48, 56, 64):
        suffix = 120 - length - 32
        found = without_u >> suffix & _LOW_32
        if found and not without_u & (1 << suffix) - 1:
            return found
    return _last(number)


# The prefix, its length, and how the IPv4 address is read. No two rows match one address.
_BY_PREFIX: Final[tuple[tuple[int, int, Callable[[int], int]], ...]] = (
    (0xFFFF << 32, 96, _last),  # ::ffff:0:0/96, mapped: RFC 4291, section 2.5.5.2
    (0xFFFF << 48, 96, _last),  # ::ffff:0:0:0/96, translated: RFC 2765, section 2.1
    (0x2002 << 112, 16, lambda number: number >> 80 & _LOW_32),  # 2002::/16, 6to4: RFC 3056, section 2
    (0x2001_0000 << 96, 32, lambda number: ~number & _LOW_32),  # 2001::/32, Teredo: RFC 4380, section 4
    (0x0064_FF9B << 96, 96, _last),  # 64:ff9b::/96, NAT64: RFC 6052, section 2.1
    (0x0064_FF9B_0001 << 80, 48, _translated_locally),  # 64:ff9b:1::/48, NAT64: RFC 8215, section 3
)
# Interface identifiers of ISATAP, in any /64: RFC 5214, section 6.1, without and with the universal bit.
_ISATAP: Final = frozenset({0x0000_5EFE, 0x0200_5EFE})


def embedded_address(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address inside an IPv6 address, or None."""
    number = int(address)
    for prefix, length, read in _BY_PREFIX:
        if number >> 128 - length == prefix >> 128 - length:
            return IPv4Address(read(number))
    compatible = number >> 32 == 0 and number > 1
    if compatible or number >> 32 & _LOW_32 in _ISATAP:
        return IPv4Address(_last(number))
    return None
