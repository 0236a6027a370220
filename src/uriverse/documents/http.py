"""HTTP responses: where they came from, the base that their fields give, the references in fields and content.

RFC 3986, section 5.1.3: of a retrieval that was redirected, "the last URI used" counts. Around the content stand
Content-Base (RFC 2068, section 14.11) and, where there is none, Content-Location (RFC 2616, section 14.14: it "also
defines the base URI for the entity").

Departure: since RFC 7231 (2014) Content-Location does not change the base, because few clients did as they should. The
editions that are read here are older, and their layer of the encapsulating entity (5.1.2) is what it belongs to.

Responses are taken as the libraries have them (`requests`, `httpx`, `urllib.request`), or as octets that begin with a
status line, as `curl --include` writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from uriverse.documents.base import Base
from uriverse.documents.detection import HEAD, told, told_by_content, told_by_type
from uriverse.documents.document import Document
from uriverse.documents.link_header import parse as parse_links
from uriverse.documents.mime_fields import OF_HTTP, single
from uriverse.documents.mime_structure import content_type
from uriverse.documents.references import FoundReference
from uriverse.documents.rows import Rows

if TYPE_CHECKING:
    from uriverse import Edition, EditionId

# A status line and fields up to an empty line.
_HEAD: Final = re.compile(rb"HTTP/[0-9.]+[ \t]+([0-9]{3})[^\n]*\n((?:[^\r\n][^\n]*\n)*+)(?:\r?\n|\Z)")


def documents(response: Any, base: str | None, format: str | None) -> Iterator[Document | FoundReference]:
    """The responses of a retrieval as documents: those that redirected, without their contents, then the last.

    Args:
        response: what an HTTP library gave.
        base: counts in place of the last response's own URI.
        format: what the content is, where its Content-Type is not to tell.
    """
    for redirect in getattr(response, "history", ()):
        yield Document(str(redirect.url), b"", str(redirect.url), None, None, fields(redirect.headers))
    name = str(response.url)
    try:
        # requests has the octets as `content`; httpx and urllib give them when asked to read.
        data = response.read() if hasattr(response, "read") else response.content
    except Exception as failure:  # each library has errors of its own
        yield FoundReference(name, error=f"cannot be read: {str(failure) or type(failure).__name__}")
        return
    yield Document(name, data, base or name, format, None, fields(response.headers))


def fields(headers: Any) -> tuple[tuple[str, str], ...]:
    """Header fields in order; a name may stand more than once."""
    items = headers.multi_items() if hasattr(headers, "multi_items") else headers.items()
    return tuple((str(name), str(value)) for name, value in items)


def references(document: Document, base: Base, edition: EditionId | Edition) -> Iterator[FoundReference]:
    """Yield a row for each reference of a response: those of its fields, then those of its content.

    Args:
        document: the content, with the fields as `headers`; or a whole response as octets.
        base: the base around it, which is where it was retrieved from.
        edition: the edition of the syntax.
    """
    if document.headers:
        yield from _response(document, base, edition)
        return
    at, retrieved = 0, base
    while match := _HEAD.match(document.data, at):
        at = match.end()
        follows = _HEAD.match(document.data, at) is not None
        whole = document._replace(data=b"" if follows else document.data[at:], format=None, headers=_parsed(match[2]))
        yield from _response(whole, retrieved, edition)
        if follows:
            # A redirect was followed, and the next response is from where it led.
            location = next(single(Head(whole.headers).field("location")), None)
            retrieved = retrieved if location is None else retrieved.inner(location, "retrieval")
            document = document._replace(uri=None if retrieved.uri is None else str(retrieved.uri))
        else:
            return
    yield FoundReference(document.name, error="cannot be read: it is no HTTP response")


def _parsed(head: bytes) -> tuple[tuple[str, str], ...]:
    text = re.sub(r"\r?\n[ \t]+", " ", head.decode("utf-8", "surrogateescape"))
    pairs = (line.partition(":") for line in text.splitlines() if ":" in line)
    # A response without any field has one that says nothing, so that it is known to be read already.
    return tuple((name.strip(), value.strip()) for name, _, value in pairs) or (("Date", ""),)


class Head:
    """The fields of a response.

    Attributes:
        fields: the values by lower-case name, in order.
        media_type: type and subtype of the content, lower case.
        charset: what the Content-Type says of it, or None.
    """

    def __init__(self, headers: tuple[tuple[str, str], ...]) -> None:
        self.fields: dict[str, list[str]] = {}
        for name, value in headers:
            if "\n" not in name and "\n" not in value:
                self.fields.setdefault(name.lower(), []).append(value.strip())
        self.media_type, self.charset = content_type(self.field("content-type"))

    def field(self, name: str) -> str:
        """The value of a field, the first where it stands more than once, "" where it does not stand."""
        return self.fields.get(name, [""])[0]


def _response(document: Document, base: Base, edition: EditionId | Edition) -> Iterator[FoundReference]:
    head = Head(document.headers)
    inside = base
    offered = next(single(head.field("content-base")), None)
    if offered is not None:
        inside = base.inner(offered, "entity")
    # RFC 2068, section 14.11: without a Content-Base the base is the Content-Location; an unfit one counts as none.
    located = next(single(head.field("content-location")), None)
    if located is not None and inside.uri is base.uri:
        inside = inside.inner(located, "entity")
    yield from _fields(head, Rows(document, base, edition), inside)
    if document.data:
        yield from _content(document, head, inside, edition)


def _fields(head: Head, rows: Rows, inside: Base) -> Iterator[FoundReference]:
    for name, (shown, how) in OF_HTTP.items():
        for value in head.fields.get(name, ()):
            for reference in how(value):
                yield rows.row(reference, element=shown)
    for value in head.fields.get("link", ()):
        for link in parse_links(value):
            # RFC 8288, section 3.1: "any base URI from the body's content is not applied".
            yield rows.row(link.target, element="Link", base=inside)
            anchor = link.parameter("anchor")
            if anchor is not None:
                yield rows.row(anchor, element="Link", attribute="anchor", base=inside)


def _content(document: Document, head: Head, inside: Base, edition: EditionId | Edition) -> Iterator[FoundReference]:
    from uriverse.documents.dispatch import within

    path = "" if document.uri is None else document.uri.partition("#")[0].partition("?")[0]
    format = document.format
    if format is None and "content-type" in head.fields:
        format = told_by_type(head.media_type, path)
        if format is None:
            return
    data = document.data
    format = format or told(path, data[:HEAD])
    if format == "mime" and head.media_type.startswith("multipart/") and told_by_content(data[:HEAD]) != "mime":
        # The field that tells the boundary stands outside of the content.
        data = f"Content-Type: {head.field('content-type')}\n\n".encode("utf-8", "surrogateescape") + data
    content = Document(document.name, data, document.uri, format, head.charset)
    try:
        yield from within(content, inside, edition)
    except ModuleNotFoundError as missing:
        yield FoundReference(document.name, error=f"cannot be read: {missing}")
