"""The examples for web frameworks are one service, written four times: the same requests have the same answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import httpx
import pytest
from fastapi import FastAPI

import uriverse as uv
from support.paths import ROOT
from support.programs import program
from uriverse.integrations import fastapi as uv_fastapi
from uriverse.templates import Template


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
        ("POST", "/hooks", {"url": "https://169.254.169.254/"}, 422, "the host must be a public one"),
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
    """Each class, alone and in a dict; before `register` these were errors 500."""
    uv_fastapi.register()
    app = FastAPI()
    values = [uv.URI("http://h/"), uv.split("#a"), uv.parse("#a"), uv.whatwg.URL("http://h"), Template("{a}")]
    for number, value in enumerate(values):
        app.get(f"/{number}")(partial(lambda value: {"of": value}, value))
        reply = of_asgi(app)("GET", f"/{number}", None)
        assert (reply.status, json.loads(reply.text)) == (200, {"of": str(value)})


def test_the_redirect(ask: Callable[[str, str, Any], Reply]) -> None:
    assert ask("GET", "/go?next=/account?tab=1", None)[::2] == (303, "https://app.example/account?tab=1")
