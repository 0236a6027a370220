"""A document in memory, with what is known about it from outside. Every reader takes one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from uriverse import _core
from uriverse.errors import URIError
from uriverse.ground.masking import masked_repr

if TYPE_CHECKING:
    from uriverse import Edition, EditionId


class Document(NamedTuple):
    """A document in memory.

    Attributes:
        name: what its rows call it.
        data: its octets.
        uri: the URI that it was retrieved from, or None.
        format: a name of `FORMATS`, or None if the name and the octets are to tell.
        encoding: the charset that came with it (a `charset` parameter, say), or None. It outranks what the document
            says itself.
        headers: the header fields that it came with, in order, for the formats that read them.
    """

    name: str
    data: bytes
    uri: str | None = None
    format: str | None = None
    encoding: str | None = None
    headers: tuple[tuple[str, str], ...] = ()

    def __repr__(self) -> str:
        return masked_repr(self)

    def address(self, edition: EditionId | Edition) -> _core.URI | None:
        """The URI that "the current document" means: the document's own without a fragment, or None."""
        try:
            return None if self.uri is None else _core.URI(self.uri.partition("#")[0], edition=edition)
        except URIError:
            return None


def html_piece(content: str, document: Document) -> Document:
    """A piece of HTML that stands in a document of another format, as a document with the same name and URI."""
    # The mark tells the parser that it is UTF-8.
    data = f"\ufeff{content}".encode("utf-8", "replace")
    return document._replace(data=data, format="html", encoding=None, headers=())


def frame(content: str, document: Document, number: int) -> Document:
    """A page that stands in an `iframe`'s `srcdoc`.

    HTML Standard, section 4.8.5: its URL is `about:srcdoc`, and its base is that of the page around it, unless it has
    a `base` element.
    """
    piece = html_piece(content, document)
    return piece._replace(name=f"{document.name}, srcdoc {number}", uri="about:srcdoc")
