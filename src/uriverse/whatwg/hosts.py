"""Hosts by the URL Standard (sections 3.4 to 3.6): the host parser, its serializers, and valid host strings."""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.argument_types import check_argument, takes
from uriverse.ground.late import ipaddress
from uriverse.ground.lean_typing import Literal
from uriverse.ground.records import dataclass

HostKind = Literal["domain", "IPv4", "IPv6", "opaque", "empty"]


@dataclass(frozen=True, slots=True)
class Host:
    """A host, as the host parser returns it.

    Attributes:
        kind: "domain", "IPv4", "IPv6", "opaque" or "empty".
        text: its serialization; an IPv6 address has its brackets.
    """

    kind: HostKind
    text: str

    @property
    def address(self) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
        """The address, or None if it is not one.

        >>> from uriverse.whatwg import parse_host
        >>> parse_host("0x7f.1").address
        IPv4Address('127.0.0.1')
        """
        if self.kind == "IPv4":
            return ipaddress.IPv4Address(self.text)
        return ipaddress.IPv6Address(self.text[1:-1]) if self.kind == "IPv6" else None

    def __str__(self) -> str:
        return self.text


def parse_host(text: str, *, is_opaque: bool = False) -> Host | None:
    """The host parser (section 3.5): the host of a text, or None if it returns failure.

    Args:
        text: any text, without userinfo and port.
        is_opaque: whether the URL is not special, so that its host is opaque.

    >>> from uriverse.whatwg import parse_host
    >>> parse_host("EXAMPLE.COM"), parse_host("EXAMPLE.COM", is_opaque=True), parse_host("exa mple")
    (Host(kind='domain', text='example.com'), Host(kind='opaque', text='EXAMPLE.COM'), None)
    """
    found = _core.whatwg_host(text, is_opaque=is_opaque)
    return None if found is None else Host(*found)


def serialize_address(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> str:
    """The IPv4 or IPv6 serializer (section 3.6). An IPv6 address never ends in dotted decimals, which RFC 5952 allows.

    >>> from ipaddress import ip_address
    >>> from uriverse.whatwg import serialize_address
    >>> serialize_address(ip_address("::ffff:1.2.3.4")), serialize_address(ip_address("1.2.3.4"))
    ('::ffff:102:304', '1.2.3.4')
    """
    check_argument("address", address, (ipaddress.IPv4Address, ipaddress.IPv6Address))
    return _core.whatwg_address(int(address), address.version)


def is_valid_host_string(text: str, *, is_opaque: bool = False) -> bool:
    """Whether a text is a valid host string (section 3.4), or a valid opaque-host string: one that an author may write.

    >>> from uriverse.whatwg import is_valid_host_string
    >>> is_valid_host_string("example.com"), is_valid_host_string("a_b"), is_valid_host_string("1.2.3.256")
    (True, False, False)
    """
    return _core.whatwg_is_valid_host(text, is_opaque=is_opaque)


@takes(domain=str)
def ends_in_a_number(domain: str) -> bool:
    """The ends-in-a-number checker (section 3.5): whether a domain in ASCII is read as an IPv4 address.

    >>> from uriverse.whatwg import ends_in_a_number
    >>> ends_in_a_number("1.2.3.4"), ends_in_a_number("foo.0x4."), ends_in_a_number("example.c0m")
    (True, True, False)
    """
    return _core.whatwg_ends_in_a_number(domain)
