"""Where a host leads, as far as its text tells: to the machine itself, into the local network, or anywhere.

What goes in is a host as it is written, what comes out the id of the finding that it has, or None. Nobody is asked: the
answer rests on lists (`words.toml`, `resolving-names.toml`) and on IANA's registries of addresses.

    10.0.0.1               "address-private"
    api.localhost          "host-localhost"
    127.0.0.1.nip.io       "host-rebinding": the public DNS has it, and it is 127.0.0.1
"""

from __future__ import annotations

from collections.abc import Mapping

from uriverse.audit.kinds import address_kind
from uriverse.audit.word_lists import resolving_names, words
from uriverse.hosts.numeric import LONGEST, meaning


def as_name(host: str) -> str:
    """A host in the form in which the lists have names: lower case, without a last dot."""
    return host[:LONGEST].lower().removesuffix(".")


def is_localhost(name: str) -> bool:
    """Whether a name means the machine itself (RFC 6761, section 6.3).

    >>> is_localhost("api.localhost"), is_localhost("localhost.example.com")
    (True, False)
    """
    return name in words()["localhost_names"] or name.endswith(".localhost")


def is_local(name: str) -> bool:
    """Whether a name of two labels or more ends as no public name does (RFC 6761, RFC 7686, among others)."""
    labels = name.rsplit(".", 2)
    return len(labels) > 1 and not words()["local_names"].isdisjoint((labels[-1], ".".join(labels[-2:])))


def is_metadata(name: str) -> bool:
    """Whether a name is that of a cloud's metadata service."""
    return name in words()["metadata_names"]


def resolving_name(name: str) -> str | None:
    """Return the listed domain below which names lead to an address that their owner does not have, or None.

    >>> resolving_name("127.0.0.1.nip.io"), resolving_name("nip.io.example.com")
    ('nip.io', None)
    """
    listed: Mapping[str, str] = resolving_names()
    labels = name.rsplit(".", 4)[-4:]
    return next((tail for at in range(len(labels)) if (tail := ".".join(labels[at:])) in listed), None)


def leads_inside(host: str) -> str | None:
    """Return the id of the finding of a host that leads to the machine itself or into a local network, or None.

    >>> leads_inside("0x7f.1"), leads_inside("printer.local"), leads_inside("example.com")
    ('address-loopback', 'host-local-name', None)
    """
    spelt = meaning(host)
    if spelt is not None:
        return address_kind(spelt.address) or None
    name = as_name(host)
    if is_metadata(name):
        return "address-metadata"
    if is_localhost(name):
        return "host-localhost"
    if is_local(name):
        return "host-local-name"
    return None if resolving_name(name) is None else "host-rebinding"
