"""A reference that ends in the middle of a word says so: where, why, and how the word goes on."""

from __future__ import annotations

import io
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv

CUT: list[tuple[str, str, str, str | None]] = [
    # text, URI, trimmed, why
    ("http://h/straße", "http://h/stra", "ße", "outside US-ASCII"),
    ("http://h/straße.", "http://h/stra", "ße", "outside US-ASCII"),
    ("<http://h/straße>", "http://h/stra", "ße", "outside US-ASCII"),
    ("http://h/日本", "http://h/", "日本", "outside US-ASCII"),
    ("http://ex.com/{id}/x", "http://ex.com/", "{id}/x", "excluded"),
    ("http://ex.com/a?x={y}", "http://ex.com/a?x=", "{y}", "excluded"),
    ("http://h/a|b c", "http://h/a", "|b", "excluded"),
    ("http://h/a^2", "http://h/a", "^2", "excluded"),
    (r"http://h/?a=1\u0026b=2", "http://h/?a=1", r"\u0026b=2", "excluded"),
    ("http://h/a#b#c", "http://h/a#b", "#c", "refused"),
    ("http://h/a[1]", "http://h/a", "[1]", "refused"),
    ("http://h.example[1].", "http://h.example", "[1].", "refused"),
    ("http://h.example[/url]text", "http://h.example", "[/url]text", "refused"),
    ("http://h/a b", "http://h/a", "", None),
    ("http://h/a", "http://h/a", "", None),
    ("(http://h/a).", "http://h/a", ").", None),
    ("<http://h/a>", "http://h/a", "", None),
    ("{http://h/a}", "http://h/a", "", None),
    ("`http://h/a`", "http://h/a", "", None),
    ("http://h/a。", "http://h/a", "", None),
    ("| http://h/a | b", "http://h/a", "", None),
]


@pytest.mark.parametrize(("text", "uri", "trimmed", "cut"), CUT)
def test_says_why(text: str, uri: str, trimmed: str, cut: str | None) -> None:
    """The reason is part of the match, and the hint says what to do."""
    (match,) = uv.find(text)
    assert (str(match.uri), match.trimmed, match.cut) == (uri, trimmed, cut)
    assert bool(match.hint) is (cut is not None)
    assert [found[1:] for found in uv.find(io.BytesIO(text.encode()))] == [match[1:]]


def test_lenient_is_offered_where_it_helps() -> None:
    """RFC 3987, section 3.1: "ß" stands for its octets."""
    (match,) = uv.find("http://h/straße")
    assert "a lenient search reads on" in match.hint
    (match,) = uv.find("http://h/straße", lenient=True)
    assert (str(match.uri), match.cut) == ("http://h/stra%C3%9Fe", None)


def test_references_that_a_bar_separates_are_not_cut() -> None:
    """What follows the bar is a reference of its own."""
    assert [(str(match.uri), match.cut) for match in uv.find("http://a/|http://b/")] == [
        ("http://a/", None),
        ("http://b/", None),
    ]


@pytest.mark.parametrize(
    "text",
    [
        *("<http://example.\ncom/%zz>", "<URL:http://example.\n  com/[>", "http://good.example[.]evil.example/"),
        *("http://evil[dot]example/x", "http://good.example@evil[.]example", "http://127.0.0.1[:]80/"),
        "http://h.example[x]/",
    ],
)
def test_no_other_host_is_found(text: str) -> None:
    """No host ends at a line break inside brackets, even if the edition refuses the rest, nor at brackets in a name."""
    assert list(uv.find(text)) == []


WORDS = st.lists(st.sampled_from(["http://h/a", "{x}", *"éß日|^\\ .a#%<>\n[]"]), max_size=12).map("".join)


@given(WORDS, st.sampled_from(["rfc3986", "rfc1738", "rfc2396"]), st.booleans())
def test_no_end_inside_a_word_is_silent(text: str, edition: Any, lenient: bool) -> None:
    """Where a letter, a digit or "{" directly follows a reference, the match has a reason, or trimmed punctuation."""
    for match in uv.find(text, edition=edition, lenient=lenient):
        assert text.startswith(match.trimmed, match.span[1])
        after = text[match.span[1] : match.span[1] + 2]
        if after and match.trimmed == "" and (after[0].isalnum() or (after[0] == "{" and len(after) == 2)):
            assert match.cut is not None, (text, match)
