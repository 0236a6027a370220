"""Strategies for references and invalid near misses, drawn from the automaton of a rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Final, Literal, TypeAlias

from hypothesis import assume
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from uriverse._core import is_valid, parse
from uriverse.editions.ids import DEFAULT_EDITION
from uriverse.editions.registry import Edition, EditionId, edition_of
from uriverse.grammar.algebra import concatenation, difference, everything, exactly, intersection, nothing, union
from uriverse.grammar.compilation import compile_edition, compiled_whole
from uriverse.grammar.dfa import Automaton
from uriverse.ground.argument_types import check_argument
from uriverse.ground.base_errors import UnknownWordError
from uriverse.testing.walk import LONGEST, Walk

BeginningKind: TypeAlias = Literal[
    "absolute", "relative", "network-path", "absolute-path", "relative-path", "same-document"
]

# The scheme of texts for which any scheme will do.
ANY_SCHEME: Final = "a"
# The highest number drawn for a character; for a larger range Hypothesis prefers small numbers.
CHOICES: Final = (1 << 20) - 1
# For each kind (RFC 3986, sections 4.2 to 4.4): whether there is a scheme, the possible prefixes (None for the empty
# reference), and excluded prefixes. A filter does the rest, since "//" does not begin an authority in every edition.
BEGINNINGS: Final[Mapping[str, tuple[bool, tuple[str | None, ...], tuple[str, ...]]]] = {
    "absolute": (True, ("",), ()),
    "relative": (False, ("",), ()),
    "network-path": (False, ("//",), ()),
    "absolute-path": (False, ("/",), ()),
    "relative-path": (False, ("",), ("/", "#")),
    "same-document": (False, (None, "#"), ()),
}


def references(
    edition: EditionId | Edition = DEFAULT_EDITION,
    rule: str | None = None,
    *,
    scheme: str | None = None,
    kind: BeginningKind | None = None,
) -> SearchStrategy[str]:
    """Return a strategy for texts that a rule accepts, by default whole references, of one scheme or kind if given.

    The automaton is compiled when the first text is drawn.

    Args:
        edition: a built-in edition's id, or any Edition.
        rule: the rule's name.
        scheme: the scheme of all texts, such as "http".
        kind: "absolute" for those with a scheme, "relative" for those without; or the value of `ref.kind` for a
            relative one: "network-path", "absolute-path", "relative-path" or "same-document".

    Raises:
        UnknownEditionError, UnknownRuleError: no edition or rule has that name.
        ValueError: `rule` is given with `scheme` or `kind`, or a kind is unknown; when the first text is drawn, the
            edition has no such reference.

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
        raise UnknownWordError("kind", kind, BEGINNINGS)
    walk = _walk_of(edition, rule, scheme, kind)

    @st.composite
    def draw_reference(draw: DrawFn) -> str:
        return _reference(draw, walk())

    drawn: SearchStrategy[str] = draw_reference()
    if kind in {None, "absolute", "relative"}:
        return drawn
    return drawn.filter(lambda text: parse(text, edition=edition).kind == kind)


def near_misses(edition: EditionId | Edition = DEFAULT_EDITION, rule: str | None = None) -> SearchStrategy[str]:
    """Return a strategy for texts that the rule refuses, each one edit away from one that it accepts.

    An edit removes, replaces or inserts a character. A rule that accepts everything has no near misses.

    Args:
        edition: a built-in edition's id, or any Edition.
        rule: the rule's name; by default whole references.

    Raises:
        UnknownEditionError, UnknownRuleError: no edition or rule has that name.

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
        # Draw even for a single character: Hypothesis prefers fewer draws, and would prefer a mark to a letter.
        members = steps.members[edit.letter]
        return text[: edit.start] + members[draw(st.integers(0, 255)) % len(members)] + text[edit.end :]

    return draw_near_miss()


def _walk_of(
    edition: EditionId | Edition, rule: str | None, scheme: str | None = None, kind: str | None = None
) -> Callable[[], Walk]:
    # Refuse an unknown edition or rule early. Build the automaton lazily, and cache that of a shipped edition.
    is_valid("", rule=rule, edition=edition)
    if isinstance(edition, str):
        return partial(_shipped_walk, edition, rule, scheme, kind)
    return cache(partial(_new_walk, edition, rule, scheme, kind))


@cache
def _shipped_walk(edition: str, rule: str | None, scheme: str | None, kind: str | None) -> Walk:
    return _new_walk(edition_of(edition), rule, scheme, kind)


def _new_walk(edition: Edition, rule: str | None, scheme: str | None, kind: str | None) -> Walk:
    if scheme is not None or kind is not None:
        return Walk(_narrowed(edition, scheme, kind), scheme or ANY_SCHEME)
    name = edition.judge if rule is None else rule
    # For a rule only the rules it refers to are compiled; an expression needs all.
    automaton = compile_edition(edition, rules=[name] if name in edition.rules else None).automaton(name)
    return Walk(automaton, ANY_SCHEME if rule is None else None)


def _narrowed(edition: Edition, scheme: str | None, kind: str | None) -> Automaton:
    """Return the automaton of the references of a scheme and of a kind, by their prefixes."""
    compiled = compiled_whole(edition)
    narrowed = compiled.automaton()
    rest = everything(narrowed.alphabet)

    def beginning(text: str) -> Automaton:
        return concatenation(exactly(text, narrowed.alphabet), rest)

    if scheme is not None:
        narrowed = intersection(narrowed, beginning(f"{scheme}:"))
    if kind is not None:
        slots = [slot for reading in edition.readings for slot in reading.slots if slot.component == "scheme"]
        schemes = [compiled.automaton(accepts) for accepts in dict.fromkeys(slot.accepts for slot in slots)]
        some_scheme = union(*schemes) if schemes else nothing(narrowed.alphabet)
        absolute = concatenation(some_scheme, beginning(":"))
        is_absolute, begins, others = BEGINNINGS[kind]
        narrowed = (intersection if is_absolute else difference)(narrowed, absolute)
        allowed = [exactly("", narrowed.alphabet) if text is None else beginning(text) for text in begins]
        narrowed = intersection(narrowed, union(*allowed))
        for other in others:
            narrowed = difference(narrowed, beginning(other))
    if narrowed.is_empty:
        description = " ".join(filter(None, (kind, "reference", scheme and f"of the scheme {scheme!r}")))
        raise ValueError(f"{edition.id} has no {description}")
    return narrowed


def _reference(draw: DrawFn, walk: Walk) -> str:
    """Draw a prefix and a number for each character; after the maximum length take the shortest path to an end."""
    assume(not walk.automaton.is_empty)
    beginning, state = draw(st.sampled_from(walk.beginnings))
    drawn = [beginning]
    while True:
        choice = draw(_choices(walk.least[state])) if len(drawn) < LONGEST else 0
        character, state = walk.chosen(state, choice)
        if not character:
            return "".join(drawn)
        drawn.append(character)


@cache
def _choices(least: int) -> SearchStrategy[int]:
    return st.integers(least, CHOICES)
