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
from uriverse.documents.rows import FoundReference

if TYPE_CHECKING:
    from uriverse._core import LinkRows
    from uriverse.documents.standards import Standard
    from uriverse.text.schemes import Schemes


class TextRules(NamedTuple):
    """How references are found in running text; `uriverse.find` says what each means."""

    lenient: bool = False
    schemes: Schemes = "registered"


TEXT_RULES: Final = TextRules()


class Context(NamedTuple):
    """The circumstances of a reader.

    Attributes:
        edition: the edition by which references are checked and resolved, or "whatwg" for the URL Standard.
        read: gives the rows of a document that stands in this one, given the base around it there.
        limits: how much a document may cost.
        text_rules: how references are found in running text.
        columns: where a reader may write rows instead of yielding them, in their order; None asks it to yield all.
    """

    edition: Standard
    read: Callable[..., Iterator[FoundReference]]
    limits: Limits = DEFAULT
    columns: LinkRows | None = None
    text_rules: TextRules = TEXT_RULES

    def hand_on(self, document: Document, base: Base) -> Iterator[FoundReference]:
        """As `read`, for a reader that hands on the rows unchanged, so that they may be written to the columns."""
        return self.read(document, base, columns=self.columns)


class Reader(Protocol):
    """The function `references` of a reader's module."""

    def __call__(self, document: Document, base: Base, context: Context) -> Iterator[FoundReference]:
        """Yield the rows of a document, given the base around it."""
        ...
