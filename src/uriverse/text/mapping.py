"""Convert characters outside US-ASCII to a URI, for the lenient mode.

RFC 3987, section 3.1, step 2: the UTF-8 of each such character is percent-encoded. An octet of the source that is not
UTF-8 (a lone surrogate U+DC80 to U+DCFF here) becomes its own triplet. A domain name is converted to its ASCII form, as
by `uriverse.to_uri`.
"""

from __future__ import annotations

from _collections_abc import Callable
from bisect import bisect_right

from uriverse import _core
from uriverse._core import URI
from uriverse.ground.lean_typing import Final
from uriverse.ground.patterns import pattern

_OUTSIDE: Final = pattern(r"[^\x00-\x7f]+")
_NOT_IN_MAILBOX: Final = pattern(r"[^A-Za-z0-9\-._~!$'()*+,:\x80-\U0010ffff]")
_QUERY_OR_FRAGMENT: Final = pattern(r"[?#]")


def mapped(text: str) -> str:
    """Percent-encode characters outside US-ASCII.

    >>> mapped("http://h/é")
    'http://h/%C3%A9'
    """
    return text if text.isascii() else _OUTSIDE.sub(lambda match: _encoded(match[0]), text)


def mapped_address(address: str, beyond_ascii: bool) -> str:
    """The mailbox of a `mailto` URI: with its local part percent-encoded (RFC 6068, section 2), and its own letters.

    "%", the general delimiters, "&", ";" and "=" are encoded, and what no URI has.

    >>> mapped_address("Küche+a&b@tf.example", False)
    'K%C3%BCche+a%26b@tf.example'
    """
    local, at, domain = address.rpartition("@")
    encoded = _NOT_IN_MAILBOX.sub(lambda match: _encoded(match[0]), local)
    return (encoded if beyond_ascii else mapped(encoded)) + at + (domain if beyond_ascii else mapped(domain))


def has_domain_names(scheme: str | None) -> bool:
    """Whether the hosts of a scheme are known to be domain names: if it has a default port."""
    return scheme is not None and _core.default_port(scheme) is not None


def with_name_in_ascii(uri: URI, text: str) -> URI:
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
    ascii_name = domain_to_ascii(name) if isinstance(name, str) and name in text else None
    return uri if ascii_name is None else uri.replace(host=ascii_name)


def with_unwise_encoded(text: str, unwise: str) -> str:
    """Percent-encode the characters of `unwise`, some of "|[]"; brackets only in a query or a fragment.

    People write `?a[]=1&b=x|y`, and browsers send it so. Brackets in a path may be a footnote: `http://h/a[1]`.

    >>> with_unwise_encoded("http://[::1]/a[1]|b?c[]=d", "|[]")
    'http://[::1]/a[1]%7Cb?c%5B%5D=d'
    """
    mark = _QUERY_OR_FRAGMENT.search(text)
    start = len(text) if mark is None else mark.start()
    head, tail = text[:start], text[start:]
    for character in unwise:
        tail = tail.replace(character, _encoded(character))
    return (head.replace("|", "%7C") if "|" in unwise else head) + tail


def length_of_mapped(text: str, length: int, mapped: Callable[[str], str] = mapped) -> int:
    """The maximum number of characters of a text that become at most `length` characters."""
    if len(mapped(text)) == len(text):
        return length
    return bisect_right(range(len(text) + 1), length, key=lambda count: len(mapped(text[:count]))) - 1


def _encoded(text: str) -> str:
    return "%" + text.encode("utf-8", "surrogateescape").hex("%").upper()
