"""The theorem about the tables: what the engine is given is what the documents say.

For an edition and its table file, decoded again:
1. the automaton of every stored rule accepts exactly what the grammar's rule accepts;
2. the readings together (and the start rule, where it judges the whole) accept exactly what the start rule accepts,
   with the rules as they are read where the edition departs from its print;
3. the authority's readings together accept exactly what the rule of the authority's slot accepts.
A claim that does not hold comes with a shortest witness.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from uriverse.grammar.algebra import difference, intersection
from uriverse.grammar.compilation import Compiled
from uriverse.grammar.dfa import Automaton
from uriverse.grammar.readings import composed
from uriverse.grammar.tables import Tables
from uriverse.grammar.utf8 import lowered
from uriverse.grammar.witnesses import shortest


@dataclass(frozen=True, slots=True)
class Claim:
    """One equality of languages: what is claimed, and a text that refutes it (None: it holds)."""

    subject: str
    counterexample: str | None

    @property
    def holds(self) -> bool:
        return self.counterexample is None


def claims(compiled: Compiled, tables: Tables) -> Iterator[Claim]:
    """Every claim about the tables of an edition, decided."""
    for name, automaton in compiled.automata.items():
        yield Claim(f"rule {name}", _difference(lowered(automaton, tables.alphabet), tables.automaton(name)))
    yield from composition_claims(tables)


def composition_claims(tables: Tables) -> Iterator[Claim]:
    """The claims about readings: they accept together what the rules accept that they read."""
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
