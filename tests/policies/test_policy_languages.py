"""The automata of policies: each is compared with the engine, and with `re`, on random URLs of it and near it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

import uriverse as uv
from support.paths import ROOT
from support.texts_of_automata import strings_near
from uriverse.grammar.algebra import intersection
from uriverse.grammar.dfa import Automaton
from uriverse.policies.languages import language

SEED = 67
LISTS = tomllib.loads((ROOT / "tests/policies/allow-lists.toml").read_text())["list"]
OF_LISTS = [(row["pattern"], row.get("how", "match")) for row in LISTS if "pattern" in row]
PATTERNS = [
    # Each operation of `re`, and what its documentation says of flags and anchors.
    (r"(?s)^https://.example", "match"),
    (r"(?i:HTTP)s?://[K-L\u017f]+\d", "match"),
    (r"(?ai)https://[\W\S]\w+", "match"),
    (r"\bcom\b.*\B/\b", "search"),
    (r"[^\W\d_]{2,3}?\.\D+\Z", "search"),
    (r"(?:a|b(?:c|)*)+$|^ftp", "search"),
    (r"(?x) [ a\ ] \# | / (?#a comment) \? ", "search"),
    (r"(?m)^https|(?-i:x)$", "search"),
    (r"(?P<name>ws)s?(?::)//(?P<host>[^/?#]*)(?:/.*)?", "fullmatch"),
    (r"\Ahttps??:", "match"),
    (r"a{0}b{0,1}//[\[:\]]", "search"),
    (r"\u0062|[\x61-\x63]\Z", "search"),
    (r"^\B|\B$|^$", "search"),
]
POLICIES: list[dict[str, Any]] = [
    {"userinfo": True, "ports": "any", "addresses": "any"},
    {"hosts": "*.example", "schemes": ["https", "ftp"], "ports": [21, 443, 8443], "fragment": False},
    {"hosts": ["example.com", "*.example.com", "a.example", "10.0.0.7", "[2606:4700::1111]"]},
    {"addresses": ["10.0.0.0/9", "192.168.0.0/16", "fc00::/7"]},
    {"hosts": ["*.com", "localhost"], "paths": ["/hooks/*", "/a%20b/~c/**", "/"]},
    {"paths": ["/**"], "schemes": None},
]


@cache
def of_the_web() -> Automaton:
    return language(uv.Policy.any())


@cache
def some_urls() -> list[str]:
    return [text for text in strings_near(of_the_web(), Random(SEED), 100) if canonical(text)]


def canonical(text: str) -> uv.URL | None:
    """The URL of a text that is canonical."""
    try:
        url = uv.URL(text)
    except uv.URLError:
        return None
    return url if str(url) == text else None


def is_beyond_letters(text: str) -> bool:
    """Whether a host is refused by the length of its labels, or by what "xn--" hides: see `policies.host_automata`."""
    host = uv.split(text).host or ""
    return "xn--" in host or len(host) > 253 or any(len(label) > 63 for label in host.split("."))


def urls_near(policy: uv.Policy, count: int, seed: int) -> Iterator[uv.URL]:
    for text in strings_near(language(policy), Random(seed), count):
        url = canonical(text)
        if url is not None:
            yield url


def check_the_web(count: int, seed: int) -> None:
    automaton = of_the_web()
    for text in strings_near(automaton, Random(seed), count):
        assert automaton.accepts(text) == (canonical(text) is not None) or is_beyond_letters(text), text


def check_policy(limits: dict[str, Any], count: int, seed: int) -> int:
    policy = uv.Policy(**limits)
    outer, inner = language(policy), language(policy, outer=False)
    urls = 0
    for url in urls_near(policy, count, seed):
        urls += 1
        assert inner.accepts(str(url)) <= policy.admits(url) <= outer.accepts(str(url)), url
    return urls


def check_pattern(pattern: str, how: str, texts: Iterable[str]) -> None:
    """The automaton on any text of the characters of URLs; the engine on those that are URLs."""
    policy = uv.Policy.from_regex(pattern, how)
    automaton, matcher = policy.pattern.automaton(), getattr(re.compile(pattern), how)
    for text in texts:
        matches = matcher(text) is not None
        assert automaton.accepts(text) == matches, text
        if url := canonical(text):
            assert policy.admits(url) == policy.admits(text) == matches, text


def test_the_language_of_urls_is_that_of_the_type() -> None:
    check_the_web(500, SEED)


@pytest.mark.parametrize("limits", POLICIES, ids=str)
def test_the_language_of_a_policy_is_what_it_admits(limits: dict[str, Any]) -> None:
    assert check_policy(limits, 100, SEED) > 50


@pytest.mark.parametrize(("pattern", "how"), PATTERNS)
def test_an_expression_matches_as_re_does(pattern: str, how: str) -> None:
    automaton = uv.Policy.from_regex(pattern, how).pattern.automaton()
    check_pattern(pattern, how, [*strings_near(automaton, Random(SEED), 100), *some_urls()])


@pytest.mark.slow
@pytest.mark.parametrize(("pattern", "how"), [*PATTERNS, *OF_LISTS])
def test_an_expression_matches_the_urls_that_re_matches(pattern: str, how: str) -> None:
    automaton = intersection(of_the_web(), uv.Policy.from_regex(pattern, how).pattern.automaton())
    check_pattern(pattern, how, strings_near(automaton, Random(SEED), 1_000))
