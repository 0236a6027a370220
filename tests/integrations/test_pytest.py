"""The plugin of pytest: the parts that differ are named, and no password is shown."""

from __future__ import annotations

import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import uriverse as uv
from support.paths import ROOT
from uriverse.integrations.pytest import pytest_assertrepr_compare


@pytest.mark.parametrize(
    ("left", "right", "parts"),
    [
        (uv.parse("http://u:pw1@h/"), uv.parse("http://u:pw2@h/"), "userinfo (masked)"),
        (uv.parse("http://h/?token=pw1"), uv.parse("http://h/?token=pw2"), "query (masked)"),
        (uv.parse("http://h/a"), uv.parse("http://h/b#"), "path ('/a', '/b'), fragment (None, '')"),
        (uv.parse("http://h/"), uv.parse("http://h/", edition="rfc2396"), "edition ('rfc3986', 'rfc2396')"),
        (uv.split("http://h/"), uv.parse("http://h/"), "their types"),
        (uv.whatwg.URL("http://u:pw1@h/"), uv.whatwg.URL("http://u:pw2@h/"), "password (masked)"),
        (uv.whatwg.URL("http://h/?token=pw1"), uv.whatwg.URL("http://h/?token=pw2"), "search (masked)"),
    ],
)
def test_what_differs_is_named(left: object, right: object, parts: str) -> None:
    lines = pytest_assertrepr_compare("==", left, right)
    assert lines == [f"{left!r} == {right!r}", f"they differ in: {parts}"]
    assert "pw1" not in str(lines) and "pw2" not in str(lines)


def test_all_else_is_left_to_pytest() -> None:
    uri = uv.parse("http://h/")
    assert pytest_assertrepr_compare("==", uri, "http://h/") is None
    assert pytest_assertrepr_compare("is", uri, uri) is None


def test_pytest_finds_the_plugin() -> None:
    """The entry point leads to a module that has the hook."""
    with (Path(ROOT) / "pyproject.toml").open("rb") as file:
        entry = tomllib.load(file)["project"]["entry-points"]["pytest11"]["uriverse"]
    assert import_module(entry).pytest_assertrepr_compare is pytest_assertrepr_compare
