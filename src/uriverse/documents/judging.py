"""Check and resolve references by an edition.

`browser.py` does the same by the URL Standard, with the same interface.
"""

from __future__ import annotations

from uriverse import _core
from uriverse._core import target as _target
from uriverse.documents.base import Base, in_one_line
from uriverse.editions.registry import edition_of
from uriverse.errors import ResolutionError, URISyntaxError
from uriverse.ground.caching import cached_property
from uriverse.ground.lean_typing import TYPE_CHECKING, Literal, cast
from uriverse.ground.records import NamedTuple
from uriverse.reference.resolution import SameDocument

if TYPE_CHECKING:
    from uriverse._core import Kind
    from uriverse.documents.document import Document
    from uriverse.editions.registry import Edition, EditionId

Problem = Literal[
    "syntax", "misformed", "host", "unresolved", "base", "part", "no-file", "no-anchor", "outside", "unreadable",
    "incomplete", "charset", "skipped",
]  # fmt: skip


class CheckedReference(NamedTuple):
    """The result for a reference: fields of its row."""

    resolved: str | None
    kind: Kind | None
    valid: bool
    error: str | None
    problem: Problem | None


class Judge:
    """Checks and resolves the references of one document."""

    def __init__(self, document: Document, edition: EditionId | Edition) -> None:
        self._document = document
        self._edition = edition

    @cached_property
    def _current_document(self) -> _core.URI | None:
        return self._document.address(self._edition)

    def fast_base(self, base: Base) -> _core.URI | None:
        """The base as an argument for `_core.target`; None if its edition is not the judge's, as a base by RFC 1738."""
        return base.uri if isinstance(base.uri, _core.URI) and base.uri.edition == self._edition else None

    def __call__(self, reference: str, base: Base, *, new_request: bool) -> CheckedReference:
        """Check a reference under the edition and resolve it.

        `new_request`: such a reference always makes a new request (RFC 2396, section 4.2).
        """
        # Fast path: nearly all references are valid and have a target.
        target_and_kind = _target(reference, self.fast_base(base))
        if target_and_kind is not None:
            return _new_tuple(CheckedReference, (*target_and_kind, True, None, None))
        kind, error = None, None
        try:
            kind = _parse(reference, edition=self._edition).kind
        except URISyntaxError as refusal:
            error = in_one_line(refusal)
        if base.uri is None and (error is not None or kind not in ("absolute", "opaque")):
            return _without_target(kind, error, no_base(base))
        try:
            # Without a base, resolve an absolute reference against itself.
            target = _resolve(
                reference,
                cast(_core.URI, base.uri) if base.uri is not None else reference,
                edition=self._edition,
                new_request=new_request and _means_the_base(self._edition),
            )
        except URISyntaxError:
            return _without_target(kind, error, "it cannot be split into components")
        except ResolutionError as failure:
            return _without_target(kind, error, str(failure).partition("\n")[0])
        if type(target) is not _SameDocument:
            return _new_tuple(CheckedReference, (str(target), kind, error is None, error, error and "syntax"))
        if self._current_document is None:
            return _without_target(kind, error, "it means the current document, which has no URI here")
        return CheckedReference(
            f"{self._current_document}{target}", kind, error is None, error, "syntax" if error else None
        )


# Global names are faster than attributes; `tuple.__new__` saves the call of the NamedTuple's constructor.
_parse, _resolve, _SameDocument, _new_tuple = _core.parse, _core.resolve, SameDocument, tuple.__new__


def _without_target(kind: Kind | None, error: str | None, reason: str) -> CheckedReference:
    if error is not None:
        return CheckedReference(None, kind, False, error, "syntax")
    return CheckedReference(None, kind, True, reason, "unresolved")


def no_base(base: Base) -> str:
    """The error for a relative reference without a base."""
    if not base.refused:
        return "there is no base to resolve it against"
    refusal = base.refused[-1]
    return f"there is no base to resolve it against: {refusal.shown} was refused, {refusal.reason}"


def _means_the_base(edition: EditionId | Edition) -> bool:
    """Whether an empty reference that always makes a new request (such as the action of HTML's FORM) means the base.

    RFC 2396, section 4.2, says so. By url-syntax-04, section 4.2, it means the URL of the current document. In the
    other editions it means the current document, like any other empty reference.
    """
    value = edition_of(edition)
    return value.resolution.get("new_request") == "base"
