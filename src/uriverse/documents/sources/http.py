"""Responses of HTTP libraries (`requests`, `httpx`, `urllib.request`), as documents with header fields.

RFC 3986, section 5.1.3: after redirects, "the last URI used" is the base.
"""

from __future__ import annotations

from _collections_abc import Iterator

from uriverse.documents.document import Document
from uriverse.documents.rows import FoundReference, guarded
from uriverse.ground.lean_typing import Any


def documents(response: Any, base: str | None, format: str | None) -> Iterator[Document | FoundReference]:
    """Yield the responses of a retrieval as documents: redirects without contents, then the last response.

    A `base` replaces the last response's own URI.
    """
    for redirect in getattr(response, "history", ()):
        yield Document(str(redirect.url), b"", str(redirect.url), None, None, fields(redirect.headers))
    name = str(response.url)

    def last() -> Iterator[Document]:
        # requests has the octets as `content`; httpx and urllib have `read()`.
        data = response.read() if hasattr(response, "read") else response.content
        yield Document(name, data, base or name, format, None, fields(response.headers))

    yield from guarded(name, last)


def fields(headers: Any) -> tuple[tuple[str, str], ...]:
    """Header fields in order, including repeated names."""
    items = headers.multi_items() if hasattr(headers, "multi_items") else headers.items()
    return tuple((str(name), str(value)) for name, value in items)
