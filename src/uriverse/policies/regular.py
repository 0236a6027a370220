"""A regular expression of Python's `re` as an automaton: the canonical URLs in which it finds a match.

`re` itself reads the expression (`re._parser`, CPython 3.11 to 3.14), and says which characters a class matches: so
case, Unicode and flags are its own. Which match is tried first does not decide whether there is one, so a lazy
quantifier is a greedy one. A URL has no line break, so `$` is `\\Z`, and MULTILINE and DOTALL change nothing.

An assertion is first a step on a character that no URL has. Then each state is told apart by what stands before it, and
by what may follow, and the steps on assertions become empty ones:

    a\\b.      a, then a step on "\\b"     before: a letter; so what follows must be no letter, or the end
"""

from __future__ import annotations

import re
from _collections_abc import Iterable
from itertools import chain

from uriverse.grammar.dfa import Automaton
from uriverse.grammar.effort import spend
from uriverse.grammar.nfa import Nfa
from uriverse.grammar.rules import Alternatives, Characters, Node, Repetition, Sequence
from uriverse.ground.caching import lru_cache
from uriverse.ground.lean_typing import Any, Final
from uriverse.policies.automata import ALPHABET, ASSERTIONS, CHARACTERS, determinised, one_of
from uriverse.policies.reasons import ComparisonError

# What stands before a place, and what may follow it, as bits.
_WORD, _OTHER, _EDGE = 1, 2, 4
_WORDS: Final = "".join(filter(re.compile(r"\w").match, CHARACTERS))
_ASSERTIONS: Final = {
    "AT_BEGINNING": ASSERTIONS[0],
    "AT_BEGINNING_STRING": ASSERTIONS[0],
    "AT_END": ASSERTIONS[1],
    "AT_END_STRING": ASSERTIONS[1],
    "AT_BOUNDARY": ASSERTIONS[2],
    "AT_NON_BOUNDARY": ASSERTIONS[3],
}
_CATEGORIES = {"DIGIT": r"\d", "NOT_DIGIT": r"\D", "SPACE": r"\s", "NOT_SPACE": r"\S", "WORD": r"\w", "NOT_WORD": r"\W"}
# What has no automaton here, and the place of the first in the expression. Only back-references are not regular.
_REFUSED: Final = {
    "ASSERT": ("a look-ahead or look-behind", r"\(\?<?[=!]"),
    "ASSERT_NOT": ("a look-ahead or look-behind", r"\(\?<?[=!]"),
    "FAILURE": ("a look-ahead or look-behind", r"\(\?<?[=!]"),
    "GROUPREF": ("a back-reference", r"\\[1-9]|\(\?P="),
    "GROUPREF_EXISTS": ("a conditional group", r"\(\?\("),
    "ATOMIC_GROUP": ("an atomic group", r"\(\?>"),
    "POSSESSIVE_REPEAT": ("a possessive quantifier", r"[*+?}]\+"),
}
# What must be passed over to find such a place: comments, classes and escapes.
_PASSED: Final = r"\(\?#[^)]*\)|\[\^?\]?(?:\\.|[^\]\\])*\]|\\."


@lru_cache(maxsize=256)
def automaton_of(pattern: str, how: str, flags: int) -> Automaton:
    """The canonical URLs in which a regular expression, which `re` takes, finds a match.

    Raises:
        ComparisonError: it has a part without an automaton: its name, and its place.
    """
    import re._parser as parser  # type: ignore[import-not-found]

    tree = parser.parse(pattern, flags)
    everything = Repetition(one_of(CHARACTERS), 0, None)
    items = _Reader(pattern).sequence(tree, tree.state.flags)
    before, after = (everything,) * (how == "search"), (everything,) * (how != "fullmatch")
    nfa = Nfa(ALPHABET)
    start = nfa.state()
    accept = nfa.add(Sequence((*before, items, *after)), start, dict[str, Automaton]().__getitem__)
    return _resolved(nfa, start, accept)


class _Reader:
    """The tree of an expression as a tree of rules."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern

    def sequence(self, items: Iterable[tuple[Any, Any]], flags: int) -> Node:
        return Sequence(tuple(self._node(str(name), value, flags) for name, value in items))

    def _node(self, name: str, value: Any, flags: int) -> Node:
        spend(1)
        match name:
            case "LITERAL":
                return _members(_escaped(value), flags)
            case "NOT_LITERAL":
                return _members(f"[^{_escaped(value)}]", flags)
            case "ANY":
                return _members(".", flags)
            case "IN":
                return _members(f"[{''.join(_item(str(kind), item) for kind, item in value)}]", flags)
            case "AT":
                return one_of(_ASSERTIONS[str(value)])
            case "BRANCH":
                return Alternatives(tuple(self.sequence(branch, flags) for branch in value[1]))
            case "SUBPATTERN":
                _, added, removed, items = value
                return self.sequence(items, (flags | added) & ~removed)
            case "MAX_REPEAT" | "MIN_REPEAT":
                minimum, maximum, items = value
                is_open = str(maximum) == "MAXREPEAT"
                return Repetition(self.sequence(items, flags), int(minimum), None if is_open else int(maximum))
        what, where = _REFUSED.get(name, (f"the operation {name}", "(?!)"))
        places = re.finditer(f"(?P<place>{where})|{_PASSED}", self._pattern)
        at = next((place.start() for place in places if place["place"]), 0)
        if name == "GROUPREF":
            raise ComparisonError("not-regular", f"{what} is not regular: no automaton has it", self._pattern, at)
        raise ComparisonError("not-implemented", f"{what} is regular, but not implemented", self._pattern, at)


def _escaped(code_point: int) -> str:
    return f"\\U{code_point:08x}"


def _item(kind: str, value: Any) -> str:
    match kind:
        case "NEGATE":
            return "^"
        case "LITERAL":
            return _escaped(value)
        case "RANGE":
            return "-".join(map(_escaped, value))
    return _CATEGORIES[str(value).removeprefix("CATEGORY_")]


@lru_cache(maxsize=4096)
def _members(source: str, flags: int) -> Characters:
    """The characters of URLs that a class matches, by `re` itself."""
    matches = re.compile(source, flags & (re.IGNORECASE | re.ASCII)).fullmatch
    return one_of(filter(matches, CHARACTERS))


def _allowed(assertion: str, before: int) -> int:
    """What may follow a place at which an assertion holds, as bits."""
    match ASSERTIONS.index(assertion):
        case 0:
            return _WORD | _OTHER | _EDGE if before == _EDGE else 0
        case 1:
            return _EDGE
        case index:
            return _WORD if (before == _WORD) == (index == 3) else _OTHER | _EDGE


def _resolved(nfa: Nfa, start: int, accept: int) -> Automaton:
    """The minimal automaton of an NFA with assertions."""
    assertions = [(mark, ALPHABET.mask(one_of(mark))) for mark in ASSERTIONS]
    words, boundaries = ALPHABET.mask(one_of(_WORDS)), assertions[2][1] | assertions[3][1]
    everything = ALPHABET.mask(one_of(CHARACTERS))
    # Without "\b" a letter is like any other character.
    has_boundary = any(mask & boundaries for mask, _ in chain.from_iterable(nfa.edges))
    kinds = [(_WORD, words), (_OTHER, everything & ~words)] if has_boundary else [(_OTHER, everything)]
    resolved = Nfa(ALPHABET)
    leave = resolved.state()
    places: list[tuple[int, int, int]] = []
    numbers: dict[tuple[int, int, int], int] = {}

    def number(state: int, before: int, after: int) -> int:
        place = (state, before, after)
        if place not in numbers:
            numbers[place] = resolved.state()
            places.append(place)
        return numbers[place]

    first = number(start, _EDGE, _WORD | _OTHER | _EDGE)
    for place in places:
        state, before, after = place
        spend(1 + len(nfa.edges[state]))
        empty, edges = resolved.empty[numbers[place]], resolved.edges[numbers[place]]
        empty.extend(number(target, before, after) for target in nfa.empty[state])
        if state == accept and after & _EDGE:
            empty.append(leave)
        for mask, target in nfa.edges[state]:
            for mark, bit in assertions:
                if mask & bit and (follows := after & _allowed(mark, before)):
                    empty.append(number(target, before, follows))
            for kind, members in kinds:
                if mask & members and after & (kind if has_boundary else _WORD | _OTHER):
                    edges.append((mask & members, number(target, kind, _WORD | _OTHER | _EDGE)))
    return determinised(resolved, first, leave)
