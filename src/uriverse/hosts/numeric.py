"""Rare forms of addresses: how a resolver reads a host that is not a dotted-decimal IPv4 address.

RFC 3986, section 7.4: "many implementations allow dotted forms of three numbers ... two numbers ... a single number
(without dots) is interpreted as a 32-bit quantity ... Adding further to the confusion, some implementations allow each
dotted part to be interpreted as decimal, octal, or hexadecimal, as specified in the C language". `inet_aton` is the
platform's C function, rewritten in Python and tested against it; `uriverse.hosts.verdict` adds what happens to a host
before it is resolved.
"""

from __future__ import annotations

from ipaddress import IPv4Address

from uriverse.ground.argument_types import wrong_type
from uriverse.ground.lean_typing import Final
from uriverse.ground.patterns import pattern

# A longer text is not an address.
LONGEST: Final = 1024

_NUMBER: Final = pattern(r"(?:0[xX](?P<hex>[0-9A-Fa-f]+)|(?P<octal>0[0-7]*)|(?P<decimal>[1-9][0-9]*))\Z")
_SPACE: Final = pattern(r"[ \t\n\v\f\r]")


def inet_aton(text: str) -> IPv4Address | None:
    """The address that the C function `inet_aton` reads, or None if it fails.

    Args:
        text: a host. Text after white space is ignored, as in the C function.

    >>> inet_aton("0x7f.1"), inet_aton("2130706433"), inet_aton("0177.0.0.1"), inet_aton("256.1.1.1")
    (IPv4Address('127.0.0.1'), IPv4Address('127.0.0.1'), IPv4Address('127.0.0.1'), None)
    """
    if not isinstance(text, str):
        raise wrong_type("text", "a str", text)
    if len(text) > LONGEST:
        return None
    space = _SPACE.search(text)
    parts = (text if space is None else text[: space.start()]).split(".")
    if len(parts) > 4:
        return None
    # The last part distinguishes most names from addresses.
    bits, last = 8 * (5 - len(parts)), _number(parts.pop())
    if last is None or last >> bits:
        return None
    value = 0
    for number in map(_number, parts):
        if number is None or number > 0xFF:
            return None
        value = value << 8 | number
    return IPv4Address(value << bits | last)


def _number(text: str) -> int | None:
    match = _NUMBER.match(text)
    if match is None:
        return None
    if match["hex"]:
        return int(match["hex"], 16)
    return int(text, 8) if match["octal"] else int(text)
