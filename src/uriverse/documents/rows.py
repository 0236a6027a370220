"""Rows: one for each reference found in a document, and one for each document that cannot be read as it is.

The readers find references. `judging.py` and `browser.py` decide what becomes of one: whether it is valid, what it
resolves to, and what is wrong with it. This module makes the row.

A row carries a problem in two forms: `problem` is a word for programs, `error` is a sentence for people.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from uriverse.documents.base import Base, BaseRule
from uriverse.documents.browser import judge_of
from uriverse.documents.formats import SAY_NOTHING
from uriverse.documents.judging import Judgement, Problem
from uriverse.ground.masking import masked_repr

if TYPE_CHECKING:
    from uriverse._core import Kind, LinkRows
    from uriverse.documents.document import Document
    from uriverse.editions.registry import Standard
    from uriverse.text.cuts import Cut


class FoundReference(NamedTuple):
    """A reference that stands in a document, or what is wrong with a document.

    A row about a document has a `source`, an `error` and a `problem`, and no `reference`.

    Attributes:
        source: the document: a file's name, or what the caller called it.
        line, column: where the element begins, both from 1; the column counts characters. None if the parser made the
            element, so that no tag in the source began it.
        element: the element's name, "style" for a style sheet in the page.
        attribute: the attribute's name, or None if the reference stands in the element's text.
        reference: as written, with character references decoded and, if HTML says so, without white space around it.
        base: the base URI it was resolved against, or None.
        base_rule: the layer that chose the base, "embedded", "entity", "retrieval" or "default", or None.
        resolved: the target URI, or None.
        kind: "absolute", "opaque", "network-path", "absolute-path", "relative-path" or "same-document"; None if the
            reference is not valid.
        valid: whether the edition's grammar accepts the reference; by the URL Standard, whether an author may write it.
        error: what is wrong, in one line, or None.
        browser: where a browser goes, for a reference of an HTML page; None if it goes nowhere, and in documents of
            other formats. If the page is read by the URL Standard, it is `resolved`.
        cut: of running text, why the reference ends in the middle of a word (`uriverse.text.Match.cut`), or None.
        trimmed: of running text, what stands directly after the reference and could be read as part of it, or None.
        hint: the class of a row that is not a link proper (`hints.toml` has the classes), or None.
        part: the name of the part of the same message that the reference leads to, or None. The command line's JSON,
            CSV and Parquet have the fields before it.
        problem: the kind of `error`, or None. Of a reference: "syntax" (the edition refuses it), "misformed" (RFC 2396,
            section 5.2, step 3) and "host" (a label of its host may be taken for another one), for which the command
            line's --fail-on alone asks, "unresolved" (it has no target), "base" (it is refused as a base), "part" (the
            part it names is missing); and of `missing_targets` "no-file", "no-anchor", "outside". Of a document:
            "unreadable" (it is not read, or not from there on), "incomplete" (some of it is missing), "charset" (its
            octets do not fit its charset), "skipped" (no reader takes what it is; such rows come only if they are asked
            for).
    """

    source: str
    line: int | None = None
    column: int | None = None
    element: str | None = None
    attribute: str | None = None
    reference: str | None = None
    base: str | None = None
    base_rule: BaseRule | None = None
    resolved: str | None = None
    kind: Kind | None = None
    valid: bool = False
    error: str | None = None
    browser: str | None = None
    cut: Cut | None = None
    trimmed: str | None = None
    hint: str | None = None
    part: str | None = None
    problem: Problem | None = None

    def __repr__(self) -> str:
        return masked_repr(self)


Place = tuple[int | None, int | None]
NOWHERE: Final[Place] = (None, None)


def unreadable(source: str, reason: str, place: Place = NOWHERE) -> FoundReference:
    """The row of a document that is not read, or not from a place on."""
    return FoundReference(source, *place, error=f"cannot be read: {reason}", problem="unreadable")


def skipped(source: str, kind: str) -> FoundReference:
    """The row of what is not a document: it is counted, and shown only if that is asked for."""
    return FoundReference(source, error=f"it is passed over: no reader takes {kind}", problem="skipped")


def of_kind(source: str, kind: str) -> FoundReference:
    """The row of a document whose media type no reader has."""
    if kind in SAY_NOTHING:
        return unreadable(source, f"its type says no more than that it is octets: {kind}")
    return skipped(source, kind)


def incomplete(source: str, reason: str, place: Place = NOWHERE) -> FoundReference:
    """The row of a document that is read, but not wholly."""
    return FoundReference(source, *place, error=f"cannot be read wholly: {reason}", problem="incomplete")


def of_charset(source: str, reason: str) -> FoundReference:
    """The row of a document whose octets do not fit its charset."""
    return FoundReference(source, error=reason, problem="charset")


def one_by_one(found: Iterable[FoundReference | LinkRows]) -> Iterator[FoundReference]:
    """Yield each row by itself."""
    for each in found:
        if isinstance(each, FoundReference):
            yield each
        else:
            yield from map(_as_row, each.tuples())


# What `FoundReference._make` comes to, without its call.
_as_row: Final = partial(tuple.__new__, FoundReference)

T = TypeVar("T")


def walled(name: str, begin: Callable[[], Iterator[T]]) -> Iterator[T | FoundReference]:
    """Yield what a reader or an archive yields, then a row with the reason if it raises an exception.

    This is the one wall around what strangers send: a fault in one document ends no other document.
    """
    try:
        yield from begin()
    except Exception as failure:  # whatever a document makes its reader or a library raise
        yield unreadable(name, reason_of(failure))


def reason_of(failure: Exception) -> str:
    """Why a document cannot be read, from what was raised, in one line."""
    if isinstance(failure, MemoryError):
        return "there is not enough memory for it"
    name, said = type(failure).__name__, " ".join(str(getattr(failure, "strerror", None) or failure).split())
    return (said or name) if isinstance(failure, OSError | ImportError) else f"{name}: {said}"


def failed(name: str, failure: OSError | ValueError) -> FoundReference:
    """The row of a file that cannot be opened, or of a directory that cannot be listed."""
    return unreadable(name, getattr(failure, "strerror", None) or str(failure) or type(failure).__name__)


def judged(
    source: str,
    place: Place,
    element: str | None,
    attribute: str | None,
    reference: str,
    base: Base,
    judgement: Judgement,
    browser: str | None = None,
) -> FoundReference:
    """The row of a reference, from what was decided about it."""
    resolved, kind, valid, error, problem = judgement
    known = (source, *place, element, attribute, reference, base.text, base.rule)
    return FoundReference(*known, resolved, kind, valid, error, browser, problem=problem)


class Rows:
    """Makes the rows of one document, so that a reader says only what differs between them.

    Attributes:
        document: the document.
        base: the base where an element doesn't have its own.
        edition: the edition of the syntax, or "whatwg".
    """

    def __init__(self, document: Document, base: Base, edition: Standard) -> None:
        self.document = document
        self.base = base
        self.edition = edition
        self._judge = judge_of(document, edition)

    def row(
        self,
        reference: str,
        place: Place = NOWHERE,
        element: str | None = None,
        attribute: str | None = None,
        *,
        base: Base | None = None,
        new_request: bool = False,
    ) -> FoundReference:
        """A row for a reference.

        Args:
            reference: as it stands in the document, decoded.
            place: the line and column, from 1, if they are known.
            element: what it stands in.
            attribute: where in that.
            base: the base there, if it is not the document's.
            new_request: whether the place always makes a new request (RFC 2396, section 4.2).
        """
        base = base or self.base
        judgement = self._judge(reference, base, new_request=new_request)
        return judged(self.document.name, place, element, attribute, reference, base, judgement)

    def base_row(
        self, reference: str, place: Place, element: str | None, attribute: str | None, around: Base, inside: Base
    ) -> FoundReference:
        """A row for a reference that is offered as a base; it says if it was refused as one.

        Args:
            reference, place, element, attribute: as in `row`.
            around: the base that the reference is read against.
            inside: the base that came of it.
        """
        return refused_base(self.row(reference, place, element, attribute, base=around), around, inside)

    def failed(self, reason: str, place: Place = NOWHERE) -> FoundReference:
        """A row that says why the document, or what follows in it, is not read."""
        return unreadable(self.document.name, reason, place)


def refused_base(row: FoundReference, around: Base, inside: Base) -> FoundReference:
    """The row of a base, with the reason if it was refused as one."""
    if row.error is not None or inside.refused is around.refused:
        return row
    return row._replace(error=f"refused as a base: {inside.refused[-1].reason}", problem="base")


_LINE_BREAK: Final = re.compile(r"\r\n?|\n")


class Places:
    """Lines and columns of a text's places, both from 1; CR, LF and CR LF end lines.

    >>> Places("a\\nbc").place(3)
    (2, 2)
    """

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_BREAK.finditer(self._text))]

    def place(self, at: int) -> tuple[int, int]:
        """The line and column of an offset."""
        line = bisect.bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1
