"""Errors: a text without a canonical form, and an unknown profile."""

from __future__ import annotations

from uriverse.errors import URIError
from uriverse.ground.masking import shown
from uriverse.ground.near_names import nearest_or_all

# At most so many characters of a text are shown.
_SHOWN = 80


class CanonicalError(URIError):
    """A text that a profile refuses.

    Attributes:
        text: the whole text.
        profile: the profile's name.
        step: the name of the step that refuses it, or None if the steps do not settle.
        reason: what the step needs, in one sentence.
    """

    def __init__(self, *, text: str, profile: str, step: str | None, reason: str) -> None:
        super().__init__()
        self.text = text
        self.profile = profile
        self.step = step
        self.reason = reason

    def __str__(self) -> str:
        at = "" if self.step is None else f", step {shown(self.step)!r}"
        text = self.text if len(self.text) <= _SHOWN else f"{self.text[:_SHOWN]}..."
        return f"no canonical form by {shown(self.profile)!r}{at}: {shown(self.reason)}\n  {shown(text)}"


class UnknownProfileError(URIError, KeyError):
    """A name that no shipped profile has.

    Attributes:
        profile: the name that was requested.
        known: the names that exist.
    """

    def __init__(self, profile: str, known: tuple[str, ...]) -> None:
        super().__init__()
        self.profile = profile
        self.known = known

    def __str__(self) -> str:
        return f"there is no profile {shown(self.profile)!r}{nearest_or_all(self.profile, self.known)}"
