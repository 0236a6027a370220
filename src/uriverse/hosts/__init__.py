"""Hosts: what a host of a URI is, told by data with a date, and never by the running Python's version.

A parser only says which form a host has. What an address is for (loopback, private, public) is knowledge that
changes. It comes from IANA's registries, in `data/`, and a newer file of their owner can replace it
(`tools/update_data.py`).

    >>> from uriverse import hosts
    >>> hosts.address_block("192.0.0.8").name
    'IPv4 dummy address'
    >>> hosts.is_public("8.8.8.8"), hosts.is_public("::ffff:10.0.0.1")
    (True, False)
"""

from uriverse.hosts.addresses import (
    Address,
    AddressBlock,
    AddressRegistry,
    address_block,
    address_registry,
    is_public,
)
from uriverse.hosts.embedding import embedded_address
from uriverse.hosts.literals import ip_address

__all__ = [
    "Address",
    "AddressBlock",
    "AddressRegistry",
    "address_block",
    "address_registry",
    "embedded_address",
    "ip_address",
    "is_public",
]
