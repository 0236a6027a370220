"""Hypothesis strategies: references, near misses that are refused, pairs of queries, templates and their values.

References and near misses walk the minimal automaton of a rule. A character is one choice of a number. 0 ends the text,
or takes the shortest way to an end; other numbers mean the same wherever a character may stand, and the most readable
character of a class has the least. So Hypothesis, which deletes choices and makes them smaller, ends with the shortest
text and letters in it: for `len(segments) > 3` with "a///", for a query in an absolute path with "/?a".

>>> from hypothesis import given
>>> import uriverse as uv
>>> from uriverse.testing import near_misses, references
>>> @given(references("rfc2396"), near_misses("rfc2396"))
... def test_engine(good, bad):
...     assert uv.is_valid(good, edition="rfc2396") and not uv.is_valid(bad, edition="rfc2396")
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property, partial
from itertools import accumulate
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
# What begins and ends the parts of a reference.
DELIMITERS: Final = ":/?#[]@%"
# The scheme that texts begin with where any will do.
ANY_SCHEME: Final = "a"
# How much more often one of them is drawn than a character of another group.
DELIMITER_WEIGHT: Final = 3
# The highest number that is drawn for a character: Hypothesis draws longer numbers with small ones preferred.
CHOICES: Final = (1 << 20) - 1
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
LEVELS_OF_TEMPLATES: Final[dict[int, tuple[str, ...]]] = {
    1: ("",),
    2: ("", "+", "#"),
    3: ("", *"+#./;?&"),
    4: ("", *"+#./;?&"),
}


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
    >>> find(references(scheme="http"), lambda text: True)
    'http:'
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
        if edit.letter is None:
            return text[: edit.start] + text[edit.end :]
        # A choice for one character as for many: else a mark, which needs none, would seem simpler than a letter.
        members = steps.members[edit.letter]
        return text[: edit.start] + members[draw(st.integers(0, 255)) % len(members)] + text[edit.end :]

    return draw_near_miss()


class _Edit(NamedTuple):
    """What stands from `start` to `end` gives way to a character of the class `letter`, or to nothing."""

    start: int
    end: int
    letter: int | None


class _Walk:
    """An automaton as choices, the nearest end first; with a scheme, if it is one of whole references."""

    def __init__(self, automaton: Automaton, scheme: str | None = None) -> None:
        self.automaton = automaton
        self.scheme = scheme

    @cached_property
    def beginnings(self) -> tuple[tuple[str, int], ...]:
        """What a text may begin with, and the state after it; the first is nothing.

        Few references would have a scheme or an authority by chance. Where every text goes on with one character, the
        beginning does too: by kind "network-path" all three are "//", so "//" is no choice, and not two choices of
        "/" after nothing. Hypothesis takes the text of fewer choices for the simpler one, even after it has shrunk.
        """
        rests = ("", "/", "//")
        texts = ("",) if self.scheme is None else (*rests, *(f"{self.scheme}:{rest}" for rest in rests))
        begun = [self._settled(text, state) for text in texts if (state := self.after(text)) != DEAD]
        return tuple(dict.fromkeys(begun))

    def _settled(self, text: str, state: int) -> tuple[str, int]:
        """A beginning with all characters that must come after it, and the state after them."""
        while state not in self.automaton.accepting and len(self.rows[state]) == 1 and len(text) < LONGEST:
            (way,) = self.rows[state].values()
            if len(way.characters) > 1:
                break
            text, state = text + way.characters, way.target
        return text, state

    def after(self, text: str) -> int:
        """The state after a text; DEAD if no accepted text begins so."""
        state = 0
        for character in text:
            state = self.automaton.transitions[state][self.automaton.alphabet.classify(ord(character))]
            if state == DEAD:
                break
        return state

    @cached_property
    def members(self) -> tuple[str, ...]:
        """The characters of each class that are drawn, the most readable first."""
        return tuple(_readable_first(_some(ranges)) for ranges in self.automaton.alphabet.classes)

    @cached_property
    def groups(self) -> tuple[tuple[int, str], ...]:
        """Each class and its characters, the most readable class first; each delimiter is a group of its own.

        Where a rule does not tell "/" from a letter, as the opaque part of RFC 2396 does not, they are one class.
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
        """How many bits hold a number that chooses a way."""
        return (4 * (1 + DELIMITER_WEIGHT * len(self.groups))).bit_length()

    @cached_property
    def lowest(self) -> tuple[int, ...]:
        """The lowest number of each group. They begin after those of the end of the text, which have one weight."""
        weights = (DELIMITER_WEIGHT if members in DELIMITERS else 1 for _, members in self.groups)
        sums = list(accumulate(weights, initial=1))
        return tuple(((1 << self.bits) * part) // sums[-1] for part in sums[:-1])

    @cached_property
    def rows(self) -> tuple[dict[int, _Way], ...]:
        """For each state its ways on by the lowest numbers of their groups."""
        numbered = tuple(zip(self.lowest, self.groups, strict=True))
        return tuple(
            {number: _Way(members, row[letter]) for number, (letter, members) in numbered if row[letter] != DEAD}
            for row in self.automaton.transitions
        )

    @cached_property
    def ways(self) -> tuple[tuple[_Way, ...], ...]:
        """For each state what each number chooses.

        0 is the end of the text, or else the way to the nearest end. The lowest number of a group is a way by that
        group in every state that has one. Any other number means the same as the number below it. So a number that
        shrinks step by step becomes the group's lowest, and keeps its meaning when the text before it is cut.
        """
        left = self._distances([list(row.values()) for row in self.rows])
        found: list[tuple[_Way, ...]] = []
        for state, row in enumerate(self.rows):
            ends = state in self.automaton.accepting or not row
            numbered = [_END if ends else min(row.values(), key=lambda way: left[way.target])]
            for number in range(1, 1 << self.bits):
                numbered.append(row.get(number, numbered[-1]))
            found.append(tuple(numbered))
        return tuple(found)

    @cached_property
    def least(self) -> tuple[int, ...]:
        """The least choice in each state: 0, or the number of its first group where 0 would mean the same.

        In `/?%aa` the second "a" must not become 0: without "%a" before it, 0 would end the text.
        """
        return tuple(
            min(row) if row and ways[0] is row[min(row)] else 0 for ways, row in zip(self.ways, self.rows, strict=True)
        )

    def chosen(self, state: int, choice: int) -> tuple[str, int]:
        """The character to which a choice leads from a state, and the next state; no character at the end.

        The low bits choose the way, and the bits above them one of its characters. With 8 bits, of which 30 stands for
        digits, 30 is "0", 256 + 30 is "1" and 512 + 30 is "2". Hypothesis tries the low bits alone when it
        shrinks a number, so the most readable character stands for its group.
        """
        way = self.ways[state][choice & (1 << self.bits) - 1]
        if way is _END:
            return way
        return way.characters[(choice >> self.bits) % len(way.characters)], way.target

    def _distances(self, ways: list[list[_Way]]) -> list[int]:
        """How many characters each state is from an accepting one."""
        far = len(ways)
        left = [0 if state in self.automaton.accepting else far for state in range(len(ways))]
        while True:
            nearer = [min([here, *(1 + left[way.target] for way in ways[state])]) for state, here in enumerate(left)]
            if nearer == left:
                return left
            left = nearer

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
        return _Walk(_narrowed(edition, scheme, kind), scheme or ANY_SCHEME)
    name = edition.start if rule is None else rule
    # Of a rule alone what it refers to is compiled; an expression needs all.
    automaton = compile_edition(edition, rules=[name] if name in edition.rules else None).automaton(name)
    return _Walk(automaton, ANY_SCHEME if rule is None else None)


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
    """One text: a beginning, and a choice for each character; after its longest, the shortest way to an end."""
    assume(not walk.automaton.is_empty)
    beginning, state = draw(st.sampled_from(walk.beginnings))
    drawn = [beginning]
    while True:
        choice = draw(st.integers(walk.least[state], CHOICES)) if len(drawn) < LONGEST else 0
        character, state = walk.chosen(state, choice)
        if not character:
            return "".join(drawn)
        drawn.append(character)


def _readable_first(characters: Iterable[str]) -> str:
    return "".join(sorted(characters, key=lambda character: readability(ord(character))))


def _some(ranges: Ranges) -> Iterator[str]:
    """All characters of US-ASCII in a class, and of those beyond the first and last of each range."""
    for low, high in ranges:
        yield from map(chr, range(low, min(high, 127) + 1))
        if high > 127:
            beyond = {max(low, 128), high, *(point for point in (0xE9, 0x4E2D, 0x1F600) if low <= point <= high)}
            yield from (chr(point) for point in sorted(beyond) if not SURROGATES[0] <= point <= SURROGATES[1])
