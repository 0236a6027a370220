"""Ctrl-C ends the work on a column, whether it goes through Python or not."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pytest

from support.seeded import seed_and_cases
from uriverse import _core
from uriverse import columns as uc

ROWS = 50_000


@pytest.mark.parametrize("threads", [1, 2])
def test_rows_that_python_is_asked_about(threads: int) -> None:
    """The twentieth question brings an interrupt; the rows after it are not asked about."""
    asked: list[str] = []

    def converted(text: str) -> str:
        asked.append(text)
        if len(asked) == 20:
            signal.raise_signal(signal.SIGINT)
        return text

    column = uc.Column(["mailto:a@example.com"] * ROWS)
    with pytest.raises(KeyboardInterrupt):
        _core.kernels.converted(column, converted, "any", threads=threads)
    assert len(asked) < ROWS // 2


def test_a_failure_ends_the_column() -> None:
    """An exception that is not a refusal is raised at once, and once."""
    calls: list[str] = []

    def fails(text: str) -> str:
        calls.append(text)
        raise RuntimeError("the table is gone")

    with pytest.raises(RuntimeError, match="the table is gone"):
        _core.kernels.converted(uc.Column(["mailto:a@example.com"] * ROWS), fails, "any", threads=1)
    assert len(calls) == 1


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("chunks", [1, 400])
def test_native_rows(threads: int, chunks: int) -> None:
    """An interrupt that comes when a tenth of the work is done ends it long before the rest."""
    array = pa.chunked_array([pa.array(["http://example.com/ " + "a" * 200] * (400_000 // chunks))] * chunks)

    def seconds() -> float:
        start = time.monotonic()
        uc.errors(array, threads=threads)
        return time.monotonic() - start

    whole = min(seconds(), seconds())
    timer = threading.Timer(whole / 10, signal.raise_signal, [signal.SIGINT])
    start = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        uc.errors(array, threads=threads)
    assert time.monotonic() - start < max(whole / 2, 0.25)
    timer.join()


def test_an_interrupt_at_any_time_leaves_nothing_half_done() -> None:
    """Kernels that were interrupted, at a time that a seed chooses, answer as before when they are called again."""
    seed, cases = seed_and_cases(34, 60)
    draw = random.Random(seed)
    column = uc.Column.from_arrow(pa.array(["http://user@example.com:80/a/../b?x=1#f", "//h/a b", None] * 7_000))
    kernels: list[Callable[[Any], Any]] = [
        uc.parse,
        uc.errors,
        uc.normalize,
        uc.mend,
        uc.site,
        lambda given: uc.canonical(given, profile="surt"),
    ]
    expected, seconds = [], []
    for kernel in kernels:
        start = time.monotonic()
        expected.append(pa.array(kernel(column)))
        seconds.append(time.monotonic() - start)
    armed: list[bool] = []

    def interrupt(*_: object) -> None:
        if armed:
            raise KeyboardInterrupt

    before, interrupted = signal.signal(signal.SIGALRM, interrupt), 0
    try:
        for count in range(cases):
            at = draw.randrange(len(kernels))
            armed.append(True)
            try:
                signal.setitimer(signal.ITIMER_REAL, max(seconds[at] * draw.random(), 1e-5))
                found = kernels[at](column)
                armed.clear()
            except KeyboardInterrupt:
                armed.clear()
                interrupted += 1
                continue
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            assert pa.array(found).equals(expected[at]), (seed, count)
        assert interrupted
        assert [pa.array(kernel(column)).equals(each) for kernel, each in zip(kernels, expected, strict=True)]
    finally:
        signal.signal(signal.SIGALRM, before)


# The threads of the C library go on for a moment after the interpreter has ended, as on a busy machine.
LEAVING = """
import ctypes, threading, time
from uriverse import columns as uc

column = uc.Column(["http://h/a/../%7e" + "b" * 200] * 300_000)

def work():
    while True:
        uc.{}

threading.Thread(target=work, daemon=True).start()
time.sleep(0.4)
library = ctypes.CDLL(None)
library.__cxa_atexit(library.usleep, 400_000, None)
"""


@pytest.mark.parametrize("call", ["hierarchy(column)", "agreement(column)"])
def test_a_process_ends_while_a_daemon_thread_runs_a_kernel(call: str) -> None:
    """Python's documentation of `threading.Thread.daemon`: the program exits when only daemon threads are left.

    These kernels call no Python; tests/test_departure.py has those that do.
    """
    left = subprocess.run([sys.executable, "-c", LEAVING.format(call)], capture_output=True, text=True, timeout=60)
    assert (left.returncode, left.stderr) == (0, "")
