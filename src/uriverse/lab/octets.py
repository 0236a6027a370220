"""Prepare a rule's automaton over the octets of UTF-8 for a complete suite.

A program that reads UTF-8 octet by octet has states in the middle of a character. A suite consists of texts, which are
always well-formed UTF-8, so membership can be tested only where a character ends. Take U+00E9 and U+2026, which are
`C3 A9` and `E2 80 A6`. The word `A9` can be tested after `C3` but not after `E2`, because `E2 A9` is not UTF-8.

So each state of the rule's automaton is paired with the position in the character at which it is reached: 0 between two
characters, 1 to 7 within one, by the octets that may follow (RFC 3629, section 4). The position is a *kind*: it alone
determines the octets that may follow, and the position after them, and the tester knows it. Two states with the same
position differ in a word that can be tested from both, because each accepts only complete characters. So the partial
W-method works for each position separately: it detects every faulty program that has, at each position, no more states
than the rule.

A program with one wrong target may have more: it reaches a state at a position where the rule never does. So at every
position a state is distinguished from all states of the table, not only from the rule's states at that position.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final, NamedTuple

from uriverse.grammar.algebra import translate
from uriverse.grammar.alphabet import build_alphabet, refine
from uriverse.grammar.dfa import DEAD, Automaton
from uriverse.grammar.effort import spend
from uriverse.grammar.rules import Characters
from uriverse.lab.identifiers import Complete

# RFC 3629, section 4: for each position the ranges of octets that may follow, with the next position.
WELL_FORMED: Final = (
    (
        (0x00, 0x7F, 0), (0xC2, 0xDF, 1), (0xE0, 0xE0, 2), (0xE1, 0xEC, 3), (0xED, 0xED, 4), (0xEE, 0xEF, 3),
        (0xF0, 0xF0, 5), (0xF1, 0xF3, 6), (0xF4, 0xF4, 7),
    ),
    ((0x80, 0xBF, 0),),
    ((0xA0, 0xBF, 1),),
    ((0x80, 0xBF, 1),),
    ((0x80, 0x9F, 1),),
    ((0x90, 0xBF, 3),),
    ((0x80, 0xBF, 3),),
    ((0x80, 0x8F, 3),),
)  # fmt: skip
ILL_FORMED: Final = len(WELL_FORMED)


class Octets(NamedTuple):
    """An automaton over octets with positions as kinds, and the letters of each class: octets as code points."""

    automaton: Complete
    letters: tuple[str, ...]


def over_octets(automaton: Automaton) -> Octets:
    """Pair the states of an automaton over octets with the positions within a character.

    Args:
        automaton: minimal, over octets (`utf8.lowered`), accepting well-formed UTF-8 only.
    """
    lines = build_alphabet(Characters(((low, high),)) for place in WELL_FORMED for low, high, _ in place)
    alphabet = refine(automaton.alphabet, lines)
    rows = translate(automaton, alphabet).transitions
    # Leave out the class beyond the octets, which does not occur.
    columns = [index for index, ranges in enumerate(alphabet.classes) if ranges[0][0] < 0x100]
    letters = tuple("".join(filter("\u0100".__gt__, alphabet.letters[index])) for index in columns)
    following = [[_next_state(place, ord(text[0])) for text in letters] for place in range(ILL_FORMED + 1)]
    numbers = {(0, 0): 0}
    pending = [(0, 0)]

    def targets(state: int, place: int) -> Iterator[tuple[int, int]]:
        for index, next_place in zip(columns, following[place], strict=True):
            yield DEAD if next_place == ILL_FORMED or state == DEAD else rows[state][index], next_place

    for state, place in pending:
        spend(len(columns))
        for pair in targets(state, place):
            if pair not in numbers:
                numbers[pair] = len(pending)
                pending.append(pair)
    reached = len(pending)
    everywhere = product(range(DEAD, len(automaton)), range(ILL_FORMED + 1))
    pending += [pair for pair in everywhere if pair not in numbers]
    numbers = {pair: number for number, pair in enumerate(pending)}
    spend(len(pending) * len(columns))
    whole = Complete(
        tuple(tuple(numbers[pair] for pair in targets(state, place)) for state, place in pending),
        bytes(place == 0 and state in automaton.accepting for state, place in pending),
        bytes(place for _, place in pending),
        reached,
    )
    return Octets(_merged(whole), letters)


def _merged(automaton: Complete) -> Complete:
    """Merge equivalent states by Moore's refinement; reachable states are not equivalent and come first."""
    blocks = [2 * kind + accepts for kind, accepts in zip(automaton.kinds, automaton.accepting, strict=True)]
    count = 0
    while count < (count := len(set(blocks))):
        spend(len(automaton) * len(automaton.rows[0]))
        futures: dict[tuple[int, ...], int] = {}
        blocks = [
            futures.setdefault((block, *map(blocks.__getitem__, row)), len(futures))
            for block, row in zip(blocks, automaton.rows, strict=True)
        ]
    first: dict[int, int] = {}
    for state, block in enumerate(blocks):
        first.setdefault(block, state)
    numbers = {block: number for number, block in enumerate(first)}
    states = list(first.values())
    return Complete(
        tuple(tuple(numbers[blocks[target]] for target in automaton.rows[state]) for state in states),
        bytes(automaton.accepting[state] for state in states),
        bytes(automaton.kinds[state] for state in states),
        len({blocks[state] for state in range(automaton.reached)}),
    )


def _next_state(place: int, octet: int) -> int:
    ranges = WELL_FORMED[place] if place < ILL_FORMED else ()
    return next((next_place for low, high, next_place in ranges if low <= octet <= high), ILL_FORMED)
