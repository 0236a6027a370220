"""Addresses as text, in the one form that documents recommend: RFC 5952 for IPv6, dotted decimal for IPv4.

2001:0DB8:0:0:1:0:0:1   --ipv6_text-->   2001:db8::1:0:0:1
0x7f.1                  --ipv4_text-->   127.0.0.1
"""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.argument_types import check_argument
from uriverse.ground.late import ipaddress
from uriverse.ground.masking import masked


def ipv6_text(address: str | ipaddress.IPv6Address) -> str:
    """The text that RFC 5952, section 4, recommends for an IPv6 address; a zone stays after its "%".

    Args:
        address: the address, without brackets.

    Raises:
        ValueError: if the text is not an IPv6 address.

    >>> from uriverse import hosts
    >>> hosts.ipv6_text("2001:0DB8:0:0:1:0:0:1"), hosts.ipv6_text("::FFFF:c000:201")
    ('2001:db8::1:0:0:1', '::ffff:192.0.2.1')
    """
    if not isinstance(address, str):
        check_argument("address", address, (str, ipaddress.IPv6Address))
    written, percent, zone = str(address).partition("%")
    text = _core.ipv6_text(written)
    if text is None or bool(percent) != bool(zone) or "%" in zone:
        raise ValueError(f"address is not an IPv6 address: {masked(str(address))[:80]!r}")
    return f"{text}{percent}{zone}"


def ipv4_text(address: str | ipaddress.IPv4Address) -> str:
    """The dotted decimal form of an IPv4 address (RFC 3986, section 3.2.2, `IPv4address`).

    Args:
        address: the address, in any form that `inet_aton` reads (RFC 3986, section 7.4).

    Raises:
        ValueError: if the text is not an IPv4 address.

    >>> from uriverse import hosts
    >>> hosts.ipv4_text("0x7f.1"), hosts.ipv4_text("2130706433")
    ('127.0.0.1', '127.0.0.1')
    """
    if not isinstance(address, str):
        check_argument("address", address, (str, ipaddress.IPv4Address))
        return str(address)
    text = _core.ipv4_text(address)
    if text is None:
        raise ValueError(f"address is not an IPv4 address: {masked(address)[:80]!r}")
    return text
