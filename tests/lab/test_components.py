"""Components: for every text of the start rules' suites, the engine cuts as the slow reader does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import uriverse as uv
from support.automata import EDITIONS
from support.slot_texts import accepted
from support.slow_components import Slow, engine

LARGE = ("rfc1738", "rfc2396bis-00", "rfc3986")


def compare(edition: Any, texts: Iterator[str]) -> int:
    slow = Slow(edition)
    count = 0
    for text in texts:
        count += 1
        expected = slow(text)
        assert expected is not None, text
        assert engine(text, edition) == expected, text
    return count


@pytest.mark.parametrize("edition", [edition for edition in EDITIONS if edition not in LARGE])
def test_components(edition: Any) -> None:
    """Every accepted string of the suite."""
    assert compare(edition, accepted(edition)) >= 90


@pytest.mark.slow
@pytest.mark.parametrize("edition", LARGE)
def test_components_of_the_large_editions(edition: Any) -> None:
    """Every accepted string of the suites of tens of thousands."""
    count = compare(edition, accepted(edition))
    print(f"{edition}: {count:,} texts")
    assert count > 5_000


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_refused_has_no_components(edition: Any) -> None:
    """Neither reads what the grammar refuses: the first thousands of the suite's refused strings."""
    slow = Slow(edition)
    refused = [
        case.text
        for case, _ in zip(uv.lab.suite(edition, classes=True), range(6_000), strict=False)
        if not case.accepted
    ]
    for text in refused:
        assert slow(text) is None, text
        assert engine(text, edition) is None, text
