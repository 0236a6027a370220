"""Ctrl-C ends the work on a column, whether it goes through Python or not."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from typing import Any

import pyarrow as pa
import pytest

import uriverse.schemes
from uriverse import columns as uc

ROWS = 50_000


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The texts about which `uriverse.schemes` is asked; the twentieth question brings an interrupt."""
    texts: list[str] = []

    def normalize(text: str, **_: Any) -> str:
        texts.append(text)
        if len(texts) == 20:
            signal.raise_signal(signal.SIGINT)
        return text

    monkeypatch.setattr(uriverse.schemes, "normalize", normalize)
    return texts


@pytest.mark.parametrize("threads", [1, 2])
def test_rows_that_python_is_asked_about(asked: list[str], threads: int) -> None:
    """The rows after the interrupt are not asked about."""
    column = uc.Column(["mailto:a@example.com"] * ROWS)
    with pytest.raises(KeyboardInterrupt):
        uc.normalize(column, level="scheme", threads=threads)
    assert len(asked) < ROWS // 2


def test_a_failure_ends_the_column(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception that is not a refusal is raised at once, and once."""
    calls: list[str] = []

    def fails(text: str, **_: Any) -> str:
        calls.append(text)
        raise RuntimeError("the table is gone")

    monkeypatch.setattr(uriverse.schemes, "normalize", fails)
    with pytest.raises(RuntimeError, match="the table is gone"):
        uc.normalize(uc.Column(["mailto:a@example.com"] * ROWS), level="scheme", threads=1)
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
