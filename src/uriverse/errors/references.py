"""Errors: a text that an edition refuses, and a reference that cannot be resolved.

The errors have the engine's report. `diagnosis.py` computes the clause and the expected characters lazily.
"""

from __future__ import annotations

from uriverse.ground.base_errors import URIError
from uriverse.ground.lean_typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uriverse.editions.ids import EditionId
    from uriverse.editions.model import Edition


class URISyntaxError(URIError):
    """A text that its edition refuses, with the position, the rule and what was expected.

    Attributes:
        text: the whole text.
        at: the position of the error, in characters: the end of the longest prefix that the rule could still complete.
        rule: the rule of the document that refuses it there.
        edition: the id of the edition, or a user's own Edition.
        component: the component at the position, or None if the caller named a rule.
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
        self.at = at
        self.rule = rule
        self.edition = edition
        self.component = component
        self.detail = detail
        self._reason = reason
        self._start = start
        self._accepts = accepts or rule

    @property
    def reason(self) -> str:
        """The reason as a stable word for programs: a key of `uriverse.errors.REASONS`."""
        from uriverse import _core

        return self._reason or _core.refusal_reason(self.text, self.at, self.rule, self.component)

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
        from uriverse.errors.diagnosis import expected

        return expected(self.text, self.at, (self._accepts, self._start), self.component, self.edition)

    @property
    def hint(self) -> str:
        """What to do about it, in one sentence; "" if `expected` says it."""
        from uriverse import _core

        return _core.refusal_hint(self.text, self.at, self.rule, self.component, edition=self.edition)

    def __str__(self) -> str:
        from uriverse import _core
        from uriverse.ground.pointing import pointed

        lines = [self.first_line(), pointed(_core.split(self.text, edition=self.edition), self.at)]
        if names := self.expected:
            lines.append(f"expected {' or '.join(names)}")
        if self.detail is None and (advice := self.hint):
            lines.append(advice)
        return "\n".join(lines)

    def first_line(self) -> str:
        """The message without the picture of the position and the advice, which take most of the time."""
        from uriverse.errors.diagnosis import sections

        if self.detail is not None:
            return self.detail
        document, clauses, _ = sections(self.edition)
        if clauses.get(self.rule):
            return f"{self._refused()} at {self.at}: rule {self.rule!r} of {self.clause} refuses it"
        return f"{self._refused()} at {self.at}: {document} refuses it by {self.rule!r}"

    def _refused(self) -> str:
        """The character at the position, or that the text ends there."""
        if self.at >= len(self.text):
            return "the text ends"
        character = self.text[self.at]
        return f"{character!r}" if character.isprintable() else f"{character!r} (U+{ord(character):04X})"


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
        if self.reason == "base-not-absolute" and reference.scheme is not None:
            hint = "\nhint: the reference comes first, resolve(reference, base), or base.resolve(reference)"
        return (
            f"{REASONS[self.reason].sentence} ({self.clause})\n"
            f"  reference {shortened(reference)!r}\n"
            f"  base      {shortened(base)!r}{hint}"
        )
