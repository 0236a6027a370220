"""The SQL functions: DuckDB's, Spark's, and one query text that gives the same rows on both."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from typing import Any

import duckdb
import pyarrow as pa
import pytest
from hypothesis import given

import uriverse as uv
from support import single
from support.strategies import examples
from uriverse import columns as uc
from uriverse.columns.duckdb import register
from uriverse.columns.functions import FUNCTIONS
from uriverse.columns.sql import functions
from uriverse.hosts import SuffixList

ROWS: list[tuple[str | None, str | None]] = [
    ("http://u@h:80/a/very/long/path/beyond/a/view?b=c%20d#e", "http://h/x"),
    ("../g", "http://a/b/c/d"),
    ("#s", "mailto:a@b"),
    ("http://h/a b", "http://h/"),
    ("http://é/", "x"),
    ("https://www.Example.co.uk:8443/a", "http://127.0.0.1/"),
    ("https://www.example.co.uk/a", "http://example.com/"),
    ("HTTP://H:80/%7e", "http://h/~"),
    ("http://h:99999999999999999999/", "http://h"),
    ("", "http://a/b#c"),
    (None, "http://h"),
    ("g", None),
]


@cache
def calls() -> dict[str, list[Any]]:
    """Each function once or more, in words that both engines read, with the kernel's rows."""
    urls, bases = (uc.Column([row[place] for row in ROWS]) for place in (0, 1))
    # The rows for which a choice is not null.
    web = uc.Column([url if url and url.startswith("http") else None for url, _ in ROWS])
    values = pa.array([url and {"q": "a b"} for url in web.to_pylist()])
    columns = {
        **{f"uri_{row.sql}(url)": row.run(urls, **row.fixed) for row in FUNCTIONS if len(row.arguments) == 1},
        "uri_equivalent(url, base)": uc.equivalent(urls, bases),
        "uri_resolve(url, base)": uc.resolve(urls, bases),
        "uri_resolution(url, base)": uc.resolve(urls, bases, want=["uri", "kind", "fragment", "error"]),
        "uri_relativize(uri_resolve(url, base), base)": uc.relativize(uc.resolve(urls, bases), bases),
        "uri_to_ascii(uri_host(url))": uc.to_ascii(uc.host(urls)),
        "uri_to_unicode(uri_host(url))": uc.to_unicode(uc.host(urls)),
        "uri_normalize_to(url, 'scheme')": uc.normalize(urls, level="scheme"),
        "uri_canonical(url, 'surt')": uc.canonical(urls, profile="surt"),
        "uri_canonical_key(url, 'surt')": uc.canonical_key(urls, profile="surt"),
        "uri_canonical_key(url, case when url like 'http%' then 'crawl' end)": uc.canonical_key(web, profile="crawl"),
        "uri_encode(url, 'segment')": uc.encode(urls, component="segment"),
        "uri_query_value(url, 'b')": uc.query_value(urls, "b"),
        "uri_query_value(url, case when url like 'http%' then 'b' end)": uc.query_value(web, "b"),
        "uri_with_pairs(url, 'b=x%20y&n=1&n=2')": uc.with_pairs(urls, set={"b": "x y", "n": [1, 2]}),
        "uri_without_pairs(url, 'b*')": uc.with_pairs(urls, remove=uv.Glob("b*")),
        "uri_audit(url, 'all')": uc.audit(urls),
        "uri_audit(url, case when url like 'http%' then 'security' end)": uc.audit(web, profile="security"),
        "uri_template(case when url like 'http%' then '{\"q\": \"a b\"}' end, '/search{?q}')": uc.template(
            values, "/search{?q}"
        ),
    }
    return {call: column.to_pylist() for call, column in columns.items()}


def query() -> str:
    return f"select {', '.join(calls())} from pages order by nr"


@contextmanager
def connection(**options: Any) -> Iterator[Any]:
    con = duckdb.connect()
    register(con, **options)
    con.execute("create table pages (nr integer, url varchar, base varchar)")
    con.executemany("insert into pages values (?, ?, ?)", [(nr, *row) for nr, row in enumerate(ROWS)])
    with closing(con):
        yield con


def test_the_query_names_every_function() -> None:
    """A function that is added is tested."""
    for function in functions():
        assert f"uri_{function.name}(" in query()


def test_duckdb_gives_the_kernels_rows() -> None:
    """Structs, numbers, truths and texts."""
    with connection() as con:
        columns = zip(*con.execute(query()).fetchall(), strict=True)
    assert dict(zip(calls(), map(list, columns), strict=True)) == calls()


def test_duckdb_by_other_editions() -> None:
    """Two editions side by side, one of them a user's own."""
    with connection(edition="rfc2396") as con:
        register(con, edition=single.house(), prefix="house_")
        query = "select uri_is_valid('http://é/'), house_is_valid('http://é/')"
        assert con.execute(query).fetchall() == [(False, True)]
        register(con, edition="rfc3987")
        assert con.execute(query).fetchall() == [(True, True)]


@examples(25)
@given(single.texts)
def test_duckdb_rows_are_the_single_calls(texts: single.Texts) -> None:
    """From Python's strings through DuckDB and back."""
    expected = single.each(texts, lambda text: str(uv.normalize(text)))
    with connection() as con:
        con.execute("drop table pages")
        con.register("pages", pa.table({"url": pa.array(texts, pa.string())}))
        assert [row[0] for row in con.execute("select uri_normalize(url) from pages").fetchall()] == expected


def plain(value: Any) -> Any:
    """A row of Spark as DuckDB has it."""
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value.asDict(recursive=True) if hasattr(value, "asDict") else value


@pytest.mark.jvm
# Spark warns of a pandas that it does not need here.
@pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::ResourceWarning", "ignore::DeprecationWarning")
def test_one_query_on_duckdb_and_spark(spark: Any) -> None:
    """The same text, the same rows; by an edition's id and by a user's own Edition, which goes to the workers."""
    from uriverse.columns.spark import register as register_spark

    frame = spark.createDataFrame([(nr, *row) for nr, row in enumerate(ROWS)], "nr int, url string, base string")
    frame.createOrReplaceTempView("pages")
    for edition in (None, single.house()):
        register_spark(spark, edition=edition)
        with connection(edition=edition) as con:
            expected = [tuple(row) for row in con.execute(query()).fetchall()]
        found = [tuple(plain(value) for value in row) for row in spark.sql(query()).collect()]
        assert found == expected


SHOPS = "http://a.shop.example/"


def test_duckdb_by_a_list_of_ones_own() -> None:
    """Beside the shipped one, under another prefix."""
    mine = SuffixList.from_text("shop.example\n")
    with connection() as con:
        register(con, prefix="own_", suffixes=mine)
        names = ("public_suffix", "domain", "site", "origin")
        query = ", ".join(f"{prefix}_{name}('{SHOPS}')" for prefix in ("uri", "own") for name in names)
        [found] = con.execute(f"select {query}").fetchall()
    assert found[:4] == ("example", "shop.example", "http://shop.example", "http://a.shop.example")
    assert found[4:] == ("shop.example", "a.shop.example", "http://a.shop.example", "http://a.shop.example")


@pytest.mark.jvm
@pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::ResourceWarning", "ignore::DeprecationWarning")
def test_spark_by_a_list_of_ones_own(spark: Any) -> None:
    """The list goes to the workers."""
    from uriverse.columns.spark import register as register_spark

    register_spark(spark, prefix="own_", suffixes=SuffixList.from_text("shop.example\n"))
    [row] = spark.sql(f"select own_domain('{SHOPS}'), own_public_suffix('{SHOPS}')").collect()
    assert tuple(row) == ("a.shop.example", "shop.example")


def test_choices_are_worked_on_their_own_rows() -> None:
    """Ten thousand names in a column: each row is looked at once, in its own order, and null has no answer."""
    run = next(function.run for function in functions() if function.name == "query_value")
    rows = [(f"http://h/?n{number}=v{number}", f"n{number}" if number % 3 else None) for number in range(10_000)]
    urls, names = (pa.array(list(column)) for column in zip(*rows, strict=True))
    expected = [f"v{number}" if number % 3 else None for number in range(10_000)]
    assert pa.chunked_array(run(urls, names)).to_pylist() == expected
    pieces = pa.chunked_array([urls.slice(0, 3), urls.slice(3)]), pa.chunked_array([names])
    assert pa.chunked_array(run(*pieces)).to_pylist() == expected
    assert pa.chunked_array(run(urls.slice(0, 0), names.slice(0, 0))).to_pylist() == []


def test_an_unknown_edition_is_reported_by_register() -> None:
    """At once, not by the first query."""
    with closing(duckdb.connect()) as con, pytest.raises(uv.UnknownEditionError):
        register(con, edition="rfc3896")  # type: ignore[arg-type]


def test_the_fields_of_a_parse_are_chosen_where_the_functions_are_registered() -> None:
    """An engine has to know the type before it sees a row; two registrations stand side by side."""
    with closing(duckdb.connect()) as con:
        register(con, want=["valid", "error", "port"])
        register(con, prefix="all_")
        found = con.execute("select uri_parse('//h:8'), uri_parse('a b'), all_parse('//h:8').host").fetchone()
        told = {"error_reason": None, "error_at": None, "error_rule": None}
        refused = {"error_reason": "white-space", "error_at": 1, "error_rule": "segment-nz-nc"}
        assert found == ({"valid": True, **told, "port": 8}, {"valid": False, **refused, "port": None}, "h")
        with pytest.raises(ValueError, match="hots"):
            register(con, want=["hots"])  # type: ignore[list-item]


@pytest.mark.jvm
@pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::ResourceWarning", "ignore::DeprecationWarning")
def test_spark_has_the_fields_that_are_wanted_and_tells_a_wrong_arity(spark: Any) -> None:
    from uriverse.columns.spark import register as register_spark

    register_spark(spark, prefix="some_", want=["host", "error"])
    found = spark.sql("select some_parse('http://h/a b') as part").collect()
    assert [plain(row) for row in found] == [
        {"part": {"host": None, "error_reason": "white-space", "error_at": 10, "error_rule": "segment"}}
    ]
    with pytest.raises(Exception, match=r"some_host\(\)"):
        spark.sql("select some_host('a', 'b')").collect()
