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


def pointed(text: str | Components, at: int) -> str:
    """At most 80 characters around a position, and a caret under it; secrets are masked."""
    hidden = Masked(text)
    text, at = hidden.shown, hidden.at(at)
    start = max(0, min(at - WINDOW // 2, len(text) - WINDOW))
    shown = text[start : start + WINDOW]
    before = "..." if start else ""
    after = "..." if start + WINDOW < len(text) else ""
    visible = shown
    if not shown.isprintable():
        visible = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in shown)
    return f"  {before}{visible}{after}\n  {' ' * (len(before) + columns(visible[: at - start]))}^"


def shortened(text: str | Components) -> str:
    """The whole text if it is short, else its two ends; secrets are masked."""
    text = Masked(text).shown
    return text if len(text) <= WINDOW else f"{text[: WINDOW // 2]}...{text[-WINDOW // 2 :]}"
