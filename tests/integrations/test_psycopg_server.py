"""psycopg against a PostgreSQL server of our own, which lives in a temporary folder and listens to one socket there."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.rows import dict_row

import uriverse as uv
from uriverse.integrations import psycopg as uv_psycopg

pytestmark = pytest.mark.slow

URL = uv.URI("http://h/%7Ea?b=1#c")


def programs() -> Path:
    """Where Debian keeps the programs of the newest server."""
    return max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))


@pytest.fixture(scope="module")
def connection() -> Iterator[psycopg.Connection[Any]]:
    """A connection to an empty database."""
    # The server refuses to run as root.
    account: dict[str, Any] = {"user": "postgres", "group": "postgres"} if os.getuid() == 0 else {}
    with tempfile.TemporaryDirectory(prefix="pg") as name:
        folder = Path(name)
        if account:
            shutil.chown(folder, **account)
        options: dict[str, Any] = {**account, "cwd": folder, "check": True, "stdout": subprocess.DEVNULL}
        subprocess.run([programs() / "initdb", "-D", folder / "data", "-A", "trust", "-E", "UTF8", "-N"], **options)
        with subprocess.Popen(
            [programs() / "postgres", "-D", folder / "data", "-k", folder, "-c", "listen_addresses=", "-F"],
            stderr=subprocess.DEVNULL,
            **account,
        ) as server:
            try:
                with connected(folder, "postgres" if account else None) as connected_:
                    yield connected_
            finally:
                server.send_signal(signal.SIGINT)  # after SIGTERM it would wait for clients


def connected(folder: Path, user: str | None) -> psycopg.Connection[Any]:
    """A connection to the server, as soon as it answers."""
    for _ in range(600):
        ready = subprocess.run([programs() / "pg_isready", "-q", "-h", folder], check=False)
        if ready.returncode == 0:
            break
    return psycopg.connect(host=str(folder), dbname="postgres", user=user, autocommit=True)


@pytest.mark.parametrize("binary", [False, True])
def test_references_come_back(connection: psycopg.Connection[Any], binary: bool) -> None:
    """As parameters, and from the columns that are named, in both protocols; a null stays None."""
    connection.execute("create domain uri as text")
    connection.execute("create table pages (url uri, note text)")
    uv_psycopg.register(connection)
    rows = uv_psycopg.reference_columns("url", row_factory=dict_row)
    cursor = connection.cursor(binary=binary, row_factory=rows)
    cursor.execute("insert into pages values (%s, %s), (null, 'a b')", (URL, uv.URIReference("#top")))
    found = cursor.execute("select note, url from pages order by url").fetchall()
    assert found == [{"url": URL, "note": "#top"}, {"url": None, "note": "a b"}]
    assert cursor.execute("select url from pages where url = %s", (URL,)).fetchall() == [{"url": URL}]
    with pytest.raises(uv.URISyntaxError):
        cursor.execute("select 'a b' as url").fetchall()
    connection.execute("drop table pages; drop domain uri")


@pytest.mark.parametrize("binary", [False, True])
def test_a_type_of_its_own_is_read(connection: psycopg.Connection[Any], binary: bool) -> None:
    """An enumeration stands for the type of an extension here: it has texts, and a number of its own in results.

    PostgreSQL, 8.15: a type that is created has arrays.
    """
    connection.execute(f"create type own_uri as enum ('{URL}')")
    uv_psycopg.register(connection, type_name="own_uri")
    cursor = connection.cursor(binary=binary)
    assert cursor.execute(f"select '{URL}'::own_uri").fetchall() == [(URL,)]
    assert cursor.execute(f"select array['{URL}', null]::own_uri[]").fetchall() == [([URL, None],)]
    # psycopg (Adapting strings): a text has the client's encoding. RFC 3986 allows US-ASCII alone.
    connection.execute("alter type own_uri add value 'http://h/é'; set client_encoding to latin1")
    with pytest.raises(uv.URISyntaxError, match="'é' at 9"):
        connection.cursor(binary=binary).execute(
            "select max(each) from unnest(enum_range(null::own_uri)) each"
        ).fetchall()
    connection.execute("set client_encoding to utf8; drop type own_uri")


def test_what_cannot_be_read_is_reported(connection: psycopg.Connection[Any]) -> None:
    connection.execute("create domain link as text")
    with pytest.raises(ValueError, match=r"'link' is a domain.*reference_columns"):
        uv_psycopg.register(connection, type_name="link")
    with pytest.raises(LookupError, match="no type 'lnik'"):
        uv_psycopg.register(connection, type_name="lnik")
    connection.execute("drop domain link")
