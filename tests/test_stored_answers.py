"""Answers that users store for years: the forms of dated profiles, and pickles."""

from __future__ import annotations

import base64
import json
import pickle
import pickletools
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pyarrow as pa
import pytest

import uriverse as uv
from support.programs import tool
from support.vectors import VECTORS
from uriverse import columns as uc
from uriverse.canonicalization import PROFILES

stored = tool("generate_stored_answers")
TEXTS = json.loads((VECTORS / "stored_forms" / "texts.json").read_text("utf-8"))["texts"]
FORMS = sorted(set((VECTORS / "stored_forms").glob("*@*.json")))
PICKLES = {
    (path.stem, expression): base64.b64decode(written)
    for path in sorted((VECTORS / "pickles").glob("[0-9]*.json"))
    for expression, written in json.loads(path.read_text("utf-8"))["pickles"].items()
}


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_the_forms_of_a_dated_name_never_change(path: Path) -> None:
    """A change gets another date: `src/uriverse/canonicalization/README.md`, "Change a profile"."""
    published = json.loads(path.read_text("utf-8"))
    profile = PROFILES[published["profile"]]
    assert profile.dated_name == path.stem == published["profile"]
    assert profile.digest.hex() == published["digest"]
    forms = uc.canonical(pa.array(TEXTS), profile=profile).to_pylist()
    expected = [text if form is True else form for text, form in zip(TEXTS, published["forms"], strict=True)]
    assert [row for row in zip(TEXTS, forms, expected, strict=True) if row[1] != row[2]] == []


def test_every_dated_name_was_published() -> None:
    """So that a date cannot be changed without its forms."""
    assert {path.stem for path in FORMS} == set(stored.dated_names()) and len(set(TEXTS)) == 2000


@pytest.mark.parametrize(("version", "expression"), PICKLES)
def test_a_pickle_of_every_type_stays_readable(version: str, expression: str) -> None:
    """Of each version with the same second number, on each Python; it is what the expression makes today."""
    value, expected = pickle.loads(PICKLES[version, expression]), stored.value_of(expression)
    assert type(value) is type(expected)
    if isinstance(value, Exception):
        # A late error finds its fields when one is read.
        assert str(value) and str(expected) and vars(value).keys() == vars(expected).keys()
    else:
        assert value == expected or (type(value).__eq__ is object.__eq__ and repr(value) == repr(expected))


def names_in(written: bytes) -> Iterator[str]:
    """The global names of a pickle: those that STACK_GLOBAL joins of the two texts before it, which may be memoized."""
    memo: list[object] = []
    stack: list[object] = []
    for operation, argument, _ in pickletools.genops(written):
        if "UNICODE" in operation.name:
            stack.append(argument)
        elif operation.name == "MEMOIZE":
            memo.append(stack[-1] if stack else None)
        elif "GET" in operation.name:
            stack.append(memo[argument])
        elif operation.name == "STACK_GLOBAL":
            module, name = stack[-2:]
            stack.append(None)
            yield f"{module}.{name}"
        elif operation.name != "FRAME":
            stack.append(None)


def test_pickles_name_no_private_module_or_function() -> None:
    """So what moves within the package stays readable (docs/stability.md)."""
    for key in PICKLES:
        names = set(names_in(pickle.dumps(stored.value_of(key[1]), stored.PROTOCOL)))
        own = {name for name in names if name.startswith("uriverse")}
        assert own and not [name for name in own if "._" in name], key


def test_every_public_type_of_values_has_a_pickle() -> None:
    """Or is a part of one that has, or is what its package's tables say."""
    modules = [import_module(f"uriverse.{package}") for package in stored.PACKAGES if package != "lab"]
    exported = [getattr(module, name) for module in (uv, *modules) for name in module.__all__]
    public = {value for value in exported if isinstance(value, type) and value.__module__.startswith("uriverse")}
    values = [pickle.loads(written) for written in PICKLES.values()]
    covered = {kind for value in values for part in (value, *parts_of(value)) for kind in type(part).__mro__}
    assert {kind.__qualname__ for kind in public - covered} == WITHOUT_PICKLE


def parts_of(value: object) -> Iterator[object]:
    """The values of the fields, and the items of those that are tuples."""
    for name in getattr(value, "__match_args__", ()):
        part = getattr(value, name, None)
        yield part
        yield from part if isinstance(part, tuple) else ()


# Rows of the package's tables, and a finding that holds an error.
WITHOUT_PICKLE = {"ConfusionClass", "Definition", "Format", "Source", "SyntaxRow"}


def test_a_dated_name_is_taken_wherever_a_name_is() -> None:
    for name in PROFILES:
        dated = PROFILES[name].dated_name
        assert PROFILES[dated] is PROFILES[name] and dated not in list(PROFILES)
        assert uv.canonical("http://h/", profile=dated) == uv.canonical("http://h/", profile=name)  # type: ignore[arg-type]
    with pytest.raises(uv.UnknownProfileError, match="did you mean 'dedupe@2026-11'"):
        uv.canonical("http://h/", profile="dedupe@2026-12")  # type: ignore[arg-type]
