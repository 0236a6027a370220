"""Compare all pairs of editions, compiling each edition once.

A line is one rule through the editions: its name and the names that replaced it, from the first document that has it to
the last. An edition that is based on another continues its lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from uriverse.editions.registry import EDITIONS, Edition
from uriverse.grammar.compilation import Compiled
from uriverse.lab.behaviour import compare_behaviour
from uriverse.lab.comparison import KnownWitnesses, compare_pairs
from uriverse.lab.difference import Difference, compiled, grammar_of, notes_of
from uriverse.lab.errata import amended_rules, departure_effects, errata_effects
from uriverse.lab.matching import is_name, matched, parent, read_renames


@dataclass(frozen=True, slots=True)
class Line:
    """One rule through the editions: its latest name, and its name in each edition, oldest first."""

    name: str
    names: dict[str, str]


def all_differences(editions: Mapping[str, Edition] = EDITIONS) -> Iterator[Difference]:
    """Yield the comparison of every two editions, the older one first; by default of the built-in ones."""
    renames = read_renames()
    grammars = {edition_id: grammar_of(edition) for edition_id, edition in editions.items()}
    pairs = {
        (old, new): matched((editions[old], grammars[old]), (editions[new], grammars[new]), renames)
        for old, new in combinations(editions, 2)
    }
    sides: dict[str, Compiled] = {}
    for edition_id, edition in editions.items():
        expressions = [pair.old for (old, _), matches in pairs.items() if old == edition_id for pair in matches]
        expressions += [pair.new for (_, new), matches in pairs.items() if new == edition_id for pair in matches]
        sides[edition_id] = compiled(edition, expressions, amended_rules(edition))
    errata = {edition_id: errata_effects(side) for edition_id, side in sides.items()}
    departures = {edition_id: departure_effects(side) for edition_id, side in sides.items()}
    cache: KnownWitnesses = {}
    for (old, new), matches in pairs.items():
        rows = compare_pairs(matches, sides[old], sides[new], cache)
        behaviour = compare_behaviour(editions[old], editions[new])
        yield Difference(
            old,
            new,
            rows,
            behaviour,
            (*errata[old], *errata[new]),
            (*departures[old], *departures[new]),
            notes_of(editions[old], editions[new]),
        )


def lines(editions: Mapping[str, Edition] = EDITIONS) -> list[Line]:
    """The rules of editions as lines, the start rules' first, then those that most editions have.

    A reused name begins a new line: `server` of 1996 became `site` and then `authority`, and `server` of 1998 is
    another rule.
    """
    renames = read_renames()
    rows: list[dict[str, str]] = []
    living_in: dict[str, dict[str, dict[str, str]]] = {}
    for edition in editions.values():
        predecessor = parent(edition)
        current = _renamed({} if predecessor is None else living_in[predecessor.id], renames.step(edition))
        living_in[edition.id] = current
        for rule in grammar_of(edition):
            names = current.get(rule.name.lower())
            if names is None:
                names = current[rule.name.lower()] = {}
                rows.append(names)
            names[edition.id] = rule.name
    first = next(iter(editions.values()))
    start = living_in[first.id][first.start.lower()]
    rows.sort(key=lambda names: (names is not start, -len(names), latest(names).lower()))
    return [Line(latest(names), names) for names in rows]


def latest(names: dict[str, str]) -> str:
    """The name of a line in its newest edition."""
    return next(reversed(names.values()))


def _renamed(current: dict[str, dict[str, str]], step: dict[str, str]) -> dict[str, dict[str, str]]:
    """Apply a document's renames to lines by name; a name that is still in use keeps its line."""
    renamed = {name: names for name, names in current.items() if name not in step}
    for old, new in step.items():
        if old in current and is_name(new):
            renamed.setdefault(new.lower(), current[old])
    return renamed
