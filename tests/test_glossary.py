"""The glossary is a contract: each of its types has one definition in Python and at most one in Rust."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from inspect import isfunction, signature
from types import ModuleType

import pytest

import uriverse as uv
from support.paths import ROOT
from uriverse.cli.commands import NAMES

ROWS = re.findall(r"^\| ([a-z ]+) \| .* \| (?:`(\w+)`)? ?\|$", (ROOT / "docs" / "glossary.md").read_text("utf-8"), re.M)
TYPES = [name for _, name in ROWS if name]
PYTHON = re.compile(r"^class (\w+)", re.MULTILINE)
# A type that is indented is a trait's, and named there.
PUB = r"(?:pub(?:\([a-z]+\))? )?"
RUST = re.compile(rf"^(?:\s*{PUB}(?:struct|enum|trait)|{PUB}type) (\w+)", re.MULTILINE)


def definitions(pattern: re.Pattern[str], folder: str, suffix: str) -> Counter[str]:
    files = (path for path in (ROOT / folder).rglob(f"*{suffix}") if "target" not in path.parts)
    return Counter(name for path in files for name in pattern.findall(path.read_text("utf-8")))


def test_the_glossary_is_short() -> None:
    words = [word for word, _ in ROWS]
    assert 20 <= len(words) <= 30
    assert len(set(words)) == len(words)


@pytest.mark.parametrize("name", TYPES)
def test_a_word_has_one_meaning(name: str) -> None:
    """A type of the glossary is defined once in Python (or in the stub) and at most once in Rust."""
    python = definitions(PYTHON, "src/uriverse", ".py")[name] or definitions(PYTHON, "src/uriverse", ".pyi")[name]
    rust = definitions(RUST, "crates", ".rs")[name]
    assert python <= 1 and rust <= 1 and python + rust >= 1


def public_words() -> Iterator[tuple[str, str]]:
    """The words of each public name and argument, and where it stands."""
    for name in uv.__all__:
        found = getattr(uv, name)
        places = [(f"uv.{name}", found)]
        if isinstance(found, ModuleType):
            places += [(f"uv.{name}.{each}", getattr(found, each)) for each in getattr(found, "__all__", ())]
        for place, value in places:
            arguments = signature(value).parameters if isfunction(value) else ()
            for word in (place.rpartition(".")[2], *arguments):
                yield from ((part, place) for part in re.split(r"_|(?<=[a-z])(?=[A-Z])", word))
    for name in NAMES:
        for option in import_module(f"uriverse.cli.{name.replace('-', '_')}").command.params:
            yield from ((part, f"uriverse {name}") for part in (option.name or "").split("_"))


def test_public_names_hold_to_the_glossary() -> None:
    """A reader reads documents, a parser parses texts: no other public name or argument has either word."""
    words = {"reader": {"uv.documents"}, "parser": {"uv.confusion", "uv.agreement", "uriverse agree"}}
    for word, place in public_words():
        for known, homes in words.items():
            if word.lower().rstrip("s") == known:
                assert any(place.startswith(home) for home in homes), f"{place} has the word {word}"
