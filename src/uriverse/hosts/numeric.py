"""Rare forms of addresses: what a resolver makes of a host that is not a dotted-decimal IPv4 address.

RFC 3986, section 7.4: "many implementations allow dotted forms of three numbers ... two numbers ... a single number
(without dots) is interpreted as a 32-bit quantity ... Adding further to the confusion, some implementations allow each
dotted part to be interpreted as decimal, octal, or hexadecimal, as specified in the C language". `inet_aton` is the
platform's function of that name, in Python, and the tests hold it to the platform's; `meaning` adds what happens
to a host before and around it: escapes are decoded, wide digits become plain ones, a last dot is dropped.
"""

from __future__ import annotations

import re
import unicodedata
from ipaddress import IPv4Address, IPv6Address
from typing import Final, NamedTuple

from uriverse.ground.argument_types import wrong_type
from uriverse.hosts.addresses import Address
from uriverse.hosts.embedding import embedded_address

# Longer texts are no addresses but for zeros in front, and those are cut before.
LONGEST: Final = 1024

_NUMBER: Final = re.compile(r"(?:0[xX](?P<hex>[0-9A-Fa-f]+)|(?P<octal>0[0-7]*)|(?P<decimal>[1-9][0-9]*))\Z")
_SPACE: Final = re.compile(r"[ \t\n\v\f\r]")
_TRIPLET: Final = re.compile(r"%([0-9A-Fa-f]{2})")
# What the URL Standard's parser takes as zero.
_EMPTY_HEX: Final = re.compile(r"(?<![^.])(0[xX])(?![^.])")
# The dots that IDNA (RFC 3490, section 3.1) takes for a dot.
_DOTS: Final = re.compile("[\u3002\uff0e\uff61]")


def inet_aton(text: str) -> IPv4Address | None:
    """The address that the C function of this name reads, or None where it reads none.

    Args:
        text: a host. What follows white space is not looked at, as in the C function.

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
    # The last part tells most names from addresses.
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
    found = _NUMBER.match(text)
    if found is None:
        return None
    if found["hex"]:
        return int(found["hex"], 16)
    return int(text, 8) if found["octal"] else int(text)


class Meaning(NamedTuple):
    """The address that a host is, or is taken for.

    Attributes:
        address: the address.
        plain: whether the host is written as the grammar has it (RFC 3986, section 3.2.2).
        inner: the IPv4 address inside an IPv6 one (`uriverse.hosts.embedded_address`), or None.
        zone: what follows the "%" of an IPv6 address (RFC 6874), or None.
    """

    address: Address
    plain: bool
    inner: IPv4Address | None = None
    zone: str | None = None

    @property
    def reached(self) -> Address:
        """The address to which a request goes: the inner address where there is one, else `address`."""
        return self.address if self.inner is None else self.inner


def meaning(host: str) -> Meaning | None:
    """The address that a host is, or that a resolver or a browser takes it for; None for a name.

    Args:
        host: as it stands in a URI, in brackets where it is an IPv6 address.

    >>> meaning("0x7f.1").address, meaning("[::ffff:10.0.0.1]").inner, meaning("example.com")
    (IPv4Address('127.0.0.1'), IPv4Address('10.0.0.1'), None)
    """
    if not isinstance(host, str):
        raise wrong_type("host", "a str", host)
    if host.startswith("["):
        return _version_6(host)
    text = host if len(host) <= LONGEST else ""
    if "%" in text:
        text = _TRIPLET.sub(lambda triplet: chr(int(triplet[1], 16)), text)
        text = text.encode("latin-1", "ignore").decode("utf-8", "ignore") if not text.isascii() else text
    if not text.isascii():
        text = unicodedata.normalize("NFKC", _DOTS.sub(".", text)).replace("\u3002", ".")
    text = _EMPTY_HEX.sub("0x0", text.removesuffix("."))
    address = inet_aton(text)
    return None if address is None else Meaning(address, str(address) == host)


def _version_6(host: str) -> Meaning | None:
    text, percent, zone = host.strip("[]").partition("%")
    if len(host) > LONGEST or not host.endswith("]"):
        return None
    try:
        address = IPv6Address(text)
    except ValueError:
        return None
    return Meaning(address, True, embedded_address(address), zone.removeprefix("25") if percent else None)
