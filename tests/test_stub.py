"""The stub of the compiled module: its types say what users rely on."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

import uriverse as uv
from support.paths import ROOT

# What an empty reference means where it is a URI.
ALWAYS = {"base", "base-without-fragment"}
STUB = ROOT / "src" / "uriverse" / "_core.pyi"


def test_the_editions_that_always_resolve_to_a_uri_are_the_stubs() -> None:
    """`resolve` has no SameDocument in its type for the editions whose data has none."""
    of_data = {name for name in uv.EDITIONS if uv.EDITIONS[name].resolution.get("empty_reference") in ALWAYS}
    aliases = {
        node.target.id: node.value
        for node in ast.parse(STUB.read_text("utf-8")).body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None
    }
    assert {
        node.value for node in ast.walk(aliases["WithoutSameDocument"]) if isinstance(node, ast.Constant)
    } == of_data


SNIPPET = """
import uriverse as uv
from typing import assert_type

assert_type(uv.resolve("g", "http://a/b"), uv.URI)
assert_type(uv.resolve("g", "http://a/b").host, str | None)
assert_type(uv.resolve("g", "http://a/b", edition="rfc3987"), uv.URI)
assert_type(uv.resolve("", "http://a/b", edition="rfc2396"), uv.URI | uv.SameDocument)
assert_type(uv.resolve("g", "http://a/b", edition="whatwg"), uv.whatwg.URL)
base = uv.URI("http://a/b")
assert_type(base.normalize(), uv.URI)
assert_type(base.normalize().host, str | None)
assert_type(base.replace(fragment=None), uv.URI)
assert_type(base.replace(scheme=None), uv.URIReference)
url = uv.URL("http://h/?a=1")
assert_type(url, uv.URL)
assert_type((url.host, url.authority, url.hostname, url.connect_host), tuple[str, str, str, str])
assert_type(url.effective_port, int)
assert_type(url.origin, uv.hosts.Origin)
assert_type(url.form_pairs["a"], str)
assert_type(url.form_pairs.to_dict(), dict[str, str])
assert_type([value for _, value in url.form_pairs], list[str])
assert_type(url.query_pairs["a"], str | None)
assert_type(url.resolve("/b"), uv.URL)
assert_type(url.replace(path="/c"), uv.URL)
assert_type(url.with_pairs(set={"a": 1}), uv.URL)
assert_type((url / "d", url.append("d"), url.without_zone()), tuple[uv.URL, uv.URL, uv.URL])
assert_type(url.parent.parents, tuple[uv.URL, ...])
assert_type(url.normalize(), uv.URL)
assert_type(url.uri, uv.URI)
assert_type(uv.URL.changes("HTTP://h")[0].why, str)
assert_type(uv.Policy().url("http://h"), uv.URL)
assert_type(uv.safe_redirect("/", "http://h/"), uv.URL)
plain: uv.URI = url
assert_type(uv.compose(scheme="http", host="h", segments=("users", 42)), uv.URI)
assert_type(base.resolve("g"), uv.URI)
assert_type(uv.resolve("g", base), uv.URI)
assert_type(uv.schemes.view("mailto:a@b.example", kind=uv.schemes.Mailto), uv.schemes.Mailto)
assert_type(uv.schemes.view("amqp://h/", kind=uv.schemes.Connection).password, str | None)
found = uv.resolve("", base, edition="rfc2396")
if isinstance(found, uv.SameDocument):
    assert_type(found.fragment, str | None)
"""


# A line that is added to the snippet, and what the type checker complains of.
MISTAKES = {
    "": None,
    'uv.resolve("", "http://a/b", edition="rfc2396").host': "SameDocument",
    'uv.parse("http://a/b").replace(hots="x")': "hots",
    'uv.URI("http://a/b", edition="rfc3896")': "rfc3896",
    'uv.lab.diff("rfc3896", "rfc3986")': "rfc3896",
    "uv.parse(5)": "parse",
    "url.replace(host=None)": "None",
    'uv.URL("http://h/", edition="rfc2396")': "edition",
}


def write_snippets(folder: Path) -> None:
    for number, line in enumerate(MISTAKES):
        (folder / f"snippet{number}.py").write_text(f"{SNIPPET}{line}\n", "utf-8")


def check(messages: list[tuple[str, str]], output: str) -> None:
    """Each mistake has its complaint in its own file, and the snippet alone has none."""
    for number, (line, complaint) in enumerate(MISTAKES.items()):
        of_line = [message for file, message in messages if file == f"snippet{number}"]
        assert any(complaint in each for each in of_line) if complaint else of_line == [], (line, output)
    assert {file for file, _ in messages} == {f"snippet{number}" for number, line in enumerate(MISTAKES) if line}


def test_a_type_checker_knows_what_a_call_gives(tmp_path: Path) -> None:
    """The usual calls need no cast in the default edition, and mistakes are told before the program runs."""
    write_snippets(tmp_path)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--config-file", "", "."]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    check([(file, rest) for file, _, rest in (row.partition(".py:") for row in ran.stdout.splitlines())], ran.stdout)


@pytest.mark.slow
def test_pyright_knows_the_same(tmp_path: Path) -> None:
    """It needs Node, or a network to get it."""
    write_snippets(tmp_path)
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, "."]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    rows = json.loads(ran.stdout)["generalDiagnostics"]
    check([(Path(row["file"]).stem, row["message"]) for row in rows], ran.stdout)
