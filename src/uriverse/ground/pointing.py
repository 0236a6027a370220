"""Excerpts for messages: the text around a position with a caret, or both ends of a long text.

Secrets are masked. This module does not import editions, so every error can use it.
"""

from __future__ import annotations

from uriverse.ground.lean_typing import TYPE_CHECKING, Final
from uriverse.ground.masking import Masked
from uriverse.ground.widths import columns

if TYPE_CHECKING:
    from uriverse._core import Components

WINDOW: Final = 80
# Marks an omitted part of a long text.
GAP: Final = "..."


def marked(text: str, start: int, end: int, window: int) -> tuple[str, str]:
    """Return the text around a place, and marks under the place; unprintable characters are one column wide.

    Args:
        text: all of it.
        start, end: the place.
        window: how many characters of a long text are shown.

    >>> print(*marked("http://h:25/", 9, 11, 80), sep=chr(10))
    http://h:25/
             ^^
    """
    first = max(0, min(start - window // 2, len(text) - window))
    visible = printable(text[first : first + window])
    before, after = GAP if first else "", GAP if first + window < len(text) else ""
    marks = "^" * max(1, columns(visible[start - first : end - first]))
    return f"{before}{visible}{after}", f"{' ' * (len(before) + columns(visible[: start - first]))}{marks}"


def printable(text: str) -> str:
    """Replace each unprintable character by U+FFFD."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)


def shortened(text: str | Components) -> str:
    """The whole text if it is short, else its two ends; secrets are masked."""
    text = Masked(text).shown
    return text if len(text) <= WINDOW else f"{text[: WINDOW // 2]}...{text[-WINDOW // 2 :]}"
