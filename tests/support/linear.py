"""Work that must grow as its text does: a quadratic step fails at once, where a long text would only take longer."""

from __future__ import annotations

import gc
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


def costs_what_its_size_allows(work: Callable[[int], object], least: int) -> None:
    """Three sizes, each four times the one before: at most seven times its time and its memory, and a little.

    A quadratic step would take sixteen times. Only the third failure counts.
    """
    for _ in range(3):
        took, peaks = [], []
        for size in (least, 4 * least, 16 * least):
            tracemalloc.start()
            began = process_time()
            work(size)
            took.append(process_time() - began)
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
        pairs = ((took, 0.05), (peaks, 1 << 19))
        if all(costs[at + 1] <= 7 * costs[at] + little for costs, little in pairs for at in (0, 1)):
            return
    raise AssertionError((took, peaks))
