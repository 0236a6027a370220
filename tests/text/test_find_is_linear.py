"""What would take hours if the search looked back: 1 MB of each comes to its end, and the work grows with the text."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from typing import Any

import pytest

import uriverse as uv

SIZE = 1_000_000
UNITS = [
    *("<", "(", "[", '"', "'", "`", "a", ":", ".", "//", "a:", "a.", "-", "%", "é", "://", "[(", "'\"", "> <"),
    *("http://http://", "<http:", '"http:', "www.", "a@", "<URL:", "URL:", "http\n:", "http://h/жж", "\u3000 "),
]
# Many matches: what is quadratic in them takes hours for a quarter of it too.
MATCHES = ["http:", "tel:", "'http:", "ж http://h/ж ", "http://h/ ж ", "жhttp://h/狗", "http://h/" + "ж" * 300]
# Each makes a candidate of every few characters, all of which the edition refuses or cuts.
HARD = [
    *("http://[", "a://[(", "http://%", "http://a/[", "http://h:8x", "http://[v1.a", "http://a/,http://b", "http://é"),
    *("<http://x ", '"http:x\n', "*http://a/*.", "http://h/).", "www.a.b/x ", "a.com,", "//a.com ", "a@b.", "http:\n/"),
    *("mailto:%", "<http:\n/", "http://a:1 ", "http://a&gt;", "`http:a"),
]
OPTIONS: list[dict[str, Any]] = [{}, {"schemes": "any"}, {"abbreviated": True, "lenient": True}]


@pytest.mark.parametrize("options", OPTIONS, ids=["default", "any", "abbreviated"])
@pytest.mark.parametrize("unit", UNITS + MATCHES)
def test_a_megabyte_of_one_thing(unit: str, options: dict[str, Any]) -> None:
    """Every match of it is in order and not empty."""
    every_match_is_in_order(unit * (SIZE // (4 if unit in MATCHES else 1) // len(unit)), options)


def every_match_is_in_order(text: str, options: dict[str, Any]) -> None:
    """Each begins where or after the one before it ends, and is not empty."""
    end = 0
    for match in uv.find(text, **options):
        assert end <= match.span[0] < match.span[1]
        end = match.span[1]


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS, ids=["default", "any", "abbreviated"])
@pytest.mark.parametrize("unit", HARD)
def test_many_candidates(unit: str, options: dict[str, Any]) -> None:
    """Texts full of what almost is a reference: five times the text takes at most ten times as long, and a little."""
    took = []
    for size in (SIZE // 50, SIZE // 10):
        began = process_time()
        every_match_is_in_order(unit * (size // len(unit)), options)
        took.append(process_time() - began)
    assert took[1] <= 10 * took[0] + 0.1


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


@pytest.mark.parametrize("options", OPTIONS, ids=["default", "any", "abbreviated"])
@pytest.mark.parametrize("unit", HARD + UNITS + MATCHES)
def test_the_work_grows_with_the_text(unit: str, options: dict[str, Any]) -> None:
    """Twice the text runs at most 2.2 times the lines, and a little."""
    work = []
    for size in (2_000, 4_000):
        with counted() as count:
            list(uv.find(unit * (size // len(unit)), **options))
        work.append(count[0])
    assert work[1] <= 2.2 * work[0] + 500


@pytest.mark.parametrize("unit", ["(.", "*.", "'b", "a@", "&", ",", "[1]", "-", "~.", "'s", "%41", "?", "#"])
def test_one_long_reference(unit: str) -> None:
    """One candidate as long as a reference may be, whose end is all that writers may put there."""
    for start in ("http://h/", "*http://h/", "'http://h/", "<http://h/"):
        assert len(list(uv.find(start + unit * (500_000 // len(unit))))) <= 1
