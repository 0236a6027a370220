"""Each finding at its border: the shortest text that has it, and the components in which its example is one.

`shortest.tsv` has a row for each, and a second without components for another border of the same finding. Its texts
are the examples of `findings.toml`, from which every character was taken that the finding does not need; its components
were read beside the sentences of the findings.
"""

from __future__ import annotations

import pytest

import uriverse as uv
from support.paths import ROOT
from uriverse.audit import FINDINGS, Finding
from uriverse.audit.catalogue import expanded

ROWS = [line.split("\t") for line in (ROOT / "tests/audit/shortest.tsv").read_text("utf-8").splitlines()[1:]]
# A component of a text, and the edition that has it: params are RFC 1808's.
COMPONENTS = {
    "userinfo": ("rfc3986", "ftp://", "@h/"),
    "host": ("rfc3986", "ftp://", "/"),
    "path": ("rfc3986", "ftp://h/", ""),
    "params": ("rfc1808", "ftp://h/a;", ""),
    "query": ("rfc3986", "ftp://h/?", ""),
    "fragment": ("rfc3986", "ftp://h/#", ""),
}


def places(text: str, name: str, edition: str = "rfc3986") -> list[tuple[int, int]]:
    rows = uv.audit.findings(text, profile={name}, edition=edition)
    return [(row.start, row.end) for row in rows if isinstance(row, Finding)]


def shorter(text: str) -> set[str]:
    """The text without one character of it; of a long one some."""
    at = range(len(text)) if len(text) < 100 else (0, 1, 2, len(text) // 2, len(text) - 2, len(text) - 1)
    return {text[:index] + text[index + 1 :] for index in at}


def test_every_finding_has_a_row() -> None:
    assert list(dict.fromkeys(name for name, *_ in ROWS)) == list(FINDINGS)


@pytest.mark.parametrize(("name", "marked"), [row[:2] for row in ROWS])
def test_the_shortest_text_has_it_and_no_shorter_one(name: str, marked: str) -> None:
    marked = expanded(marked.encode("latin-1", "backslashreplace").decode("unicode_escape"))
    start, end = marked.index("⟦"), marked.index("⟧") - 1
    text = marked.replace("⟦", "").replace("⟧", "")
    assert (start, end) in places(text, name)
    assert [other for other in shorter(text) if places(other, name)] == []


@pytest.mark.parametrize(("name", "components"), [(row[0], row[2]) for row in ROWS if len(row) > 2])
def test_it_is_found_in_these_components(name: str, components: str) -> None:
    """What is marked in its example, as a whole component: within the component's place, or not at all."""
    definition = FINDINGS[name]
    piece = definition.example[slice(*definition.place)]
    inside = []
    for component, (edition, before, after) in COMPONENTS.items():
        try:
            found = places(before + piece + after, name, edition)
        except uv.URIError:
            continue
        if piece and any(len(before) <= start and end <= len(before + piece) for start, end in found):
            inside.append(component)
    assert inside == components.split()
