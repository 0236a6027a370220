"""Work that several threads do at once, its results in the order of the items."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_order(items: Iterable[Item], work: Callable[[Item], Result], threads: int) -> Iterator[Result]:
    """What the work makes of each item, in the order of the items.

    The calling thread takes the items, a little ahead of the work: one item more than there are threads is being worked
    or waits, so that memory does not grow with the number of items.

    Args:
        items: what is worked on.
        work: called in a thread.
        threads: how many; 0 is as many as there are cores.

    Raises:
        Exception: what the items or the work raise; no item is taken after it.

    >>> list(in_order("abc", str.upper, threads=2))
    ['A', 'B', 'C']
    """
    if threads == 0:
        threads = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    pool = ThreadPoolExecutor(threads)
    waiting: deque[Future[Result]] = deque()
    try:
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) > threads + 1:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)
