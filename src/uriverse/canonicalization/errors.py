"""Errors: a text without a canonical form, and an unknown profile."""

from __future__ import annotations

from _collections_abc import Iterable

from uriverse.errors import UnknownWordError, URIError
from uriverse.ground.masking import shown

# At most so many characters of a text are shown.
_LONGEST_EXCERPT = 80


class CanonicalError(URIError):
    """A text that a profile refuses.

    Attributes:
        text: the whole text.
        profile: the profile's name.
        step: the name of the step that refuses it, or None if the steps do not settle.
        detail: what the step needs, in one sentence.
    """

    reason = "no-canonical-form"

    def __init__(self, *, text: str, profile: str, step: str | None, detail: str) -> None:
        super().__init__()
        self.text = text
        self.profile = profile
        self.step = step
        self.detail = detail

    def __str__(self) -> str:
        at = "" if self.step is None else f", step {shown(self.step)!r}"
        text = self.text if len(self.text) <= _LONGEST_EXCERPT else f"{self.text[:_LONGEST_EXCERPT]}..."
        return f"no canonical form by {shown(self.profile)!r}{at}: {shown(self.detail)}\n  {shown(text)}"


class UnknownProfileError(UnknownWordError, KeyError):
    """A name that no shipped profile has."""

    reason = "unknown-profile"

    def __init__(self, profile: str, choices: Iterable[str]) -> None:
        super().__init__("profile", profile, choices)
