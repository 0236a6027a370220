"""The algebra of regular languages: union, intersection, difference, complement, concatenation, comparison.

Every operation takes automata over any alphabets and returns a minimal automaton over their common refinement. So two
results over equal alphabets are equal values exactly if their languages are equal.
"""

from __future__ import annotations

from _collections_abc import Callable, Iterable
from enum import Enum

from uriverse.grammar.alphabet import Alphabet, build_alphabet, refine
from uriverse.grammar.dfa import DEAD, Automaton
from uriverse.grammar.effort import spend
from uriverse.grammar.minimization import minimize
from uriverse.grammar.nfa import Nfa, determinise
from uriverse.grammar.rules import Characters, merged


class Relation(Enum):
    """The relation of a new rule's language to the old rule's."""

    EQUAL = "equal"
    NARROWER = "narrower"
    WIDER = "wider"
    DIFFERENT = "different"


def translate(automaton: Automaton, alphabet: Alphabet) -> Automaton:
    """The same automaton over an alphabet that refines its own."""
    if alphabet == automaton.alphabet:
        return automaton
    columns = [automaton.alphabet.classify(ranges[0][0]) for ranges in alphabet.classes]
    rows = tuple(tuple(row[column] for column in columns) for row in automaton.transitions)
    return Automaton(alphabet, rows, automaton.accepting)


def unified(*automata: Automaton) -> list[Automaton]:
    """The automata over the common refinement of their alphabets."""
    common = automata[0].alphabet
    for automaton in automata[1:]:
        if automaton.alphabet != common:
            common = refine(common, automaton.alphabet)
    return [translate(automaton, common) for automaton in automata]


def coarsened(*automata: Automaton) -> list[Automaton]:
    """Automata over the coarsest alphabet that they need: merge classes with equal columns."""
    columns: dict[tuple[tuple[int, ...], ...], list[int]] = {}
    for index in range(len(automata[0].alphabet)):
        key = tuple(tuple(row[index] for row in automaton.transitions) for automaton in automata)
        columns.setdefault(key, []).append(index)
    groups = list(columns.values())
    classes = automata[0].alphabet.classes
    alphabet = Alphabet(tuple(merged(span for index in group for span in classes[index]) for group in groups))
    return [
        Automaton(
            alphabet,
            tuple(tuple(row[group[0]] for group in groups) for row in automaton.transitions),
            automaton.accepting,
        )
        for automaton in automata
    ]


class _Numbers(dict[tuple[int, int], int]):
    """The numbers of pairs of states; a pair without one gets the next and is pending."""

    def __init__(self, pending: list[tuple[int, int]]) -> None:
        super().__init__({(DEAD, DEAD): DEAD, (0, 0): 0})
        self._pending = pending

    def __missing__(self, pair: tuple[int, int]) -> int:
        self[pair] = len(self._pending)
        self._pending.append(pair)
        return self[pair]


def product(first: Automaton, second: Automaton, keep: Callable[[bool, bool], bool]) -> Automaton:
    """The strings for which `keep(in first, in second)` holds; `keep(False, False)` must be false."""
    first, second = unified(first, second)
    width = len(first.alphabet)
    left_rows, right_rows = (*first.transitions, (DEAD,) * width), (*second.transitions, (DEAD,) * width)
    pending = [(0, 0)]
    numbers = _Numbers(pending)
    rows: list[tuple[int, ...]] = []
    accepting: set[int] = set()
    for number, (left, right) in enumerate(pending):
        spend(8 + width)
        if keep(left in first.accepting, right in second.accepting):
            accepting.add(number)
        rows.append(tuple(map(numbers.__getitem__, zip(left_rows[left], right_rows[right], strict=True))))
    return minimize(Automaton(first.alphabet, tuple(rows), frozenset(accepting)))


def union(*automata: Automaton) -> Automaton:
    """The strings of any of the languages."""
    result = minimize(automata[0])
    for automaton in automata[1:]:
        result = product(result, automaton, lambda left, right: left or right)
    return result


def intersection(first: Automaton, second: Automaton) -> Automaton:
    """The strings of both languages."""
    return product(first, second, lambda left, right: left and right)


def difference(first: Automaton, second: Automaton) -> Automaton:
    """The strings of the first language that are not in the second."""
    first, second = unified(first, second)
    if first == second:
        return nothing(first.alphabet)
    return product(first, second, lambda left, right: left and not right)


def concatenation(*automata: Automaton) -> Automaton:
    """The strings that consist of one string of each language, in order."""
    parts = unified(*automata)
    nfa = Nfa(parts[0].alphabet)
    start = at = nfa.state()
    for part in parts:
        at = nfa.insert(part, at)
    joined = determinise(nfa, start, at)
    assert joined is not None
    return minimize(joined)


def everything(alphabet: Alphabet) -> Automaton:
    """All strings."""
    return Automaton(alphabet, ((0,) * len(alphabet),), frozenset({0}))


def nothing(alphabet: Alphabet) -> Automaton:
    """No string."""
    return Automaton(alphabet, ((DEAD,) * len(alphabet),), frozenset())


def empty_string(alphabet: Alphabet) -> Automaton:
    """Only the empty string."""
    return Automaton(alphabet, ((DEAD,) * len(alphabet),), frozenset({0}))


def exactly(text: str, alphabet: Alphabet) -> Automaton:
    """Only one string, over an alphabet in which each of its characters is a class."""
    singles = [Characters(((ord(letter), ord(letter)),)) for letter in text]
    alphabet = refine(alphabet, build_alphabet(singles))
    rows = []
    for number, letter in enumerate(text):
        row = [DEAD] * len(alphabet)
        row[alphabet.classify(ord(letter))] = number + 1
        rows.append(tuple(row))
    rows.append((DEAD,) * len(alphabet))
    return Automaton(alphabet, tuple(rows), frozenset({len(text)}))


def strings_over(characters: Iterable[str], alphabet: Alphabet, *, excluded: bool = False) -> Automaton:
    """All strings of the given characters, or of all others when `excluded`."""
    points = [Characters(((ord(letter), ord(letter)),)) for letter in characters]
    alphabet = refine(alphabet, build_alphabet(points))
    inside = {alphabet.classify(points_set.ranges[0][0]) for points_set in points}
    row = tuple(0 if (index in inside) != excluded else DEAD for index in range(len(alphabet)))
    return Automaton(alphabet, (row,), frozenset({0}))


def equivalent(first: Automaton, second: Automaton) -> bool:
    """Whether two automata accept the same language."""
    left, right = unified(first, second)
    return minimize(left) == minimize(right)


def compare(old: Automaton, new: Automaton) -> Relation:
    """The relation of the new language to the old."""
    lost, gained = difference(old, new).is_empty, difference(new, old).is_empty
    if lost and gained:
        return Relation.EQUAL
    if lost:
        return Relation.WIDER
    return Relation.NARROWER if gained else Relation.DIFFERENT
