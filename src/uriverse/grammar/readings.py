"""The automaton of everything that an edition's readings accept.

A reading splits greedily and checks each slot (`editions/README.md`). Its slots, composed from the last to the first,
form a regular language: a content never contains the character that ends it, the text after it begins with that
character, and an optional slot is skipped only if its opener is absent. In `//h?q` the content `h` has no "?", and "?q"
follows. The engine is correct if the union of the readings equals the start rule, and the union of the authority's
readings equals the authority's rule. `proof.py` proves this.

With `marked`, a component stands between two marks wherever it is defined: `//⟨h⟩?q` for the host. So the language says
which texts are accepted and where the component is in each. The marks are a character that no URI has.
"""

from __future__ import annotations

from _collections_abc import Callable, Iterable, Mapping
from types import MappingProxyType

from uriverse.editions.model import Slot
from uriverse.grammar.algebra import (
    concatenation,
    difference,
    empty_string,
    everything,
    exactly,
    intersection,
    strings_over,
    union,
)
from uriverse.grammar.compilation import Compiled
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.tables import Tables
from uriverse.ground.lean_typing import Final

_NO_JUDGES: Final[Mapping[str, Automaton]] = MappingProxyType({})


# A noncharacter: Unicode has no character there, and it is in no rule.
MARK: Final = "\U0010ffff"


def reading_automaton(
    slots: Iterable[Slot], tables: Tables | Compiled, marked: str = "", judges: Mapping[str, Automaton] = _NO_JUDGES
) -> Automaton:
    """The language of one row of slots.

    `marked` is the component between marks; `judges` has automata that judge components in place of their rules.
    """
    rest = empty_string(tables.alphabet)
    for slot in reversed(list(slots)):
        judge = judges.get(slot.component) or tables.automaton(slot.accepts)
        rest = _slot_texts(slot, judge, rest, _between_marks if slot.component == marked else _as_it_is)
    return rest


def _as_it_is(content: Automaton) -> Automaton:
    return content


def _between_marks(content: Automaton) -> Automaton:
    mark = exactly(MARK, content.alphabet)
    return concatenation(mark, content, mark)


def _slot_texts(slot: Slot, judge: Automaton, rest: Automaton, marking: Callable[[Automaton], Automaton]) -> Automaton:
    """The texts that consist of this slot, whose content gets marks by `marking`, and a text of `rest`."""
    if slot.bracket:
        texts = _bracketed(judge, rest, marking)
    elif slot.last and (slot.stop or slot.close):
        texts = _cut_at_last(slot, judge, rest, marking)
    else:
        texts = _cut_at_first(slot, judge, rest, marking)
    if slot.open:
        texts = concatenation(exactly(slot.open, rest.alphabet), texts)
    if not slot.optional:
        return texts
    return union(texts, difference(rest, _present(slot, rest)))


def _present(slot: Slot, rest: Automaton) -> Automaton:
    """The texts in which an optional slot is present, with any content."""
    anything = everything(rest.alphabet)
    if slot.open:
        return concatenation(exactly(slot.open, rest.alphabet), anything)
    return concatenation(anything, exactly(slot.close, rest.alphabet), anything)


def _cut_at_first(
    slot: Slot, judge: Automaton, rest: Automaton, marking: Callable[[Automaton], Automaton]
) -> Automaton:
    """Content up to the first stop or to the end; then the closing literal, if any, and the rest."""
    delimiters = slot.stop + slot.close[:1]
    content = marking(
        intersection(judge, strings_over(delimiters, judge.alphabet, excluded=True)) if delimiters else judge
    )
    if slot.close:
        return concatenation(content, exactly(slot.close, rest.alphabet), rest)
    if not slot.stop:
        return concatenation(content, intersection(rest, empty_string(rest.alphabet)))
    at_stop = union(
        empty_string(rest.alphabet),
        *(concatenation(exactly(mark, rest.alphabet), everything(rest.alphabet)) for mark in slot.stop),
    )
    return concatenation(content, intersection(rest, ignoring_marks(at_stop)))


def _cut_at_last(slot: Slot, judge: Automaton, rest: Automaton, marking: Callable[[Automaton], Automaton]) -> Automaton:
    """Content up to the last closing literal, which is required; or up to the last stop, else to the end."""
    if slot.close:
        without = strings_over(slot.close, rest.alphabet, excluded=True)
        return concatenation(marking(judge), exactly(slot.close, rest.alphabet), intersection(rest, without))
    none = strings_over(slot.stop, rest.alphabet, excluded=True)
    rest_of_text = union(*(concatenation(exactly(mark, rest.alphabet), none) for mark in slot.stop))
    whole = concatenation(marking(intersection(judge, none)), intersection(rest, empty_string(rest.alphabet)))
    return union(concatenation(marking(judge), intersection(rest, rest_of_text)), whole)


def _bracketed(judge: Automaton, rest: Automaton, marking: Callable[[Automaton], Automaton]) -> Automaton:
    """Content from "[" through the first "]"; without one, to the end."""
    inside = strings_over("]", rest.alphabet, excluded=True)
    opened = concatenation(exactly("[", rest.alphabet), inside)
    closed = concatenation(opened, exactly("]", rest.alphabet))
    whole = concatenation(marking(intersection(judge, opened)), intersection(rest, empty_string(rest.alphabet)))
    return union(concatenation(marking(intersection(judge, closed)), rest), whole)


def ignoring_marks(automaton: Automaton) -> Automaton:
    """The same texts with marks anywhere; without a class for the mark, the automaton itself."""
    mark = automaton.alphabet.classify(ord(MARK))
    if automaton.alphabet.classes[mark] != ((ord(MARK), ord(MARK)),):
        return automaton
    rows = tuple((*row[:mark], state, *row[mark + 1 :]) for state, row in enumerate(automaton.transitions))
    return Automaton(automaton.alphabet, rows, automaton.accepting)


def composed(rows: Iterable[Iterable[Slot]], tables: Tables) -> Automaton:
    """The texts that at least one row accepts."""
    return union(*(reading_automaton(row, tables) for row in rows))
