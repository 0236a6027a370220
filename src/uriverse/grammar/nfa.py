"""Nondeterministic automata, built from rule trees after Thompson's construction.

A fragment has one entry and one exit. A referenced rule is inserted as its minimal automaton, so each rule is
determinised only once and larger rules stay small. Transitions have sets of classes as bits.
"""

from __future__ import annotations

from _collections_abc import Callable

from uriverse.grammar.alphabet import Alphabet
from uriverse.grammar.dfa import DEAD, Automaton
from uriverse.grammar.effort import spend
from uriverse.grammar.rules import Alternatives, Characters, Literal, Node, Reference, Repetition, Sequence


class Nfa:
    """States with empty transitions and transitions on sets of classes."""

    def __init__(self, alphabet: Alphabet) -> None:
        self.alphabet = alphabet
        self.empty: list[list[int]] = []
        self.edges: list[list[tuple[int, int]]] = []

    def state(self) -> int:
        self.empty.append([])
        self.edges.append([])
        return len(self.empty) - 1

    def __len__(self) -> int:
        return len(self.empty)

    def add(self, node: Node, entry: int, automaton_of: Callable[[str], Automaton]) -> int:
        """Add a tree that begins in `entry`; return its exit."""
        spend(1)
        match node:
            case Characters():
                return self._step(entry, self.alphabet.mask(node))
            case Literal():
                for characters in node.characters():
                    entry = self._step(entry, self.alphabet.mask(characters))
                return entry
            case Reference(name):
                return self.insert(automaton_of(name), entry)
            case Sequence(items):
                for item in items:
                    entry = self.add(item, entry, automaton_of)
                return entry
            case Alternatives(items):
                leave = self.state()
                for item in items:
                    begin = self.state()
                    self.empty[entry].append(begin)
                    self.empty[self.add(item, begin, automaton_of)].append(leave)
                return leave
            case Repetition(item, minimum, maximum):
                return self._repeat(item, minimum, maximum, entry, automaton_of)

    def insert(self, automaton: Automaton, entry: int) -> int:
        """Add a copy of an automaton that begins in `entry`; return its exit."""
        spend(len(automaton) * (1 + len(self.alphabet)))
        copies = [self.state() for _ in range(len(automaton))]
        leave = self.state()
        self.empty[entry].append(copies[0])
        for number, row in enumerate(automaton.transitions):
            masks: dict[int, int] = {}
            for index, target in enumerate(row):
                if target != DEAD:
                    masks[target] = masks.get(target, 0) | 1 << index
            self.edges[copies[number]].extend((mask, copies[target]) for target, mask in masks.items())
            if number in automaton.accepting:
                self.empty[copies[number]].append(leave)
        return leave

    def _step(self, entry: int, mask: int) -> int:
        leave = self.state()
        self.edges[entry].append((mask, leave))
        return leave

    def _repeat(
        self, item: Node, minimum: int, maximum: int | None, entry: int, automaton_of: Callable[[str], Automaton]
    ) -> int:
        for _ in range(minimum):
            entry = self.add(item, entry, automaton_of)
        if maximum is None:
            loop = self.state()
            self.empty[entry].append(loop)
            self.empty[self.add(item, loop, automaton_of)].append(loop)
            return loop
        leave = self.state()
        self.empty[entry].append(leave)
        for _ in range(maximum - minimum):
            begin = self.state()
            self.empty[entry].append(begin)
            entry = self.add(item, begin, automaton_of)
            self.empty[entry].append(leave)
        return leave


def determinise(nfa: Nfa, start: int, accept: int, *, max_states: int | None = None) -> Automaton | None:
    """The subset construction (Rabin and Scott): an automaton for the same language, or None beyond `max_states`."""
    closures = _closures(nfa)
    width = len(nfa.alphabet)
    # A set of states is an integer of this many words, which bounds its memory and the time of a union.
    words = 1 + len(nfa) // 64
    moves: list[dict[int, int]] = []
    for edges in nfa.edges:
        by_class: dict[int, int] = {}
        for mask, target in edges:
            while mask:
                low = mask & -mask
                index = low.bit_length() - 1
                by_class[index] = by_class.get(index, 0) | closures[target]
                mask ^= low
        moves.append(by_class)
    numbers = {closures[start]: 0}
    pending = [closures[start]]
    transitions: list[tuple[int, ...]] = []
    accepting: set[int] = set()
    for subset in pending:
        spend(subset.bit_count() * (1 + words // 16) + width + words)
        if subset >> accept & 1:
            accepting.add(numbers[subset])
        row = [0] * width
        rest = subset
        while rest:
            low = rest & -rest
            for index, targets in moves[low.bit_length() - 1].items():
                row[index] |= targets
            rest ^= low
        targets_row: list[int] = []
        for following in row:
            if not following:
                targets_row.append(DEAD)
                continue
            number = numbers.get(following)
            if number is None:
                number = numbers[following] = len(pending)
                pending.append(following)
                if max_states is not None and number >= max_states:
                    return None
            targets_row.append(number)
        transitions.append(tuple(targets_row))
    return Automaton(nfa.alphabet, tuple(transitions), frozenset(accepting))


def _closures(nfa: Nfa) -> list[int]:
    """For each state, its epsilon closure, as bits."""
    closures: list[int] = []
    words = 1 + len(nfa) // 64
    for state in range(len(nfa)):
        closure = 1 << state
        pending = [state]
        while pending:
            for following in nfa.empty[pending.pop()]:
                if not closure >> following & 1:
                    closure |= 1 << following
                    pending.append(following)
        spend(closure.bit_count() * (1 + words // 16) + words)
        closures.append(closure)
    return closures
