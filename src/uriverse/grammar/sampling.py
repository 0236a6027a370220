"""Count the strings of each length of a language, and draw uniform random ones.

The number of strings of n characters that a state accepts is the sum, over the classes, of the class's size times the
number for n - 1 of the target state. An automaton has one path for each string, so no string is counted twice. Drawing
uses the same numbers, and exact integers make every string equally likely.
"""

from __future__ import annotations

from random import Random

from uriverse.grammar.dfa import DEAD, Automaton, trim


class Census:
    """The counts of one language, cached by length.

    Counts are of characters: a class of 26 letters counts 26 times. `paths` counts each class once.

    >>> from uriverse.grammar.notation import Notation, read_grammar
    >>> from uriverse.grammar.compilation import compile_grammar
    >>> hexadecimal = compile_grammar(read_grammar("pair = 1*2HEXDIG", Notation()))["pair"]
    >>> census = Census(hexadecimal)
    >>> [census.strings(length) for length in range(4)]
    [0, 22, 484, 0]
    >>> census.sample(2, 7) == census.sample(2, 7)
    True
    """

    def __init__(self, automaton: Automaton) -> None:
        self._automaton = trim(automaton)
        sizes = automaton.alphabet.sizes
        self._strings = _Layers(self._automaton, sizes)
        self._paths = _Layers(self._automaton, (1,) * len(sizes))

    def strings(self, length: int) -> int:
        """The number of strings of exactly this many characters."""
        return self._strings[length][0]

    def paths(self, length: int) -> int:
        """The number of sequences of exactly this many classes."""
        return self._paths[length][0]

    def lengths(self, minimum: int, maximum: int) -> list[int]:
        """The lengths from `minimum` to `maximum`, both included, that have any string."""
        return [length for length in range(minimum, maximum + 1) if self.strings(length)]

    def sample(self, length: int, seed: int | Random) -> str:
        """One string of this many characters, each as likely as any other.

        Args:
            length: the number of characters.
            seed: a number, for a reproducible string, or a generator.

        Raises:
            ValueError: the language has no string of this length.
        """
        if not self.strings(length):
            raise ValueError(f"the language has no string of {length} characters")
        random = seed if isinstance(seed, Random) else Random(seed)
        alphabet = self._automaton.alphabet
        drawn: list[str] = []
        state = 0
        for rest in range(length - 1, -1, -1):
            row = self._automaton.transitions[state]
            below = self._strings[rest]
            number = random.randrange(self._strings[rest + 1][state])
            for index, target in enumerate(row):
                if target == DEAD:
                    continue
                weight = alphabet.sizes[index] * below[target]
                if number < weight:
                    drawn.append(_member(alphabet.classes[index], number // below[target]))
                    state = target
                    break
                number -= weight
        return "".join(drawn)

    def sample_mixed(self, minimum: int, maximum: int, seed: int | Random) -> str:
        """One string: a uniformly drawn length that has any strings, then a uniformly drawn string of that length.

        Drawing from all strings would almost always give the maximum length.

        Raises:
            ValueError: the language has no string of any of these lengths.
        """
        random = seed if isinstance(seed, Random) else Random(seed)
        lengths = self.lengths(minimum, maximum)
        if not lengths:
            raise ValueError(f"the language has no string of {minimum} to {maximum} characters")
        return self.sample(random.choice(lengths), random)


class _Layers:
    """For each length, the number of strings that each state accepts; computed lazily."""

    def __init__(self, automaton: Automaton, weights: tuple[int, ...]) -> None:
        self._moves: list[tuple[tuple[int, int], ...]] = []
        for row in automaton.transitions:
            gathered: dict[int, int] = {}
            for weight, target in zip(weights, row, strict=True):
                if target != DEAD:
                    gathered[target] = gathered.get(target, 0) + weight
            self._moves.append(tuple(gathered.items()))
        self._layers = [[int(state in automaton.accepting) for state in range(len(automaton))]]

    def __getitem__(self, length: int) -> list[int]:
        if length < 0:
            raise ValueError(f"a length is not negative: {length}")
        while len(self._layers) <= length:
            last = self._layers[-1]
            self._layers.append([sum(weight * last[target] for target, weight in moves) for moves in self._moves])
        return self._layers[length]


def _member(ranges: tuple[tuple[int, int], ...], number: int) -> str:
    """The character with this number in a class."""
    for low, high in ranges:
        if number <= high - low:
            return chr(low + number)
        number -= high - low + 1
    raise IndexError(number)
