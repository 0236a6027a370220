"""The effects of errata and departures on the printed rule and on the start rule."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from uriverse.editions.model import Departure, Erratum
from uriverse.editions.registry import Edition
from uriverse.grammar.algebra import Relation, compare, difference
from uriverse.grammar.compilation import Compiled, compile_edition
from uriverse.grammar.witnesses import first_witnesses
from uriverse.lab.comparison import WITNESSES


@dataclass(frozen=True, slots=True)
class ErratumEffect:
    """The effect of one erratum.

    Attributes:
        edition: the id of the edition that prints the rule.
        rule, printed, corrected, note, clause: as in the edition's table.
        relation: of the corrected rule to the printed one: "narrower", "wider", "different" or "equal".
        only_printed, only_corrected: up to three shortest texts that only one of them accepts.
        start_relation: of the start rule with the correction to the printed start rule.
    """

    edition: str
    rule: str
    printed: str
    corrected: str
    note: str
    clause: str
    relation: str
    only_printed: tuple[str, ...]
    only_corrected: tuple[str, ...]
    start_relation: str


@dataclass(frozen=True, slots=True)
class DepartureEffect:
    """The effect of one departure.

    Attributes:
        edition: the id of the edition that prints the rule.
        rule, printed, read, clause, reason: as in the edition's table.
        relation: of the implemented rule to the printed one: "narrower", "wider", "different" or "equal".
        only_printed, only_read: up to three shortest texts that only one of them accepts.
        start_relation: of the start rule with the departure to the printed start rule.
    """

    edition: str
    rule: str
    printed: str
    read: str
    clause: str
    reason: str
    relation: str
    only_printed: tuple[str, ...]
    only_read: tuple[str, ...]
    start_relation: str


def errata_effects(compiled: Compiled, rules: frozenset[str] | None = None) -> tuple[ErratumEffect, ...]:
    """The effect of each erratum of an edition."""
    return tuple(
        ErratumEffect(compiled.edition.id, *(*astuple(erratum), *_effect(compiled, erratum.rule, erratum.corrected)))
        for erratum in compiled.edition.errata
        if rules is None or erratum.rule.lower() in rules
    )


def departure_effects(compiled: Compiled, rules: frozenset[str] | None = None) -> tuple[DepartureEffect, ...]:
    """The effect of each departure of an edition; the arguments are those of `errata_effects`."""
    return tuple(
        DepartureEffect(compiled.edition.id, *(*astuple(departure), *_effect(compiled, departure.rule, departure.read)))
        for departure in compiled.edition.departures
        if rules is None or departure.rule.lower() in rules
    )


def amended_rules(edition: Edition, rule: str | None = None) -> list[str]:
    """The rules of an edition's errata and departures; only this one if it is given."""
    rows: tuple[Erratum | Departure, ...] = (*edition.errata, *edition.departures)
    return [row.rule for row in rows if rule is None or row.rule.lower() == rule.lower()]


def _effect(printed: Compiled, rule: str, other: str) -> tuple[str, tuple[str, ...], tuple[str, ...], str]:
    """The relation to the printed rule, texts that only one of both accepts, and the relation of the start rules."""
    edition = printed.edition
    amended = compile_edition(edition, rules=[edition.start, rule], amended={rule: other})
    old, new = printed.automaton(rule), amended.automaton(rule)
    start = Relation.EQUAL
    if compare(old, new) is not Relation.EQUAL:
        start = compare(printed.automaton(edition.start), amended.automaton(edition.start))
    return (
        compare(old, new).value,
        tuple(first_witnesses(difference(old, new), WITNESSES)),
        tuple(first_witnesses(difference(new, old), WITNESSES)),
        start.value,
    )
