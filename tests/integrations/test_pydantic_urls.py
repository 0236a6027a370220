"""`uv.URL`, a policy on a field of texts, and connection strings, in pydantic and FastAPI."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import httpx
import pytest
from fastapi import FastAPI, Form, Header, Query
from pydantic import AfterValidator, BaseModel, Field, StringConstraints, TypeAdapter, ValidationError
from pydantic_settings import BaseSettings

import uriverse as uv
from uriverse.schemes import Connection

HTTPS = uv.Policy(schemes={"https"}, userinfo=True)
SECRET = "https://u:s3cret@h.example/aaaa"


class Settings(BaseSettings):
    """As a user writes them, for values of the environment."""

    hook: Annotated[uv.URL, HTTPS] = Field(max_length=40)
    link: Annotated[str, uv.Policy()] = Field("https://h.example/", max_length=30)
    mirrors: list[uv.URL] = []
    database: Connection | None = None


def test_settings_are_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOOK", " HTTPS://H.example/a|b")
    monkeypatch.setenv("MIRRORS", '["http://h/a b", "ftp://h"]')
    monkeypatch.setenv("DATABASE", "postgresql://u:p@h/db")
    settings = Settings()  # type: ignore[call-arg]  # from the environment
    assert (settings.hook, settings.mirrors) == (
        uv.URL("https://h.example/a%7Cb"),
        [uv.URL("http://h/a b"), uv.URL("ftp://h")],
    )
    assert settings.database == Connection.read("postgresql://u:p@h/db")
    monkeypatch.setenv("HOOK", "https://u:s3cret@h.example:0/")
    monkeypatch.setenv("DATABASE", "postgresql://u:s3cret@h/db#a")
    with pytest.raises(ValidationError, match="port 0") as caught:
        Settings()  # type: ignore[call-arg]
    assert [error["loc"] for error in caught.value.errors()] == [("hook",), ("database",)]
    assert "s3cret" not in str(caught.value) + caught.value.json()


def test_values_are_read_from_texts_and_dumped() -> None:
    values = {"hook": " HTTPS://H.example/a|b", "link": "http://h.example/%7e", "database": "postgresql://u:p@h/db"}
    settings = Settings.model_validate_strings(values)
    assert (type(settings.hook), settings.link) == (uv.URL, values["link"])
    assert settings.database == Connection.read(values["database"])
    assert settings.model_dump(mode="json") == values | {"hook": "https://h.example/a%7Cb", "mirrors": []}
    assert Settings.model_validate_json(settings.model_dump_json()) == settings
    properties = Settings.model_json_schema()["properties"]
    assert properties["hook"] == {"format": "uri", "maxLength": 40, "title": "Hook", "type": "string"}
    assert (properties["link"]["format"], properties["database"]["anyOf"][0]) == ("uri", {"type": "string"})
    assert properties["link"]["maxLength"] == 30 and "p@h" not in repr(settings)
    with pytest.raises(ValidationError, match="at most 30 characters") as caught:
        Settings.model_validate(values | {"link": "https://h.example/?access_token=s3cret"})
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize("field", [uv.URL, Annotated[uv.URL, HTTPS], Annotated[uv.URI, HTTPS], Annotated[str, HTTPS]])
def test_a_length_and_a_pattern_beside_a_type_are_those_of_its_text(field: Any) -> None:
    """pydantic (Fields, "String constraints"): `max_length` and `pattern` are of strings; here of `str(url)`."""
    for limit, kind in (
        (Field(max_length=30), "string_too_long"),
        (Field(min_length=32), "string_too_short"),
        (Field(pattern="^http:"), "string_pattern_mismatch"),
        (StringConstraints(max_length=30, pattern="^https:"), "string_too_long"),
    ):
        for hint in (Annotated[field, limit], Annotated[field | None, limit], Annotated[field, limit, HTTPS]):
            with pytest.raises(ValidationError) as caught:
                TypeAdapter(hint).validate_python(SECRET)
            assert [error["type"] for error in caught.value.errors()] == [kind]
            assert "s3cret" not in str(caught.value) + caught.value.json()
    adapter = TypeAdapter(Annotated[field, Field(min_length=31, max_length=31, pattern="^https:"), HTTPS])
    assert str(adapter.validate_python(SECRET)) == SECRET
    described = TypeAdapter(Annotated[field, HTTPS, Field(max_length=31)]).json_schema()
    assert described == {"format": "uri", "maxLength": 31, "type": "string"}
    with pytest.raises(TypeError, match="strip_whitespace has no meaning"):
        TypeAdapter(Annotated[field, HTTPS, StringConstraints(strip_whitespace=True)])


def test_the_length_is_that_of_the_url_after_other_validators_too() -> None:
    """28 characters are given, and the URL has 18: a limit counts what is stored."""
    adapter = TypeAdapter(Annotated[uv.URL, AfterValidator(lambda url: url), HTTPS, Field(max_length=18)])
    assert str(adapter.validate_python("https://H.example:443/a/../")) == "https://h.example/"
    with pytest.raises(ValidationError, match="at most 18 characters"):
        adapter.validate_python("https://h.example/a")


def test_a_length_directly_after_another_validator_is_that_of_the_url() -> None:
    """pydantic takes `len` of what the validator returned: a text that is too long is an error of the client."""
    adapter = TypeAdapter(Annotated[uv.URL, AfterValidator(lambda url: url), Field(max_length=18)])
    assert len(adapter.validate_python("https://H.example:443/a/../")) == 18
    with pytest.raises(ValidationError, match="at most 18 items"):
        adapter.validate_python("https://h.example/a")


def test_a_policy_on_a_text_keeps_it_or_says_that_it_had_to_be_changed() -> None:
    adapter = TypeAdapter(Annotated[str, uv.Policy()])
    for text in ("HTTPS://H.example", "https://h.example/%7e?a=1#b"):
        assert adapter.validate_python(text) == text
        assert adapter.dump_json(text) == f'"{text}"'.encode()
    for text, reason in (
        ("http://1.1.1.1\\@127.0.0.1/", "rewritten"),
        (" https://h.example/", "rewritten"),
        ("http://127.0.0.1/", "address"),
        ("a b", "syntax"),
    ):
        with pytest.raises(ValidationError) as caught:
            adapter.validate_python(text)
        assert caught.value.errors()[0]["ctx"] == {"reason": reason}
    with pytest.raises(ValidationError, match="valid string"):
        adapter.validate_python(1)


@pytest.mark.parametrize("text", ["postgresql://u:s3cret@h/db#a", "http://u:s3cret@h/", 1])
def test_a_connection_string_is_masked_in_errors(text: Any) -> None:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(Connection).validate_python(text)
    assert "s3cret" not in str(caught.value) + caught.value.json()


def test_a_connection_string_in_a_field_without_a_type_is_its_text() -> None:
    class Anything(BaseModel):
        value: Any

    connection = Connection.read("postgresql://u:s3cret@h/db")
    assert Anything(value=connection).model_dump(mode="json") == {"value": "postgresql://u:s3cret@h/db"}


class Hook(BaseModel):
    """A body."""

    url: Annotated[uv.URL, HTTPS] = Field(max_length=30, pattern="^https://h[.]")


# Until 0.150, FastAPI validates defaults too.
def of_query(
    url: Annotated[uv.URL, HTTPS, Query(max_length=30)], link: Annotated[str, uv.Policy()] = "https://example.com/"
) -> list[Any]:
    return [url, link]


def of_header(referer: Annotated[uv.URL, Header(max_length=30)]) -> uv.URL:
    return referer


def of_body(hook: Hook) -> Hook:
    return hook


def of_form(url: Annotated[uv.URL, HTTPS, Form(max_length=30)], links: Annotated[list[uv.URL], Form()]) -> list[uv.URL]:
    return [url, *links]


def of_form_model(hook: Annotated[Hook, Form()]) -> Hook:
    return hook


APP = FastAPI()
APP.get("/query")(of_query)
APP.get("/header")(of_header)
APP.post("/body")(of_body)
APP.post("/form")(of_form)
APP.post("/form-model")(of_form_model)


def answer(method: str, path: str, **options: Any) -> httpx.Response:
    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(APP), base_url="http://h") as client:
            return await client.request(method, path, **options)

    return asyncio.run(ask())


def test_fastapi_reads_urls_of_parameters_and_bodies() -> None:
    params = {"url": "HTTPS://h.example/a|b", "link": "https://h.example/"}
    assert answer("GET", "/query", params=params).json() == ["https://h.example/a%7Cb", "https://h.example/"]
    assert answer("GET", "/header", headers={"referer": "https://h.example"}).json() == "https://h.example/"
    for path, options in (
        ("/body", {"json": {"url": "https://h.example"}}),
        ("/form-model", {"data": {"url": "https://h.example"}}),
    ):
        assert answer("POST", path, **options).json() == {"url": "https://h.example/"}
    fields = {"url": "HTTPS://h.example/a|b", "links": ["http://h", "ftp://h/ "]}
    assert answer("POST", "/form", data=fields).json() == ["https://h.example/a%7Cb", "http://h/", "ftp://h/"]
    parts = [("url", (None, "https://h.example")), ("links", (None, "http://h"))]
    assert answer("POST", "/form", files=parts).json() == ["https://h.example/", "http://h/"]


@pytest.mark.parametrize(
    ("method", "path", "options", "kind"),
    [
        ("GET", "/query", {"params": {"url": SECRET}}, "string_too_long"),
        ("GET", "/query", {"params": {"url": "https://u:s3cret@h.example:0/"}}, "uri_value"),
        ("GET", "/query", {"params": {"url": "https://h.example/", "link": "http://u:s3cret@h\\"}}, "uri_value"),
        ("GET", "/header", {"headers": {"referer": SECRET}}, "string_too_long"),
        ("POST", "/body", {"json": {"url": SECRET}}, "string_too_long"),
        ("POST", "/body", {"json": {"url": "https://u:s3cret@i.example/"}}, "string_pattern_mismatch"),
        ("POST", "/form", {"data": {"url": SECRET, "links": ["http://h"]}}, "string_too_long"),
        ("POST", "/form", {"data": {"url": "https://h.example", "links": ["http://u:s3cret@h:0"]}}, "uri_value"),
        ("POST", "/form-model", {"data": {"url": "https://u:s3cret@i.example/"}}, "string_pattern_mismatch"),
    ],
)
def test_a_refusal_of_fastapi_is_an_error_422_without_the_password(
    method: str, path: str, options: dict[str, Any], kind: str
) -> None:
    response = answer(method, path, **options)
    [error] = response.json()["detail"]
    assert (response.status_code, error["type"]) == (422, kind)
    assert "s3cret" not in response.text


def test_fastapi_describes_the_limits() -> None:
    [url, _] = APP.openapi()["paths"]["/query"]["get"]["parameters"]
    assert url["schema"] == {"type": "string", "format": "uri", "maxLength": 30, "title": "Url"}
