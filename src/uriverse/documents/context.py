"""The context of a reader: the options, and a function to read nested documents.

A mail contains pages, a feed contains pieces of HTML, a page contains `srcdoc` pages. A reader passes such a document
to `Context.read`, so readers do not import each other. `reading.py` creates the outermost context, which creates
those of nested documents.
"""

from __future__ import annotations

from _collections_abc import Callable, Iterator
from functools import partial

from uriverse._core import LinkRows
from uriverse.documents.base import Base
from uriverse.documents.document import Document
from uriverse.documents.limits import DEFAULT, Limits
from uriverse.documents.opening import Opening
from uriverse.documents.rows import FoundReference, guarded, one_by_one
from uriverse.ground.lean_typing import TYPE_CHECKING, Final, Protocol
from uriverse.ground.records import NamedTuple
from uriverse.text.options import NO_OPTIONS, SearchOptions

if TYPE_CHECKING:
    from uriverse.editions.registry import Standard
    from uriverse.text.schemes import Schemes


class SearchRules(NamedTuple):
    """Options of the search."""

    lenient: bool = False
    schemes: Schemes = "registered"
    hints: bool = False
    options: SearchOptions = NO_OPTIONS


SEARCH_RULES: Final = SearchRules()


class Context(NamedTuple):
    """The context of a reader.

    `within` reads a nested document. A reader may append rows to `buffer` and yield it; the consumer removes them.
    `depth` documents are around this one. `opening` is what compressed documents may open to, set by `of_document`.
    """

    edition: Standard
    within: Callable[[Document, Base, Context], Iterator[FoundReference | LinkRows]]
    buffer: LinkRows
    limits: Limits = DEFAULT
    search: SearchRules = SEARCH_RULES
    depth: int = 0
    opening: Opening = Opening(DEFAULT, lambda: DEFAULT.octets)

    def of_document(self, document: Document) -> Context:
        """The context of a document that is not in another."""
        return self._replace(opening=Opening.of_document(document, self.limits))

    def read(self, document: Document, base: Base) -> Iterator[FoundReference | LinkRows]:
        """Yield the rows of a document nested inside `base`. Before the call, the buffer must be empty or yielded."""
        return self._read(document, base, self.buffer)

    def rows(self, document: Document, base: Base) -> Iterator[FoundReference]:
        """Like `read`, but one by one, for a reader that changes the rows."""
        return one_by_one(self._read(document, base, LinkRows()))

    def _read(self, document: Document, base: Base, buffer: LinkRows) -> Iterator[FoundReference | LinkRows]:
        inner = self._replace(buffer=buffer, depth=self.depth + 1)
        return guarded(document.name, partial(self.within, document, base, inner))


class Reader(Protocol):
    """The function `references` of a reader's module."""

    def __call__(self, document: Document, base: Base, context: Context) -> Iterator[FoundReference | LinkRows]:
        """Yield the rows of a document, singly or in batches."""
        ...
