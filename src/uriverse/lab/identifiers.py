"""State identifiers: for each state of an automaton, a few words by whose answers it differs from every other state.

A word is a sequence of classes; its answer in a state is whether the word leads from there to acceptance. Two states of
a minimal automaton differ in the answer to some word, and short such words are found by Moore's refinement: states part
in round *k* when a class leads them to states that parted in round *k* - 1. The identifier of a state is then a small
cover of all other states, chosen greedily among those words, and the words of all identifiers together tell any two
states apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter

from uriverse.grammar.dfa import DEAD, Automaton
from uriverse.grammar.effort import spend

Word = tuple[int, ...]


@dataclass(frozen=True)
class Complete:
    """An automaton with a transition everywhere: what was dead is one more state, the last.

    Attributes:
        rows: for each state the target of each class.
        accepting: for each state 1 where it accepts, else 0.
        kinds: for each state its kind. Where a word leads by kind depends on the kind alone, so states of two kinds are
            known to be apart. A word can be tested if it ends in a state of kind 0. Mostly all states have kind 0;
            in an automaton over octets a kind is a place within a character (`octets.py`).
        reached: how many states are reached from the start; they come first. The others need only be distinguishable.
    """

    rows: tuple[tuple[int, ...], ...]
    accepting: bytes
    kinds: bytes
    reached: int

    def __len__(self) -> int:
        return len(self.rows)

    def run(self, word: Word, state: int = 0) -> int:
        """The state after a word."""
        for letter in word:
            state = self.rows[state][letter]
        return state

    def access_words(self) -> tuple[Word, ...]:
        """For each state that is reached the shortest word that leads there, the first in readable order.

        The words are prefix-closed: breadth first, each is one letter longer than that of another state.
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
    # The empty language has one state, and that is the dead one.
    dead = 0 if automaton.is_empty else len(automaton)
    rows = [tuple(dead if target == DEAD else target for target in row) for row in automaton.transitions]
    if dead and any(dead in row for row in rows):
        rows.append((dead,) * len(automaton.alphabet))
    accepting = bytes(state in automaton.accepting for state in range(len(rows)))
    return Complete(tuple(rows), accepting, bytes(len(rows)), len(rows))


@dataclass(frozen=True)
class Identifiers:
    """The words that tell states apart.

    Attributes:
        words: all of them, the empty word among them, shorter before longer: the characterising set.
        of: for each state those that set it apart from every other state.
        answers: for each word, 1 for each state that it leads to acceptance, else 0.
    """

    words: tuple[Word, ...]
    of: tuple[tuple[Word, ...], ...]
    answers: dict[Word, bytes]


def identifiers(automaton: Complete) -> Identifiers:
    """Identifiers for every state of a complete automaton.

    Raises:
        ValueError: two of its states have the same future, so the automaton is not minimal.
    """
    answers = dict(_separating_words(automaton))
    alike: dict[int, int] = {}
    for state, kind in enumerate(automaton.kinds):
        alike[kind] = alike.get(kind, 0) | 1 << state
    candidates = [(word, _as_set(answer)) for word, answer in answers.items()]
    chosen: dict[Word, None] = {(): None}
    found: dict[int, tuple[Word, ...]] = {}
    # The last state, the dead one, first: most transitions lead there, so its words will be wanted again.
    for state in reversed(range(len(automaton))):
        found[state] = _cover(state, alike[automaton.kinds[state]], candidates, chosen)
        chosen.update(dict.fromkeys(found[state]))
    words = tuple(sorted(chosen, key=_shorter_first))
    of = tuple(found[state] for state in range(len(automaton)))
    return Identifiers(words, of, {word: answers[word] for word in words})


def _shorter_first(word: Word) -> tuple[int, Word]:
    return len(word), word


def _as_set(answer: bytes) -> int:
    """A set of states as a number, one bit a state: what a few operations on long numbers can intersect and count."""
    return int(bytes(ord("0") + each for each in reversed(answer)), 2)


def _cover(state: int, alike: int, candidates: list[tuple[Word, int]], known: dict[Word, None]) -> tuple[Word, ...]:
    """Words that set one state apart from all others of its kind, which `alike` has: always one that parts most.

    Of two words that part as many a known one is taken before a new one.
    """
    itself = 1 << state
    others = alike ^ itself
    # The states that answer differently from this one does.
    parted = [~answer if answer & itself else answer for _, answer in candidates]
    cover: list[Word] = []
    # A set of states is a number of this many words.
    steps = len(candidates) * (1 + alike.bit_length() // 64)
    spend(steps)
    while others:
        spend(steps)
        counts = [(each & others).bit_count() for each in parted]
        most = max(counts)
        best = [place for place, count in enumerate(counts) if count == most]
        place = next((place for place in best if candidates[place][0] in known), best[0])
        cover.append(candidates[place][0])
        others &= ~parted[place]
    return tuple(sorted(cover, key=_shorter_first)) or ((),)


def _separating_words(automaton: Complete) -> Iterator[tuple[Word, bytes]]:
    """Words that together part all states, short ones first, with their answers."""
    # Letters that lead everywhere to the same states part the same.
    columns: dict[tuple[int, ...], int] = {}
    for letter, column in enumerate(zip(*automaton.rows, strict=True)):
        columns.setdefault(column, letter)
    before = [(letter, itemgetter(*column)) for column, letter in columns.items()]
    # INVARIANT: the states of one block agree on all words so far, and `block_of` maps each state to its block.
    block_of = list(automaton.kinds)
    count = len(set(block_of))
    fresh: list[tuple[Word, bytes]] = [((), automaton.accepting)]
    while fresh:
        latest, fresh = fresh, []
        for word, answer in latest:
            spend(len(automaton))
            parts: dict[tuple[int, int], int] = {}
            block_of = [parts.setdefault(each, len(parts)) for each in zip(block_of, answer, strict=True)]
            if len(parts) == count and word:
                continue
            count = len(parts)
            yield word, answer
            if count == len(automaton):
                return
            spend(len(automaton) * len(before))
            fresh += [((letter, *word), bytes(answers_of(answer))) for letter, answers_of in before]
    raise ValueError("the automaton is not minimal")
