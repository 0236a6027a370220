"""HTTP responses: the base in their fields, and the references in fields and content.

The base is Content-Base (RFC 2068, section 14.11), else Content-Location (RFC 2616, section 14.14: it "also defines the
base URI for the entity"); before them, Base (RFC 1808, section 3.1).

Departure: since RFC 7231 (2014) Content-Location does not change the base, because few clients complied. The editions
here are older, and it belongs to their layer of the encapsulating entity (5.1.2).

A response is a document with its fields as `headers`, or octets that begin with a status line, as from
`curl --include`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from uriverse._core import LinkRows
from uriverse.documents.base import Base
from uriverse.documents.coding import decoded
from uriverse.documents.context import Context
from uriverse.documents.document import Document
from uriverse.documents.formats import HEAD, format_by_content, format_with_type, media_type
from uriverse.documents.readers.header_fields import BASES, HTTP_FIELDS, offered_base, whole
from uriverse.documents.readers.hints import fields
from uriverse.documents.readers.link_header import parse as parse_links
from uriverse.documents.readers.values import link_types
from uriverse.documents.robots import lets_follow
from uriverse.documents.rows import FoundReference, RowMaker, incomplete, refused_base, skipped_kind, unreadable

_WITH_REFERENCES: Final = frozenset({*HTTP_FIELDS, "link"})
# A status line and fields up to an empty line.
_HEAD: Final = re.compile(rb"HTTP/[0-9.]+[ \t]+([0-9]{3})[^\n]*\n((?:[^\r\n][^\n]*\n)*+)(?:\r?\n|\Z)")


def references(document: Document, base: Base, context: Context) -> Iterator[FoundReference | LinkRows]:
    """Yield a row for each reference of a response: those of its fields, then those of its content.

    The document has the fields as `headers`, or is a whole response as octets.
    """
    if document.headers:
        yield from _response(document, base, context)
        return
    at, retrieved = 0, base
    while match := _HEAD.match(document.data, at):
        at = match.end()
        headers = _parsed(match[2])
        if _HEAD.match(document.data, at) is None:
            yield from _last(document._replace(headers=headers), document.data[at:], retrieved, context)
            return
        yield from _response(document._replace(data=b"", format=None, headers=headers), retrieved, context)
        # A redirect was followed; the next response is from its target.
        location = next(whole(Head(headers).field("location")), None)
        retrieved = retrieved if location is None else retrieved.inner(location, "retrieval")
        document = document._replace(uri=retrieved.text)
    yield unreadable(document.name, "it is not an HTTP response")


def _last(document: Document, stored: bytes, base: Base, context: Context) -> Iterator[FoundReference | LinkRows]:
    """The rows of the last response in some octets, with decoded content."""
    head = Head(document.headers)
    transfer, coding = head.field("transfer-encoding"), head.field("content-encoding")
    decode = partial(decoded, stored, transfer, coding)
    data, reason = context.opening.open(len(stored), decode) if coding else decode(context.limits.octets)
    if reason is not None:
        yield incomplete(document.name, reason)
    yield from _response(document._replace(data=data, format=None), base, context)


def _parsed(head: bytes) -> tuple[tuple[str, str], ...]:
    text = re.sub(r"\r?\n[ \t]+", " ", head.decode("utf-8", "surrogateescape"))
    pairs = (line.partition(":") for line in text.splitlines() if ":" in line)
    # Add a dummy field if there is none, to mark the response as parsed.
    return tuple((name.strip(), value.strip()) for name, _, value in pairs) or (("Date", ""),)


class Head:
    """The fields of a response."""

    def __init__(self, headers: tuple[tuple[str, str], ...]) -> None:
        self.fields: dict[str, list[str]] = {}
        for name, value in headers:
            if "\n" not in name and "\n" not in value:
                self.fields.setdefault(name.lower(), []).append(value.strip())
        self.media_type: str | None
        self.charset: str | None
        self.media_type, self.charset = media_type(", ".join(self.fields.get("content-type", ())))

    def field(self, name: str) -> str:
        """The first value of a field, or ""."""
        return self.fields.get(name, [""])[0]

    @property
    def lets_follow(self) -> bool:
        """Whether the fields `X-Robots-Tag` let robots follow the links."""
        return lets_follow(self.fields.get("x-robots-tag", ()))


def _response(document: Document, base: Base, context: Context) -> Iterator[FoundReference | LinkRows]:
    head = Head(document.headers)
    if _WITH_REFERENCES.isdisjoint(head.fields) and not context.search.hints:
        yield from _content(document, head, base, context)
        return
    offered = offered_base(head.fields, HTTP_FIELDS)
    based = base if offered is None else base.inner(offered, "entity")
    inside = based
    # RFC 2068, section 14.11: without a valid Content-Base the base is the Content-Location.
    located = next(whole(head.field("content-location")), None)
    if located is not None and based.uri is base.uri:
        inside = based.inner(located, "entity")
    maker = RowMaker(document, base, context.edition)
    yield from _fields(head, maker, based, inside)
    if context.search.hints:
        yield from _hints(head, maker, inside)
    yield from _content(document, head, inside, context)


def _fields(head: Head, maker: RowMaker, based: Base, inside: Base) -> Iterator[FoundReference]:
    for name, (label, how) in HTTP_FIELDS.items():
        around = based if name == "content-location" else maker.base
        for value in head.fields.get(name, ()):
            for reference in how(value):
                row = maker.row(reference, element=label, base=around)
                yield refused_base(row, around, around.inner(reference, "entity")) if name in BASES else row
    for value in head.fields.get("link", ()):
        for link in parse_links(value):
            # RFC 8288, section 3.1: "any base URI from the body's content is not applied".
            yield maker.row(link.target, element="Link", base=inside, rel=link_types(link.parameter("rel")))
            anchor = link.parameter("anchor")
            if anchor is not None:
                yield maker.row(anchor, element="Link", attribute="anchor", base=inside)


def _hints(head: Head, maker: RowMaker, inside: Base) -> Iterator[FoundReference]:
    for name, hints in fields().items():
        for value, hint in ((value, hint) for value in head.fields.get(name, ()) for hint in hints):
            if hint.parameter is None:
                references = [(reference, maker.base) for reference in hint.read(value)]
            else:
                values = (link.parameter(hint.parameter) or "" for link in parse_links(value))
                references = [(reference, inside) for text in values for reference in hint.read(text)]
            for reference, base in references:
                row = maker.row(reference, element=name.title(), attribute=hint.parameter, base=base)
                yield row._replace(hint=hint.hint)


def _content(document: Document, head: Head, inside: Base, context: Context) -> Iterator[FoundReference | LinkRows]:
    if not document.data:
        return
    path = "" if document.uri is None else document.uri.partition("#")[0].partition("?")[0]
    data = document.data
    kind = head.media_type
    format = document.format or format_with_type(kind, path, data[:HEAD])
    if format is None:
        # The response was requested explicitly, so a row says why it is not read.
        row = skipped_kind(document.name, kind or "")
        yield row if row.problem != "skipped" else unreadable(document.name, f"no reader takes its type: {kind}")
        return
    if format == "mime" and (kind or "").startswith("multipart/") and format_by_content(data[:HEAD]) != "mime":
        # The field with the boundary is outside of the content.
        data = f"Content-Type: {head.field('content-type')}\n\n".encode("utf-8", "surrogateescape") + data
    content = Document(document.name, data, document.uri, format, head.charset)
    if head.lets_follow:
        yield from context.read(content, inside)
        return
    for row in context.rows(content, inside):
        yield row._replace(follow=False)
