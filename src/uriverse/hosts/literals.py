"""IPv4 and IPv6 literals as `ipaddress` objects."""

from __future__ import annotations

from uriverse._core import URIReference, address_number, decode
from uriverse.ground.argument_types import takes
from uriverse.ground.late import ipaddress


@takes(reference=URIReference)
def ip_address(reference: URIReference) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """The address of a reference's host, or None if the host is a name.

    Also None if the edition's grammar accepts something that is not an address, as RFC 2396's accepts `999.1.1.1`.

    >>> import uriverse as uv
    >>> uv.parse("http://[::1]/").ip
    IPv6Address('::1')
    """
    host = reference.host
    if host is None or reference.host_type not in {"IPv4", "IPv6"}:
        return None
    text, zone = host.strip("[]").partition("%")[0], zone_of(reference)
    version, number = address_number(text) or (None, 0)
    if version == 4:
        return ipaddress.IPv4Address(number)
    try:
        return ipaddress.IPv6Address(number if zone is None else f"{text}%{zone}") if version else None
    except ValueError:
        return None


@takes(reference=URIReference)
def zone_of(reference: URIReference) -> str | None:
    """The zone identifier of a reference's IPv6 address, decoded, or None without one.

    RFC 6874, section 2: `IPv6addrz = IPv6address "%25" ZoneID`. RFC 9844 obsoletes this, so only the edition
    "rfc6874" reads zones. A zone has a meaning on this machine only (RFC 6874, section 4): remove it from a URI
    before the URI is sent.

    >>> import uriverse as uv
    >>> reference = uv.parse("http://[fe80::a%25en1]/", edition="rfc6874")
    >>> reference.zone, reference.ip
    ('en1', IPv6Address('fe80::a%en1'))
    """
    host = reference.host
    if host is None or "%25" not in host or reference.host_type != "IPv6":
        return None
    zone = decode(host.strip("[]").partition("%25")[2], errors="replace")
    assert isinstance(zone, str)
    return zone
