"""Header fields that hold references: which they are, and how a value is taken apart."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from email.header import decode_header, make_header
from typing import Final

from uriverse.documents.values import refresh

_ANGLES: Final = re.compile(r"<([^<>]*)>")


def single(value: str) -> Iterator[str]:
    """The whole value is one reference.

    RFC 2557, section 4.4.2: a long one is folded, so white space in it counts for nothing. Quotation marks (an older
    draft of Content-Base) and angle brackets around it are taken off.
    """
    text = "".join(decoded(value).split())
    if len(text) > 1 and text[0] + text[-1] in ('""', "<>"):
        text = text[1:-1]
    if text:
        yield text


def brackets(value: str) -> Iterator[str]:
    """References in angle brackets, with commas and comments between them (RFC 2369, section 2)."""
    for match in _ANGLES.finditer(decoded(value)):
        yield "".join(match[1].split())


def decoded(value: str) -> str:
    """A value with its encoded words decoded (RFC 2047); one that cannot be decoded stays as it is."""
    if "=?" not in value:
        return value
    try:
        return str(make_header(decode_header(value)))
    except Exception:  # whatever broken encoded words make the standard library stumble over
        return value


def identifier(value: str) -> str:
    """A Message-ID or Content-ID without its angle brackets (RFC 2392, section 2)."""
    return value.strip().removeprefix("<").removesuffix(">")


# Fields of messages and parts, by lower-case name: as a row shows it, and how it is taken apart.
OF_MAIL: Final[dict[str, tuple[str, Callable[[str], Iterator[str]]]]] = {
    "content-base": ("Content-Base", single),  # RFC 2110, section 4.1
    "content-location": ("Content-Location", single),  # RFC 2557, section 4.2
    "snapshot-content-location": ("Snapshot-Content-Location", single),  # what browsers write into MHTML
    "list-help": ("List-Help", brackets),  # RFC 2369, section 3
    "list-unsubscribe": ("List-Unsubscribe", brackets),
    "list-subscribe": ("List-Subscribe", brackets),
    "list-post": ("List-Post", brackets),
    "list-owner": ("List-Owner", brackets),
    "list-archive": ("List-Archive", brackets),
    "archived-at": ("Archived-At", brackets),  # RFC 5064, section 2
}

# Fields of HTTP responses; Link has a module of its own.
OF_HTTP: Final[dict[str, tuple[str, Callable[[str], Iterator[str]]]]] = {
    "content-base": ("Content-Base", single),  # RFC 2068, section 14.11
    "content-location": ("Content-Location", single),  # RFC 9110, section 8.7
    "location": ("Location", single),  # RFC 9110, section 10.2.2
    "refresh": ("Refresh", refresh),  # HTML Standard, "The Refresh header"
    "sourcemap": ("SourceMap", single),  # ECMA-426, section 11.1
}
