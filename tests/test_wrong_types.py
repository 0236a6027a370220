"""An argument of a wrong type is a TypeError that names the argument, for every public function and parameter."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import uriverse as uv
from support.public_functions import PARAMETERS, arguments, start_generator


class Wrong:
    """A value that no parameter takes."""


CASES = [pytest.param(function, wrong, id=f"{name}-{wrong}") for name, function, wrong in PARAMETERS]


@pytest.mark.parametrize(("function", "wrong"), CASES)
def test_a_wrong_type_is_a_type_error_that_names_the_argument(function: Callable[..., Any], wrong: str) -> None:
    positional, keywords = arguments(function, wrong, Wrong())
    with pytest.raises(TypeError, match=rf"\b{wrong}\b"):
        start_generator(function(*positional, **keywords))


@pytest.mark.parametrize(
    "pairs", ["ab", b"ab", ["ab"], [("a",)], [("a", "b", "c")], [("a", ["b"])], [(1, "b")], {1: "b"}]
)
def test_what_is_not_pairs_is_refused(pairs: Any) -> None:
    """A mapping iterates over its keys and a str over its characters, so neither is taken for pairs."""
    with pytest.raises(TypeError, match="pairs"):
        uv.compose_query(pairs)


def test_a_query_of_a_mapping() -> None:
    assert uv.compose_query({"id": "5", "ab": "7"}) == "id=5&ab=7"
    assert uv.compose_query({"a": [1, True, None, 2.5], "b": "&"}) == "a=1&a=true&a&a=2.5&b=%26"


def test_a_wrong_part_is_blamed_for_what_it_is() -> None:
    """`replace` and `compose` blame the argument, not the component that its text became part of."""
    reference = uv.parse("http://h/")
    with pytest.raises(uv.URISyntaxError, match="the path 'a b' would be read as") as caught:
        reference.replace(path="a b")
    assert (caught.value.component, caught.value.at) == ("path", 8)
    with pytest.raises(uv.URISyntaxError, match="the query") as caught:
        reference.replace(query="a#b")
    for parts in ({"query": {"a": "b"}}, {"path": 1}, {"port": 1.5}, {"hots": "x"}, {"port": True}):
        with pytest.raises(TypeError, match=next(iter(parts))):
            reference.replace(**parts)


# Classes whose values only the library makes, and those that have tests of their own.
MADE_BY_THE_LIBRARY = {
    *("Abbreviation", "AddressBlock", "Base", "Case", "Definition", "Difference", "DomainParts", "Driver"),
    *("Explanation", "Finding", "FoundReference", "Match", "Meaning", "Origin", "Outcome", "Refusal", "Registration"),
    *("Registry", "Scheme", "Source", "Suite", "SyntaxRow", "ValidationError", "Witness"),
}


def public_classes() -> Iterator[type]:
    """What the package and its packages export and a user makes values of."""
    names = [module.name for module in pkgutil.iter_modules(uv.__path__, "uriverse.") if module.ispkg]
    for module in (uv, *map(importlib.import_module, names)):
        for name in getattr(module, "__all__", ()):
            value = getattr(module, name)
            if inspect.isclass(value) and not issubclass(value, BaseException) and name not in MADE_BY_THE_LIBRARY:
                yield value


@pytest.mark.parametrize("kind", sorted(set(public_classes()), key=lambda kind: kind.__qualname__))
@pytest.mark.parametrize("wrong", [Wrong(), 5.5, [Wrong()]], ids=["object", "float", "list"])
def test_no_class_is_made_of_a_wrong_type(kind: type, wrong: object) -> None:
    """One argument of a wrong type is a TypeError, or a ValueError where its type could have been right."""
    with pytest.raises((TypeError, ValueError)):
        kind(wrong)


@pytest.mark.parametrize(("kind", "name"), [(uv.SameDocument, "fragment"), (uv.lab.Explainer, "editions")])
def test_a_class_names_the_argument(kind: type, name: str) -> None:
    with pytest.raises(TypeError, match=name):
        kind(Wrong())


def test_limits_are_whole_numbers() -> None:
    """A limit that is no number would be none."""
    with pytest.raises(TypeError, match="octets must be an int, not float"):
        uv.documents.Limits(octets=1e9)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="bases must be an int, not bool"):
        uv.documents.Limits(bases=True)
    with pytest.raises(ValueError, match="head must be 0 or more, not -1"):
        uv.documents.Limits(head=-1)
