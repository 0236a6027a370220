"""Work in several threads whose results come in the order of the items."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from uriverse.columns.files.in_order import in_order


@pytest.mark.parametrize("threads", [0, 1, 2, 5])
def test_the_results_are_in_order(threads: int) -> None:
    """The first items take the longest."""

    def work(number: int) -> int:
        time.sleep((20 - number) / 4000)
        return number

    assert list(in_order(range(20), work, threads)) == list(range(20))
    assert list(in_order([], work, threads)) == []


def test_items_are_taken_little_ahead() -> None:
    """However many there are: as many as there are threads, and two."""
    taken = 0

    def items() -> Iterator[int]:
        nonlocal taken
        for number in range(100):
            taken += 1
            yield number

    for done, _ in enumerate(in_order(items(), lambda number: number, threads=3), 1):
        assert taken <= done + 3 + 1


def test_an_error_ends_the_work() -> None:
    """It is raised, nothing more is taken, and no thread is left."""
    before = threading.active_count()
    worked: list[int] = []

    def work(number: int) -> int:
        worked.append(number)
        return 1 // (5 - number)

    with pytest.raises(ZeroDivisionError):
        list(in_order(range(1000), work, threads=2))
    assert max(worked) < 10
    assert threading.active_count() == before
