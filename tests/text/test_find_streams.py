"""Pieces of a stream never lose or change a match, wherever they end; memory stays bounded."""

from __future__ import annotations

import io
import itertools
import random
import tracemalloc

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import uriverse as uv
from support.marked_lines import lines
from uriverse.text import LeftOut, Match
from uriverse.text.abbreviations import AbbreviationScanner
from uriverse.text.extents import Rules
from uriverse.text.scanning import Scanner
from uriverse.text.schemes import Policy
from uriverse.text.streams import matches_in_stream

FRAGMENTS = [
    *("http://", "www.", "a.com", "<", ">", '"', "'", " ", "\n", "(", ")", "URL:", "mailto:a@b.c", "x" * 50, ".", ","),
    *("é", "日", "[::1]", "%41", "%", "-\n", "/", "ftp.", "//", "http://h/" + "y" * 280, "&gt;", ";", "?", "http:"),
    *(
        "[",
        "]",
        "*",
        "\r\n",
        "`",
        "“",
        "”",
        "\udce9",
        ":",
        "–",
        "’",
        "\u200b",
        "|",
        "\\/",
        "http:\\/\\/h",
        "é" * 300,
        "@",
    ),
]
texts = st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join)
# Short enough that runs are too long, and that pieces end inside everything.
scanners = st.builds(
    lambda kind, lenient, longest, schemes, edition: (
        lambda: kind(Rules(Policy(schemes), edition, "keep", lenient, longest, edition == "rfc3987"))
    ),
    st.sampled_from([Scanner, AbbreviationScanner]),
    st.booleans(),
    st.sampled_from([60, 300]),
    st.sampled_from(["registered", "any"]),
    st.sampled_from(["rfc3986", "rfc3987"]),
)


def check(text: str, scanner: object, piece: int) -> None:
    """The whole text and its pieces give the same, as text and as octets; spans and what was trimmed are there."""
    alone, left_out = scanner(), list[LeftOut]()  # type: ignore[operator]
    whole = list(alone.scan(text, True))
    assert list(matches_in_stream(io.StringIO(text, newline=""), scanner(), piece, left_out)) == whole  # type: ignore[operator]
    assert sorted(left_out) == sorted(alone.left_out)
    octets = text.encode("utf-8", "surrogateescape")
    in_octets = list(matches_in_stream(io.BytesIO(octets), scanner(), piece))  # type: ignore[operator]
    assert [match[1:] for match in in_octets] == [match[1:] for match in whole]
    end = 0
    for match, same in zip(whole, in_octets, strict=True):
        assert end <= match.span[0] < match.span[1]
        end = match.span[1]
        assert text[slice(*match.span)] == match.text
        assert text.startswith(match.trimmed, end)
        assert octets[slice(*same.span)].decode("utf-8", "surrogateescape") == match.text


@given(texts, scanners, st.sampled_from([1, 7, 64, 1000]))
@example(
    "&gt;.\n'%http://http://h/" + "y" * 280 + "//mailto:a@b.c'http://http:*%41] a.com",
    lambda: AbbreviationScanner(Rules(Policy("registered"), "rfc3986", "keep", False, 300)),
    1,
)
@example("\r\na.comhttp://a.com", lambda: Scanner(Rules(Policy("registered"), "rfc3986", "keep", False, 300)), 13)
def test_pieces_change_nothing(text: str, scanner: object, piece: int) -> None:
    """Whatever the text, the rules and the size of a piece."""
    check(text, scanner, piece)


def test_pieces_change_nothing_in_the_corpus() -> None:
    """The lines of the corpus, many at a time."""
    chosen = random.Random(8)
    corpus = [line.text for line in lines()]
    for _ in range(40):
        text = "\n".join(chosen.sample(corpus, 12))
        for kind in (Scanner, AbbreviationScanner):
            rules = Rules(Policy("registered"), "rfc3986", "keep", chosen.random() < 0.5, 1 << 20)
            check(text, lambda kind=kind, rules=rules: kind(rules), chosen.choice([1, 3, 17, 100]))


def positions(matches: object) -> list[tuple[int, int]]:
    return [match.span for match in matches]  # type: ignore[attr-defined]


@pytest.mark.parametrize("gap", [(1 << 18) - 30, (1 << 18) - 5, (1 << 18) - 1, 1 << 18])
def test_at_the_boundary_of_a_piece(gap: int) -> None:
    """References that lie across the place where the real pieces meet."""
    text = "x" * (gap - 1) + " <http://example.\ncom/> http://example.com/a). URL: http://b/ www.example.com"
    for abbreviated in (False, True):
        whole = positions(uv.find(text, abbreviated=abbreviated))
        assert len(whole) == 3 + abbreviated
        assert positions(uv.find(text.encode(), abbreviated=abbreviated)) == whole


class Repeated(io.RawIOBase):
    """A stream that gives the same text so many times, and keeps none of it."""

    def __init__(self, unit: bytes, times: int) -> None:
        self.unit = unit
        self.times = times

    def read(self, size: int = -1) -> bytes:
        count = min(self.times, max(size // len(self.unit), 1))
        self.times -= count
        return self.unit * count


@pytest.mark.parametrize(
    ("unit", "each"),
    [
        (b"words and words, then http://example.com/ and words\n", 1),
        (b"words and words without an end ", 0),
        (b"http://example.com/", 0),
        (b"<http://a ", 1),
        (b"www.example.com,", 0),
    ],
)
def test_memory_is_bounded(unit: bytes, each: int) -> None:
    """5 MB, in lines, in one line and in one run, in less than 3 MB; what is kept depends on the longest reference."""
    times = 5_000_000 // len(unit)
    tracemalloc.start()
    try:
        matches = uv.find(Repeated(unit, times), max_length=1 << 16)
        # Tracing makes every match dear; what is kept shows in a tenth of the text where there are many.
        count = sum(1 for _ in itertools.islice(matches, 20_000))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == each * min(times, 20_000)
    assert peak < 3_000_000


def test_a_match_is_made_of_the_stream_alone() -> None:
    """Nothing of an earlier stream is kept."""
    first: list[Match] = list(uv.find(io.StringIO("<http://a/")))
    assert [str(match.uri) for match in first] == ["http://a/"]
    assert list(uv.find(io.StringIO("b>"))) == []
