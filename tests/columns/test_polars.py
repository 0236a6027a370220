"""The namespace of Polars, on its eager, lazy and streaming engines."""

from __future__ import annotations

from collections.abc import Callable
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
EXPRESSIONS: dict[str, tuple[Any, Any]] = {
    "parse": (URL.uri.parse(), uc.parse(uc.Column(TEXTS))),
    "parse want": (URL.uri.parse(want=["port", "valid"]), uc.parse(uc.Column(TEXTS), want=["port", "valid"])),
    "is_valid": (URL.uri.is_valid(rule="segment"), uc.is_valid(uc.Column(TEXTS), rule="segment")),
    "errors": (URL.uri.errors(edition="rfc2396"), uc.errors(uc.Column(TEXTS), edition="rfc2396")),
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
    "relativize": (URL.uri.relativize("http://u@h:80/x"), uc.relativize(uc.Column(TEXTS), "http://u@h:80/x")),
    "agreement": (URL.uri.agreement(), uc.agreement(uc.Column(TEXTS))),
    "canonical": (URL.uri.canonical("crawl"), uc.canonical(uc.Column(TEXTS), profile="crawl")),
    "key": (URL.uri.key("crawl"), uc.key(uc.Column(TEXTS), profile="crawl")),
    "domain": (URL.uri.domain(default=False), uc.domain(uc.Column(TEXTS), default=False)),
    "suffix": (URL.uri.suffix(), uc.suffix(uc.Column(TEXTS))),
    "subdomain": (URL.uri.subdomain(private=False), uc.subdomain(uc.Column(TEXTS), private=False)),
    "site": (URL.uri.site(schemeful=False), uc.site(uc.Column(TEXTS), schemeful=False)),
    "tld": (URL.uri.tld(), uc.tld(uc.Column(TEXTS))),
    "without_www": (URL.uri.without_www(), uc.without_www(uc.Column(TEXTS))),
    "hierarchy": (URL.uri.hierarchy(), uc.hierarchy(uc.Column(TEXTS))),
    "path_hierarchy": (URL.uri.path_hierarchy(), uc.path_hierarchy(uc.Column(TEXTS))),
    "query_names": (URL.uri.query_names(), uc.query_names(uc.Column(TEXTS))),
    "split": (URL.uri.split(), uc.split(uc.Column(TEXTS))),
    "mend": (URL.uri.mend(), uc.mend(uc.Column(TEXTS))),
    "origin": (URL.uri.origin(), uc.origin(uc.Column(TEXTS))),
    "normalize": (URL.uri.normalize("case"), uc.normalize(uc.Column(TEXTS), level="case")),
    "equivalent": (URL.uri.equivalent(pl.col("base")), uc.equivalent(uc.Column(TEXTS), uc.Column(BASES))),
    "encode": (URL.uri.encode("segment"), uc.encode(uc.Column(TEXTS), component="segment")),
    "decode": (URL.uri.decode(), uc.decode(uc.Column(TEXTS))),
    "query_pairs": (URL.uri.query_pairs(), uc.query_pairs(uc.Column(TEXTS))),
    "with_pairs": (
        URL.uri.with_pairs(set={"b": 1}, add=iter([("c", 2)]), remove=iter(["a"])),
        uc.with_pairs(uc.Column(TEXTS), set={"b": 1}, add=[("c", 2)], remove="a"),
    ),
    "query_value": (URL.uri.query_value("b"), uc.query_value(uc.Column(TEXTS), "b")),
    "find": (URL.uri.find(schemes="any"), uc.find(uc.Column(TEXTS), schemes="any")),
    "audit": (URL.uri.audit(profile="style"), uc.audit(uc.Column(TEXTS), profile="style")),
    "to_uri": (URL.uri.to_uri(host="percent"), uc.to_uri(uc.Column(TEXTS), host="percent")),
    "to_iri": (URL.uri.to_iri(), uc.to_iri(uc.Column(TEXTS))),
    "to_ascii": (URL.uri.to_ascii(rules="dns"), uc.to_ascii(uc.Column(TEXTS), rules="dns")),
    "view": (URL.uri.view("http"), uc.view(uc.Column(TEXTS), "http")),
    "template": (URL.uri.template("http://{host}/a?b=c#d"), uc.template(uc.Column(TEXTS), "http://{host}/a?b=c#d")),
    **{name: (getattr(URL.uri, name)(), getattr(uc, name)(uc.Column(TEXTS))) for name in single.COMPONENTS},
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
    """Each kernel that can be told is told; POLARS_MAX_THREADS=1 means one."""
    told: dict[str, set[Any]] = {}

    def recording(name: str, kernel: Callable[..., Any]) -> Callable[..., Any]:
        def recorded(*columns: Any, **options: Any) -> Any:
            if "threads" in options:
                told.setdefault(name, set()).add(options["threads"])
            return kernel(*columns, **options)

        return recorded

    for name in dir(_core):
        if name.startswith("column_"):
            monkeypatch.setattr(_core, name, recording(name, getattr(_core, name)))
    monkeypatch.setattr(uriverse.columns.engines.polars, "thread_pool_size", lambda: 3)
    for expression, _ in EXPRESSIONS.values():
        FRAME.select(expression)
    assert len(told) > 15
    assert {name: threads for name, threads in told.items() if threads != {3}} == {}


def test_every_function_of_columns_is_a_method_with_a_case() -> None:
    """What is added to the one is added to the other, and compared with it."""
    methods = {name for name in vars(uriverse.columns.polars.UriExpressions) if not name.startswith("_")}
    assert {name.partition(" ")[0] for name in EXPRESSIONS} == methods
    functions = {name for name in uc.__all__ if callable(getattr(uc, name))} - {"Column"}
    assert {name for name in functions if not hasattr(URL.uri, name)} == set()


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: URL.uri.host(edition="rfc3896"), uv.UnknownEdition),
        (lambda: URL.uri.resolve(pl.col("base"), edition="rfc3896"), uv.UnknownEdition),
        (lambda: URL.uri.resolve("base"), uv.ResolutionError),
        (lambda: URL.uri.resolve("http://a b/"), uv.URISyntaxError),
        (lambda: URL.uri.parse(want=["hots"]), ValueError),
        (lambda: URL.uri.is_valid(rule="hots"), uv.UnknownRule),
        (lambda: URL.uri.normalize("shceme"), ValueError),
    ],
)
def test_wrong_arguments_are_told_when_the_expression_is_made(make: Any, error: type[Exception]) -> None:
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
