"""An argument of a wrong type is a TypeError that names the argument, for every public function and parameter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import uriverse as uv
from support.public_functions import PARAMETERS, arguments, begun


class Wrong:
    """A value that no parameter takes."""


CASES = [pytest.param(function, wrong, id=f"{name}-{wrong}") for name, function, wrong in PARAMETERS]


@pytest.mark.parametrize(("function", "wrong"), CASES)
def test_a_wrong_type_is_a_type_error_that_names_the_argument(function: Callable[..., Any], wrong: str) -> None:
    positional, keywords = arguments(function, wrong, Wrong())
    with pytest.raises(TypeError, match=rf"\b{wrong}\b"):
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
    for parts in ({"query": {"a": "b"}}, {"path": 1}, {"port": 1.5}, {"hots": "x"}, {"port": True}):
        with pytest.raises(TypeError, match=next(iter(parts))):
            reference.replace(**parts)
