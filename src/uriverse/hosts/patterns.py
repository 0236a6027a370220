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

from _collections_abc import Collection

from uriverse import _core
from uriverse.ground.lean_typing import TYPE_CHECKING
from uriverse.hosts.verdicts import host_text

if TYPE_CHECKING:
    from uriverse._core import Host


def host_matches(host: Host, patterns: str | Collection[str]) -> bool:
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
    return _core.host_matches(host if isinstance(host, str) else host_text(host), patterns)
