"""Rows: one for each reference found in a document, and one for each document that cannot be read as it is.

The readers find references. This module alone decides what becomes of one: whether the edition accepts it, what it
resolves to, and what is wrong with it.

A row carries a problem in two forms: `problem` is a word for programs, `error` is a sentence for people.
"""

from __future__ import annotations

import bisect
import re
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from uriverse import _core
from uriverse._core import target as _target
from uriverse.documents.base import Base, BaseRule, in_one_line
from uriverse.editions.registry import edition_of
from uriverse.errors import ResolutionError, URISyntaxError
from uriverse.masking import masked_repr
from uriverse.reference.resolution import SameDocument

if TYPE_CHECKING:
    from uriverse import Edition, EditionId
    from uriverse._core import Kind
    from uriverse.documents.document import Document

Problem = Literal["syntax", "misformed", "unresolved", "base", "part", "unreadable", "incomplete", "charset"]


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
        valid: whether the edition's grammar accepts the reference.
        error: what is wrong, in one line, or None.
        part: the name of the part of the same message that the reference leads to, or None. The command line's JSON,
            CSV and Parquet have the twelve fields before it.
        problem: the kind of `error`, or None. Of a reference: "syntax" (the edition refuses it), "misformed" (RFC 2396,
            section 5.2, step 3; the command line's --check alone asks for it), "unresolved" (it has no target), "base"
            (it is refused as a base), "part" (the part it names is missing). Of a document: "unreadable" (it is not
            read, or not from there on), "incomplete" (some of it is missing), "charset" (its octets do not fit its
            charset).
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
    part: str | None = None
    problem: Problem | None = None

    def __repr__(self) -> str:
        return masked_repr(self)


Place = tuple[int | None, int | None]
NOWHERE: Final[Place] = (None, None)


def unreadable(source: str, reason: str, place: Place = NOWHERE) -> FoundReference:
    """The row of a document that is not read, or not from a place on."""
    return FoundReference(source, *place, error=f"cannot be read: {reason}", problem="unreadable")


def incomplete(source: str, reason: str) -> FoundReference:
    """The row of a document that is read, but not wholly."""
    return FoundReference(source, error=f"cannot be read wholly: {reason}", problem="incomplete")


def of_charset(source: str, reason: str) -> FoundReference:
    """The row of a document whose octets do not fit its charset."""
    return FoundReference(source, error=reason, problem="charset")


class Judgement(NamedTuple):
    """What becomes of a reference: fields of its row."""

    resolved: str | None
    kind: Kind | None
    valid: bool
    error: str | None
    problem: Problem | None

    def __repr__(self) -> str:
        return masked_repr(self)


class Judge:
    """Judges the references of one document.

    Args:
        document: the URI of the document itself, which "the current document" names; None if it has none.
        edition: the edition of the syntax.
    """

    def __init__(self, document: _core.URI | None, edition: EditionId | Edition) -> None:
        self._document = document
        self._edition = edition
        self._means_the_base = _means_the_base(edition)

    def fast_base(self, base: Base) -> _core.URI | None:
        """The base as `_core.target` takes it; None if another edition resolves than judges (RFC 1738, say)."""
        return base.uri if base.uri is not None and base.uri.edition == self._edition else None

    def __call__(self, reference: str, base: Base, *, new_request: bool = False) -> Judgement:
        """Check a reference under the edition and resolve it.

        Args:
            reference: as it stands in the document.
            base: the base at that place.
            new_request: whether the place always makes a new request (RFC 2396, section 4.2).
        """
        # Nearly all references are valid and have a target, and then there is nothing more to ask.
        found = _target(reference, self.fast_base(base))
        if found is not None:
            return _judgement(Judgement, (*found, True, None, None))
        kind, error = None, None
        try:
            kind = _parse(reference, edition=self._edition).kind
        except URISyntaxError as refusal:
            error = in_one_line(refusal)
        if base.uri is None and (error is not None or kind not in ("absolute", "opaque")):
            return _without_target(kind, error, _no_base(base))
        try:
            # Without a base an absolute reference stands for itself.
            target = _resolve(
                reference,
                reference if base.uri is None else base.uri,
                edition=self._edition,
                new_request=new_request and self._means_the_base,
            )
        except URISyntaxError:
            return _without_target(kind, error, "it cannot be split into components")
        except ResolutionError as failure:
            return _without_target(kind, error, str(failure).partition("\n")[0])
        if type(target) is not _SameDocument:
            return _judgement(Judgement, (str(target), kind, error is None, error, error and "syntax"))
        if self._document is None:
            return _without_target(kind, error, "it means the current document, which has no URI here")
        return Judgement(f"{self._document}{target}", kind, error is None, error, "syntax" if error else None)


# Looked up once, not for each reference; the last is what a NamedTuple's constructor comes to, without its call.
_parse, _resolve, _SameDocument, _judgement = _core.parse, _core.resolve, SameDocument, tuple.__new__


def _without_target(kind: Kind | None, error: str | None, reason: str) -> Judgement:
    if error is not None:
        return Judgement(None, kind, False, error, "syntax")
    return Judgement(None, kind, True, reason, "unresolved")


def _no_base(base: Base) -> str:
    if not base.refused:
        return "there is no base to resolve it against"
    refused = base.refused[-1]
    return f"there is no base to resolve it against: {refused.shown} was refused, {refused.reason}"


def _means_the_base(edition: EditionId | Edition) -> bool:
    """Whether an empty reference that always makes a new request (HTML's FORM, say) means the base.

    RFC 2396, section 4.2, has it so. url-syntax-04, section 4.2, lets it mean the URL of the current document. In the
    other editions it means the current document, as any other empty reference does.
    """
    value = edition_of(edition)
    return value.resolution.get("new_request") == "base"


class Rows:
    """Makes the rows of one document, so that a reader says only what differs between them.

    Attributes:
        document: the document.
        base: the base where an element doesn't have its own.
        edition: the edition of the syntax.
    """

    def __init__(self, document: Document, base: Base, edition: EditionId | Edition) -> None:
        self.document = document
        self.base = base
        self.edition = edition
        self._judge = Judge(document.address(edition), edition)

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
        resolved, kind, valid, error, problem = self._judge(reference, base, new_request=new_request)
        return FoundReference(
            self.document.name,
            *place,
            element,
            attribute,
            reference,
            base.text,
            base.rule,
            resolved,
            kind,
            valid,
            error,
            None,
            problem,
        )

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
        self._starts = [0, *(match.end() for match in _LINE_BREAK.finditer(text))]

    def place(self, at: int) -> tuple[int, int]:
        """The line and column of an offset."""
        line = bisect.bisect_right(self._starts, at)
        return line, at - self._starts[line - 1] + 1
