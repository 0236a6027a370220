"""Where the components of a reference stand in its text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from uriverse._core import Components, URIReference


class Span(NamedTuple):
    """A component's place in the text."""

    name: str
    start: int
    end: int


def spans(reference: URIReference | Components) -> list[Span]:
    """The places of the defined components, in the order of the text, an authority before its parts.

    RFC 3986, section 5.3, read backwards: the components with their delimiters are the text, so their lengths tell
    their places.
    """
    return list(_spans(reference))


def _spans(reference: URIReference | Components) -> Iterator[Span]:
    at = 0
    if reference.scheme is not None:
        yield Span("scheme", 0, len(reference.scheme))
        at = len(reference.scheme) + 1
    authority = reference.authority
    if authority is not None:
        at += 2
        yield Span("authority", at, at + len(authority))
        start = at
        if reference.userinfo is not None:
            yield Span("userinfo", start, start + len(reference.userinfo))
            start += len(reference.userinfo) + 1
        if reference.host is not None:
            yield Span("host", start, start + len(reference.host))
            start += len(reference.host) + 1
        if reference.port_text is not None:
            yield Span("port", start, start + len(reference.port_text))
        at += len(authority)
    yield Span("path", at, at + len(reference.path))
    at += len(reference.path)
    for name in ("params", "query", "fragment"):
        part = getattr(reference, name)
        if part is not None:
            yield Span(name, at + 1, at + 1 + len(part))
            at += 1 + len(part)
