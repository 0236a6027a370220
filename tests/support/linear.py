"""Work that must grow as its text does: a quadratic step fails at once, where a long text would only take longer."""

from __future__ import annotations

import gc
import sys
import tracemalloc
from collections.abc import Callable
from time import process_time


def takes_linear_time(work: Callable[[int], object], most: int) -> None:
    """Five times the size takes at most ten times the processor time, and a little; a quadratic step would take 25.

    A busy machine may be slow while one of the two is read: only the third failure counts. What the suite holds is kept
    out of the garbage collector's way, which takes as long as the longer of the two to go through it.
    """
    gc.freeze()
    for _ in range(3):
        took = []
        for size in (most // 5, most):
            began = process_time()
            work(size)
            took.append(process_time() - began)
        if took[1] <= 10 * took[0] + 0.1:
            return
    raise AssertionError(took)


def costs_what_its_size_allows(work: Callable[[int], object], least: int, *, memory: bool = True) -> None:
    """Three sizes, each four times the one before: at most six times its calls and its memory, and a little.

    A quadratic step would take sixteen times. Nothing is timed: the calls of functions are counted.
    """
    sizes = (least, 4 * least, 16 * least)
    work(least)  # what is imported or cached the first time
    pairs = [([calls_of(work, size) for size in sizes], 5_000)]
    if memory:
        pairs.append(([_peak(work, size) for size in sizes], 1 << 18))
    for costs, little in pairs:
        assert all(costs[at + 1] <= 6 * costs[at] + little for at in (0, 1)), costs


def calls_of(work: Callable[[int], object], size: int) -> int:
    """The calls of functions that some work takes, those of the interpreter's own functions included."""
    count = 0

    def event(*_: object) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(event)
    try:
        work(size)
    finally:
        sys.setprofile(before)
    return count


def _peak(work: Callable[[int], object], size: int) -> int:
    tracemalloc.start()
    try:
        work(size)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
