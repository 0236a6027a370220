"""RFC 3987 as an edition: what it takes, where it refuses, and what it says then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from unicodedata import category, name

import pyarrow as pa
import pytest

import uriverse as uv
from uriverse import columns


@pytest.mark.parametrize(
    ("text", "at", "rule"),
    [
        ("http://h/\ue000", 9, "isegment"),
        ("http://h/?\ue000", None, ""),
        ("http://h/#\ue000", 10, "ifragment"),
        ("http://h/\ufffe", 9, "isegment"),
        ("http://h/\U0001ffff", 9, "isegment"),
        ("http://h/\x9f", 9, "isegment"),
        ("http://h/\xa0", None, ""),
        ("http://\ue000/", 7, "ireg-name"),
        ("\ud800[::1]", 0, "scheme"),
        ("\ufffe:a", 0, "scheme"),
    ],
)
def test_a_character_is_refused_as_a_whole(text: str, at: int | None, rule: str) -> None:
    """RFC 3987, section 2.2: `ucschar` and `iprivate`; the place counts characters and not their octets."""
    if at is None:
        assert str(uv.parse(text, edition="rfc3987")) == text
        return
    with pytest.raises(uv.URISyntaxError) as caught:
        uv.parse(text, edition="rfc3987")
    assert (caught.value.at, caught.value.rule) == (at, rule)


def test_hints_and_expectations_know_the_edition() -> None:
    """Only an edition within US-ASCII says that a URI is US-ASCII."""
    with pytest.raises(uv.URISyntaxError) as caught:
        uv.parse("http://h/\ue000", edition="rfc3987")
    assert caught.value.hint == 'this character is not allowed here: write "%EE%80%80" if it is data'
    assert "another character beyond US-ASCII" in caught.value.expected
    with pytest.raises(uv.URISyntaxError) as caught:
        uv.parse("http://h/ ", edition="rfc3987")
    assert "a character beyond US-ASCII" in caught.value.expected
    with pytest.raises(uv.URISyntaxError, match="a URI is US-ASCII"):
        uv.parse("http://h/é")


# RFC 3987, section 2.2: ucschar, and the first and last of each piece of it; iprivate.
SHOWN = "\xa1\xff\u0100\ud7ff\uf900\ufdcf\ufdf0\uffef\U00010000\U0001fffd\U000dfffd\U000e1000\U000efffd"
PRIVATE = "\ue000\uf8ff\U000f0000\U000ffffd\U00100000\U0010fffd"
# What is no character of an IRI (2.2), a bidirectional formatting character (4.1), or white space (6.1, b).
NEVER = (
    "\x80\x9f\ufdd0\ufdef\ufff0\uffff\U0001fffe\U000e0000\U0010fffe\u200e\u200f\u202a\u202b\u202c\u202d\u202e\xa0\u3000"
)
COMPONENTS = ("unreserved", "segment", "path", "query", "query-value", "fragment", "userinfo", "reg-name", "uri")


@pytest.mark.parametrize("component", COMPONENTS)
def test_what_the_grammar_allows_needs_no_encoding(component: str) -> None:
    """Section 2.2: `ucschar` in every component, `iprivate` in a query alone; a set for whole IRIs knows no places."""
    kept = SHOWN + PRIVATE if component.startswith("query") else SHOWN
    for character in SHOWN + PRIVATE + NEVER:
        triplets = "".join(f"%{octet:02X}" for octet in character.encode())
        expected = character if character in kept else triplets
        assert uv.encode(character, component=component, edition="rfc3987") == expected
        assert uv.encode(character.encode(), component=component, edition="rfc3987") == triplets


@pytest.mark.parametrize("component", COMPONENTS)
@pytest.mark.parametrize("keep_triplets", [False, True])
def test_a_text_is_encoded_character_by_character(component: str, keep_triplets: bool) -> None:
    """A text, its octets, and columns of both; only text has characters beyond US-ASCII."""

    options: Any = {"component": component, "edition": "rfc3987", "keep_triplets": keep_triplets}
    pieces = ["a", " ", *SHOWN, "/", *NEVER, "%41", "é", "%", "é", "%4", *PRIVATE]
    text = "".join(pieces)
    expected = "".join(uv.encode(piece, **options) for piece in pieces)
    assert uv.encode(text, **options) == expected
    assert columns.encode(pa.array([text]), **options).to_pylist() == [expected]
    of_octets = uv.encode(text.encode(), **options)
    assert of_octets.isascii() and uv.decode(of_octets, malformed="keep") == uv.decode(expected, malformed="keep")
    assert columns.encode(pa.array([text.encode()]), **options).to_pylist() == [of_octets]


# Unicode's PropList.txt, Other_Default_Ignorable_Code_Point, as far as an IRI could have them.
IGNORED = {0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2065, 0x3164, 0xFFA0}
# It is assigned, has no dots, and looks like a space (RFC 3987, section 6.1, b).
BLANK_OF_BRAILLE = 0x2800


def test_what_stays_encoded_is_what_is_not_seen() -> None:
    """`stays_encoded` has white space, formats and what else is ignorable, as far as in an IRI, and nothing else.

    UAX #44 derives Default_Ignorable_Code_Point from the formats, the variation selectors and PropList's list.
    """
    unseen = {*IGNORED, BLANK_OF_BRAILLE}
    for point in range(0x80, 0x110000):
        character = chr(point)
        kind = category(character)
        if kind in {"Cn", "Cs"} and point not in unseen:
            continue
        if not uv.is_valid(character, rule="ucschar", edition="rfc3987"):
            continue
        is_selector = "VARIATION SELECTOR" in name(character, "")
        is_encoded = uv.encode(character, component="segment", edition="rfc3987") != character
        assert is_encoded == (kind in {"Cf", "Zs", "Zl", "Zp"} or is_selector or point in unseen), hex(point)


def test_data_is_encoded_by_the_edition() -> None:
    """Every function that encodes data for a component keeps what the edition keeps, of text and not of octets."""
    iri = uv.parse("http://h/a?b=c", edition="rfc3987")
    assert str(iri.append("ä/b")) == "http://h/a/%C3%A4%2Fb".replace("%C3%A4", "ä")
    assert str(iri.with_pairs(set={"b": "é &", "ü": "\ue000\u202e"})) == "http://h/a?b=é%20%26&ü=\ue000%E2%80%AE"
    assert str(iri.with_pairs(set={"b": "é"}, encoding="latin-1")) == "http://h/a?b=%E9"
    # In Latin-1 "Ã©" has the octets of "é" in UTF-8; they stand for "Ã©" all the same.
    assert str(iri.with_pairs(set={"b": "Ã©"}, encoding="latin-1")) == "http://h/a?b=%C3%A9"
    assert str(iri.with_pairs(set={"b": "é"}, form=True)) == "http://h/a?b=%C3%A9"
    assert uv.compose_query({"é": "Ã©"}, encoding="latin-1", edition="rfc3987") == "%E9=%C3%A9"
    made: Mapping[str, object] = {"user": "ä", "password": "ö", "segments": ["ü"], "pairs": {"é": 1}}
    made_iri = uv.compose(scheme="http", host="bücher.de", edition="rfc3987", **made)  # type: ignore[arg-type]
    assert str(made_iri) == "http://ä:ö@bücher.de/ü?é=1"
    found = columns.with_pairs(columns.Column([str(iri)]), set={"b": "é"}, edition="rfc3987")
    assert found.to_pylist() == ["http://h/a?b=é"]
    # An octet that is not UTF-8, as `os.fsdecode` gives it, is one beside characters as well.
    assert str(iri.append("ä\udcff")) == "http://h/a/%C3%A4%FF"


def test_steps_that_no_level_takes_are_named() -> None:
    """Section 5.3.2.2: no character normalization when two IRIs are compared; 5.3.4 asks servers."""
    left_out = uv.EDITIONS["rfc3987"].left_out
    assert {step: row.clause for step, row in left_out.items()} == {
        "character-normalization": "5.3.2.2",
        "protocol": "5.3.4",
    }
    assert uv.EDITIONS["rfc6874"].left_out["protocol"].clause == "RFC 3986, 6.2.4"
    decomposed = "http://h/e\u0301"
    assert str(uv.normalize(decomposed, level="scheme", edition="rfc3987")) == decomposed
