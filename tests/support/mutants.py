"""Tables with one thing wrong: a transition, an accepting state, a bit of a set, one property of a slot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random

import uriverse as uv
from uriverse.editions.model import Slot
from uriverse.editions.registry import Edition
from uriverse.grammar.dfa import DEAD, Automaton
from uriverse.grammar.table_file import read_tables, write_tables
from uriverse.grammar.tables import SetRule, Tables


@dataclass(frozen=True)
class Mutant:
    """The tables of an edition with one thing changed.

    Attributes:
        edition: the id of the edition that was changed.
        what: what was changed, in words.
        tables: the changed tables.
        rules: the rules whose automaton or set was changed; none where a slot was.
    """

    edition: str
    what: str
    tables: Tables
    rules: tuple[str, ...]

    def as_edition(self) -> Edition:
        """An edition that the engine runs by the changed tables."""
        return replace(uv.EDITIONS[self.edition], compiled=write_tables(self.tables))


def mutants(edition: str, count: int, *, most_states: int = 10_000) -> Iterator[Mutant]:
    """Mutants of an edition, always the same ones: half of them of automata, then slots, then sets."""
    tables = read_tables(uv.EDITIONS[edition].tables)
    random = Random(f"{edition} {most_states}")
    kinds: tuple[Callable[[Tables, Random, int], Mutant], ...] = (_transition, _slot, _transition, _set, _slot)
    for number in range(count):
        kind = _acceptance if number % 10 == 7 else kinds[number % len(kinds)]
        yield kind(tables, random, most_states)


def _some_automaton(tables: Tables, random: Random, most_states: int) -> tuple[int, Automaton, tuple[str, ...]]:
    fit = [index for index, automaton in enumerate(tables.automata) if len(automaton) <= most_states]
    index = random.choice(fit)
    rules = tuple(name for name, rule in tables.rules.items() if rule == index)
    return index, tables.automata[index], rules


def with_automaton(tables: Tables, index: int, automaton: Automaton) -> Tables:
    return replace(tables, automata=(*tables.automata[:index], automaton, *tables.automata[index + 1 :]))


def _transition(tables: Tables, random: Random, most_states: int) -> Mutant:
    """One transition redirected, removed, or made where there was none."""
    index, automaton, rules = _some_automaton(tables, random, most_states)
    state, letter, target, mutated = redirected(automaton, random)
    before = automaton.transitions[state][letter]
    what = f"{rules[0]}: {state} goes by {tables.labels[letter]} to {target} and not to {before}"
    return Mutant(tables.id, what, with_automaton(tables, index, mutated), rules)


def redirected(automaton: Automaton, random: Random) -> tuple[int, int, int, Automaton]:
    """A state, a letter and the state to which it leads in the changed automaton."""
    state = random.randrange(len(automaton))
    row = automaton.transitions[state]
    # As often from a living transition as from a dead one: most are dead.
    living = [letter for letter, target in enumerate(row) if target != DEAD]
    letter = random.choice(living) if living and random.random() < 0.7 else random.randrange(len(row))
    target = random.choice([each for each in range(DEAD, len(automaton)) if each != row[letter]])
    changed = (*row[:letter], target, *row[letter + 1 :])
    transitions = (*automaton.transitions[:state], changed, *automaton.transitions[state + 1 :])
    return state, letter, target, replace(automaton, transitions=transitions)


def _acceptance(tables: Tables, random: Random, most_states: int) -> Mutant:
    """One state accepts that did not, or the other way round."""
    index, automaton, rules = _some_automaton(tables, random, most_states)
    state = random.randrange(len(automaton))
    mutated = replace(automaton, accepting=automaton.accepting ^ {state})
    what = f"{rules[0]}: whether {state} accepts is turned round"
    return Mutant(tables.id, what, with_automaton(tables, index, mutated), rules)


def _set(tables: Tables, random: Random, most_states: int) -> Mutant:
    """One character more or less in a set; or triplets that count or not; or another length."""
    del most_states
    name, rule = random.choice([(name, rule) for name, rule in tables.rules.items() if isinstance(rule, SetRule)])
    choice = random.randrange(8)
    if choice == 0:
        mutated = replace(rule, triplets=not rule.triplets)
    elif choice == 1:
        mutated = replace(rule, minimum=1 - rule.minimum)
    elif choice == 2:
        mutated = replace(rule, maximum=None if rule.maximum else 1)
    else:
        mutated = replace(rule, mask=rule.mask ^ 1 << random.randrange(128))
    what = f"{name}: {rule} became {mutated}"
    return Mutant(tables.id, what, replace(tables, rules={**tables.rules, name: mutated}), (name,))


def _slot(tables: Tables, random: Random, most_states: int) -> Mutant:
    """One property of one slot, of a reading or of the authority's; readings for resolution alone stay as they are."""
    del most_states
    places = [
        (row, slot)
        for row, reading in enumerate(tables.readings)
        if not reading.resolves_only
        for slot in range(len(reading.slots))
    ]
    places += [(-1 - row, slot) for row, reading in enumerate(tables.authority) for slot in range(len(reading.slots))]
    row, place = random.choice(places)
    slots = list(tables.readings[row].slots if row >= 0 else tables.authority[-1 - row].slots)
    before = slots[place]
    slots[place] = after = _changed(before, tables, random)
    what = f"{'reading' if row >= 0 else 'authority'} {abs(row)}: {before} became {after}"
    if row >= 0:
        readings = list(tables.readings)
        readings[row] = replace(readings[row], slots=tuple(slots))
        return Mutant(tables.id, what, replace(tables, readings=tuple(readings)), ())
    rows = list(tables.authority)
    rows[-1 - row] = replace(rows[-1 - row], slots=tuple(slots))
    return Mutant(tables.id, what, replace(tables, authority=tuple(rows)), ())


def _changed(slot: Slot, tables: Tables, random: Random) -> Slot:
    choice = random.randrange(8)
    if choice < 3:
        return replace(slot, accepts=random.choice([name for name in tables.rules if name != slot.accepts]))
    if choice < 6:
        mark = random.choice("/?#:@[];")
        return replace(slot, stop=slot.stop.replace(mark, "") if mark in slot.stop else slot.stop + mark)
    if choice == 6:
        return replace(slot, optional=not slot.optional)
    return replace(slot, last=not slot.last)
