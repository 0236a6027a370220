"""The accessor of pandas."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

import uriverse.columns.pandas  # noqa: F401 (it registers the accessor)
from uriverse import columns as uc

TEXTS = ["http://u@h:80/a?b=c#d", None, "../g", "http://h/a b"]


@pytest.fixture(params=["string[pyarrow]", "str", "object"])
def series(request: pytest.FixtureRequest) -> Any:
    return pd.Series(TEXTS, dtype=request.param, index=[7, 8, 9, 10], name="url")


def listed(found: pd.Series) -> list[Any]:
    return [None if value is pd.NA else value for value in found]


def test_a_component_keeps_index_and_name(series: Any) -> None:
    """What comes back stands beside what was given."""
    found = series.uri.host()
    assert listed(found) == uc.host(uc.Column(TEXTS)).to_pylist()
    assert list(found.index) == [7, 8, 9, 10]
    assert found.name == "url"


def test_a_parse_is_a_frame(series: Any) -> None:
    """One column for each field."""
    frame = series.uri.parse(want=["host", "port", "valid", "error"])
    assert list(frame.columns) == ["host", "port", "valid", "error_at", "error_rule"]
    assert listed(frame["port"]) == [80, None, None, None]
    assert listed(frame["error_at"]) == [None, None, None, 10]
    assert list(frame.index) == [7, 8, 9, 10]


def test_the_second_argument_may_be_a_series(series: Any) -> None:
    """A text or a series."""
    expected = uc.resolve(uc.Column(TEXTS), "http://x/y").to_pylist()
    assert listed(series.uri.resolve("http://x/y")) == expected
    bases = pd.Series(["http://x/y"] * 4, dtype="string[pyarrow]")
    assert listed(series.uri.resolve(bases)) == expected


def test_it_is_for_strings() -> None:
    """Numbers have no such accessor, and there are no other methods."""
    with pytest.raises(AttributeError):
        _ = pd.Series([1, 2]).uri
    with pytest.raises(AttributeError):
        _ = pd.Series(["a"]).uri.hots
