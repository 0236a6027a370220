"""The syntax tree of a grammar file.

A grammar is a set of named rules over characters. Its nodes are the operators that BNF (RFC 822, section 2) and
ABNF (RFC 5234, section 3) share: characters, literals, references, sequences, alternatives and repetitions.
An optional element is a repetition of zero to one; a group is its content.
"""

from __future__ import annotations

from _collections_abc import Iterable, Iterator, Mapping

from uriverse.errors import UnknownRuleError
from uriverse.ground.records import dataclass, field

LAST_CODE_POINT = 0x10FFFF


@dataclass(frozen=True, slots=True)
class Characters:
    """One character of a set of ranges of code points: inclusive, sorted, disjoint and not adjacent."""

    ranges: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Literal:
    """A quoted string; letters stand for both cases unless it is case-sensitive (RFC 7405)."""

    text: str
    case_sensitive: bool = False

    def characters(self) -> list[Characters]:
        """One set of characters for each position of the literal."""
        return [Characters(merged(_cases(letter, self.case_sensitive))) for letter in self.text]


@dataclass(frozen=True, slots=True)
class Reference:
    """The name of another rule, as written, and its line."""

    name: str
    line: int = 0


@dataclass(frozen=True, slots=True)
class Sequence:
    """Elements one after the other; an empty sequence is the empty string."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Alternatives:
    """One of several elements."""

    items: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repetition:
    """An element `minimum` to `maximum` times; None means unlimited."""

    item: Node
    minimum: int
    maximum: int | None


Node = Characters | Literal | Reference | Sequence | Alternatives | Repetition


@dataclass(frozen=True, slots=True)
class Rule:
    """A named rule: its name as printed, its tree and the line where it begins."""

    name: str
    node: Node
    line: int


@dataclass(frozen=True)
class Grammar:
    """The rules of one file, in order; names are case-insensitive (RFC 5234, section 2.1)."""

    file: str
    rules: Mapping[str, Rule]
    _by_lower: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_lower", {name.lower(): name for name in self.rules})

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def __getitem__(self, name: str) -> Rule:
        spelling = self._by_lower.get(name.lower())
        if spelling is None:
            raise UnknownRuleError(name, self.rules)
        return self.rules[spelling]

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.lower() in self._by_lower

    def order(self) -> list[Rule]:
        """The rules in topological order; there must be no recursion (see `grammar.recursion`)."""
        ordered: list[Rule] = []
        settled: set[str] = set()
        for first in self:
            if first.name in settled:
                continue
            path: list[str] = [first.name]
            pending = [iter(list(references(first.node)))]
            while pending:
                reference = next(pending[-1], None)
                if reference is None:
                    pending.pop()
                    name = path.pop()
                    settled.add(name)
                    ordered.append(self.rules[name])
                    continue
                target = self[reference.name]
                if target.name in settled:
                    continue
                path.append(target.name)
                pending.append(iter(list(references(target.node))))
        return ordered


def references(node: Node) -> Iterator[Reference]:
    """All references in a tree, left to right."""
    pending: list[Node] = [node]
    while pending:
        current = pending.pop()
        match current:
            case Reference():
                yield current
            case Sequence(items) | Alternatives(items):
                pending.extend(reversed(items))
            case Repetition(item):
                pending.append(item)
            case _:
                pass


def character_sets(node: Node) -> Iterator[Characters]:
    """All sets of characters in a tree, including those of literals."""
    pending: list[Node] = [node]
    while pending:
        current = pending.pop()
        match current:
            case Characters():
                yield current
            case Literal():
                yield from current.characters()
            case Sequence(items) | Alternatives(items):
                pending.extend(items)
            case Repetition(item):
                pending.append(item)
            case _:
                pass


def merged(ranges: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Sort ranges; merge adjacent and overlapping ones."""
    result: list[tuple[int, int]] = []
    for low, high in sorted(ranges):
        if result and low <= result[-1][1] + 1:
            result[-1] = (result[-1][0], max(high, result[-1][1]))
        else:
            result.append((low, high))
    return tuple(result)


def without(ranges: Iterable[tuple[int, int]], others: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Ranges without the characters of others; both as `merged` gives them.

    >>> without([(1, 9), (20, 30)], [(3, 4), (8, 21)])
    ((1, 2), (5, 7), (22, 30))
    """
    result: list[tuple[int, int]] = []
    excluded = list(others)
    for low, high in ranges:
        for first, last in excluded:
            if low <= last and first <= high:
                if low < first:
                    result.append((low, first - 1))
                low = last + 1
        if low <= high:
            result.append((low, high))
    return tuple(result)


def _cases(letter: str, case_sensitive: bool) -> list[tuple[int, int]]:
    # RFC 5234, section 2.3: "ABNF strings are case insensitive and the character set for these strings is US-ASCII."
    both = {letter} if case_sensitive or not letter.isascii() else {letter.lower(), letter.upper()}
    return [(ord(one), ord(one)) for one in both]
