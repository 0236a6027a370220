"""Connection strings: each text is read as its product's documentation says, and written again as it was."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.engine import make_url

import uriverse as uv
from uriverse.schemes import Connection

H1_H2 = (("h1", 1), ("h2", 2))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        # PostgreSQL's documentation, libpq, Connection URIs, prints the first five.
        ("postgresql://", {}),
        ("postgresql://localhost:5433", {"hosts": (("localhost", 5433),)}),
        ("postgresql://user:secret@localhost", {"user": "user", "password": "secret", "hosts": (("localhost", None),)}),
        (
            "postgresql://host1:123,host2:456/somedb?target_session_attrs=any",
            {
                "hosts": (("host1", 123), ("host2", 456)),
                "database": "somedb",
                "options": (("target_session_attrs", "any"),),
            },
        ),
        (
            "postgresql://%2Fvar%2Flib%2Fpostgresql/dbname",
            {"hosts": (("/var/lib/postgresql", None),), "database": "dbname"},
        ),
        ("postgresql:///db", {"database": "db"}),
        ("postgresql://[::1]:1,[fe80::1]/x", {"hosts": (("::1", 1), ("fe80::1", None)), "database": "x"}),
        (
            "postgresql+psycopg://u:p%40ss@h1:1,h2:2/db?x",
            {
                "driver": "psycopg",
                "user": "u",
                "password": "p@ss",
                "hosts": H1_H2,
                "database": "db",
                "options": (("x", None),),
            },
        ),
        ("mongodb://h1:1,h2:2/", {"hosts": H1_H2, "database": ""}),
        (
            "mongodb+srv://u:p%2F@c.example/",
            {"user": "u", "password": "p/", "hosts": (("c.example", None),), "database": ""},
        ),
        ("redis+sentinel://h1:1,h2:2/main/0", {"hosts": H1_H2, "database": "main/0"}),
        ("redis://:pw@h:1/0", {"user": "", "password": "pw", "hosts": (("h", 1),), "database": "0"}),
        ("kafka://h1:1,h2:2", {"hosts": H1_H2}),
        ("amqp://u@h/%2F", {"user": "u", "hosts": (("h", None),), "database": "/"}),
        (
            "mysql+pymysql://h/d?charset=x",
            {"driver": "pymysql", "hosts": (("h", None),), "database": "d", "options": (("charset", "x"),)},
        ),
        # MySQL Connector/J, Client-Side Failover for X DevAPI.
        (
            "mysqlx://sandy:mypassword@[host1:33060,host2:33061]/test",
            {
                "user": "sandy",
                "password": "mypassword",
                "hosts": (("host1", 33060), ("host2", 33061)),
                "database": "test",
            },
        ),
        ("mysqlx://[h,[::1]:1]", {"hosts": (("h", None), ("::1", 1))}),
        ("mysqlx://[::1]:1", {"hosts": (("::1", 1),)}),
        # SQLAlchemy's documentation, Engine Configuration: Database URLs.
        ("sqlite://", {}),
        ("sqlite:///foo.db", {"database": "foo.db"}),
        ("sqlite:////absolute/path/to/foo.db", {"database": "/absolute/path/to/foo.db"}),
        ("sqlite+pysqlite:///:memory:", {"driver": "pysqlite", "database": ":memory:"}),
        ("sqlite:///C:/path/to/foo.db", {"database": "C:/path/to/foo.db"}),
        # MongoDB, Connection Strings: ":" in a password is percent-encoded; drivers refuse a raw one.
        (
            "mongodb://u:p%40ss%3Aword@h1:1,h2:2/?replicaSet=rs",
            {
                "user": "u",
                "password": "p@ss:word",
                "hosts": H1_H2,
                "database": "",
                "options": (("replicaSet", "rs"),),
            },
        ),
        # SQLAlchemy's documentation, Microsoft SQL Server: Hostname Connections.
        (
            "mssql+pyodbc://scott:tiger@myhost:49242/databasename?driver=ODBC+Driver+17+for+SQL+Server&x=a%2Bb",
            {
                "driver": "pyodbc",
                "user": "scott",
                "password": "tiger",
                "hosts": (("myhost", 49242),),
                "database": "databasename",
                "options": (("driver", "ODBC Driver 17 for SQL Server"), ("x", "a+b")),
            },
        ),
        ("postgresql://h/d?a=b%2Bc%20d", {"hosts": (("h", None),), "database": "d", "options": (("a", "b+c d"),)}),
        # Snowflake SQLAlchemy, duckdb_engine, StarRocks, ClickHouse: the documents that connections.toml names.
        (
            "snowflake://u:p@account/db/schema?warehouse=w+h",
            {
                "user": "u",
                "password": "p",
                "hosts": (("account", None),),
                "database": "db/schema",
                "options": (("warehouse", "w h"),),
            },
        ),
        ("duckdb:///:memory:", {"database": ":memory:"}),
        ("duckdb:////path/to/file", {"database": "/path/to/file"}),
        ("starrocks://u:p@h:9030/c.d", {"user": "u", "password": "p", "hosts": (("h", 9030),), "database": "c.d"}),
        ("clickhouse://h1:1,h2:2/db?secure", {"hosts": H1_H2, "database": "db", "options": (("secure", None),)}),
        ("cassandra://h1:1,h2:2/keyspace", {"hosts": H1_H2, "database": "keyspace"}),
        (
            "oracle+cx_oracle://scott:tiger@tnsalias",
            {"driver": "cx_oracle", "user": "scott", "password": "tiger", "hosts": (("tnsalias", None),)},
        ),
    ],
)
def test_a_connection_string_is_read_and_written(text: str, parts: dict[str, Any]) -> None:
    found = uv.schemes.view(text)
    scheme = text.partition(":")[0]
    name = scheme if scheme in {"mongodb+srv", "redis+sentinel"} else scheme.partition("+")[0]
    assert found == Connection(scheme=name, **parts)
    assert str(found) == text
    if "," not in text and "%2F" not in text and not scheme.startswith(("mongodb", "redis", "amqp", "kafka")):
        theirs = make_url(text)
        assert (theirs.username, theirs.password) == (found.user, found.password)
        assert [(theirs.host, theirs.port)] == list(found.hosts or [(None, None)])
        assert (theirs.database, theirs.get_backend_name()) == (found.database, found.scheme)
        if found.driver is not None and all(value is not None for _, value in found.options):
            assert dict(theirs.query) == dict(found.options)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("redis://a,b/", ValueError, "one host, and here are 2"),
        ("postgresql://h1,h x/db", uv.URISyntaxError, "reg-name"),
        ("postgresql://h1:x,h2/db", uv.URISyntaxError, "port"),
        ("postgresql://u:p@ss@h/db", uv.URISyntaxError, "userinfo"),
        ("sqlite://a.db", ValueError, "no host: a path follows three slashes, sqlite:///a.db"),
        ("mysql://[h1,h2]/db", uv.URISyntaxError, "IP-literal"),
        ("postgresql://u:p#ss@h/db", uv.URISyntaxError, "digits only; if this is a password, percent-encode"),
        ("postgresql://u:p/ss@h/db", uv.URISyntaxError, "digits only; if this is a password, percent-encode"),
        ("postgresql://u:p?ss@h/db", uv.URISyntaxError, "if this is a password, percent-encode"),
        ("postgresql://u:1#2@h/db", ValueError, 'no fragment: write the "#" of a password as "%23"'),
        ("postgresql://u@h:p/a@b", uv.URISyntaxError, "digits only$"),
        ("postgresql:db", ValueError, '"//" is missing'),
        ("h2:///a.db", uv.schemes.UnknownSchemeError, "scheme must be one of .* not 'h2'"),
        ("mysql://u:p@ssword@h/d", uv.URISyntaxError, 'write "%40" if it is data'),
        ("mysql://u:p[ssword@h/d", uv.URISyntaxError, 'write "%5B" if it is data'),
        ("mysql://u:p]ssword@h/d", uv.URISyntaxError, 'write "%5D" if it is data'),
    ],
)
def test_what_is_refused(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        uv.schemes.view(text)


def test_a_password_is_masked() -> None:
    assert "secret" not in repr(uv.schemes.view("postgresql://u:secret@h1,h2/db?password=secret"))


@pytest.mark.parametrize("hosts", [[("h", 1), ("i", 2)], [("h", None)]])
def test_hosts_that_a_scheme_has_not_are_not_written(hosts: Any) -> None:
    with pytest.raises(ValueError, match="host"):
        Connection(scheme="redis" if len(hosts) > 1 else "sqlite", hosts=hosts)
    with pytest.raises(ValueError, match=r"scheme must be one of .*, not 'http'"):
        Connection.read("http://h/")


@given(
    st.none() | st.text(max_size=5),
    st.lists(
        st.tuples(
            st.sampled_from(["h", "a.example", "::1", "/var/run", "10.0.0.1"]), st.none() | st.integers(0, 65535)
        ),
        max_size=3,
    ),
    st.none() | st.text(max_size=5).filter(lambda text: text not in {".", ".."}),
    st.lists(st.tuples(st.text(min_size=1, max_size=3), st.none() | st.text(max_size=3)), max_size=3),
)
def test_what_is_written_is_read_back(user: str | None, hosts: Any, database: str | None, options: Any) -> None:
    hosts = hosts or [("h", None)]
    if user is not None and any("\ud800" <= letter <= "\udfff" for letter in user):
        return
    made = Connection(scheme="postgresql", user=user, hosts=hosts, database=database, options=options)
    assert uv.schemes.view(str(made)) == made
