"""Making rows: what every reference of one document has in common, so that a reader tells only what differs."""

from __future__ import annotations

import bisect
import re
from typing import TYPE_CHECKING, Final

from uriverse.documents.references import FoundReference, judge

if TYPE_CHECKING:
    from uriverse import Edition, EditionId
    from uriverse.documents.base import Base
    from uriverse.documents.document import Document

_LINE_BREAK: Final = re.compile(r"\r\n?|\n")


class Rows:
    """The rows of one document.

    Attributes:
        document: the document.
        base: the base where an element doesn't have its own.
        edition: the edition of the syntax.
    """

    def __init__(self, document: Document, base: Base, edition: EditionId | Edition) -> None:
        self.document = document
        self.base = base
        self.edition = edition
        self._address = document.address(edition)

    def row(
        self,
        reference: str,
        place: tuple[int | None, int | None] = (None, None),
        element: str | None = None,
        attribute: str | None = None,
        *,
        base: Base | None = None,
        new_request: bool = False,
    ) -> FoundReference:
        """A row for a reference.

        Args:
            reference: as it stands in the document, decoded.
            place: the line and column, from 1, where they are known.
            element: what it stands in.
            attribute: where in that.
            base: the base there, if it is not the document's.
            new_request: whether the place always makes a new request (RFC 2396, section 4.2).
        """
        base = base or self.base
        judged = judge(reference, base, document=self._address, edition=self.edition, new_request=new_request)
        uri = None if base.uri is None else str(base.uri)
        line, column = place
        resolved, kind, valid, error = judged
        return FoundReference(
            self.document.name,
            line,
            column,
            element,
            attribute,
            reference,
            uri,
            base.rule,
            resolved,
            kind,
            valid,
            error,
        )

    def failed(self, reason: str, place: tuple[int | None, int | None] = (None, None)) -> FoundReference:
        """A row that says why the document, or what follows in it, is not read."""
        line, column = place
        return FoundReference(self.document.name, line, column, error=f"cannot be read: {reason}")


class Places:
    """Lines and columns of a text's places, both from 1; CR, LF and CR LF end lines.

    >>> Places("a\\nbc").place(3)
    (2, 2)
    """

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in _LINE_BREAK.finditer(text))]

    def place(self, at: int) -> tuple[int, int]:
        """The line and column of an offset."""
        line = bisect.bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1
