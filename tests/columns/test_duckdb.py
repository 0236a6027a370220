"""The functions in DuckDB: parts of vectors, several databases, and how a process ends that used them."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import duckdb
import pytest

import uriverse as uv
from uriverse import columns as uc
from uriverse.columns.duckdb import register

# Hosts of each length about those that are kept in a row (12 octets), nulls, a refusal.
TEXTS = [
    *(f"http://{'a' * length}/" for length in (0, 11, 12, 13, 14, 15, 16, 17, 24, 31, 32, 33)),
    None,
    "",
    "http://h/a b",
    "http://" + "a" * 300 + "/",
]


def registered(**options: Any) -> Any:
    con = duckdb.connect()
    register(con, **options)
    return closing(con)


def test_parts_of_vectors() -> None:
    """A filter hands over some rows of a vector, a constant one row for all, a dictionary each value once."""
    with registered() as con:
        con.execute("create table texts (place integer, url varchar)")
        con.executemany("insert into texts values (?, ?)", list(enumerate(TEXTS)))
        con.execute(
            f"create table pages as select copy * {len(TEXTS)} + place as nr, url from texts, range(500) copies(copy)"
        )
        hosts = uc.host(uc.Column(TEXTS)).to_pylist()
        some = con.execute("select uri_host(url) from pages where nr % 7 = 3 order by nr").fetchall()
        assert [row[0] for row in some] == [hosts[nr % len(TEXTS)] for nr in range(3, 500 * len(TEXTS), 7)]
        found = con.execute("select distinct uri_resolve('../long-enough', 'http://a/b/c/d') from pages").fetchall()
        assert found == [("http://a/b/long-enough",)]
        con.execute("create type few as enum ('http://a.example.org/', 'http://b.example.org/')")
        query = "select uri_host(case when nr % 2 = 0 then 'http://a.example.org/' end::few) from pages"
        found = con.execute(query).fetchall()
        assert sum(row == ("a.example.org",) for row in found) == len(found) / 2


def test_a_blob_is_read_as_octets() -> None:
    """As a single call reads `bytes`: for a host as UTF-8, for a canonical form as they are."""
    octets = b"http://H/a?\xff"
    with registered() as con:
        found = con.execute("select uri_host(?), uri_host(?), uri_canonical(?, 'surt')", [octets, octets[:10], octets])
        assert found.fetchone() == (None, "H", uv.canonical(octets, profile="surt"))


def test_only_the_database_of_the_connection_has_them() -> None:
    """Its cursors too; the settings by which DuckDB protects itself are left as they are."""
    with registered(prefix="mine_") as con, closing(duckdb.connect()) as other:
        assert con.cursor().execute("select mine_host('http://a/')").fetchone() == ("a",)
        with pytest.raises(duckdb.CatalogException):
            other.execute("select mine_host('http://a/')")
        assert con.execute("select current_setting('allow_unsigned_extensions')").fetchone() == (False,)


def test_what_goes_wrong_is_an_error() -> None:
    """At once where no row is needed to see it, by the query where one is; the connection goes on."""
    with registered() as con:
        with pytest.raises(duckdb.InvalidInputException, match="UnknownProfileError"):
            con.execute("select uri_canonical('http://a/', 'surtt')")
        assert con.execute("select uri_canonical('http://a/', 'surt')").fetchone() == ("a)/",)
        with pytest.raises(duckdb.InvalidInputException, match="uri_host takes url; there are 2 arguments"):
            con.execute("select uri_host('a', 'b')")
        with pytest.raises(duckdb.InvalidInputException, match="a column of texts is"):
            con.execute("select uri_host(1)")


def test_many_threads() -> None:
    """Each has its own database and functions."""

    def work(number: int) -> Any:
        with registered(prefix=f"p{number}_") as con:
            return con.execute(f"select p{number}_host('http://a{number}/')").fetchone()

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(8))) == [(f"a{number}",) for number in range(8)]


def test_a_column_function_reads_a_relation_that_calls_one() -> None:
    """DuckDB gives the interpreter up and takes it again within our own call."""
    with registered() as con:
        relation = con.sql("select uri_canonical('http://a/' || range, 'surt') as key from range(10000)")
        assert uc.path(relation).to_pylist()[-1] == "a)/9999"
        texts = (con.execute("select uri_canonical('http://a/b', 'surt')").fetchone()[0] for _ in range(2))
        assert uc.Column(texts).to_pylist() == ["a)/b"] * 2


ENDS = """if True:
    import sys, duckdb
    from uriverse.columns.duckdb import register
    con = duckdb.connect()
    register(con)
    con.execute("set threads = 4")
    con.execute(
        "create table pages as select 'http://a/' || i as url, if(i = 15000, 'none', 'surt') as profile"
        " from range(20000) rows(i)"
    )
    con.execute("select count(uri_domain(url)) from pages").fetchall()
    try:
        con.execute("select sum(length(uri_canonical(url, profile))) from pages").fetchall()
    except duckdb.Error as error:
        kept = error
    """
ENDINGS = {
    "open": ("", 0),
    "in a circle": ("circle = [con]; circle.append(circle); del con, circle", 0),
    "exit": ("sys.exit(3)", 3),
    "an error that nobody catches": ("""con.execute("select uri_canonical('http://a/', 'none')")""", 1),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_process_ends_cleanly(ending: str) -> None:
    """After an exception within a function, whatever becomes of the connection."""
    last, status = ENDINGS[ending]
    ran = subprocess.run([sys.executable, "-c", ENDS + last], check=False, capture_output=True, text=True)
    assert ran.returncode == status, ran.stderr
