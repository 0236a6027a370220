"""The context of a reader: the options, and a function to read nested documents.

A mail contains pages, a feed contains pieces of HTML, a page contains `srcdoc` pages. A reader passes such a document
to `Context.read`, so readers do not import each other. `reading.py` creates the contexts, one for each level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from uriverse.documents.base import Base
from uriverse.documents.document import Document
from uriverse.documents.limits import DEFAULT, Limits
from uriverse.documents.rows import FoundReference, one_by_one

if TYPE_CHECKING:
    from uriverse._core import LinkRows
    from uriverse.editions.registry import Standard
    from uriverse.text.schemes import Schemes


class SearchRules(NamedTuple):
    """Options of the search.

    Attributes:
        lenient, schemes: options for references in running text, as for `uriverse.find`.
        hints: whether to yield rows for hints.
    """

    lenient: bool = False
    schemes: Schemes = "registered"
    hints: bool = False


SEARCH_RULES: Final = SearchRules()


class Context(NamedTuple):
    """The context of a reader.

    Attributes:
        edition: the edition that checks and resolves references, or "whatwg" for the URL Standard.
        read: yields the rows of a nested document, with the base around it.
        limits: the limits of a document.
        search: the options of the search.
    """

    edition: Standard
    read: Callable[[Document, Base], Iterator[FoundReference | LinkRows]]
    limits: Limits = DEFAULT
    search: SearchRules = SEARCH_RULES

    def rows(self, document: Document, base: Base) -> Iterator[FoundReference]:
        """Like `read`, but one by one, for a reader that changes the rows."""
        return one_by_one(self.read(document, base))


class Reader(Protocol):
    """The function `references` of a reader's module."""

    def __call__(self, document: Document, base: Base, context: Context) -> Iterator[FoundReference | LinkRows]:
        """Yield the rows of a document, singly or in batches, with the base around it."""
        ...
