"""An argument of a wrong type is a TypeError that names the argument, for every public function and parameter."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import uriverse as uv


class Wrong:
    """A value that no parameter takes."""


# What the other parameters are given: a valid value for each name.
VALID: dict[str, Any] = {
    "a": "http://h/",
    "address": "127.0.0.1",
    "b": "http://h/",
    "base": "http://h/",
    "column": uv.columns.Column(["http://h/"]),
    "component": "segment",
    "domain": "h",
    "edition": "rfc3986",
    "host": "127.0.0.1",
    "iri": "http://h/é",
    "name": "a",
    "new": "rfc3986",
    "old": "rfc2396",
    "pairs": [("a", "b")],
    "percent_encode_set": "path",
    "path": "/a",
    "profile": "crawl",
    "query": "a=b",
    "reference": "http://h/a",
    "references": uv.columns.Column(["a"]),
    "rows": [],
    "rule": "segment",
    "scheme": "http",
    "self": uv.parse("http://h/a"),
    "sources": ["http://h/"],
    "target": "http://h/a",
    "targets": uv.columns.Column(["http://h/a"]),
    "text": "http://h/",
    "uri": "http://h/%C3%A9",
}
METHODS = ("append", "resolve", "relativize", "normalize", "replace")


def public_functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """What the package and its packages export and can be called, classes aside, and the methods of references."""
    names = [module.name for module in pkgutil.iter_modules(uv.__path__, "uriverse.") if module.ispkg]
    for module in (uv, *map(importlib.import_module, names)):
        for name in getattr(module, "__all__", ()):
            value = getattr(module, name)
            if inspect.isroutine(value):
                yield f"{module.__name__}.{name}", value
    for name in METHODS:
        yield f"URI.{name}", getattr(uv.URI, name)
    yield "Components.resolve", uv.split("http://h/").resolve


def required(parameter: inspect.Parameter) -> bool:
    return parameter.default is parameter.empty and parameter.kind is not parameter.VAR_KEYWORD


def begun(answer: object) -> None:
    """Ask a generator for its first value, because it does nothing before."""
    if isinstance(answer, Iterator):
        next(answer, None)


CASES = [
    pytest.param(function, parameter, id=f"{name}-{parameter.name}")
    for name, function in public_functions()
    for parameter in inspect.signature(function).parameters.values()
    if parameter.kind is not parameter.VAR_KEYWORD and parameter.name != "self"
]


@pytest.mark.parametrize(("function", "wrong"), CASES)
def test_a_wrong_type_is_a_type_error_that_names_the_argument(
    function: Callable[..., Any], wrong: inspect.Parameter
) -> None:
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name == wrong.name:
            value: Any = Wrong()
        elif required(parameter):
            value = VALID[parameter.name]
            if parameter.name == "a" and (function.__module__ or "").startswith("uriverse.columns"):
                value = VALID["column"]
        else:
            continue
        if parameter.kind is parameter.KEYWORD_ONLY:
            keywords[parameter.name] = value
        else:
            positional.append(value)
    with pytest.raises(TypeError, match=rf"\b{wrong.name}\b"):
        begun(function(*positional, **keywords))


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
    for arguments in ({"query": {"a": "b"}}, {"path": 1}, {"port": 1.5}, {"hots": "x"}, {"port": True}):
        with pytest.raises(TypeError, match=next(iter(arguments))):
            reference.replace(**arguments)
