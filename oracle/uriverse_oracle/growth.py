"""How the time of an answer grows with the length of the question: hostile texts, each the same at six lengths.

The time is the processor time of the driver's process, where the system tells it, so that other programs do not count;
reading the line and writing the answer do. The smallest of three is kept. A time grows faster than its text only if it
does so on each of the last two steps: where a text outgrows a cache, one step costs more than the next, in every
program. The answer must also take a tenth of a second, or nobody is hurt.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, log
from typing import Final

from uriverse.ground.argument_types import takes
from uriverse.ground.masking import masked_repr
from uriverse_oracle.running import MOST_DEATHS, Driver

LENGTHS: Final = (4_000, 16_000, 64_000, 256_000, 1_000_000, 4_000_000)
ROUNDS: Final = 3
WARM_UP: Final = 50
# A shape ends after the first length that takes as long.
ENOUGH_SECONDS: Final = 1.0
# Faster than a time proportional to the length, and slower than one to its square.
STEEP: Final = 1.5
LEAST_SECONDS: Final = 0.1
# A time below it is that of the clock.
CLOCK_SECONDS: Final = 0.001


def _repeated(head: str, piece: str, tail: str = "") -> Callable[[int], str]:
    return lambda length: head + piece * (length // len(piece)) + tail


SHAPES: Final[Mapping[str, tuple[str, Callable[[int], str]]]] = {
    "a long segment": ("parse", _repeated("http://h/", "a")),
    "a long segment and an error": ("parse", _repeated("http://h/", "a", " <")),
    "many segments": ("parse", _repeated("http://h/", "a/")),
    "many triplets": ("parse", _repeated("http://h/", "%41")),
    "many labels": ("parse", _repeated("http://", "a.", "b/")),
    "many at signs": ("parse", _repeated("http://", "@", "h/")),
    "many colons": ("parse", _repeated("http://h", ":", "/")),
    "many brackets": ("parse", _repeated("http://", "[", "/")),
    "many slashes": ("parse", _repeated("", "/")),
    "many number signs": ("parse", _repeated("http://h/", "#")),
    "many parameters": ("parse", _repeated("http://h/?", "a=b&")),
    "a long scheme": ("parse", _repeated("", "a", ":b")),
    "a long port": ("parse", _repeated("http://h:", "1", "/")),
    "many spaces": ("parse", _repeated("", " ", "http://h/")),
    "many dot segments": ("resolve", _repeated("", "../", "g")),
    "segments and dot segments": ("resolve", _repeated("", "a/../", "g")),
    "dot segments to remove": ("normalize", _repeated("http://h/", "a/../")),
    "triplets to decode": ("normalize", _repeated("http://h/", "%7e")),
}


@dataclass(frozen=True, slots=True)
class Growth:
    """The times of one shape.

    Attributes:
        shape: its name, a key of `SHAPES`.
        lengths: how many characters the repeated part has.
        seconds: the processor time of an answer at each length; fewer than lengths after a failure.
        failure: "timeout" and the like at the first length that has no time; "" where all have one.
    """

    shape: str
    lengths: tuple[int, ...]
    seconds: tuple[float, ...]
    failure: str = ""

    def __repr__(self) -> str:
        return masked_repr(self)

    @property
    def steps(self) -> tuple[float, ...]:
        """The slope of the time over the length, between each two lengths that have times above the clock's."""
        points = [
            (length, second)
            for length, second in zip(self.lengths, self.seconds, strict=False)
            if second >= CLOCK_SECONDS
        ]
        return tuple(log(after[1] / before[1]) / log(after[0] / before[0]) for before, after in pairwise(points))

    @property
    def grows(self) -> bool:
        """Whether the time grows faster than the text on each of the last two steps, to at least a tenth of a second.

        >>> Growth("many slashes", (4_000, 16_000, 64_000), (0.004, 0.064, 1.024)).grows
        True
        >>> Growth("many slashes", (4_000, 16_000, 64_000), (0.001, 0.004, 0.064)).grows
        False
        """
        last = self.steps[-2:]
        return len(last) == 2 and min(last) > STEEP and self.seconds[-1] >= LEAST_SECONDS

    def said(self) -> str:
        """The failure or the times, in milliseconds, at the last three lengths.

        >>> Growth("many slashes", (4_000, 16_000, 64_000), (0.004, 0.064, 1.024)).said()
        '4 ms at 4,000 characters, 64 ms at 16,000 characters, 1,024 ms at 64,000 characters'
        """
        pairs = list(zip(self.lengths, self.seconds, strict=False))[-3:]
        times = ", ".join(f"{1000 * second:,.0f} ms at {length:,} characters" for length, second in pairs)
        if not self.failure:
            return times
        return ", ".join(filter(None, (times, f"{self.failure} at {self.lengths[len(self.seconds)]:,} characters")))


@takes(command=Sequence, seconds=(int, float))
def grow(command: Sequence[str], *, lengths: Sequence[int] = LENGTHS, seconds: float = 10.0) -> tuple[Growth, ...]:
    """Ask a driver every shape at every length.

    Args:
        command: as for `Driver`.
        lengths: of the repeated part, ascending.
        seconds: how long an answer may take; a shape ends there, or after the first answer that takes a second.
    """
    found = []
    with Driver(command, seconds=seconds) as driver:
        for shape, (operation, text) in SHAPES.items():
            # The first answers of a just-in-time compiler are not the later ones.
            first = driver.ask_all([_question(operation, text(500))] * WARM_UP)
            if driver.deaths >= MOST_DEATHS or not first[0]:
                continue  # it does not start, or has no such operation
            times: list[float] = []
            failure = ""
            for length in lengths:
                timed = _fastest(driver, _question(operation, text(length)))
                if isinstance(timed, str):
                    failure = timed
                    break
                times.append(round(timed, 6))
                if timed >= ENOUGH_SECONDS:
                    break
            found.append(Growth(shape, tuple(lengths), tuple(times), failure))
    return tuple(found)


def _question(operation: str, text: str) -> dict[str, str]:
    asked = {"operation": operation, "text": text}
    return {**asked, "base": "http://a/b/c/d"} if operation == "resolve" else asked


def _fastest(driver: Driver, question: dict[str, str]) -> float | str:
    """The least time of a few rounds, or the failure that ended them."""
    least = inf
    for _ in range(ROUNDS):
        timed = _timed(driver, question)
        if isinstance(timed, str):
            return timed
        least = min(least, timed)
    return least


def _timed(driver: Driver, question: dict[str, str]) -> float | str:
    before, begin = driver.cpu_seconds(), time.perf_counter()
    failure = driver.ask(question).get("failure")
    after, end = driver.cpu_seconds(), time.perf_counter()
    if failure:
        return str(failure)
    return end - begin if before is None or after is None else after - before
