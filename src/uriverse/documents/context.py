"""What every reader is given besides its document and the base around it.

A mail holds pages, a feed holds pieces of HTML, a page holds `srcdoc` pages. A reader hands such a document to
`Context.read`, and so needs to know no other reader. `reading.py` makes the first context; each level gets its own.
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
    """What is looked for.

    Attributes:
        lenient, schemes: how references are found in running text, as `uriverse.find` has it.
        hints: whether hints have rows too.
    """

    lenient: bool = False
    schemes: Schemes = "registered"
    hints: bool = False


SEARCH_RULES: Final = SearchRules()


class Context(NamedTuple):
    """The circumstances of a reader.

    Attributes:
        edition: the edition by which references are checked and resolved, or "whatwg" for the URL Standard.
        read: gives the rows of a document that stands in this one, given the base around it there.
        limits: how much a document may cost.
        search: what is looked for.
    """

    edition: Standard
    read: Callable[[Document, Base], Iterator[FoundReference | LinkRows]]
    limits: Limits = DEFAULT
    search: SearchRules = SEARCH_RULES

    def rows(self, document: Document, base: Base) -> Iterator[FoundReference]:
        """As `read`, for a reader that changes the rows."""
        return one_by_one(self.read(document, base))


class Reader(Protocol):
    """The function `references` of a reader's module."""

    def __call__(self, document: Document, base: Base, context: Context) -> Iterator[FoundReference | LinkRows]:
        """Yield the rows of a document, one by one or many together, given the base around it."""
        ...
