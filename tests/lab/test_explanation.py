"""Any string explained: outcomes, what grammars leave open, and repairs that are right and cheap."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import ada_url
import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from support.automata import OF_REFERENCES
from support.strategies import PIECES, examples
from uriverse.grammar import compilation, nfa
from uriverse.grammar.compilation import compile_grammar
from uriverse.grammar.effort import Effort
from uriverse.grammar.notation import Notation, read_grammar
from uriverse.lab.ambiguity import Ambiguity
from uriverse.lab.cutting import Cutter
from uriverse.lab.explanation import Explainer, Outcome, explain
from uriverse.lab.repair import REPAIR_WORK, Search

NOISE = (" ", "é", "|", "\\", "<", '"', "^", "%", "%4", "%zz", "[", "]", "[1:2", "\ud800", "\x7f")
texts = st.lists(st.sampled_from((*PIECES, *NOISE)), max_size=7).map("".join)

CUTTERS = [Cutter(edition) for edition in uv.EDITIONS]
EXPLAINER = Explainer(uv.EDITIONS)
EXPLAINER_OF_REFERENCES = Explainer()


def outcome(text: str, edition: str = "rfc3986") -> Outcome:
    return explain(text, [edition])[edition]


def repair(text: str, edition: str = "rfc3986") -> str | None:
    refusal = outcome(text, edition).refusal
    assert refusal is not None
    return refusal.repair


@given(texts)
def test_the_readings_fail_where_the_engine_says(text: str) -> None:
    """The readings tried one by one end at the place, the slot and the rule of the engine's error, in every edition."""
    for cutter in CUTTERS:
        failure = cutter.failure(text)
        try:
            uv.parse(text, edition=cutter.name)
        except uv.URISyntaxError as error:
            assert failure is not None
            component = None if failure.slot is None else failure.slot.component
            assert (failure.at, failure.rule, component) == (error.at, error.rule, error.component), cutter.name
        else:
            assert failure is None


@given(texts)
def test_the_first_reading_that_fits_is_the_parse(text: str) -> None:
    """What the first accepting reading cuts is what the engine's parse has, in every edition."""
    for cutter, found in zip(CUTTERS, EXPLAINER.explain(text, repair=False), strict=True):
        chosen = next((attempt for attempt in cutter.attempts(text) if attempt.failure is None), None)
        # Where the start rule judges the whole besides, a reading that fits is not enough.
        assert (chosen is not None) == found.accepted or (cutter.edition.judged and not found.accepted)
        if chosen is not None and found.accepted:
            cut = [part for part in chosen.parts if part.component != "reg_name"]
            parts = [part for part in found.parts if part.component != "path" or part.text or part in cut]
            assert sorted(cut, key=str) == sorted(parts, key=str), cutter.name


@examples(60)
@given(texts)
def test_every_repair_is_accepted(text: str) -> None:
    """A repair is the whole text, its edition accepts it, and it leads a browser to no other host."""
    for found in EXPLAINER.explain(text):
        assert found.accepted == uv.is_valid(text, edition=found.edition)
        if found.refusal is not None and found.refusal.repair is not None:
            assert uv.is_valid(found.refusal.repair, edition=found.edition)
            before = ada_host(text)
            assert before is None or ada_host(found.refusal.repair) in (before, "", None)


def ada_host(text: str) -> str | None:
    """Where another implementation of the URL Standard goes; None if it refuses the text."""
    try:
        return ada_url.URL(text, "http://base.invalid/").hostname
    except ValueError:
        return None


@pytest.mark.parametrize(
    ("text", "edition", "mended"),
    [
        ("http://h/a b", "rfc3986", "http://h/a%20b"),
        ("http://h/a b|c?<d>#^", "rfc3986", "http://h/a%20b%7Cc?%3Cd%3E#%5E"),
        ("http://h/%zz", "rfc3986", "http://h/%25zz"),
        ("http://h/100%", "rfc3986", "http://h/100%25"),
        ("http://h/a#b#c", "rfc3986", "http://h/a#b%23c"),
        ("http://é/ü", "rfc3986", "http://%C3%A9/%C3%BC"),
        ("http://[::1", "rfc3986", "http://[::1]"),
        ("http://[::g]/", "rfc3986", None),
        ("http://[::1]x/", "rfc3986", None),
        ("http://[::1:]/", "rfc3986", None),
        ("http://[fe80::1%25en1]/", "rfc3986", None),
        ("//a_b/", "rfc1738", None),
        # URL Standard, section 4.4: "\\" ends the authority of a special URL, so a browser goes to 127.0.0.1 and to h.
        ("http://127.0.0.1\\@1.1.1.1/", "rfc3986", None),
        ("http:\\\\h/", "rfc3986", None),
        ("\\\\h\\a", "rfc3986", None),
        ("http://h/a\\b", "rfc3986", "http://h/a%5Cb"),
        ("http://[1.2.3.4/", "rfc3986", "http://1.2.3.4/"),
        ("http://[::1]:8x/", "rfc3986", "http://[::1]:8/"),
        ("http://h:8x/", "rfc3986", "http://h:8/"),
        ("1a:b", "rfc3986", "1a%3Ab"),
        # To escape the brackets would make a registered name of the address: another host.
        ("http://[::1]/", "rfc2396", None),
        ("http://[fe80::1%25en1]/", "rfc2396", None),
        ("http://::1/", "rfc3986", None),
        ("?y", "rfc2396", "/?y"),
        ("a:", "rfc2396", "a:/"),
        ("foo", "rfc1738", "foo:"),
        ("//h/x", "rfc1738", None),
        ("http://h/" + "|" * 8, "rfc3986", "http://h/" + "%7C" * 8),
        ("http://h/" + "|" * 9, "rfc3986", None),
        ("\ud800", "rfc3986", None),
    ],
)
def test_the_repair_is_the_cheapest_edit(text: str, edition: str, mended: str | None) -> None:
    """Encoding before inserting or replacing before removing, at the place before elsewhere, at most eight times."""
    assert repair(text, edition) == mended


# RFC 1738, 5: "the scheme is in lower case; interpreters should use case-ignore".
@pytest.mark.parametrize("scheme", ["FOO", "Http", "MAILTO", "x-y", "Gopher", "A1+.-"])
@pytest.mark.parametrize("rest", ["//h/a", "//h/a b", "//h:x/", "//h/[", "//h/#x", "//h/%zz", "//-h/", "x y", "//h/é"])
def test_a_repair_keeps_the_scheme(scheme: str, rest: str) -> None:
    """A scheme is never the fault of what follows it, whatever its case; so it is never mended to another."""
    for found in EXPLAINER_OF_REFERENCES.explain(f"{scheme}:{rest}"):
        if not uv.is_valid(scheme, rule="scheme", edition=found.edition) and found.edition == "rfc1630":
            # RFC 1630: a scheme is an ialpha, which has no "+".
            continue
        if found.accepted:
            assert ("scheme", scheme) in [(part.component, part.text) for part in found.parts]
        elif found.refusal is not None and found.refusal.repair is not None:
            assert uv.parse(found.refusal.repair, edition=found.edition).scheme == scheme


def test_schemes_of_1994_are_accepted_in_either_case() -> None:
    """RFC 1738, 2.1: "programs interpreting URLs should treat upper case letters as equivalent to lower case"."""
    assert explain("FOO://h/a", ["rfc1738"]).accepted_by == explain("MID:a@b", ["rfc1738"]).accepted_by == ("rfc1738",)
    assert uv.equivalent("FOO://h/", "foo://h/", edition="rfc1738")


def test_without_repairs() -> None:
    """`repair=False` looks for none."""
    refusal = explain("http://h/a b", ["rfc3986"], repair=False)["rfc3986"].refusal
    assert refusal is not None
    assert refusal.repair is None


SMALL = compile_grammar(read_grammar('x = 1*("ab" / "c") [":" 2DIGIT] / "%" HEXDIG HEXDIG', Notation()))["x"]


def outcomes(content: str, letters: str, most: int) -> Iterator[tuple[int, str]]:
    """Everything that up to `most` edits make of a text, with what they cost."""
    for inserted in range(most + 1):
        for before in map("".join, product(letters, repeat=inserted)):
            if not content:
                yield 3 * inserted, before
                continue
            left, first = most - inserted, content[0]
            kept = [(0, 0, first), (1, 1, f"%{ord(first):02X}"), (4, 1, ""), *((3, 1, letter) for letter in letters)]
            for cost, edits, made in kept:
                if edits <= left:
                    for more, rest in outcomes(content[1:], letters, left - edits):
                        yield 3 * inserted + cost + more, before + made + rest


def test_the_search_finds_what_trying_everything_finds() -> None:
    """On a small grammar, the cost of the search is the cost of the best of all edits."""
    for letters in product("abc:1%", repeat=3):
        content = "".join(letters)
        found = Search(content, SMALL, "", 2, Effort(REPAIR_WORK)).outcome(8)
        slow = min((cost for cost, text in outcomes(content, "abc:1%", 2) if SMALL.accepts(text)), default=None)
        assert (None if found is None else found.cost) == slow, content
        assert found is None or SMALL.accepts(found.text)


def test_ties_go_by_length_and_then_by_readability() -> None:
    """A digit before punctuation, a letter before a digit, the shorter before the longer."""
    automaton = compile_grammar(read_grammar('x = "a" (":" / "1" / "b" / "cc")', Notation()))["x"]
    found = Search("a", automaton, "", 1, Effort(REPAIR_WORK)).outcome(8)
    assert found is not None
    assert (found.text, found.edits, found.cost) == ("ab", 1, 3)


@pytest.mark.parametrize(
    ("text", "edition", "question", "chosen", "both_fit", "rule"),
    [
        ("//a_b/", "url-syntax-03", "authority or path", "path", False, "host"),
        ("//a_b/", "rfc2396", "authority or path", "authority", True, "authority"),
        ("//h:8x/", "rfc2396", "server or reg_name", "reg_name", False, "port"),
        ("//h/", "rfc2396", "server or reg_name", "server", True, "server"),
        ("mailto:a?b", "rfc2396", "opaque or query", "opaque", False, "abs_path"),
        ("a:b?c", "url-syntax-03", "opaque or query", "query", True, "segment"),
        ("a_b:c", "url-syntax-03", "scheme or path", "path", False, "scheme"),
        ("0:x", "uri-syntax-02", "scheme or path", "path", False, "scheme"),
        ("a:b", "rfc1808", "scheme or path", "scheme", True, "scheme"),
        ("http://1.2.3.4/", "rfc3986", "host", "IPv4", True, "IPv4address"),
    ],
)
def test_what_a_grammar_leaves_open(
    text: str, edition: str, question: str, chosen: str, both_fit: bool, rule: str
) -> None:
    """Each ambiguity with what was chosen, and the rule that decides."""
    by_question: dict[str, Ambiguity] = {each.question: each for each in outcome(text, edition).ambiguities}
    found = by_question[question]
    assert (found.chosen, found.both_fit, found.rule) == (chosen, both_fit, rule)
    assert found.clause.startswith(uv.EDITIONS[edition].document)


def test_rfc3986_leaves_little_open() -> None:
    """Its readings exclude each other; only the form of a host is open, where "first-match-wins"."""
    for text in ("http://u@h:1/a?b#c", "//a_b/", "a/b", "mailto:a?b", "", "?q", "/a:b"):
        assert outcome(text).ambiguities == (), text


def test_the_split_is_shown_where_it_differs() -> None:
    """The grammar sees a path in `//a_b/`, Appendix B an authority."""
    found = outcome("//a_b/", "url-syntax-04")
    assert [(part.component, part.start, part.end) for part in found.parts] == [("path", 0, 6)]
    assert found.split is not None
    assert [(part.component, part.text) for part in found.split] == [
        ("authority", "a_b"),
        ("host", "a_b"),
        ("path", "/"),
    ]
    assert outcome("//a_b/", "rfc3986").split is None


def test_the_plain_form() -> None:
    """What `--json` writes: where refused, the place, the rule, what was expected and the repair besides."""
    plain = explain("http://u@h:80/p?q#f", ["rfc3986"]).as_json()
    assert plain["text"] == "http://u@h:80/p?q#f"
    (first,) = plain["editions"]
    assert (first["edition"], first["accepted"], first["kind"]) == ("rfc3986", True, "absolute")
    assert first["components"] == {
        "scheme": "http",
        "authority": "u@h:80",
        "userinfo": "u",
        "host": "h",
        "port": "80",
        "path": "/p",
        "params": None,
        "query": "q",
        "fragment": "f",
    }
    assert first["offsets"]["port"] == [11, 13]
    assert "at" not in first
    (refused,) = explain("a b", ["rfc3986"]).as_json()["editions"]
    assert (refused["accepted"], refused["kind"], refused["components"]) == (False, None, None)
    assert (refused["at"], refused["rule"], refused["repair"]) == (1, "segment-nz-nc", "a%20b")
    assert "unreserved" in refused["expected"]


def test_editions_in_the_order_asked_for() -> None:
    """All built-in ones by default; an unknown one is an error."""
    assert [found.edition for found in explain("a")] == list(OF_REFERENCES)
    found = explain("a:", ["rfc2396bis-00", "rfc2396"])
    assert (len(found), found.accepted_by) == (2, ("rfc2396bis-00",))
    with pytest.raises(KeyError):
        found["rfc3986"]
    with pytest.raises(uv.UnknownEditionError):
        explain("a", ["rfc9999"])


def test_a_text_is_what_every_function_takes() -> None:
    """A string, ASCII bytes, or a reference, whose text counts."""
    for given_text in ("a:b", b"a:b", uv.parse("a:b"), uv.split("a:b")):
        assert explain(given_text, ["rfc2396"]) == explain("a:b", ["rfc2396"])


def test_nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The generated tables are enough, for repairs too."""

    def forbidden(*_: object, **__: object) -> None:
        raise AssertionError("a grammar was compiled")

    monkeypatch.setattr(compilation, "compile_edition", forbidden)
    monkeypatch.setattr(nfa, "determinise", forbidden)
    assert repair("http://[::1/") == "http://[::1]/"
