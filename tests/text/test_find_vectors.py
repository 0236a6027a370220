"""What must be found: the documents' own texts (Appendix E and C), and the corpus of marked lines."""

from __future__ import annotations

from typing import Any

import pytest

import uriverse as uv
from support.marked_lines import CLOSE, OPEN, Line, lines, unmarked
from support.vectors import Case, cases
from uriverse.text import Match

DOCUMENTS = [(edition, case) for edition, case in cases("find") if "text" in case]
LINES = lines()


def marked(text: str, matches: list[Match]) -> str:
    """A text with its finds between marks."""
    shown, at = "", 0
    for match in matches:
        start, end = match.span
        shown += f"{text[at:start]}{OPEN}{text[start:end]}{CLOSE}"
        at = end
    return shown + text[at:]


@pytest.mark.parametrize(("edition", "case"), DOCUMENTS, ids=[f"{e}-{c['section']}" for e, c in DOCUMENTS])
def test_the_documents_own_texts(edition: Any, case: Case) -> None:
    """The text "contains the URI references" that the document says."""
    matches = list(uv.find(case["text"], edition=edition))
    assert [str(match.uri) for match in matches] == case["uris"]
    assert case.get("trimmed", [""] * len(matches)) == [match.trimmed for match in matches]
    assert {match.uri.edition for match in matches} == {edition}


@pytest.mark.parametrize("line", LINES, ids=[f"{at}-{line.section}" for at, line in enumerate(LINES)])
def test_the_corpus(line: Line) -> None:
    """What stands between the marks is found, and nothing else, with the URI, the delimiters and what was trimmed."""
    matches = list(uv.find(line.text, **line.options))
    assert marked(line.text, matches) == line.case["marked"]
    assert [match.span for match in matches] == line.spans
    uris = line.case.get("uris", [line.text[start:end] for start, end in line.spans])
    assert [str(match.uri) for match in matches] == uris
    told = {
        "how": [match.how for match in matches],
        "trimmed": [match.trimmed for match in matches],
        "heuristics": [match.heuristic for match in matches],
        "alternatives": [None if match.alternative is None else str(match.alternative) for match in matches],
    }
    for key, found in told.items():
        assert line.case.get(key, found) == found, key


def test_the_corpus_is_large_and_says_why() -> None:
    """At least 300 lines, each different, each with the clause or the convention that decides it."""
    assert len(LINES) >= 300
    assert all(line.section for line in LINES)
    assert len({(line.text, str(line.options)) for line in LINES}) == len(LINES)
    assert sum(not line.spans for line in LINES) >= 50


def test_marks_are_read() -> None:
    """The marks themselves are no part of a line."""
    assert unmarked("a ⟦b⟧ c⟦d⟧") == ("a b cd", [(2, 3), (5, 6)])
