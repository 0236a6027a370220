"""What the playground's Python says of a text is what the package says."""

from __future__ import annotations

import base64
import json
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import uriverse as uv
from support.paths import ROOT
from uriverse.confusion import CLASSES


@pytest.fixture(scope="module")
def answers() -> Iterator[ModuleType]:
    """The page's module, which is no part of the package."""
    sys.path.insert(0, str(ROOT / "playground"))
    import answers

    yield answers
    sys.path.remove(str(ROOT / "playground"))


def answer_to(answers: ModuleType, name: str, **question: str) -> Any:
    return json.loads(getattr(answers, name)(json.dumps(question)))


def test_a_refused_text(answers: ModuleType) -> None:
    """The sentence of the error, what was expected, and a repair that is accepted."""
    found = answer_to(answers, "answer", text="http://h/a b", base="", edition="rfc3986")
    with pytest.raises(uv.URISyntaxError) as raised:
        uv.parse("http://h/a b")
    assert found["refusal"] == {
        "at": 10, "expected": ["pchar", '"/"'], "hint": raised.value.hint, "message": str(raised.value)
    }  # fmt: skip
    assert found["resolution"] is None
    assert {each["id"] for each in found["findings"]} == {"whitespace", "host-single-label"}
    assert found["url_standard"]["href"] == "http://h/a%20b"
    repair = answer_to(answers, "mend", text="http://h/a b", base="", edition="rfc3986")
    assert (repair["mended"], repair["nearest"]) == ("http://h/a%20b", "http://h/a%20b")
    assert repair["why"] == ["the path cannot hold it as it is"]
    nothing = {"mended": None, "why": [], "nearest": None}
    assert answer_to(answers, "mend", text="http://h/", base="", edition="rfc3986") == nothing


@pytest.mark.parametrize(
    "text", ["https://example.com/\n", " https://example.com/", "https://m\u00fcnchen.de/stra\u00dfe"]
)
def test_what_is_most_likely_meant(answers: ModuleType, text: str) -> None:
    """It is what `mend` says, beside the shortest edit, which may be another resource."""
    repair = answer_to(answers, "mend", text=text, base="", edition="rfc3986")
    mended = uv.mend(text)
    assert repair["mended"] == str(mended.reference)
    assert set(repair["why"]) == {change.why for change in mended.changes}


def test_the_parsers_differ(answers: ModuleType) -> None:
    """Browsers and grammars go to two hosts; equal refusals are one, and no short edit changes the host."""
    text = "http://127.0.0.1\\@1.1.1.1/"
    found = answer_to(answers, "answer", text=text, base="", edition="rfc3986")["agreement"]
    hosts = {name: cut["host"] for cut in found["cuts"] for name in cut["parsers"]}
    assert hosts == {"whatwg": "127.0.0.1", "split": "1.1.1.1", "urllib": "1.1.1.1"}
    assert [each["parsers"] for each in found["refusals"]] == [["rfc3986", "rfc3987", "rfc2396", "rfc1808"]]
    backslash = CLASSES["backslash"]
    assert found["confusions"][0]["clauses"] == [backslash.clause, backslash.other_clause]
    repair = answer_to(answers, "mend", text=text, base="", edition="rfc3986")
    assert (repair["mended"], repair["nearest"]) == (str(uv.mend(text).reference), None)


def test_the_changes_that_make_a_url(answers: ModuleType) -> None:
    """Each has its place and its reason; a text without a URL has the error, and with a base nothing is said."""
    text = "http://127.0.0.1\\@1.1.1.1/"
    web_url = answer_to(answers, "answer", text=text, base="", edition="rfc3986")["web_url"]
    [change] = uv.URL.changes(text)
    row = {"at": 16, "before": "\\", "after": "/", "why": "backslash", "sentence": change.sentence}
    assert web_url == {"url": "http://127.0.0.1/@1.1.1.1/", "changes": [row]}
    refused = answer_to(answers, "answer", text="mailto:a", base="", edition="rfc3986")["web_url"]
    with pytest.raises(uv.URLError) as raised:
        uv.URL("mailto:a")
    assert refused == {"url": None, "error": str(raised.value), "changes": []}
    assert answer_to(answers, "answer", text="a", base="http://h/", edition="rfc3986")["web_url"] is None


@pytest.mark.parametrize(
    ("text", "base", "verdict"),
    [
        ("../g?y", "http://a/b/c/d", "All that accept it go to the same place."),
        ("../g?y", "", "All that accept it read it alike; it names no host to go to."),
        ("", "", "All that accept it read it alike; it names no host to go to."),
        ("\\\\b/x", "http://a/", "They differ on: host, path."),
    ],
)
def test_the_parsers_have_the_base(answers: ModuleType, text: str, base: str, verdict: str) -> None:
    assert answer_to(answers, "answer", text=text, base=base, edition="rfc3986")["agreement"]["verdict"] == verdict


def test_steps_and_their_errors(answers: ModuleType) -> None:
    """A base asks for the steps; a base that is none gives the package's error."""
    steps = answer_to(answers, "answer", text="../g", base="http://a/b/c/d", edition="rfc3986")["resolution"]
    assert (steps["target"], len(steps["steps"])) == ("http://a/b/g", 4)
    error = answer_to(answers, "answer", text="../g", base="b", edition="rfc3986")["resolution"]["error"]
    with pytest.raises(uv.ResolutionError) as raised:
        uv.resolve("../g", "b")
    assert error == str(raised.value)


def test_a_grammar_of_ones_own(answers: ModuleType) -> None:
    """It is compiled into a table that the engine loads, or refused with its place."""
    grammar = 'doi = "doi:10." 4*9DIGIT "/" path-rootless'
    found = answer_to(answers, "compile_grammar", grammar=grammar, start="doi")
    assert base64.b64decode(found["table"]) == uv.Edition.from_grammar(grammar, start="doi", id="yours").tables
    assert found["facts"]["clauses"]["doi"] == "your grammar, line 1"
    said = answer_to(answers, "answer", text="doi:11.1000/182", base="", edition="yours")
    assert said["refusal"]["at"] == 5
    assert "no rule defines" in answer_to(answers, "compile_grammar", grammar="a = b", start="a")["error"]


def test_the_facts_of_each_edition(answers: ModuleType) -> None:
    """Every level that an edition has beyond these names its steps, with their sections."""
    for edition in uv.EDITIONS.values():
        facts = answers.facts(edition)
        assert facts["levels"] == list(edition.levels)
        for level in set(edition.levels) - {"string", "syntax", "scheme"}:
            assert facts["steps"][level], (edition.id, level)
    steps = answers.facts(uv.EDITIONS["rfc3986"])["steps"]
    assert steps["path"] == [["dot-segments", "6.2.2.3"]]
