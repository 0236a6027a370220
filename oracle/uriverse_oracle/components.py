"""Texts for each component in whole URLs, which show what an implementation accepts as a scheme, a port, a path.

The complete suites consist of an automaton's shortest texts: nine in ten of RFC 3986's have a bracket, and none begins
with "http". They say little about parsers of real URLs. Here each component has texts of three kinds:

    written by hand    `http://h:65536/p`, as in practice and in tests (components.toml)
    every character    `http://h/a<b` and `http://h/<`, for each of US-ASCII and six others
    the automaton's    forty strings of the complete suite of the component's rule, half of them valid
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, Final

from uriverse.lab.suites import suite

# US-ASCII; then a control character, a letter, an invisible one, a full stop, a slash and one beyond U+FFFF.
CHARACTERS: Final = "".join(map(chr, range(128))) + "\x80é\u200b\u3002\uff0f\U0001f600"
STRINGS: Final = 40


@cache
def component_texts() -> Mapping[str, Sequence[str]]:
    """Return the texts of each component, as whole URLs; deterministic.

    >>> component_texts()["port"][:2]
    ('http://h:80/p', 'http://h:8080/p')
    """
    found = {}
    for name, each in _data().items():
        if "whole" in each:
            texts = [*each["written"], *_strings(each["rule"])]
            texts += [place.replace("{}", character) for character in CHARACTERS for place in each["every"]]
            found[name] = tuple(dict.fromkeys(each["whole"].replace("{}", text) for text in texts))
    return MappingProxyType(found)


def all_texts() -> list[str]:
    """Return the texts of all components and a few shortest texts that show a fault, without duplicates."""
    texts = (text for name in component_texts() for text in component_texts()[name])
    return list(dict.fromkeys((*_data()["short"]["written"], *texts)))


@cache
def _data() -> dict[str, dict[str, Any]]:
    return tomllib.loads(Path(__file__).with_name("components.toml").read_text("utf-8"))


def _strings(rule: str) -> list[str]:
    """Return a sample of the complete suite of a rule of RFC 3986, half of it valid."""
    random = Random(f"component {rule}")
    kinds: dict[bool, list[str]] = {True: [], False: []}
    for case in suite("rfc3986", rule=rule, classes=True):
        kinds[case.accepted].append(case.text)
    return [text for kind in kinds.values() for text in random.sample(kind, min(len(kind), STRINGS // 2))]
