"""Laws that hold for any text, in every edition."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from support.automata import EDITIONS
from support.strategies import bases, examples, in_each, texts
from uriverse import _core
from uriverse.grammar.dfa import DEAD
from uriverse.grammar.table_file import read_tables

every_edition = in_each("edition", EDITIONS)
any_text = st.one_of(texts, st.text(st.characters(), max_size=12), st.text("/.:?#[]@%41a;\\ ", max_size=12))


@given(text=any_text)
@examples(200)
@every_edition
def test_a_parse_succeeds_exactly_when_the_text_is_valid(edition: Any, text: str) -> None:
    """And its text is the very text; what is refused says a place in it."""
    try:
        parsed = uv.parse(text, edition=edition)
    except uv.URISyntaxError as error:
        assert not uv.is_valid(text, edition=edition)
        assert 0 <= error.at <= len(text) and error.text == text and str(error)
    else:
        assert uv.is_valid(text, edition=edition) and str(parsed) == text
        assert uv.is_valid(text, rule=uv.EDITIONS[edition].judge, edition=edition)


# Whole and incomplete units: none, one and more.
PREFIXES = (
    *("", "a", "A", "1", "/", "?", "%", "%4", "%4G", "aa", "a%", "a%4", "%41"),
    *("a%41", "%41a", "%41%", "%41%4", "%41%41", "aaa", "//"),
)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_rule_takes_what_its_automaton_takes(edition: Any) -> None:
    """A prefix is accepted, and an octet may follow it, as by the automaton that `test_theorem.py` proves equal."""
    tables = read_tables(uv.EDITIONS[edition].tables)
    classes = [tables.alphabet.classify(octet) for octet in range(0x100)]
    for rule, prefix in product(tables.rules, PREFIXES):
        automaton = tables.automaton(rule)
        state = automaton.run(prefix)
        following = () if state == DEAD else automaton.transitions[state]
        octets = {octet for octet in range(0x100) if following and following[classes[octet]] != DEAD}
        accepted = state in automaton.accepting
        assert _core.continuations(rule, prefix, edition=edition) == (octets, accepted), (rule, prefix)
        assert uv.is_valid(prefix, rule=rule, edition=edition) == accepted, (rule, prefix)


@given(text=texts)
@examples(200)
@every_edition
def test_normal_forms_are_fixed_points(edition: Any, text: str) -> None:
    """Every level of the ladder, applied twice, changes nothing more, and is equivalent to what it was made of."""
    if uv.is_valid(text, edition=edition):
        parsed = uv.parse(text, edition=edition)
        for level in uv.EDITIONS[edition].levels:
            once = uv.normalize(parsed, level=level)
            assert uv.normalize(once, level=level) is once
            assert uv.equivalent(parsed, once, level=level)
            assert once.kind == parsed.kind or level == "scheme"
        assert uv.equivalent(parsed, parsed.normalize(), level="scheme")


@pytest.mark.parametrize("edition", ["url-syntax-03", "url-syntax-04", "uri-syntax-02"])
@pytest.mark.parametrize("reference", ["%41:g", "@:g", "a@:b", "@://x", ";:"])
def test_a_colon_after_no_scheme_belongs_to_the_path(edition: Any, reference: str) -> None:
    """`rel_path = [ path_segments ] [ "?" query ]`, and a segment may have colons; no scheme has "%", "@" or ";"."""
    assert uv.parse(reference, edition=edition).scheme is None
    assert str(uv.resolve(reference, "http://h/a/b", edition=edition)) == f"http://h/a/{reference}"


def test_a_scheme_begins_with_a_letter() -> None:
    """uri-syntax-02, section 3.1: `scheme = alpha *( alpha | digit | "+" | "-" | "." )`; url-syntax-04 takes any."""
    assert str(uv.resolve(".a:g", "http://h/a/b", edition="uri-syntax-02")) == "http://h/a/.a:g"
    assert str(uv.resolve(".a:g", "http://h/a/b", edition="url-syntax-04")) == ".a:g"


@given(base=bases, reference=texts)
@examples(200)
@every_edition
def test_relativizing_inverts_resolving(edition: Any, base: str, reference: str) -> None:
    """`resolve(relativize(t, b), b) == t` for every target that resolution gives."""
    try:
        target = uv.resolve(reference, base, edition=edition)
    except uv.URIError:
        return
    if isinstance(target, uv.URI):
        try:
            relative = target.relativize(base)
        except uv.ResolutionError as error:
            assert error.reason == "unreachable"
            return
        assert uv.resolve(relative, base, edition=target.edition) == target


SHORT = ["".join(each) for length in range(5) for each in product("./ab?#", repeat=length)]


@pytest.mark.parametrize("base", ["http://h", "http://h/", "http://h/a", "http://h/a/b/", "http://h/b//a/a?b#a"])
def test_no_shorter_reference_has_the_same_target(base: str) -> None:
    """Of all short texts, which are many: none that is shorter than the relative form resolves to the target."""
    shortest: dict[str, str] = {}
    for text in SHORT:
        if uv.is_valid(text):
            shortest.setdefault(str(uv.resolve(text, base)), text)
    assert len(shortest) > 200
    for target, text in shortest.items():
        assert len(str(uv.relativize(target, base))) == len(text), (target, text)


def test_a_first_segment_with_a_colon_is_guarded() -> None:
    """RFC 3986, section 4.2: "preceded by a dot-segment (e.g., "./this:that")"; shorter than the path from the root."""
    assert str(uv.relativize("http://a/b/c/g:h", "http://a/b/c/d;p?q")) == "./g:h"


@given(target=bases, base=bases)
@examples(150)
@every_edition
def test_relativizing_any_two(edition: Any, target: str, base: str) -> None:
    """Whatever two URIs are given, the relative form resolves back, or there is an error that says why."""
    try:
        relative = uv.relativize(target, base, edition=edition)
    except uv.URIError:
        return
    assert str(uv.resolve(relative, base, edition=edition)) == target


@given(base=bases, reference=texts)
@examples(150)
@every_edition
def test_what_is_emitted_reads_back(edition: Any, base: str, reference: str) -> None:
    """A target's components are those of its text, and it is a URI."""
    try:
        target = uv.resolve(reference, base, edition=edition, strict=False)
    except uv.URIError:
        return
    if isinstance(target, uv.URI):
        again = uv.parse(str(target), edition=target.edition)
        for name in ("scheme", "authority", "userinfo", "host", "port_text", "path", "params", "query", "fragment"):
            assert getattr(again, name) == getattr(target, name)
        assert again.kind == target.kind


@given(text=texts)
@every_edition
def test_composing_inverts_taking_apart(edition: Any, text: str) -> None:
    """The components of a reference compose to its text."""
    if uv.is_valid(text, edition=edition):
        parsed = uv.parse(text, edition=edition)
        names = ("scheme", "authority", "path", "params", "query", "fragment")
        assert uv.compose(**{name: getattr(parsed, name) for name in names}, edition=edition) == parsed
        assert parsed.replace() == parsed


LABELS = """
u = scheme "://" label *( "." label ) [ ":" port ] path-abempty [ "?" query ]
label = alnum [ *( alnum / "-" ) alnum ]
alnum = ALPHA / DIGIT
"""


def test_an_own_grammar_judges_each_label_of_a_host() -> None:
    """With a port, a path or a query after it, and at the places around the ends of masks of 64 bits."""
    own = uv.Edition.from_grammar(LABELS, start="u")
    short = ["".join(letters) for count in range(1, 5) for letters in product("a-.", repeat=count)]
    long = [
        f"{'a' * count}{end}"
        for count in (*range(50, 70), *range(120, 132))
        for end in ("", "-", ".", ".b", "-.b", "_")
    ]
    for host, after in product((*short, *long), ("", ":80", "/b", ":80/b?c", "?c")):
        is_valid = re.fullmatch(r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*", host) is not None
        text = f"http://{host}{after}"
        assert uv.is_valid(text, edition=own) == is_valid, text
        if is_valid:
            assert uv.parse(text, edition=own).host == host, text


NAMES = """
u = "http://" [ name [ ":" port ] ] path-abempty
name = 1*( unreserved / pct-encoded / sub-delims )
"""


def test_an_own_grammar_judges_an_empty_host() -> None:
    """With a port after it, too; and an empty authority is one, as RFC 2396, appendix B, has it."""
    own = uv.Edition.from_grammar(NAMES, start="u")
    for text in ("http:///", "http://h:80/", "http://h:/"):
        assert uv.is_valid(text, edition=own), text
    for text in ("http://:80/", "http://:/"):
        assert not uv.is_valid(text, edition=own), text
    own = uv.Edition.from_grammar('host = *( ALPHA / "-" )', start="URI-reference", based_on="rfc2396")
    for text, path, query in (("http://", "", None), ("http:///p", "/p", None), ("http:///p?q", "/p", "q")):
        found = uv.parse(text, edition=own)
        assert (found.scheme, found.authority, found.path, found.query) == ("http", "", path, query), text
