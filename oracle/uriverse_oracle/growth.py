"""The growth of the answering time with the length of hostile texts, each at up to six lengths.

The time is the processor time of the driver's process (the wall clock outside Linux), including reading the line and
writing the answer. It is the minimum of three rounds, or of two if they are slow. A shape ends at the first answer
that takes a second. Growth is superlinear only if it is so on each of the last two steps, since a text that outgrows a
CPU cache has one expensive step in every program, and if the answer takes at least a tenth of a second. If the last
step is steep, twice the length is tried too, as confirmation.

uri-js, "../" repeated: 8 kB 1 ms, 64 kB 31 ms, 256 kB 5,085 ms, and 512 kB no answer in 15 s.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import log
from typing import Final

from uriverse.ground.argument_types import takes
from uriverse.ground.records import dataclass
from uriverse_oracle.running import MOST_DEATHS, Driver

LENGTHS: Final = (1_000, 8_000, 64_000, 256_000, 1_000_000, 4_000_000)
# Familiar sizes: the head of a request, its body, a document.
KNOWN_LENGTHS: Final = (8_000, 64_000, 1_000_000)
ROUNDS: Final = 3
# Rounds that take this long are repeated only once.
LONG_SECONDS: Final = 0.2
WARM_UP: Final = 50
# A shape ends after the first length that takes this long.
ENOUGH_SECONDS: Final = 1.0
# The threshold between linear and quadratic time.
STEEP: Final = 1.5
LEAST_SECONDS: Final = 0.1
# Shorter times are within the resolution of the clock.
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
        lengths: the lengths of the repeated part, ascending; after a failure the last one has no time.
        seconds: the processor time of an answer at each length.
        failure: "timeout" and the like at the last length, or "".
        limit: the time limit of an answer in seconds.
    """

    shape: str
    lengths: tuple[int, ...]
    seconds: tuple[float, ...]
    failure: str = ""
    limit: float = 0.0

    @property
    def steps(self) -> tuple[float, ...]:
        """The slopes of time over length, in log scale, between lengths with measurable times."""
        seconds = (*self.seconds, self.limit) if self.failure == "timeout" else self.seconds
        points = [each for each in zip(self.lengths, seconds, strict=False) if each[1] >= CLOCK_SECONDS]
        return tuple(log(after[1] / before[1]) / log(after[0] / before[0]) for before, after in pairwise(points))

    @property
    def grows(self) -> bool:
        """Whether growth is superlinear on each of the last two steps, to at least a tenth of a second.

        >>> Growth("many slashes", (4_000, 16_000, 64_000), (0.004, 0.064, 1.024)).grows
        True
        >>> Growth("many slashes", (4_000, 16_000, 64_000), (0.001, 0.004, 0.064)).grows
        False
        """
        last = self.steps[-2:]
        return len(last) == 2 and min(last) > STEEP and (bool(self.failure) or self.seconds[-1] >= LEAST_SECONDS)

    def said(self) -> str:
        """Return the times in milliseconds at familiar lengths and at the last three, and the failure.

        >>> Growth("many slashes", (1_000, 8_000, 64_000, 256_000), (0.001, 0.004, 0.064), "timeout", 10).said()
        '1 ms at 1 kB, 4 ms at 8 kB, 64 ms at 64 kB, over 10 s at 256 kB'
        """
        times = [
            f"{1000 * second:,.0f} ms at {size(length)}"
            for place, (length, second) in enumerate(zip(self.lengths, self.seconds, strict=False))
            if length in KNOWN_LENGTHS or place >= len(self.seconds) - 3
        ]
        failure = f"over {self.limit:.0f} s" if self.failure == "timeout" else self.failure
        return ", ".join([*times, *([f"{failure} at {size(self.lengths[-1])}"] if failure else [])])


def size(length: int) -> str:
    """Format a length; the texts are US-ASCII.

    >>> size(8_000), size(22_627), size(4_000_000)
    ('8 kB', '23 kB', '4 MB')
    """
    return f"{length // 1_000_000} MB" if length >= 1_000_000 else f"{length / 1000:.0f} kB"


@takes(command=Sequence, seconds=(int, float))
def grow(command: Sequence[str], *, lengths: Sequence[int] = LENGTHS, seconds: float = 10.0) -> tuple[Growth, ...]:
    """Measure a driver with every shape at every length.

    Args:
        command: as for `Driver`.
        lengths: of the repeated part, ascending.
        seconds: the time limit of an answer, which ends a shape, as an answer that takes a second does.
    """
    found = []
    with Driver(command, seconds=seconds) as driver:
        for shape, (operation, text) in SHAPES.items():
            # Warm up just-in-time compilers.
            first = driver.ask_all([_question(operation, text(500))] * WARM_UP)
            if driver.deaths >= MOST_DEATHS or not first[0]:
                continue  # it does not start, or has no such operation
            found.append(_measured(driver, shape, lengths))
    return tuple(found)


def _measured(driver: Driver, shape: str, lengths: Sequence[int]) -> Growth:
    operation, text = SHAPES[shape]
    times: dict[int, float | str] = {}
    for length in lengths:
        times[length] = timed = _fastest(driver, _question(operation, text(length)))
        if isinstance(timed, str) or timed >= ENOUGH_SECONDS:
            break
    found = _growth(shape, times, driver.seconds)
    if not found.failure and found.steps and found.steps[-1] > STEEP and found.seconds[-1] >= LEAST_SECONDS:
        longer, before = 2 * found.lengths[-1], driver.seconds
        driver.seconds = max(before, 3 * found.seconds[-1])  # exceeding the limit is a steep step too
        times[longer] = _fastest(driver, _question(operation, text(longer)))
        found = _growth(shape, times, driver.seconds)
        driver.seconds = before
    return found


def _growth(shape: str, times: Mapping[int, float | str], limit: float) -> Growth:
    """Build the result from the times, of which the last may be a failure."""
    seconds = tuple(round(timed, 6) for timed in times.values() if not isinstance(timed, str))
    failure = "".join(timed for timed in times.values() if isinstance(timed, str))
    return Growth(shape, tuple(times), seconds, failure, limit)


def _question(operation: str, text: str) -> dict[str, str]:
    asked = {"operation": operation, "text": text}
    return {**asked, "base": "http://a/b/c/d"} if operation == "resolve" else asked


def _fastest(driver: Driver, question: dict[str, str]) -> float | str:
    """Return the minimum of three rounds, or of two slow ones, or the failure that ended them."""
    times: list[float] = []
    while len(times) < ROUNDS and not (len(times) == ROUNDS - 1 and sum(times) > LONG_SECONDS):
        timed = _timed(driver, question)
        if isinstance(timed, str):
            return timed
        times.append(timed)
    return min(times)


def _timed(driver: Driver, question: dict[str, str]) -> float | str:
    before, begin = driver.cpu_seconds(), time.perf_counter()
    failure = driver.ask(question).get("failure")
    after, end = driver.cpu_seconds(), time.perf_counter()
    if failure:
        return str(failure)
    return end - begin if before is None or after is None else after - before
