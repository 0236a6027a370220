"""The twin of `crates/hosts`, names: one form in which two spellings of a domain name compare equal.

What goes in is a host as a URI has it: in any case, with escapes, with labels beyond US-ASCII or in their "xn--" form,
with a trailing dot. What comes out is the name, as it is shown and as the DNS has it. A host that is an address, or
that cannot be a domain name, has none.

    "ex%61mple.公司.CN."  →  shown example.公司.cn   in US-ASCII example.xn--55qx5d.cn   rooted
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


class Name(NamedTuple):
    """A domain name, without the dot of the root.

    Attributes:
        shown: in lower case, each label in the form in which it was written.
        ascii: the same, labels beyond US-ASCII in their "xn--" form.
        rooted: whether a dot stood after the last label.
    """

    shown: str
    ascii: str
    rooted: bool


def name_of(host: str) -> Name | None:
    """Return the domain name that a host is, or None where it is an address or cannot be a domain name.

    Raises:
        ValueError: if it is more than a host.

    >>> name_of("WWW.Example.com."), name_of("127.0.0.1")
    (Name(shown='www.example.com', ascii='www.example.com', rooted=True), None)
    """
    if host.startswith("["):
        return None
    if _NOT_IN_HOST.search(host):
        raise ValueError(host)
    if len(host) > LONGEST_NAME:
        return None
    text = unquote(host, errors="strict") if _decodes(host) else host
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).replace("\u3002", ".")
    text = text.lower()
    shown = text.removesuffix(".")
    labels = shown.split(".")
    if not all(0 < len(label) <= LONGEST_LABEL for label in labels):
        return None
    if _NUMBER.fullmatch(labels[-1]) or _NOT_IN_LABEL.search(shown):
        return None
    return Name(shown, shown if shown.isascii() else ".".join(map(_in_ascii, labels)), text.endswith("."))


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
