"""Addresses as text, in the one form that documents recommend: RFC 5952 for IPv6, dotted decimal for IPv4.

2001:0DB8:0:0:1:0:0:1   --ipv6_text-->   2001:db8::1:0:0:1
0x7f.1                  --ipv4_text-->   127.0.0.1
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address

from uriverse.ground.argument_types import takes
from uriverse.ground.lean_typing import Final
from uriverse.ground.masking import masked
from uriverse.ground.patterns import pattern
from uriverse.hosts.numeric import inet_aton

# RFC 5952, section 5, asks for mixed notation after the well-known prefixes of RFC 4291 (2.5.5.2, IPv4-mapped) and RFC
# 2765 (2.1, IPv4-translated). Departure: IPv4-compatible addresses (RFC 4291, 2.5.5.1) are deprecated, and their prefix
# is that of "::" and "::1", so the prefix does not identify them.
_MIXED: Final = frozenset({0xFFFF, 0xFFFF_0000})
_ZEROS: Final = pattern(r"\b0(?::0)+\b")


@takes(address=(str, IPv6Address))
def ipv6_text(address: str | IPv6Address) -> str:
    """The text that RFC 5952, section 4, recommends for an IPv6 address; a zone stays after its "%".

    Args:
        address: the address, without brackets.

    Raises:
        ValueError: if the text is not an IPv6 address.

    >>> from uriverse import hosts
    >>> hosts.ipv6_text("2001:0DB8:0:0:1:0:0:1"), hosts.ipv6_text("::FFFF:c000:201")
    ('2001:db8::1:0:0:1', '::ffff:192.0.2.1')
    """
    try:
        value = IPv6Address(address)
    except ValueError as error:
        raise ValueError(f"address is not an IPv6 address: {masked(str(error))}") from None
    number, zone = int(value), f"%{value.scope_id}" if value.scope_id else ""
    last, fields = "", 8
    if number >> 32 in _MIXED:
        last, fields = f":{IPv4Address(number & 0xFFFFFFFF)}", 6
    text = ":".join(f"{number >> shift & 0xFFFF:x}" for shift in range(112, 112 - 16 * fields, -16))
    # Section 4.2.3: the longest run of zeros; of equal ones the first, which `max` returns.
    longest = max(_ZEROS.finditer(text), key=lambda run: len(run.group()), default=None)
    if longest is not None:
        text = f"{text[: longest.start()].removesuffix(':')}::{text[longest.end() :].removeprefix(':')}"
    return f"{text}{last}{zone}"


@takes(address=(str, IPv4Address))
def ipv4_text(address: str | IPv4Address) -> str:
    """The dotted decimal form of an IPv4 address (RFC 3986, section 3.2.2, `IPv4address`).

    Args:
        address: the address, in any form that `inet_aton` reads (RFC 3986, section 7.4).

    Raises:
        ValueError: if the text is not an IPv4 address.

    >>> from uriverse import hosts
    >>> hosts.ipv4_text("0x7f.1"), hosts.ipv4_text("2130706433")
    ('127.0.0.1', '127.0.0.1')
    """
    if isinstance(address, IPv4Address):
        return str(address)
    found = inet_aton(address)
    if found is None:
        raise ValueError(f"address is not an IPv4 address: {masked(address)[:80]!r}")
    return str(found)
