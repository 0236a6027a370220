"""The address that a host spells: an IPv4 or IPv6 literal as an `ipaddress` object."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriverse._core import URIReference
from uriverse.argument_types import takes

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address


@takes(reference=URIReference)
def ip_address(reference: URIReference) -> IPv4Address | IPv6Address | None:
    """The address that a reference's host spells, or None where the host is a name.

    Also None where an edition's grammar takes an IPv4address that is none, as RFC 2396's takes `999.1.1.1`.

    >>> import uriverse as uv
    >>> uv.parse("http://[::1]/").ip
    IPv6Address('::1')
    """
    from ipaddress import ip_address as address_of

    host = reference.host
    if host is None or reference.host_type not in {"IPv4", "IPv6"}:
        return None
    try:
        return address_of(host.strip("[]"))
    except ValueError:
        return None
