"""Rare forms of addresses: how a resolver reads a host that is not a dotted-decimal IPv4 address.

RFC 3986, section 7.4: "many implementations allow dotted forms of three numbers ... two numbers ... a single number
(without dots) is interpreted as a 32-bit quantity ... Adding further to the confusion, some implementations allow each
dotted part to be interpreted as decimal, octal, or hexadecimal, as specified in the C language". `inet_aton` is the
platform's C function, written again in `crates/hosts` and tested against it; `uriverse.hosts.verdict` adds what happens
to a host before it is resolved.
"""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.argument_types import wrong_type
from uriverse.ground.late import ipaddress
from uriverse.ground.lean_typing import Final

# A longer text is not an address.
LONGEST: Final = 1024


def inet_aton(text: str) -> ipaddress.IPv4Address | None:
    """The address that the C function `inet_aton` reads, or None if it fails.

    Args:
        text: a host. Text after white space is ignored, as in the C function.

    >>> inet_aton("0x7f.1"), inet_aton("2130706433"), inet_aton("0177.0.0.1"), inet_aton("256.1.1.1")
    (IPv4Address('127.0.0.1'), IPv4Address('127.0.0.1'), IPv4Address('127.0.0.1'), None)
    """
    if not isinstance(text, str):
        raise wrong_type("text", "a str", text)
    number = _core.inet_aton(text)
    return None if number is None else ipaddress.IPv4Address(number)
