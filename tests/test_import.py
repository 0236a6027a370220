"""What an import and a first call load; the native module belongs to one interpreter, which may import it again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any, Literal, get_type_hints

import pytest

from uriverse.audit import Finding

AGAIN = """
import sys
import uriverse as first

old = first.parse("http://a/b")
for name in [name for name in sys.modules if name.partition(".")[0] == "uriverse"]:
    del sys.modules[name]
import uriverse as second

assert second is not first and second.URI is first.URI
assert isinstance(second.parse("http://a/"), second.URI)
assert second.parse("http://a/b") == old and second.resolve("c", old) == first.parse("http://a/c")
assert [str(match.uri) for match in second.find("see http://a/b.")] == ["http://a/b"]
assert second.columns.host(first.columns.Column(["http://a/"])).to_pylist() == ["a"]
try:
    second.parse("a b")
except second.URISyntaxError as error:
    assert error.at == 1
"""

INTERPRETERS = """
import sys
import uriverse

if sys.version_info >= (3, 13):
    import _interpreters as interpreters
else:
    import _xxsubinterpreters as interpreters
other = interpreters.create()
source = '''
try:
    import uriverse
except ImportError as error:
    # From 3.13 on the interpreter refuses by itself: "does not support loading in subinterpreters".
    assert "does not support" in str(error) and "subinterpreters" in str(error), error
else:
    raise AssertionError("it was imported")
'''
found = interpreters.run_string(other, source)
assert found is None, found
assert uriverse.parse("http://a/").host == "a"
"""


@pytest.mark.parametrize("source", [AGAIN, INTERPRETERS], ids=["the same interpreter", "a subinterpreter"])
def test_a_second_import(source: str) -> None:
    """The same interpreter gets the same types; another one gets an ImportError that says why."""
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


# What takes a millisecond to import, and more.
HEAVY = {
    *("ast", "base64", "collections", "contextlib", "dataclasses", "decimal", "enum", "functools", "inspect"),
    *("importlib.resources", "ipaddress", "json", "pathlib", "re", "tomllib", "types", "typing", "urllib.parse"),
    "warnings",
}
OLDEST = sys.version_info[:2] == (3, 11)
ROOT = Path(__file__).parent


def test_what_first_calls_load() -> None:
    """Of what takes a millisecond or more, each loads what the table says: nothing, or what its answer is made of."""
    table = [line.split("\t") for line in Path(ROOT, "first_calls.tsv").read_text("utf-8").splitlines()]
    loads = {call: set(modules[0].split()) if modules else set() for call, *modules in table if call[0] != "#"}
    command = [sys.executable, "-I", str(ROOT / "support" / "first_calls.py"), str(ROOT / "first_calls.tsv")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    loaded = {call: HEAVY.intersection(modules.split()) for _, modules, call in rows}
    # Modules of the standard library import fewer of each other in each Python.
    unlike = {call for call in loads if loaded[call] - loads[call] or (OLDEST and loaded[call] != loads[call])}
    assert {call: loaded[call] for call in unlike} == {call: loads[call] for call in unlike}
    assert loaded.keys() == loads.keys()
    assert not [call for _, modules, call in rows if modules == "failed"]


@pytest.mark.parametrize(
    ("url", "loaded"),
    [
        ("http://www.example.com/", set[str]()),
        ("http://10.0.0.1/", set[str]()),
        ("http://me@example.com:81/", set[str]()),
    ],
)
def test_a_first_audit_loads_the_checks_that_it_needs(url: str, loaded: set[str]) -> None:
    """None for a plain URL, and none for one that has frequent findings, whose places the engine gives."""
    source = f"import sys, uriverse as uv; uv.audit.findings({url!r}); given = list(sys.modules)\n"
    source += "from uriverse.audit.catalogue import topics\n"
    source += "print(*(topic for topic in topics() if f'uriverse.audit.{topic}' in given))"
    done = subprocess.run([sys.executable, "-I", "-c", source], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == loaded


def test_annotations_are_those_of_typing() -> None:
    """Where it is loaded: a program that asks for them has it."""
    assert get_type_hints(Finding.as_dict) == {"return": dict[str, Any]}
    assert get_type_hints(Finding.__dict__["kind"].fget) == {"return": Literal["finding"]}
