"""How many columns of a terminal a text takes, so that a caret stands under the right character.

Goes in: a text. Comes out: columns by UAX #11, as terminals draw them: an ideograph takes two, a combining mark none.

>>> columns("a/b"), columns("東京"), columns("e\\u0301")
(3, 4, 1)
"""

from __future__ import annotations

from uriverse.ground.unicode_tables import category, width


def columns(text: str) -> int:
    """The number of columns that a text takes."""
    return len(text) if text.isascii() else sum(map(_columns_of, text))


def _columns_of(character: str) -> int:
    if category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if width(character) in {"W", "F"} else 1
