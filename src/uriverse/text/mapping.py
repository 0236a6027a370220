"""Convert characters outside US-ASCII to a URI, for the lenient mode.

RFC 3987, section 3.1, step 2: the UTF-8 of each such character is percent-encoded. An octet of the source that is not
UTF-8 (a lone surrogate U+DC80 to U+DCFF here) becomes its own triplet. A domain name is converted to its ASCII form, as
by `uriverse.to_uri`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from uriverse import _core

if TYPE_CHECKING:
    from uriverse import URI

_OUTSIDE: Final = re.compile(r"[^\x00-\x7f]+")


def mapped(text: str) -> str:
    """Percent-encode characters outside US-ASCII.

    >>> mapped("http://h/é")
    'http://h/%C3%A9'
    """
    return text if text.isascii() else _OUTSIDE.sub(lambda match: _encoded(match[0]), text)


def has_domain_names(scheme: str | None) -> bool:
    """Whether the hosts of a scheme are known to be domain names: if it has a default port."""
    return scheme is not None and _core.default_port(scheme) is not None


def with_name_in_ascii(uri: URI, written: str) -> URI:
    """Convert the domain name in a URI, which `mapped` created from `written`, to ASCII.

    >>> from uriverse import parse
    >>> str(with_name_in_ascii(parse("http://b%C3%BCcher.de/%C3%A4"), "http://bücher.de/ä"))
    'http://xn--bcher-kva.de/%C3%A4'
    """
    host = uri.host
    if host is None or "%" not in host or not has_domain_names(uri.scheme):
        return uri
    from uriverse.whatwg import domain_to_ascii

    name = _core.decode(host, errors="replace")
    ascii_name = domain_to_ascii(name) if isinstance(name, str) and name in written else None
    return uri if ascii_name is None else uri.replace(host=ascii_name)


def length_of_mapped(text: str, length: int) -> int:
    """The maximum number of characters of a text that `mapped` turns into at most `length` characters."""
    if text.isascii():
        return length
    for at, letter in enumerate(text):
        length -= 1 if letter < "\x80" else len(_encoded(letter))
        if length < 0:
            return at
    return len(text)


def _encoded(text: str) -> str:
    return "".join(f"%{octet:02X}" for octet in text.encode("utf-8", "surrogateescape"))
