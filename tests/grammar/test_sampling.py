"""Counting strings and drawing them evenly, against every string of a small alphabet tried one by one."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from support.small_languages import ALPHABET, LONGEST, automata, language, rule
from uriverse.editions.registry import EDITIONS
from uriverse.grammar.algebra import nothing
from uriverse.grammar.compilation import compile_edition
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.sampling import Census


@given(automata())
def test_counts_are_those_of_trying_every_string(automaton: Automaton) -> None:
    """The letters are all that the automaton reads, so brute force sees the whole language."""
    census = Census(automaton)
    words = Counter(map(len, language(automaton)))
    assert [census.strings(length) for length in range(LONGEST + 1)] == [words[n] for n in range(LONGEST + 1)]


@given(automata(alphabets=(ALPHABET,)))
def test_paths_count_each_class_once(automaton: Automaton) -> None:
    """Where every class that lives has one letter, paths and strings are the same number."""
    census = Census(automaton)
    for length in range(LONGEST + 1):
        assert census.paths(length) == census.strings(length)


def test_counts_respect_the_sizes_of_classes() -> None:
    """Letters of both cases, digits, and the triplets of percent-encoding, by arithmetic."""
    census = Census(rule('*( ALPHA / DIGIT / "%" HEXDIG HEXDIG )'))
    counts = [1, 62]
    for _ in range(2, 40):
        # A string ends in one of 62 characters or in one of 22 * 22 triplets, for `HEXDIG` ignores case.
        counts.append(62 * counts[-1] + (484 * counts[-3] if len(counts) >= 3 else 0))
    assert [census.strings(length) for length in range(40)] == counts
    assert census.paths(1) == 3
    assert census.paths(3) == 27 + 4


def test_counts_are_exact_integers() -> None:
    """RFC 3986 has this many registered names of 255 characters, a number of more than 400 digits."""
    census = Census(compile_edition(EDITIONS["rfc3986"], rules=["reg-name"]).automaton("reg-name"))
    assert census.strings(0) == 1
    assert census.strings(1) == 77
    assert census.strings(2) == 77**2
    assert census.strings(3) == 77**3 + 22**2
    assert census.strings(255) > 77**255


@given(automata(), st.integers(0, 6), st.integers())
def test_what_is_drawn_is_in_the_language(automaton: Automaton, length: int, seed: int) -> None:
    """A drawn string has the length that was asked for; without any of it, drawing is refused."""
    census = Census(automaton)
    if census.strings(length):
        drawn = census.sample(length, seed)
        assert len(drawn) == length
        assert automaton.accepts(drawn)
        assert drawn == census.sample(length, Random(seed))
    else:
        with pytest.raises(ValueError, match=f"no string of {length} characters"):
            census.sample(length, seed)


@pytest.mark.parametrize(
    ("expression", "length"),
    [('*( "a" / "b" ) ["c"]', 4), ('"a" 1*2DIGIT / ALPHA "-"', 2), ('*( %x61-63 / "%" 2BIT )', 3)],
)
def test_drawing_is_uniform(expression: str, length: int) -> None:
    """The chi-square of many draws stays within what chance allows (seeded, so it is the same every time)."""
    census = Census(rule(expression))
    total = census.strings(length)
    draws = 40 * total
    random = Random(20050101)
    seen = Counter(census.sample(length, random) for _ in range(draws))
    assert len(seen) == total
    expected = draws / total
    chi_square = sum((count - expected) ** 2 / expected for count in seen.values())
    # Mean total - 1 and deviation sqrt(2 (total - 1)): five deviations are out of reach for a fair draw.
    assert abs(chi_square - (total - 1)) < 5 * (2 * (total - 1)) ** 0.5


def test_mixed_lengths_are_mixed() -> None:
    """Each length that has strings comes as often, though the longer ones have many more."""
    census = Census(rule("*( 2ALPHA )"))
    random = Random(3)
    seen = Counter(len(census.sample_mixed(0, 9, random)) for _ in range(1000))
    assert sorted(seen) == [0, 2, 4, 6, 8]
    assert min(seen.values()) > 150


def test_what_cannot_be_drawn_says_so() -> None:
    """An empty language, a range without a string, a length below zero."""
    with pytest.raises(ValueError, match="of 0 to 9 characters"):
        Census(nothing(ALPHABET)).sample_mixed(0, 9, 1)
    with pytest.raises(ValueError, match="not negative"):
        Census(rule('"a"')).strings(-1)
