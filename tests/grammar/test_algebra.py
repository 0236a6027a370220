"""The algebra of languages: its laws on random automata, each operation against trying every short string."""

from __future__ import annotations

import pytest
from hypothesis import given

from support.small_languages import ALPHABET, COARSE, WORDS, automata, language, rule
from uriverse.grammar.algebra import (
    Relation,
    coarsened,
    compare,
    concatenation,
    difference,
    empty_string,
    equivalent,
    everything,
    exactly,
    intersection,
    nothing,
    strings_over,
    translate,
    unified,
    union,
)
from uriverse.grammar.alphabet import refine
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.minimization import minimize


@given(automata(), automata())
def test_each_operation_is_that_of_sets(first: Automaton, second: Automaton) -> None:
    """Union, intersection and difference of the automata are those of their strings."""
    left, right = language(first), language(second)
    assert language(union(first, second)) == left | right
    assert language(intersection(first, second)) == left & right
    assert language(difference(first, second)) == left - right


@given(automata(), automata())
def test_minimal_forms_are_equal_exactly_when_languages_are(first: Automaton, second: Automaton) -> None:
    """Equal values for equal languages, found by the symmetric difference, which is no use of minimal forms."""
    left, right = unified(first, second)
    same = difference(left, right).is_empty and difference(right, left).is_empty
    assert (minimize(left) == minimize(right)) == same == equivalent(first, second)


@given(automata())
def test_a_minimal_form_is_the_same_language_in_fewest_states(automaton: Automaton) -> None:
    """It accepts the same, is minimal already, and each of its states accepts something else after it."""
    small = minimize(automaton)
    assert language(small) == language(automaton)
    assert minimize(small) == small
    futures = {frozenset(word for word in FUTURES if _from(small, state, word)) for state in range(len(small))}
    assert len(futures) == len(small)


# Two states of an automaton of five are told apart by a string of fewer than five letters, if by any.
FUTURES = WORDS


def _from(automaton: Automaton, state: int, word: str) -> bool:
    return automaton.run(word, state) in automaton.accepting


@given(automata(), automata(), automata())
def test_concatenation_joins_strings(first: Automaton, second: Automaton, third: Automaton) -> None:
    """Every string is one of each in turn, and the grouping does not matter."""
    joined = concatenation(first, second)
    assert language(joined) == {
        left + right for left in language(first) for right in language(second) if left + right in WORDS
    }
    assert equivalent(concatenation(joined, third), concatenation(first, concatenation(second, third)))


@given(automata(alphabets=(COARSE,)))
def test_translation_keeps_the_language(automaton: Automaton) -> None:
    """Over a finer alphabet the strings are the same."""
    assert language(translate(automaton, refine(COARSE, ALPHABET))) == language(automaton)


@given(automata(alphabets=(ALPHABET,)), automata(alphabets=(ALPHABET,)))
def test_coarsening_keeps_both_languages(first: Automaton, second: Automaton) -> None:
    """Classes that neither tells apart become one, and nothing else happens."""
    left, right = coarsened(first, second)
    assert left.alphabet == right.alphabet
    assert len(left.alphabet) <= len(ALPHABET)
    assert (language(left), language(right)) == (language(first), language(second))


def test_languages_without_a_string_are_all_the_same() -> None:
    """An automaton that only loops and never accepts is the empty language too."""
    looping = Automaton(ALPHABET, ((0,) * len(ALPHABET),), frozenset())
    assert minimize(looping) == nothing(ALPHABET)
    assert equivalent(looping, difference(everything(ALPHABET), everything(ALPHABET)))


@pytest.mark.parametrize(
    ("old", "new", "relation"),
    [
        ('"a" / "b"', '"b" / "a"', Relation.EQUAL),
        ('*"a"', '1*"a"', Relation.NARROWER),
        ('1*"a"', '*"a"', Relation.WIDER),
        ('"a"', '"b"', Relation.DIFFERENT),
        ('"" / "a"', '["a"]', Relation.EQUAL),
        ("%x61-7A", "ALPHA", Relation.WIDER),
    ],
)
def test_compares(old: str, new: str, relation: Relation) -> None:
    """The relation is how the new language stands to the old."""
    assert compare(rule(old), rule(new)) is relation


def test_building_blocks() -> None:
    """The small languages from which readings are composed."""
    assert language(empty_string(ALPHABET)) == {""}
    assert language(exactly("a:", ALPHABET)) == {"a:"}
    assert language(exactly("", ALPHABET)) == {""}
    assert language(strings_over("ab", ALPHABET)) == {word for word in WORDS if ":" not in word}
    assert language(strings_over(":", ALPHABET, excluded=True)) == {word for word in WORDS if ":" not in word}
    assert exactly("é", ALPHABET).accepts("é")
    assert not exactly("é", ALPHABET).accepts("è")
