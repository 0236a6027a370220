"""The SQL functions: DuckDB's, Spark's, and one query text that gives the same rows on both."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import duckdb
import pytest
from hypothesis import given

import uriverse as uv
from support import single
from support.strategies import examples
from uriverse import columns as uc
from uriverse.columns.duckdb import register
from uriverse.columns.engines.sql import functions
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
# Each function once or more, in words that both engines read.
QUERY = """
    select
        uri_parse(url) as parsed,
        uri_scheme(url) as scheme, uri_authority(url) as authority, uri_userinfo(url) as userinfo,
        uri_host(url) as host, uri_port(url) as port, uri_port_text(url) as port_text, uri_path(url) as path,
        uri_params(url) as params, uri_query(url) as query, uri_fragment(url) as fragment, uri_kind(url) as kind,
        uri_host_type(url) as host_type,
        uri_is_valid(url) as valid,
        uri_error(url) as error,
        uri_equivalent(url, base) as same,
        uri_resolve(url, base) as target,
        uri_resolution(url, base) as resolution,
        uri_relativize(uri_resolve(url, base), base) as back,
        uri_normalize(url) as normal,
        uri_agreement(url) as agreement,
        uri_canonical(url, 'surt') as surt, uri_key(url, 'surt') as surt_key,
        uri_key(url, case when url like 'http%' then 'crawl' end) as chosen_key,
        uri_suffix(url) as suffix, uri_domain(url) as domain, uri_subdomain(url) as subdomain,
        uri_site(url) as site, uri_origin(url) as origin,
        uri_to_uri(url) as uri, uri_to_iri(url) as iri, uri_to_ascii(uri_host(url)) as name,
        uri_display(url) as display, uri_to_unicode(uri_host(url)) as unicode_name,
        uri_normalize_to(url, 'scheme') as canonical,
        uri_encode(url, 'segment') as encoded,
        uri_decode(url) as decoded,
        uri_query_value(url, 'b') as b,
        uri_query_pairs(url) as pairs,
        uri_with_pairs(url, 'b=x%20y&n=1&n=2') as edited,
        uri_without_pairs(url, 'b*') as fewer,
        uri_split(url) as split, uri_mend(url) as mended,
        uri_tld(url) as tld, uri_without_www(url) as without_www,
        uri_hierarchy(url) as hierarchy, uri_path_hierarchy(url) as path_hierarchy, uri_query_names(url) as query_names,
        uri_find(url) as found,
        uri_audit(url, 'all') as findings,
        uri_audit(url, case when url like 'http%' then 'security' end) as security,
        uri_view(url) as viewed,
        uri_template(case when url like 'http%' then '{"q": "a b"}' end, '/search{?q}') as expanded,
        uri_query_value(url, case when url like 'http%' then 'b' end) as chosen
    from pages
    order by nr
"""


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
        assert f"uri_{function.name}(" in QUERY


def test_duckdb_gives_the_kernels_rows() -> None:
    """Structs, numbers, truths and texts."""
    urls, bases = uc.Column([url for url, _ in ROWS]), uc.Column([base for _, base in ROWS])
    with connection() as con:
        cursor = con.execute(QUERY)
        names = [column[0] for column in cursor.description]
        found = dict(zip(names, zip(*cursor.fetchall(), strict=True), strict=True))
    assert list(found["parsed"]) == uc.parse(urls).to_pylist()
    for part in single.COMPONENTS:
        assert list(found[part]) == getattr(uc, part)(urls).to_pylist()
    assert list(found["valid"]) == uc.is_valid(urls).to_pylist()
    assert list(found["error"]) == uc.errors(urls).to_pylist()
    assert list(found["same"]) == uc.equivalent(urls, bases).to_pylist()
    assert list(found["target"]) == uc.resolve(urls, bases).to_pylist()
    assert list(found["uri"]) == uc.to_uri(urls).to_pylist()
    assert list(found["iri"]) == uc.to_iri(urls).to_pylist()
    assert list(found["name"]) == uc.to_ascii(uc.host(urls)).to_pylist()
    assert list(found["display"]) == uc.display(urls).to_pylist()
    assert list(found["unicode_name"]) == uc.to_unicode(uc.host(urls)).to_pylist()
    assert list(found["agreement"]) == uc.agreement(urls).to_pylist()
    assert list(found["surt"]) == uc.canonical(urls, profile="surt").to_pylist()
    assert list(found["surt_key"]) == uc.key(urls, profile="surt").to_pylist()
    chosen = [url if url and url.startswith("http") else None for url, _ in ROWS]
    assert list(found["chosen_key"]) == uc.key(uc.Column(chosen), profile="crawl").to_pylist()
    assert list(found["mended"]) == uc.mend(urls).to_pylist()
    of_urls = ("suffix", "domain", "subdomain", "site", "origin", "tld", "without_www")
    for name in (*of_urls, "split", "hierarchy", "path_hierarchy", "query_names"):
        assert list(found[name]) == getattr(uc, name)(urls).to_pylist()
    assert list(found["normal"]) == uc.normalize(urls).to_pylist()
    assert list(found["canonical"]) == uc.normalize(urls, level="scheme").to_pylist()
    assert list(found["encoded"]) == uc.encode(urls, component="segment").to_pylist()
    assert list(found["decoded"]) == uc.decode(urls).to_pylist()
    assert list(found["found"]) == uc.find(urls).to_pylist()
    assert list(found["findings"]) == uc.audit(urls).to_pylist()
    some = uc.Column([url if url and url.startswith("http") else None for url, _ in ROWS])
    assert list(found["security"]) == uc.audit(some, profile="security").to_pylist()
    for view, url in zip(found["viewed"], [url for url, _ in ROWS], strict=True):
        if url is None or not uv.is_valid(url, scheme_rules=True) or uv.parse(url).scheme is None:
            assert view is None
        else:
            assert json.loads(view)["host"] == uv.schemes.view(url).host  # type: ignore[attr-defined]
    assert list(found["expanded"]) == ["/search?q=a%20b" if url and url.startswith("http") else None for url, _ in ROWS]
    assert list(found["b"]) == list(found["chosen"]) == uc.query_value(urls, "b").to_pylist()
    assert list(found["pairs"]) == uc.query_pairs(urls).to_pylist()
    assert list(found["edited"]) == uc.with_pairs(urls, set={"b": "x y", "n": [1, 2]}).to_pylist()
    assert list(found["fewer"]) == uc.with_pairs(urls, remove=uv.Glob("b*")).to_pylist()


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
        con.register("pages", _table(texts))
        assert [row[0] for row in con.execute("select uri_normalize(url) from pages").fetchall()] == expected


def _table(texts: single.Texts) -> Any:
    import pyarrow as pa

    return pa.table({"url": pa.array(texts, pa.string())})


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
            expected = [tuple(row) for row in con.execute(QUERY).fetchall()]
        found = [tuple(plain(value) for value in row) for row in spark.sql(QUERY).collect()]
        assert found == expected


SHOPS = "http://a.shop.example/"


def test_duckdb_by_a_list_of_ones_own() -> None:
    """Beside the shipped one, under another prefix."""
    mine = SuffixList.from_text("shop.example\n")
    with connection() as con:
        register(con, prefix="own_", suffixes=mine)
        names = ("suffix", "domain", "site", "origin")
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
    [row] = spark.sql(f"select own_domain('{SHOPS}'), own_suffix('{SHOPS}')").collect()
    assert tuple(row) == ("a.shop.example", "shop.example")


def test_choices_are_worked_on_their_own_rows() -> None:
    """Ten thousand names in a column: each row is looked at once, in its own order, and null has no answer."""
    import pyarrow as pa

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
    with closing(duckdb.connect()) as con, pytest.raises(uv.UnknownEdition):
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
