"""Shortest strings of a language, in a readable order: letters before digits before punctuation."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from uriverse.grammar.dfa import DEAD, Automaton


def shortest(automaton: Automaton) -> str | None:
    """The first string in length and then in readable order, or None where the language is empty."""
    return next(witnesses(automaton), None)


def witnesses(automaton: Automaton) -> Iterator[str]:
    """One string for each path of classes to acceptance, shortest first, each class by its representative.

    The automaton must be trimmed, so that every path leads on; the strings of one length come in readable order.
    """
    distances = _distances(automaton)
    if not distances:
        return
    letters = automaton.alphabet.representatives
    length = distances.get(0)
    longest = _longest(automaton)
    while length is not None and (longest is None or length <= longest):
        yield from _of_length(automaton, length, letters)
        length += 1


def first_witnesses(automaton: Automaton, count: int) -> list[str]:
    """Up to `count` witnesses."""
    return list(islice(witnesses(automaton), count))


def _of_length(automaton: Automaton, length: int, letters: tuple[str, ...]) -> Iterator[str]:
    reachable = _accepting_after(automaton, length)
    path: list[str] = []
    if 0 not in reachable[length]:
        return
    stack = [(0, iter(range(len(letters))))]
    if length == 0:
        yield ""
        return
    while stack:
        state, columns = stack[-1]
        rest = length - len(stack)
        for column in columns:
            target = automaton.transitions[state][column]
            if target != DEAD and target in reachable[rest]:
                path.append(letters[column])
                if rest == 0:
                    yield "".join(path)
                    path.pop()
                    continue
                stack.append((target, iter(range(len(letters)))))
                break
        else:
            stack.pop()
            if path:
                path.pop()


def _accepting_after(automaton: Automaton, length: int) -> list[frozenset[int]]:
    """For each number of steps up to `length`, the states that accept some string of that many characters."""
    layers = [automaton.accepting]
    for _ in range(length):
        last = layers[-1]
        layers.append(
            frozenset(state for state, row in enumerate(automaton.transitions) if any(target in last for target in row))
        )
    return layers


def _distances(automaton: Automaton) -> dict[int, int]:
    """For each state, the length of the shortest string that it accepts."""
    backwards: dict[int, set[int]] = {}
    for state, row in enumerate(automaton.transitions):
        for target in row:
            backwards.setdefault(target, set()).add(state)
    distances = dict.fromkeys(automaton.accepting, 0)
    pending = list(distances)
    for state in pending:
        for source in backwards.get(state, ()):
            if source not in distances:
                distances[source] = distances[state] + 1
                pending.append(source)
    return distances if 0 in distances else {}


def _longest(automaton: Automaton) -> int | None:
    """The length of the longest string of a finite language, or None where there is no longest."""
    longest: dict[int, int] = {}
    state_of: dict[int, int] = {}
    stack: list[tuple[int, Iterator[int]]] = [(0, iter(sorted(set(automaton.transitions[0]) - {DEAD})))]
    state_of[0] = 1
    while stack:
        state, targets = stack[-1]
        for target in targets:
            seen = state_of.get(target, 0)
            if seen == 1:
                return None
            if seen == 0:
                state_of[target] = 1
                stack.append((target, iter(sorted(set(automaton.transitions[target]) - {DEAD}))))
                break
        else:
            stack.pop()
            state_of[state] = 2
            longest[state] = max(
                (longest[target] + 1 for target in set(automaton.transitions[state]) - {DEAD}), default=0
            )
    return longest[0]
