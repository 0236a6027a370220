"""Patterns of hosts: which hosts a rule means, label by label, after IDNA.

What goes in is a host in any spelling and patterns, what comes out is whether one of them means the host:

    example.com        that name alone
    *.example.com      the names below it, on any level; not that name itself
    192.0.2.1          that address, in whatever form the host has it; [2001:db8::1] is another
    *.bücher.example   the same as *.xn--bcher-kva.example

A suffix of characters is not a suffix of labels: `evil-example.com` and `example.com.evil.org` are not below
`example.com`. A host that no name and no address can be, such as `evil.org\\.example.com`, matches nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from uriverse import _core
from uriverse.ground.argument_types import takes, wrong_type
from uriverse.ground.masking import masked

_NAME: Final = re.compile(r"[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*")
# The URL Standard's "ends in a number" (section 3.5): such a host is an address, or nothing.
_NUMBER: Final = re.compile(r"(?:[0-9]+|0x[0-9a-f]*)\Z")
_ADDRESS: Final = re.compile(r"\[[0-9a-f:]+\]|[0-9]{1,3}(?:\.[0-9]{1,3}){3}")


@takes(host=str, patterns=(str, Collection))
def host_matches(host: str, patterns: str | Collection[str]) -> bool:
    """Whether a host is one that a pattern means (RFC 6943, section 3.1: compared as names, or as addresses).

    Args:
        host: a host as it stands in a URI: in any case, percent-encoded, in Unicode, with a last dot.
        patterns: one pattern or several; see the module.

    Raises:
        ValueError: if a pattern has a "*" elsewhere than before the first dot, or is no name and no address.

    >>> from uriverse import hosts
    >>> hosts.host_matches("WWW.Example.com.", {"*.example.com"}), hosts.host_matches("example.com", {"*.example.com"})
    (True, False)
    >>> hosts.host_matches("evil-example.com", {"*.example.com", "example.com"})
    False
    """
    wanted = [_pattern(each) for each in ([patterns] if isinstance(patterns, str) else patterns)]
    form = _form(host)
    if form is None:
        return False
    is_address = _ADDRESS.fullmatch(form) is not None
    return any(
        (form.endswith(f".{base}") and not is_address) if is_below else form == base for base, is_below in wanted
    )


def _pattern(pattern: str) -> tuple[str, bool]:
    """A pattern's name or address in one form, and whether names below it are meant."""
    if not isinstance(pattern, str):
        raise wrong_type("patterns", "texts", pattern)
    is_below = pattern.startswith("*.")
    base = _form(pattern.removeprefix("*."))
    shown = repr(masked(pattern[:100]))
    if base is None:
        raise ValueError(f"patterns: {shown} is no host; write a name, an address, or *. and a name")
    if is_below and _ADDRESS.fullmatch(base):
        raise ValueError(f"patterns: {shown} is below an address, which has no names below it")
    return base, is_below


def _form(host: str) -> str | None:
    """The name in ASCII or the address to which a host leads; None for what is neither."""
    form: str | None = _core.agreement_form("host", host)
    if form is None or _ADDRESS.fullmatch(form):
        return form
    return form if _NAME.fullmatch(form) and not _NUMBER.search(form.rpartition(".")[2]) else None
