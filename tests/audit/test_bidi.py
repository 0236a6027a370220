"""Right-to-left text: every example of RFC 3987, section 4.4, in Hebrew and in Arabic letters."""

from __future__ import annotations

import pytest

import uriverse as uv

# Bidi Notation (section 4.4): capitals are right-to-left letters.
HEBREW = {chr(ord("A") + at): chr(0x05D0 + at) for at in range(26)}
ARABIC = {chr(ord("A") + at): chr(0x0627 + at) for at in range(26)}
IDS = ("bidi-both-directions", "bidi-open-end", "bidi-number-beside")

EXAMPLES = [
    ("http://ab.CDEFGH.ij/kl/mn/op.html", []),
    ("http://ab.CDE.FGH/ij/kl/mn/op.html", []),
    ("http://AB.CD.EF/GH/IJ/KL?MN=OP;QR=ST#UV", []),
    ("http://AB.CD.ef/gh/IJ/KL.html", []),
    ("http://ab.cd.EF/GH/ij/kl.html", []),
    ("http://ab.CD.EF/GH/IJ/kl.html", []),
    ("http://ab.CDE123FGH.ij/kl/mn/op.html", []),
    ("http://ab.cd.ef/GH1/2IJ/KL.html", [("bidi-open-end", "GH1"), ("bidi-open-end", "2IJ")]),
    ("http://ab.cd.ef/GH%31/%32IJ/KL.html", [("bidi-open-end", "GH%31"), ("bidi-open-end", "%32IJ")]),
    ("http://ab.CDEFGH.123/kl/mn/op.html", [("bidi-number-beside", "123")]),
]


def with_letters(text: str, letters: dict[str, str]) -> str:
    return "".join(letters.get(each, each) for each in text)


def bidi_findings(text: str) -> list[tuple[str, str]]:
    rows = [row for row in uv.audit.findings(text, profile=set(IDS)) if row.id in IDS]
    return [(row.id, text[row.start : row.end]) for row in rows]


@pytest.mark.parametrize("letters", [HEBREW, ARABIC], ids=["Hebrew", "Arabic"])
@pytest.mark.parametrize(("text", "expected"), EXAMPLES, ids=[f"example-{at}" for at in range(1, 11)])
def test_the_examples_of_the_section(text: str, expected: list[tuple[str, str]], letters: dict[str, str]) -> None:
    """What it calls legal has no finding, what it does not allow has one for each component."""
    assert bidi_findings(with_letters(text, letters)) == [
        (name, with_letters(part, letters)) for name, part in expected
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://h/aAb", [("bidi-both-directions", "aAb")]),
        ("http://Aa.example/", [("bidi-both-directions", "Aa")]),
        ("http://uA@h/", [("bidi-both-directions", "uA")]),
        ("http://h/?q=-A&B=c", [("bidi-open-end", "-A")]),
        ("http://h/#A b", [("bidi-both-directions", "A b")]),
        ("http://h/A/1/B", [("bidi-number-beside", "1")]),
        ("http://h/\u05e9\u05b8", []),  # a letter and its vowel point
        ("http://h/1/2", []),
        ("http://h/%d7%90a", []),  # shown as it is written
        ("http://h/\u00e9a", []),
    ],
)
def test_neighbours(text: str, expected: list[tuple[str, str]]) -> None:
    """Each part of a reference, and what only looks like it."""
    expected = [(name, with_letters(part, HEBREW)) for name, part in expected]
    assert bidi_findings(with_letters(text, HEBREW)) == expected


def test_the_whole_component_is_mapped() -> None:
    """Section 4.2: "the whole component has to be mapped"; a name has no such form."""
    path, host = (uv.audit.findings(text, profile=set(IDS))[0] for text in ("http://h/a\u05d0", "http://a\u05d0.b/"))
    assert path.replacement == "%61%D7%90"  # type: ignore[union-attr]  # a Finding
    assert host.replacement is None  # type: ignore[union-attr]  # a Finding


def test_what_no_screen_shows_is_not_looked_at() -> None:
    """Whoever can be misled sees the first eight thousand characters; a longer text is reported as very long."""
    early, late = (f"http://h/{'b/' * count}a\u05d0" for count in (3990, 4000))
    assert bidi_findings(early) == [("bidi-both-directions", "a\u05d0")]
    assert bidi_findings(late) == []
    assert "text-very-long" in [row.id for row in uv.audit.findings(late)]
