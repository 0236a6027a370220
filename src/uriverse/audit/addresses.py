"""Addresses: rare forms, and those that no stranger should make a machine fetch (RFC 3986, section 7.4)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from ipaddress import IPv6Address, ip_address
from typing import Final

from uriverse.audit.catalogue import words
from uriverse.audit.numeric import LONGEST
from uriverse.audit.registration import looks_for
from uriverse.audit.subjects import Place, Subject
from uriverse.hosts import Address, address_block, embedded_address
from uriverse.hosts.addresses import as_address

_ENDS_IN_NUMBER: Final = re.compile(r"(?:.*\.)?(?:[0-9]+|0[xX][0-9A-Fa-f]*)\.?", re.DOTALL)
_QUAD: Final = re.compile(r"(?<![0-9A-Za-z-])(?:[0-9]{1,3}[.-]){3}[0-9]{1,3}(?=[.-][A-Za-z])")


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
    inner = embedded_address(found) if isinstance(found, IPv6Address) else None
    kind = "" if inner is None else address_kind(inner)
    block = address_block(found)
    if kind or block is None or block.globally_reachable:
        return kind
    kinds: dict[str, str] = words()["address_kinds"]
    return kinds.get(block.network, "address-special")


def _of_kind(subject: Subject, kind: str) -> Iterator[Place]:
    meaning = subject.meaning
    assert subject.host is not None
    if meaning is not None and address_kind(meaning.address) == kind:
        inner = meaning.inner is not None and address_kind(meaning.inner) == kind
        address = meaning.inner if inner else meaning.address
        yield Place(subject.host.start, subject.host.end, details={"address": address})


@looks_for("address-rare", of="meaning")
def address_rare(subject: Subject) -> Iterator[Place]:
    """Section 7.4: "literals should be converted to numeric form and filtered based on the numeric value"."""
    meaning = subject.meaning
    assert subject.host is not None
    if meaning is not None and not meaning.plain:
        address = str(meaning.address)
        yield Place(subject.host.start, subject.host.end, address, {"address": address})


@looks_for("address-impossible", of="host")
def address_impossible(subject: Subject) -> Iterator[Place]:
    """A host whose last label is a number is an address to browsers, or nothing."""
    assert subject.host is not None
    host = subject.host.text
    if host and len(host) <= LONGEST and subject.meaning is None and _ENDS_IN_NUMBER.fullmatch(host) is not None:
        yield Place(subject.host.start, subject.host.end)


@looks_for("address-embedded", of="meaning", having="[")
def address_embedded(subject: Subject) -> Iterator[Place]:
    """An IPv4 address within an IPv6 one reaches the same host and passes lists of IPv4 addresses."""
    meaning = subject.meaning
    assert subject.host is not None
    if meaning is not None and meaning.inner is not None:
        details = {"address": meaning.inner}
        yield Place(subject.host.start, subject.host.end, details=details)


@looks_for("address-zone", of="meaning", having="[")
def address_zone(subject: Subject) -> Iterator[Place]:
    """RFC 6874, section 1: a zone means something on one machine only."""
    meaning = subject.meaning
    assert subject.host is not None
    if meaning is not None and meaning.zone is not None:
        percent = subject.host.text.index("%")
        yield Place(subject.host.start + percent, subject.host.end - 1, "")


@looks_for("address-in-name", of="host")
def address_in_name(subject: Subject) -> Iterator[Place]:
    """A name with an address in it may resolve to that address, as those of some public services do."""
    assert subject.host is not None
    host = subject.host
    found = _QUAD.search(host.text) if len(host.text) <= LONGEST else None
    if found is not None and subject.meaning is None:
        yield Place(host.start + found.start(), host.start + found.end())


@looks_for("address-metadata", of="host")
def address_metadata(subject: Subject) -> Iterator[Place]:
    """A cloud's metadata service, by its address or by its name."""
    assert subject.host is not None
    if subject.host.text.lower().removesuffix(".") in words()["metadata_names"]:
        yield Place(subject.host.start, subject.host.end, details={"address": subject.host.text})
    yield from _of_kind(subject, "address-metadata")


@looks_for("address-unspecified", of="meaning")
def address_unspecified(subject: Subject) -> Iterator[Place]:
    """RFC 1122, section 3.2.1.3: "this host on this network"; connecting there reaches the machine itself."""
    return _of_kind(subject, "address-unspecified")


@looks_for("address-loopback", of="meaning")
def address_loopback(subject: Subject) -> Iterator[Place]:
    """RFC 1122, section 3.2.1.3, and RFC 4291, section 2.5.3."""
    return _of_kind(subject, "address-loopback")


@looks_for("address-link-local", of="meaning")
def address_link_local(subject: Subject) -> Iterator[Place]:
    """RFC 3927, section 2.1, and RFC 4291, section 2.5.6."""
    return _of_kind(subject, "address-link-local")


@looks_for("address-private", of="meaning")
def address_private(subject: Subject) -> Iterator[Place]:
    """RFC 1918, section 3, RFC 4193, and the other ranges that IANA's registries call not globally reachable."""
    return _of_kind(subject, "address-private")


@looks_for("address-special", of="meaning")
def address_special(subject: Subject) -> Iterator[Place]:
    """RFC 6890: multicast, reserved and shared addresses."""
    return _of_kind(subject, "address-special")
