"""What an import and a first call load; the native module belongs to one interpreter, which may import it again."""

from __future__ import annotations

import subprocess
import sys
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


# What takes milliseconds to import, and what a first call needs none of.
HEAVY = {
    *("ast", "dataclasses", "enum", "importlib.resources", "inspect", "json", "pathlib", "re", "tomllib", "typing"),
    "warnings",
}
# A first call, and what it does load of these: the patterns of the audit's checks are compiled when they are used.
FIRST_CALLS = {
    "uriverse": set(),
    "uriverse.parse('http://h:80/a').replace(path='/b')": set(),
    "uriverse.normalize('HTTP://h:80/%7e', level='scheme')": set(),
    "uriverse.normalize('URN:a:b', level='scheme')": set(),
    "uriverse.parse('https://h/').origin": set(),
    "uriverse.same_site('http://a.example.com/', 'http://b.example.com/')": set(),
    "uriverse.hosts.domain('www.example.co.uk')": set(),
    "uriverse.query_pairs('a=1&b=%41')": set(),
    "uriverse.schemes.view('mailto:a@b.example?subject=x')": set(),
    "uriverse.schemes.view('http://h/')": set(),
    "uriverse.schemes.default_port('ssh')": set(),
    "uriverse.audit.findings('http://www.example.com/')": set(),
    "uriverse.audit.findings('http://user@127.0.0.1/')": set(),
}


@pytest.mark.parametrize("call", FIRST_CALLS)
def test_what_a_first_call_loads(call: str) -> None:
    """Whatever is counted here was a multiple of the call's own work when it was loaded."""
    source = f"import sys; given = set(sys.modules); import uriverse; {call}; print(*set(sys.modules) - given)"
    done = subprocess.run([sys.executable, "-I", "-c", source], capture_output=True, text=True, check=True)
    assert HEAVY.intersection(done.stdout.split()) == FIRST_CALLS[call]


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
