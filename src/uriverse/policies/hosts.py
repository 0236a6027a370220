"""Which hosts and addresses a policy takes, before and after a name is resolved."""

from __future__ import annotations

from _collections_abc import Iterable, Iterator

from uriverse.ground.argument_types import wrong_type
from uriverse.ground.base_errors import UnknownWordError
from uriverse.ground.late import ipaddress
from uriverse.ground.lean_typing import TYPE_CHECKING, Literal, TypeAlias
from uriverse.hosts.addresses import address_text
from uriverse.hosts.embedding import embedded_address
from uriverse.hosts.patterns import host_matches
from uriverse.hosts.verdicts import HostVerdict, verdict
from uriverse.policies.reasons import excerpt

if TYPE_CHECKING:
    from uriverse.hosts.addresses import Address
    from uriverse.hosts.kinds import HostLists
    from uriverse.policies.reasons import Word

    Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
    # What a `Policy` has: all public addresses, all addresses, or those of some networks.
    Addresses: TypeAlias = Literal["public", "any"] | frozenset[Network]


def networks(addresses: object) -> Addresses:
    """Return the addresses that an argument names.

    Raises:
        ValueError: it is another word, or a network has an error, such as bits set beyond its prefix.
    """
    if addresses == "public" or addresses == "any":
        return addresses
    if isinstance(addresses, str):
        if "/" in addresses:
            return frozenset([_network(addresses)])
        raise UnknownWordError("addresses", addresses, ("public", "any"), "networks such as 10.0.0.0/8")
    if not isinstance(addresses, Iterable):
        raise wrong_type("addresses", "'public', 'any' or networks", addresses)
    is_one = isinstance(addresses, ipaddress.IPv4Network | ipaddress.IPv6Network)
    return frozenset(map(_network, [addresses] if is_one else addresses))


def _network(network: object) -> Network:
    if isinstance(network, ipaddress.IPv4Network | ipaddress.IPv6Network):
        return network
    if not isinstance(network, str):
        raise wrong_type("addresses", "'public', 'any' or networks", network)
    try:
        return ipaddress.ip_network(network)
    except ValueError as error:
        raise ValueError(f"addresses: {error}") from None


def address_refusal(address: Address, addresses: Addresses, lists: HostLists | None) -> str:
    """Why an address is not among those that are allowed; "" if it is.

    An address that leads to an IPv4 address inside it, such as ::ffff:10.0.0.7, is in a network if that one is.
    """
    text = address_text(address)
    if addresses == "any":
        return ""
    if addresses == "public":
        kind = verdict(address, lists=lists).kind
        return "" if kind == "public" else f'{text} is not public ({kind}); addresses "any" would allow it'
    inner = (embedded_address(address) if isinstance(address, ipaddress.IPv6Address) else None) or address
    return "" if any(inner in network for network in addresses) else f"{text} is in none of the allowed networks"


def host_refusals(
    host: str, patterns: frozenset[str] | None, addresses: Addresses, lists: HostLists | None
) -> Iterator[tuple[Word, str]]:
    """Yield why a host is not allowed, each a word and a sentence."""
    judged = verdict(host, lists=lists)
    name = excerpt(judged.text or host)
    if judged.form == "ambiguous":
        readings = ", ".join(f"{reading.host} ({reading.by})" for reading in judged.readings[:-1])
        yield "ambiguous", f"{name!r} is not one host for all parsers: {readings}; {judged.reason}"
    elif judged.form == "invalid":
        yield "invalid", f"{name!r} is neither a name nor an address: {judged.reason}"
    elif patterns is not None and not host_matches(host, patterns):
        yield "host", f"{name!r} is not an allowed host"
    if sentence := _address_refusal(judged, name, addresses, lists):
        yield "address", sentence


def _address_refusal(judged: HostVerdict, name: str, addresses: Addresses, lists: HostLists | None) -> str:
    """The same of a host: an address by its text, and a name by what is known of it without a look-up."""
    if addresses == "any":
        return ""
    if judged.zone is not None:
        return f"{name!r} has a zone, which only addresses of a smaller scope have (RFC 4007, section 11)"
    if judged.address is not None:
        return address_refusal(judged.address, addresses, lists)
    if addresses == "public" and judged.kind != "public":
        return f'{name!r} is not public ({judged.kind}); addresses "any" would allow it'
    return ""
