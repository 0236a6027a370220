"""Hypothesis strategies: references, near misses that are refused, pairs of queries, templates and their values.

References and near misses walk the minimal automaton of a rule. At every step the first choice is the one by which the
text ends soonest, and of its class the most readable character, so that Hypothesis, which shrinks towards first
choices, ends with short texts and letters in them: the shortest for most questions, for some a few characters more.

>>> from hypothesis import given
>>> import uriverse as uv
>>> from uriverse.testing import near_misses, references
>>> @given(references("rfc2396"), near_misses("rfc2396"))
... def test_engine(good, bad):
...     assert uv.is_valid(good, edition="rfc2396") and not uv.is_valid(bad, edition="rfc2396")
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property, partial
from itertools import accumulate
from math import log2, sqrt
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from uriverse._core import is_valid, parse
from uriverse.argument_types import check_argument
from uriverse.editions.registry import Edition, EditionId, edition_of
from uriverse.grammar.algebra import concatenation, difference, everything, exactly, intersection, nothing, union
from uriverse.grammar.alphabet import Ranges, readability
from uriverse.grammar.compilation import compile_edition
from uriverse.grammar.dfa import DEAD, Automaton
from uriverse.templates import Template

try:
    from hypothesis import assume
    from hypothesis import strategies as st
except ImportError as error:
    raise ImportError("uriverse.testing needs Hypothesis: pip install 'uriverse[test]'") from error

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy
BeginningKind: TypeAlias = Literal[
    "absolute", "relative", "network-path", "absolute-path", "relative-path", "same-document"
]

__all__ = ["near_misses", "query_pairs", "references", "template_values", "templates"]

# A walk that has become so long takes the shortest way to an end.
LONGEST: Final = 60
# How many numbers choose among the ways on from a state, beside one for each class.
SPARE: Final = 40
# Its multiples, less what is whole, are spread evenly over 0 to 1 however many there are.
GOLDEN: Final = (sqrt(5) - 1) / 2
SURROGATES: Final = (0xD800, 0xDFFF)
# How references of a kind begin (RFC 3986, sections 4.2 to 4.4): with a scheme or not, with one of these texts (None:
# the reference is empty), and not with what. The rest is settled by parsing, since "//" begins no authority in every
# edition.
BEGINNINGS: Final[Mapping[str, tuple[bool, tuple[str | None, ...], tuple[str, ...]]]] = {
    "absolute": (True, ("",), ()),
    "relative": (False, ("",), ()),
    "network-path": (False, ("//",), ()),
    "absolute-path": (False, ("/",), ()),
    "relative-path": (False, ("",), ("/", "#")),
    "same-document": (False, (None, "#"), ()),
}
# The operators of each level of templates.
LEVELS_OF_TEMPLATES: Final = {1: ("",), 2: ("", "+", "#"), 3: ("", *"+#./;?&"), 4: ("", *"+#./;?&")}


class _Way(NamedTuple):
    """From a state on: one of some characters, the most readable first, and the state to which all of them lead.

    None of them, and no state: the text ends.
    """

    characters: str
    target: int


_END: Final = _Way("", DEAD)


def references(
    edition: EditionId | Edition | str = "rfc3986",
    rule: str | None = None,
    *,
    scheme: str | None = None,
    kind: BeginningKind | None = None,
) -> SearchStrategy[str]:
    """Texts that a rule of an edition accepts, by default its start rule; references of one scheme or of one kind.

    The automaton is compiled when the first text is drawn.

    Args:
        edition: a built-in edition's id, or any Edition.
        rule: the rule's name.
        scheme: the scheme that all of them have, such as "http".
        kind: "absolute" for those with a scheme, "relative" for those without; or what `ref.kind` says of a relative
            one: "network-path", "absolute-path", "relative-path" or "same-document".

    Raises:
        UnknownEdition, UnknownRule: there is none of that name.
        ValueError: `rule` comes with `scheme` or `kind`, or a kind is none; when the first text is drawn, the edition
            has no such reference.

    >>> from hypothesis import find
    >>> find(references("rfc3986", "IPv6address"), lambda text: True)
    '::'
    >>> find(references(scheme="http"), lambda text: True), find(references(kind="network-path"), lambda text: True)
    ('http:', '//')
    """
    check_argument("scheme", scheme, (str, type(None)))
    check_argument("kind", kind, (str, type(None)))
    if rule is not None and (scheme is not None or kind is not None):
        raise ValueError("rule excludes scheme and kind, which are about whole references")
    if kind is not None and kind not in BEGINNINGS:
        raise ValueError(f"kind is one of {', '.join(BEGINNINGS)}, not {kind!r}")
    walk = _walk_of(edition, rule, scheme, kind)

    @st.composite
    def draw_reference(draw: DrawFn) -> str:
        return _reference(draw, walk())

    drawn: SearchStrategy[str] = draw_reference()
    if kind in {None, "absolute", "relative"}:
        return drawn
    return drawn.filter(lambda text: parse(text, edition=edition).kind == kind)


def near_misses(edition: EditionId | Edition | str = "rfc3986", rule: str | None = None) -> SearchStrategy[str]:
    """Texts that the rule refuses, each one edit away from one that it accepts.

    An edit removes a character, replaces one or inserts one. A rule that refuses nothing has no near misses.

    Args:
        edition: a built-in edition's id, or any Edition.
        rule: the rule's name, by default the start rule's.

    Raises:
        UnknownEdition, UnknownRule: there is none of that name.

    >>> from hypothesis import find
    >>> find(near_misses("rfc3986", "port"), lambda text: True)
    'a'
    """
    walk = _walk_of(edition, rule)

    @st.composite
    def draw_near_miss(draw: DrawFn) -> str:
        steps = walk()
        text = _reference(draw, steps)
        edits = steps.refused_edits(text)
        assume(edits)
        edit = draw(st.sampled_from(edits))
        replacement = "" if edit.letter is None else _one_of(draw, steps.members[edit.letter])
        return text[: edit.start] + replacement + text[edit.end :]

    return draw_near_miss()


class _Edit(NamedTuple):
    """What stands from `start` to `end` gives way to a character of the class `letter`, or to nothing."""

    start: int
    end: int
    letter: int | None


class _Walk:
    """An automaton as choices, the nearest end first."""

    def __init__(self, automaton: Automaton) -> None:
        self.automaton = automaton

    @cached_property
    def members(self) -> tuple[str, ...]:
        """The characters of each class that are drawn, the most readable first."""
        return tuple(_readable_first(_some(ranges)) for ranges in self.automaton.alphabet.classes)

    @cached_property
    def ways(self) -> tuple[tuple[_Way, ...], ...]:
        """For each state what each number chooses: 0 the end of the text, or the way to the nearest end.

        A class's own number chooses a character of that class, so that a number means the same in every state that
        has it, and a text that shrinks keeps what follows a removed part. The other numbers are shared out among the
        targets: more to one of more characters, and to one from which more states can be reached, since there is more
        to be met.
        """
        rows = [self._by_class(row) for row in self.automaton.transitions]
        left = self._distances([list(row.values()) for row in rows])
        weights = [sqrt(len(self._reachable(state))) for state in range(len(rows))]
        found: list[tuple[_Way, ...]] = []
        for state, by_class in enumerate(rows):
            if not by_class:
                found.append((_END,))
                continue
            nearest = min(by_class.values(), key=lambda way: left[way.target])
            onward = self._by_target(by_class.values())
            sums = list(accumulate(weights[way.target] * log2(1 + len(way.characters)) for way in onward))
            # The same part of the sum for a number in every state, so that it means the like in states that are alike.
            parts = (number * GOLDEN % 1 for number in range(len(self.members) + SPARE))
            shared = [onward[bisect_right(sums, part * sums[-1])] for part in parts]
            numbered = [by_class.get(letter, way) for letter, way in enumerate(shared)]
            found.append((_END if state in self.automaton.accepting else nearest, *numbered))
        return tuple(found)

    def _by_class(self, row: tuple[int, ...]) -> dict[int, _Way]:
        targets = ((letter, target) for letter, target in enumerate(row) if target != DEAD)
        return {letter: _Way(self.members[letter], target) for letter, target in targets if self.members[letter]}

    def _by_target(self, ways: Iterable[_Way]) -> list[_Way]:
        together: dict[int, str] = {}
        for way in ways:
            together[way.target] = together.get(way.target, "") + way.characters
        return [_Way(_readable_first(characters), target) for target, characters in together.items()]

    def _distances(self, ways: list[list[_Way]]) -> list[int]:
        """How many characters each state is from an accepting one."""
        far = len(ways)
        left = [0 if state in self.automaton.accepting else far for state in range(len(ways))]
        while True:
            nearer = [min([here, *(1 + left[way.target] for way in ways[state])]) for state, here in enumerate(left)]
            if nearer == left:
                return left
            left = nearer

    def _reachable(self, state: int) -> set[int]:
        seen = {state}
        pending = [state]
        while pending:
            fresh = set(self.automaton.transitions[pending.pop()]) - seen - {DEAD}
            seen |= fresh
            pending.extend(fresh)
        return seen

    def refused_edits(self, text: str) -> list[_Edit]:
        """The edits after which the rule refuses a text: those that leave it short first."""
        transitions, alphabet = self.automaton.transitions, self.automaton.alphabet
        classes = [alphabet.classify(ord(character)) for character in text]
        before = [0]
        for letter in classes:
            before.append(transitions[before[-1]][letter])
        # For each place the states from which the rest of the text is accepted.
        after = [set(self.automaton.accepting)]
        for letter in reversed(classes):
            after.append({state for state, row in enumerate(transitions) if row[letter] in after[-1]})
        after.reverse()

        def found() -> Iterator[_Edit]:
            for place in range(len(text)):
                if before[place] not in after[place + 1]:
                    yield _Edit(place, place + 1, None)
            for length in (1, 0):
                for place in range(len(text) + 1 - length):
                    for letter, target in enumerate(transitions[before[place]]):
                        if target not in after[place + length] and self.members[letter]:
                            yield _Edit(place, place + length, letter)

        return list(found())


def _walk_of(
    edition: EditionId | Edition | str, rule: str | None, scheme: str | None = None, kind: str | None = None
) -> Callable[[], _Walk]:
    # An unknown edition or rule is told now, and the automaton made when it is needed; a shipped edition's is kept.
    is_valid("", rule=rule, edition=edition)
    if isinstance(edition, str):
        return partial(_shipped_walk, edition, rule, scheme, kind)
    return cache(partial(_made_walk, edition, rule, scheme, kind))


@cache
def _shipped_walk(edition: str, rule: str | None, scheme: str | None, kind: str | None) -> _Walk:
    return _made_walk(edition_of(edition), rule, scheme, kind)


def _made_walk(edition: Edition, rule: str | None, scheme: str | None, kind: str | None) -> _Walk:
    if scheme is not None or kind is not None:
        return _Walk(_narrowed(edition, scheme, kind))
    name = edition.start if rule is None else rule
    # Of a rule alone what it refers to is compiled; an expression needs all.
    return _Walk(compile_edition(edition, rules=[name] if name in edition.rules else None).automaton(name))


def _narrowed(edition: Edition, scheme: str | None, kind: str | None) -> Automaton:
    """The references of an edition that begin as those of a scheme and of a kind do."""
    compiled = compile_edition(edition)
    found = compiled.automaton()
    rest = everything(found.alphabet)

    def beginning(text: str) -> Automaton:
        return concatenation(exactly(text, found.alphabet), rest)

    if scheme is not None:
        found = intersection(found, beginning(f"{scheme}:"))
    if kind is not None:
        slots = [slot for reading in edition.readings for slot in reading.slots if slot.component == "scheme"]
        schemes = [compiled.automaton(accepts) for accepts in dict.fromkeys(slot.accepts for slot in slots)]
        some_scheme = union(*schemes) if schemes else nothing(found.alphabet)
        absolute = concatenation(some_scheme, beginning(":"))
        is_absolute, begins, others = BEGINNINGS[kind]
        found = (intersection if is_absolute else difference)(found, absolute)
        allowed = [exactly("", found.alphabet) if each is None else beginning(each) for each in begins]
        found = intersection(found, union(*allowed))
        for other in others:
            found = difference(found, beginning(other))
    if found.is_empty:
        wanted = " ".join(filter(None, (kind, "reference", scheme and f"of the scheme {scheme!r}")))
        raise ValueError(f"{edition.id} has no {wanted}")
    return found


# What the marks in queries and templates are to be tried with: delimiters, a triplet, what must be encoded.
_TEXTS: Final = st.text(st.sampled_from("abc019-._~ &=+;%/?#[]{}'\u00e9\u4e2d\U0001f600"), max_size=8)


def query_pairs(*, max_size: int = 5) -> SearchStrategy[list[tuple[str, str | None]]]:
    """Names and values of a query as `uv.compose_query` takes them; a value may be None, and names may come twice.

    Args:
        max_size: how many pairs there are at most.

    >>> from hypothesis import find
    >>> find(query_pairs(), lambda pairs: len(pairs) == 1 and pairs[0][1] is None)
    [('0', None)]
    """
    check_argument("max_size", max_size, int)
    return st.lists(st.tuples(_TEXTS.filter(bool), st.none() | _TEXTS), max_size=max_size)


def templates(level: int = 4) -> SearchStrategy[str]:
    """Texts of URI templates up to a level (RFC 6570, section 1.2); `Template` takes them.

    Args:
        level: 1 for `{name}` alone; 2 for `+` and `#` too; 3 for all operators and several variables; 4 for modifiers.

    Raises:
        ValueError: there is no such level.

    >>> from hypothesis import find
    >>> find(templates(), lambda text: "*" in text)
    '{a*}'
    """
    check_argument("level", level, int)
    if level not in LEVELS_OF_TEMPLATES:
        raise ValueError(f"level is 1, 2, 3 or 4, not {level}")
    names = st.sampled_from(["a", "b", "c", "d.e", "%41"])
    modifiers = st.sampled_from(["", "*", ":1", ":20"]) if level == 4 else st.just("")
    variables = st.lists(st.tuples(names, modifiers).map("".join), min_size=1, max_size=3 if level > 2 else 1)
    operators = st.sampled_from(LEVELS_OF_TEMPLATES[level])
    expressions = st.tuples(operators, variables).map(lambda drawn: "{" + drawn[0] + ",".join(drawn[1]) + "}")
    literals = st.text(st.sampled_from("abc/.:?&=#-'\u00e9"), min_size=1, max_size=4)
    return st.lists(st.one_of(expressions, literals), max_size=5).map("".join)


def template_values(template: Template | str) -> SearchStrategy[dict[str, Any]]:
    """Values for the variables of a template: text, lists, pairs, None, or no value at all.

    A variable with a prefix gets text, since no other value has one.

    Args:
        template: a template, or its text.

    >>> from hypothesis import find
    >>> find(template_values("/{a}{?b*}"), lambda values: len(values) == 2)
    {'a': None, 'b': None}
    """
    check_argument("template", template, (str, Template))
    made = Template(template) if isinstance(template, str) else template
    plain = st.none() | _TEXTS
    composite = st.lists(_TEXTS, max_size=3) | st.dictionaries(_TEXTS, st.none() | _TEXTS, max_size=3)
    with_prefix = {
        name for _, found in made.parts() if found is not None for name, prefix, _ in found[1] if prefix is not None
    }
    return st.fixed_dictionaries(
        {}, optional={name: plain if name in with_prefix else plain | composite for name in made.variables}
    )


def _reference(draw: DrawFn, walk: _Walk) -> str:
    """One text: at each state a way, and one of its characters."""
    assume(not walk.automaton.is_empty)
    drawn: list[str] = []
    state = 0
    while True:
        ways = walk.ways[state]
        way = ways[draw(st.integers(0, len(ways) - 1)) if len(drawn) < LONGEST else 0]
        if way is _END:
            return "".join(drawn)
        drawn.append(_one_of(draw, way.characters))
        state = way.target


def _one_of(draw: DrawFn, characters: str) -> str:
    # As many choices for few characters as for many: else a mark, which needs none, would seem simpler than a letter.
    return characters[draw(st.integers(0, 255)) % len(characters)]


def _readable_first(characters: Iterable[str]) -> str:
    return "".join(sorted(characters, key=lambda character: readability(ord(character))))


def _some(ranges: Ranges) -> Iterator[str]:
    """All characters of US-ASCII in a class, and of those beyond the first and last of each range."""
    for low, high in ranges:
        yield from map(chr, range(low, min(high, 127) + 1))
        if high > 127:
            beyond = {max(low, 128), high, *(point for point in (0xE9, 0x4E2D, 0x1F600) if low <= point <= high)}
            yield from (chr(point) for point in sorted(beyond) if not SURROGATES[0] <= point <= SURROGATES[1])
