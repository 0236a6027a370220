"""A document in memory, with its metadata: the argument of every reader."""

from __future__ import annotations

from uriverse import _core
from uriverse.errors import URIError
from uriverse.ground.lean_typing import TYPE_CHECKING
from uriverse.ground.records import NamedTuple

if TYPE_CHECKING:
    from uriverse._core import URI
    from uriverse.editions.registry import Edition, EditionId


class Document(NamedTuple):
    """A document in memory.

    Attributes:
        name: its name in rows.
        data: its octets.
        uri: the URI that it was retrieved from, or None.
        format: a name of `FORMATS`, or None to detect it from the name and the octets.
        encoding: the charset of its transport (such as a `charset` parameter), or None. It outranks the document's own
            declaration.
        headers: its header fields, in order, for the formats that read them.
        opens: the octets that compressed documents in it may open to; None for `Limits.compression` times its own.
    """

    name: str
    data: bytes
    uri: str | None = None
    format: str | None = None
    encoding: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
    opens: int | None = None

    @property
    def page(self) -> str | None:
        """Its URI without a fragment, or None."""
        return None if self.uri is None else self.uri.partition("#")[0]

    def address(self, edition: EditionId | Edition) -> URI | None:
        """The URI of "the current document": the document's own without a fragment, or None."""
        try:
            return None if self.page is None else _core.URI(self.page, edition=edition)
        except URIError:
            return None


def html_piece(content: str, document: Document) -> Document:
    """A piece of HTML inside a document of another format, as a document with the same name and URI."""
    # The byte order mark makes the parser decode UTF-8.
    data = f"\ufeff{content}".encode("utf-8", "replace")
    return document._replace(data=data, format="html", encoding=None, headers=())


def frame(content: str, document: Document, number: int) -> Document:
    """The page in an `iframe`'s `srcdoc`.

    HTML Standard, section 4.8.5: its URL is `about:srcdoc`, and its base is that of the page around it, unless it has
    a `base` element.
    """
    piece = html_piece(content, document)
    return piece._replace(name=f"{document.name}, srcdoc {number}", uri="about:srcdoc")
