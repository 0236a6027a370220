"""Texts for the property tests: pieces that the editions read differently, put together at random."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

PIECES = (
    *("a", "b", "G", "0", "c.d", "..", ".", "/", "//", "/../", "/./", "../", "./", "?", "#", ":", "@", ";", "="),
    *("&", "+", "$", ",", "_", "~", "!", "-", "%41", "%2f", "%7E", "%2e", "%3A", "[::1]", "[v1.a]", "1.2.3.4"),
    *("http:", "HTTP:", "f:", "mailto:", "//h", "//u:p@h:8080", "//h:80/", "//a_b/", "x/y", ";x=1/../y", "?y", "#s"),
)
SCHEMES = ("http:", "f:", "mailto:", "HTTP:", "x-y.z:")

texts = st.lists(st.sampled_from(PIECES), max_size=7).map("".join)
bases = st.builds("{}{}".format, st.sampled_from(SCHEMES), st.one_of(texts, texts.map("//a/b/".__add__)))


def examples(count: int) -> settings:
    """So many examples by the gate, and in the same proportion by the other profiles of `tests/conftest.py`."""
    return settings(max_examples=max(5, count * settings().max_examples // 100))


def in_each(name: str, values: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Try a law with all values of an argument by each example, instead of drawing the same examples for each value.

    To draw an example takes longer than to try it with all editions, and a seed is the law's alone.
    """
    values = tuple(values)

    def decorate(law: Callable[..., None]) -> Callable[..., None]:
        whole = inspect.signature(law)
        signature = whole.replace(parameters=[each for each in whole.parameters.values() if each.name != name])

        @wraps(law)
        def laws(*arguments: Any, **named: Any) -> None:
            drawn = signature.bind(*arguments, **named).arguments
            for value in values:
                try:
                    law(**{name: value}, **drawn)
                except Exception as error:
                    error.add_note(f"{name}: {value}")
                    raise

        laws.__signature__ = signature  # type: ignore[attr-defined]
        return laws

    return decorate
