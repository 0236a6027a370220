"""Errors: a text that an edition refuses, and a reference that cannot be resolved.

The errors have the engine's report. `diagnosis.py` computes the clause and the expected characters lazily.
"""

from __future__ import annotations

from uriverse import _core
from uriverse.ground.base_errors import URIError
from uriverse.ground.caching import cache
from uriverse.ground.lean_typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeAlias

    from uriverse.editions.ids import EditionId
    from uriverse.editions.model import Edition

    # The position, the rule that the error names; the start, the rule that read it from there, and the component.
    Place: TypeAlias = tuple[int, str, int, str, str | None]


class URISyntaxError(URIError):
    """A text that its edition refuses, with the position, the rule and what was expected.

    Attributes:
        text: the whole text.
        edition: the id of the edition, or a user's own Edition.
        detail: one sentence about an error that is not in the grammar, or None.

    >>> import uriverse as uv
    >>> try:
    ...     uv.parse("http://h/a b")
    ... except uv.URISyntaxError as error:
    ...     error.at, error.rule, error.reason, error.clause
    (10, 'segment', 'white-space', 'RFC 3986, section 3.3')
    """

    def __init__(
        self,
        *,
        text: str,
        at: int,
        rule: str,
        edition: EditionId | Edition,
        start: int = 0,
        accepts: str = "",
        component: str | None = None,
        reason: str | None = None,
        detail: str | None = None,
    ) -> None:
        super().__init__()
        self.text = text
        self.edition = edition
        self.detail = detail
        self._reason = reason
        self._place = (at, rule, start, accepts or rule, component)

    # The parser raises this error with a text and an edition alone.
    detail: str | None = None
    _reason: str | None = None
    _place: Place | None = None

    def _placed(self) -> Place:
        if self._place is None:
            self._place, self._reason, _ = _core.refusal_report(self.text, edition=self.edition)
        return self._place

    @property
    def at(self) -> int:
        """The position of the error, in characters: the end of the longest prefix that the rule could complete."""
        return self._placed()[0]

    @property
    def rule(self) -> str:
        """The rule of the document that refuses the text there."""
        return self._placed()[1]

    @property
    def component(self) -> str | None:
        """The component at the position, or None if the caller named a rule."""
        return self._placed()[4]

    @property
    def reason(self) -> str:
        """The reason as a stable word for programs: a key of `uriverse.errors.REASONS`."""
        at, rule, _, _, component = self._placed()
        return self._reason or _core.refusal_reason(self.text, at, rule, component)

    @property
    def clause(self) -> str:
        """The section that defines the rule: "RFC 3986, section 3.3"."""
        from uriverse.errors.diagnosis import clause

        return clause(self.edition, self.rule)

    @property
    def expected(self) -> tuple[str, ...]:
        """The document's literals (in quotes) and rule names that are allowed there; () if there is a `detail`."""
        if self.detail is not None:
            # The rule's name may be of another edition, as for hosts.
            return ()
        at, _, start, accepts, component = self._placed()
        return tuple(_core.refusal_expected(self.text, at, start, accepts, component, edition=self.edition))

    @property
    def hint(self) -> str:
        """What to do about it, in one sentence; "" if `expected` says it."""
        return _core.refusal_hint(self.text, self.at, self.rule, self.component, edition=self.edition)

    def __str__(self) -> str:
        if self.detail is not None:
            return f"{self.detail}\n{_core.pointed(self.text, self.at, edition=self.edition)}"
        if self._place is None:
            words = _cached_words if isinstance(self.edition, str) else _refusing
            self._place, self._reason, message = _core.refusal_report(self.text, words, edition=self.edition)
            return message
        return f"{self.first_line()}\n{_core.refusal_lines(self.text, *self._place, edition=self.edition)}"

    def first_line(self) -> str:
        """The message without the picture of the position and the advice, which take most of the time."""
        if self.detail is not None:
            return self.detail
        at, rule, *_ = self._placed()
        words = _cached_words if isinstance(self.edition, str) else _refusing
        return f"{_core.subject(self.text, at)} at {at}: {words(self.edition, rule)}"


def _refusing(edition: EditionId | Edition, rule: str) -> str:
    """The end of a sentence that names the rule and its clause."""
    from uriverse.errors.diagnosis import clause, sections

    document, clauses, _ = sections(edition)
    words = f"rule {rule!r} of {clause(edition, rule)} refuses it" if clauses.get(rule) else ""
    return words or f"{document} refuses it by {rule!r}"


# At most as many as the built-in editions have rules.
_cached_words = cache(_refusing)


class ResolutionError(URIError):
    """A reference that cannot be resolved against a base.

    Attributes:
        reference, base: the texts.
        edition: the id of the edition whose rules resolve it, or a user's own Edition.
        reason: "base-not-absolute", "opaque-base", "leading-slashes", "excess-parents", "unreachable" or
            "result-refused".

    >>> import uriverse as uv
    >>> try:
    ...     uv.resolve("g", "mailto:a", edition="rfc2396")
    ... except uv.ResolutionError as error:
    ...     error.reason, error.clause
    ('opaque-base', 'RFC 2396, section 5')
    """

    reason: str

    def __init__(self, *, reference: str, base: str, edition: EditionId | Edition, reason: str) -> None:
        super().__init__()
        self.reference = reference
        self.base = base
        self.edition = edition
        self.reason = reason

    @property
    def clause(self) -> str:
        """The section that decides it: "RFC 2396, section 5"; only the document if there is no single section."""
        from uriverse.errors.diagnosis import resolution_clause

        return resolution_clause(self.edition, self.reason)

    def __str__(self) -> str:
        from uriverse import _core
        from uriverse.errors.reasons import REASONS
        from uriverse.ground.pointing import shortened

        reference, base = (_core.split(text, edition=self.edition) for text in (self.reference, self.base))
        hint = ""
        if self.reason == "base-not-absolute":
            hint = "\nhint: resolve the base first, against a URI"
            if reference.scheme is not None:
                hint = "\nhint: the reference comes first, resolve(reference, base), or base.resolve(reference)"
        return (
            f"{REASONS[self.reason].sentence} ({self.clause})\n"
            f"  reference {shortened(reference)!r}\n"
            f"  base      {shortened(base)!r}{hint}"
        )
