"""The namespace of Polars, on its eager, lazy and streaming engines."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import polars as pl
import pytest
from hypothesis import given

import uriverse as uv
import uriverse.columns.polars
from support import single
from support.strategies import examples
from uriverse import _core
from uriverse import columns as uc

TEXTS = ["http://u@h:80/a?b=c#d", None, "../g", "http://h/a b", "HTTP://H/%7e"]
BASES = ["http://a/b/c", "http://a/b/c", "http://a/b/c", None, "http://a/b/c"]
FRAME = pl.DataFrame({"url": TEXTS, "base": BASES})
URL = pl.col("url")
# What the table of cases in test_every_function.py does not have: pairs of columns, and options by position.
EXPRESSIONS: dict[str, tuple[Any, Any]] = {
    "resolve": (URL.uri.resolve(pl.col("base")), uc.resolve(uc.Column(TEXTS), uc.Column(BASES))),
    "resolve one": (URL.uri.resolve("http://x"), uc.resolve(uc.Column(TEXTS), "http://x")),
    "resolve literal": (URL.uri.resolve(pl.lit("http://x")), uc.resolve(uc.Column(TEXTS), "http://x")),
    "resolve of a literal": (
        pl.lit("g").uri.resolve(pl.col("base")),
        uc.resolve(uc.Column(["g"] * 5), uc.Column(BASES)),
    ),
    "resolve with errors": (
        URL.uri.resolve("f:x", want=["uri", "error"]),
        uc.resolve(uc.Column(TEXTS), "f:x", want=["uri", "error"]),
    ),
    "canonical": (URL.uri.canonical("crawl"), uc.canonical(uc.Column(TEXTS), profile="crawl")),
    "equivalent": (URL.uri.equivalent(pl.col("base")), uc.equivalent(uc.Column(TEXTS), uc.Column(BASES))),
    "with_pairs": (
        URL.uri.with_pairs(set={"b": 1}, add=iter([("c", 2)]), remove=iter(["a"])),
        uc.with_pairs(uc.Column(TEXTS), set={"b": 1}, add=[("c", 2)], remove="a"),
    ),
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_an_expression_is_the_kernel(name: str) -> None:
    """The three engines give the kernel's rows, and the type that was announced."""
    expression, column = EXPRESSIONS[name]
    lazy = FRAME.lazy().select(expression.alias("found"))
    for frame in (FRAME.select(expression.alias("found")), lazy.collect(), lazy.collect(engine="streaming")):
        assert frame["found"].to_list() == column.to_pylist()
        assert frame.schema == lazy.collect_schema()


def test_kernels_take_as_many_threads_as_polars(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each kernel that has the argument; POLARS_MAX_THREADS=1 means one."""
    given_threads: list[int] = []

    def recording(kernel: Callable[..., Any], *columns: Any, **options: Any) -> Any:
        given_threads.extend(value for name, value in options.items() if name == "threads")
        return kernel(*columns, **options)

    for name in _core.kernels.__all__:
        monkeypatch.setattr(_core.kernels, name, partial(recording, getattr(_core.kernels, name)))
    monkeypatch.setattr(uriverse.columns.engines.polars, "thread_pool_size", lambda: 3)
    for expression, _ in EXPRESSIONS.values():
        FRAME.select(expression)
    assert given_threads == [3] * len(EXPRESSIONS)


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: URL.uri.host(edition="rfc3896"), uv.UnknownEditionError),
        (lambda: URL.uri.resolve(pl.col("base"), edition="rfc3896"), uv.UnknownEditionError),
        (lambda: URL.uri.resolve("base"), uv.ResolutionError),
        (lambda: URL.uri.resolve("http://a b/"), uv.URISyntaxError),
        (lambda: URL.uri.parse(want=["hots"]), ValueError),
        (lambda: URL.uri.is_valid(rule="hots"), uv.UnknownRuleError),
        (lambda: URL.uri.normalize("shceme"), ValueError),
    ],
)
def test_wrong_arguments_are_reported_when_the_expression_is_made(make: Any, error: type[Exception]) -> None:
    """Not when the query runs, where Polars makes another error of it; a column's name is not its texts."""
    with pytest.raises(error):
        make()


def test_a_base_of_one_row_that_is_refused_gives_nulls() -> None:
    """A literal is a column of one row, and a row that is refused is null."""
    assert FRAME.select(URL.uri.resolve(pl.lit("x")))["url"].to_list() == [None] * 5


def test_an_expression_composes() -> None:
    """Filters, groups and windows take it as any other."""
    found = (
        FRAME.lazy()
        .filter(URL.uri.is_valid())
        .group_by(URL.uri.scheme().str.to_lowercase().alias("scheme"))
        .agg(pl.len().alias("rows"))
        .sort("scheme", nulls_last=True)
        .collect()
    )
    assert found.rows() == [("http", 2), (None, 1)]


def test_a_series_has_the_same_methods() -> None:
    """With a text or with another series."""
    series = FRAME["url"]
    assert series.uri.host().to_list() == uc.host(series).to_pylist()  # type: ignore[attr-defined]
    assert series.uri.resolve(FRAME["base"]).to_list() == uc.resolve(series, FRAME["base"]).to_pylist()  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        _ = series.uri.hots  # type: ignore[attr-defined]


@examples(25)
@given(single.texts)
def test_the_rows_are_the_single_calls(texts: single.Texts) -> None:
    """From Python's strings through Polars and back."""
    frame = pl.DataFrame({"url": pl.Series(texts, dtype=pl.String)})
    expected = single.each(texts, lambda text: uv.parse(text).host)
    assert frame.lazy().select(URL.uri.host()).collect()["url"].to_list() == expected
