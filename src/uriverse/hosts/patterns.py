"""Patterns of hosts, matched label by label, after IDNA.

The host may have any spelling:

    example.com        only that name
    *.example.com      its subdomains, on any level; not the name itself
    192.0.2.1          that address, in any form; likewise [2001:db8::1]
    *.bücher.example   the same as *.xn--bcher-kva.example

Labels are compared, not characters: `evil-example.com` and `example.com.evil.org` are not below
`example.com`. A host that is ambiguous or invalid by the verdict, such as `0x7f.1`, matches nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Literal

from uriverse import _core
from uriverse.ground.argument_types import takes, wrong_type
from uriverse.ground.lean_typing import TypeAlias
from uriverse.ground.masking import masked
from uriverse.ground.records import NamedTuple
from uriverse.hosts.addresses import address_text
from uriverse.hosts.verdicts import HostVerdict, verdict

Addresses: TypeAlias = Literal["public", "any"]


@takes(patterns=(str, Collection))
def host_matches(host: _core.Host, patterns: str | Collection[str]) -> bool:
    """Whether a host matches a pattern (RFC 6943, section 3.1: compared as names, or as addresses).

    Args:
        host: a host as in a URI: in any case, in Unicode, with a trailing dot; or a reference or a URL. A host that is
            ambiguous or invalid by `uriverse.hosts.verdict` matches nothing.
        patterns: one pattern or several; see the module.

    Raises:
        ValueError: if a pattern has a "*" that is not the first label, or is neither a name nor an address.

    >>> from uriverse import hosts
    >>> hosts.host_matches("WWW.Example.com.", {"*.example.com"}), hosts.host_matches("example.com", {"*.example.com"})
    (True, False)
    >>> hosts.host_matches("evil-example.com", {"*.example.com", "example.com"})
    False
    """
    return _matches(verdict(host), patterns)


def _matches(host: HostVerdict, patterns: str | Collection[str]) -> bool:
    wanted = [_pattern(each) for each in ([patterns] if isinstance(patterns, str) else patterns)]
    # With a zone it is the address of another interface.
    if not host.text or host.zone is not None:
        return False
    return any(
        (host.form == "name" and host.text.endswith(f".{base}")) if is_below else host.text == base
        for base, is_below in wanted
    )


class HostRefusal(NamedTuple):
    """Why a guard refuses a host: "invalid", "ambiguous", "host" or "address"; what it refuses; and a sentence."""

    id: str
    value: str
    message: str


def refusals(host: str, patterns: str | Collection[str] | None, addresses: Addresses) -> Iterator[HostRefusal]:
    """Yield the reasons why a guard refuses a host; see `uriverse.Constraint` and `uriverse.audit.require`."""
    judged = verdict(host)
    shown = judged.text or host
    if judged.form == "ambiguous":
        readings = ", ".join(f"{each.host} ({each.by})" for each in judged.readings[:-1])
        yield HostRefusal("ambiguous", shown, f"{shown!r} is not one host for all parsers: {readings}; {judged.reason}")
    elif judged.form == "invalid":
        yield HostRefusal("invalid", shown, f"{shown!r} is neither a name nor an address: {judged.reason}")
    elif patterns is not None and not _matches(judged, patterns):
        yield HostRefusal("host", shown, f"{shown!r} is not an allowed host")
    if addresses == "public" and judged.kind != "public":
        value = shown if judged.address is None else address_text(judged.address)
        yield HostRefusal("address", value, f"{value!r} is not public ({judged.kind})")
    elif addresses == "public" and judged.zone is not None:
        message = f"{shown!r} has a zone, which only addresses of a smaller scope have (RFC 4007, section 11)"
        yield HostRefusal("address", shown, message)


def check_limits(patterns: str | Collection[str] | None, addresses: str) -> None:
    """Raise an error for an invalid pattern or value of `addresses`, before any host is known."""
    if addresses not in ("public", "any"):
        raise ValueError(f"addresses must be 'public' or 'any', not {masked(addresses[:100])!r}")
    try:
        _matches(verdict(""), patterns or ())
    except (TypeError, ValueError) as error:
        raise type(error)(str(error).replace("patterns", "hosts", 1)) from None


def _pattern(pattern: object) -> tuple[str, bool]:
    """A pattern's normalized name or address, and whether it matches the subdomains."""
    if not isinstance(pattern, str):
        raise wrong_type("patterns", "texts", pattern)
    return _parsed_pattern(pattern)


@lru_cache(maxsize=1024)
def _parsed_pattern(pattern: str) -> tuple[str, bool]:
    is_below = pattern.startswith("*.")
    base = verdict(pattern.removeprefix("*."))
    shown = repr(masked(pattern[:100]))
    if not base.text:
        raise ValueError(f"patterns: {shown}: {base.reason}; write a name, an address, or *. and a name")
    if is_below and base.form == "address":
        raise ValueError(f"patterns: {shown} is below an address, which has no names below it")
    return base.text, is_below
