"""How far a long reading is, on standard error where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import Final, TypeVar

Item = TypeVar("Item")

# A look at the clock costs as much as a short text: it is looked at once in so many.
_EVERY: Final = 256
_SECONDS: Final = 1.0


def counted(items: Iterable[Item], *, count: Callable[[Item], int] | None = None) -> Iterator[Item]:
    """Yield the items. After each second the terminal shows how many there were; at the end that is wiped away.

    `count` gives how many lines an item has; without it, each is one.

    Nothing is shown where standard error is not a terminal, or where standard output is one too: what is written there
    shows how far it is.
    """
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield from items
        return
    told = monotonic()
    written = False
    try:
        number = 0
        for item in items:
            yield item
            number += 1 if count is None else count(item)
            if (count or number % _EVERY == 0) and (now := monotonic()) - told >= _SECONDS:
                told, written = now, True
                sys.stderr.write(f"\r{number:,} lines")
                sys.stderr.flush()
    finally:
        if written:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
