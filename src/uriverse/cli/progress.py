"""The progress line: the last line of the terminal, on standard error, updated once a second and erased at the end.

Answers have priority. `process.Output` announces each write, and the line is erased; it returns after a second without
a write:

    uriverse audit urls.txt               1,204,224 lines        answers are rare: the line is between them
    uriverse parse - < urls.txt           (an answer a line)     the answers show the progress
    uriverse parse - < urls.txt > parts   1,204,224 lines        the answers go to a file
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic
from typing import Final, TypeVar

Item = TypeVar("Item")

# Reading the clock costs as much as a short text, so it is read once for so many.
_EVERY: Final = 256
_SECONDS: Final = 1.0


class StatusLine:
    """The progress line of a process: `begins` before the work, `tell` during it, `wipe` after it."""

    def __init__(self) -> None:
        self._due = 0.0
        self._shown = False

    def begins(self) -> bool:
        """Start the timer; return whether standard error is a terminal."""
        self._due = monotonic() + _SECONDS
        return sys.stderr is not None and sys.stderr.isatty()

    def tell(self, text: Callable[[], str]) -> None:
        """Write the line if nothing was written to the terminal for a second."""
        now = monotonic()
        if now >= self._due:
            self._due, self._shown = now + _SECONDS, True
            sys.stderr.write(f"\r\x1b[K{text()}")
            sys.stderr.flush()

    def wipe(self) -> None:
        """Erase the line if it is shown."""
        if self._shown:
            self._shown = False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def gives_way(self) -> None:
        """Erase the line and restart the timer, before an answer is written to the terminal."""
        self.wipe()
        self._due = monotonic() + _SECONDS


STATUS: Final = StatusLine()


def counted(items: Iterable[Item], *, count: Callable[[Item], int] | None = None, of: str = "lines") -> Iterator[Item]:
    """Yield the items, and show how many there were."""
    if not STATUS.begins():
        yield from items
        return
    number = 0

    def text() -> str:
        return f"{number:,} {of}"

    try:
        for item in items:
            yield item
            number += 1 if count is None else count(item)
            if count or number % _EVERY == 0:
                STATUS.tell(text)
    finally:
        STATUS.wipe()


@contextmanager
def working(what: str) -> Iterator[Callable[[str], None]]:
    """Show a task and its duration while the context lasts; yield a function that names the next task.

    Nothing else may be written to the terminal meanwhile.

    >>> with working("making the questions") as begins:  # on a terminal, after a second: making the questions, 1 s
    ...     begins("asking them")
    """
    tasks = [what]
    if not STATUS.begins():
        yield tasks.append
        return
    start, ended = monotonic(), Event()

    def text() -> str:
        return f"{tasks[-1]}, {monotonic() - start:.0f} s"

    def tell() -> None:
        while not ended.wait(_SECONDS):
            STATUS.tell(text)

    thread = Thread(target=tell, daemon=True)
    thread.start()
    try:
        yield tasks.append
    finally:
        ended.set()
        thread.join()
        STATUS.wipe()


def octets_read(done: int, total: int) -> str:
    """Return how much has been read, and the total if it is known.

    >>> octets_read(12_345_678, 303_000_000), octets_read(12_345_678, 0)
    ('12 of 303 MB', '12 MB')
    """
    return f"{done // 1_000_000:,} of {total // 1_000_000:,} MB" if total else f"{done // 1_000_000:,} MB"
