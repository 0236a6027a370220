"""The context of a reader: the options, and a function to read nested documents.

A mail contains pages, a feed contains pieces of HTML, a page contains `srcdoc` pages. A reader passes such a document
to `Context.read`, so readers do not import each other. `reading.py` creates the outermost context, which creates
those of nested documents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from uriverse._core import LinkRows
from uriverse.documents.base import Base
from uriverse.documents.document import Document
from uriverse.documents.limits import DEFAULT, Limits
from uriverse.documents.opening import Opening
from uriverse.documents.rows import FoundReference, guarded, one_by_one
from uriverse.text.options import NO_OPTIONS, SearchOptions

if TYPE_CHECKING:
    from uriverse.editions.registry import Standard
    from uriverse.text.schemes import Schemes


class SearchRules(NamedTuple):
    """Options of the search.

    Attributes:
        lenient, schemes: options for references in running text, as for `uriverse.find`.
        hints: whether to yield rows for hints.
        options: the choices that few callers need.
    """

    lenient: bool = False
    schemes: Schemes = "registered"
    hints: bool = False
    options: SearchOptions = NO_OPTIONS


SEARCH_RULES: Final = SearchRules()


class Context:
    """The context of a reader.

    Attributes:
        edition: the edition that checks and resolves references, or "whatwg" for the URL Standard.
        buffer: a reader may append rows to it and yield it; the consumer removes the rows.
        limits: the limits of a document.
        search: the options of the search.
        depth: the number of documents around this one.
        opening: what compressed documents may open to.
    """

    __slots__ = ("_within", "buffer", "depth", "edition", "limits", "opening", "search")

    def __init__(
        self,
        edition: Standard,
        within: Callable[[Document, Base, Context], Iterator[FoundReference | LinkRows]],
        buffer: LinkRows,
        limits: Limits = DEFAULT,
        search: SearchRules = SEARCH_RULES,
        depth: int = 0,
        opening: Opening | None = None,
    ) -> None:
        self.edition = edition
        self._within = within
        self.buffer = buffer
        self.limits = limits
        self.search = search
        self.depth = depth
        self.opening = opening or Opening(limits, lambda: limits.octets)

    def of_document(self, document: Document) -> Context:
        """The context of a document that is not in another."""
        opening = Opening.of_document(document, self.limits)
        return Context(self.edition, self._within, self.buffer, self.limits, self.search, self.depth, opening)

    def read(self, document: Document, base: Base) -> Iterator[FoundReference | LinkRows]:
        """Yield the rows of a document nested inside `base`. Before the call, the buffer must be empty or yielded."""
        return self._read(document, base, self.buffer)

    def rows(self, document: Document, base: Base) -> Iterator[FoundReference]:
        """Like `read`, but one by one, for a reader that changes the rows."""
        return one_by_one(self._read(document, base, LinkRows()))

    def _read(self, document: Document, base: Base, buffer: LinkRows) -> Iterator[FoundReference | LinkRows]:
        depth = self.depth + 1
        inner = Context(self.edition, self._within, buffer, self.limits, self.search, depth, self.opening)
        return guarded(document.name, partial(self._within, document, base, inner))


class Reader(Protocol):
    """The function `references` of a reader's module."""

    def __call__(self, document: Document, base: Base, context: Context) -> Iterator[FoundReference | LinkRows]:
        """Yield the rows of a document, singly or in batches.

        Args:
            document: the document, decompressed, in UTF-8 if its format is `transcoded`.
            base: the base around it (RFC 3986, sections 5.1.2 to 5.1.4).
            context: the edition of the syntax, the limits, and the readers of nested documents.
        """
        ...
