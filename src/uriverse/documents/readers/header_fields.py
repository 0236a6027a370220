"""Header fields with references, and the parsers of their values."""

from __future__ import annotations

import re
from _collections_abc import Callable, Iterator, Mapping
from email.header import decode_header, make_header

from uriverse.documents.readers.values import refresh
from uriverse.ground.lean_typing import Final

How = Callable[[str], Iterator[str]]

_ANGLES: Final = re.compile(r"<([^<>]*)>")
# The standard library takes the square of the number of encoded words in a value.
LONGEST_DECODED: Final = 1 << 16

# RFC 1808, section 3.1: Base = "Base" ":" "<URL:" absoluteURL ">"; "any whitespace (including that used for line
# folding) inside the angle brackets is ignored".
_WRAPPED: Final = re.compile(r"<(?:[Uu][Rr][Ll]:)?([^<>]*)>")


def whole(value: str) -> Iterator[str]:
    """Yield the whole value as one reference, without white space around it (HTTP: RFC 9110, section 5.5).

    >>> [*whole(" /a b ")], [*whole("<URL:http://h/ a>")]
    (['/a b'], ['http://h/a'])
    """
    text = value.strip(" \t")
    wrapped = _WRAPPED.fullmatch(text)
    if wrapped is not None:
        text = "".join(wrapped[1].split())
    elif len(text) > 1 and text[0] == text[-1] == '"':
        # In an older draft, Content-Base has quotation marks.
        text = text[1:-1]
    if text:
        yield text


def folded(value: str) -> Iterator[str]:
    """Yield the whole value as one reference. Mail may fold it, so white space inside is ignored.

    RFC 2557, section 4.4.2, has this rule for a long reference.
    """
    return whole("".join(decoded(value).split()))


def wrapped(value: str) -> Iterator[str]:
    """Yield the reference in `<URL:...>`, the only form of RFC 1808's `Base` field."""
    text = value.strip()
    return whole(text) if text[:5].upper() == "<URL:" else iter(())


def brackets(value: str) -> Iterator[str]:
    """Yield the references in angle brackets; commas and comments may separate them (RFC 2369, section 2)."""
    for match in _ANGLES.finditer(decoded(value)):
        yield "".join(match[1].split())


def decoded(value: str) -> str:
    """Decode the encoded words of a value (RFC 2047); an invalid or a very long value is returned unchanged."""
    if "=?" not in value or len(value) > LONGEST_DECODED:
        return value
    try:
        return str(make_header(decode_header(value)))
    except Exception:  # the standard library may raise anything on invalid encoded words
        return value


def identifier(value: str) -> str:
    """A Message-ID or Content-ID without its angle brackets (RFC 2392, section 2)."""
    return value.strip().removeprefix("<").removesuffix(">")


# Fields of messages and parts, by lower-case name: the name in rows, and the parser.
MAIL_FIELDS: Final[dict[str, tuple[str, How]]] = {
    "content-base": ("Content-Base", folded),  # RFC 2110, section 4.2
    "base": ("Base", wrapped),  # RFC 1808, section 3.1
    "content-location": ("Content-Location", folded),  # RFC 2557, section 4.2
    "snapshot-content-location": ("Snapshot-Content-Location", folded),  # written by browsers into MHTML
    "list-help": ("List-Help", brackets),  # RFC 2369, section 3
    "list-unsubscribe": ("List-Unsubscribe", brackets),
    "list-subscribe": ("List-Subscribe", brackets),
    "list-post": ("List-Post", brackets),
    "list-owner": ("List-Owner", brackets),
    "list-archive": ("List-Archive", brackets),
    "archived-at": ("Archived-At", brackets),  # RFC 5064, section 2
}

# Fields of HTTP responses; Link has its own module.
HTTP_FIELDS: Final[dict[str, tuple[str, How]]] = {
    "content-base": ("Content-Base", whole),  # RFC 2068, section 14.11
    "base": ("Base", wrapped),  # RFC 1808, section 3.1
    "content-location": ("Content-Location", whole),  # RFC 9110, section 8.7
    "location": ("Location", whole),  # RFC 9110, section 10.2.2
    "refresh": ("Refresh", refresh),  # HTML Standard, "The Refresh header"
    "sourcemap": ("SourceMap", whole),  # ECMA-426, section 11.1
}

# The fields with a base for the content, in order of precedence. The last is relative to the first of the others (RFC
# 2068, section 14.15; RFC 2110, section 5).
BASES: Final = ("content-base", "base", "content-location")


def offered_base(fields: Mapping[str, list[str]], rows: Mapping[str, tuple[str, How]]) -> str | None:
    """The first base in the fields of a head, except Content-Location."""
    for name in BASES[:-1]:
        for value in fields.get(name, ()):
            for reference in rows[name][1](value):
                return reference
    return None
