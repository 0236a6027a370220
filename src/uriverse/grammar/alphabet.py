"""The alphabet of a grammar: code points partitioned into classes that no rule distinguishes.

All automata of one edition use the same classes, so rules can be inserted into each other and compared without
translation. A class is a set of ranges. It is represented by a letter if it has one, else by a digit, else by
punctuation. Classes, and so witnesses, are sorted in the same order.
"""

from __future__ import annotations

from _collections_abc import Iterable
from bisect import bisect_right

from uriverse.grammar.effort import spend
from uriverse.grammar.rules import LAST_CODE_POINT, Characters, merged
from uriverse.ground.caching import cached_property
from uriverse.ground.records import dataclass, field

Ranges = tuple[tuple[int, int], ...]


def readability(code_point: int) -> tuple[int, int]:
    """A sort key: letters, then digits, then punctuation, then characters that cannot be printed."""
    character = chr(code_point)
    if code_point < 128:
        if character.islower():
            return (0, code_point)
        if character.isupper():
            return (1, code_point)
        if character.isdigit():
            return (2, code_point)
        if character.isprintable() and character != " ":
            return (3, code_point)
        return (5, code_point)
    return (4, code_point)


@dataclass(frozen=True)
class Alphabet:
    """A partition of the code points 0 to 0x10FFFF into classes, in readable order."""

    classes: tuple[Ranges, ...]
    _starts: tuple[int, ...] = field(init=False, repr=False, compare=False)
    _owners: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        pieces = sorted((low, index) for index, ranges in enumerate(self.classes) for low, _ in ranges)
        object.__setattr__(self, "_starts", tuple(low for low, _ in pieces))
        object.__setattr__(self, "_owners", tuple(index for _, index in pieces))

    def __len__(self) -> int:
        return len(self.classes)

    def classify(self, code_point: int) -> int:
        return self._owners[bisect_right(self._starts, code_point) - 1]

    @cached_property
    def first_classes(self) -> dict[str, int]:
        """The class of each of the first 256 characters; most texts consist of these."""
        return {chr(code_point): self.classify(code_point) for code_point in range(256)}

    def mask(self, characters: Characters) -> int:
        """The classes of a set of characters, as bits; the set must be a union of classes."""
        mask = 0
        for low, high in characters.ranges:
            first = bisect_right(self._starts, low) - 1
            last = bisect_right(self._starts, high) - 1
            for piece in range(first, last + 1):
                mask |= 1 << self._owners[piece]
        return mask

    @cached_property
    def representatives(self) -> tuple[str, ...]:
        """The most readable character of each class."""
        return tuple(chr(min(_candidates(ranges), key=readability)) for ranges in self.classes)

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The characters of each class that test it: all of US-ASCII, and beyond it the ends of each range.

        The representative is the first. Surrogates are no characters, so a range ends before them.
        """
        pairs = zip(self.representatives, self.classes, strict=True)
        return tuple(first + "".join(sorted(_tested(ranges) - {first})) for first, ranges in pairs)

    def characters(self, index: int) -> Iterable[int]:
        """All code points of one class, ascending."""
        for low, high in self.classes[index]:
            yield from range(low, high + 1)


def build_alphabet(sets: Iterable[Characters]) -> Alphabet:
    """The coarsest alphabet in which each of the sets is a union of classes."""
    distinct = sorted({characters.ranges for characters in sets})
    cuts = {0}
    for ranges in distinct:
        for low, high in ranges:
            cuts.update((low, high + 1))
    starts = sorted(cut for cut in cuts if cut <= LAST_CODE_POINT)
    signatures: dict[int, int] = dict.fromkeys(starts, 0)
    for number, ranges in enumerate(distinct):
        spend(1 + len(ranges))
        for low, high in ranges:
            index = first = bisect_right(starts, low) - 1
            while index < len(starts) and starts[index] <= high:
                signatures[starts[index]] |= 1 << number
                index += 1
            spend(index - first)
    classes: dict[int, list[tuple[int, int]]] = {}
    for index, start in enumerate(starts):
        end = starts[index + 1] - 1 if index + 1 < len(starts) else LAST_CODE_POINT
        classes.setdefault(signatures[start], []).append((start, end))
    partition = [merged(ranges) for ranges in classes.values()]
    partition.sort(key=lambda ranges: min(readability(point) for point in _candidates(ranges)))
    return Alphabet(tuple(partition))


def refine(first: Alphabet, second: Alphabet) -> Alphabet:
    """The coarsest common refinement of two alphabets."""
    return build_alphabet(Characters(ranges) for alphabet in (first, second) for ranges in alphabet.classes)


def _tested(ranges: Ranges) -> set[str]:
    below = {point for low, high in ranges for point in range(low, min(high, 127) + 1)}
    parts = ((128, 0xD7FF), (0xE000, LAST_CODE_POINT))
    spans = [(max(low, first), min(high, last)) for low, high in ranges for first, last in parts]
    return set(map(chr, below.union(*(span for span in spans if span[0] <= span[1]))))


def _candidates(ranges: Ranges) -> Iterable[int]:
    for low, high in ranges:
        yield low
        # The most readable characters of each kind: lower-case letter, capital, digit, printable marks.
        yield from (point for point in (0x61, 0x41, 0x30, 0x21, 0xA1) if low <= point <= high)
