"""The theorem about the tables: the engine's tables are equivalent to the documents.

For an edition and its table file, decoded again:
1. the automaton of every stored rule accepts exactly what the grammar's rule accepts;
2. the union of the readings (intersected with the start rule, if that checks whole texts) equals the start rule, with
   the edition's departures from the printed rules;
3. the union of the authority's readings equals the rule of the authority's slot.
A claim that does not hold has a shortest counterexample.
"""

from __future__ import annotations

from _collections_abc import Iterator

from uriverse.grammar.algebra import difference, intersection
from uriverse.grammar.compilation import Compiled
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.readings import composed
from uriverse.grammar.tables import Tables
from uriverse.grammar.utf8 import lowered
from uriverse.grammar.witnesses import shortest
from uriverse.ground.records import dataclass


@dataclass(frozen=True, slots=True)
class Claim:
    """One claimed equality of languages, and a text that refutes it, or None."""

    subject: str
    counterexample: str | None

    @property
    def holds(self) -> bool:
        return self.counterexample is None


def claims(compiled: Compiled, tables: Tables) -> Iterator[Claim]:
    """Every claim about the tables of an edition, with its proof or counterexample."""
    for name, automaton in compiled.automata.items():
        yield Claim(f"rule {name}", _difference(lowered(automaton, tables.alphabet), tables.automaton(name)))
    yield from composition_claims(tables)


def composition_claims(tables: Tables) -> Iterator[Claim]:
    """The claims that the union of readings equals the rule that they read."""
    start = tables.automaton(tables.settings.get("judged_by", tables.start))
    rows = composed((row.slots for row in tables.readings if not row.resolves_only), tables)
    yield Claim("readings", _difference(start, intersection(rows, start) if tables.judged else rows))
    if tables.authority:
        judges = {slot.accepts for row in tables.readings for slot in row.slots if slot.component == "authority"}
        together = composed((row.slots for row in tables.authority), tables)
        for judge in sorted(judges):
            yield Claim(f"authority {judge}", _difference(tables.automaton(judge), together))


def _difference(first: Automaton, second: Automaton) -> str | None:
    for one, other in ((first, second), (second, first)):
        witness = shortest(difference(one, other))
        if witness is not None:
            return witness
    return None
