"""Random walks through the automaton of a rule, as sequences of numbers that Hypothesis can shrink.

Each number chooses one character. 0 ends the text, or follows the shortest path to an accepting state. Any other number
means the same character in every state, and lower numbers mean more readable ones. Hypothesis deletes numbers and makes
them smaller, so a failure shrinks to a short, readable text: "a///" for `len(segments) > 3`.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate
from typing import Final, NamedTuple

from uriverse.grammar.alphabet import Ranges, readability
from uriverse.grammar.dfa import DEAD, Automaton

# A longer walk follows the shortest path to an accepting state.
LONGEST: Final = 60
DELIMITERS: Final = ":/?#[]@%"
# How much more often a delimiter is drawn than any other group of characters.
DELIMITER_WEIGHT: Final = 3
SURROGATES: Final = (0xD800, 0xDFFF)


class Way(NamedTuple):
    """The transitions from a state to one target, as characters, the most readable first. `END` has none."""

    characters: str
    target: int


END: Final = Way("", DEAD)


class Edit(NamedTuple):
    """Replace `start` to `end` by a character of the class `letter`, or delete it."""

    start: int
    end: int
    letter: int | None


class Walk:
    """An automaton as numbered choices. `scheme` is set for automata of whole references."""

    def __init__(self, automaton: Automaton, scheme: str | None = None) -> None:
        self.automaton = automaton
        self.scheme = scheme

    @cached_property
    def beginnings(self) -> tuple[tuple[str, int], ...]:
        """Prefixes of texts, and the state after each; the first is the shortest.

        Random walks alone would rarely produce a scheme or an authority. A prefix includes the characters that must
        follow it, such as the "//" of every "network-path", because Hypothesis prefers fewer choices.
        """
        rests = ("", "/", "//")
        texts = ("",) if self.scheme is None else (*rests, *(f"{self.scheme}:{rest}" for rest in rests))
        prefixes = [self._extended(text, state) for text in texts if (state := self.after(text)) != DEAD]
        return tuple(dict.fromkeys(prefixes))

    def _extended(self, text: str, state: int) -> tuple[str, int]:
        """Return a prefix with all characters that must follow it, and the state after them."""
        while state not in self.automaton.accepting and len(self.rows[state]) == 1 and len(text) < LONGEST:
            (way,) = self.rows[state].values()
            if len(way.characters) > 1:
                break
            text, state = text + way.characters, way.target
        return text, state

    def after(self, text: str) -> int:
        """Return the state after a text; DEAD if no accepted text has this prefix."""
        state = 0
        for character in text:
            state = self.automaton.transitions[state][self.automaton.alphabet.classify(ord(character))]
            if state == DEAD:
                break
        return state

    @cached_property
    def members(self) -> tuple[str, ...]:
        """The characters to draw from each class, the most readable first."""
        return tuple(_readable_first(_some(ranges)) for ranges in self.automaton.alphabet.classes)

    @cached_property
    def groups(self) -> tuple[tuple[int, str], ...]:
        """Each class and its characters, the most readable class first; each delimiter is a group of its own.

        A rule that treats "/" as a letter, such as RFC 2396's opaque part, has both in one class.
        """
        split = [
            (letter, part)
            for letter, members in enumerate(self.members)
            for part in ("".join(one for one in members if one not in DELIMITERS), *(set(members) & set(DELIMITERS)))
            if part
        ]
        return tuple(sorted(split, key=lambda group: readability(ord(group[1][0]))))

    @cached_property
    def bits(self) -> int:
        """How many bits of a number choose a transition."""
        return (4 * (1 + DELIMITER_WEIGHT * len(self.groups))).bit_length()

    @cached_property
    def lowest(self) -> tuple[int, ...]:
        """The lowest number of each group. The numbers before them, of weight 1, end the text."""
        weights = (DELIMITER_WEIGHT if members in DELIMITERS else 1 for _, members in self.groups)
        sums = list(accumulate(weights, initial=1))
        return tuple(((1 << self.bits) * part) // sums[-1] for part in sums[:-1])

    @cached_property
    def rows(self) -> tuple[dict[int, Way], ...]:
        """For each state its transitions, by the lowest number of their group."""
        numbered = tuple(zip(self.lowest, self.groups, strict=True))
        return tuple(
            {number: Way(members, row[letter]) for number, (letter, members) in numbered if row[letter] != DEAD}
            for row in self.automaton.transitions
        )

    @cached_property
    def ways(self) -> tuple[tuple[tuple[int, ...], tuple[Way, ...]], ...]:
        """For each state the lowest number of each transition, ascending, and the transitions.

        0 ends the text, or leads to the nearest accepting state. The lowest number of a group selects that group in
        every state that allows it. Any other number means the same as the next lower one. So a number that shrinks
        keeps its meaning when the text before it is cut.
        """
        lengths = self._distances([list(row.values()) for row in self.rows])
        by_state: list[tuple[tuple[int, ...], tuple[Way, ...]]] = []
        for state, row in enumerate(self.rows):
            ends = state in self.automaton.accepting or not row
            first = END if ends else min(row.values(), key=lambda way: lengths[way.target])
            by_state.append(((0, *row), (first, *row.values())))
        return tuple(by_state)

    @cached_property
    def least(self) -> tuple[int, ...]:
        """The least choice in each state: 0, or the number of its first group if 0 means the same.

        In `/?%aa` the second "a" must not become 0: without "%a" before it, 0 would end the text.
        """
        return tuple(numbers[1] if ways[0] in ways[1:2] else 0 for numbers, ways in self.ways)

    def chosen(self, state: int, choice: int) -> tuple[str, int]:
        """Return the character of a choice, and the next state; "" at the end.

        The low bits choose the way, the higher bits one of its characters. Example with 8 low bits, where 30 chooses
        the digits: 30 is "0", 256 + 30 is "1" and 512 + 30 is "2". Hypothesis tries the low bits alone when it shrinks
        a number, so the most readable character stands for its group.
        """
        numbers, ways = self.ways[state]
        way = ways[bisect(numbers, choice & (1 << self.bits) - 1) - 1]
        if way is END:
            return way
        return way.characters[(choice >> self.bits) % len(way.characters)], way.target

    def _distances(self, ways: list[list[Way]]) -> list[int]:
        """Return the distance of each state to an accepting one."""
        far = len(ways)
        lengths = [0 if state in self.automaton.accepting else far for state in range(len(ways))]
        while True:
            nearer = [
                min([here, *(1 + lengths[way.target] for way in ways[state])]) for state, here in enumerate(lengths)
            ]
            if nearer == lengths:
                return lengths
            lengths = nearer

    def refused_edits(self, text: str) -> list[Edit]:
        """Return the edits after which the rule refuses the text, deletions first."""
        transitions, alphabet = self.automaton.transitions, self.automaton.alphabet
        classes = [alphabet.classify(ord(character)) for character in text]
        states = [0]
        for letter in classes:
            states.append(transitions[states[-1]][letter])
        # For each position the states from which the rest of the text is accepted.
        after = [set(self.automaton.accepting)]
        for letter in reversed(classes):
            after.append({state for state, row in enumerate(transitions) if row[letter] in after[-1]})
        after.reverse()

        def edits() -> Iterator[Edit]:
            for place in range(len(text)):
                if states[place] not in after[place + 1]:
                    yield Edit(place, place + 1, None)
            for length in (1, 0):
                for place in range(len(text) + 1 - length):
                    for letter, target in enumerate(transitions[states[place]]):
                        if target not in after[place + length] and self.members[letter]:
                            yield Edit(place, place + length, letter)

        return list(edits())


def _readable_first(characters: Iterable[str]) -> str:
    return "".join(sorted(characters, key=lambda character: readability(ord(character))))


def _some(ranges: Ranges) -> Iterator[str]:
    """Yield the US-ASCII characters of a class, and a few others: both ends of each range and three samples."""
    for low, high in ranges:
        yield from map(chr, range(low, min(high, 127) + 1))
        if high > 127:
            beyond = {max(low, 128), high, *(point for point in (0xE9, 0x4E2D, 0x1F600) if low <= point <= high)}
            yield from (chr(point) for point in sorted(beyond) if not SURROGATES[0] <= point <= SURROGATES[1])
