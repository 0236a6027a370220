"""Responses as HTTP libraries have them (`requests`, `httpx`, `urllib.request`): each is a document with its fields.

RFC 3986, section 5.1.3: of a retrieval that was redirected, "the last URI used" counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from uriverse.documents.document import Document
from uriverse.documents.rows import FoundReference, walled


def documents(response: Any, base: str | None, format: str | None) -> Iterator[Document | FoundReference]:
    """Yield the responses of a retrieval as documents: those that redirected, without their contents, then the last.

    Args:
        response: what an HTTP library gave.
        base: counts in place of the last response's own URI.
        format: what the content is, if its Content-Type is not to tell.
    """
    for redirect in getattr(response, "history", ()):
        yield Document(str(redirect.url), b"", str(redirect.url), None, None, fields(redirect.headers))
    name = str(response.url)

    def last() -> Iterator[Document]:
        # requests has the octets as `content`; httpx and urllib give them when asked to read.
        data = response.read() if hasattr(response, "read") else response.content
        yield Document(name, data, base or name, format, None, fields(response.headers))

    yield from walled(name, last)


def fields(headers: Any) -> tuple[tuple[str, str], ...]:
    """Header fields in order; a name may stand more than once."""
    items = headers.multi_items() if hasattr(headers, "multi_items") else headers.items()
    return tuple((str(name), str(value)) for name, value in items)
