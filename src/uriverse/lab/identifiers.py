"""State identifiers: for each state of an automaton, a few words that distinguish it from all other states.

A word is a sequence of classes; its answer in a state is whether the automaton accepts the word from there. Example:
`"a" / "ab"` has the states after "", "a" and "ab", and the dead state. Only from the state after "a" is "b" accepted,
so "b" identifies it. Any two states of a minimal automaton differ in the answer to some word. Moore's refinement finds
short words: it separates states in round *k* if a class leads them to states that were separated in round *k* - 1. An
identifier is a small subset of these words, chosen greedily. All identifiers together distinguish any two states.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import itemgetter
from typing import Self

from uriverse.grammar.dfa import DEAD, Automaton
from uriverse.grammar.effort import spend

Word = tuple[int, ...]


@dataclass(frozen=True)
class Complete:
    """A complete automaton: the dead state is a real state, the last one.

    Attributes:
        rows: for each state the target of each class.
        accepting: for each state 1 if it accepts, else 0.
        kinds: for each state its kind. The kind after a word depends only on the kind before it, so states of different
            kinds need not be distinguished. A word can be tested if it ends in a state of kind 0. Usually all states
            have kind 0; in an automaton over octets a kind is a position within a character (`octets.py`).
        reached: the number of reachable states; they come first. The others need only be distinguishable.
    """

    rows: tuple[tuple[int, ...], ...]
    accepting: bytes
    kinds: bytes
    reached: int

    def __len__(self) -> int:
        return len(self.rows)

    def run(self, word: Word, state: int = 0) -> int:
        for letter in word:
            state = self.rows[state][letter]
        return state

    def widened(self, widths: Sequence[int]) -> Self:
        """The same automaton with so many letters for each class."""
        spend(len(self) * sum(widths))
        columns = [index for index, width in enumerate(widths) for _ in range(width)]
        return replace(self, rows=tuple(tuple(map(row.__getitem__, columns)) for row in self.rows))

    def access_words(self) -> tuple[Word, ...]:
        """For each reachable state the shortest word that leads there, the first in readable order.

        The words are prefix-closed, because the search is breadth-first.
        """
        words: dict[int, Word] = {0: ()}
        for state in (pending := [0]):
            for letter, target in enumerate(self.rows[state]):
                if target not in words:
                    words[target] = (*words[state], letter)
                    pending.append(target)
        return tuple(words[state] for state in range(self.reached))


def complete(automaton: Automaton) -> Complete:
    """A minimal, trimmed automaton with its dead state, if anything leads there."""
    # The only state of the empty language is the dead one.
    dead = 0 if automaton.is_empty else len(automaton)
    rows = [tuple(dead if target == DEAD else target for target in row) for row in automaton.transitions]
    if dead and any(dead in row for row in rows):
        rows.append((dead,) * len(automaton.alphabet))
    accepting = bytes(state in automaton.accepting for state in range(len(rows)))
    return Complete(tuple(rows), accepting, bytes(len(rows)), len(rows))


@dataclass(frozen=True)
class Identifiers:
    """The words that distinguish states.

    Attributes:
        words: the characterising set: all words, including the empty one, shortest first.
        of: for each state its identifier.
        answers: for each word and state, 1 if the word is accepted from the state, else 0.
    """

    words: tuple[Word, ...]
    of: tuple[tuple[Word, ...], ...]
    answers: dict[Word, bytes]


def identifiers(automaton: Complete) -> Identifiers:
    """Identifiers for every state of a complete automaton."""
    answers = dict(_separating_words(automaton))
    alike: dict[int, int] = {}
    for state, kind in enumerate(automaton.kinds):
        alike[kind] = alike.get(kind, 0) | 1 << state
    accepted_from = [_as_set(answer) for answer in answers.values()]

    @lru_cache(maxsize=1024)
    def counts_in(group: int) -> list[int]:
        """For each word the number of states in the group, a set of states, from which it is accepted."""
        # Each set of states is an integer of this many machine words.
        spend(len(accepted_from) * (1 + group.bit_length() // 64))
        return [(states & group).bit_count() for states in accepted_from]

    candidates = list(answers)
    of_states = list(map(bytes, zip(*answers.values(), strict=True)))
    selection: dict[Word, None] = {(): None}
    covers: dict[int, tuple[Word, ...]] = {}
    # Start with the last, dead state: most transitions lead there, so its words are reused.
    for state in reversed(range(len(automaton))):
        # Choose greedily: each word separates the most states of `group`, those of the same kind and the same answers
        # so far, from this one; among equal ones, known words are preferred. The states share most of their groups.
        group = alike[automaton.kinds[state]]
        cover: list[Word] = []
        while group != 1 << state:
            spend(len(candidates))
            size = group.bit_count()
            separated = [
                size - count if accepted else count
                for count, accepted in zip(counts_in(group), of_states[state], strict=True)
            ]
            most = max(separated)
            best = [place for place, count in enumerate(separated) if count == most]
            place = next((place for place in best if candidates[place] in selection), best[0])
            cover.append(candidates[place])
            group &= accepted_from[place] if of_states[state][place] else ~accepted_from[place]
        covers[state] = tuple(sorted(cover, key=_shorter_first)) or ((),)
        selection.update(dict.fromkeys(covers[state]))
    words = tuple(sorted(selection, key=_shorter_first))
    of = tuple(covers[state] for state in range(len(automaton)))
    return Identifiers(words, of, {word: answers[word] for word in words})


def _shorter_first(word: Word) -> tuple[int, Word]:
    return len(word), word


def _as_set(answer: bytes) -> int:
    """A set of states as an integer with one bit per state, for fast intersection and counting."""
    return int(bytes(ord("0") + octet for octet in reversed(answer)), 2)


def _separating_words(automaton: Complete) -> Iterator[tuple[Word, bytes]]:
    """Words that together separate all states, short ones first, with their answers."""
    # Keep one of several letters with equal transitions.
    columns: dict[tuple[int, ...], int] = {}
    for letter, column in enumerate(zip(*automaton.rows, strict=True)):
        columns.setdefault(column, letter)
    prefixes = [(letter, itemgetter(*column)) for column, letter in columns.items()]
    # INVARIANT: the states of one block agree on all words so far, and `block_of` maps each state to its block.
    block_of = list(automaton.kinds)
    count = len(set(block_of))
    earlier_answers: set[bytes] = set()
    fresh: list[tuple[Word, bytes]] = [((), automaton.accepting)]
    while fresh:
        latest, fresh = fresh, []
        for word, answer in latest:
            if answer in earlier_answers:
                continue
            earlier_answers.add(answer)
            spend(len(automaton))
            parts: dict[tuple[int, int], int] = {}
            block_of = [parts.setdefault(pair, len(parts)) for pair in zip(block_of, answer, strict=True)]
            if len(parts) == count and word:
                continue
            count = len(parts)
            yield word, answer
            if count == len(automaton):
                return
            spend(len(automaton) * len(prefixes))
            fresh += [((letter, *word), bytes(answers_of(answer))) for letter, answers_of in prefixes]
    raise ValueError("the automaton is not minimal")
