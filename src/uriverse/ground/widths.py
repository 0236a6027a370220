"""The width of a text in a terminal, to place a caret under the right character.

By UAX #11 an ideograph takes two columns; a combining mark takes none.

>>> columns("a/b"), columns("東京"), columns("e\\u0301")
(3, 4, 1)
"""

from __future__ import annotations

from uriverse.ground.unicode_tables import category, width


def columns(text: str) -> int:
    """The number of terminal columns of a text."""
    return len(text) if text.isascii() else sum(map(_width, text))


def _width(character: str) -> int:
    if category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if width(character) in {"W", "F"} else 1
