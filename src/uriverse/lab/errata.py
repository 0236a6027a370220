"""What errata and departures change: the printed rule against the other one, and the start rule with each."""

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
    """One erratum, decided.

    Attributes:
        edition: the id of the edition that prints the rule.
        rule, printed, corrected, note, clause: as the edition's table has them.
        relation: how the corrected rule stands to the printed one: "narrower", "wider", "different" or "equal".
        only_printed, only_corrected: up to three shortest texts that only one of them accepts.
        start_relation: how the start rule with the corrected rule in it stands to the printed start rule.
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
    """One departure, decided.

    Attributes:
        edition: the id of the edition that prints the rule.
        rule, printed, read, clause, reason: as the edition's table has them.
        relation: how the rule as it is read stands to the printed one: "narrower", "wider", "different" or "equal".
        only_printed, only_read: up to three shortest texts that only one of them accepts.
        start_relation: how the start rule with the rule as it is read stands to the printed start rule.
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
    """What each erratum of an edition changes.

    Args:
        compiled: the edition as printed, with the rules of the errata and the start rule.
        rules: only the errata of these rules; all by default.
    """
    return tuple(
        ErratumEffect(compiled.edition.id, *(*astuple(erratum), *_effect(compiled, erratum.rule, erratum.corrected)))
        for erratum in compiled.edition.errata
        if rules is None or erratum.rule.lower() in rules
    )


def departure_effects(compiled: Compiled, rules: frozenset[str] | None = None) -> tuple[DepartureEffect, ...]:
    """What each departure of an edition changes; the arguments are those of `errata_effects`."""
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
    """How a rule stands to the printed one, texts that only one of both accepts, and how the start rule stands."""
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


def corrected_edition(edition: Edition, *errata: Erratum) -> Compiled:
    """The start rule and the corrected rules of an edition with errata applied.

    >>> from uriverse import EDITIONS
    >>> draft = EDITIONS["rfc2396bis-00"]
    >>> octet = next(erratum for erratum in draft.errata if erratum.rule == "dec-octet")
    >>> corrected_edition(draft, octet).automaton("dec-octet").accepts("1000")
    False
    """
    amended = {erratum.rule: erratum.corrected for erratum in errata}
    return compile_edition(edition, rules=[edition.start, *amended], amended=amended)
