"""What holds of every text: places, validity, and agreement with a slow reader of delimited references."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

import uriverse as uv
from uriverse.documents import Document, links
from uriverse.text.characters import RUN_CHARACTER
from uriverse.text.delimiters import joined
from uriverse.text.finding import scanner
from uriverse.text.mapping import length_of_mapped, mapped, with_unwise_encoded
from uriverse.text.scanning import LONGEST_BARE
from uriverse.text.streams import matches_in_stream
from uriverse.text.trimming import outer_end, trimmed_end

FRAGMENTS = [
    *("http://a/b", "ftp://h", "mailto:x@y", "<", ">", '"', "(", ")", " "),
    *("\n", ".", ",", "é", "。", "-", "URL:", "%", "[", "]"),
]
BESIDE_FRAGMENTS = [
    *("http://a/b?c=d&e", "HTTPS://h:8/", "&gt;", "; ", "\r\n", "\t", "x", "/..", "'", "*", "http://h/ж", "http://h"),
    *("http://пример.рф", "ж", "狗", "،", "「", "\u3000", "\u0e2f", "\u05f4", "😀", "{", "\u0301", "²", "ж" * 40),
]
texts = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(FRAGMENTS), max_size=15).map("".join))


@given(texts, st.booleans(), st.booleans(), st.sampled_from(["rfc1738", "rfc2396", "rfc2732", "rfc3986"]))
def test_every_match_is_in_its_place(text: str, lenient: bool, abbreviated: bool, edition: uv.EditionId) -> None:
    """In order, apart, as written, valid by the edition; what was trimmed stands after it."""
    end = 0
    for match in uv.find(text, lenient=lenient, abbreviated=abbreviated, edition=edition):
        assert end <= match.span[0] < match.span[1] <= len(text)
        end = match.span[1]
        assert text[slice(*match.span)] == match.text
        assert text.startswith(match.trimmed, end)
        assert uv.is_valid(str(match.uri), edition=edition)
        assert lenient or match.text.isascii()
        if match.heuristic is None and match.how != "URL:" and match.alternative is None:
            written = re.sub(r"\s", "", match.text)
            assert match.lenient == (str(match.uri) != written)
            unwise = "".join(c for c in "|[]" if lenient and not uv.is_valid(f"//h?{c}", edition=edition))
            assert str(match.uri) == mapped(with_unwise_encoded(written, unwise))


@given(
    st.lists(st.sampled_from([*FRAGMENTS, *BESIDE_FRAGMENTS]), max_size=20).map("".join),
    st.integers(1, 40),
    st.sampled_from(["rfc1738", "rfc3986", "rfc3987"]),
)
def test_what_the_engine_finds_is_what_the_search_finds(text: str, piece: int, edition: uv.EditionId) -> None:
    """Many bare references at once are the same as one by one, in a text and in the pieces of a stream."""
    alone, both, streamed = (
        scanner(edition=edition, schemes="registered", lenient=False, max_length=length)
        for length in (LONGEST_BARE - 1, LONGEST_BARE, LONGEST_BARE)
    )
    found = list(alone.scan(text, True))
    assert list(both.scan(text, True)) == found
    assert list(matches_in_stream(StringIO(text), streamed, piece)) == found
    rows = list(links(Document("-", text.encode(), None, "text"), edition=edition))
    assert [(row.reference, row.trimmed, row.cut) for row in rows if row.reference is not None] == [
        (str(each.uri), each.trimmed or None, each.cut) for each in found
    ]
    assert sum(row.reference is None for row in rows) == len(alone.left_out)


def test_the_engine_finds_references_between_letters_of_all_scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    """All at once: nothing of them is left to the search, which may not be asked."""
    text = "参见https://h/狗了解。См. https://h/Собака, и 「ab」 https://h/a？ انظر https://h/كلب، "
    expected: dict[uv.EditionId, list[tuple[str, str, bool]]] = {
        "rfc3986": [
            *[("https://h/", "狗了解", True), ("https://h/", "Собака", True), ("https://h/a", "", False)],
            ("https://h/", "كلب", True),
        ],
        "rfc3987": [
            *[("https://h/狗了解", "", False), ("https://h/Собака", ",", False), ("https://h/a", "", False)],
            ("https://h/كلب", "", False),
        ],
    }
    for edition, found in expected.items():
        search = scanner(edition=edition, schemes="registered", lenient=False, max_length=LONGEST_BARE)
        monkeypatch.setattr(search, "_candidate", lambda *_: None)
        matches = search.scan(text, True)
        assert [(match.text, match.trimmed, match.cut == "outside US-ASCII") for match in matches] == found


@given(st.lists(st.sampled_from(["http://a/b", "urn:x:y", "http://[::1]/?q#f", "ftp://h/(a).,"]), max_size=5))
def test_what_is_put_in_brackets_is_found(uris: list[str]) -> None:
    """Every URI with a known scheme, in angle brackets or double quotes, comes back exactly as it is."""
    for opening, closing in ("<>", '""', "“”", "«»"):
        text = " ".join(f"{opening}{uri}{closing}" for uri in uris)
        assert [str(match.uri) for match in uv.find(text)] == uris


@given(st.from_regex(r"\Ahttp://[a-z]{1,5}/[a-z0-9/]{3,20}\Z"), st.data())
def test_white_space_in_brackets_changes_nothing(uri: str, data: st.DataObject) -> None:
    """RFC 3986, Appendix C: "The whitespace should be ignored when the URI is extracted"."""
    at = data.draw(st.integers(7, len(uri) - 1))
    space = data.draw(st.sampled_from([" ", "\n", "\r\n  ", "\t", "\n\n"]))
    (match,) = uv.find(f"<{uri[:at]}{space}{uri[at:]}>")
    assert str(match.uri) == uri


@given(st.text(alphabet="ab()[].,;:!?'*_~-&gt/", max_size=30))
def test_trimming_takes_from_the_end_alone(piece: str) -> None:
    """What is left is a part of the piece, has no unmatched closing bracket, and trimming it again changes nothing."""
    left = piece[: outer_end(piece)]
    depth = 0
    for letter in left:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        assert depth >= 0
    end = trimmed_end(left, "")
    assert trimmed_end(left[:end], "") == end
    assert not left[:end].endswith((".", ",", ";", ":", "!", "?", "("))


@given(st.text(max_size=20), st.integers(0, 60))
def test_the_mapping_is_measured_rightly(text: str, length: int) -> None:
    """RFC 3987, 3.1: as many characters of the text as make so many of the mapped one."""
    run = "".join(RUN_CHARACTER[True].findall(text))
    at = length_of_mapped(run, length)
    assert len(mapped(run[:at])) <= max(length, 0) or run.isascii()
    assert at == len(run) or run.isascii() or len(mapped(run[: at + 1])) > length


@given(st.text(alphabet="ab- \n\r", max_size=12))
def test_joining(content: str) -> None:
    """Kept or dropped, no white space is left, and the other reading differs in hyphens alone."""
    both = joined(content, "keep")
    assert both is not None
    kept, dropped = both
    assert kept == re.sub(r"\s", "", content)
    other = joined(content, "drop")
    assert other is not None
    if dropped is None:
        assert other == (kept, None)
    else:
        assert other == (dropped, kept)
        assert dropped.replace("-", "") == kept.replace("-", "")
        assert len(dropped) < len(kept)
