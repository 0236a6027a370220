"""Errors say where, which rule, what was expected and what to do; they pickle, mask passwords and stay short."""

from __future__ import annotations

import inspect
import pickle
from typing import Any

import pyarrow as pa
import pytest

import uriverse as uv
from support.automata import OF_REFERENCES
from uriverse import _core
from uriverse import columns as uc
from uriverse.errors.reasons import REASONS, SYNTAX_MEANINGS


def refusal(text: Any, **options: Any) -> uv.URISyntaxError:
    """The error of a text that is refused."""
    with pytest.raises(uv.URISyntaxError) as caught:
        uv.parse(text, **options)
    return caught.value


@pytest.mark.parametrize(
    ("text", "at", "rule", "clause"),
    [
        ("http://h:8x/", 10, "port", "RFC 3986, section 3.2.3"),
        ("1a:b", 2, "segment-nz-nc", "RFC 3986, section 3.3"),
        ("http://[::1", 11, "IP-literal", "RFC 3986, section 3.2.2"),
        ("http://h/a b", 10, "segment", "RFC 3986, section 3.3"),
        ("http://h/%4", 11, "segment", "RFC 3986, section 3.3"),
        ("http://h/%zz", 10, "segment", "RFC 3986, section 3.3"),
        ("http://h/?a|b", 11, "query", "RFC 3986, section 3.4"),
        ("http://h/#a#b", 11, "fragment", "RFC 3986, section 3.5"),
        ("http://u[@h/", 8, "userinfo", "RFC 3986, section 3.2.1"),
        ("http://a b/", 8, "reg-name", "RFC 3986, section 3.2.2"),
        ("http://[::1]x/", 12, "IP-literal", "RFC 3986, section 3.2.2"),
        (" http://h/", 0, "scheme", "RFC 3986, section 3.1"),
        ("a\nb", 1, "segment-nz-nc", "RFC 3986, section 3.3"),
    ],
)
def test_the_place_and_the_rule(text: str, at: int, rule: str, clause: str) -> None:
    """The furthest place over all readings, and the rule of the slot that refuses it there."""
    error = refusal(text)
    assert (error.at, error.rule, error.clause) == (at, rule, clause)
    assert (error.text, error.edition) == (text, "rfc3986")


def test_expected_names_rules_and_literals() -> None:
    """What could continue at the place, in the document's own names, widest first."""
    assert refusal("http://h/a b").expected == ("pchar", '"/"')
    assert refusal("http://h:8x/").expected == ("DIGIT",)
    assert refusal("http://h/%zz").expected == ("HEXDIG",)
    assert set(refusal("http://[::1").expected) == {"HEXDIG", '"."', '":"', '"]"'}
    assert refusal("a b", edition="rfc2396").expected[:2] == ("unreserved", "escaped")


def test_expected_is_what_the_text_could_go_on_with() -> None:
    """By every reading that is refused at the place; of rules for the same characters the last."""
    # absoluteURI = scheme ":" ( hier_part | opaque_part ): "/" by an abs_path, uric_no_slash by an opaque_part.
    for edition in ("rfc2396", "uri-syntax-03", "rfc2732"):
        names = refusal("http:", edition=edition).expected
        assert names in {("uric",), ("uric_no_slash", '"/"')}
        assert uv.is_valid("http:x", edition=edition) and uv.is_valid("http:/", edition=edition)
    assert refusal("http://u@h/#f", edition="rfc1738").expected == ("xchar",)


def test_a_hint_is_accepted_by_the_edition_that_gives_it() -> None:
    """RFC 3986 has no zones, so it does not advise to write one; RFC 6874 has them."""
    text = "http://[fe80::a%en1]/"
    for zone in ("%en1", "%25en1"):
        hint = refusal(text.replace("%en1", zone)).hint
        assert "%25" not in hint and "rfc6874" in hint
    assert "%25" in refusal(text, edition="rfc6874").hint
    assert uv.is_valid(text.replace("%", "%25"), edition="rfc6874")


@pytest.mark.parametrize("text", ["http://h:80 /", "http://[::1]\n", "http://[::\u200b1]/", "http://h:\\/"])
def test_no_triplet_is_advised_where_none_can_be(text: str) -> None:
    """RFC 3986, section 3.2: `port` and `IP-literal` have no `pct-encoded`; RFC 1738, section 2.1: nor has `scheme`."""
    assert "%" not in refusal(text).hint
    assert "%" not in refusal(f" {text}", edition="rfc1738").hint


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("http://h/a b", '"%20"'),
        ("http://h/a\\b", "backslash"),
        ("http://h:8x/", "digits only"),
        ("http://[::1", "never closed"),
        ("http://::1/", "brackets"),
        ("http://h/%zz", '"%25"'),
        ("http://h/100%", '"%25"'),
        ("http://h/é", '"%C3%A9"'),
        ("1a:b", '"./"'),
        ("git@github.com:org/repo.git", "ssh://"),
        ("192.168.2.2:6688", 'put "http://" before a host'),
        ("http://u:p@w@h/", '"%40"'),
        ("http://u:p[w@h/", '"%5B"'),
        ("postgresql://u:p@h1:1,h2:2/db", "several hosts"),
        ("mongodb://[::1]:27017,h2/", "several hosts"),
        ("http://h/[x]", '"%5B"'),
        ("http://h/\x00", '"%00"'),
        ("http://h/\ud800", "surrogate"),
    ],
)
def test_hints_say_how_to_mend_it(text: str, words: str) -> None:
    assert words in refusal(text).hint


def test_messages_show_the_place_and_mask_passwords() -> None:
    """A caret under the place, at most 80 characters around it, and no password."""
    message = str(refusal("http://user:secret@h/a b"))
    assert "secret" not in message and "user:***@h" in message
    line, caret = message.splitlines()[1:3]
    assert line[caret.index("^")] == " " and caret.index("^") == 2 + 22 - len("secret") + len("***")
    long = str(refusal("http://h/" + "x" * 10_000_000 + " " + "y" * 10_000_000))
    assert len(long) < 1000


def test_offsets_count_characters() -> None:
    """A place is counted in characters, also where the text is not ASCII or not even text."""
    assert refusal("http://h/aé").at == 10
    assert refusal("é").at == 0
    assert refusal("http://h/\ud800").at == 9
    parts = uv.split("http://é/ü?ö#\ud800")
    assert (parts.host, parts.path, parts.query, parts.fragment) == ("é", "/ü", "ö", "\ud800")


def test_errors_under_the_other_editions() -> None:
    error = refusal("http://a/b[", edition="rfc2396")
    assert (error.at, error.rule, error.clause) == (10, "segment", "RFC 2396, section 3.3")
    error = refusal("?y", edition="rfc2396")
    assert error.at == 0
    error = refusal("http://[::1]/", edition="rfc2396")
    assert error.at == 7
    assert refusal("A:b c", edition="rfc1738").edition == "rfc1738"


def test_errors_pickle() -> None:
    """Those without a reason too."""
    for call in (lambda: uv.parse("a", edition="rfc0"), lambda: uv.is_valid("a", rule="segmnt")):
        with pytest.raises(uv.URIError) as caught:
            call()
        again = pickle.loads(pickle.dumps(caught.value))
        assert type(again) is type(caught.value) and str(again) == str(caught.value)


def test_the_tree_of_exceptions() -> None:
    """Everything is a URIError and a ValueError; what was looked up in vain is a LookupError too."""
    for kind in (uv.URISyntaxError, uv.ResolutionError, uv.PercentError, uv.GrammarError, uv.UnknownRuleError):
        assert issubclass(kind, uv.URIError) and issubclass(kind, ValueError)
    assert issubclass(uv.UnknownRuleError, LookupError) and issubclass(uv.UnknownEditionError, KeyError)


def test_an_unknown_rule_names_its_neighbours() -> None:
    """A misspelt rule is answered with the nearest names."""
    with pytest.raises(uv.UnknownRuleError, match="did you mean 'segment'") as caught:
        uv.is_valid("a", rule="segmnt")
    assert caught.value.nearest[0] == "segment"


def test_names_that_are_not_utf_8_are_unknown() -> None:
    """Python decodes the octets of a command line to lone surrogates (PEP 383); no document has such a name."""
    with pytest.raises(uv.UnknownRuleError):
        uv.is_valid("a", rule="segment\udcff")  # type: ignore[call-overload]
    with pytest.raises(uv.UnknownEditionError):
        uv.parse("a", edition="rfc3986\udcff")


def test_nearest_names_are_at_most_three_and_mostly_alike() -> None:
    """Four rules are as near as the third; a name that shares less than three of five letters is not shown."""
    assert len(uv.UnknownRuleError("segment", ["segment1", "segment2", "segment3", "segment4"]).nearest) == 3
    assert uv.UnknownRuleError("abcde", ["abcxy"]).nearest == ("abcxy",)
    assert uv.UnknownRuleError("abcd", ["abxy"]).nearest == ()
    assert str(uv.UnknownRuleError("abcd", ["abxy", "xyz"])) == "rule must be one of abxy, xyz, not 'abcd'"
    assert uv.UnknownRuleError("abcde", ["abcxy", "abcdx"]).nearest == ("abcdx",)


@pytest.mark.parametrize(
    ("id", "words"),
    [
        ("rfc3896", "not 'rfc3896'; did you mean 'rfc3986'"),
        ("\u20ac", "edition must be one of rfc1630, rfc1738, "),
        ("whatwg", "the URL Standard is an algorithm, not a grammar, "),
    ],
)
def test_an_unknown_edition_names_all_and_the_nearest(id: str, words: str) -> None:
    """And the URL Standard, which is none, is explained."""
    assert words in str(uv.UnknownEditionError(edition=id))
    assert ("rfc2396bis-00" in str(uv.UnknownEditionError(edition=id))) == (id != "whatwg")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "my.abnf: a rule is missing"),
        ({"line": 3}, "my.abnf:3: a rule is missing"),
        ({"rule": "port"}, "my.abnf in rule 'port': a rule is missing"),
        ({"witness": "a:b"}, "my.abnf: a rule is missing (for example 'a:b')"),
    ],
)
def test_a_grammar_error_says_what_it_knows(given: dict[str, Any], message: str) -> None:
    """What it does not know has no words."""
    assert str(uv.GrammarError("a rule is missing", file="my.abnf", **given)) == message


@pytest.mark.parametrize(
    ("reference", "base", "edition", "reason"),
    [("g", "h", "rfc3986", "base-not-absolute"), ("g", "mailto:a", "rfc2396", "opaque-base")],
)
def test_resolution_errors_have_a_reason(reference: str, base: str, edition: Any, reason: str) -> None:
    """A resolution that fails says why, in a word for programs and a sentence for people."""
    with pytest.raises(uv.ResolutionError, match="base") as caught:
        uv.resolve(reference, base, edition=edition)
    assert (caught.value.reason, caught.value.reference, caught.value.base) == (reason, reference, base)


def test_the_advice_for_a_relative_base_is_a_way_on() -> None:
    """RFC 3986, 5.2.1: a base is a URI. So a relative one is resolved first."""
    with pytest.raises(uv.ResolutionError, match="resolve the base first, against a URI"):
        uv.resolve("../bar", "../foo")
    base = uv.resolve("../foo", "http://h/a/b/c")
    assert uv.resolve("../bar", str(base)) == uv.URI("http://h/bar")
    with pytest.raises(uv.URISyntaxError, match='write "file://server/share"; document="rfc8089-appendix-f"'):
        uv.schemes.view("file:////server/share")
    assert uv.schemes.is_valid("file:////server/share", document="rfc8089-appendix-f")
    assert uv.schemes.is_valid("file://server/share")


OPAQUE_BASES = [
    # RFC 2396, section 5: "The syntax for relative URI takes advantage of the <hier_part> syntax of <absoluteURI>".
    ("uri-syntax-03", "draft-fielding-uri-syntax-03, section 5"),
    ("rfc2396", "RFC 2396, section 5"),
    ("rfc2732", "RFC 2396, section 5"),
    ("rfc2396bis-00", "draft-fielding-uri-rfc2396bis-00, section 5"),
]


@pytest.mark.parametrize(("edition", "clause"), OPAQUE_BASES)
def test_a_resolution_error_cites_the_edition_in_use(edition: Any, clause: str) -> None:
    """Its clause is the edition's own, also after pickling."""
    assert uv.EDITIONS[edition].resolution["opaque_base"] == "refuse"
    raised = _unresolved("g", "mailto:a", edition)
    for error in (raised, pickle.loads(pickle.dumps(raised))):
        assert (error.edition, error.reason, error.clause) == (edition, "opaque-base", clause)
        assert str(error).splitlines()[0].endswith(f" ({clause})")


def test_every_refusal_of_resolution_names_its_document() -> None:
    """Also where the reason has no section of its own; RFC 1738 has no relative form and resolves as RFC 1808."""
    for edition in uv.EDITIONS:
        used = uv.EDITIONS[uv.EDITIONS[edition].resolves_as or edition]
        # RFC 1630 takes no text without a scheme; its partial forms are resolved alone.
        error = _unresolved("/g", "a:", edition) if edition == "rfc1630" else _unresolved("g", "h", edition)
        assert error.edition == used.id and error.clause.partition(",")[0] == used.document
    with pytest.raises(uv.ResolutionError) as caught:
        uv.columns.resolve(pa.array(["g"]), "h", edition="rfc2396")
    assert (caught.value.edition, caught.value.clause) == ("rfc2396", "RFC 2396")


def test_an_own_edition_cites_the_document_that_it_stands_on() -> None:
    """Its clauses of resolution are its base's."""
    own = uv.Edition.from_grammar("own = URI-reference", start="own", based_on="rfc2396")
    error = _unresolved("g", "mailto:a", own)
    assert (error.edition, error.clause) == (own, "RFC 2396, section 5")


def _unresolved(reference: str, base: str, edition: Any) -> uv.ResolutionError:
    with pytest.raises(uv.ResolutionError) as caught:
        uv.resolve(reference, base, edition=edition)
    return caught.value


def test_superfluous_parents_can_be_refused() -> None:
    """`excess_parents="refuse"` is an error in every edition that resolves."""
    for edition in OF_REFERENCES:
        with pytest.raises(uv.ResolutionError) as caught:
            uv.resolve("../" * 5 + "g", "http://a/b/c/d", edition=edition, excess_parents="refuse")  # type: ignore[call-overload]
        assert caught.value.reason == "excess-parents"


@pytest.mark.parametrize("reason", REASONS)
def test_each_reason_has_an_example_that_raises_it(reason: str) -> None:
    meaning = REASONS[reason]
    with pytest.raises(uv.URIError) as caught:
        eval(meaning.example, {"uv": uv})
    assert (caught.value.reason, type(caught.value).__name__) == (reason, meaning.error)  # type: ignore[attr-defined]
    caught.value.add_note("a note of the caller")
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.__notes__ == caught.value.__notes__
    assert (again.reason, str(again)) == (reason, str(caught.value))


def test_every_error_of_the_root_has_a_reason_of_a_list() -> None:
    """Those with words of their own have a list of their own."""
    classes = [value for name in uv.__all__ if isinstance(value := getattr(uv, name), type)]
    errors = {kind.__name__ for kind in classes if issubclass(kind, uv.URIError) and kind is not uv.URIError}
    assert {meaning.error for meaning in REASONS.values()} == errors - {
        "ComparisonError",
        "HostNameError",
        "PolicyError",
        "URLError",
    }
    for kind in (uv.ComparisonError, uv.HostNameError, uv.PolicyError, uv.URLError):
        assert hasattr(kind, "reason") or "reason" in inspect.signature(kind).parameters


def test_the_engine_has_the_reasons_of_the_list() -> None:
    """In the same order, so that a reason which is added there is explained here."""
    assert list(SYNTAX_MEANINGS) == _core.refusal_reasons()


def test_every_refusal_has_a_reason() -> None:
    """Of each character at each place of a reference with all components, by every edition; columns say the same."""
    whole = "http://u@h:80/p/q;r?s#f"
    texts = [
        whole[:at] + chr(code) + whole[at:] for at in range(len(whole) + 1) for code in (*range(128), 0xFC, 0xE000)
    ]
    for edition in uv.EDITIONS:
        column = uc.errors(uc.Column(texts), edition=edition).to_pylist()
        refused = [(text, row) for text, row in zip(texts, column, strict=True) if row is not None]
        assert len(refused) > 100
        for _, row in refused:
            assert row["reason"] in SYNTAX_MEANINGS
            # A hint is made from the reason.
            assert row["hint"] or row["reason"] in WITHOUT_HINT
        for text, row in refused[::97]:
            assert refusal(text, edition=edition).reason == row["reason"]


# For these the rule and what it expected say all.
WITHOUT_HINT = {"bracket", "address", "scheme", "character", "text-ends"}
