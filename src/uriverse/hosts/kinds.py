"""Kinds: where an address or a name leads, by lists with a source (`data/kinds.toml`) and IANA's registries.

There is no DNS query: a name is "public" if no list has it.

    10.0.0.1               "private"
    168.63.129.16          "metadata": public by IANA's registries, and a cloud's host agent by the list
    api.localhost          "loopback"
    127.0.0.1.nip.io       "rebinding": the public DNS resolves it to 127.0.0.1
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from ipaddress import IPv4Network, IPv6Address, ip_address
from types import MappingProxyType

from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Literal, TypeAlias
from uriverse.ground.tables import tables
from uriverse.hosts.addresses import Address, AddressBlock, address_block, address_registry, as_address
from uriverse.hosts.embedding import embedded_address

if TYPE_CHECKING:
    Kind: TypeAlias = Literal[
        "public", "metadata", "unspecified", "loopback", "link-local", "private", "special", "local", "rebinding"
    ]


def __getattr__(name: str) -> object:
    """`Kind`, imported lazily because it needs `typing`."""
    if name != "Kind":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from typing import Literal

    kinds = {"public", "metadata", *host_lists()["address_kinds"].values(), "special", "loopback", "local", "rebinding"}
    return Literal[tuple(sorted(kinds))]


@cache
def host_lists() -> Mapping[str, Any]:
    """The lists of `data/kinds.toml`, each a frozenset or a mapping."""
    lists = tables("hosts/data")["kinds"]
    return MappingProxyType({name: frozenset(v) if isinstance(v, list) else v for name, v in lists.items()})


@cache
def _metadata() -> frozenset[Address]:
    return frozenset(map(ip_address, host_lists()["metadata_addresses"]))


def kind_of_address(address: Address) -> Kind:
    """Return the kind of an address.

    The first match decides: a cloud's metadata service; the kind of an IPv4 address inside the IPv6 address, if that is
    not public; the most specific block of IANA's registries (`uriverse.hosts.address_block`), if that is not globally
    reachable ("N/A" and terminated allocations included).
    """
    plain = IPv6Address(int(address)) if isinstance(address, IPv6Address) and address.scope_id else address
    if plain in _metadata():
        return "metadata"
    inner = embedded_address(plain) if isinstance(plain, IPv6Address) else None
    kind: Kind = "public" if inner is None else kind_of_address(inner)
    block = address_block(plain)
    return kind if kind != "public" or block is None else _kind_of_block(block)


def _kind_of_block(block: AddressBlock) -> Kind:
    kinds: dict[str, Kind] = host_lists()["address_kinds"]
    return "public" if block.globally_reachable else kinds.get(block.network, "special")


def ipv4_blocks() -> Iterator[tuple[int, int, Kind]]:
    """Yield the blocks of IPv4 addresses, inner blocks first: the prefix bits, the number of free bits, the kind."""
    yield from sorted((int(address), 0, "metadata") for address in _metadata() if address.version == 4)
    networks = {IPv4Network(block.network): block for block in address_registry() if ":" not in block.network}
    for network in sorted(networks, key=lambda network: -network.prefixlen):
        free = 32 - network.prefixlen
        yield int(network.network_address) >> free, free, _kind_of_block(networks[network])


def kind_of_name(name: str) -> Kind:
    """Return the kind of a name in lower-case US-ASCII, without a trailing dot.

    The names of RFC 6761, section 6.3, are "loopback". "local" are names of one label, because a resolver appends the
    network's own domain, and names with a suffix that is never public (RFC 6761, RFC 7686, among others).
    """
    lists = host_lists()
    if name in lists["metadata_names"]:
        return "metadata"
    if name in lists["localhost_names"] or name.endswith(".localhost"):
        return "loopback"
    labels = name.rsplit(".", 2)
    if len(labels) == 1 or not lists["local_names"].isdisjoint((labels[-1], ".".join(labels[-2:]))):
        return "local"
    return "public" if resolving_domain(name) is None else "rebinding"


def resolving_domain(name: str) -> str | None:
    """Return the listed domain whose subdomains resolve to an address of anybody's choice, or None.

    >>> resolving_domain("127.0.0.1.nip.io"), resolving_domain("nip.io.example.com")
    ('nip.io', None)
    """
    listed: Mapping[str, str] = host_lists()["resolving_names"]
    labels = name.rsplit(".", 4)[-4:]
    return next((tail for at in range(len(labels)) if (tail := ".".join(labels[at:])) in listed), None)


def is_public(address: Address | str) -> bool:
    """Whether an address, and an IPv4 address inside it, is on the public Internet and not a cloud's metadata service.

    Args:
        address: an address, or its usual text without brackets.

    Raises:
        ValueError: if the text is not an address.

    >>> is_public("8.8.8.8"), is_public("fec0::1"), is_public("64:ff9b::10.0.0.1"), is_public("168.63.129.16")
    (True, False, False, False)
    """
    return kind_of_address(as_address(address)) == "public"
