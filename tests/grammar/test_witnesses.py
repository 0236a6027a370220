"""Shortest witnesses: complete for finite languages, in order, short of time for the long ones."""

from __future__ import annotations

from itertools import islice
from time import process_time

import pytest
from hypothesis import given

from support.small_languages import ALPHABET, automata, language, rule
from uriverse.editions.registry import EDITIONS
from uriverse.grammar.algebra import everything, nothing
from uriverse.grammar.alphabet import readability
from uriverse.grammar.compilation import compile_edition
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.witnesses import first_witnesses, shortest, witnesses


@given(automata())
def test_witnesses_are_accepted_shortest_first_and_once(automaton: Automaton) -> None:
    """Each is in the language, none comes twice, and none is shorter than the one before."""
    found = list(islice(witnesses(automaton), 20))
    assert all(automaton.accepts(text) for text in found)
    assert len(set(found)) == len(found)
    assert found == sorted(found, key=lambda text: (len(text), [readability(ord(letter)) for letter in text]))


@given(automata())
def test_the_first_is_a_shortest_string(automaton: Automaton) -> None:
    """No string of the language is shorter than the first witness; an empty language has none."""
    first = shortest(automaton)
    words = language(automaton)
    if first is None:
        assert not words
    else:
        assert len(first) == min(map(len, words), default=len(first))


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ('""', [""]),
        ('["a"]', ["", "a"]),
        ('"abc" / "ab" / "abcd"', ["ab", "abc", "abcd"]),
        ("1*2DIGIT", ["0", "00"]),
        ("ALPHA / DIGIT", ["a", "0"]),
        ('"-" / "_" / "." / "~"', ["-"]),
        ('":" / "?" / "a:" / "b?"', [":", "?", "a:", "b?"]),
        ('"%" 2HEXDIG', ["%aa", "%a0", "%0a", "%00"]),
        ("%x00 %x41 / %xE9.0 / %x41.21 / %x21 / %xE9.42.43", ["!", "A!", "é\0", "\0A", "éBC"]),
    ],
)
def test_a_finite_language_ends(expression: str, expected: list[str]) -> None:
    """All its witnesses come: one letter for all that lead to the same, one digit, each class of punctuation."""
    assert list(witnesses(rule(expression))) == expected


def test_an_empty_language_has_none() -> None:
    looping = Automaton(ALPHABET, ((0,) * len(ALPHABET),), frozenset())
    assert list(witnesses(nothing(ALPHABET))) == []
    assert shortest(looping) is None


def test_an_endless_language_goes_on() -> None:
    """Lengths without a string are passed over."""
    assert first_witnesses(rule('*( 7"a" )'), 3) == ["", "a" * 7, "a" * 14]
    assert len(first_witnesses(everything(ALPHABET), 1000)) == 1000


def test_a_long_one_is_found_at_once() -> None:
    """The shortest of a language may have thousands of characters."""
    assert shortest(rule('2000( "a" )')) == "a" * 2000
    assert list(witnesses(rule('1999"a" "b" / 2000"b"'))) == ["a" * 1999 + "b", "b" * 2000]


def test_the_largest_rules_answer_within_a_second() -> None:
    """The draft's `server` has more than a thousand states, most of them for the lengths of labels."""
    draft = compile_edition(EDITIONS["rfc2396bis-00"], rules=["server", "domainlabel"])
    began = process_time()
    assert len(first_witnesses(draft.automaton("server"), 200)) == 200
    assert shortest(draft.automaton("domainlabel")) == "a"
    assert process_time() - began < 1
