"""The strategies for users' own tests: what they draw, how it shrinks, what they say when they cannot."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

import uriverse as uv
from support.automata import EDITIONS, OF_REFERENCES, compiled
from support.strategies import examples
from uriverse.templates import Template
from uriverse.testing import near_misses, query_pairs, references, template_values, templates
from uriverse.testing.rule_texts import BEGINNINGS
from uriverse.testing.template_texts import LEVELS_OF_TEMPLATES
from uriverse.testing.walk import LONGEST

QUICK = settings(examples(20), suppress_health_check=[HealthCheck.too_slow])
SEARCH = settings(max_examples=5_000, database=None, derandomize=True, phases=[Phase.generate, Phase.shrink])


def one_edit_apart(text: str, other: str) -> bool:
    """Whether a text becomes another by one character removed, inserted or replaced."""
    start = 0
    while start < min(len(text), len(other)) and text[start] == other[start]:
        start += 1
    return any(text[start + cut :] == other[start + put :] for cut, put in ((0, 1), (1, 0), (1, 1)))


@pytest.mark.parametrize("edition", EDITIONS)
def test_references_are_accepted_and_near_misses_refused(edition: Any) -> None:
    """Of every edition's start rule."""

    @QUICK
    @given(good=references(edition), bad=near_misses(edition))
    def drawn(good: str, bad: str) -> None:
        assert uv.is_valid(good, edition=edition)
        assert not uv.is_valid(bad, edition=edition)

    drawn()


@pytest.mark.parametrize("edition", ["rfc1808", "rfc2396", "rfc3986"])
def test_of_any_rule(edition: Any) -> None:
    """Every rule of three editions; a text that is all dead ends is never drawn."""

    @QUICK
    @given(st.data())
    def drawn(data: st.DataObject) -> None:
        rule = data.draw(st.sampled_from(uv.EDITIONS[edition].rules))
        good = data.draw(references(edition, rule))
        assert uv.is_valid(good, rule=rule, edition=edition)
        bad = data.draw(near_misses(edition, rule))
        assert not uv.is_valid(bad, rule=rule, edition=edition)

    drawn()


@QUICK
@given(near_misses("rfc3986", "IPv4address"))
def test_near_misses_are_one_edit_away(text: str) -> None:
    """Among the neighbours of a refused text is one that the rule accepts."""
    automaton = compiled("rfc3986").automaton("IPv4address")
    letters = [*automaton.alphabet.representatives, *"0123456789"]
    around = {text[:place] + text[place + 1 :] for place in range(len(text))}
    for place in range(len(text) + 1):
        around.update(text[:place] + letter + text[place:] for letter in letters)
        around.update(text[:place] + letter + text[place + 1 :] for letter in letters)
    accepted = [other for other in around if automaton.accepts(other)]
    assert accepted
    assert all(one_edit_apart(text, other) for other in accepted)


def _parts(edition: Any, test: Callable[[uv.URIReference], object]) -> Callable[[str], bool]:
    return lambda text: bool(test(uv.parse(text, edition=edition)))


@pytest.mark.parametrize(
    ("edition", "chosen", "wanted", "shortest"),
    [
        ("rfc3986", {}, lambda _: True, ""),
        ("rfc3986", {}, lambda text: "@" in text, "@"),
        ("rfc3986", {}, _parts("rfc3986", lambda ref: len(ref.segments) > 3), "a///"),
        ("rfc3986", {"kind": "absolute"}, _parts("rfc3986", lambda ref: ref.host), "a://a"),
        ("rfc3986", {"kind": "absolute"}, _parts("rfc3986", lambda ref: ref.query and ref.fragment), "a:?a#a"),
        ("rfc3986", {"kind": "relative"}, lambda text: "%" in text, "%aa"),
        ("rfc3986", {"kind": "absolute-path"}, _parts("rfc3986", lambda ref: ref.query), "/?a"),
        ("rfc3986", {"kind": "relative-path"}, _parts("rfc3986", lambda ref: ref.query), "?a"),
        ("rfc3986", {"kind": "relative-path"}, _parts("rfc3986", lambda ref: ref.fragment), "a#a"),
        ("rfc3986", {"kind": "network-path"}, _parts("rfc3986", lambda ref: ref.host), "//a"),
        ("rfc3986", {"kind": "network-path"}, _parts("rfc3986", lambda ref: ref.port is not None), "//:0"),
        ("rfc3986", {"kind": "network-path"}, lambda text: "[" in text, "//[::]"),
        ("rfc3986", {"scheme": "http"}, _parts("rfc3986", lambda ref: ref.host), "http://a"),
        ("rfc3986", {"scheme": "http"}, _parts("rfc3986", lambda ref: ref.query), "http:?a"),
        ("rfc3986", {"scheme": "mailto"}, lambda text: "@" in text, "mailto:@"),
        ("rfc3986", {"rule": "IPv6address"}, lambda _: True, "::"),
        ("rfc3986", {"rule": "IPv6address"}, lambda text: "." in text, "::0.0.0.0"),
        ("rfc3986", {"rule": "IPv4address"}, lambda _: True, "0.0.0.0"),
        ("rfc3986", {"rule": "scheme"}, lambda text: len(text) > 3, "aaaa"),
        ("rfc3986", {"rule": "scheme"}, lambda text: "+" in text, "a+"),
        ("rfc1738", {"scheme": "gopher"}, _parts("rfc1738", lambda ref: ref.host), "gopher://a"),
        ("rfc1808", {"scheme": "ftp"}, _parts("rfc1808", lambda ref: ref.host), "ftp://a"),
        ("rfc2396", {"scheme": "http"}, _parts("rfc2396", lambda ref: ref.host), "http://a"),
        ("rfc2396", {"kind": "absolute-path"}, _parts("rfc2396", lambda ref: ref.query), "/?a"),
        ("rfc6874", {}, _parts("rfc6874", lambda ref: ref.zone), "//[::%25a]"),
    ],
)
def test_references_shrink_to_the_shortest(edition: Any, chosen: Any, wanted: Any, shortest: str) -> None:
    """No shorter text is as wanted, and letters stand where it does not matter."""
    assert find(references(edition, **chosen), wanted, settings=SEARCH, random=Random(1)) == shortest


def test_a_user_information_shrinks_to_one_character_more_at_most() -> None:
    """The "@" of `//:a@` is its nearest end; without ":" it would be none, so `//a@` is not always found."""
    with_userinfo = _parts("rfc3986", lambda ref: ref.userinfo)
    found = find(references(kind="network-path"), with_userinfo, settings=SEARCH, random=Random(1))
    assert len(found) <= len("//a@") + 1


@pytest.mark.parametrize("seed", [23, 50])
def test_no_text_hides_the_shortest(seed: int) -> None:
    """Hypothesis goes on drawing after it has shrunk: a text of fewer choices took the place of "//"."""
    few = settings(max_examples=200, database=None)
    assert find(references(kind="network-path"), lambda _: True, settings=few, random=Random(seed)) == "//"


@pytest.mark.parametrize("edition", ["rfc2396", "rfc3986", "rfc3987"])
@pytest.mark.parametrize("part", ["scheme", "host", "userinfo", "query", "fragment"])
def test_each_part_is_drawn(edition: Any, part: str) -> None:
    """Some of a few thousand texts have it, and not empty."""
    settings_ = settings(SEARCH, phases=[Phase.generate])
    assert find(references(edition), _parts(edition, lambda ref: getattr(ref, part)), settings=settings_)


def test_near_misses_shrink_to_letters() -> None:
    """The readable character stands for its class."""
    assert find(near_misses("rfc3986", "port"), lambda _: True, settings=SEARCH) == "a"
    assert find(near_misses("rfc3986", "scheme"), lambda _: True, settings=SEARCH) == ""


@QUICK
@given(references("rfc3986", "IPv6address"), references("rfc2396", "URI-reference"))
def test_texts_end(address: str, reference: str) -> None:
    """No walk goes on for ever; after its longest it takes the shortest way out."""
    assert len(address) <= 45
    assert len(reference) <= LONGEST + 3


def test_of_a_users_own_edition() -> None:
    """Any Edition will do, characters beyond US-ASCII too."""
    grammar = 'start = "x:" word' + chr(10) + "word = 1*2( %xE0-FF / %x4E00-9FFF )"
    own = uv.Edition.from_grammar(grammar, start="start", roles={"path": "word"})

    @QUICK
    @given(references(own), near_misses(own))
    def drawn(good: str, bad: str) -> None:
        assert uv.is_valid(good, edition=own)
        assert not uv.is_valid(bad, edition=own)

    drawn()


@pytest.mark.parametrize("kind", BEGINNINGS)
@pytest.mark.parametrize("edition", ["rfc1808", "url-syntax-03", "rfc2396", "rfc2396bis-00", "rfc3986", "rfc3987"])
def test_of_a_kind(edition: Any, kind: Any) -> None:
    """What `ref.kind` says, and whether there is a scheme."""
    strategy = references(edition, kind=kind)

    @QUICK
    @given(strategy)
    def drawn(text: str) -> None:
        found = uv.parse(text, edition=edition)
        if kind in {"absolute", "relative"}:
            assert (found.scheme is None) == (kind == "relative")
        else:
            assert found.kind == kind

    drawn()


@pytest.mark.parametrize("edition", OF_REFERENCES)
def test_of_a_scheme(edition: Any) -> None:
    """All of them have it, and both at once."""

    @QUICK
    @given(references(edition, scheme="http"), references(edition, scheme="http", kind="absolute"))
    def drawn(text: str, absolute: str) -> None:
        assert uv.parse(text, edition=edition).scheme == "http"
        assert uv.parse(absolute, edition=edition).scheme == "http" and absolute.startswith("http:")

    drawn()


def test_impossible_selections_raise() -> None:
    """A wrong kind at once, an empty selection with the first text."""
    with pytest.raises(ValueError, match="kind must be one of absolute, relative"):
        references(kind="relativ")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="rule excludes scheme and kind"):
        references(rule="path", scheme="http")
    for strategy, reason in (
        (references("rfc1738", kind="relative"), "rfc1738 has no relative reference"),
        (references(scheme="1a"), "rfc3986 has no reference of the scheme '1a'"),
        (references(scheme="a", kind="network-path"), "rfc3986 has no network-path reference of the scheme 'a'"),
    ):
        with pytest.raises(ValueError, match=reason):
            find(strategy, lambda _: True)


@pytest.mark.parametrize(
    ("strategy", "wanted", "shortest"),
    [
        (references(kind="same-document"), lambda text: text, "#"),
        (query_pairs(), lambda pairs: pairs and pairs[0][1], [("0", "0")]),
        (query_pairs(), lambda pairs: len(dict(pairs)) < len(pairs), [("0", None), ("0", None)]),
        (templates(), lambda text: len(Template(text).variables) > 1, "{a,b}"),
        (templates(2), lambda text: "+" in text, "{+a}"),
        (template_values("{?a*}"), lambda values: Template("{?a*}").expand(values).count("=") > 1, None),
    ],
)
def test_shrinks_to_the_shortest(strategy: Any, wanted: Any, shortest: Any) -> None:
    """Few characters, and None where a value does not matter."""
    found = find(strategy, lambda value: bool(wanted(value)), settings=SEARCH)
    assert found == shortest if shortest is not None else len(found["a"]) == 2


@QUICK
@given(query_pairs())
def test_pairs_are_read_back(pairs: list[tuple[str, str | None]]) -> None:
    assert list(uv.query_pairs(uv.compose_query(pairs))) == pairs


@pytest.mark.parametrize("level", LEVELS_OF_TEMPLATES)
def test_templates_of_a_level(level: int) -> None:
    """They are templates, with values that they take; a lower level has no form of a higher one."""

    @QUICK
    @given(st.data())
    def drawn(data: st.DataObject) -> None:
        template = Template(data.draw(templates(level)))
        values = data.draw(template_values(template))
        assert template.expand(values, dot_segments=True).isascii()
        for _, expression in template.parts():
            if expression is not None:
                operator, variables, _, _ = expression
                assert operator in LEVELS_OF_TEMPLATES[level] and (level > 2 or len(variables) == 1)
                assert level == 4 or all(prefix is None and not explode for _, prefix, explode in variables)

    drawn()
    with pytest.raises(ValueError, match="level is 1, 2, 3 or 4"):
        templates(5)


def test_what_is_unknown_is_reported_at_once() -> None:
    """Before any text is drawn, with the nearest names."""
    with pytest.raises(uv.UnknownRuleError, match="IPv6address"):
        references("rfc3986", "IPv6adress")
    with pytest.raises(uv.UnknownEditionError):
        near_misses("rfc1")


def test_nothing_is_compiled_before_the_first_text(monkeypatch: pytest.MonkeyPatch) -> None:
    """A strategy in a decorator costs no import time."""
    monkeypatch.setattr("uriverse.testing.rule_texts.compile_edition", None)
    references("rfc2396bis-00")
    near_misses("rfc2396bis-00", "server")


def test_without_hypothesis_the_import_says_how_to_get_it() -> None:
    """The strategies need the `test` extra."""
    code = "import sys; sys.modules['hypothesis'] = None; import uriverse.testing"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert "pip install hypothesis" in result.stderr
