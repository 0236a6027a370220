"""The accessor of pandas."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pyarrow as pa
import pytest

import uriverse.columns.pandas  # noqa: F401 (it registers the accessor)
from uriverse import columns as uc

TEXTS = ["http://u@h:80/a?b=c#d", None, "../g", "http://h/a b"]


@pytest.fixture(params=["string[pyarrow]", "str", "object"])
def series(request: pytest.FixtureRequest) -> Any:
    return pd.Series(TEXTS, dtype=request.param, index=[7, 8, 9, 10], name="url")


def listed(found: pd.Series) -> list[Any]:
    return [None if pd.isna(value) else value for value in found]


def test_a_component_keeps_index_and_name(series: Any) -> None:
    """What comes back stands beside what was given."""
    found = series.uri.host()
    assert listed(found) == uc.host(uc.Column(TEXTS)).to_pylist()
    assert list(found.index) == [7, 8, 9, 10]
    assert found.name == "url"


def test_a_column_becomes_a_column_of_a_frame(series: Any) -> None:
    """What the functions give is taken by pandas row by row, not as one value for all rows."""
    frame = series.to_frame()
    # Before pandas 3 a series is no Arrow column.
    column = series if hasattr(series, "__arrow_c_stream__") else pa.array(series, from_pandas=True)
    frame["host"], frame["valid"] = uc.host(column), uc.is_valid(column)
    assert listed(frame["host"]) == ["h", None, None, None]
    assert listed(frame["valid"]) == [True, None, True, False]
    assert list(uc.port(column)) == [80, None, None, None]


def test_a_parse_is_a_frame(series: Any) -> None:
    frame = series.uri.parse(want=["host", "port", "valid", "error"])
    assert list(frame.columns) == ["host", "port", "valid", "error_reason", "error_at", "error_rule"]
    assert listed(frame["port"]) == [80, None, None, None]
    assert listed(frame["error_at"]) == [None, None, None, 10]
    assert list(frame.index) == [7, 8, 9, 10]


def test_the_second_argument_may_be_a_series(series: Any) -> None:
    expected = uc.resolve(uc.Column(TEXTS), "http://x/y").to_pylist()
    assert listed(series.uri.resolve("http://x/y")) == expected
    bases = pd.Series(["http://x/y"] * 4, dtype="string[pyarrow]", index=series.index)
    assert listed(series.uri.resolve(bases)) == expected


def test_rows_are_paired_by_their_index() -> None:
    """As pandas pairs the operands of an operator: a label that the second series does not have gets null."""
    references = pd.Series(["a", "b", "c"], index=[1, 2, 3], dtype="str")
    bases = pd.Series(["http://two/", "http://one/"], index=[2, 1], dtype="str")
    assert listed(references.uri.resolve(bases)) == ["http://one/a", "http://two/b", None]
    with pytest.raises(ValueError, match="twice"):
        references.uri.resolve(pd.Series(["http://a/"] * 3, index=[1, 1, 2], dtype="str"))


def test_texts_keep_their_type(series: Any) -> None:
    """A text of a series is a text of the same type."""
    assert series.uri.host().dtype == series.dtype
    assert series.uri.parse(want=["path"])["path"].dtype == series.dtype


def test_names_and_keys() -> None:
    """Who owns the names, and the numbers under which the forms are stored, which no float rounds."""
    texts = ["https://www.example.co.uk/a", None, "http://127.0.0.1/"]
    urls = pd.Series(texts, dtype="str")
    for name in ("public_suffix", "domain", "subdomain", "site", "origin"):
        assert listed(getattr(urls.uri, name)()) == getattr(uc, name)(uc.Column(texts)).to_pylist()
    keys = urls.uri.canonical_key(profile="surt")
    assert listed(keys) == uc.canonical_key(uc.Column(texts), profile="surt").to_pylist()
    assert listed(urls.uri.canonical(profile="surt"))[:2] == ["uk,co,example)/a", None]


def test_a_series_of_nothing() -> None:
    """NaN in every row, no rows, and categories."""
    assert pd.Series([float("nan"), None]).uri.host().isna().tolist() == [True, True]
    assert pd.Series([], dtype="float64").uri.host().tolist() == []
    assert listed(pd.Series(["http://a/", None, "http://a/"], dtype="category").uri.host()) == ["a", None, "a"]


def test_it_is_for_strings() -> None:
    """Numbers have no such accessor, and there are no other methods."""
    with pytest.raises(AttributeError):
        _ = pd.Series([1, 2]).uri
    with pytest.raises(AttributeError):
        _ = pd.Series(["a"]).uri.hots
