"""Lowering to the bytes of UTF-8, against Python's own encoder."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.small_languages import rule
from uriverse.grammar.algebra import equivalent
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.utf8 import byte_alphabet, encodings, is_ascii, lowered

POINTS = st.integers(0, 0x10FFFF)
EDGES = (0, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF)


def spelled(low: int, high: int) -> set[bytes]:
    """The encodings of a range, one by one; a surrogate has none."""
    return {chr(point).encode() for point in range(low, high + 1) if not 0xD800 <= point <= 0xDFFF}


@given(POINTS, st.integers(0, 3000))
def test_the_ranges_of_bytes_are_the_encodings(low: int, width: int) -> None:
    """Every encoding of the range comes out once, and nothing else."""
    high = min(low + width, 0x10FFFF)
    made = [
        bytes(octets)
        for steps in encodings(low, high)
        for octets in product(*(range(first, last + 1) for first, last in steps))
    ]
    assert len(made) == len(set(made))
    assert set(made) == spelled(low, high)


@pytest.mark.parametrize("middle", EDGES)
def test_every_edge_of_the_encoding_is_crossed(middle: int) -> None:
    """Around each code point where the form of the encoding changes."""
    low, high = max(0, middle - 70), min(0x10FFFF, middle + 70)
    test_the_ranges_of_bytes_are_the_encodings.hypothesis.inner_test(low, high - low)


def test_all_of_unicode_takes_few_ranges() -> None:
    """The well-formed sequences of RFC 3629, section 4: nine rows."""
    assert len(list(encodings(0, 0x10FFFF))) == 9


def accepts_bytes(automaton: Automaton, octets: bytes) -> bool:
    """Run an automaton over bytes."""
    return automaton.accepts(octets.decode("latin-1"))


@given(st.lists(POINTS.filter(lambda point: not 0xD800 <= point <= 0xDFFF), max_size=4))
def test_a_lowered_automaton_reads_what_the_first_one_does(points: list[int]) -> None:
    """`ucschar`-like ranges, a letter and an end."""
    text = "".join(map(chr, points))
    original = rule('*( %xA0-D7FF / %xF900-FDCF / %x10000-1FFFD / "a" ) [ "#" ]')
    small = lowered(original, byte_alphabet(original.alphabet, [original]))
    assert accepts_bytes(small, text.encode()) == original.accepts(text)
    for end in range(1, len(text.encode())):
        cut = text.encode()[:end]
        whole = cut.decode("utf-8", "ignore").encode() == cut
        assert accepts_bytes(small, cut) == (whole and original.accepts(cut.decode("utf-8", "ignore")))


def test_an_ascii_alphabet_stays_as_it_is() -> None:
    """What parts nothing beyond US-ASCII is its own byte automaton."""
    original = rule('*( ALPHA / "%" 2HEXDIG )')
    assert is_ascii(original.alphabet, [original])
    assert byte_alphabet(original.alphabet, [original]) is original.alphabet
    assert lowered(original, original.alphabet) is original


@pytest.mark.parametrize("text", ["%x80-FF", "%x7E-10FFFF", "%x00-10FFFF"])
def test_a_character_beyond_ascii_that_is_taken_is_lowered(text: str) -> None:
    """Also where its class begins within US-ASCII: it takes two bytes or more."""
    original = rule(text)
    assert not is_ascii(original.alphabet, [original])
    small = lowered(original, byte_alphabet(original.alphabet, [original]))
    assert accepts_bytes(small, "é".encode())
    assert not accepts_bytes(small, "é".encode()[:1])


def test_a_character_beyond_ascii_that_is_distinguished_and_refused_is_not_lowered() -> None:
    """The bytes that would begin it are as dead; and nothing of US-ASCII is cut finer."""
    original = rule('*( %x00-1F / %x7F / "a" / %x20-60 )')
    alphabet = byte_alphabet(original.alphabet, [original])
    assert alphabet is original.alphabet
    mixed = rule('*( "a" / "k" / "t" / %xE9 )')
    ascii_classes = [ranges for ranges in byte_alphabet(mixed.alphabet, [mixed]).classes if ranges[-1][1] < 128]
    assert len(ascii_classes) == 2


def test_lowered_automata_can_be_compared() -> None:
    """Two spellings of one range of characters are one language of bytes."""
    one, other = rule("%x80-FFFF"), rule("%x80-7FF / %x800-FFFF")
    assert equivalent(*(lowered(each, byte_alphabet(each.alphabet, [each])) for each in (one, other)))
