"""The functions that are linked into DuckDB are the registered ones, and leave other databases alone."""

from __future__ import annotations

import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support import single
from uriverse import UnknownEdition
from uriverse import columns as uc
from uriverse.columns.duckdb import connect, register

# Hosts of each length about those that are kept in a row (12 bytes) and copied without a call (32), nulls, a refusal.
TEXTS = [
    *(f"http://{'a' * length}/" for length in (0, 11, 12, 13, 14, 15, 16, 17, 24, 31, 32, 33)),
    "http://a/",
    "http://twelve-octets.example/",
    "//twelve-octet/",
    "//thirteen-octs/",
    None,
    "",
    "http://h/a b",
    "http://a/b/c?d=e&f&long-name-of-a-pair=long%20value%20of%20a%20pair",
    "http://" + "a" * 300 + "/",
]
KINDS_OF_RESULT = """
    select uri_host(url), uri_is_valid(url), uri_port(url), uri_error(url), uri_parse(url), uri_hierarchy(url),
        uri_query_pairs(url), uri_key(url, 'surt'), uri_resolve('../x', url)
    from pages order by nr
"""


def pages(con: Any, copies: int) -> None:
    con.execute("create table texts (place integer, url varchar)")
    con.executemany("insert into texts values (?, ?)", list(enumerate(TEXTS)))
    con.execute(
        f"create table pages as select copy * {len(TEXTS)} + place as nr, url from texts, range({copies}) copies(copy)"
    )


def test_linked_functions_are_the_registered_ones() -> None:
    """Vectors that are full and one that is not, nulls in each word of 64, in several threads."""
    with closing(connect()) as linked, closing(duckdb.connect()) as arrow:
        register(arrow)
        for con in (linked, arrow):
            pages(con, 400)
            con.execute("set threads = 4")
        assert linked.execute(KINDS_OF_RESULT).fetchall() == arrow.execute(KINDS_OF_RESULT).fetchall()


def test_parts_of_vectors() -> None:
    """A filter hands over some rows of a vector, a constant one row for all, a dictionary each value once."""
    with closing(connect()) as con:
        pages(con, 500)
        hosts = uc.host(uc.Column(TEXTS)).to_pylist()
        some = con.execute("select uri_host(url) from pages where nr % 7 = 3 order by nr").fetchall()
        assert [row[0] for row in some] == [hosts[nr % len(TEXTS)] for nr in range(3, 500 * len(TEXTS), 7)]
        found = con.execute("select distinct uri_resolve('../long-enough', 'http://a/b/c/d') from pages").fetchall()
        assert found == [("http://a/b/long-enough",)]
        con.execute("create type few as enum ('http://a.example.org/', 'http://b.example.org/')")
        query = "select uri_host(case when nr % 2 = 0 then 'http://a.example.org/' end::few) from pages"
        found = con.execute(query).fetchall()
        assert sum(row == ("a.example.org",) for row in found) == len(found) / 2


# By Python, which gives errors, kinds and ports; and by the engine alone.
WANTED = (
    None,
    ["path", "valid", "fragment", "scheme", "host", "query", "userinfo", "authority", "port_text", "params"],
)


@settings(max_examples=25, deadline=None)
@given(single.texts, st.sampled_from(WANTED), st.sampled_from([None, "rfc2396", "rfc1808", single.house()]))
def test_any_texts(texts: single.Texts, want: Any, edition: Any) -> None:
    """A parse through DuckDB is the column's, and so are a part and the validity."""
    import pyarrow as pa

    column = uc.Column(texts)
    with closing(connect(want=want, edition=edition)) as con:
        con.register("pages", pa.table({"url": pa.array(texts, pa.string())}))
        found = con.execute("select uri_parse(url), uri_path(url), uri_is_valid(url) from pages").fetchall()
    assert [row[0] for row in found] == uc.parse(column, want=want, edition=edition).to_pylist()
    assert [row[1] for row in found] == uc.path(column, edition=edition).to_pylist()
    assert [row[2] for row in found] == uc.is_valid(column, edition=edition).to_pylist()


def test_only_the_database_that_is_opened_has_them() -> None:
    """Others of the process are left as they are, and so are the settings by which DuckDB protects itself."""
    with closing(connect(prefix="mine_")) as con, closing(duckdb.connect()) as other, closing(connect()) as third:
        assert con.execute("select mine_host('http://a/')").fetchone() == ("a",)
        assert con.cursor().execute("select mine_host('http://a/')").fetchone() == ("a",)
        for stranger, name in ((other, "mine_host"), (other, "uri_host"), (third, "mine_host"), (con, "uri_host")):
            with pytest.raises(duckdb.CatalogException):
                stranger.execute(f"select {name}('http://a/')")
        linked = con.execute("select install_mode from duckdb_extensions() where extension_name = 'uriverse'")
        assert linked.fetchone() == ("STATICALLY_LINKED",)
        for database in (con, other):
            unsigned = database.execute("select current_setting('allow_unsigned_extensions')")
            assert unsigned.fetchone() == (False,)


def test_options_and_a_database_that_is_open_already(tmp_path: Path) -> None:
    """A file, a configuration; the second connection to a file shares its database, which is not opened again."""
    path = tmp_path / "pages.duckdb"
    with closing(duckdb.connect(path)) as first:
        first.execute("create table pages as select 'http://a/b' as url")
        with closing(connect(path)) as second:
            assert second.execute("select uri_path(url) from pages").fetchone() == ("/b",)
    with closing(connect(path, read_only=True, config={"threads": 1})) as con:
        assert con.execute("select uri_path(url), current_setting('threads') from pages").fetchone() == ("/b", 1)
        with pytest.raises(duckdb.InvalidInputException, match="read-only"):
            con.execute("create table others as select 1")
    with pytest.raises(duckdb.IOException):
        connect(tmp_path / "none" / "pages.duckdb")
    # What was put aside for it is not given to the next one.
    with closing(duckdb.connect()) as con, pytest.raises(duckdb.CatalogException):
        con.execute("select uri_host('a')")


def test_what_goes_wrong_is_told() -> None:
    """By the query where a row is needed to see it, at once where not."""
    with pytest.raises(UnknownEdition):
        connect(edition="rfc3896")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="hots"):
        connect(want=["hots"])  # type: ignore[list-item]
    with closing(connect()) as con:
        with pytest.raises(duckdb.InvalidInputException, match="UnknownProfile"):
            con.execute("select uri_canonical('http://a/', 'surtt')")
        assert con.execute("select uri_canonical('http://a/', 'surt')").fetchone() == ("a)/",)
        with pytest.raises(duckdb.BinderException, match="uri_host"):
            con.execute("select uri_host('a', 'b')")


def test_without_the_interface(monkeypatch: pytest.MonkeyPatch) -> None:
    """No library, or another one, is refused, and `connect` then registers over Arrow."""
    program = """if True:
        from uriverse import _core
        for library in ("none.so", _core.__file__):
            try:
                _core.duckdb_connect(library, [], dict)
            except OSError as error:
                print(error)
    """
    ran = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    told = ["the library none.so cannot be opened", "the library has no duckdb_register_static_extension"]
    assert ran.stdout.splitlines() == told
    monkeypatch.setattr("uriverse.columns.duckdb.find_spec", {"_duckdb": None}.get)
    with closing(connect(prefix="arrow_")) as con:
        assert con.execute("select arrow_host('http://a/')").fetchone() == ("a",)


def test_databases_are_opened_by_many_threads() -> None:
    """Each gets its own functions."""
    found: dict[int, Any] = {}

    def work(number: int) -> None:
        with closing(connect(prefix=f"p{number}_")) as con:
            found[number] = con.execute(f"select p{number}_host('http://a{number}/')").fetchone()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == {number: (f"a{number}",) for number in range(8)}
