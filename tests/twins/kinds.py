"""Kinds of addresses and names, list by list: what `crates/hosts/src/kinds.rs` must agree with."""

from __future__ import annotations

from functools import cache
from ipaddress import IPv6Address, ip_address

from twins.embedding import embedded_address
from uriverse.hosts import Address, AddressBlock, address_block
from uriverse.hosts.kinds import Kind, host_lists


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
    """The listed domain whose subdomains resolve to an address of anybody's choice, or None."""
    listed = host_lists()["resolving_names"]
    labels = name.rsplit(".", 4)[-4:]
    return next((tail for at in range(len(labels)) if (tail := ".".join(labels[at:])) in listed), None)
