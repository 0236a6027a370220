"""IPv4 addresses inside IPv6 addresses: seven encodings; `crates/hosts` has each with the document that defines it.

A packet to the IPv6 address may reach the IPv4 address inside it, which a filter of IPv4 addresses does not see.
"""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.argument_types import check_argument
from uriverse.ground.late import ipaddress


def embedded_address(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """Return the IPv4 address inside an IPv6 address, or None.

    Knows mapped, compatible (RFC 4291, section 2.5.5), translated (RFC 2765), 6to4 (RFC 3056), Teredo (RFC 4380), both
    NAT64 prefixes (RFC 6052, RFC 8215) and ISATAP (RFC 5214). "::" and "::1" contain none.

    >>> from ipaddress import IPv6Address
    >>> embedded_address(IPv6Address("2002:7f00:1::")), embedded_address(IPv6Address("2001:db8::1"))
    (IPv4Address('127.0.0.1'), None)
    """
    check_argument("address", address, ipaddress.IPv6Address)
    inner = _core.embedded_address(int(address))
    return None if inner is None else ipaddress.IPv4Address(inner)
