"""References as values of pydantic, msgspec, attrs, cattrs, dataclasses, databases, command lines and forms."""

from __future__ import annotations

import argparse
import asyncio
import dataclasses
import functools
import inspect
import json
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from typing import Annotated, Any, NewType, TypeVar
from urllib.parse import urlsplit

import attrs
import cattrs
import click
import httpx
import msgspec
import psycopg
import pytest
import sqlalchemy as sa
from click.testing import CliRunner
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st
from psycopg.adapt import AdaptersMap, PyFormat, Transformer
from pydantic import AfterValidator, BaseModel, PlainSerializer, TypeAdapter, ValidationError
from typing_extensions import TypeAliasType

import uriverse as uv
from support.strategies import examples, in_each
from uriverse.integrations import argparse as uv_argparse
from uriverse.integrations import attrs as uv_attrs
from uriverse.integrations import json as uv_json
from uriverse.integrations import msgspec as uv_msgspec
from uriverse.integrations import psycopg as uv_psycopg
from uriverse.integrations import sqlite3 as uv_sqlite3
from uriverse.integrations.click import ReferenceParam
from uriverse.integrations.dataclasses import coerce
from uriverse.integrations.django import ReferenceValidator
from uriverse.integrations.sqlalchemy import ReferenceType
from uriverse.templates import Template
from uriverse.whatwg import URL, URLSearchParams

SECURE = uv.Policy(schemes={"HTTPS"}, hosts={"example.org", "*.example.org"})


class Hook(BaseModel):
    """A model as a user writes one."""

    url: Annotated[uv.URI, SECURE]
    link: uv.URIReference | None = None
    iri: Annotated[uv.URIReference, uv.Policy.any(edition="rfc3987")] | None = None


def test_pydantic_reads_urls_of_the_standard() -> None:
    """As the parser makes them; a URL stays itself, and what the parser refuses is told by its error's name."""
    urls = TypeAdapter(URL)
    found = urls.validate_python("HTTP://Example.ORG:80/a b|c")
    assert found == URL("http://example.org/a%20b|c") and urls.validate_python(found) is found
    assert urls.dump_json(found) == b'"http://example.org/a%20b|c"'
    assert urls.json_schema() == {"type": "string"}
    with pytest.raises(ValidationError, match="missing-scheme-non-relative-URL"):
        urls.validate_python("//h/")
    with pytest.raises(ValidationError, match="valid string"):
        urls.validate_python(1)


def test_pydantic_reads_and_writes_parameters() -> None:
    """A query, a mapping or pairs; the serialization is that of a form (URL Standard, section 5.2)."""
    parameters = TypeAdapter(URLSearchParams)
    for value in ("?a=b+c&a", {"a": "b c"}, [("a", "b c"), ("a", "")]):
        found = parameters.validate_python(value)
        assert found.get("a") == "b c" and parameters.validate_python(found) is found
    assert parameters.dump_json(parameters.validate_json('"a=b+c&a"')) == b'"a=b+c&a="'
    assert parameters.json_schema() == {"type": "string"}
    with pytest.raises(ValidationError, match="valid string"):
        parameters.validate_python(1)


@given(
    st.lists(st.sampled_from([*"/?#:@@;=", "u", "80", "81", "[::1]", "%40", ".", "h.example"]), max_size=6).map("".join)
)
@examples(100)
@in_each("edition", uv.EDITIONS)
def test_a_client_sees_no_userinfo_or_port_that_an_edition_reads_otherwise(edition: Any, rest: str) -> None:
    """RFC 1808 allows "?" in a userinfo and RFC 2396 "@" in a host; `urlsplit` cuts as RFC 3986, section 3.2, says."""
    text = f"http://{rest}"
    try:
        uv.Policy.any(userinfo=False, ports=80, edition=edition).check(text)
        seen = urlsplit(text)
        port = seen.port
    except ValueError:
        return
    assert (seen.username, seen.password, port or 80) == (None, None, 80)


def test_pydantic_reads_and_writes() -> None:
    hook = Hook.model_validate({"url": "https://a.example.org/", "link": uv.URIReference("#a"), "iri": "http://h/é"})
    assert (type(hook.url), type(hook.link)) == (uv.URI, uv.RelativeReference)
    assert hook.iri is not None and hook.iri.edition == "rfc3987"
    again = Hook.model_validate_json(hook.model_dump_json())
    assert again == hook and hook.model_dump(mode="json")["iri"] == "http://h/é"
    assert hook.model_dump()["url"] == uv.URI("https://a.example.org/")
    schema = Hook.model_json_schema()["properties"]
    assert schema["url"]["format"] == "uri"
    assert [each.get("format") for each in schema["link"]["anyOf"]] == ["uri-reference", None]
    assert [each.get("format") for each in schema["iri"]["anyOf"]] == ["iri-reference", None]
    assert TypeAdapter(list[uv.URI]).validate_json('["a:b"]') == [uv.URI("a:b")]
    assert TypeAdapter(Template).validate_python("{a}") == Template("{a}")
    assert TypeAdapter(Template).json_schema() == {"type": "string", "format": "uri-template"}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("http://example.org/", "the scheme must be https, not http"),
        ("https://example.com/", "is not an allowed host"),
        ("https://example.org/ a", "rule 'segment' of RFC 3986"),
        ("#a", "it is a relative reference"),
        (1, "Input should be a valid string"),
    ],
)
def test_pydantic_says_what_is_wrong(value: Any, message: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Hook(url=value)
    assert message in str(caught.value) and caught.value.errors()[0]["loc"] == ("url",)


@pytest.mark.parametrize(
    ("field", "given", "kind"),
    [
        ("url", "https://user:s3cret@example.org/", "uri_value"),
        ("url", "https://user:s3cret@example.org/ b", "uri_syntax"),
        ("url", "https://other.example/?access_token=s3cret", "uri_value"),
        ("url", ["https://user:s3cret@example.org/"], "string_type"),
        ("link", "//user:s3cret@h/%zz", "uri_syntax"),
        ("page", "http://user:s3cret@h:x/", "uri_value"),
        ("search", "https://user:s3cret@h/{", "uri_syntax"),
    ],
)
def test_no_answer_of_fastapi_has_a_secret(field: str, given: Any, kind: str) -> None:
    """FastAPI sends pydantic's errors back, the input of each among them; `str` of an error shows that as well."""

    class Page(Hook):
        page: URL | None = None
        search: Template | None = None

    def post(hook: Page) -> str:
        return str(hook.url)

    post.__annotations__["hook"] = Page
    app = FastAPI()
    app.post("/")(post)
    body = {"url": "https://example.org/", field: given}

    async def answer() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://h") as client:
            return await client.post("/", json=body)

    response = asyncio.run(answer())
    [error] = response.json()["detail"]
    assert (response.status_code, error["loc"], error["type"]) == (422, ["body", field], kind)
    assert set(error.get("ctx", {})) <= {"reason", "at", "rule"}
    with pytest.raises(ValidationError) as caught:
        Page.model_validate(body)
    assert "s3cret" not in response.text and "s3cret" not in str(caught.value)


def test_pydantic_refuses_a_policy_beside_another_type() -> None:
    with pytest.raises(TypeError, match="a Policy is for"):
        TypeAdapter(Annotated[int, SECURE])


HTTPS = Annotated[uv.URI, uv.Policy.any(schemes={"https"})]
# PEP 593: nested `Annotated` are flattened, the innermost metadata first.
TWICE = Annotated[HTTPS, uv.Policy.any(hosts={"example.org"}, edition="rfc3987")]


def by_dataclass(hint: Any, text: str) -> Any:
    made = dataclasses.make_dataclass("Made", [("url", hint)], namespace={"__post_init__": coerce})
    return made(text).url


def by_cattrs(hint: Any, text: str) -> Any:
    converter = cattrs.Converter()
    uv_attrs.register(converter)
    return converter.structure(text, hint)


@pytest.mark.parametrize("read", [by_dataclass, by_cattrs, lambda hint, text: TypeAdapter(hint).validate_python(text)])
@pytest.mark.parametrize("hint", [TWICE, TWICE | None])
def test_every_policy_within_annotated_holds(read: Callable[[Any, str], Any], hint: Any) -> None:
    assert read(hint, "https://example.org/") == uv.URI("https://example.org/")
    for text in ("http://example.org/", "https://example.com/"):
        with pytest.raises(ValueError, match=r"must be https|not an allowed host"):
            read(hint, text)
    with pytest.raises(TypeError, match="a Policy is for"):
        read(Annotated[list[uv.URI], SECURE], "https://example.org/")


def test_aliases_and_new_types_of_dataclasses_are_followed() -> None:
    """As the typing documentation says: an alias is its value, and a `NewType` is for type checkers alone."""
    parameter = TypeVar("parameter")
    hook = TypeAliasType("hook", HTTPS)
    optional = TypeAliasType("optional", parameter | None, type_params=(parameter,))
    hints = [TypeAliasType("again", hook), optional[HTTPS], NewType("Safe", HTTPS)]  # type: ignore[valid-newtype]
    hints += [Annotated[hints[0], uv.Policy.any(userinfo=False)], hints[0] | None]
    for hint in hints:
        assert by_dataclass(hint, "https://h/") == uv.URI("https://h/")
        with pytest.raises(ValueError, match="must be https"):
            by_dataclass(hint, "ftp://h/")
    with pytest.raises(TypeError, match="a Policy is for"):
        by_dataclass(TypeAliasType("urls", list[hints[0]]), "https://h/")  # type: ignore[valid-type]
    with pytest.raises(TypeError, match="a Policy is for"):
        by_dataclass(list[HTTPS], "https://h/")
    tree = TypeAliasType("tree", list["tree"])  # type: ignore[name-defined]
    assert by_dataclass(tree, "a") == "a"


def test_an_alias_that_is_itself_is_refused() -> None:
    """The typing specification calls such a definition, `type A = A | None`, an error."""
    alias: Any = NewType("alias", str)
    for meaning in (alias, alias | None, Annotated[alias, SECURE]):
        alias.__supertype__ = meaning
        with pytest.raises(TypeError, match="defined by itself"):
            by_dataclass(alias, "http://h/")


@pytest.mark.parametrize("beside", [(), (AfterValidator(uv.URI),)])
@pytest.mark.parametrize("place", [0, 1])
def test_a_serializer_beside_a_policy_holds(place: int, beside: tuple[Any, ...]) -> None:
    """pydantic (Serialization): a `PlainSerializer` replaces the type's own; without the Policy it does."""
    masked = PlainSerializer(lambda uri: uri.redacted())
    metadata = [masked, *beside]
    metadata.insert(place * len(metadata), uv.Policy.any(schemes={"https"}))
    adapter = TypeAdapter(functools.reduce(lambda hint, each: Annotated[hint, each], metadata, uv.URI))
    uri = adapter.validate_python("https://u:s3cret@example.org/")
    assert adapter.dump_python(uri) == "https://u:***@example.org/"
    assert adapter.dump_json(uri) == b'"https://u:***@example.org/"'
    with pytest.raises(ValidationError):
        adapter.validate_python("ftp://example.org/")


def test_pydantic_calls_a_validator_before_a_policy() -> None:
    def is_short(uri: uv.URI) -> uv.URI:
        if len(str(uri)) > 20:
            raise ValueError("it is long")
        return uri

    adapter = TypeAdapter(Annotated[uv.URI, AfterValidator(is_short), SECURE])
    assert adapter.dump_json(adapter.validate_json('"https://example.org"')) == b'"https://example.org"'
    with pytest.raises(ValidationError, match="it is long"):
        adapter.validate_python("https://example.org/a")
    assert adapter.json_schema() == {"type": "string", "format": "uri"}


def test_msgspec() -> None:
    class Link(msgspec.Struct):
        to: uv.URI
        search: Template | None = None

    decoder = msgspec.json.Decoder(Link, dec_hook=uv_msgspec.dec_hook)
    link = decoder.decode(b'{"to":"http://h/a","search":"{q}"}')
    assert link == Link(uv.URI("http://h/a"), Template("{q}"))
    for codec in (msgspec.json, msgspec.msgpack):
        octets = codec.encode(link, enc_hook=uv_msgspec.enc_hook)
        assert codec.decode(octets, type=Link, dec_hook=uv_msgspec.dec_hook) == link
    with pytest.raises(msgspec.ValidationError, match=r"rule 'segment' of RFC 3986(.|\n)*\$.to"):
        decoder.decode(b'{"to":"http://h/a b"}')
    with pytest.raises(msgspec.ValidationError):
        decoder.decode(b'{"to":1}')
    # `msgspec.convert` also takes a UUID for a field of UUIDs, as from a row of a database.
    assert msgspec.convert({"to": link.to}, Link, dec_hook=uv_msgspec.dec_hook).to is link.to
    with pytest.raises(msgspec.ValidationError, match="got `RelativeReference`"):
        msgspec.convert({"to": uv.RelativeReference("a")}, Link, dec_hook=uv_msgspec.dec_hook)
    kinds = {uv.URI: "uri", uv.URIReference: "uri-reference", Template: "uri-template"}
    for kind, name in kinds.items():
        found = msgspec.json.schema(kind, schema_hook=uv_msgspec.schema_hook)
        assert found == {"type": "string", "format": name}
    for hook in (uv_msgspec.enc_hook, uv_msgspec.schema_hook, lambda value: uv_msgspec.dec_hook(complex, value)):
        with pytest.raises(NotImplementedError):
            hook(1j)  # type: ignore[operator]


def test_attrs_and_cattrs() -> None:
    @attrs.define
    class Page:
        url: uv.URI = attrs.field(converter=uv_attrs.converter(policy=SECURE), validator=uv_attrs.validator(SECURE))
        next: uv.URIReference | None = attrs.field(default=None)

    assert Page("https://example.org/").url == uv.URI("https://example.org/")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the scheme must be https"):
        Page("http://example.org/")  # type: ignore[arg-type]
    page = Page("https://example.org/")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="text must be"):
        page.url = 1  # type: ignore[assignment]
    with pytest.raises(TypeError, match="url must be a reference"):
        uv_attrs.validator(SECURE)(page, attrs.fields(Page).url, "https://h/")  # type: ignore[arg-type]
    converter = cattrs.Converter()
    uv_attrs.register(converter)
    made = converter.structure({"url": "https://example.org/", "next": "#a"}, Page)
    assert made == Page("https://example.org/", uv.URIReference("#a"))  # type: ignore[arg-type]
    assert converter.unstructure(made) == {"url": "https://example.org/", "next": "#a"}
    assert converter.structure("{a}", Template) == Template("{a}")
    with pytest.raises(uv.URISyntaxError):
        converter.structure("a b", uv.URIReference)


@dataclasses.dataclass(frozen=True, slots=True)
class Page:
    """A dataclass as a user writes one."""

    url: Annotated[uv.URI, SECURE]
    title: str = ""
    next: uv.RelativeReference | None = None

    def __post_init__(self) -> None:
        coerce(self)


def test_dataclasses() -> None:
    page = Page("https://example.org/", "a b", "#a")  # type: ignore[arg-type]
    assert page == Page(uv.URI("https://example.org/"), "a b", uv.RelativeReference("#a"))
    with pytest.raises(ValueError, match="the scheme must be https") as caught:
        Page("http://example.org/")  # type: ignore[arg-type]
    assert caught.value.__notes__ == ["in the field 'url' of Page"]
    with pytest.raises(TypeError, match="text must be"):
        Page(None)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="an instance of a dataclass"):
        coerce(Page)


def test_sqlalchemy() -> None:
    columns = (sa.Column("url", ReferenceType(uv.URI, SECURE)), sa.Column("link", ReferenceType()))
    pages = sa.Table("pages", sa.MetaData(), *columns)
    engine = sa.create_engine("sqlite://")
    pages.metadata.create_all(engine)
    url = uv.URI("https://example.org/it's")
    with engine.begin() as connection:
        connection.execute(pages.insert(), [{"url": str(url), "link": "#a"}, {"url": None, "link": None}])
        assert connection.execute(sa.select(pages)).all() == [(url, uv.URIReference("#a")), (None, None)]
        assert connection.scalar(sa.select(pages.c.link).where(pages.c.url == url)) == uv.URIReference("#a")
        literal = sa.select(pages.c.link).where(pages.c.url == url)
        compiled = literal.compile(engine, compile_kwargs={"literal_binds": True})
        assert connection.exec_driver_sql(str(compiled)).scalar() == "#a"
        for refused in ("a b", "http://example.org/"):
            with pytest.raises(sa.exc.CompileError):
                (pages.c.url == refused).compile(engine, compile_kwargs={"literal_binds": True})
        with pytest.raises(sa.exc.StatementError, match="the scheme must be https"):
            connection.execute(pages.insert(), {"url": "http://example.org/"})
        connection.exec_driver_sql("insert into pages (url) values ('a b')")
        with pytest.raises(uv.URISyntaxError):
            connection.execute(sa.select(pages.c.url)).all()
    engine.dispose()
    assert ReferenceType(uv.URI)._static_cache_key == ReferenceType(uv.URI)._static_cache_key
    assert ReferenceType(uv.URI)._static_cache_key != ReferenceType(uv.URI, SECURE)._static_cache_key
    with pytest.raises(TypeError, match="kind must be"):
        ReferenceType(str)  # type: ignore[arg-type]


def test_sqlalchemy_compares_with_texts() -> None:
    """A pattern is a text, and no reference: "%" begins no triplet in it. What equals a reference is one."""
    pages = sa.Table("pages", sa.MetaData(), sa.Column("url", ReferenceType(uv.URI)))
    engine = sa.create_engine("sqlite://")
    pages.metadata.create_all(engine)
    url = pages.c.url
    with engine.begin() as connection:
        connection.execute(pages.insert(), [{"url": "http://h/a"}, {"url": "http://i/b"}])

        def count(condition: sa.ColumnElement[bool]) -> int | None:
            return connection.scalar(sa.select(sa.func.count()).where(condition))

        ones = (
            url.like("http://h/%"),
            url.not_like("%/a"),
            url.startswith("http://h"),
            url.contains("/a"),
            url < "http://i",
        )
        assert [count(condition) for condition in ones] == [1] * 5
        assert [count(url == "http://h/a"), count(url.in_([uv.URI("http://h/a"), "http://i/b"]))] == [1, 2]
        assert connection.scalars(sa.select(url + "#x")).first() == uv.URI("http://h/a#x")
        with pytest.raises(sa.exc.StatementError, match="rule 'segment'"):
            count(url == "http://h/%")
    engine.dispose()


def test_sqlite3() -> None:
    uv_sqlite3.register()
    database = sqlite3.connect(":memory:", detect_types=sqlite3.PARSE_DECLTYPES)
    database.execute("create table pages (url uri, link uri_reference)")
    row = (uv.URI("http://h/a"), uv.URIReference("#a"))
    database.execute("insert into pages values (?, ?)", row)
    assert database.execute("select * from pages").fetchall() == [row]
    database.execute("update pages set url = 'a b'")
    with pytest.raises(uv.URISyntaxError):
        database.execute("select url from pages").fetchall()
    database.close()


@pytest.mark.parametrize("form", [PyFormat.TEXT, PyFormat.BINARY])
def test_psycopg_writes_text(form: PyFormat) -> None:
    """By psycopg's own transformer, which is what a cursor asks."""

    class Context:
        adapters = AdaptersMap(psycopg.adapters)
        connection = None

    uv_psycopg.register(Context)
    for reference in (uv.URI("http://h/é".replace("é", "%C3%A9")), uv.URIReference("#a")):
        dumper = Transformer(Context).get_dumper(reference, form)  # type: ignore[arg-type]
        assert bytes(dumper.dump(reference) or b"") == str(reference).encode()
    loader = uv_psycopg.ReferenceLoader(0)
    assert loader.load(memoryview(b"http://h/a")) == uv.URI("http://h/a")
    with pytest.raises(uv.URISyntaxError):
        loader.load(b"a b")


def test_json() -> None:
    values = [uv.URI("http://h/"), uv.split("a b"), uv.whatwg.URL("http://h"), Template("{a}")]
    assert json.loads(json.dumps(values, default=uv_json.default)) == ["http://h/", "a b", "http://h/", "{a}"]
    with pytest.raises(TypeError, match="complex is not JSON serializable"):
        json.dumps(1j, default=uv_json.default)


def test_click() -> None:
    @click.command()
    @click.argument("url", type=ReferenceParam(policy=SECURE))
    @click.option("--next", type=ReferenceParam(uv.URIReference), default="#a")
    def command(url: uv.URI, next: uv.URIReference) -> None:
        click.echo(f"{url.host} {next.fragment}")

    assert CliRunner().invoke(command, ["https://example.org/"]).output == "example.org a\n"
    result = CliRunner().invoke(command, ["http://example.org/"])
    assert result.exit_code == 2 and "the scheme must be https" in result.output
    result = CliRunner().invoke(command, ["https://example.org/", "--next", "a b"])
    assert result.exit_code == 2 and "rule 'segment-nz-nc'" in result.output


def test_swapped_arguments_are_reported() -> None:
    """Every call takes the type first and says so where a policy comes first."""
    for call in (ReferenceParam, ReferenceType, uv_attrs.converter, uv_argparse.reference):
        assert list(inspect.signature(call).parameters)[:2] == ["kind", "policy"]
        with pytest.raises(TypeError, match=r"kind must be a type of references.*policy="):
            call(SECURE)  # type: ignore[operator]


def test_argparse(capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("url", type=uv_argparse.reference(policy=SECURE))
    assert parser.parse_args(["https://example.org/"]).url == uv.URI("https://example.org/")
    with pytest.raises(SystemExit):
        parser.parse_args(["http://example.org/"])
    assert "argument url: http://example.org/ is refused: the scheme must be https" in capsys.readouterr().err


def test_the_validator_without_django() -> None:
    """In a process that never loads Django, which another test may have loaded."""
    code = (
        "import sys; from uriverse.integrations.django import ReferenceValidator\n"
        "try: ReferenceValidator(schemes=['https'])('http://h/')\n"
        "except ValueError as error: print(type(error).__name__, error)\n"
        "assert 'django' not in sys.modules"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert found == "ValueError http://h/ is refused: the scheme must be https, not http\n"


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.usefixtures("django_app")
def test_the_validator_with_django() -> None:
    from django import forms
    from django.core.exceptions import ValidationError as Refused
    from django.db.migrations.writer import MigrationWriter

    class Form(forms.Form):
        url = forms.CharField(validators=[ReferenceValidator(schemes=["https"], code="uri")])

    assert Form({"url": "https://h/a"}).is_valid()
    form = Form({"url": "http://h/"})
    assert form.errors.as_data()["url"][0].code == "uri"
    assert form.errors["url"] == ["http://h/ is refused: the scheme must be https, not http"]
    # Django (Raising ValidationError): a message is formatted with its parameters, here as it is without them.
    for text in ("http://h/%41", "https://h/%", "https://h/%(value)s", "https://h/100%s"):
        with pytest.raises(ValueError) as caught:
            uv.Policy.any(schemes="https").read(text, uv.URI)
        assert Form({"url": text}).errors["url"] == [str(caught.value)]
    with pytest.raises(Refused, match="an address, please"):
        ReferenceValidator(relative=True, message="an address, please")("a b")
    validator = ReferenceValidator(schemes=["https"])
    again = ReferenceValidator(schemes=["https"])
    assert validator == again and hash(validator) == hash(again)
    assert validator != ReferenceValidator()
    written, imports = MigrationWriter.serialize(validator)
    names: dict[str, Any] = {}
    exec("\n".join(imports), names)
    assert eval(written, names) == validator


def test_nothing_is_imported_unasked() -> None:
    """`import uriverse` and its package `integrations` load none of the libraries."""
    code = (
        "import sys, uriverse, uriverse.integrations, uriverse.templates; uriverse.Policy; uriverse.URI('a:b');"
        "print(*{'pydantic', 'msgspec', 'attrs', 'attr', 'sqlalchemy', 'django', 'click', 'httpx', 'requests',"
        "'urllib3', 'aiohttp', 'jsonschema', 'psycopg', 'sqlite3', 'argparse'} & set(sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "\n"
