"""One reference found in a document: the row that every reader gives, and how a reference is judged.

A row says where the reference stands, what is written there, what it resolves to, and whether the edition accepts it.
The readers find references; this module alone decides what becomes of one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import uriverse as uv
from uriverse._core import target as _target

if TYPE_CHECKING:
    from uriverse import Edition, EditionId
    from uriverse._core import Kind
    from uriverse.documents.base import Base, BaseRule


class FoundReference(NamedTuple):
    """A reference that stands in a document. A row about a whole document that cannot be read has a `source` and an
    `error` alone.

    Attributes:
        source: the document: a file's name, or what the caller called it.
        line, column: where the element begins, both from 1; the column counts characters. None where the parser made
            an element that no tag in the source began.
        element: the element's name, "style" for a style sheet in the page.
        attribute: the attribute's name; None where the reference stands in the element's text.
        reference: as written, with character references decoded and, where HTML says so, white space around it gone.
        base: the base URI it was resolved against, or None.
        base_rule: the layer that chose the base, "embedded", "entity", "retrieval" or "default", or None.
        resolved: the target URI, or None where there is none.
        kind: "absolute", "opaque", "network-path", "absolute-path", "relative-path" or "same-document"; None where the
            reference is not valid.
        valid: whether the edition's grammar accepts the reference.
        error: what is wrong, in one line, or None.
        part: the name of the part of the same message that the reference leads to, or None. The command line's JSON,
            CSV and Parquet have the twelve fields before it.
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


class Judgement(NamedTuple):
    """What becomes of a reference: the last four fields of a row."""

    resolved: str | None
    kind: Kind | None
    valid: bool
    error: str | None


def judge(
    reference: str,
    base: Base,
    *,
    document: uv.URI | None,
    edition: EditionId | Edition,
    new_request: bool = False,
) -> Judgement:
    """Check a reference under an edition and resolve it.

    Args:
        reference: as it stands in the document.
        base: the base at that place.
        document: the URI of the document itself, which "the current document" names; None where it has none.
        edition: the edition of the syntax.
        new_request: whether the place always makes a new request (RFC 2396, section 4.2).
    """
    return Judge(document, edition)(reference, base, new_request=new_request)


class Judge:
    """Judges the references of one document, as `judge` does one; asks of the edition once what holds for all."""

    def __init__(self, document: uv.URI | None, edition: EditionId | Edition) -> None:
        self._document = document
        self._edition = edition
        self._means_the_base = _means_the_base(edition)

    def quick(self, base: Base) -> uv.URI | None:
        """The base as `_core.target` takes it; None where another edition resolves than judges (RFC 1738, say)."""
        return base.uri if base.uri is not None and base.uri.edition == self._edition else None

    def __call__(self, reference: str, base: Base, *, new_request: bool = False) -> Judgement:
        """Check a reference and resolve it."""
        # Nearly all references are valid and have a target, and then there is nothing more to ask.
        found = _target(reference, self.quick(base))
        if found is not None:
            return _judgement(Judgement, (*found, True, None))
        kind, error = None, None
        try:
            kind = _parse(reference, edition=self._edition).kind
        except uv.URISyntaxError as refusal:
            error = in_one_line(refusal)
        if base.uri is None and (error is not None or kind not in ("absolute", "opaque")):
            return Judgement(None, kind, error is None, error or _no_base(base))
        try:
            # Without a base an absolute reference stands for itself.
            target = _resolve(
                reference,
                reference if base.uri is None else base.uri,
                edition=self._edition,
                new_request=new_request and self._means_the_base,
            )
        except uv.URISyntaxError:
            return Judgement(None, kind, error is None, error)
        except uv.ResolutionError as failure:
            return Judgement(None, kind, error is None, error or str(failure).partition("\n")[0])
        if type(target) is not _SameDocument:
            return _judgement(Judgement, (str(target), kind, error is None, error))
        if self._document is None:
            unknown = "it means the current document, which has no URI here"
            return Judgement(None, kind, error is None, error or unknown)
        return Judgement(f"{self._document}{target}", kind, error is None, error)


# Looked up once, not for each reference; the last is what a NamedTuple's constructor comes to, without its call.
_parse, _resolve, _SameDocument, _judgement = uv.parse, uv.resolve, uv.SameDocument, tuple.__new__


def _no_base(base: Base) -> str:
    if not base.refused:
        return "there is no base to resolve it against"
    refused = base.refused[-1]
    return f"there is no base to resolve it against: {refused.text!r} was refused, {refused.reason}"


def in_one_line(refusal: uv.URISyntaxError) -> str:
    """What the edition refuses, where, by which rule, and the hint; the long message has a picture and expectations.

    A page may hold many thousands of them, so this asks for no more than it shows.
    """
    found = repr(refusal.text[refusal.at]) if refusal.at < len(refusal.text) else "the end"
    said = refusal.reason or f"{found} is not in {refusal.rule} ({refusal.clause})"
    hint = refusal.hint
    return f"at {refusal.at}: {said}; {hint}" if hint else f"at {refusal.at}: {said}"


def _means_the_base(edition: EditionId | Edition) -> bool:
    """Whether an empty reference that always makes a new request (HTML's FORM, say) means the base.

    RFC 2396, section 4.2, has it so; url-syntax-04, section 4.2, lets it mean the URL of the current document; where
    a document makes no such exception, it means the current document as any other does.
    """
    value = uv.EDITIONS[edition] if isinstance(edition, str) else edition
    return value.resolution.get("new_request") == "base"
