"""The programs of docs/accept-a-url.md for web frameworks run as they are printed."""

from __future__ import annotations

import asyncio
import re
from types import ModuleType
from typing import Any

import httpx
import pytest

import uriverse as uv
from support.paths import ROOT

PROGRAMS = re.findall(r"```py\n(.*?)```", (ROOT / "docs" / "accept-a-url.md").read_text("utf-8"), re.DOTALL)


def run(number: int, name: str) -> dict[str, Any]:
    """The names of a program of the page, as a module of this name."""
    names: dict[str, Any] = {"__name__": name}
    exec(PROGRAMS[number], names)
    return names


async def previews(app: Any, *texts: str) -> list[httpx.Response]:
    """The answers of an application, whose client lives as long as it does."""
    async with app.router.lifespan_context(app) as state:

        async def served(scope: Any, receive: Any, send: Any) -> None:
            await app({**scope, "state": state}, receive, send)

        async with httpx.AsyncClient(transport=httpx.ASGITransport(served), base_url="http://h") as client:
            return [await client.get("/preview", params={"url": text}) for text in texts]


def test_starlette_keeps_a_guarded_client() -> None:
    assert len(PROGRAMS) == 2
    answers = asyncio.run(previews(run(0, "previews")["app"], "https://127.0.0.1/", "https://nowhere.example.com/"))
    assert [answer.status_code for answer in answers] == [422, 502]
    assert [answer.json() for answer in answers] == [{"reasons": ["address"]}, {"reasons": ["unreachable"]}]


def test_django_refuses_in_the_form_and_in_the_fetch(django_app: ModuleType) -> None:
    from django.apps import AppConfig, apps
    from django.core.exceptions import ValidationError

    class Avatars(AppConfig):
        path = str(ROOT)

    config = apps.app_configs["avatars"] = Avatars("avatars", django_app)
    config.apps, config.models = apps, apps.all_models["avatars"]
    names = run(1, "avatars")
    with pytest.raises(ValidationError, match="must be https"):
        names["Avatar"](url="http://example.com/").full_clean()
    for _ in range(2):
        with pytest.raises(uv.PolicyError, match="loopback"):
            names["fetch"](names["Avatar"](url="https://127.0.0.1/"))
