"""Patterns of hosts: which hosts a rule means, label by label, after IDNA.

What goes in is a host in any spelling and patterns, what comes out is whether one of them means the host:

    example.com        that name alone
    *.example.com      the names below it, on any level; not that name itself
    192.0.2.1          that address, in whatever form the host has it; [2001:db8::1] is another
    *.bücher.example   the same as *.xn--bcher-kva.example

A suffix of characters is not a suffix of labels: `evil-example.com` and `example.com.evil.org` are not below
`example.com`. A host that is ambiguous or invalid by the verdict, such as `0x7f.1`, matches nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Literal

from uriverse import _core
from uriverse.ground.argument_types import takes, wrong_type
from uriverse.ground.masking import masked, masked_repr
from uriverse.ground.records import NamedTuple
from uriverse.hosts.addresses import address_text
from uriverse.hosts.verdicts import HostVerdict, verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

Addresses: TypeAlias = Literal["public", "any"]


@takes(patterns=(str, Collection))
def host_matches(host: _core.Host, patterns: str | Collection[str]) -> bool:
    """Whether a host is one that a pattern means (RFC 6943, section 3.1: compared as names, or as addresses).

    Args:
        host: a host as it stands in a URI: in any case, in Unicode, with a last dot; or a reference or a URL. What is
            ambiguous or invalid by `uriverse.hosts.verdict` matches nothing.
        patterns: one pattern or several; see the module.

    Raises:
        ValueError: if a pattern has a "*" elsewhere than before the first dot, or is no name and no address.

    >>> from uriverse import hosts
    >>> hosts.host_matches("WWW.Example.com.", {"*.example.com"}), hosts.host_matches("example.com", {"*.example.com"})
    (True, False)
    >>> hosts.host_matches("evil-example.com", {"*.example.com", "example.com"})
    False
    """
    return _matches(verdict(host), patterns)


def _matches(found: HostVerdict, patterns: str | Collection[str]) -> bool:
    wanted = [_pattern(each) for each in ([patterns] if isinstance(patterns, str) else patterns)]
    # A zone makes it the address of another interface.
    if not found.text or found.zone is not None:
        return False
    return any(
        (found.form == "name" and found.text.endswith(f".{base}")) if is_below else found.text == base
        for base, is_below in wanted
    )


class HostRefusal(NamedTuple):
    """Why a guard refuses a host: "invalid", "ambiguous", "host" or "address"; what it refuses; and a sentence."""

    id: str
    value: str
    message: str

    def __repr__(self) -> str:
        return masked_repr(self)


def refusals(host: str, patterns: str | Collection[str] | None, addresses: Addresses) -> Iterator[HostRefusal]:
    """Yield why a host is not one that a guard lets in; see `uriverse.Constraint` and `uriverse.audit.require`."""
    found = verdict(host)
    shown = found.text or host
    if found.form == "ambiguous":
        readings = ", ".join(f"{each.host} ({each.by})" for each in found.readings[:-1])
        yield HostRefusal("ambiguous", shown, f"{shown!r} is not one host to all readers: {readings}; {found.reason}")
    elif found.form == "invalid":
        yield HostRefusal("invalid", shown, f"{shown!r} is no name and no address: {found.reason}")
    elif patterns is not None and not _matches(found, patterns):
        yield HostRefusal("host", shown, f"{shown!r} is not an allowed host")
    if addresses == "public" and found.kind != "public":
        value = shown if found.address is None else address_text(found.address)
        yield HostRefusal("address", value, f"{value!r} is not public ({found.kind})")


def check_limits(patterns: str | Collection[str] | None, addresses: str) -> None:
    """Raise an error for a wrong pattern or a wrong word of `addresses`, whatever host is judged later."""
    if addresses not in ("public", "any"):
        raise ValueError(f"addresses is 'public' or 'any', not {masked(addresses[:100])!r}")
    try:
        _matches(verdict(""), patterns or ())
    except (TypeError, ValueError) as error:
        raise type(error)(str(error).replace("patterns", "hosts", 1)) from None


def _pattern(pattern: object) -> tuple[str, bool]:
    """A pattern's name or address in one form, and whether names below it are meant."""
    if not isinstance(pattern, str):
        raise wrong_type("patterns", "texts", pattern)
    return _read(pattern)


@lru_cache(maxsize=1024)
def _read(pattern: str) -> tuple[str, bool]:
    is_below = pattern.startswith("*.")
    base = verdict(pattern.removeprefix("*."))
    shown = repr(masked(pattern[:100]))
    if not base.text:
        raise ValueError(f"patterns: {shown}: {base.reason}; write a name, an address, or *. and a name")
    if is_below and base.form == "address":
        raise ValueError(f"patterns: {shown} is below an address, which has no names below it")
    return base.text, is_below
