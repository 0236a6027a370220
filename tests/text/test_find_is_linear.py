"""What would take hours if the search looked back: the work grows with the text, in Rust and in Python."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import uriverse as uv
from support.linear import takes_linear_time

UNITS = [
    *("<", "(", "[", '"', "'", "`", "a", ":", ".", "//", "a:", "a.", "-", "%", "é", "://", "[(", "'\"", "> <"),
    *("http://h/é–", "http:\\/\\/h", "x:\\/\\/", "é.com", "a@é", "http://h|", "urn:a:é"),
    *("http://http://", "<http:", '"http:', "www.", "a@", "<URL:", "URL:", "http\n:", "http://h/жж", "\u3000 "),
]
# Many matches.
MATCHES = ["http:", "tel:", "'http:", "ж http://h/ж ", "http://h/ ж ", "жhttp://h/狗", "http://h/" + "ж" * 300]
# Each makes a candidate of every few characters, all of which the edition refuses or cuts.
HARD = [
    *("http://[", "a://[(", "http://%", "http://a/[", "http://h:8x", "http://[v1.a", "http://a/,http://b", "http://é"),
    *("<http://x ", '"http:x\n', "*http://a/*.", "http://h/).", "www.a.b/x ", "a.com,", "//a.com ", "a@b.", "http:\n/"),
    *("mailto:%", "<http:\n/", "http://a:1 ", "http://a&gt;", "`http:a"),
]
OPTIONS: list[dict[str, Any]] = [{}, {"schemes": "any"}, {"abbreviated": True, "lenient": True}]


# What writers put at the end of a reference, and what may stand before it.
ENDS = ["(.", "*.", "'b", "a@", "&", ",", "[1]", "-", "~.", "'s", "%41", "?", "#"]
STARTS = ["http://h/", "*http://h/", "'http://h/", "<http://h/"]
with_options = pytest.mark.parametrize("options", OPTIONS, ids=["default", "any", "abbreviated"])


def find_takes_linear_time(start: str, unit: str, options: dict[str, Any], most: int = sys.maxsize) -> None:
    """The matches, at most so many, are in order and not empty."""

    def find(size: int) -> None:
        end = count = 0
        for count, match in enumerate(uv.find(start + unit * (size // len(unit)), **options), 1):  # noqa: B007
            assert end <= match.span[0] < match.span[1]
            end = match.span[1]
        assert count <= most

    takes_linear_time(find, 100_000)


@with_options
@pytest.mark.parametrize("unit", [*(pytest.param(each, marks=pytest.mark.slow) for each in HARD), *UNITS, *MATCHES])
def test_a_text_of_one_thing_takes_linear_time(unit: str, options: dict[str, Any]) -> None:
    find_takes_linear_time("", unit, options)


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize("unit", ENDS)
def test_one_long_reference(start: str, unit: str) -> None:
    """One candidate, whose end is all that writers may put there."""
    find_takes_linear_time(start, unit, {}, most=1)


@contextmanager
def counted() -> Iterator[list[int]]:
    """Count the lines of Python that run."""
    count = [0]

    def trace(frame: Any, event: str, _: Any) -> Any:
        count[0] += event == "line"
        return trace if "uriverse" in frame.f_code.co_filename else None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield count
    finally:
        sys.settrace(before)


@with_options
@pytest.mark.parametrize("unit", HARD + UNITS + MATCHES)
def test_the_work_grows_with_the_text(unit: str, options: dict[str, Any]) -> None:
    """Twice the text runs at most 2.2 times the lines, and a little."""
    work = []
    for size in (2_000, 4_000):
        with counted() as count:
            list(uv.find(unit * (size // len(unit)), **options))
        work.append(count[0])
    assert work[1] <= 2.2 * work[0] + 500
