"""The verdict on a host: its form, and where it leads. All decisions about hosts use this one function.

A host as in a URI, or an address from a resolver, has one of four forms:

    WWW.Example.com.    a name        www.example.com, "public"
    [::ffff:10.0.0.1]   an address    ::ffff:10.0.0.1, "private"
    010.0.0.1           ambiguous     8.0.0.1 to inet_aton, 10.0.0.1 to parsers of decimal numbers: "private"
    a;b.example         invalid       neither a name nor an address

A host is ambiguous if clients in use connect to different hosts: some decode escapes, map letters, drop empty labels,
or read numbers as RFC 3986, section 7.4, describes, and some do not. The same host can be written so that all clients
agree. Its kind is that of the first reading that is neither public nor local, else of the first that is not public.
The engine judges (`crates/hosts/src/verdicts.rs`).
"""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.argument_types import check_argument, wrong_type
from uriverse.ground.late import ipaddress
from uriverse.ground.lean_typing import TYPE_CHECKING, Final, Literal, TypeAlias
from uriverse.ground.masking import masked
from uriverse.ground.records import NamedTuple
from uriverse.hosts.kinds import HostLists, host_kinds

if TYPE_CHECKING:
    from uriverse._core import Host
    from uriverse.hosts.addresses import Address
    from uriverse.hosts.kinds import Kind

    Form: TypeAlias = Literal["name", "address", "ambiguous", "invalid"]


class HostReading(NamedTuple):
    """How some clients read an ambiguous host.

    Attributes:
        by: how they read it, such as "inet_aton".
        host: the host to which they connect.
    """

    by: str
    host: str


class HostVerdict(NamedTuple):
    """The form of a host, and where it leads.

    Attributes:
        form: "name", "address", "ambiguous" or "invalid".
        kind: "public", "metadata", "unspecified", "loopback", "link-local", "private", "special" (other blocks that are
            not globally reachable), "local" (names that the public DNS lacks) or "rebinding" (names that resolve
            to an address of anybody's choice).
        text: the name in lower-case US-ASCII, without a trailing dot, or the address as RFC 5952 writes it, without
            brackets and zone; "" for other forms.
        address: the address, or None; of an ambiguous host, the address that decides the kind.
        zone: the zone of an IPv6 address, after its "%" (RFC 6874), or None.
        reason: why it is ambiguous or invalid, in one sentence; "" for a name and an address.
        readings: the readings of an ambiguous host.
    """

    form: Form
    kind: Kind
    text: str = ""
    address: Address | None = None
    zone: str | None = None
    reason: str = ""
    readings: tuple[HostReading, ...] = ()

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True) if value)
        return masked(f"HostVerdict({fields})")


def verdict(host: Host | Address, *, lists: HostLists | None = None) -> HostVerdict:
    """Return the form of a host and where it leads, by its text and lists.

    Args:
        host: a host as in a URI (an IPv6 address with or without brackets), an address, or a reference or a URL, whose
            host is used. None and a reference without a host count as the empty host.
        lists: where hosts lead, instead of the lists of this process.

    Raises:
        TypeError: if the host has another type.
        URISyntaxError: if the text of another library's URL is not a reference.

    >>> from uriverse import hosts
    >>> hosts.verdict("WWW.Example.com.")
    HostVerdict(form='name', kind='public', text='www.example.com')
    >>> found = hosts.verdict("010.0.0.1")
    >>> found.form, found.kind, [tuple(reading) for reading in found.readings]
    ('ambiguous', 'private', [('inet_aton', '8.0.0.1'), ('decimal numbers', '10.0.0.1'), ('as written', '010.0.0.1')])
    """
    if lists is None:
        kinds = host_kinds()
    else:
        check_argument("lists", lists, HostLists)
        kinds = lists.kinds
    return kinds.verdict(host if isinstance(host, str) else host_text(host), _CLASSES)


# What the engine makes of a verdict.
_CLASSES: Final = (HostVerdict, HostReading)


def host_text(host: Host | Address) -> str:
    """The host of an argument. Another library's URL is parsed strictly: a guard must refuse invalid texts."""
    if host is None or isinstance(host, str):
        return host or ""
    if isinstance(host, _core.URIReference):
        return host.host or ""
    if isinstance(host, _core.URL):
        return host.hostname
    if isinstance(host, ipaddress.IPv4Address | ipaddress.IPv6Address):
        return str(host).replace("%", "%25")
    if isinstance(host, bytes) or not _core.is_text(host):
        raise wrong_type("host", "a str, an address, a URI reference, a URL or None", host)
    return _core.parse(host).host or ""
