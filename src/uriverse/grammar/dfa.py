"""Deterministic automata over the classes of an alphabet: the form in which rules are compared.

State 0 is the start. `DEAD` means that no continuation can be accepted. An automaton is trimmed if every state is
reachable from the start and can still accept; then a text is a viable prefix exactly if its state is not dead.
"""

from __future__ import annotations

from _collections_abc import Iterable

from uriverse.grammar.alphabet import Alphabet
from uriverse.ground.lean_typing import Final
from uriverse.ground.records import dataclass

DEAD: Final = -1


@dataclass(frozen=True)
class Automaton:
    """A table of transitions, with a row for each state and a column for each class."""

    alphabet: Alphabet
    transitions: tuple[tuple[int, ...], ...]
    accepting: frozenset[int]

    def __len__(self) -> int:
        return len(self.transitions)

    def accepts(self, text: str) -> bool:
        """Whether the whole text is in the language."""
        state = self.run(text)
        return state != DEAD and state in self.accepting

    def run(self, text: str, state: int = 0) -> int:
        """The state after a text, or DEAD."""
        classes, transitions = self.alphabet.first_classes, self.transitions
        for character in text:
            index = classes.get(character)
            state = transitions[state][self.alphabet.classify(ord(character)) if index is None else index]
            if state == DEAD:
                return DEAD
        return state

    @property
    def is_empty(self) -> bool:
        """Whether the language has no string; the automaton must be trimmed."""
        return not self.accepting


def trim(automaton: Automaton) -> Automaton:
    """Remove states that are unreachable or cannot accept; number the rest breadth first."""
    backwards: list[list[int]] = [[] for _ in range(len(automaton))]
    reached = {DEAD, 0}
    order = [0]
    for state in order:
        for target in dict.fromkeys(automaton.transitions[state]):
            if target != DEAD:
                backwards[target].append(state)
            if target not in reached:
                reached.add(target)
                order.append(target)
    alive = _reachable(automaton.accepting, backwards)
    if 0 not in alive:
        return Automaton(automaton.alphabet, ((DEAD,) * len(automaton.alphabet),), frozenset())
    order = [state for state in order if state in alive]
    if order == list(range(len(automaton))):
        return automaton
    # One entry for each state, and a last one for DEAD, which is -1 and so its index.
    numbers = [DEAD] * (len(automaton) + 1)
    for number, state in enumerate(order):
        numbers[state] = number
    rows = tuple(tuple(map(numbers.__getitem__, automaton.transitions[state])) for state in order)
    accepting = frozenset(numbers[state] for state in automaton.accepting if numbers[state] != DEAD)
    return Automaton(automaton.alphabet, rows, accepting)


def _reachable(starts: Iterable[int], edges: list[list[int]]) -> set[int]:
    states = set(starts)
    pending = list(states)
    while pending:
        for following in edges[pending.pop()]:
            if following not in states:
                states.add(following)
                pending.append(following)
    return states
