"""Shortest strings of a language, in a readable order: letters before digits before punctuation.

One letter represents all letters that lead to the same state, and one digit all digits. Punctuation is not merged,
because it may be a delimiter. So `a:` represents every letter before a colon, unless the grammar distinguishes letters.
"""

from __future__ import annotations

from _collections_abc import Iterator
from itertools import islice

from uriverse.grammar.dfa import DEAD, Automaton, trim

# For each state, its live targets, each with the most readable character that leads there.
_Moves = list[tuple[tuple[str, int], ...]]


def shortest(automaton: Automaton) -> str | None:
    """The shortest string, the first in readable order, or None if the language is empty."""
    return next(witnesses(automaton), None)


def first_witnesses(automaton: Automaton, count: int) -> list[str]:
    """Up to `count` witnesses."""
    return list(islice(witnesses(automaton), count))


def witnesses(automaton: Automaton, at_least: int = 0) -> Iterator[str]:
    """One string for each accepting path, shortest first, with the most readable character of each step.

    Shorter strings than `at_least` are passed over.

    Strings of one length are in readable order. The iterator of an infinite language never ends. Each string takes time
    proportional to its length, and each length one pass through the automaton.
    """
    automaton = trim(automaton)
    if automaton.is_empty:
        return
    moves = _moves(automaton)
    sources = _sources(moves)
    longest = _longest(moves)
    layers = [automaton.accepting]
    length = 0
    while longest is None or length <= longest:
        if length >= at_least and 0 in layers[length]:
            yield from _strings_of_length(moves, layers, length)
        layers.append(frozenset().union(*(sources[state] for state in layers[length])))
        length += 1


def _moves(automaton: Automaton) -> _Moves:
    """The moves of each state, in the alphabet's readable order: one for each kind and target."""
    letters = [
        (letter, "letter" if letter.isalpha() else "digit" if letter.isdigit() else letter)
        for letter in automaton.alphabet.representatives
    ]
    moves: _Moves = []
    for row in automaton.transitions:
        first: dict[tuple[str, int], str] = {}
        for (letter, kind), target in zip(letters, row, strict=True):
            if target != DEAD:
                first.setdefault((kind, target), letter)
        moves.append(tuple((letter, target) for (_, target), letter in first.items()))
    return moves


def _sources(moves: _Moves) -> list[set[int]]:
    """For each state, its predecessors."""
    sources: list[set[int]] = [set() for _ in moves]
    for state, row in enumerate(moves):
        for _, target in row:
            sources[target].add(state)
    return sources


def _strings_of_length(moves: _Moves, layers: list[frozenset[int]], length: int) -> Iterator[str]:
    """The strings of one length; `layers[n]` has the states that accept some string of n characters."""
    if length == 0:
        yield ""
        return
    path: list[str] = []
    stack = [iter(moves[0])]
    while stack:
        rest = length - len(stack)
        step = next((move for move in stack[-1] if move[1] in layers[rest]), None)
        if step is None:
            stack.pop()
            if path:
                path.pop()
        elif rest == 0:
            yield "".join((*path, step[0]))
        else:
            path.append(step[0])
            stack.append(iter(moves[step[1]]))


def _longest(moves: _Moves) -> int | None:
    """The length of the longest string of a trimmed automaton, or None if there is a loop."""
    incoming = [0] * len(moves)
    for row in moves:
        for _, target in row:
            incoming[target] += 1
    # Every state is reachable from state 0, so without a loop a topological sort settles all of them.
    if incoming[0]:
        return None
    depth = [0] * len(moves)
    settled = [0]
    for state in settled:
        for _, target in moves[state]:
            depth[target] = max(depth[target], depth[state] + 1)
            incoming[target] -= 1
            if incoming[target] == 0:
                settled.append(target)
    return max(depth) if len(settled) == len(moves) else None
