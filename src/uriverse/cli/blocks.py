"""The fast path: native code answers whole blocks of lines, and Python the lines that need an explanation.

A block is the result of one read, up to its last line end. Native code answers the lines it can on all cores, and
returns the positions of the others. Python answers those one by one and explains errors, while native code works on
the next block. With `uriverse edit --set host=x`:

    http://a/    →    http://x/        by native code
    a b          →    the error        one by one, on standard error
    http://c/    →    http://x/        by native code
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from threading import Thread
from typing import IO, Any, Final, TypeAlias

from uriverse._core import Column
from uriverse.cli.progress import counted
from uriverse.ground.masking import shown_lines

# The answers, one a line; and for each line without an answer its start and end in the block, and the position in
# the answers where its own belongs.
Answers: TypeAlias = tuple[bytes, list[tuple[int, int, int]]]
ByBlock: TypeAlias = Callable[["Block"], Answers]

# The JSON of a line is up to fifty times as long as the line: larger blocks take more memory and as much time.
_BLOCK: Final = 1 << 17


class Block:
    """Some lines of a file, after --strip and --skip-blank.

    Lines are numbered from 1; `numbers` is None if none was skipped. `count` is how many of the file they were.
    """

    def __init__(self, octets: bytes, source: str, first: int, *, strips: bool, skips: bool) -> None:
        self.octets, self.source, self.first = octets, source, first
        self.count = octets.count(b"\n") + (not octets.endswith(b"\n"))
        self.numbers: list[int] | None = None
        # How many lines have been passed, and where the next one begins.
        self._passed = self._start = 0
        if strips or skips:
            lines = octets.decode("utf-8", "surrogateescape").removesuffix("\n").split("\n")
            if strips:
                lines = list(map(str.strip, lines))
            if skips:
                self.numbers = [first + at for at, line in enumerate(lines) if line and not line.isspace()]
                lines = [lines[number - first] for number in self.numbers]
            self.octets = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")

    def through(self, kernel: Callable[..., Column], *arguments: Any, **options: Any) -> Answers:
        """Return the answers of a kernel for columns, which takes the lines first."""
        return kernel(Column.of_lines(self.octets), *arguments, **options).to_lines(self.octets)

    def number(self, start: int) -> int:
        """Return the number of the line that begins at an octet; calls go forward."""
        self._passed += self.octets.count(b"\n", self._start, start)
        self._start = start
        return self.first + self._passed if self.numbers is None else self.numbers[self._passed]


class Due:
    """The answers to a block, written as late as possible: at once if Python answers no line between them."""

    def __init__(self, answers: bytes = b"", *, for_people: bool = False) -> None:
        self._answers, self._for_people = memoryview(answers), for_people
        self._written = self.end = 0

    def write(self) -> None:
        """Write the answers up to `end`."""
        if self._written < self.end:
            due = self._answers[self._written : self.end]
            sys.stdout.buffer.write(shown_lines(str(due, "utf-8")).encode() if self._for_people else due)
            self._written = self.end


class _Work(Thread):
    """A thread that computes the answers to a block."""

    def __init__(self, block: Block, by_block: ByBlock) -> None:
        super().__init__(daemon=True)
        self.block = block
        self._by_block = by_block
        self._answers_: Answers
        self._error: BaseException | None = None

    def run(self) -> None:
        try:
            self._answers_ = self._by_block(self.block)
        except BaseException as error:  # `done` raises it in the calling thread
            self._error = error

    def done(self) -> tuple[Block, Answers]:
        self.join()
        if self._error is not None:
            raise self._error
        return self.block, self._answers_


def one_ahead(blocks: Iterable[Block], by_block: ByBlock) -> Iterator[tuple[Block, Answers]]:
    """Yield each block with its answers, while a thread computes those of the next one.

    A short block means that no more input is available yet, so it is yielded without waiting for the next one.
    """
    ahead: _Work | None = None
    for block in blocks:
        work = _Work(block, by_block)
        work.start()
        if ahead is not None:
            yield ahead.done()
            ahead = None
        if len(block.octets) < _BLOCK // 2:
            yield work.done()
        else:
            ahead = work
    if ahead is not None:
        yield ahead.done()


def blocks(file: IO[bytes], source: str, *, strips: bool, skips: bool) -> Iterator[Block]:
    """Yield the lines of a file in blocks, and report how many there were."""

    def read() -> Iterator[Block]:
        first = 1
        for octets in _whole_lines(file):
            block = Block(octets, source, first, strips=strips, skips=skips)
            yield block
            first += block.count

    return counted(read(), count=lambda block: block.count)


def _whole_lines(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the file in whole lines, as soon as they can be read, without a byte order mark."""
    # The pieces of an incomplete line.
    pieces: list[bytes | memoryview] = []
    is_first = True
    while read := file.read1(_BLOCK):  # type: ignore[attr-defined]
        end = read.rfind(b"\n") + 1
        pieces.append(memoryview(read)[:end])
        if end:
            block = b"".join(pieces)
            yield block.removeprefix(b"\xef\xbb\xbf") if is_first else block
            is_first = False
            pieces.clear()
        pieces.append(read[end:])
    if block := b"".join(pieces):
        yield block.removeprefix(b"\xef\xbb\xbf") if is_first else block
