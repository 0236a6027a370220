"""`inet_aton` and its like (RFC 3986, section 7.4): what `crates/hosts/src/numeric.rs` must agree with."""

from __future__ import annotations

from ipaddress import IPv4Address
from typing import Final

from uriverse.ground.patterns import pattern

# A longer text is not an address.
LONGEST: Final = 1024

_NUMBER: Final = pattern(r"(?:0[xX](?P<hex>[0-9A-Fa-f]+)|(?P<octal>0[0-7]*)|(?P<decimal>[1-9][0-9]*))\Z")
_SPACE: Final = pattern(r"[ \t\n\v\f\r]")


def inet_aton(text: str) -> IPv4Address | None:
    """The address that the C function reads, or None if it fails."""
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
