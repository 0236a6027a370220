"""Names as labels: one form in which two spellings of a domain name compare equal.

What goes in is a host as a URI has it: in any case, with escapes, with labels beyond US-ASCII or in their "xn--" form,
with a trailing dot. What comes out is its labels, as they are shown and as the DNS has them. A host that is an address,
or that cannot be a domain name, has none.

    "ex%61mple.公司.CN."  →  shown: example, 公司, cn   in ASCII: example, xn--55qx5d, cn   rooted
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final, NamedTuple
from urllib.parse import unquote

# RFC 1035, section 2.3.4, in characters; a longer host is refused before any Unicode work is done on it.
LONGEST_NAME: Final = 1024
LONGEST_LABEL: Final = 63
PREFIX: Final = "xn--"

# No host has these (RFC 3986, section 3.2.2), so a text with one is a whole URI, or a host with its port.
_NOT_IN_HOST: Final = re.compile(r"[/?#@\\:]")
# What no label has, after decoding: delimiters, white space and controls.
_NOT_IN_LABEL: Final = re.compile(r"[\x00-\x20\x7f/?#@:\\\[\]%<>\"^`{|}]")
# The URL Standard's "ends in a number": such a host is an IPv4 address, or nothing.
_NUMBER: Final = re.compile(r"[0-9]+|0[xX][0-9A-Fa-f]*")


class Labels(NamedTuple):
    """The labels of a domain name.

    Attributes:
        shown: in lower case, in the form in which they were written.
        ascii: the same, those beyond US-ASCII in their "xn--" form.
        rooted: whether a dot stands after the last.
    """

    shown: tuple[str, ...]
    ascii: tuple[str, ...]
    rooted: bool


def labels_of(host: str) -> Labels | None:
    """Return the labels of a host, or None where it is an address or cannot be a domain name.

    Raises:
        TypeError: if it is not a str.
        ValueError: if it is more than a host.

    >>> labels_of("WWW.Example.com."), labels_of("127.0.0.1")
    (Labels(shown=('www', 'example', 'com'), ascii=('www', 'example', 'com'), rooted=True), None)
    """
    if not isinstance(host, str):
        raise TypeError(f"host must be a str, not {type(host).__name__}")
    if host.startswith("["):
        return None
    if _NOT_IN_HOST.search(host):
        raise ValueError(f"{host[:80]!r} is more than a host: give uriverse.parse(text).host")
    if len(host) > LONGEST_NAME:
        return None
    text = unquote(host, errors="strict") if _decodes(host) else host
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).replace("\u3002", ".")
    text = text.lower()
    rooted = text.endswith(".")
    shown = tuple(text.removesuffix(".").split("."))
    if not all(0 < len(label) <= LONGEST_LABEL for label in shown):
        return None
    if _NUMBER.fullmatch(shown[-1]) or any(map(_NOT_IN_LABEL.search, shown)):
        return None
    return Labels(shown, shown if text.isascii() else tuple(map(_in_ascii, shown)), rooted)


def _decodes(host: str) -> bool:
    """Whether there are escapes, and they are UTF-8."""
    if "%" not in host:
        return False
    try:
        unquote(host, errors="strict")
    except UnicodeDecodeError:
        return False
    return True


def _in_ascii(label: str) -> str:
    """A label as the DNS has it (RFC 3492)."""
    return label if label.isascii() else PREFIX + label.encode("punycode", "replace").decode("ascii")
