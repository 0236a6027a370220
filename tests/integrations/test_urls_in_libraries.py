"""`uv.URL` with policies in msgspec, attrs, cattrs, dataclasses, databases and command lines, on the libraries."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sqlite3
from typing import Annotated, Any

import attrs
import cattrs
import click
import msgspec
import psycopg
import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from fastapi.encoders import jsonable_encoder
from psycopg.adapt import AdaptersMap, PyFormat, Transformer
from sqlalchemy.dialects import mysql, postgresql

import uriverse as uv
from uriverse.integrations import argparse as uv_argparse
from uriverse.integrations import attrs as uv_attrs
from uriverse.integrations import fastapi as uv_fastapi
from uriverse.integrations import json as uv_json
from uriverse.integrations import msgspec as uv_msgspec
from uriverse.integrations import psycopg as uv_psycopg
from uriverse.integrations import sqlite3 as uv_sqlite3
from uriverse.integrations.click import ReferenceParam
from uriverse.integrations.dataclasses import coerce
from uriverse.integrations.sqlalchemy import ReferenceType
from uriverse.schemes import Connection

HTTPS = uv.Policy(schemes={"https"})
TEXT, URL = " HTTPS://H.example/a|b", uv.URL("https://h.example/a%7Cb")
# What each library must refuse, and the word for it.
REFUSED = [("http://h.example/", "must be https"), ("https://127.1/", "not public"), ("https://h.example:0/", "port")]


class Struct(msgspec.Struct):
    """A struct as a user writes one; msgspec shows its hook the type without `Annotated`."""

    url: uv.URL
    link: str = "https://h.example/"

    def __post_init__(self) -> None:
        HTTPS.check(self.url)
        HTTPS.check(self.link)


@attrs.define
class Hook:
    """A class as mypy and pyright take it: a type is a converter whose argument they know."""

    url: uv.URL = attrs.field(converter=uv.URL, validator=uv_attrs.validator(HTTPS))


@attrs.define
class Structured:
    """A class whose policies cattrs reads."""

    url: Annotated[uv.URL, HTTPS]
    link: Annotated[str, HTTPS] = "https://h.example/"


@dataclasses.dataclass
class Page:
    """A dataclass whose texts are converted."""

    url: Annotated[uv.URL, HTTPS]
    link: Annotated[str, HTTPS] | None = None
    title: str = ""

    def __post_init__(self) -> None:
        coerce(self)


def by_msgspec(**fields: str) -> Any:
    return msgspec.json.decode(msgspec.json.encode(fields), type=Struct, dec_hook=uv_msgspec.dec_hook)


def by_cattrs(**fields: str) -> Any:
    converter = cattrs.Converter(detailed_validation=False)
    uv_attrs.register(converter)
    return converter.structure(fields, Structured)


@pytest.mark.parametrize("made", [by_msgspec, Hook, by_cattrs, Page])
def test_a_text_becomes_a_url_that_the_policy_admits(made: Any) -> None:
    url = made(url=TEXT).url
    assert (type(url), url) == (uv.URL, URL)
    for text, reason in REFUSED:
        with pytest.raises(ValueError, match=reason):
            made(url=text)


@pytest.mark.parametrize("made", [by_msgspec, by_cattrs, Page])
def test_a_field_of_texts_keeps_a_text_that_needs_no_change(made: Any) -> None:
    assert made(url=TEXT, link="HTTPS://H.example").link == "HTTPS://H.example"
    for text, reason in [*REFUSED, ("https://1.1.1.1\\@127.0.0.1/", r"which is https://1\.1\.1\.1/@127")]:
        with pytest.raises(ValueError, match=reason):
            made(url=TEXT, link=text)


def test_msgspec_writes_and_describes_urls() -> None:
    struct = by_msgspec(url=TEXT)
    octets = msgspec.json.encode(struct, enc_hook=uv_msgspec.enc_hook)
    assert octets == b'{"url":"https://h.example/a%7Cb","link":"https://h.example/"}'
    assert msgspec.convert({"url": URL}, Struct, dec_hook=uv_msgspec.dec_hook).url is URL
    schema = msgspec.json.schema(Struct, schema_hook=uv_msgspec.schema_hook)
    assert schema["$defs"]["Struct"]["properties"]["url"] == {"type": "string", "format": "uri"}


def test_attrs_converts_what_is_assigned_too() -> None:
    hook = Hook("https://h.example")
    hook.url = uv.URL("https://h.example/b")
    with pytest.raises(uv.PolicyError):
        hook.url = uv.URL("http://h.example/")
    read = attrs.make_class("Read", {"url": attrs.field(converter=uv_attrs.converter(uv.URL, HTTPS))})
    assert read(TEXT).url == URL
    with pytest.raises(uv.PolicyError):
        read("http://h.example/")


def test_cattrs_structures_and_unstructures_urls_and_connections() -> None:
    converter = cattrs.Converter()
    uv_attrs.register(converter)
    values = {"a": URL, "b": Connection.read("postgresql://u:p@h/db")}
    texts = {"a": "https://h.example/a%7Cb", "b": "postgresql://u:p@h/db"}
    assert converter.unstructure(values) == texts
    assert [converter.structure(texts["a"], uv.URL), converter.structure(texts["b"], Connection)] == [*values.values()]


def test_sqlalchemy_stores_urls_in_a_varchar() -> None:
    columns = sa.Column("url", ReferenceType(uv.URL, HTTPS, length=700)), sa.Column("text", sa.Text)
    pages = sa.Table("pages", sa.MetaData(), *columns)
    for dialect in (mysql.dialect(), postgresql.dialect()):
        assert "url VARCHAR(700)" in str(sa.schema.CreateTable(pages).compile(dialect=dialect))
    engine = sa.create_engine("sqlite://")
    pages.metadata.create_all(engine)
    lenient = sa.type_coerce(pages.c.url, ReferenceType(uv.URL, bad_as_none=True))
    with engine.begin() as connection:
        connection.execute(pages.insert(), {"url": TEXT})
        url = connection.scalar(sa.select(pages.c.url).where(pages.c.url == " HTTPS://h.example/a|b"))
        assert (type(url), url) == (uv.URL, URL)
        assert connection.scalars(sa.select(pages.c.url).where(pages.c.url.startswith("https://h"))).all() == [URL]
        for text, reason in REFUSED:
            with pytest.raises(sa.exc.StatementError, match=reason):
                connection.execute(pages.insert(), {"url": text})
        connection.exec_driver_sql("insert into pages (url) values ('https://a b/'), (null)")
        with pytest.raises(uv.URLError):
            connection.scalars(sa.select(pages.c.url)).all()
        assert connection.scalars(sa.select(lenient)).all() == [URL, None, None]
    engine.dispose()


@pytest.mark.parametrize("kind", [uv.URL, uv.URI, uv.RelativeReference, uv.URIReference])
def test_sqlalchemy_writes_the_type_as_alembic_puts_it_into_a_migration(kind: type[uv.URIReference]) -> None:
    """Alembic ("Affecting the Rendering of Types Themselves"): the module, a dot, and the `repr` of the type."""
    names: dict[str, Any] = {}
    exec("import uriverse.integrations.sqlalchemy", names)
    for options in ({}, {"length": 700}, {"length": 9, "bad_as_none": True}):
        column = ReferenceType(kind, HTTPS, **options)
        again = eval(f"{type(column).__module__}.{column!r}", names)
        assert again._static_cache_key == ReferenceType(kind, **options)._static_cache_key
        assert again._static_cache_key != column._static_cache_key


def test_argparse_and_click_read_urls(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("url", type=uv_argparse.reference(uv.URL, HTTPS))

    @click.command()
    @click.argument("url", type=ReferenceParam(uv.URL, HTTPS))
    def command(url: uv.URL) -> None:
        click.echo(f"{type(url).__name__} {url}")

    url = parser.parse_args([TEXT]).url
    assert (type(url), url) == (uv.URL, URL)
    assert CliRunner().invoke(command, [TEXT]).output == f"{type(url).__name__} {URL}\n"
    for text, reason in REFUSED:
        with pytest.raises(SystemExit):
            parser.parse_args([text])
        result = CliRunner().invoke(command, [text])
        assert result.exit_code == 2 and reason in result.output and reason in capsys.readouterr().err


def test_json_and_fastapi_write_urls() -> None:
    connection = Connection.read("postgresql://u:p@h/db")
    assert json.loads(json.dumps([URL, connection], default=uv_json.default)) == [str(URL), str(connection)]
    uv_fastapi.register()
    assert jsonable_encoder({"url": URL}) == {"url": str(URL)}


def test_sqlite3_reads_and_writes_urls() -> None:
    uv_sqlite3.register()
    database = sqlite3.connect(":memory:", detect_types=sqlite3.PARSE_DECLTYPES)
    database.execute("create table pages (url url)")
    database.execute("insert into pages values (?)", [URL])
    [(url,)] = database.execute("select url from pages")
    assert (type(url), url) == (uv.URL, URL)
    database.close()


@pytest.mark.parametrize("form", [PyFormat.TEXT, PyFormat.BINARY])
def test_psycopg_writes_urls(form: PyFormat) -> None:
    """By psycopg's own transformer, which is what a cursor asks."""

    class Context:
        adapters = AdaptersMap(psycopg.adapters)
        connection = None

    uv_psycopg.register(Context)
    dumper = Transformer(Context).get_dumper(URL, form)  # type: ignore[arg-type]
    assert bytes(dumper.dump(URL) or b"") == str(URL).encode()


def test_psycopg_reads_columns_of_urls() -> None:
    class Cursor:
        description = (sa.Column("url"), sa.Column("title"))

    rows = uv_psycopg.reference_columns("url", kind=uv.URL, row_factory=lambda _: tuple)(Cursor)
    assert rows([str(URL), "a"]) == (URL, "a") and type(rows([str(URL), "a"])[0]) is uv.URL
