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
from ipaddress import ip_address
from types import MappingProxyType

from uriverse import _core
from uriverse.ground.lean_typing import TYPE_CHECKING, Any, Literal, TypeAlias
from uriverse.ground.tables import tables
from uriverse.hosts.addresses import Address, address_registry, as_address

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


@cache
def host_kinds() -> _core.HostKinds:
    """The lists as the engine reads them, made once."""
    lists = host_lists()
    names: dict[str, Kind] = dict.fromkeys(lists["localhost_names"], "loopback")
    names |= dict.fromkeys(lists["metadata_names"], "metadata")
    suffixes: dict[str, Kind] = dict.fromkeys(lists["local_names"], "local")
    suffixes |= dict.fromkeys(lists["resolving_names"], "rebinding")
    return _core.HostKinds(list(address_blocks(4)), list(address_blocks(6)), names, suffixes)


def kind_of_address(address: Address) -> Kind:
    """Return the kind of an address.

    The first match decides: a cloud's metadata service; the kind of an IPv4 address inside the IPv6 address, if that is
    not public; the most specific block of IANA's registries (`uriverse.hosts.address_block`), if that is not globally
    reachable ("N/A" and terminated allocations included).
    """
    kind = host_kinds().kind_of_address(int(address), address.version)
    assert kind is not None
    return kind


def address_blocks(version: int) -> Iterator[tuple[int, int, Kind]]:
    """Yield the blocks of addresses, inner blocks first: the prefix bits, the number of free bits, the kind."""
    yield from sorted((int(address), 0, "metadata") for address in _metadata() if address.version == version)
    kinds: dict[str, Kind] = host_lists()["address_kinds"]
    for bits, free, block in address_registry().prefixes(version):
        yield bits, free, "public" if block.globally_reachable else kinds.get(block.network, "special")


def kind_of_name(name: str) -> Kind:
    """Return the kind of a name in lower-case US-ASCII, without a trailing dot.

    The names of RFC 6761, section 6.3, are "loopback". "local" are names of one label, because a resolver appends the
    network's own domain, and names with a suffix that is never public (RFC 6761, RFC 7686, among others).
    """
    return host_kinds().kind_of_name(name)


def resolving_domain(name: str) -> str | None:
    """Return the listed domain whose subdomains resolve to an address of anybody's choice, or None.

    >>> resolving_domain("127.0.0.1.nip.io"), resolving_domain("nip.io.example.com")
    ('nip.io', None)
    """
    return host_kinds().resolving_domain(name)


def is_public(address: Address | str) -> bool:
    """Whether an address, and an IPv4 address inside it, is on the public Internet and not a cloud's metadata service.

    Args:
        address: an address, or its usual text without brackets.

    Raises:
        ValueError: if the text is not an address.

    >>> is_public("8.8.8.8"), is_public("fec0::1"), is_public("64:ff9b::10.0.0.1"), is_public("168.63.129.16")
    (True, False, False, False)
    """
    # A text with a zone is not an address to the engine.
    if isinstance(address, str) and (kind := host_kinds().kind_of_address(address, None)) is not None:
        return kind == "public"
    return kind_of_address(as_address(address)) == "public"
