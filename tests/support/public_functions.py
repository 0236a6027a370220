"""The public functions and methods, and arguments that they take: for tests that walk all of them."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterator
from typing import Any

import uriverse as uv

# What the other parameters are given: a valid value for each name.
VALID: dict[str, Any] = {
    "a": "http://h/",
    "address": "127.0.0.1",
    "b": "http://h/",
    "before": "http://h/",
    "after": "http://h/",
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
    "patterns": ["h"],
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
    "template": "/{a}",
    "text": "http://h/",
    "uri": "http://h/%C3%A9",
    "url": uv.whatwg.URL("http://h/"),
    "value": "a",
    "data": b"a=b",
}
METHODS = ("append", "resolve", "relativize", "normalize", "redacted", "replace", "with_pairs")


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


def arguments(function: Callable[..., Any], chosen: str, value: object) -> tuple[list[Any], dict[str, Any]]:
    """What to call a function with: a value for one parameter, and what is valid for the others that it requires."""
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    skipped = False
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name == chosen:
            given = value
        elif required(parameter):
            given = VALID[parameter.name]
            if parameter.name == "a" and (function.__module__ or "").startswith("uriverse.columns"):
                given = VALID["column"]
        else:
            skipped = True
            continue
        if parameter.kind is parameter.KEYWORD_ONLY or (skipped and parameter.kind is parameter.POSITIONAL_OR_KEYWORD):
            keywords[parameter.name] = given
        else:
            positional.append(given)
    return positional, keywords


def start_generator(answer: object) -> None:
    """Take the first value of a generator, which runs no code before."""
    if isinstance(answer, Iterator):
        next(answer, None)


PARAMETERS = [
    (name, function, parameter.name)
    for name, function in public_functions()
    for parameter in inspect.signature(function).parameters.values()
    if parameter.kind is not parameter.VAR_KEYWORD and parameter.name != "self"
]
