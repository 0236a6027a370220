"""The validation errors that the URL Standard's parser reports."""

from __future__ import annotations

from uriverse.errors.urls import DESCRIPTIONS
from uriverse.ground.records import dataclass


@dataclass(frozen=True, slots=True)
class ValidationError:
    """A validation error of the URL Standard (section 1.1, "Writing"): its name and its position.

    Attributes:
        name: the Standard's name, such as "invalid-URL-unit".
        at: the position in the text, counted in characters.
        failure: whether the parser returns failure because of it.
    """

    name: str
    at: int
    failure: bool = False

    @property
    def description(self) -> str:
        """What is wrong, in one sentence."""
        return DESCRIPTIONS[self.name]

    def __str__(self) -> str:
        return f"{self.name} at {self.at}: {self.description}"
