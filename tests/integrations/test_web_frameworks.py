"""The examples for web frameworks are one service, written four times: the same requests have the same answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, NamedTuple

import httpx
import pytest
from fastapi import FastAPI

import uriverse as uv
from support.paths import ROOT
from support.programs import program
from uriverse.integrations import fastapi as uv_fastapi
from uriverse.templates import Template
from uriverse.whatwg import URLSearchParams

URI = uv.URI("http://h/")
VALUES = [URI, uv.split("#a"), uv.parse("#a"), uv.whatwg.URL("http://h"), Template("{a}")]


class Reply(NamedTuple):
    status: int
    text: str
    location: str | None = None


def of_asgi(app: Any) -> Callable[[str, str, Any], Reply]:
    async def answer(method: str, path: str, body: Any) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://h") as client:
            return await client.request(method, path, json=body)

    def ask(method: str, path: str, body: Any) -> Reply:
        found = asyncio.run(answer(method, path, body))
        return Reply(found.status_code, found.text, found.headers.get("location"))

    return ask


def of_flask(app: Any) -> Callable[[str, str, Any], Reply]:
    def ask(method: str, path: str, body: Any) -> Reply:
        found = app.test_client().open(path, method=method, json=body)
        return Reply(found.status_code, found.get_data(as_text=True), found.headers.get("location"))

    return ask


def of_django() -> Callable[[str, str, Any], Reply]:
    from django.test import Client

    def ask(method: str, path: str, body: Any) -> Reply:
        found = Client().generic(method, path, json.dumps(body), content_type="application/json")
        return Reply(found.status_code, found.content.decode(), found.headers.get("location"))

    return ask


@pytest.fixture(scope="module", params=["fastapi", "starlette", "flask", "django"])
def ask(request: pytest.FixtureRequest) -> Callable[[str, str, Any], Reply]:
    if request.param == "django":
        request.getfixturevalue("django_app")
        return of_django()
    module = program(ROOT / "examples" / "web" / f"{request.param}_app.py")
    return of_flask(module.app) if request.param == "flask" else of_asgi(module.app)


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "said"),
    [
        ("GET", "/files/100%25%20c%2Fd", None, 200, "https://app.example/files/100%25%20c%2Fd"),
        ("GET", "/check?url=http://%5B::1%5D/", None, 200, '"::1"'),
        ("GET", "/check?url=http://u:s3cret@h/a%20b", None, 422, "rule 'segment' of RFC 3986"),
        ("POST", "/hooks", {"url": "https://hooks.example.com/new"}, 201, "https://hooks.example.com/new"),
        ("POST", "/hooks", {"url": "http://hooks.example.com/"}, 422, "the scheme must be https"),
        ("POST", "/hooks", {"url": "https://169.254.169.254/"}, 422, "169.254.169.254 is not public (metadata)"),
        ("POST", "/hooks", {"url": "https://u:s3cret@hooks.example.com/"}, 422, "userinfo"),
        ("GET", "/go?next=/%5Cevil.example", None, 400, "next leads elsewhere"),
    ],
)
def test_requests(
    ask: Callable[[str, str, Any], Reply], method: str, path: str, body: Any, status: int, said: str
) -> None:
    reply = ask(method, path, body)
    assert reply.status == status and said in reply.text.replace('\\"', '"')
    assert "s3cret" not in reply.text


def test_a_handler_of_fastapi_may_return_values_without_a_type() -> None:
    uv_fastapi.register()
    app = FastAPI()
    for number, value in enumerate(VALUES):
        app.get(f"/{number}")(partial(lambda value: {"of": value}, value))
        reply = of_asgi(app)("GET", f"/{number}", None)
        assert (reply.status, json.loads(reply.text)) == (200, {"of": str(value)})


@pytest.mark.parametrize(
    ("value", "result", "schema"),
    [(value, Any, {}) for value in (*VALUES, URLSearchParams("a=1"))]
    + [
        (URI, uv.URI, {"format": "uri", "type": "string"}),
        (uv.parse("#a"), uv.RelativeReference, {"format": "uri-reference", "type": "string"}),
        (uv.parse("#a"), uv.URIReference, {"format": "uri-reference", "type": "string"}),
        ([URI], list[uv.URI], {"items": {"format": "uri", "type": "string"}, "type": "array"}),
        ({"a": [URI]}, dict[str, Any], {"additionalProperties": True, "type": "object"}),
        (None, uv.URI | None, {"anyOf": [{"format": "uri", "type": "string"}, {"type": "null"}]}),
        (URI, Annotated[uv.URI, uv.Policy.any(schemes="http")], {"format": "uri", "type": "string"}),
        (uv.whatwg.URL("http://h"), uv.whatwg.URL, {"type": "string"}),
        (Template("{a}"), Template, {"format": "uri-template", "type": "string"}),
    ],
    ids=str,
)
def test_a_handler_of_fastapi_names_the_type_of_its_result(value: Any, result: Any, schema: dict[str, Any]) -> None:
    app = FastAPI()

    def handler() -> Any:
        return value

    handler.__annotations__["return"] = result
    app.get("/")(handler)
    reply = of_asgi(app)("GET", "/", None)
    assert (reply.status, json.loads(reply.text)) == (200, json.loads(json.dumps(value, default=str)))
    described = app.openapi()["paths"]["/"]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert {name: each for name, each in described.items() if name != "title"} == schema


def test_the_redirect(ask: Callable[[str, str, Any], Reply]) -> None:
    assert ask("GET", "/go?next=/account?tab=1", None)[::2] == (303, "https://app.example/account?tab=1")
