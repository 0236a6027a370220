"""The namespace of Polars, on its eager, lazy and streaming engines."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from polars.plugins import register_plugin_function

import uriverse as uv
import uriverse.columns.polars
from columns.test_every_function import CASES
from support import single
from support.strategies import examples
from uriverse import _core, hosts
from uriverse import columns as uc
from uriverse.columns.interface import has_known_plugins

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
    "canonical of all": (
        pl.concat_str(URL, pl.lit("://[")).uri.canonical("crawl", keep_refused=True),
        uc.canonical(uc.Column([text and f"{text}://[" for text in TEXTS]), profile="crawl", keep_refused=True),
    ),
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


CALL_PYTHON = {"admits", "audit", "display", "find", "template", "to_iri", "view", "with_pairs"}
PLANNED = sorted(set(CASES) - CALL_PYTHON)
# Without the options by which a function calls Python.
OPTIONS: dict[str, dict[str, Any]] = {"equivalent": {"level": "case"}, "to_ascii": {"rules": "uts46"}}


def planned(name: str) -> pl.Expr:
    """The expression of a case of test_every_function.py, as data."""
    arguments, options, _ = CASES[name]
    expression: pl.Expr = getattr(URL.uri, name)(*arguments, **OPTIONS.get(name, options))
    return expression


def test_what_runs_without_python_is_what_a_page_says() -> None:
    """The symbols that the library exports, and the table's functions that do not call Python."""
    assert sorted(_core.kernels.PLANNED) == PLANNED
    for name in CASES:
        arguments, options, _ = CASES[name]
        expression = getattr(URL.uri, name)(*arguments, **OPTIONS.get(name, options))
        assert ("python_udf" in FRAME.lazy().select(expression).explain()) == (name not in PLANNED)
    assert "python_udf" in FRAME.lazy().select(URL.uri.normalize("scheme")).explain()
    assert "python_udf" in FRAME.lazy().select(URL.uri.domain(suffixes=hosts.SuffixList({"h": "icann"}))).explain()
    assert "python_udf" in FRAME.lazy().select(URL.uri.host(edition=single.house())).explain()


# A process that does not know uriverse: it fails if the package is imported.
READS_PLANS = """
import sys, polars as pl
sys.modules["uriverse"] = sys.modules["cloudpickle"] = None
plan = pl.LazyFrame.deserialize(sys.argv[1])
for engine in ("in-memory", "streaming"):
    plan.collect(engine=engine).write_parquet(f"{sys.argv[1]}.{engine}")
"""


def test_a_plan_runs_in_a_process_without_uriverse(tmp_path: Path) -> None:
    """It is plain data: the path of the library, the function's name, and the options as one JSON text."""
    lazy = pl.LazyFrame({"url": TEXTS, "base": BASES}).select(
        *(planned(name).alias(name) for name in PLANNED), targets=URL.uri.resolve(pl.col("base"))
    )
    file = tmp_path / "plan"
    lazy.serialize(file)
    subprocess.run([sys.executable, "-c", READS_PLANS, str(file)], check=True)
    expected = FRAME.select(*(planned(name).alias(name) for name in PLANNED), targets=URL.uri.resolve(pl.col("base")))
    for engine in ("in-memory", "streaming"):
        assert pl.read_parquet(f"{file}.{engine}").equals(expected)
    for name in PLANNED:
        arguments, options, _ = CASES[name]
        rows = getattr(uc, name)(uc.Column(TEXTS), *arguments, **OPTIONS.get(name, options)).to_pylist()
        assert expected[name].to_list() == rows


def test_a_wrong_type_is_an_error_when_the_schema_is_known() -> None:
    """Before a row is read, and also for floats, of which pandas makes columns without texts."""
    for values in ([1], [0.5], [["http://a/"]]):
        with pytest.raises(pl.exceptions.ComputeError, match="a column of texts is"):
            pl.LazyFrame({"url": values}).select(URL.uri.host()).collect_schema()
    binary = pl.LazyFrame({"url": [b"http://a/", None]}).select(URL.uri.host())
    assert binary.collect_schema() == {"url": pl.String} and binary.collect()["url"].to_list() == ["a", None]


@pytest.mark.parametrize(
    "options",
    [
        '{"kernel": "hots"}',
        '{"want": "host"}',
        '{"kernel": "part", "want": "hots"}',
        '{"kernel": "part", "want": "host", "edition": "rfc3896"}',
        '{"kernel": "part", "want": "host", "what": 1}',
        '{"kernel": "encode", "component": "segment", "keep_triplets": "no"}',
        '{"kernel": "canonical", "steps": [["hots", {}]]}',
        "host",
        "x" * 300,
        "",
    ],
)
def test_a_plan_of_another_version_is_an_error(options: str) -> None:
    """Whoever runs a plan reads its options again."""
    for kwargs in ({"options": options}, {}, {"a": "b", "c": "d"}):
        expression = register_plugin_function(
            plugin_path=_core.__file__, function_name="host", args=["url"], kwargs=kwargs, is_elementwise=True
        )
        with pytest.raises(pl.exceptions.ComputeError, match="the options of this plan are not those of uriverse"):
            FRAME.select(expression)


def test_an_expression_that_is_written_twice_runs_once() -> None:
    """Polars knows that equal functions of a plug-in have equal results."""
    plan = FRAME.lazy().select(a=URL.uri.host() + "a", b=URL.uri.host() + "b").explain()
    assert plan.count(":host()") == 1 and plan.count("__POLARS_CSER") == 3


def test_a_version_of_polars_with_another_interface_calls_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """With as many threads as Polars has: POLARS_MAX_THREADS=1 means one."""
    versions = {"1.32.3": False, "1.33.0": True, "2.1.0": True, "3.0.0b1": False}
    assert {version: has_known_plugins(version) for version in versions} == versions
    monkeypatch.setattr(uriverse.columns.polars, "IS_NATIVE", False)
    given_threads: list[int] = []
    part = _core.kernels.part

    def recording(*columns: Any, threads: int, **options: Any) -> Any:
        given_threads.append(threads)
        return part(*columns, threads=threads, **options)

    monkeypatch.setattr(_core.kernels, "part", recording)
    monkeypatch.setattr(uriverse.columns.polars, "thread_pool_size", lambda: 3)
    lazy = FRAME.lazy().select(URL.uri.host(), target=URL.uri.resolve(pl.lit("http://x/")))
    assert "python_udf" in lazy.explain()
    assert lazy.collect()["url"].to_list() == uc.host(uc.Column(TEXTS)).to_pylist()
    assert lazy.collect()["target"].to_list() == uc.resolve(uc.Column(TEXTS), "http://x/").to_pylist()
    # A call without rows checks the arguments, with any number of threads.
    assert set(given_threads) == {0, 3}


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
