"""How far a long work is: the last line of the terminal, on standard error, written once a second and wiped away again.

Answers have the terminal first. `process.Output` says before each write that it writes, and the line is wiped; it comes
back where nothing was written for a second:

    uriverse audit urls.txt               1,204,224 lines        answers are rare: the line stands between them
    uriverse parse - < urls.txt           (an answer a line)     the answers show how far it is
    uriverse parse - < urls.txt > parts   1,204,224 lines        they go elsewhere
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from time import monotonic
from typing import IO, Final, Protocol, TypeVar

Item = TypeVar("Item")

# A look at the clock costs as much as a short text: it is looked at once in so many.
_EVERY: Final = 256
_SECONDS: Final = 1.0


class StatusLine:
    """The line of a process. It is asked before something long, told while that goes on, and wiped after it."""

    def __init__(self) -> None:
        self._due = 0.0
        self._shown = False

    def begins(self) -> bool:
        """Whether somebody would see the line; from now on a second goes by before it is written."""
        self._due = monotonic() + _SECONDS
        return sys.stderr is not None and sys.stderr.isatty()

    def tell(self, text: Callable[[], str]) -> None:
        """Write the line, if the last one, or the last answer on the terminal, is a second old."""
        now = monotonic()
        if now >= self._due:
            self._due, self._shown = now + _SECONDS, True
            sys.stderr.write(f"\r\x1b[K{text()}")
            sys.stderr.flush()

    def wipe(self) -> None:
        """Wipe the line away, if it stands there."""
        if self._shown:
            self._shown = False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def gives_way(self) -> None:
        """Wipe the line away and wait: an answer is written to the terminal."""
        self.wipe()
        self._due = monotonic() + _SECONDS


STATUS: Final = StatusLine()


def counted(items: Iterable[Item], *, count: Callable[[Item], int] | None = None, of: str = "lines") -> Iterator[Item]:
    """Yield the items, and tell how many there were.

    Args:
        items: what takes long to go through.
        count: how many lines an item has; without it, each is one.
        of: what the items are.
    """
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
    """Tell what is done while the context lasts, and for how long; yield a function that tells what is done next.

    Nothing else may be written to the terminal in it.

    >>> with working("making the questions") as begins:  # on a terminal, after a second: making the questions, 1 s
    ...     begins("asking them")
    """
    doing = [what]
    if not STATUS.begins():
        yield doing.append
        return
    begun, ended = monotonic(), Event()

    def text() -> str:
        return f"{doing[-1]}, {monotonic() - begun:.0f} s"

    def tell() -> None:
        while not ended.wait(_SECONDS):
            STATUS.tell(text)

    teller = Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield doing.append
    finally:
        ended.set()
        teller.join()
        STATUS.wipe()


class Readable(Protocol):
    """A binary file, as far as a search needs one."""

    def read(self, size: int, /) -> bytes: ...


class _ToldFile:
    """A binary file; each read tells how much was read."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._done = self._total = 0
        with suppress(OSError):  # a file in memory has no number; a pipe has no size
            self._total = os.fstat(file.fileno()).st_size

    def read(self, size: int, /) -> bytes:
        octets = self._file.read(size)
        self._done += len(octets)
        STATUS.tell(lambda: octets_read(self._done, self._total))
        return octets


@contextmanager
def with_progress(file: IO[bytes]) -> Iterator[Readable]:
    """A file to read, which tells how much of it was read."""
    try:
        yield _ToldFile(file) if STATUS.begins() else file
    finally:
        STATUS.wipe()


def octets_read(done: int, total: int) -> str:
    """How much is read, of how much if that is known.

    >>> octets_read(12_345_678, 303_000_000), octets_read(12_345_678, 0)
    ('12 of 303 MB', '12 MB')
    """
    return f"{done // 1_000_000:,} of {total // 1_000_000:,} MB" if total else f"{done // 1_000_000:,} MB"
