"""Membership: the engine's `is_valid` is the automaton's answer, for all short strings and for long ones at random.

No exception is listed. That every string is right follows from the theorem and the complete suites; these questions
are asked without them, and of whole texts as they look in life.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

import pytest

import uriverse as uv
from support.automata import EDITIONS, compiled
from uriverse.grammar.dfa import DEAD, Automaton

# A letter, a digit, what no rule takes, a triplet's mark, and every mark at which some edition cuts.
MARKS = 'a0"%:/?#@[];'
every_edition = pytest.mark.parametrize("edition", EDITIONS)


def check_all(edition: Any, letters: Sequence[str], longest: int) -> int:
    """Ask about every string over some letters, up to a length; how many they were."""
    automaton = compiled(edition).automaton()
    is_valid = uv.is_valid
    classes = [automaton.alphabet.classify(ord(letter)) for letter in letters]
    rows = [
        [(letter, row[index]) for letter, index in zip(letters, classes, strict=True)] for row in automaton.transitions
    ]
    # After a dead prefix nothing lives.
    rows.append([(letter, DEAD) for letter in letters])
    assert is_valid("", edition=edition) == (0 in automaton.accepting)
    count = 1
    level = [("", 0)]
    for length in range(1, longest + 1):
        longer = []
        for prefix, state in level:
            for letter, target in rows[state]:
                text = prefix + letter
                assert is_valid(text, edition=edition) is (target in automaton.accepting), text
                if length < longest:
                    longer.append((text, target))
        count += len(level) * len(letters)
        level = longer
    return count


def neighbours(text: str, letters: Sequence[str], random: Random) -> Iterator[str]:
    """Every text with one character less, two turned round, and at each place one other and one more."""
    for place in range(len(text) + 1):
        before, after = text[:place], text[place:]
        yield before + random.choice(letters) + after
        if after:
            yield before + after[1:]
            yield before + random.choice(letters) + after[1:]
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]


def strings(automaton: Automaton, longest: int, random: Random) -> Iterator[str]:
    """Strings of a language without end, of lengths drawn evenly: a walk by classes from which the end is in reach."""
    in_reach = [automaton.accepting]
    for _ in range(longest):
        rows = enumerate(automaton.transitions)
        in_reach.append(frozenset(state for state, row in rows if not in_reach[-1].isdisjoint(row)))
    lengths = [length for length, states in enumerate(in_reach) if 0 in states]
    while True:
        text, state = "", 0
        for states in reversed(in_reach[: random.choice(lengths)]):
            targets = enumerate(automaton.transitions[state])
            index, state = random.choice([(index, target) for index, target in targets if target in states])
            text += chr(random.randint(*random.choice(automaton.alphabet.classes[index])))
        yield text


def check_samples(edition: Any, rule: str | None, count: int) -> int:
    """Ask about strings drawn from a rule's language and all about them; how many were accepted."""
    automaton: Automaton = compiled(edition).automaton(rule)
    letters = [*map(chr, range(128)), *automaton.alphabet.representatives, "é", "\U0001f600"]
    random = Random(f"{edition} {rule} {count}")
    accepted = 0
    for text in islice(strings(automaton, 40, random), count):
        assert uv.is_valid(text, rule=rule, edition=edition), text
        for other in neighbours(text, letters, random):
            answer = automaton.accepts(other)
            assert uv.is_valid(other, rule=rule, edition=edition) is answer, other
            accepted += answer
    return accepted


@every_edition
def test_all_short_strings(edition: Any) -> None:
    """Up to three characters over one of each class; up to four over the marks."""
    letters = compiled(edition).alphabet.representatives
    assert check_all(edition, letters, 3) == sum(len(letters) ** length for length in range(4))
    check_all(edition, MARKS, 4)


@every_edition
def test_samples_and_their_neighbours(edition: Any) -> None:
    """Sixty references of each edition, with thousands of texts one edit away."""
    assert check_samples(edition, None, 60) > 100


@every_edition
def test_samples_of_each_rule(edition: Any) -> None:
    """Three strings of every rule, with the texts one edit away."""
    for rule in compiled(edition).automata:
        check_samples(edition, rule, 3)


@pytest.mark.slow
@every_edition
def test_all_longer_strings(edition: Any) -> None:
    """Up to four characters over one of each class; up to six over the marks."""
    check_all(edition, compiled(edition).alphabet.representatives, 3 if edition == "rfc1738" else 4)
    check_all(edition, MARKS, 6)


@pytest.mark.slow
@every_edition
def test_many_samples(edition: Any) -> None:
    """Two thousand references of each edition, with hundreds of thousands of texts one edit away."""
    assert check_samples(edition, None, 2000) > 4_000
