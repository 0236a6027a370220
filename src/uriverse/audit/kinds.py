"""What an address is for: the one function on which every decision about addresses rests.

What goes in is an address, what comes out the id of its finding. The knowledge is data: IANA's registries
(`uriverse.hosts`), the metadata services of clouds and the names of kinds (`words.toml`).
"""

from __future__ import annotations

from functools import cache
from ipaddress import IPv6Address, ip_address

from uriverse.audit.word_lists import words
from uriverse.hosts import Address, address_block
from uriverse.hosts import embedded_address as embedded
from uriverse.hosts.addresses import as_address


@cache
def _metadata() -> frozenset[Address]:
    return frozenset(map(ip_address, words()["metadata_addresses"]))


def address_kind(address: Address | str) -> str:
    """Return the id of the finding that an address has, or "" for an address of the public Internet.

    The first of these that applies decides: the address is a cloud's metadata service; an IPv4 address inside the IPv6
    address has a finding; the most specific block of IANA's registries (`uriverse.hosts.address_block`) is not called
    globally reachable.

    Args:
        address: an address, or its usual text without brackets.

    Raises:
        ValueError: if the text is not an address.

    >>> address_kind("10.1.2.3"), address_kind("8.8.8.8"), address_kind("::ffff:127.0.0.1")
    ('address-private', '', 'address-loopback')
    """
    found = as_address(address)
    if found in _metadata():
        return "address-metadata"
    inner = embedded(found) if isinstance(found, IPv6Address) else None
    kind = "" if inner is None else address_kind(inner)
    block = address_block(found)
    if kind or block is None or block.globally_reachable:
        return kind
    kinds: dict[str, str] = words()["address_kinds"]
    return kinds.get(block.network, "address-special")
