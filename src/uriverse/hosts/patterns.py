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

from collections.abc import Collection
from functools import lru_cache

from uriverse import _core
from uriverse.ground.argument_types import takes, wrong_type
from uriverse.ground.masking import masked
from uriverse.hosts.verdicts import HostVerdict, verdict


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
    return verdict_matches(verdict(host), patterns)


def verdict_matches(host: HostVerdict, patterns: str | Collection[str]) -> bool:
    """Whether a host that was judged matches a pattern."""
    bases = [_pattern(pattern) for pattern in ([patterns] if isinstance(patterns, str) else patterns)]
    # With a zone it is the address of another interface.
    if not host.text or host.zone is not None:
        return False
    return any(
        (host.form == "name" and host.text.endswith(f".{base}")) if is_below else host.text == base
        for base, is_below in bases
    )


def check_patterns(argument: str, patterns: str | Collection[str]) -> None:
    """Raise an error that names the argument for an invalid pattern, before any host is known."""
    try:
        verdict_matches(verdict(""), patterns)
    except (TypeError, ValueError) as error:
        raise type(error)(str(error).replace("patterns", argument, 1)) from None


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
